// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct EnergyTests {
    private static let man = Runner(weight: Kilograms(70), age: 35, sex: .male)
    private static let woman = Runner(weight: Kilograms(60), age: 30, sex: .female)

    private func pilot(_ runner: Runner) -> Pilot {
        var pilot = Pilot(configuration: FlightConfiguration(runner: runner))
        pilot.run(3, for: 10)
        pilot.beat(150)
        pilot.start()
        return pilot
    }

    /// Ten minutes at a steady heart rate, by the formula worked out by hand: kJ a minute times 10, through 4.184.
    @Test(
        arguments: [
            // −55.0969 + 0.6309·150 + 0.1988·70 + 0.2017·35 = 60.5136
            (EnergyTests.man, 150.0, 144.631),
            // −55.0969 + 0.6309·180 + 0.1988·70 + 0.2017·35 = 79.4406
            (EnergyTests.man, 180, 189.867),
            // −20.4022 + 0.4472·150 − 0.1263·60 + 0.0740·30 = 41.3198
            (EnergyTests.woman, 150, 98.757),
            // Below zero it is nothing.
            (Runner(weight: Kilograms(50), age: 20, sex: .male), 50, 0),
        ] as [(Runner, Double, Double)])
    func byHeartRateItIsAsTheFormulaHasIt(_ runner: Runner, _ rate: Double, _ expected: Double) {
        var pilot = Pilot(configuration: FlightConfiguration(runner: runner))
        pilot.beat(rate)
        pilot.start()
        for _ in 0..<600 {
            pilot.time += 1
            pilot.beat(rate)
        }
        pilot.command(.stop)
        #expect(abs((pilot.summary?.energy?.rawValue ?? 0) - expected) < 0.01)
        #expect(pilot.summary?.energySource == (expected > 0 ? .heartRate : nil))
    }

    @Test(arguments: [(3.0, 70.0), (1.4, 35)])
    func byDistanceRunningCostsAKilocaloryAKilogramAndKilometreAndWalkingHalf(_ speed: Double, _ expected: Double) {
        var pilot = pilot(Runner(weight: Kilograms(70)))
        pilot.run(speed, for: (1000 / speed).rounded())
        #expect(abs((pilot.state.flight?.energy?.rawValue ?? 0) - expected) < 0.5)
        pilot.command(.stop)
        #expect(abs((pilot.summary?.energy?.rawValue ?? 0) - expected) < 0.5)
        #expect(pilot.summary?.energySource == .distance)
    }

    @Test(arguments: [
        Runner(), Runner(age: 35, sex: .male), Runner(weight: nil, age: 35, sex: .female),
    ])
    func withoutAWeightNothingIsSaid(_ runner: Runner) {
        var pilot = pilot(runner)
        for _ in 0..<100 {
            pilot.run(3, for: 1)
            pilot.beat(150)
        }
        #expect(pilot.state.flight?.energy == nil)
        pilot.command(.stop)
        #expect(pilot.summary?.energy == nil)
        #expect(pilot.summary?.energySource == nil)
    }

    @Test(arguments: [
        Runner(weight: Kilograms(70)), Runner(weight: Kilograms(70), age: 35),
        Runner(weight: Kilograms(70), sex: .male),
    ])
    func withoutAgeAndSexItIsByDistanceWhateverTheHeartRate(_ runner: Runner) {
        var pilot = pilot(runner)
        for _ in 0..<400 {
            pilot.run(2.5, for: 1)
            pilot.beat(150)
        }
        pilot.command(.stop)
        #expect(pilot.summary?.energySource == .distance)
        #expect(abs((pilot.summary?.energy?.rawValue ?? 0) - 70) < 1)
    }

    @Test func heartRateCountsOnlyWhileItIsLiveAndDistanceTheRest() {
        var pilot = pilot(EnergyTests.man)
        for second in 0..<400 {
            pilot.run(3, for: 1)
            if second < 200 { pilot.beat(150) }
        }
        pilot.command(.stop)
        // 200 s and the 3 s in which a value is live, at 14.4631 kcal a minute; then 197 s of 3 m/s.
        let expected = 14.4631 * 203 / 60 + 70 * 0.003 * 197
        #expect(abs((pilot.summary?.energy?.rawValue ?? 0) - expected) < 0.5)
        #expect(pilot.summary?.energySource == .both)
    }

    @Test func aShortDropoutLeavesTheSource() {
        var pilot = pilot(EnergyTests.man)
        for second in 0..<600 {
            pilot.run(3, for: 1)
            if !(300..<310).contains(second) { pilot.beat(150) }
        }
        pilot.command(.stop)
        #expect(pilot.summary?.energySource == .heartRate)
    }

    @Test func aHoldCostsNothing() {
        for isMeasured in [true, false] {
            var pilot = pilot(isMeasured ? EnergyTests.man : Runner(weight: Kilograms(70)))
            func fly(_ pilot: inout Pilot, _ seconds: Int) {
                for _ in 0..<seconds {
                    pilot.run(3, for: 1)
                    if isMeasured { pilot.beat(150) }
                }
            }
            fly(&pilot, 100)
            pilot.command(.hold)
            fly(&pilot, 300)
            pilot.command(.resume)
            fly(&pilot, 100)
            pilot.command(.stop)
            let expected = isMeasured ? 14.4631 * 200 / 60 : 70 * 0.6
            #expect(abs((pilot.summary?.energy?.rawValue ?? 0) - expected) < 0.6)
        }
    }

    @Test func theTimeInWhichTheProgramWasAwayIsReckonedByDistance() {
        var pilot = pilot(EnergyTests.man)
        for _ in 0..<100 {
            pilot.run(3, for: 1)
            pilot.beat(150)
        }
        let before = pilot.state.flight?.energy ?? .zero
        pilot.time += 60
        pilot.way += 180
        pilot.submit(.restart(Restart(boot: "b", rebooted: false, gap: Seconds(60), offset: .zero)))
        pilot.run(3, for: 1)
        let cost = (pilot.state.flight?.energy ?? .zero) - before
        #expect(abs(cost.rawValue - 70 * 0.183) < 0.3)
    }
}
