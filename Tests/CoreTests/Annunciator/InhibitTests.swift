// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

/// Each reason in the table for which a condition is not judged: with it nothing is lit or called and the levels say
/// why, without it the same flight is called.
struct InhibitTests {
    /// A flight up to where the condition would be called, with the reason there or without it.
    typealias Flight = @Sendable (_ isThere: Bool) -> Pilot

    struct Outcome {
        var lamps: [Annunciation.Kind]
        var calls: [Annunciation.Kind]
        var inhibits: [Inhibit]
    }

    private static func configuration(_ change: (inout FlightConfiguration) -> Void) -> FlightConfiguration {
        var configuration = FlightConfiguration()
        change(&configuration)
        return configuration
    }

    // By pace: 5:00 is 3.33 m/s. Both sides: 2.2 m/s is too slow, 5.2 m/s too fast.

    private static let slow = 2.2
    private static let fast = 5.2

    private static func cruise(_ spec: String, _ configuration: FlightConfiguration = FlightConfiguration()) -> Pilot {
        var pilot = Pilot(configuration: configuration)
        pilot.run(3.333, for: 20)
        pilot.start(spec)
        pilot.run(3.333, for: 40)
        return pilot
    }

    /// - Parameter speed: what would be called.
    private static func byPace(_ inhibit: Inhibit, _ speed: Double, _ isThere: Bool) -> Pilot {
        var pilot: Pilot
        switch inhibit {
        case .holding:
            pilot = cruise("pace=5:00,tolerance=15")
            if isThere { pilot.command(.hold) }
            pilot.run(speed, for: 30)
        case .standing:
            pilot = cruise("pace=5:00,tolerance=15")
            // Slower than any walk, or so that it is one.
            pilot.run(isThere ? 0 : speed, for: 30)
        case .afterRotate:
            pilot = Pilot(configuration: configuration { $0.gpws.grace = Seconds(isThere ? 60 : 0) })
            pilot.run(speed, for: 20)
            pilot.start("pace=5:00,tolerance=15")
            pilot.run(speed, for: 40)
        case .settling:
            pilot = cruise(
                "pace=5:00,tolerance=15", configuration { $0.gpws.settling = Seconds(isThere ? 120 : 0) })
            pilot.command(.hold)
            pilot.run(speed, for: 5)
            pilot.command(.resume)
            pilot.run(speed, for: 40)
        case .stepChange:
            pilot = cruise(
                "100m@pace=5:00 + 20min@pace=5:00", configuration { $0.gpws.settling = Seconds(isThere ? 120 : 0) })
            pilot.run(speed, for: 60)
        case .estimated:
            pilot = cruise("pace=5:00,tolerance=15", configuration { $0.gpws.settling = .zero })
            // One step over a gap, and what follows is measured.
            pilot.time += 20
            pilot.way += speed * 20
            pilot.submit(.fix(pilot.fix(speed: speed)))
            if !isThere { pilot.run(speed, for: 30) }
        case .minimums:
            pilot = cruise(
                "pace=5:00,tolerance=15,distance=200m", configuration { $0.minimums = Metres(isThere ? 60 : 1) })
            pilot.run(3.333, for: 4)
            pilot.run(speed, for: 9)
        case .afterTarget:
            pilot = cruise("pace=5:00,tolerance=15,distance=\(isThere ? 150 : 900)m")
            pilot.run(3.333, for: 10)
            pilot.run(speed, for: 30)
        case .inhibited:
            pilot = cruise("pace=5:00,tolerance=15")
            if isThere { pilot.command(.inhibit(true)) }
            pilot.run(speed, for: 30)
        case .inputLost:
            pilot = cruise("pace=5:00,tolerance=15")
            if isThere { pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down))) }
            for _ in 0..<30 {
                pilot.time += 1
                pilot.way += speed
                if !isThere { pilot.submit(.fix(pilot.fix(speed: speed))) } else { pilot.submit(.deadline) }
            }
        case .notYetInside:
            pilot = Pilot(configuration: configuration { $0.gpws.detector = .band })
            pilot.run(speed, for: 10)
            pilot.start("pace=5:00,tolerance=15")
            if !isThere { pilot.run(3.333, for: 40) }
            pilot.run(speed, for: 40)
        default: pilot = Pilot()
        }
        return pilot
    }

    // By heart rate: 150 is aimed at. 125 is too low, 175 too high.

    private static func beat(_ pilot: inout Pilot, _ rate: Double, for seconds: Int) {
        for second in 0..<seconds {
            pilot.time += 1
            pilot.beat(rate + Double(second % 2))
        }
    }

    /// With the band reached, and the body warm.
    private static func warm(_ spec: String, _ configuration: FlightConfiguration = FlightConfiguration()) -> Pilot {
        var pilot = Pilot(configuration: configuration)
        pilot.start(spec)
        beat(&pilot, 150, for: 20)
        return pilot
    }

    private static func byHeartRate(_ inhibit: Inhibit, _ rate: Double, _ isThere: Bool) -> Pilot {
        var pilot: Pilot
        switch inhibit {
        case .holding:
            pilot = warm("hr=150,tolerance=10")
            if isThere { pilot.command(.hold) }
            beat(&pilot, rate, for: 40)
        case .warmUp:
            pilot = Pilot(configuration: configuration { $0.gpws.warmUp = Seconds(isThere ? 180 : 0) })
            pilot.start("hr=150,tolerance=10")
            beat(&pilot, rate, for: 40)
        case .minimums, .afterTarget:
            let length = !isThere ? 2000 : inhibit == .minimums ? 240 : 150
            pilot = Pilot(configuration: configuration { $0.minimums = Metres(100) })
            pilot.run(3.333, for: 10)
            pilot.start("hr=150,tolerance=10,distance=\(length)m")
            for second in 0..<66 {
                pilot.run(3, for: 1)
                // The strap's rate changes by no more than a heart's.
                pilot.beat((second < 50 ? 150 : rate) + Double(second % 2))
            }
        case .inhibited:
            pilot = warm("hr=150,tolerance=10")
            if isThere { pilot.command(.inhibit(true)) }
            beat(&pilot, rate, for: 40)
        case .inputLost:
            pilot = warm("hr=150,tolerance=10")
            beat(&pilot, 150, for: 5)
            if isThere { pilot.wait(4) } else { beat(&pilot, rate, for: 40) }
        default: pilot = Pilot()
        }
        return pilot
    }

    // MINIMUMS

    private static func last(_ inhibit: Inhibit, _ isThere: Bool) -> Pilot {
        var pilot = cruise("pace=5:00,tolerance=15,distance=200m", configuration { $0.minimums = Metres(50) })
        switch inhibit {
        case .holding:
            if isThere { pilot.command(.hold) }
            pilot.run(3.333, for: 10)
        case .afterTarget:
            // Over all of the last metres in a gap.
            if isThere {
                pilot.time += 30
                pilot.way += 100
                pilot.submit(.fix(pilot.fix(speed: 3.333)))
            }
            pilot.run(3.333, for: 10)
        case .inhibited:
            if isThere { pilot.command(.inhibit(true)) }
            pilot.run(3.333, for: 10)
        default: break
        }
        return pilot
    }

    private func check(_ kind: Annunciation.Kind, _ inhibit: Inhibit, with: Pilot, without: Pilot) {
        #expect(with.state.inhibits.contains(inhibit), "\(with.state.inhibits)")
        #expect(!with.state.lamps.map(\.kind).contains(kind))
        #expect(!with.calls.contains(kind))
        #expect(!without.state.inhibits.contains(inhibit), "\(without.state.inhibits)")
        #expect(without.state.lamps.map(\.kind).contains(kind), "\(without.state.inhibits) \(without.distance)")
        #expect(without.calls.contains(kind), "\(without.withheld)")
    }

    /// Of the rows, and what is always needed.
    private static let paceInhibits: [Inhibit] = [
        .holding, .standing, .afterRotate, .settling, .stepChange, .estimated, .minimums, .afterTarget, .inhibited,
        .inputLost, .notYetInside,
    ]
    private static let heartRateInhibits: [Inhibit] = [
        .holding, .warmUp, .minimums, .afterTarget, .inhibited, .inputLost,
    ]
    private static let lastInhibits: [Inhibit] = [.holding, .afterTarget, .inhibited]

    @Test func theseAreAllInTheTable() {
        for kind in [Annunciation.Kind.overspeed, .sinkRate] {
            let beyond: Set<Inhibit> = [.inputLost, .notYetInside]
            #expect(
                AnnunciationTable.rule(of: kind, by: .pace).inhibits.union(beyond) == Set(InhibitTests.paceInhibits))
            #expect(
                AnnunciationTable.rule(of: kind, by: .heartRate).inhibits.union([.inputLost])
                    == Set(InhibitTests.heartRateInhibits))
        }
        #expect(AnnunciationTable.rule(of: .minimums).inhibits == Set(InhibitTests.lastInhibits))
    }

    @Test(arguments: paceInhibits) func sinkRateByPaceIsNotCalledWithIt(_ inhibit: Inhibit) {
        check(
            .sinkRate, inhibit, with: InhibitTests.byPace(inhibit, InhibitTests.slow, true),
            without: InhibitTests.byPace(inhibit, InhibitTests.slow, false))
    }

    /// Who stands is not too fast.
    @Test(arguments: paceInhibits.filter { $0 != .standing })
    func overspeedByPaceIsNotCalledWithIt(_ inhibit: Inhibit) {
        check(
            .overspeed, inhibit, with: InhibitTests.byPace(inhibit, InhibitTests.fast, true),
            without: InhibitTests.byPace(inhibit, InhibitTests.fast, false))
    }

    @Test(arguments: heartRateInhibits) func sinkRateByHeartRateIsNotCalledWithIt(_ inhibit: Inhibit) {
        check(
            .sinkRate, inhibit, with: InhibitTests.byHeartRate(inhibit, 128, true),
            without: InhibitTests.byHeartRate(inhibit, 128, false))
    }

    /// Before the body is warm a rate is too low, not too high.
    @Test(arguments: heartRateInhibits.filter { $0 != .warmUp })
    func overspeedByHeartRateIsNotCalledWithIt(_ inhibit: Inhibit) {
        check(
            .overspeed, inhibit, with: InhibitTests.byHeartRate(inhibit, 172, true),
            without: InhibitTests.byHeartRate(inhibit, 172, false))
    }

    @Test func aRateAboveItsBandIsCalledBeforeTheBodyIsWarm() {
        let pilot = InhibitTests.byHeartRate(.warmUp, 172, true)
        #expect(pilot.calls.contains(.overspeed))
        #expect(pilot.state.inhibits.isEmpty)
    }

    @Test(arguments: lastInhibits) func minimumsIsNotCalledWithIt(_ inhibit: Inhibit) {
        check(
            .minimums, inhibit, with: InhibitTests.last(inhibit, true), without: InhibitTests.last(inhibit, false))
    }

    // What goes on while it is inhibited ends with its reason, and is called when it is over.

    private static let ends: [Inhibit: Alert.End] = [
        .holding: .holding, .standing: .standing, .inputLost: .inputLost, .inhibited: .inhibited,
    ]

    @Test(arguments: [Inhibit.holding, .inputLost, .inhibited, .standing])
    func whatIsLitGoesOutWithItAndSaysNothing(_ inhibit: Inhibit) {
        var pilot = InhibitTests.cruise("pace=5:00,tolerance=15")
        pilot.run(InhibitTests.slow, for: 30)
        #expect(pilot.state.lamps.map(\.kind) == [.sinkRate])
        switch inhibit {
        case .holding: pilot.command(.hold)
        case .inputLost: pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
        case .inhibited: pilot.command(.inhibit(true))
        default: pilot.run(0, for: 20)
        }
        #expect(!pilot.state.lamps.map(\.kind).contains(.sinkRate))
        #expect(pilot.ended.map(\.reason) == [InhibitTests.ends[inhibit]])
        #expect(!pilot.calls.contains(.onTarget))
    }
}
