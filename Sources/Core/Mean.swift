// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The mean and the maximum of the heart rates that were measured.
struct Mean: Codable, Sendable {
    private var sum = 0.0
    private var count = 0
    private(set) var maximum: BeatsPerMinute?

    mutating func add(_ rate: BeatsPerMinute) {
        sum += rate.rawValue
        count += 1
        maximum = max(maximum ?? rate, rate)
    }

    var value: BeatsPerMinute? { count > 0 ? BeatsPerMinute(sum / Double(count)) : nil }
}
