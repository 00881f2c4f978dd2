// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Finds a link's sensor among what BlueZ knows.
enum TargetSelector {
    /// - Parameters:
    ///   - address: of the one sensor to take; nil takes one that offers the service: connected ones first, then by
    ///     the strength of their signal.
    ///   - avoided: the address of one to take only if there is no other.
    static func target(
        in objects: BluezObjects, for profile: SensorProfile, address: String?, avoiding avoided: String?
    ) -> LinkView.Target? {
        let candidates = objects.devices.filter { path, device in
            // On any adapter: one that joins, or is switched on, is no reason to leave the other.
            guard objects.isReachable(path) else { return false }
            if let address { return device.address == address }
            return device.services.contains(profile.service) && (device.isConnected || device.signal != nil)
        }
        guard let (path, device) = candidates.max(by: { rank($0, avoided) < rank($1, avoided) }) else { return nil }
        return LinkView.Target(
            address: device.address, path: path, isHeard: device.signal != nil, isConnected: device.isConnected,
            isResolved: device.isResolved, characteristic: objects.characteristic(profile.characteristic, of: path))
    }

    private typealias Rank = (Int, Int, Int, String)

    private static func rank(_ candidate: (key: String, value: BluezObjects.Device), _ avoided: String?) -> Rank {
        let device = candidate.value
        return (
            device.address == avoided ? 0 : 1, device.isConnected ? 1 : 0, device.signal ?? -1000, candidate.key
        )
    }
}
