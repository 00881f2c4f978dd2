// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import Recorder
import RunwayCore
import RunwayEngine
import RunwayModel
import Testing

/// Every test flight passes here: its tape, replayed, gives the events that were recorded; and a core that is taken down
/// and put up again anywhere on the tape gives the same.
func expectDeterminism(_ logbook: Logbook, _ id: FlightID, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var tape: [TapeEntry] = []
    while true {
        let page = try logbook.tape(of: id, after: tape.last?.sequence, limit: 1000)
        if page.isEmpty { break }
        tape += page
    }
    #expect(tape.count > 2, sourceLocation: sourceLocation)
    #expect(tape.map(\.sequence) == Array(0..<tape.count), sourceLocation: sourceLocation)
    var replay = Replay()
    for entry in tape { replay.take(entry.input, at: entry.at) }
    let replayed = replay.events.filter { $0.flight == id }
    let recorded = try logbook.events(of: id)
    #expect(recorded == replayed, sourceLocation: sourceLocation)
    #expect(
        try logbook.splits(of: id).map(\.index) == recorded.compactMap(\.split?.index), sourceLocation: sourceLocation)

    // A hundred cuts: the core is written down there, read again, and flies on.
    var generator = SystemRandomNumberGenerator()
    let cuts = Set((0..<100).map { _ in Int.random(in: 0..<tape.count, using: &generator) })
    var computer = FlightComputer()
    var before = 0
    for (index, entry) in tape.enumerated() {
        if cuts.contains(index) {
            var resumed = try JSON.decode(FlightComputer.self, from: JSON.encode(computer))
            let rest = tape[index...].flatMap { resumed.step($0.input, at: $0.at) }
            #expect(rest == Array(replay.events[before...]), "cut at \(index)", sourceLocation: sourceLocation)
        }
        before += computer.step(entry.input, at: entry.at).count
    }
}

extension Event {
    var split: Split? { if case .split(let split) = body { split } else { nil } }

    var annunciation: Annunciation? { if case .annunciation(let call) = body { call } else { nil } }
}

extension [Event] {
    func count(of kind: Annunciation.Kind) -> Int { filter { $0.annunciation?.kind == kind }.count }
}
