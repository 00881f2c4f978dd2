// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// How far it went up and down, in all.
struct Climb: Codable, Sendable {
    var ascent = Metres.zero
    var descent = Metres.zero
    /// How many altitudes stand behind it.
    var samples = 0

    /// What has come since an earlier reading; nil when no altitude has.
    func since(_ earlier: Climb) -> Climb? {
        guard samples > earlier.samples else { return nil }
        return Climb(
            ascent: ascent - earlier.ascent, descent: descent - earlier.descent, samples: samples - earlier.samples)
    }
}

/// Adds up climbs from a receiver's altitudes, which wander by some metres within a minute though nobody climbs.
///
/// They are smoothed, and only a way up or down of more than a dead band counts, then the whole of it. Both constants are
/// for a wander of 5 m (standard deviation) that is correlated over 60 s: of it about 30 m an hour are left, of the 1300 m
/// that the raw differences would give; a hill of 100 m shows about 95 m, one below the dead band nothing.
struct Altimeter: Codable, Sendable {
    private(set) var climb = Climb()

    /// The smoothed altitude, above an origin that moves with every jump.
    private var level = Metres.zero
    private var origin = Metres.zero
    /// The newest altitude above the origin, not smoothed.
    private var height = Metres.zero
    /// Whether the next altitude begins anew.
    private var isInterrupted = true
    private var at: Instant?
    private var receiver = ""
    /// Since the first one, as far as it matters for smoothing: the first ones weigh as much as those after them.
    private var age = Seconds.zero
    /// Whether it went up last, or down; nil until the dead band has been left.
    private var isRising: Bool?
    /// The highest and lowest level since the last turn.
    private var top = Metres.zero
    private var bottom = Metres.zero

    private static let smoothing = Seconds(25)
    private static let deadBand = Metres(15)
    /// On earth, under the open sky.
    private static let possible = Metres(-500)...Metres(9000)
    /// More than a receiver wanders, and than a runner climbs or falls, from one fix to the next: a jump of the receiver.
    private static let jump = Metres(15)
    private static let fastest = MetresPerSecond(3)

    /// Takes the altitude of a measured position, above mean sea level.
    mutating func take(_ altitude: Metres, receiver: String, at now: Instant) {
        guard Altimeter.possible.contains(altitude) else { return }
        let interval = max(.zero, at.map { now - $0 } ?? .zero)
        let allowed = Altimeter.jump.rawValue + Altimeter.fastest.rawValue * interval.rawValue
        let change = altitude - origin - height
        // After a jump, or from another receiver, the new altitude is where the last one was.
        if isInterrupted || receiver != self.receiver || change.magnitude.rawValue > allowed { origin += change }
        height = altitude - origin
        isInterrupted = false
        at = now
        self.receiver = receiver
        age = min(Altimeter.smoothing, age + interval)
        if interval > .zero { level += (height - level) * (interval / (interval + age)) }
        climb.samples += 1
        turn()
    }

    /// The next altitude begins anew: what lies between it and the last one was not run.
    mutating func interrupt() {
        isInterrupted = true
    }

    private mutating func turn() {
        if level > top {
            if isRising == true { climb.ascent += level - top }
            top = level
        }
        if level < bottom {
            if isRising == false { climb.descent += bottom - level }
            bottom = level
        }
        if isRising != true, level - bottom >= Altimeter.deadBand {
            climb.ascent += level - bottom
            isRising = true
            top = level
        } else if isRising != false, top - level >= Altimeter.deadBand {
            climb.descent += top - level
            isRising = false
            bottom = level
        }
    }
}
