// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Turns fixes into distance and speed. How, and why so, is in docs/navigation.md.
///
/// The way is cut into segments wherever it is not known how one place leads to the next: at another receiver, at a gap,
/// at a jump. The first fixes of a segment are provisional: they count once three agree.
struct Navigator: Codable, Sendable {
    /// Why a fix added nothing, or not all of it was used. The raw value is the reason code.
    enum Rejection: String, Sendable {
        case noPosition, poorAccuracy, sameEpoch, jump, gap, provisional, speedJump, speedWrong
    }

    struct Outcome: Sendable {
        var step: NavigationStep?
        var rejections: [Rejection] = []
        /// nil for a fix that adds no measured step.
        var pace: PaceSample?
    }

    struct Point: Codable, Sendable {
        var place: Place
        var at: Instant
    }

    /// Counts up whenever the way is interrupted: the track has a gap there.
    private(set) var segment = 0
    /// The newest position that fits the way.
    private(set) var point: Point?
    /// Smoothed, 0 while standing; nil without recent fixes.
    private(set) var speed: MetresPerSecond?

    private var receiver: String?
    private var clock = EpochClock()
    private var frame: LocalFrame?
    private var reckoner: Reckoner?
    /// When the last fix came that counted, and how long ago that is on the receiver's clock.
    private var newest: Instant?
    private var pending = Seconds.zero
    private var isSettled = false
    /// From where what the first fixes have measured will count.
    private var settling: Instant?
    /// Of the distance, what has been handed out: it never goes back.
    private var published = 0.0
    /// Of the distance, what fixes have measured that have not settled.
    private var reached = 0.0
    private var lastError: Double?
    private var isHeld = false
    /// What the segments so far have left, and nothing of the one that goes on.
    private var legacy = Reckoner.Legacy()

    /// The pace of the smoothed speed; nil while standing.
    var pace: SecondsPerKilometre? { speed?.pace }

    /// How long fixes may fail to come before the way has a gap.
    var gapLimit: Seconds { max(Seconds(5), (clock.interval ?? .zero) * 3) }

    /// The variance of the distance since the flight began, m²; it grows while fixes fail to come to who was in motion.
    func distanceVariance(at now: Instant) -> Double {
        guard !isHeld, let newest, let reckoner else { return distanceVariance }
        let missing = max(0, (now - newest - gapLimit * 0.5).rawValue) * reckoner.speed
        return distanceVariance + missing * missing
    }

    /// The same, at the newest fix.
    private var distanceVariance: Double { reckoner?.distanceVariance ?? legacy.told }

    /// The standard error of the smoothed speed; nil without one.
    var speedError: MetresPerSecond? { speed == nil ? nil : reckoner.map { MetresPerSecond($0.speedError) } }

    /// That of the pace, to first order.
    var paceError: SecondsPerKilometre? {
        guard let pace, let speed, let speedError else { return nil }
        return SecondsPerKilometre(pace.rawValue * (speedError / speed))
    }

    mutating func take(_ fix: Fix, at now: Instant) -> Outcome {
        if fix.receiver != receiver {
            receiver = fix.receiver
            breakSegment()
            clock.reset()
            legacy.noise = SpeedNoise()
        }
        guard let position = fix.position else { return Outcome(rejections: [.noPosition]) }
        let interval = clock.advance(epoch: fix.time, at: now)
        if let interval, interval <= .zero { return Outcome(rejections: [.sameEpoch]) }
        pending = pending + (interval ?? .zero)
        let place = Place(latitude: position.latitude, longitude: position.longitude)
        let quality = FixQuality(fix, last: lastError, interval: pending.rawValue)
        lastError = FixQuality.told(fix)
        // A position that says nothing is none, unless a speed comes with it.
        if quality.isPoor, fix.speed == nil || reckoner?.isBySpeed == false {
            return Outcome(rejections: [.poorAccuracy])
        }
        guard reckoner != nil, let newest else { return begin(fix, place, quality, at: now) }
        let sight = look(fix, place, quality)
        if pending > gapLimit { return bridge(to: sight, fix, place, from: newest, at: now) }
        return go(on: sight, fix, place, from: newest, at: now)
    }

    /// One ordinary step.
    private mutating func go(
        on sight: Sight, _ fix: Fix, _ place: Place, from last: Instant, at now: Instant
    ) -> Outcome {
        guard let progress = reckoner?.take(sight, over: pending.rawValue) else { return Outcome() }
        let isUsed = !progress.rejections.contains(.jump) && !progress.rejections.contains(.poorAccuracy)
        if !isSettled {
            guard isUsed else {
                restart()
                return begin(fix, place, sight.quality, at: now)
            }
            isSettled = (reckoner?.fixes ?? 0) >= Navigator.provisional
        }
        if progress.hasJumped { segment += 1 }
        if isUsed || progress.hasJumped { point = Point(place: place, at: now) }
        pending = .zero
        newest = now
        guard isSettled else { return Outcome(rejections: progress.rejections + [.provisional]) }
        return Outcome(
            step: step(from: last, to: now, moving: progress.moving), rejections: progress.rejections,
            pace: progress.pace)
    }

