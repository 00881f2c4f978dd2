// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a receiver said about its satellites.
public struct Sky: Hashable, Codable, Sendable {
    public var receiver: String
    /// Horizontal dilution of precision, > 0.
    public var hdop: Double?
    public var satellitesUsed: Int?
    public var satellitesVisible: Int?

    public init(receiver: String, hdop: Double? = nil, satellitesUsed: Int? = nil, satellitesVisible: Int? = nil) {
        self.receiver = receiver
        self.hdop = hdop
        self.satellitesUsed = satellitesUsed
        self.satellitesVisible = satellitesVisible
    }

    private enum CodingKeys: String, CodingKey {
        case receiver = "device"
        case hdop
        case satellitesUsed = "used"
        case satellitesVisible = "visible"
    }
}
