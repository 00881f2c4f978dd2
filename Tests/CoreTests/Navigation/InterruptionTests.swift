// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// Restarts, gaps and holds that meet each other.
struct InterruptionTests {
    private func flying() -> Pilot {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 30)
        return pilot
    }

    @Test func aShortRestartIsAGapLikeAnyOther() {
        for gap in [2.0, 60] {
            var pilot = flying()
            pilot.beat(150)
            pilot.time += gap
            pilot.way += 3 * gap
            let restarted = pilot.now
            pilot.submit(.restart(Restart(boot: "b", rebooted: false, gap: Seconds(gap), offset: .zero)))
            pilot.run(3, for: 30)
            #expect(abs(pilot.distance - (60 + gap) * 3) < 4)
            // Nobody missed anything while the program was away.
            #expect(!pilot.calls.contains(.positionLost))
            // The strap does not come back, and is given ten seconds to.
            let lost = pilot.events.filter { event in
                if case .annunciation(let call) = event.body { call.kind == .heartRateLost } else { false }
            }
            #expect(lost.map(\.at) == [restarted + Seconds(10)])
            #expect(pilot.calls.filter { $0 == .resumed }.count == 1)
        }
    }

    /// A program that crashes every second, or a link that does, still gets all of the way.
    @Test(arguments: [true, false])
    func manyShortInterruptionsLoseNothing(_ isRestart: Bool) {
        var pilot = flying()
        for _ in 0..<60 {
            pilot.time += 0.3
            pilot.way += 0.9
            if isRestart {
                pilot.submit(.restart(Restart(boot: "b", rebooted: false, gap: Seconds(0.3), offset: .zero)))
            } else {
                pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
            }
            pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
            pilot.run(3, for: 0.4, step: 0.2)
        }
        pilot.run(3, for: 10)
        #expect(abs(pilot.distance - pilot.way + 30) < 4)
        #expect(abs((pilot.state.flight?.speed?.rawValue ?? 0) - 3) < 0.01)
    }

    @Test func aHoldInATunnelTakesOnlyItsOwnShare() {
        var pilot = flying()
        pilot.time += 50
        pilot.way += 150
        pilot.command(.hold)
        pilot.time += 2
        pilot.command(.resume)
        pilot.time += 8
        pilot.way += 24
        pilot.run(3, for: 30)
        // 30 s, then 177 m in 61 s of which 2 s were held, then 29 s.
        // The speed at both ends is a witness beside the straight line.
        #expect(abs(pilot.distance - (90 + 177 * 59 / 61 + 87)) < 4)
        pilot.command(.stop)
        #expect(abs((pilot.splits.last?.duration.rawValue ?? 0) - 118) < 0.01)
    }

    @Test func aGapThatLayInAHoldIsNoActiveTime() {
        for endsHold in [true, false] {
            var pilot = flying()
            pilot.command(.hold)
            pilot.submit(.restart(Restart(boot: "b", rebooted: true, gap: nil, offset: .zero)))
            pilot.time += 10
            if endsHold { pilot.command(.resume) }
            pilot.submit(.gap(Seconds(3600)))
            if !endsHold { pilot.command(.resume) }
            pilot.run(3, for: 30)
            pilot.command(.stop)
            #expect(abs((pilot.summary?.elapsed.rawValue ?? 0) - 3670) < 0.01)
            #expect(abs((pilot.splits.last?.duration.rawValue ?? 0) - 60) < 0.01)
        }
    }

    @Test func theGapIsToldByTheFirstTrustedClock() {
        var pilot = flying()
        pilot.submit(.restart(Restart(boot: "b", rebooted: true, gap: nil, offset: .zero)))
        #expect(pilot.computer.missingGap(at: pilot.now) == nil)
        pilot.epochOffset = 500
        pilot.run(3, for: 3)
        #expect(pilot.computer.missingGap(at: pilot.now) == nil)
        pilot.run(3, for: 5)
        #expect(abs((pilot.computer.missingGap(at: pilot.now)?.rawValue ?? 0) - 500) < 0.01)
    }

    @Test(arguments: [2, 5, 10])
    func fixesWithoutASpeedLoseNothing(_ every: Int) {
        var pilot = Pilot()
        pilot.run(1.5, for: 10)
        pilot.start()
        for second in 1...600 { pilot.run(1.5, for: 1, doppler: second % every != 0) }
        #expect(abs(pilot.distance - 900) < 2)
    }

    @Test(arguments: [22.0, 24, 26])
    func oneOutlierAddsNothing(_ metres: Double) {
        var pilot = flying()
        for _ in 0..<5 {
            pilot.time += 1
            pilot.way += 3
            let place = pilot.way
            pilot.way += metres
            pilot.submit(.fix(pilot.fix(speed: 3)))
            pilot.way = place
            pilot.run(3, for: 19)
        }
        #expect(abs(pilot.distance - 390) < 3)
    }

    @Test func aRepeatedEpochThatComesLateTakesNoTime() {
        var pilot = flying()
        for _ in 0..<60 {
            pilot.run(3, for: 1)
            pilot.time += 0.45
            pilot.epochOffset -= 0.45
            pilot.submit(.fix(pilot.fix(speed: 3)))
            pilot.epochOffset += 0.45
            pilot.time -= 0.45
        }
        #expect(abs(pilot.distance - 270) < 1)
    }

    @Test func standingIsNoPace() {
        var pilot = Pilot()
        pilot.run(3.333, for: 20)
        pilot.start("pace=5:00,tolerance=15")
        pilot.run(3.333, for: 20)
        pilot.run(0, for: 120)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.state.inhibits == [.standing])
        #expect(!pilot.calls.contains(.sinkRate))
    }

    /// What a leap has passed is not called any more; that the target is reached is.
    @Test func aLeapOverTheLastMetresCallsTheTargetAlone() {
        var pilot = Pilot()
        pilot.run(3.333, for: 20)
        pilot.start("pace=5:00,distance=200m")
        pilot.run(3.333, for: 30)
        pilot.time += 60
        pilot.way += 200
        pilot.run(3.333, for: 5)
        #expect(!pilot.calls.contains(.minimums))
        #expect(pilot.calls.contains(.targetReached))
        #expect(pilot.withheld.contains(Withheld(.minimums, .overshot)))
    }
}
