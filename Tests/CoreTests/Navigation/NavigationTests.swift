// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct NavigationTests {
    private func flying() -> Pilot {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        return pilot
    }

    @Test(arguments: [0.1, 0.2, 1, 2, 5])
    func theRateOfTheReceiverDoesNotMatter(_ step: Double) {
        var pilot = Pilot()
        pilot.run(3, for: 30, step: step)
        pilot.start()
        pilot.run(3, for: 300, step: step)
        #expect(abs(pilot.distance - 900) < 1)
        #expect(abs((pilot.state.flight?.speed?.rawValue ?? 0) - 3) < 0.01)
    }

    @Test func withoutDopplerPositionsAreMeasured() {
        var pilot = Pilot()
        pilot.run(3, for: 10, doppler: false)
        pilot.start()
        pilot.run(3, for: 300, doppler: false)
        #expect(abs(pilot.distance - 900) < 15)
    }

    @Test func standingStillAddsNothing() {
        var pilot = flying()
        let before = pilot.distance
        for second in 0..<600 {
            pilot.time += 1
            pilot.way += second.isMultiple(of: 2) ? 2 : -2
            pilot.submit(.fix(pilot.fix(speed: [0.1, 0.3, 0.05, 0.2][second % 4])))
        }
        #expect(pilot.distance - before < 4)
        #expect(pilot.state.flight?.pace == nil)
    }

    @Test func aStartFromStandingIsCreditedWhole() {
        var pilot = Pilot()
        pilot.run(0, for: 30)
        pilot.start()
        pilot.run(3, for: 3)
        #expect(abs(pilot.distance - 7.5) < 0.1)
    }

    @Test func aSingleJumpCountsForNothing() {
        var pilot = flying()
        pilot.run(3, for: 10)
        pilot.time += 1
        pilot.way += 3
        var jump = pilot.fix(speed: 3)
        jump.latitude = Degrees(1)
        pilot.submit(.fix(jump))
        pilot.run(3, for: 10)
        #expect(abs(pilot.distance - 63) < 0.5)
        #expect(pilot.state.reasons["jump"] == 1)
    }

    @Test func aRealJumpBeginsASegmentAndNoDistanceLiesAcross() {
        var pilot = flying()
        pilot.run(3, for: 10)
        let segment = pilot.computer.trackPoint?.segment ?? 0
        pilot.way += 5000
        pilot.run(3, for: 20)
        #expect(pilot.distance < 30 + 60.5)
        #expect(pilot.distance > 30 + 50)
        #expect(pilot.computer.trackPoint?.segment == segment + 1)
    }

    @Test func anotherReceiverBeginsASegment() {
        var pilot = flying()
        pilot.run(3, for: 10)
        pilot.way += 40
        for _ in 0..<10 {
            pilot.time += 1
            pilot.way += 3
            pilot.submit(.fix(pilot.fix(speed: 3, receiver: "b")))
        }
        #expect(abs(pilot.distance - 57) < 0.5)
    }

    @Test func oneEpochIsNeverCountedTwice() {
        var pilot = flying()
        for _ in 0..<60 {
            pilot.run(3, for: 1)
            pilot.time += 0.05
            pilot.epochOffset -= 0.05
            pilot.submit(.fix(pilot.fix(speed: 3)))
            pilot.submit(.fix(pilot.fix(speed: 3)))
            pilot.time -= 0.05
            pilot.epochOffset += 0.05
        }
        #expect(abs(pilot.distance - 180) < 0.5)
    }

    @Test(arguments: [1.0, 2, 18, -1, -2, -18, -7168 * 86400, 7168 * 86400] as [Double])
    func aStepOfTheReceiversClockMakesNoDistance(_ step: Double) {
        var pilot = flying()
        pilot.run(3, for: 30)
        pilot.epochOffset += step
        pilot.run(3, for: 30)
        pilot.epochOffset -= step
        pilot.run(3, for: 30)
        #expect(abs(pilot.distance - 270) < 0.5)
        #expect(pilot.state.flight?.elapsed == Seconds(90))
    }

    @Test func fixesThatWereHeldUpKeepTheirEpochs() {
        var pilot = flying()
        pilot.run(3, for: 30)
        let held = (1...4).map { second -> Fix in
            pilot.way += 3
            pilot.epochOffset = Double(second)
            return pilot.fix(speed: 3)
        }
        pilot.time += 4
        pilot.epochOffset = 0
        for fix in held {
            pilot.submit(.fix(fix))
            pilot.time += 0.001
            pilot.epochOffset -= 0.001
        }
        pilot.run(3, for: 10)
        #expect(abs(pilot.distance - 132) < 0.5)
    }

    /// Epochs that run ahead of real time, each by little, make no way.
    @Test func falseEpochsMakeNoTime() {
        var pilot = flying()
        for _ in 0..<2000 {
            pilot.time += 0.001
            pilot.epochOffset += 0.099
            pilot.submit(.fix(pilot.fix(speed: 3)))
        }
        #expect(pilot.distance < 15)
        #expect((pilot.state.flight?.moving.rawValue ?? 0) < 5)
    }

    @Test func aTunnelIsBridgedAndMarked() {
        var pilot = flying()
        pilot.run(3, for: 10)
        pilot.time += 60
        pilot.way += 180
        pilot.run(3, for: 10)
        #expect(abs(pilot.distance - 240) < 0.5)
        #expect(abs((pilot.state.flight?.moving.rawValue ?? 0) - 19) < 1.1)
        pilot.command(.stop)
        #expect(abs((pilot.summary?.estimated.rawValue ?? 0) - 183) < 0.5)
        #expect(pilot.splits.last?.isEstimated == true)
    }

    @Test func nobodyRunsTenKilometresInAMinute() {
        var pilot = flying()
        pilot.run(3, for: 10)
        pilot.time += 60
        pilot.way += 10_000
        pilot.run(3, for: 20)
        #expect(pilot.distance < 30 + 61)
    }

    @Test func positionsBesideALowModeAreNotUsed() {
        var pilot = flying()
        pilot.run(3, for: 10)
        for _ in 0..<20 {
            pilot.time += 1
            pilot.way += 3
            pilot.submit(.fix(pilot.fix(speed: 3, mode: .noFix)))
        }
        #expect(pilot.state.gps.state == .lost)
        #expect(pilot.state.flight?.pace == nil)
        #expect(abs(pilot.distance - 30) < 0.5)
        #expect(pilot.calls.filter { $0 == .positionLost }.count == 1)
    }

    @Test(arguments: [89.9999, -89.9999, 0, 60] as [Double])
    func placesAreMeasuredNearThePolesToo(_ latitude: Double) {
        var pilot = Pilot()
        var distances: [Double] = []
        for turn in [0.0, 179.9999] {
            pilot = Pilot()
            for second in 0..<100 {
                pilot.time += 1
                // Ten metres a second along the parallel, without Doppler.
                let perDegree = 111_319.49 * max(1e-9, sinOfComplement(latitude))
                var fix = pilot.fix(speed: nil)
                fix.latitude = Degrees(latitude)
                var longitude = turn + Double(second) * 10 / perDegree
                if longitude > 180 { longitude -= 360 }
                fix.longitude = Degrees(longitude)
                if abs(longitude) <= 180 { pilot.submit(.fix(fix)) }
                if second == 10 { pilot.start() }
            }
            distances.append(pilot.distance)
        }
        #expect(abs(distances[0] - distances[1]) < 1)
        if abs(latitude) < 80 { #expect(abs(distances[0] - 880) < 20) }
    }

    private func sinOfComplement(_ latitude: Double) -> Double {
        // cos for the few angles of this test.
        [0.0: 1.0, 60: 0.501_256, 89.9999: 1.745_3e-6, -89.9999: 1.745_3e-6][latitude] ?? 1
    }
}
