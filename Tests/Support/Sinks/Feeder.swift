// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import JSON
import RunwayModel
import RunwayPorts

/// Offers events in order as the hub does: again after a refusal, once the sink is ready.
@Loop
public final class Feeder {
    private let sink: any Sink
    private var events: [Event]
    public private(set) var refusals = 0

    /// What is still to be taken.
    public var left: Int { events.count }

    public init(_ sink: any Sink, _ events: [Event]) {
        // The tests are the process, and the sink wants it to ignore this.
        signal(SIGPIPE, SIG_IGN)
        self.sink = sink
        self.events = events
    }

    public func start() {
        sink.start { [weak self] in self?.feed() }
        feed()
    }

    public func add(_ event: Event) {
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
public func event(_ number: Int, length: Int = 0) -> Event {
    let text = String(repeating: "x", count: length)
    return Event(
        at: Instant(nanoseconds: Int64(number)), time: nil, flight: nil,
        body: .annunciation(Annunciation(.split, .advisory, text)))
}

public func levels(_ number: Int) -> FlightState {
    FlightState(
        at: Instant(nanoseconds: Int64(number)), phase: .cruise, gps: .init(state: .fix),
        heartRate: .init(state: .live), gpws: .normal)
}

/// A line as a reader takes it.
public struct ReadLine: Decodable {
    public var event: Event?
    public var levels: FlightState?

    public init(_ text: String) throws { self = try JSON.decode(ReadLine.self, from: text) }

    public var number: Int? { (event?.at ?? levels?.at).map { Int($0.nanoseconds) } }
}
