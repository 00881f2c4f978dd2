// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import JSON
import RunwayModel
import RunwayPorts

/// Offers events in order as the hub does: again after a refusal, once the sink is ready.
@Loop
final class Feeder {
    private let sink: any Sink
    private var events: [Event]
    private(set) var refusals = 0

    /// What is still to be taken.
    var left: Int { events.count }

    init(_ sink: any Sink, _ events: [Event]) {
        // The tests are the process, and the sink wants it to ignore this.
        signal(SIGPIPE, SIG_IGN)
        self.sink = sink
        self.events = events
    }

    func start() {
        sink.start { [weak self] in self?.feed() }
        feed()
    }

    func add(_ event: Event) {
        events.append(event)
        feed()
    }

    private func feed() {
        while let event = events.first {
            guard sink.offer(.event(event)) else {
                refusals += 1
                return
            }
            events.removeFirst()
        }
    }
}

/// An event that knows its number, and is as long as it is told to be.
func event(_ number: Int, length: Int = 0) -> Event {
    let text = String(repeating: "x", count: length)
    return Event(
        at: Instant(nanoseconds: Int64(number)), time: nil, flight: nil,
        body: .annunciation(Annunciation(.split, .advisory, text)))
}

func levels(_ number: Int) -> FlightState {
    FlightState(
        at: Instant(nanoseconds: Int64(number)), phase: .cruise, gps: .init(state: .fix),
        heartRate: .init(state: .live), gpws: .normal)
}

/// A line as a reader takes it.
struct ReadLine: Decodable {
    var event: Event?
    var levels: FlightState?

    init(_ text: String) throws { self = try JSON.decode(ReadLine.self, from: text) }

    var number: Int? { (event?.at ?? levels?.at).map { Int($0.nanoseconds) } }
}
