// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Finds out from measured steps when the runner ceased to move and when he began again.
///
/// Two thresholds, each with a dwell, and both findings are dated back to where it began. It judges by what the steps add
/// to the way, for that is what counts; the smoothed speed has only to bear it out. Lost positions say nothing: a gap
/// begins all anew. Standing is found only after motion was, so that nobody is held who has not begun to run.
struct StandingWatch: Codable, Sendable {
    enum Finding: Sendable {
        case nothing
        /// The runner has stood since.
        case standing(since: Instant)
        /// He moves, and this is the way since he began to.
        case moving(NavigationStep)
    }

    /// What has been gone since the last step that was none.
    private struct Run: Codable {
        var from: Instant
        var to: Instant
        var distance: Metres
        var moving: Seconds
    }

    private var wasMoving = false
    private var stoodSince: Instant?
    /// Since when the smoothed speed is that of a standing runner.
    private var slowSince: Instant?
    private var run: Run?
    private var last: Instant?

    /// Slower is standing. A slow walk is 0.8 m/s, and is measured to 0.2 m/s or better.
    private static let standing = MetresPerSecond(0.5)
    /// In the mean of a run at least this is motion: below a slow walk, above what is standing.
    private static let going = MetresPerSecond(0.7)
    /// Longer than a stumble or the loss of a few fixes' speed, shorter than a traffic light. It costs nothing, for it is
    /// credited back.
    private static let standDwell = Seconds(8)
    /// Positions without a speed add to the way in leaps, at a slow walk every 8 s; the smoothed speed ceases 2 s before.
    private static let slowDwell = Seconds(3)
    /// Longer than one wrong speed.
    private static let goDwell = Seconds(2)

    /// Takes a step. - Parameter speed: smoothed, after it; nil when it is not known.
    mutating func take(_ step: NavigationStep, speed: MetresPerSecond?) -> Finding {
        if step.isEstimated || last.map({ $0 < step.from }) ?? false { interrupt() }
        last = step.to
        guard !step.isEstimated, let speed else { return .nothing }
        slowSince = speed < StandingWatch.standing ? slowSince ?? step.to : nil
        // Way that was withheld until motion was certain comes with a longer time than the step has.
        let time = max(step.to - step.from, step.moving)
        guard time > .zero, step.distance.rawValue / time.rawValue >= StandingWatch.standing.rawValue else {
            return stand(step)
        }
        return go(step, over: time)
    }

    /// All begins anew, and standing is found only after the next motion.
    mutating func expectMotion() {
        self = StandingWatch()
    }

    private mutating func interrupt() {
        stoodSince = nil
        slowSince = nil
        run = nil
    }

    private mutating func stand(_ step: NavigationStep) -> Finding {
        run = nil
        let since = stoodSince ?? step.from
        stoodSince = since
        guard wasMoving, step.to - since >= StandingWatch.standDwell, let slowSince,
            step.to - slowSince >= StandingWatch.slowDwell
        else { return .nothing }
        wasMoving = false
        return .standing(since: since)
    }

    private mutating func go(_ step: NavigationStep, over time: Seconds) -> Finding {
        stoodSince = nil
        var run = run ?? Run(from: step.to - time, to: step.from, distance: .zero, moving: .zero)
        run.to = step.to
        run.distance += step.distance
        run.moving += step.moving
        let length = run.to - run.from
        guard length >= StandingWatch.goDwell, run.distance.rawValue / length.rawValue >= StandingWatch.going.rawValue
        else {
            self.run = run
            return .nothing
        }
        self.run = nil
        wasMoving = true
        return .moving(
            NavigationStep(
                from: run.from, to: run.to, distance: run.distance, moving: run.moving, isEstimated: false))
    }
}
