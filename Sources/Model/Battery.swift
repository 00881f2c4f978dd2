// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The charge of a sensor's battery.
public struct Battery: Hashable, Codable, Sendable {
    public var sensor: String
    /// 0…100.
    public var percent: Int

    public init(sensor: String, percent: Int) {
        self.sensor = sensor
        self.percent = percent
    }
}
