// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Where a flight is in an interval mission: follows its steps through distance and active time (without holds).
///
/// A step ends where and when its extent is full, not where it was looked at; the next one begins there. What is missed
/// between two looks is thus shared out in a straight line, and errors do not add up.
public struct MissionProgress: Hashable, Codable, Sendable {
    /// A place on the way: how far, and after how much active time.
    private struct Place: Hashable, Codable, Sendable {
        var distance: Metres
        var active: Seconds

        /// The place on the straight line to `other`, at `share` of it.
        func toward(_ other: Place, _ share: Double) -> Place {
            Place(
                distance: distance + (other.distance - distance) * share,
                active: active + (other.active - active) * share)
        }
    }

    /// A step and its number, counted from 1.
    public struct Numbered: Hashable, Codable, Sendable {
        public let index: Int
        public let step: Mission.Step

        public var target: Mission.Target? { step.target }
    }

    /// A step has ended.
    public struct Change: Hashable, Codable, Sendable {
        public let from: Numbered
        /// The step that begins; nil when the mission is complete.
        public let to: Numbered?
        /// How many steps there are.
        public let count: Int
        /// The flight's distance where it ended.
        public let distance: Metres
        /// The flight's active time when it ended.
        public let active: Seconds
        /// What was run in the step that ended.
        public let covered: Metres
        /// How long it took.
        public let taken: Seconds
    }

    private let mission: Mission
    /// How many steps have ended.
    private var ended = 0
    private var start: Place
    private var last: Place

    /// A mission that begins at so much distance and active time of its flight: not at zero when it is set in the air.
    /// nil for a mission without steps.
    public init?(_ mission: Mission, distance: Metres = .zero, active: Seconds = .zero) {
        guard !mission.steps.isEmpty else { return nil }
        self.mission = mission
        start = Place(distance: distance, active: active)
        last = start
    }

    public var count: Int { mission.steps.count }

    public var isComplete: Bool { ended == count }

    /// The step that is run; nil when the mission is complete.
    public var current: Numbered? { isComplete ? nil : Numbered(index: ended + 1, step: mission.steps[ended]) }

    /// What is left of the current step, in what it is measured by; nil when the mission is complete.
    public var remaining: Mission.Step.Extent? {
        switch current?.step.extent {
        case nil: nil
        case .distance(let length): .distance(max(.zero, start.distance + length - last.distance))
        case .time(let length): .time(max(.zero, start.active + length - last.active))
        }
    }

    /// The active time at which the current step ends; nil for one that a distance ends, and when the mission is
    /// complete.
    public var timeDeadline: Seconds? {
        guard case .time(let length) = current?.step.extent else { return nil }
        return start.active + length
    }

    /// Goes on to so much distance and active time of the flight. Neither goes back; what is less than before counts as
    /// what was before.
    /// - Returns: the steps that end on the way there, the first one first.
    public mutating func advance(distance: Metres, active: Seconds) -> [Change] {
        let now = Place(distance: max(distance, last.distance), active: max(active, last.active))
        var changes: [Change] = []
        while let current, let end = end(of: current.step, by: now) {
            ended += 1
            changes.append(
                Change(
                    from: current, to: self.current, count: count, distance: end.distance, active: end.active,
                    covered: end.distance - start.distance, taken: end.active - start.active))
            start = end
            last = end
        }
        last = now
        return changes
    }

    /// Where the step is full on the way to `now`; nil when it is not by then.
    private func end(of step: Mission.Step, by now: Place) -> Place? {
        switch step.extent {
        case .distance(let length):
            let full = start.distance + length
            guard now.distance >= full else { return nil }
            let active = last.toward(now, share(full - last.distance, of: now.distance - last.distance)).active
            return Place(distance: full, active: active)
        case .time(let length):
            let full = start.active + length
            // A timer set for the deadline rings up to half a nanosecond before it, for instants are whole ones.
            guard now.active >= full - Seconds(1e-9) else { return nil }
            let distance = last.toward(now, share(full - last.active, of: now.active - last.active)).distance
            return Place(distance: distance, active: full)
        }
    }

    private func share<T: Quantity>(_ part: T, of whole: T) -> Double {
        whole > .zero ? min(1, max(0, part / whole)) : 1
    }
}

extension MissionProgress {
    private enum CodingKeys: CodingKey {
        case mission, ended, start, last
    }

    /// - Throws: also when it is no place in a mission of steps.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mission = try container.decode(Mission.self, forKey: .mission)
        ended = try container.decode(Int.self, forKey: .ended)
        start = try container.decode(Place.self, forKey: .start)
        last = try container.decode(Place.self, forKey: .last)
        guard !mission.steps.isEmpty, (0...mission.steps.count).contains(ended) else {
            throw DecodingError.dataCorruptedError(
                forKey: .ended, in: container, debugDescription: "there is no such step in the mission")
        }
    }
}
