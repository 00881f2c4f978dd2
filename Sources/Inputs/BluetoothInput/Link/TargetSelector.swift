// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Finds a link's sensor among what BlueZ knows.
struct TargetSelector {
    /// What offers this service, where no address says which sensor it is.
    let profile: SensorProfile
    /// Of the one sensor to take.
    var address: String?
    /// The path that the link is at: nothing else is its sensor while that is there.
    var held: String?
    /// Addresses that other links have or wait for.
    var taken: Set<String> = []
    /// The address of one to take only if there is no other.
    var avoided: String?

    /// - Returns: the best there is: connected ones first, then by the strength of their signal.
    func target(in objects: BluezObjects) -> LinkView.Target? {
        let candidates = objects.devices.filter { path, device in
            // On any adapter: one that joins, or is switched on, is no reason to leave the other.
            guard objects.isReachable(path) else { return false }
            if let address { return device.address == address }
            return device.services.contains(profile.service) && (device.isConnected || device.signal != nil)
                && !taken.contains(device.address)
        }
        let kept = held.flatMap { path in candidates[path].map { (key: path, value: $0) } }
        guard let (path, device) = kept ?? candidates.max(by: { rank($0) < rank($1) }) else { return nil }
        return LinkView.Target(
            address: device.address, path: path, isHeard: device.signal != nil, isConnected: device.isConnected,
            isResolved: device.isResolved, characteristic: objects.characteristic(profile.characteristic, of: path))
    }

    private func rank(_ candidate: (key: String, value: BluezObjects.Device)) -> (Int, Int, Int, String) {
        let device = candidate.value
        return (device.address == avoided ? 0 : 1, device.isConnected ? 1 : 0, device.signal ?? -1000, candidate.key)
    }
}
