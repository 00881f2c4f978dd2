// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import Testing

@testable import RunwayCore

/// Distance, speed and pace come with their standard errors.
struct UncertaintyTests {
    private func flying(for seconds: Double = 60) -> Pilot {
        var pilot = Pilot()
        go(&pilot, 3, for: 10)
        pilot.start()
        go(&pilot, 3, for: seconds)
        return pilot
    }

    /// Runs with a receiver that tells its course: without one positions cannot vouch for the way.
    private func go(_ pilot: inout Pilot, _ speed: Double, for seconds: Double) {
        for _ in 0..<Int(seconds) {
            pilot.time += 1
            pilot.way += speed
            var fix = pilot.fix(speed: speed)
            fix.track = speed > 0 ? .zero : nil
            pilot.submit(.fix(fix))
        }
    }

    private func error(_ pilot: Pilot) -> Double { pilot.state.flight?.distanceError?.rawValue ?? .nan }

    @Test func theLevelsCarryErrors() throws {
        let pilot = flying()
        let level = try #require(pilot.state.flight)
        let (distance, speed) = (try #require(level.distanceError), try #require(level.speedError))
        #expect(distance.rawValue > 0.1 && distance.rawValue < 10)
        #expect(speed.rawValue > 0.005 && speed.rawValue < 0.3)
        // To first order.
        let pace = try #require(level.pace)
        #expect(abs((level.paceError?.rawValue ?? 0) - pace.rawValue * speed.rawValue / 3) < 0.1)
        let text = String(decoding: try JSON.encode(pilot.state), as: UTF8.self)
        for key in ["distance_error_m", "speed_error_mps", "pace_error_s_per_km"] {
            #expect(text.contains("\"\(key)\":"), "\(key)")
        }
        #expect(try JSON.decode(FlightState.self, from: text) == pilot.state)
    }

    @Test func theSummaryCarriesTheDistancesError() throws {
        var pilot = flying()
        let before = error(pilot)
        pilot.command(.stop)
        let summary = try #require(pilot.summary)
        #expect(summary.distanceError?.rawValue == before)
        let text = String(decoding: try JSON.encode(summary), as: UTF8.self)
        #expect(text.contains("\"distance_error_m\":"))
        #expect(try JSON.decode(FlightSummary.self, from: text) == summary)
    }

    @Test func withoutPositionsNothingIsToldOfErrors() throws {
        var pilot = Pilot()
        pilot.start()
        pilot.wait(20)
        #expect(pilot.state.flight?.distanceError == nil && pilot.state.flight?.speedError == nil)
        pilot.command(.stop)
        let summary = try #require(pilot.summary)
        #expect(summary.distanceError == nil)
        #expect(!String(decoding: try JSON.encode(summary), as: UTF8.self).contains("distance_error_m"))
    }

    @Test func indoorsTooNothingIsTold() {
        var pilot = Pilot()
        pilot.command(.start(flight: Pilot.id, mission: nil, immediately: true, indoor: true))
        go(&pilot, 3, for: 60)
        #expect(pilot.state.flight?.distanceError == nil && pilot.state.flight?.speedError == nil)
        pilot.command(.stop)
        #expect(pilot.summary != nil && pilot.summary?.distanceError == nil)
    }

    @Test func withTheSpeedItsErrorIsLost() {
        var pilot = flying()
        pilot.wait(20)
        #expect(pilot.state.flight?.speed == nil)
        #expect(pilot.state.flight?.speedError == nil && pilot.state.flight?.paceError == nil)
        #expect(pilot.state.flight?.distanceError != nil)
    }

    @Test func whoStandsHasNoPaceAndNoErrorOfIt() {
        var pilot = flying()
        go(&pilot, 0, for: 20)
        #expect(pilot.state.flight?.pace == nil && pilot.state.flight?.paceError == nil)
    }

    @Test func theErrorOfAFlightBeginsWithIt() {
        var pilot = Pilot()
        go(&pilot, 3, for: 600)
        pilot.start()
        go(&pilot, 3, for: 1)
        #expect(error(pilot) < 1)
        go(&pilot, 3, for: 600)
        #expect(error(pilot) > 1)
    }

    @Test func aGapAddsToIt() {
        var pilot = flying()
        let before = error(pilot)
        pilot.time += 60
        pilot.way += 180
        go(&pilot, 3, for: 3)
        // 5 % of 180 m, of which positions take back a part.
        #expect(error(pilot) > before + 1 && error(pilot) < before + 15)
    }

    @Test(arguments: [0, 1, 3] as [Double])
    func aHoldAddsNothing(_ speed: Double) {
        var pilot = flying(for: 300)
        pilot.command(.hold)
        let before = error(pilot)
        go(&pilot, speed, for: 300)
        #expect(error(pilot) == before)
        pilot.command(.resume)
        // What was learned meanwhile of the speed's scale makes the way before more certain, by little.
        #expect(error(pilot) <= before && error(pilot) > 0.95 * before)
        go(&pilot, 3, for: 300)
        // As if there had been none.
        let whole = error(flying(for: 600))
        #expect(abs(error(pilot) / whole - 1) < 0.3, "\(error(pilot)) \(whole)")
        let told = error(pilot)
        pilot.command(.stop)
        #expect(pilot.summary?.distanceError?.rawValue == told)
    }

    /// What a gap in a hold adds, positions take back after it: of the flight's error that must not be taken.
    @Test func aGapInAHoldTakesNothingAway() {
        var pilot = flying(for: 300)
        pilot.command(.hold)
        let before = error(pilot)
        pilot.time += 120
        pilot.way += 360
        go(&pilot, 3, for: 20)
        #expect(error(pilot) == before)
        pilot.command(.resume)
        go(&pilot, 3, for: 300)
        #expect(error(pilot) >= before, "\(error(pilot)) \(before)")
    }

    /// A ride by train in the middle, where no course is told: the flight has gone two of its eleven kilometres.
    @Test func aLongHoldAddsNothingLater() {
        func flown(riding: Bool) -> Double {
            var pilot = Pilot()
            pilot.run(3, for: 10)
            pilot.start()
            pilot.run(3, for: 333)
            pilot.command(.hold)
            if riding { pilot.run(10, for: 900) }
            pilot.command(.resume)
            pilot.run(3, for: 333)
            return error(pilot)
        }
        let (whole, ridden) = (flown(riding: false), flown(riding: true))
        #expect(abs(ridden / whole - 1) < 0.3, "\(ridden) \(whole)")
    }

    @Test func anAutoHoldAddsNothing() {
        var pilot = Pilot(configuration: FlightConfiguration(autoHold: true))
        go(&pilot, 3, for: 10)
        pilot.start()
        go(&pilot, 3, for: 300)
        go(&pilot, 0, for: 20)
        #expect(pilot.state.hold == .auto)
        let before = error(pilot)
        go(&pilot, 0, for: 600)
        #expect(error(pilot) == before)
    }
}
