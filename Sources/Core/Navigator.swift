// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What one accepted fix adds to the way.
struct NavigationStep: Sendable {
    /// The receive times of the fixes that it lies between.
    var from: Instant
    var to: Instant
    var distance: Metres
    /// Time in motion on measured positions; none in a gap.
    var moving: Seconds
    /// Bridged over a gap in a straight line.
    var isEstimated: Bool
}

/// Turns fixes into distance and speed: Doppler first, positions as its check and where there is no Doppler.
///
/// Positions are never summed raw. A jump is not believed until fixes agree on the new place, and no distance is counted
/// across it. The first fixes of a segment are provisional: they count once three in a row agree.
struct Navigator: Codable, Sendable {
    /// Why a fix added nothing. The raw value is the reason code.
    enum Rejection: String, Sendable {
        case noPosition, poorAccuracy, sameEpoch, jump, provisional
    }

    enum Outcome: Sendable {
        case step(NavigationStep)
        case rejected(Rejection)
    }

    struct Point: Codable, Sendable {
        var place: Place
        var speed: MetresPerSecond?
        var at: Instant
        /// Since the point before it, by the time rule.
        var interval: Seconds
        /// The estimated horizontal error; 0 when the receiver tells none.
        var error: Metres
    }

    /// Counts up whenever the way is interrupted: the track has a gap there.
    private(set) var segment = 0
    /// The newest accepted point.
    private(set) var point: Point?
    /// Smoothed; nil without recent points.
    private(set) var speed: MetresPerSecond?

    private var receiver: String?
    private var clock = EpochClock()
    /// Points that agree with each other but not yet with the way: the start of a new segment, if they go on.
    private var candidates: [Point] = []
    /// Time since `point`, over fixes that were rejected.
    private var pending = Seconds.zero
    private var motion = MotionGate()
    /// From where the next step is measured when there is no Doppler.
    private var ruler: Point?
    private var check: Check?

    /// From where Doppler is checked against positions, and what has been counted since.
    private struct Check: Codable {
        var from: Point
        var counted = Metres.zero
        /// How many positions in a row have been too far away: one alone is an outlier.
        var excesses = 0
    }

    /// The pace of the smoothed speed; nil while standing.
    var pace: SecondsPerKilometre? { speed?.pace }

    /// How long fixes may fail to come before the way has a gap.
    var gapLimit: Seconds { max(Seconds(5), (clock.interval ?? .zero) * 3) }

    mutating func take(_ fix: Fix, at now: Instant) -> Outcome {
        if fix.receiver != receiver {
            receiver = fix.receiver
            breakSegment()
            clock.reset()
        }
        guard let position = fix.position else { return .rejected(.noPosition) }
        let interval = clock.advance(epoch: fix.time, at: now)
        if let interval, interval <= .zero { return .rejected(.sameEpoch) }
        pending = pending + (interval ?? .zero)
        let error = fix.horizontalError ?? max(fix.eastError ?? .zero, fix.northError ?? .zero)
        guard error <= Navigator.worstError else { return .rejected(.poorAccuracy) }
        let place = Place(latitude: position.latitude, longitude: position.longitude)
        let new = Point(place: place, speed: plausibleSpeed(fix), at: now, interval: interval ?? .zero, error: error)
        guard let last = point else { return acquire(new) }
        if pending > gapLimit { return bridge(from: last, to: new) }
        guard Navigator.canReach(new, from: last, in: pending) else {
            let outcome = acquire(new)
            if case .rejected = outcome { return .rejected(.jump) }
            return outcome
        }
        candidates = []
        return .step(advance(from: last, to: new, over: pending))
    }

    /// Ends the segment: whatever comes next has to agree with itself first, and nothing is counted across.
    mutating func breakSegment() {
        point = nil
        candidates = []
        pending = .zero
        forgetMotion()
    }

    /// Forgets the smoothed speed, for fixes have ceased to come. Whether the runner is in motion is forgotten when the
    /// gap proves to be one: what is withheld until that is certain would be lost with each of many short interruptions.
    mutating func forgetSpeed() {
        speed = nil
    }

    private mutating func forgetMotion() {
        speed = nil
        motion = MotionGate()
        ruler = nil
        check = nil
    }

    /// One ordinary step between two points of a segment.
    private mutating func advance(from last: Point, to new: Point, over interval: Seconds) -> NavigationStep {
        var step = NavigationStep(from: last.at, to: new.at, distance: .zero, moving: .zero, isEstimated: false)
        // A speed that one fix lacks is that of its neighbour.
        if let before = last.speed ?? new.speed, let after = new.speed ?? last.speed {
            let way = Metres((before.rawValue + after.rawValue) / 2 * interval.rawValue)
            let credit = motion.take(speed: after, way: way, over: interval)
            step.distance = credit.distance
            step.moving = credit.time
            smooth(motion.isMoving ? after : .zero, over: interval)
            ruler = nil
            correct(&step, from: last, to: new, over: interval)
        } else {
            // Without Doppler: only what exceeds the scatter of positions counts, and it counts whole.
            let start = ruler ?? last
            let way = start.place.distance(to: new.place)
            if way >= Navigator.scatter {
                step.distance = way
                step.moving = new.at - start.at
                smooth(MetresPerSecond(way.rawValue / max(0.1, (new.at - start.at).rawValue)), over: new.at - start.at)
                ruler = new
            } else {
                ruler = start
                if new.at - start.at > Seconds(10) { smooth(.zero, over: interval) }
            }
        }
        point = new
        pending = .zero
        return step
    }

