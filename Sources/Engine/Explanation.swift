// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// What a flight's alerts did and why, in the order in which it happened: what `runway explain` tells.
public struct Explanation {
    /// One thing that happened, with one of its parts.
    public struct Entry: Encodable, Sendable {
        /// On the recording's time line.
        public var at: Instant
        /// Seconds since ROTATE; nil before it.
        public var t: Double?
        public var time: UTCTime?
        public var phase: Phase?
        public var mission: Mission?
        public var said: Annunciation?
        public var withheld: Withheld?
        /// Why nothing is judged from here on; empty when it is judged.
        public var notJudged: [Inhibit]?
        public var alertBegan: Alert?
        public var alertEnded: Alert?
        /// What the person did: ack, mute, unmute, inhibit, uninhibit, mission.
        public var switched: String?

        private enum CodingKeys: String, CodingKey {
            case at, t, time, phase, mission, said, withheld
            case notJudged = "not_judged"
            case alertBegan = "alert_began"
            case alertEnded = "alert_ended"
            case switched
        }
    }

    public private(set) var entries: [Entry] = []
    public private(set) var rotate: Instant?
    /// The newest instant that was looked at.
    public private(set) var newest: Instant?
    /// The alerts as they are found here, each as it ended.
    public private(set) var alerts: [Alert] = []
    private let moment: Double?
    /// The levels at the moment that is asked for; nil while it has not come.
    public private(set) var state: FlightState?

    /// - Parameter moment: seconds since ROTATE at which the levels are wanted.
    public init(at moment: Double? = nil) {
        self.moment = moment
    }

    /// Looks at the computer before it takes an input.
    public mutating func look(before now: Instant, _ computer: FlightComputer) {
        guard state == nil, let moment, let rotate else { return }
        let wanted = rotate + Seconds(moment)
        if wanted < now { state = computer.state(at: wanted) }
    }

    /// Takes what came of an input.
    /// - Parameter time: the civil time at that instant, where it is known.
    public mutating func take(_ input: Input, at now: Instant, _ events: [Event], time: UTCTime?) {
        newest = now
        if case .command(let command) = input { take(command.action, at: now, events, time) }
        for event in events {
            var entry = entry(event.at, event.time)
            switch event.body {
            case .phase(_, let phase, _): entry.phase = phase
            case .annunciation(let call): entry.said = call
            case .withheld(let withheld): entry.withheld = withheld
            case .inhibits(let inhibits): entry.notJudged = inhibits
            case .alertBegan(let alert):
                entry.alertBegan = alert
                keep(alert)
            case .alertEnded(let alert):
                entry.alertEnded = alert
                keep(alert)
            case .flightBegan(let flight):
                rotate = flight.start
                entry.t = 0
                guard let mission = flight.mission else { continue }
                entry.mission = mission
            case .split, .flightEnded, .refused: continue
            }
            entries.append(entry)
        }
    }

    /// The recording has ended.
    public mutating func finish(_ computer: FlightComputer) {
        if state == nil, let moment, let rotate { state = computer.state(at: rotate + Seconds(moment)) }
    }

    private mutating func take(_ action: Command.Action, at now: Instant, _ events: [Event], _ time: UTCTime?) {
        let isRefused = events.contains { if case .refused = $0.body { true } else { false } }
        guard !isRefused else { return }
        var entry = entry(now, time)
        switch action {
        case .acknowledge: entry.switched = "ack"
        case .mute(let time): entry.switched = time > .zero ? "mute" : "unmute"
        case .inhibit(let isOn): entry.switched = isOn ? "inhibit" : "uninhibit"
        case .setMission(let mission):
            entry.switched = "mission"
            entry.mission = mission
        case .start, .stop, .hold, .resume, .lap: return
        }
        entries.append(entry)
    }

    private func entry(_ at: Instant, _ time: UTCTime?) -> Entry {
        var entry = Entry(at: at)
        entry.t = rotate.map { (at - $0).rawValue }
        entry.time = time
        return entry
    }

    private mutating func keep(_ alert: Alert) {
        if let index = alerts.lastIndex(where: { $0.start == alert.start && $0.kind == alert.kind }) {
            alerts[index] = alert
        } else {
            alerts.append(alert)
        }
    }
}
