// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is called on the way to the target distance.
struct DistanceWatch: Codable, Sendable {
    /// A point on the way that is called when it is crossed.
    enum Mark: Equatable {
        case halfWay
        /// So much is left.
        case remaining(Metres)
        case target
    }

    /// How far the marks have been looked at; nil before the first time.
    private var seen: Metres?
    private(set) var isBehind = false

    /// What is left when it is called.
    private static let remainders: [Metres] = [Metres(5000), Metres(2000), Metres(1000), Metres(500)]
    /// What has been overshot by more is not called any more: a gap was bridged.
    static let overshoot = Metres(50)

    /// Goes on to a distance.
    /// - Returns: the marks that were crossed, and whether each is still worth a call.
    mutating func advance(to distance: Metres, target: Metres) -> [(mark: Mark, isFresh: Bool)] {
        guard let before = seen else {
            // Set in the air: what lies behind was not crossed.
            seen = distance
            isBehind = distance >= target
            return []
        }
        guard distance > before else { return [] }
        seen = distance
        isBehind = distance >= target
        return DistanceWatch.marks(target).filter { $0.at > before && $0.at <= distance }.map {
            ($0.mark, $0.mark == .target || distance - $0.at <= DistanceWatch.overshoot)
        }
    }

    private static func marks(_ target: Metres) -> [(mark: Mark, at: Metres)] {
        let half = target * 0.5
        // Close to the half one of them is enough.
        let left = remainders.filter { $0 < half * 0.95 }.map { (mark: Mark.remaining($0), at: target - $0) }
        return [(.halfWay, half)] + left + [(.target, target)]
    }
}
