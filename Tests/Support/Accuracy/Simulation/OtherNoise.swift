// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Noise that differs in kind from what the profiles draw: an estimator that was tuned to those shows it here.
public enum OtherNoise: String, CaseIterable, Sendable {
    case whitePositions = "white positions, 3 m"
    case slowPositions = "positions off for 5 min"
    case walkingPositions = "walking positions"
    case filteredPositions = "filtered positions, 5 s"
    case whiteDoppler = "white Doppler, 0.25 m/s"
    case slowDoppler = "Doppler off for 10 s"
    case lateDoppler = "Doppler 1.5 s late"
    case unevenEpochs = "uneven epochs, late receipts"

    public func adjust(_ errors: inout ErrorModel) {
        switch self {
        case .whitePositions: errors.position = [Noise(3, .white)]
        case .slowPositions: errors.position = [Noise(4, .correlated(300)), Noise(0.3, .white)]
        case .walkingPositions: errors.position = [Noise(0.25, .walking), Noise(0.5, .white)]
        case .filteredPositions:
            errors.position = [Noise(3, .correlated(40)), Noise(5, .white)]
            errors.smoothing = 5
        case .whiteDoppler: errors.velocity = [Noise(0.25, .white)]
        case .slowDoppler: errors.velocity = [Noise(0.12, .correlated(10)), Noise(0.05, .white)]
        case .lateDoppler: errors.lag = 1.5
        case .unevenEpochs:
            errors.jitter = 0.1
            errors.delay = 0.05...0.8
        }
    }
}
