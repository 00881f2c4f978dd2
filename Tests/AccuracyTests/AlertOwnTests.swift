// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import RunwayModel
import Testing

/// Our own calls come from the flight computer itself.
struct AlertOwnTests {
    /// Nearly without noise no rule can be mistaken.
    private func calls(step: Double, seed: UInt64, rate: Double = 1) throws -> (AlertRun, [AlertCall]) {
        let run = AlertRun(AlertRun.Setup(noise: 0.01, rate: rate, step: step, wander: 0.1), seed: seed)
        return (run, try OwnAlerts.calls(in: run))
    }

    @Test(arguments: [1, 5] as [Double])
    func onTargetNothingIsCalled(_ rate: Double) throws {
        let (_, calls) = try calls(step: 0, seed: 1, rate: rate)
        #expect(calls.isEmpty)
    }

    @Test(arguments: [(20, .overspeed), (-20, .sinkRate)] as [(Double, GPWSState)])
    func aStepIsCalledAndItsEndIsSeen(_ step: Double, _ kind: GPWSState) throws {
        let (run, calls) = try calls(step: step, seed: 2)
        let call = try #require(calls.first)
        let begin = try #require(run.stepTime)
        #expect(calls.count == 1 && call.kind == kind)
        #expect((0...15).contains(call.time - begin))
        let end = try #require(call.end)
        #expect((0...60).contains(end - begin - AlertRun.timeOff))
    }

    @Test func theSameRunHasTheSameCalls() throws {
        let run = AlertRun(AlertRun.Setup(noise: 0.3, step: 10), seed: 3)
        #expect(try OwnAlerts.calls(in: run) == OwnAlerts.calls(in: run))
    }

    @Test func anOnsetIsCalled() throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let run = HeartRateRun(.onset, seed: seed)
            let score = HeartRateScore(run, try OwnAlerts.calls(in: run))
            #expect(score.stretches == 1 && score.missed == 0)
            #expect(score.median < 30)
        }
    }

    /// The flight computer's deadlines run while the strap is silent.
    @Test func silenceEndsACall() throws {
        var own = OwnAlerts(try HeartRateRun.mission, at: Instant(nanoseconds: 0))
        func at(_ second: Int) -> Instant { Instant(nanoseconds: Int64(second) * 1_000_000_000) }
        for second in 1...60 {
            let rate = BeatsPerMinute(Double(150 + second % 2))
            own.take(.heartRate(HeartRateSample(sensor: "strap", rate: rate)), at: at(second))
        }
        #expect(own.calls.map(\.kind) == [.overspeed] && own.calls.first?.end == nil)
        own.take(.deadline, at: at(120))
        let end = try #require(own.calls.first?.end)
        #expect((61...70).contains(end))
    }
}
