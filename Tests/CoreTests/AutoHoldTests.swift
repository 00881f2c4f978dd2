// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayCore
import RunwayModel
import Testing

struct AutoHoldTests {
    private func flying(_ autoHold: Bool = true, speed: Double = 3, spec: String? = nil) -> Pilot {
        var pilot = Pilot(configuration: FlightConfiguration(autoHold: autoHold))
        pilot.run(speed, for: 10)
        pilot.start(spec)
        pilot.run(speed, for: 60)
        return pilot
    }

    private func active(_ pilot: Pilot) -> Double {
        pilot.splits.reduce(0) { $0 + $1.duration.rawValue }
    }

    private func changes(_ pilot: Pilot) -> [(to: Phase, hold: HoldReason?, at: Double)] {
        pilot.events.compactMap { event in
            guard case .phase(_, let to, let hold) = event.body else { return nil }
            return (to, hold, Double(event.at.nanoseconds) / 1e9)
        }
    }

    @Test func aTrafficLightIsNoTimeOfTheRun() {
        var pilot = flying()
        pilot.run(0, for: 30)
        #expect(pilot.computer.phase == .holding)
        #expect(pilot.state.hold == .auto)
        #expect(pilot.calls.contains(.hold))
        pilot.run(3, for: 60)
        #expect(pilot.computer.phase == .cruise)
        #expect(pilot.state.hold == nil)
        pilot.command(.stop)
        let changes = changes(pilot)
        #expect(changes.map(\.to) == [.takeoff, .cruise, .holding, .cruise, .touchdown])
        #expect(changes.map(\.hold) == [nil, nil, .auto, .auto, nil])
        // It stood from 70 s to 100 s; speeds say so to a second or two.
        #expect(abs(changes[2].at - 70) <= 3)
        #expect(abs(changes[3].at - 100) <= 1)
        #expect(abs(active(pilot) - 120) <= 4)
        #expect(pilot.summary?.elapsed == Seconds(150))
        #expect(abs((pilot.summary?.distance.rawValue ?? 0) - 360) < 5)
        #expect(abs((pilot.summary?.moving.rawValue ?? 0) - 120) < 4)
    }

    @Test func itIsOffUnlessAskedFor() {
        var pilot = flying(false)
        pilot.run(0, for: 60)
        #expect(pilot.computer.phase == .cruise)
        #expect(!FlightConfiguration().autoHold)
    }

    /// At each of these speeds, with the noise of a receiver's Doppler, for half an hour.
    @Test(arguments: [0.8, 0.9, 1.2, 2.5])
    func whoWalksIsNeverHeld(_ speed: Double) {
        var pilot = flying(speed: speed)
        for second in 0..<1800 {
            pilot.time += 1
            pilot.way += speed
            let noise = [0.15, -0.2, 0.05, 0.2, -0.15, -0.05, 0.1, -0.1][second * 5 % 8]
            pilot.submit(.fix(pilot.fix(speed: speed + noise)))
        }
        #expect(pilot.phases == [.takeoff, .cruise])
    }

    @Test(arguments: [0.8, 1.5])
    func whoWalksIsNotHeldByAReceiverWithoutSpeedEither(_ speed: Double) {
        var pilot = Pilot(configuration: FlightConfiguration(autoHold: true))
        pilot.run(speed, for: 30, doppler: false)
        pilot.start()
        pilot.run(speed, for: 600, doppler: false)
        #expect(pilot.phases == [.takeoff, .cruise])
    }

    @Test(arguments: [0.8, 1.4, 3])
    func whoMovesOnIsNotHeldAnyLonger(_ speed: Double) {
        var pilot = flying()
        pilot.run(0, for: 30)
        let before = pilot.distance
        pilot.run(speed, for: 20)
        #expect(pilot.computer.phase == .cruise)
        #expect(abs(pilot.distance - before - speed * 20) < speed * 1.5)
    }

    @Test func aShortStopIsNoHold() {
        var pilot = flying()
        for _ in 0..<10 {
            pilot.run(0, for: 5)
            pilot.run(3, for: 20)
        }
        #expect(pilot.phases == [.takeoff, .cruise])
    }

    @Test func aTwitchIsNoMotion() {
        var pilot = flying()
        pilot.run(0, for: 30)
        for _ in 0..<5 {
            pilot.run(1.5, for: 1)
            pilot.run(0, for: 10)
        }
        #expect(pilot.computer.phase == .holding)
    }

    @Test func lostPositionsNeitherHoldNorGoOn() {
        var pilot = flying()
        pilot.wait(120)
        #expect(pilot.computer.phase == .cruise)
        pilot.run(3, for: 20)
        pilot.run(0, for: 30)
        #expect(pilot.computer.phase == .holding)
        pilot.wait(60)
        #expect(pilot.computer.phase == .holding)
        // Back at another place: it was carried, or moved unseen. Only motion that is seen ends a hold.
        pilot.way += 150
        pilot.run(0, for: 10)
        #expect(pilot.computer.phase == .holding)
        pilot.run(3, for: 5)
        #expect(pilot.computer.phase == .cruise)
    }

    @Test func standingBeforeAndAfterAGapDoesNotAddUp() {
        var pilot = flying()
        pilot.run(0, for: 6)
        pilot.wait(60)
        pilot.run(0, for: 5)
        #expect(pilot.computer.phase == .cruise)
    }

