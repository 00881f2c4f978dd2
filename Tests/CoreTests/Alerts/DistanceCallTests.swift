// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// What is called on the way to a distance, to the letter.
struct DistanceCallTests {
    @Test func fiveKilometresAtFourFiftyAreCalledToTheLetter() {
        var pilot = Pilot()
        pilot.run(pace: 290, for: 10)
        pilot.command(
            .start(
                flight: Pilot.id, mission: try? Mission(spec: "pace=4:58,time=24:50,distance=5km"), immediately: false))
        pilot.run(pace: 290, for: 3)
        pilot.run(pace: 290, heart: 152, for: 1460)
        pilot.command(.stop)
        pilot.wait(30)
        // 24:50 less 4:50 leaves 20:00 for four kilometres, less 9:40 15:10 for three, less 14:30 10:20 for two, less
        // 19:20 5:30 for one.
        #expect(
            pilot.texts == [
                "3", "2", "1", "ROTATE",
                "KILOMETRE 1, 4:50. HEART RATE 152", "FINISH 24:10. NEED 5:00",
                "KILOMETRE 2, 4:50. AVERAGE 4:50. HEART RATE 152", "FINISH 24:10. NEED 5:03",
                "HALF WAY",
                "KILOMETRE 3, 4:50. AVERAGE 4:50. HEART RATE 152", "2 KILOMETRES TO GO", "FINISH 24:10. NEED 5:10",
                "KILOMETRE 4, 4:50. AVERAGE 4:50. HEART RATE 152", "1 KILOMETRE TO GO", "FINISH 24:10. NEED 5:30",
                "500 METRES TO GO", "MINIMUMS", "TARGET DISTANCE",
                "KILOMETRE 5, 4:50. AVERAGE 4:50. HEART RATE 152",
                "TOUCHDOWN. 5.03 KILOMETRES IN 24:20. PACE 4:50. HEART RATE 152",
            ])
        #expect(pilot.withheld.isEmpty)
        #expect(pilot.ended.map(\.kind) == [.minimums])
        #expect(pilot.ended.map(\.reason) == [.targetReached])
    }

    @Test func theNumbersBesideTheTextsAreTheSame() {
        var pilot = Pilot()
        pilot.run(pace: 290, for: 10)
        pilot.start("5k,time=24:50")
        pilot.run(pace: 290, heart: 152, for: 600)
        func values(_ kind: Annunciation.Kind) -> Annunciation.Values? {
            pilot.annunciations.last { $0.kind == kind }?.values
        }
        func isNear(_ value: Double?, _ other: Double, _ error: Double) -> Bool {
            value.map { abs($0 - other) < error } ?? false
        }
        #expect(values(.split)?.number == 2)
        #expect(values(.split)?.distance == Metres(1000))
        #expect(isNear(values(.split)?.duration?.rawValue, 290, 0.2))
        #expect(isNear(values(.split)?.pace?.rawValue, 290, 0.2))
        #expect(isNear(values(.split)?.averagePace?.rawValue, 290, 0.2))
        #expect(values(.split)?.heartRate == BeatsPerMinute(152))
        #expect(isNear(values(.projection)?.duration?.rawValue, 1450, 1))
        #expect(isNear(values(.projection)?.distance?.rawValue, 3000, 5))
        #expect(isNear(values(.projection)?.neededPace?.rawValue, 910.0 / 3, 1))
        #expect(isNear(pilot.state.projection?.finish?.rawValue, 1450, 1))
    }

    @Test func aLongWayHasItsFiveKilometres() {
        var pilot = Pilot()
        pilot.run(pace: 200, for: 10)
        pilot.start("distance=12km")
        pilot.run(pace: 200, for: 2410)
        let marks = pilot.annunciations.filter {
            [.halfWay, .remaining, .minimums, .targetReached].contains($0.kind)
        }
        #expect(
            marks.map(\.text) == [
                "HALF WAY", "5 KILOMETRES TO GO", "2 KILOMETRES TO GO", "1 KILOMETRE TO GO", "500 METRES TO GO",
                "MINIMUMS", "TARGET DISTANCE",
            ])
        let distances = marks.compactMap(\.values?.distance?.rawValue)
        let expected: [Double] = [6000, 5000, 2000, 1000, 500, 50, 0]
        #expect(distances.count == 7)
        for (distance, expected) in zip(distances, expected) {
            #expect(distance <= expected && distance > expected - 6)
        }
    }

    @Test func closeToTheHalfOneOfThemIsEnough() {
        for (spec, expected) in [
            ("10k", ["HALF WAY", "2 KILOMETRES TO GO", "1 KILOMETRE TO GO", "500 METRES TO GO"]),
            ("distance=2km", ["HALF WAY", "500 METRES TO GO"]), ("distance=1km", ["HALF WAY"]),
        ] {
            var pilot = Pilot()
            pilot.run(pace: 200, for: 10)
            pilot.start(spec)
            pilot.run(pace: 200, for: 2010)
            #expect(pilot.annunciations.filter { [.halfWay, .remaining].contains($0.kind) }.map(\.text) == expected)
        }
    }

    @Test func aGoalOutOfReachIsSaid() {
        var pilot = Pilot()
        pilot.run(pace: 360, for: 10)
        pilot.start("distance=2km,time=7:50")
        pilot.run(pace: 360, for: 370)
        #expect(pilot.texts.contains("FINISH 12:00. GOAL OUT OF REACH"))
    }

    @Test func withoutAGoalThereIsNoFinish() {
        var pilot = Pilot()
        pilot.run(pace: 300, for: 10)
        pilot.start("distance=3km")
        pilot.run(pace: 300, for: 620)
        #expect(pilot.texts.contains("KILOMETRE 2, 5:00. AVERAGE 5:00"))
        #expect(!pilot.calls.contains(.projection))
    }

    @Test func holdsAreInNoNumber() {
        var pilot = Pilot()
        pilot.run(pace: 300, for: 10)
        pilot.start("pace=5:00,distance=2km")
        pilot.run(pace: 300, for: 150)
        pilot.command(.hold)
        pilot.run(0, for: 100)
        pilot.command(.resume)
        pilot.run(pace: 300, for: 170)
        #expect(pilot.texts.contains { $0 == "KILOMETRE 1, 5:00" || $0 == "KILOMETRE 1, 5:01" })
        #expect(pilot.texts.contains { $0.hasPrefix("FINISH 10:0") })
        #expect(pilot.summary == nil && pilot.state.flight.map { $0.elapsed == Seconds(420) } ?? false)
    }

    // Gaps

    @Test func whatAGapLeapsOverIsNotCalled() {
        var pilot = Pilot()
        pilot.run(pace: 250, for: 10)
        pilot.start("5k")
        pilot.run(pace: 250, for: 600)
        // From 2400 m to 2640 m, and later from 4440 m to 4960 m: HALF WAY, 500 METRES TO GO.
        pilot.tunnel(pace: 250, for: 60)
        pilot.run(pace: 250, for: 450)
        pilot.tunnel(pace: 250, for: 130)
        pilot.run(pace: 250, for: 60)
        let overshot = pilot.withheld.filter { $0.reason == .overshot }
        #expect(overshot == [Withheld(.halfWay, .overshot), Withheld(.remaining, .overshot)])
        #expect(!pilot.calls.contains(.halfWay))
        let left = pilot.annunciations.filter { $0.kind == .remaining }.map(\.text)
        #expect(left == ["2 KILOMETRES TO GO", "1 KILOMETRE TO GO"])
        #expect(pilot.count(of: .minimums) == 1)
        #expect(pilot.count(of: .targetReached) == 1)
    }

    @Test func aShortLeapIsStillWorthACall() {
        var pilot = Pilot()
        pilot.run(pace: 250, for: 10)
        pilot.start("5k")
        pilot.run(pace: 250, for: 620)
        // From 2480 m to 2520 m.
        pilot.tunnel(pace: 250, for: 10)
        pilot.run(pace: 250, for: 10)
        #expect(pilot.count(of: .halfWay) == 1)
        #expect(!pilot.withheld.contains { $0.reason == .overshot })
    }

    @Test func theEndIsCalledWhateverIsLeaptOver() {
        var pilot = Pilot()
        pilot.run(pace: 250, for: 10)
        pilot.start("distance=2km")
        pilot.run(pace: 250, for: 450)
        pilot.tunnel(pace: 250, for: 100)
        pilot.run(pace: 250, for: 10)
        #expect(pilot.distance > 2150)
        #expect(pilot.count(of: .targetReached) == 1)
        #expect(!pilot.calls.contains(.minimums))
        #expect(pilot.lit.isEmpty)
    }

    // Touchdown

    @Test func aShortFlightHasMetres() {
        var pilot = Pilot()
        pilot.run(pace: 300, for: 10)
        pilot.start()
        pilot.run(pace: 300, for: 90)
        pilot.command(.stop)
        #expect(pilot.texts.last == "TOUCHDOWN. 300 METRES IN 1:30. PACE 5:00")
        let values = pilot.annunciations.last?.values
        #expect(values?.duration == Seconds(90))
        #expect(values?.heartRate == nil)
        #expect(values?.distance.map { abs($0.rawValue - 300) < 2 } ?? false)
    }

    @Test func indoorsThereIsTimeAndHeartRate() {
        var pilot = Pilot()
        pilot.command(.start(flight: Pilot.id, mission: try? Mission(spec: "hr=130,indoor"), immediately: true))
        pilot.pulse(130, for: 3661)
        pilot.command(.stop)
        #expect(pilot.texts.last == "TOUCHDOWN. 1:01:01. HEART RATE 130")
        #expect(pilot.annunciations.last?.values?.distance == nil)
    }

    @Test func withoutAnythingThereIsTheWord() {
        var pilot = Pilot()
        pilot.start()
        pilot.wait(20)
        pilot.command(.stop)
        #expect(pilot.texts.last == "TOUCHDOWN")
    }
}
