// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import RunwayModel
import Testing

/// What others call, on runs whose calls can be reckoned by hand. The band is 5:00 ± 15 s: 3.509 and 3.175 m/s.
struct AlertRuleTests {
    private static let target = 1000.0 / 300

    private struct Call: Equatable {
        var kind: GPWSState
        var time: Double

        init(_ kind: GPWSState, _ time: Double) {
            (self.kind, self.time) = (kind, (time * 1e6).rounded() / 1e6)
        }
    }

    /// Eastwards with a fix a second, each a speed's length from the one before, and with this Doppler speed.
    private func track(_ speeds: [Double], error: Double = 3, interval: Double = 1) -> [Observation] {
        var x = 0.0
        return speeds.enumerated().map { index, speed in
            if index > 0 { x += speed * interval }
            var fix = Fix(receiver: "a", mode: .threeDimensional)
            fix.speed = MetresPerSecond(speed)
            (fix.eastError, fix.northError) = (Metres(error), Metres(error))
            let time = Double(index) * interval
            return Observation(fix, at: Instant(nanoseconds: Int64(time * 1e9)), time: time, point: (x, 0))
        }
    }

    private func steady(_ speed: Double, _ count: Int) -> [Double] { [Double](repeating: speed, count: count) }

    private func calls(_ rule: some AlertRule, _ track: [Observation]) -> [Call] {
        var rule = rule
        return track.compactMap { observation in rule.take(observation).map { Call($0, observation.time) } }
    }

    @Test func runnerUpLooksEveryHalfMinute() {
        #expect(
            calls(RunnerUpCoach(), track(steady(3, 100)))
                == [Call(.sinkRate, 21), Call(.sinkRate, 52), Call(.sinkRate, 83)])
        #expect(calls(RunnerUpCoach(), track(steady(AlertRuleTests.target, 100))).isEmpty)
        // The paces of seconds 33 to 52: seventeen have the long step in their 20 s, and 230.8 s/km.
        var speeds = steady(AlertRuleTests.target, 100)
        speeds[30] += 20
        #expect(calls(RunnerUpCoach(), track(speeds)) == [Call(.overspeed, 52)])
    }

    /// Two paces of 146.3 s/km among the twenty: the mean of all is 284.6, without the extremes it is 291.5; three of
    /// them, and it is 282.9.
    @Test(arguments: [(51, false), (50, true)])
    func runnerUpLeavesOutTheExtremes(_ second: Int, _ isCalled: Bool) {
        var speeds = steady(AlertRuleTests.target, 53)
        speeds[second] += 70
        #expect(calls(RunnerUpCoach(), track(speeds)) == (isCalled ? [Call(.overspeed, 52)] : []))
    }

    /// Four of seven steps at 3.7 m/s are faster than the band: those to second 24, which are looked at from second 25 on.
    @Test func laufheldenCallsTheNinthInARow() {
        let start = steady(AlertRuleTests.target, 21)
        #expect(calls(LaufheldenAlerts(), track(start + steady(3.7, 30))) == [Call(.overspeed, 33)])
        // Not if one in between is inside.
        let short = start + steady(3.7, 8) + steady(AlertRuleTests.target, 8) + steady(3.7, 8) + start
        #expect(calls(LaufheldenAlerts(), track(short)).isEmpty)
        // Nothing is as fast as can be until there are two fixes; nor does a poor position count.
        #expect(calls(LaufheldenAlerts(), track(steady(3.7, 9))) == [Call(.overspeed, 8)])
        #expect(calls(LaufheldenAlerts(), track(steady(3.7, 60), error: 22)).isEmpty)
    }

    @Test func laufheldenCallsAgainAfterAReturn() {
        let (start, fast) = (steady(AlertRuleTests.target, 21), steady(3.7, 30))
        // Four steps bring it in and four take it out again: inside it is as long as the runner is on target.
        for (seconds, calls) in [(8, 1), (9, 2), (30, 2)] {
            let track = track(start + fast + steady(AlertRuleTests.target, seconds) + fast)
            #expect(self.calls(LaufheldenAlerts(), track).count == calls)
        }
        let slow = track(start + fast + steady(2.9, 30))
        #expect(calls(LaufheldenAlerts(), slow).map(\.kind) == [.overspeed, .sinkRate])
    }

    /// 3.7 less what is left of the step after four seconds, 0.164, is faster than the band; five seconds later it is called.
    @Test func anAverageDwells() {
        let start = steady(AlertRuleTests.target, 21)
        #expect(calls(AverageAndDwell(), track(start + steady(3.7, 30))) == [Call(.overspeed, 29)])
        #expect(calls(AverageAndDwell(), track(start + steady(3.7, 6) + start)).isEmpty)
        #expect(calls(AverageAndDwell(), track(start + steady(2.9, 30))).map(\.kind) == [.sinkRate])
        // The same at five fixes a second: 3.24 s until it is off.
        let often = steady(AlertRuleTests.target, 101) + steady(3.7, 150)
        #expect(calls(AverageAndDwell(), track(often, interval: 0.2)) == [Call(.overspeed, 28.4)])
    }

    /// Back is 2 % inside: 3.439 m/s.
    @Test(arguments: [(3.45, 1), (3.42, 2)])
    func anAverageHasHysteresis(_ speed: Double, _ count: Int) {
        let fast = steady(3.7, 30)
        let track = track(steady(AlertRuleTests.target, 21) + fast + steady(speed, 40) + fast)
        #expect(calls(AverageAndDwell(), track).count == count)
    }

    /// 3.7 m/s are 11 % too fast, which is 6 % beyond the band: 0.24 after four seconds; 3.05 m/s are 8.5 % too slow.
    @Test func aSumPassesItsThreshold() {
        let start = steady(AlertRuleTests.target, 21)
        #expect(calls(PlainCUSUM(threshold: 0.2), track(start + steady(3.7, 60))) == [Call(.overspeed, 24)])
        #expect(calls(PlainCUSUM(threshold: 0.2), track(start + steady(3.05, 60))) == [Call(.sinkRate, 26)])
        #expect(calls(PlainCUSUM(threshold: 0.5), track(start + steady(3.7, 60))) == [Call(.overspeed, 29)])
        #expect(calls(PlainCUSUM(threshold: 0.2), track(start + steady(3.5, 600))).isEmpty)
        let often = track(steady(AlertRuleTests.target, 101) + steady(3.7, 150), interval: 0.2)
        #expect(calls(PlainCUSUM(threshold: 0.21), often) == [Call(.overspeed, 23.6)])
    }

    /// On target 0.05 a second are taken from the sum.
    @Test func aSumIsCalledAgainOnlyFromNothing() {
        let fast = steady(3.7, 60)
        for (seconds, count) in [(3, 1), (5, 2)] {
            let track = track(fast + steady(AlertRuleTests.target, seconds) + fast)
            #expect(calls(PlainCUSUM(threshold: 0.2), track).count == count)
        }
    }

    @Test func phonesHaveAFixASecond() {
        let slow = AlertRun(AlertRun.Setup(noise: 0.1, rate: 5), seed: 2)
        let calls = LaufheldenAlerts().calls(in: slow) + RunnerUpCoach().calls(in: slow)
        #expect(!calls.isEmpty && calls.allSatisfy { $0.time == $0.time.rounded() })
    }
}