    /// Nobody is farther from where he was than he has gone: where positions say so beyond their scatter, the receiver's
    /// speed is wrong (a log that runs on another sensor's, for one), and the way between the positions counts.
    private mutating func correct(_ step: inout NavigationStep, from last: Point, to new: Point, over interval: Seconds)
    {
        let start = check ?? Check(from: last)
        let counted = start.counted + step.distance
        let way = start.from.place.distance(to: new.place)
        let time = new.at - start.from.at
        if way > counted + Navigator.scatter * 2 {
            guard start.excesses >= 2 else {
                check = Check(from: start.from, counted: counted, excesses: start.excesses + 1)
                return
            }
            step.distance += way - counted
            step.moving = min(max(step.moving, time), gapLimit)
            smooth(MetresPerSecond(way.rawValue / max(0.1, time.rawValue)), over: time)
            check = Check(from: new)
        } else {
            check = time > Navigator.checkSpan ? Check(from: new) : Check(from: start.from, counted: counted)
        }
    }

    /// Waits for three points that agree, then begins a segment with them and credits their way.
    private mutating func acquire(_ new: Point) -> Outcome {
        if let last = candidates.last, !Navigator.canReach(new, from: last, in: new.at - last.at) {
            candidates = []
        }
        candidates.append(new)
        guard candidates.count >= 3 else { return .rejected(.provisional) }
        let points = candidates
        breakSegment()
        segment += 1
        var whole = NavigationStep(
            from: points[0].at, to: new.at, distance: .zero, moving: .zero, isEstimated: false)
        point = points[0]
        for (last, next) in zip(points, points.dropFirst()) {
            let interval = next.interval > .zero ? next.interval : next.at - last.at
            let step = advance(from: last, to: next, over: interval)
            whole.distance += step.distance
            whole.moving += step.moving
        }
        return .step(whole)
    }

    /// Fixes are back after a gap. A straight line is believed when a runner could have run it.
    private mutating func bridge(from last: Point, to new: Point) -> Outcome {
        let way = last.place.distance(to: new.place)
        let time = pending
        let noise = max(Navigator.scatter, last.error + new.error)
        guard way.rawValue <= Navigator.fastestBridge.rawValue * time.rawValue + Navigator.scatter.rawValue else {
            breakSegment()
            return acquire(new)
        }
        segment += 1
        forgetMotion()
        point = new
        pending = .zero
        candidates = []
        if let speed = new.speed { smooth(speed, over: Seconds(1)) }
        return .step(
            NavigationStep(
                from: last.at, to: new.at, distance: way >= noise ? way : .zero, moving: .zero,
                isEstimated: true))
    }

    /// Positions of a good receiver scatter by less than this from fix to fix (B31, B73 of the field's reports).
    private static let scatter = Metres(10)
    /// No runner is faster over more than a moment.
    private static let fastest = MetresPerSecond(12)
    /// The mean over a gap: the pace of the fastest kilometre ever run.
    private static let fastestBridge = MetresPerSecond(7.6)
    /// Beyond it a position says too little: five times what gpsd makes of a HDOP of 1.
    private static let worstError = Metres(100)
    /// Over how long Doppler is checked: long enough to show a runner, too short for a standing receiver's drift.
    private static let checkSpan = Seconds(20)
    /// Time constant of the smoothed speed.
    private static let smoothing = Seconds(3)

    /// The Doppler speed, unless it is beyond anything on the ground.
    private func plausibleSpeed(_ fix: Fix) -> MetresPerSecond? {
        guard let speed = fix.speed, (0...60).contains(speed.rawValue) else { return nil }
        return speed
    }

    private static func canReach(_ new: Point, from last: Point, in interval: Seconds) -> Bool {
        let measured = max(last.speed ?? .zero, new.speed ?? .zero)
        let limit = max(fastest, measured * 1.5)
        let way = last.place.distance(to: new.place)
        let isNearEnough = way.rawValue <= limit.rawValue * interval.rawValue + 1.5 * scatter.rawValue
        // A Doppler speed that no runner has must be borne out by the positions.
        let isBorneOut = measured <= fastest || way.rawValue >= 0.5 * measured.rawValue * interval.rawValue
        return isNearEnough && isBorneOut
    }

    private mutating func smooth(_ new: MetresPerSecond, over interval: Seconds) {
        let weight = interval / (interval + Navigator.smoothing)
        speed = speed.map { $0 + (new - $0) * weight } ?? new
    }
}
