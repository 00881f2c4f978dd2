// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// What the runner keeps to.
    public enum Target: Hashable, Sendable {
        /// A pace and how far it may be off, both ways.
        case pace(SecondsPerKilometre, tolerance: SecondsPerKilometre)
        /// A heart rate and how far it may be off, both ways.
        case heartRate(BeatsPerMinute, tolerance: BeatsPerMinute)

        public static let defaultPaceTolerance = SecondsPerKilometre(15)
        public static let defaultHeartRateTolerance = BeatsPerMinute(10)

        /// What a runner can run, in seconds per km.
        static let paces = 120.0...1200.0

        var isPace: Bool {
            if case .pace = self { return true }
            return false
        }

        /// - Throws: `MissionError` when the band is zero, inverted or beyond what a runner can do.
        func check() throws(MissionError) {
            switch self {
            case .pace(let pace, let tolerance):
                guard Target.paces.contains(pace.rawValue) else { throw .pace(pace) }
                guard tolerance.rawValue >= 1, tolerance.rawValue <= 300, tolerance < pace - SecondsPerKilometre(60)
                else { throw .paceTolerance(tolerance) }
            case .heartRate(let rate, let tolerance):
                guard (40...230).contains(rate.rawValue) else { throw .heartRate(rate) }
                guard tolerance.rawValue >= 1, tolerance.rawValue <= 60, tolerance < rate - BeatsPerMinute(30) else {
                    throw .heartRateTolerance(tolerance)
                }
            }
        }
    }
}
