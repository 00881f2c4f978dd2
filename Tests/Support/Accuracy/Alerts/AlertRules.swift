// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What other programs do, as their sources have it, and two textbook methods.
public enum AlertRules {
    /// - Parameter noise: of the Doppler speed in metres per second; a threshold is chosen by it.
    public static func all(noise: Double) -> [any AlertRule] {
        [
            PlainCUSUM(threshold: PlainCUSUM.threshold(for: noise)), AverageAndDwell(), LaufheldenAlerts(),
            RunnerUpCoach(),
        ]
    }
}