    @Test func aHoldByHandIsNeverEndedByMotion() {
        var pilot = flying()
        pilot.command(.hold)
        pilot.run(0, for: 30)
        pilot.run(3, for: 60)
        #expect(pilot.computer.phase == .holding)
        #expect(pilot.state.hold == .hand)
        pilot.command(.hold)
        #expect(pilot.refusals == [.alreadyHolding])
    }

    @Test func aHoldByItselfCanBeMadeOneByHand() {
        var pilot = flying()
        pilot.run(0, for: 30)
        pilot.command(.hold)
        #expect(pilot.refusals.isEmpty)
        #expect(pilot.state.hold == .hand)
        pilot.run(3, for: 60)
        #expect(pilot.computer.phase == .holding)
        pilot.command(.resume)
        pilot.run(3, for: 60)
        pilot.command(.stop)
        // Held from when it stood, as it was by itself.
        #expect(abs(active(pilot) - 120) <= 3)
    }

    @Test func whoGoesOnByHandIsHeldAgainOnlyAfterMotion() {
        var pilot = flying()
        pilot.run(0, for: 30)
        pilot.command(.resume)
        #expect(pilot.computer.phase == .cruise)
        pilot.run(0, for: 60)
        #expect(pilot.computer.phase == .cruise)
        pilot.run(3, for: 10)
        pilot.run(0, for: 30)
        #expect(pilot.computer.phase == .holding)
    }

    @Test func whoStandsAtTheStartIsNotHeldBeforeHeHasRun() {
        var pilot = Pilot(configuration: FlightConfiguration(autoHold: true))
        pilot.run(0, for: 30)
        pilot.start()
        pilot.run(0, for: 60)
        #expect(pilot.computer.phase == .cruise)
    }

    @Test func aStopInItLands() {
        var pilot = flying()
        pilot.run(0, for: 60)
        pilot.command(.stop)
        #expect(pilot.computer.phase == .touchdown)
        #expect(abs(active(pilot) - 60) <= 3)
        #expect(pilot.state.hold == nil)
    }

    @Test func aLapWhileStandingStaysWhereItWasAndTheHoldBeginsThere() {
        var pilot = flying()
        pilot.run(0, for: 5)
        pilot.command(.lap)
        pilot.run(0, for: 30)
        #expect(pilot.computer.phase == .holding)
        pilot.run(3, for: 60)
        pilot.command(.lap)
        pilot.run(3, for: 1)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.lap, .lap, .end])
        #expect(abs(pilot.splits[0].duration.rawValue - 65) < 1e-6)
        #expect(abs(pilot.splits[1].duration.rawValue - 60) <= 1)
        #expect(pilot.splits.allSatisfy { $0.duration > .zero })
    }

    @Test func aLapInItEndsTheSplit() {
        var pilot = flying()
        pilot.run(0, for: 30)
        pilot.command(.lap)
        pilot.run(0, for: 10)
        #expect(pilot.splits.map(\.ending) == [.lap])
        #expect(abs(pilot.splits[0].duration.rawValue - 60) <= 3)
        pilot.run(3, for: 60)
        pilot.command(.stop)
        #expect(abs(active(pilot) - 120) <= 4)
    }

    @Test func nothingIsCalledWhileItHolds() {
        var pilot = flying(speed: 3.333, spec: "pace=5:00,tolerance=15")
        pilot.run(0, for: 30)
        #expect(!pilot.calls.contains(.sinkRate) && pilot.ended.isEmpty)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.state.inhibits.contains(.holding))
    }

    @Test func aRestartLeavesItAsItWas() {
        var pilot = flying()
        pilot.run(0, for: 30)
        pilot.time += 20
        pilot.submit(.restart(Restart(boot: "b", rebooted: false, gap: Seconds(20), offset: .zero)))
        #expect(pilot.state.hold == .auto)
        pilot.run(0, for: 10)
        #expect(pilot.computer.phase == .holding)
        pilot.submit(.restart(Restart(boot: "c", rebooted: true, gap: nil, offset: .zero)))
        pilot.submit(.gap(Seconds(600)))
        pilot.run(3, for: 60)
        #expect(pilot.computer.phase == .cruise)
        pilot.command(.stop)
        #expect(abs(active(pilot) - 120) <= 5)
        #expect(abs((pilot.summary?.elapsed.rawValue ?? 0) - 780) < 1)
    }

    @Test func turnedOffInItMotionStillEndsIt() {
        var pilot = flying()
        pilot.run(0, for: 30)
        pilot.submit(.configuration(FlightConfiguration()))
        pilot.run(3, for: 10)
        #expect(pilot.computer.phase == .cruise)
        pilot.run(0, for: 60)
        #expect(pilot.computer.phase == .cruise)
    }

    @Test func fastAndSlowReceiversAgree() {
        for step in [0.1, 0.2, 1, 2] {
            var pilot = Pilot(configuration: FlightConfiguration(autoHold: true))
            pilot.run(3, for: 10, step: step)
            pilot.start()
            pilot.run(3, for: 60, step: step)
            pilot.run(0, for: 40, step: step)
            pilot.run(3, for: 60, step: step)
            pilot.command(.stop)
            #expect(pilot.phases == [.takeoff, .cruise, .holding, .cruise, .touchdown])
            #expect(abs(active(pilot) - 120) <= 5)
            #expect(abs((pilot.summary?.distance.rawValue ?? 0) - 360) < 8)
        }
    }
}
