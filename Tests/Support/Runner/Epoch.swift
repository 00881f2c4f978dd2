// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a receiver reports at one instant, and what is true there. Plain numbers, as they go into sentences.
public struct Epoch: Hashable, Sendable {
    /// Counted from 0.
    public var number: Int
    public var time: UTCTime
    public var truth: Course.Point

    /// 1 no fix, 2 two-dimensional, 3 with height. Without a fix all below is nil or 0, unless it is void.
    public var mode = 1
    /// Nothing is sent at all.
    public var isSilent = false
    /// Degrees.
    public var latitude: Double?
    public var longitude: Double?
    /// Metres above the ellipsoid.
    public var height: Double?
    /// Metres of the geoid above the ellipsoid.
    public var geoid: Double?
    /// Metres per second.
    public var speed: Double?
    public var climb: Double?
    /// Degrees, 0 ..< 360.
    public var track: Double?
    /// Used in the fix.
    public var satellites = 0
    public var hdop: Double?
    public var vdop: Double?

    public init(number: Int, time: UTCTime, truth: Course.Point) {
        self.number = number
        self.time = time
        self.truth = truth
    }

    /// This epoch without a fix, though with the coordinates and the motion of another one, as some receivers have it.
    func void(at last: Epoch) -> Epoch {
        var epoch = last
        (epoch.number, epoch.time, epoch.truth, epoch.isSilent) = (number, time, truth, isSilent)
        epoch.mode = 1
        epoch.satellites = 0
        (epoch.hdop, epoch.vdop) = (99.9, nil)
        return epoch
    }
}

/// A satellite in the simulated sky.
struct SimulatedSatellite {
    var number: Int
    var elevation: Int
    var azimuth: Int
    /// dB-Hz.
    var strength: Int

    /// Twelve, all over the sky; those used in a fix are the first ones.
    static let all = (0..<12).map { index in
        SimulatedSatellite(
            number: 2 + index * 5 % 31, elevation: 80 - index * 6, azimuth: index * 67 % 360, strength: 45 - index)
    }
}
