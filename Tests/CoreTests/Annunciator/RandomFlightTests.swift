// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import TestSupport
import Testing

@testable import RunwayCore

struct RandomFlightTests {
    private static let seeds: ClosedRange<UInt64> = 1...24
    private static let flights = seeds.map { RandomFlight(seed: $0, steps: 500) }

    private static func flight(_ seed: UInt64) -> RandomFlight { flights[Int(seed - seeds.lowerBound)] }

    @Test(arguments: seeds) func nothingIsStuckAndNothingIsSaidThatIsSilenced(_ seed: UInt64) {
        let flight = RandomFlightTests.flight(seed)
        #expect(flight.faults == [])
        #expect(flight.mostDeadlines <= 90)
    }

    @Test(arguments: seeds) func noTwoCallsOverlap(_ seed: UInt64) {
        #expect(RandomFlightTests.flight(seed).overlaps() == [])
    }

    @Test(arguments: seeds) func theSameInputsGiveTheSameEvents(_ seed: UInt64) {
        let flight = RandomFlightTests.flight(seed)
        var again = FlightComputer()
        #expect(flight.difference(flight.inputs.flatMap { again.step($0.input, at: $0.at) }) == nil)
    }

    /// Whoever is late with the deadlines hears the same, each dated where it was due.
    @Test(arguments: seeds) func deadlinesThatAreMissedAreMadeUpFor(_ seed: UInt64) {
        let flight = RandomFlightTests.flight(seed)
        var late = FlightComputer()
        var events = flight.withoutDeadlines.flatMap { late.step($0.input, at: $0.at) }
        if let last = flight.inputs.last { events += late.step(.deadline, at: last.at) }
        #expect(flight.difference(events) == nil)
    }

    @Test(arguments: seeds) func aSnapshotAndTheTailAreTheWhole(_ seed: UInt64) throws {
        let flight = RandomFlightTests.flight(seed)
        var random = SplitMix64(seed: seed &+ 1000)
        var cuts: Set<Int> = []
        for _ in 0..<4 { cuts.insert(Int.random(in: 0..<flight.inputs.count, using: &random)) }
        var whole = FlightComputer()
        var counted = 0
        for (index, item) in flight.inputs.enumerated() {
            if cuts.contains(index) {
                var resumed = try JSON.decode(FlightComputer.self, from: JSON.encode(whole))
                let tail = flight.inputs[index...].flatMap { resumed.step($0.input, at: $0.at) }
                #expect(flight.difference(tail, from: counted) == nil, "from input \(index)")
            }
            counted += whole.step(item.input, at: item.at).count
        }
    }

    /// That they are worth it: all that can be said is said somewhere, and most of what is withheld is withheld.
    @Test func theseFlightsSayEverything() {
        var said: Set<Annunciation.Kind> = []
        var withheld: Set<Inhibit> = []
        for seed in RandomFlightTests.seeds {
            for event in RandomFlightTests.flight(seed).events {
                if case .annunciation(let call) = event.body { said.insert(call.kind) }
                if case .withheld(let item) = event.body { withheld.insert(item.reason) }
            }
        }
        #expect(Set(Annunciation.Kind.allCases).subtracting(said) == [])
        let reasons: Set<Inhibit> = [
            .muted, .inhibited, .acknowledged, .repeated, .stale, .interrupted, .replaced, .overshot, .landed,
        ]
        #expect(reasons.subtracting(withheld) == [])
    }
}
