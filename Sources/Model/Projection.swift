// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Where a flight with a target distance leads to.
public struct Projection: Hashable, Codable, Sendable {
    /// Metres to the target distance.
    public var remaining: Metres
    /// Time without holds at the target distance, at the average pace so far.
    public var finish: Seconds?
    /// The time that is aimed at.
    public var goal: Seconds?
    /// The pace over the rest that makes the goal; nil without a goal, and when no pace would.
    public var needed: SecondsPerKilometre?

    public init(remaining: Metres, finish: Seconds? = nil, goal: Seconds? = nil, needed: SecondsPerKilometre? = nil) {
        self.remaining = remaining
        self.finish = finish
        self.goal = goal
        self.needed = needed
    }

    private enum CodingKeys: String, CodingKey {
        case remaining = "remaining_m"
        case finish = "finish_s"
        case goal = "goal_s"
        case needed = "needed_pace_s_per_km"
    }
}
