// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What one line of gpsd's protocol says.
public enum GpsdReport: Hashable, Sendable {
    /// A TPV. Fields that the line did not have, or that are no finite numbers in their range, are nil.
    case fix(Fix)
    case sky(Sky)
    /// gpsd opened or closed a receiver.
    case device(path: String, isActive: Bool)
    /// The receivers gpsd knows of, active or not.
    case devices([String])
    case version(GpsdVersion)
    case watch
    /// gpsd refused something that it was asked for.
    case error(String)
    /// An object of a class that is none of these; its class.
    case other(String)
    /// No JSON object, an incomplete one, one without a class, or one that libgps refuses.
    case malformed
}

/// How gpsd introduces itself.
public struct GpsdVersion: Hashable, Sendable {
    public var release: String
    public var protocolMajor: Int
    public var protocolMinor: Int

    public init(release: String, protocolMajor: Int, protocolMinor: Int) {
        self.release = release
        self.protocolMajor = protocolMajor
        self.protocolMinor = protocolMinor
    }
}
