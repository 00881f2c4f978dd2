// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

extension GPWSState {
    var annunciation: Annunciation.Kind? {
        switch self {
        case .normal: nil
        case .overspeed: .overspeed
        case .sinkRate: .sinkRate
        case .minimums: .minimums
        }
    }

    var words: String {
        switch self {
        case .normal: "NORMAL"
        case .overspeed: "OVERSPEED"
        case .sinkRate: "SINK RATE"
        case .minimums: "MINIMUMS"
        }
    }
}

extension Mission.Target {
    var kind: Alert.Target {
        switch self {
        case .pace: .pace
        case .heartRate: .heartRate
        }
    }
}

extension Annunciator {
    /// The level of the alerts as one word.
    var state: GPWSState {
        isLit(.minimums) ? .minimums : isLit(.overspeed) ? .overspeed : isLit(.sinkRate) ? .sinkRate : .normal
    }
}