    /// Begins a segment.
    private mutating func begin(_ fix: Fix, _ place: Place, _ quality: FixQuality, at now: Instant) -> Outcome {
        frame = nil
        reckoner = Reckoner(
            at: look(fix, place, quality), distance: max(published, reached), legacy: legacy)
        if isHeld { reckoner?.hold() }
        segment += 1
        isSettled = false
        if settling == nil { settling = now }
        newest = now
        pending = .zero
        point = Point(place: place, at: now)
        return Outcome(rejections: [.provisional])
    }

    /// Fixes are back after a gap. Its way is believed when a runner could have gone it.
    private mutating func bridge(
        to sight: Sight, _ fix: Fix, _ place: Place, from last: Instant, at now: Instant
    ) -> Outcome {
        guard !sight.quality.isPoor, reckoner?.bridge(to: sight, over: pending.rawValue) == true else {
            finish()
            var outcome = begin(fix, place, sight.quality, at: now)
            outcome.rejections.append(.gap)
            return outcome
        }
        segment += 1
        point = Point(place: place, at: now)
        pending = .zero
        newest = now
        isSettled = isSettled || (reckoner?.fixes ?? 0) >= Navigator.provisional
        guard isSettled else { return Outcome(rejections: [.provisional]) }
        var step = step(from: last, to: now, moving: 0)
        step.isEstimated = true
        return Outcome(step: step)
    }

    private mutating func step(from last: Instant, to now: Instant, moving: Double) -> NavigationStep {
        let estimate = reckoner?.estimate.distance ?? published
        let distance = max(published, estimate)
        defer {
            // What is taken back while nothing is handed out need not be earned again.
            published = isHeld ? estimate : distance
            settling = nil
        }
        speed = reckoner.map { MetresPerSecond($0.speed) }
        return NavigationStep(
            from: settling ?? last, to: now, distance: Metres(distance - published), moving: Seconds(moving),
            isEstimated: false)
    }

    private mutating func look(_ fix: Fix, _ place: Place, _ quality: FixQuality) -> Sight {
        let frame = frame(for: fix, at: place)
        let (position, heading) = frame.project(place, course: fix.track)
        return Sight(position: position, heading: heading, speed: fix.speed?.rawValue, quality: quality)
    }

    /// The segment's frame; it moves along with a runner who goes far.
    private mutating func frame(for fix: Fix, at place: Place) -> LocalFrame {
        let height = fix.altitudeMSL ?? fix.altitudeHAE ?? .zero
        guard let frame else {
            let first = LocalFrame(at: place, height: height)
            self.frame = first
            return first
        }
        guard reckoner?.isBeyond(Navigator.reach) == true, let point else { return frame }
        let moved = LocalFrame(at: point.place, height: height)
        reckoner?.transform { frame.express($0, in: moved) }
        self.frame = moved
        return moved
    }

    /// Fixes of a segment before it counts.
    private static let provisional = 3
    /// Metres from the frame's origin before it moves along: lengths are a millionth short there.
    private static let reach = 10_000.0

    /// The first fixes disagree about the place, not about the speed.
    private mutating func restart() {
        let provisional = reckoner?.isBySpeed == true ? reckoner?.estimate.distance ?? published : published
        finish()
        reached = max(published, provisional)
    }

    // From outside

    /// The flight begins: what has been gone before is none of it.
    mutating func beginFlight() {
        published = 0
        isHeld = false
        legacy = Reckoner.Legacy(noise: legacy.noise)
        reckoner?.beginFlight()
        settling = nil
        reached = 0
    }

    /// The flight holds: its distance is not handed out, and what is gone now is no part of its error.
    mutating func hold() {
        isHeld = true
        reckoner?.hold()
    }

    mutating func resume() {
        isHeld = false
        reckoner?.resumeFlight()
    }

    /// Ends the segment: whatever comes next has to agree with itself first, and nothing is counted across.
    mutating func breakSegment() {
        finish()
        reached = 0
        settling = nil
        point = nil
        speed = nil
        pending = .zero
        newest = nil
    }

    private mutating func finish() {
        guard let reckoner else { return }
        legacy = reckoner.legacy
        self.reckoner = nil
    }

    /// Forgets the smoothed speed, for fixes have ceased to come. Whether the runner is in motion is forgotten when the
    /// gap proves to be one: what is withheld until that is certain would be lost with each of many short interruptions.
    mutating func forgetSpeed() {
        speed = nil
    }
}
