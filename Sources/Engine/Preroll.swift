// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a flight must know from before its takeoff: the newest of all that holds until replaced, and the last seconds of
/// samples, so that it starts with a settled navigator.
struct Preroll {
    private struct Item {
        var input: Input
        var at: Instant
        var number: Int
    }

    /// Ten seconds of samples, and not more of them than 10 Hz and a strap give.
    static let span = Seconds(10)
    static let bound = 200

    private var standing: [String: Item] = [:]
    private var samples: [Item] = []
    private var count = 0

    mutating func take(_ input: Input, at now: Instant) {
        count += 1
        let item = Item(input: input, at: now, number: count)
        switch input {
        case .fix, .heartRate:
            samples.append(item)
            trim(at: now)
        case .sky(let sky): standing["sky " + sky.receiver] = item
        // The device has one charge, whatever its battery is called; no sensor's key is without its name.
        case .battery(let battery):
            standing[battery.source == .device ? "battery" : "battery " + battery.sensor] = item
        case .link(let link): standing["link " + link.name] = item
        case .configuration: standing["configuration"] = item
        case .clock(let reading): standing[reading.isTrusted ? "trusted clock" : "clock"] = item
        case .command(let command):
            switch command.action {
            case .setMission: standing["mission"] = item
            case .start(_, let mission?, _, _):
                // It holds on if the takeoff is broken off.
                let set = Command(.setMission(to: mission), origin: command.origin)
                standing["mission"] = Item(input: .command(set), at: now, number: count)
            case .start, .stop, .hold, .resume, .lap, .acknowledge, .mute, .inhibit: break
            }
        // The time line's place in this boot, for a restart in a later flight.
        case .restart: standing["restart"] = item
        case .deadline, .gap: break
        }
    }

    /// The flight is over, and its mission with it.
    mutating func forgetMission() {
        standing["mission"] = nil
    }

    /// The inputs in the order in which they came.
    mutating func entries(at now: Instant) -> [(Input, Instant)] {
        trim(at: now)
        return (standing.values + samples).sorted { $0.number < $1.number }.map { ($0.input, $0.at) }
    }

    private mutating func trim(at now: Instant) {
        let old = samples.prefix { now - $0.at > Preroll.span }.count
        samples.removeFirst(max(old, samples.count - Preroll.bound))
    }
}
