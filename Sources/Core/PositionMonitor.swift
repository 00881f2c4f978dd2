// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Follows the link to gpsd and the age of the last usable fix, and says when positions are lost and back.
struct PositionMonitor: Codable, Sendable {
    private(set) var state = FlightState.GPS.State.disconnected
    private(set) var reason: String?
    private(set) var mode: Fix.Mode?
    private(set) var lastFix: Instant?
    private(set) var sky: Sky?
    private(set) var receiver: String?
    /// Whether the newest fix claimed one and had no position that could be used.
    private var isUnusable = false
    private var isLinkUp = false
    private var limit = Seconds(5)

    /// When the last fix will be too old; nil while there is none.
    var deadline: Instant? { state == .fix ? lastFix.map { $0 + limit } : nil }

    /// Takes a fix. - Parameter limit: how old it may become before positions are lost.
    mutating func take(_ fix: Fix, at now: Instant, limit: Seconds) {
        mode = fix.mode
        self.limit = limit
        isUnusable = fix.mode >= .twoDimensional && fix.position == nil
        guard fix.position != nil else { return }
        receiver = fix.receiver
        lastFix = now
        guard state != .fix else { return }
        state = .fix
        reason = nil
    }

    mutating func take(_ sky: Sky) {
        self.sky = sky
    }

    /// Whether positions were there and are not.
    var isLost: Bool { state != .fix && lastFix != nil }

    mutating func take(_ link: LinkChange) {
        isLinkUp = link.state == .up
        if isLinkUp {
            if state == .disconnected {
                state = lastFix == nil ? .searching : .lost
                reason = nil
            }
            return
        }
        state = .disconnected
        reason = link.reason
        mode = nil
        sky = nil
    }

    /// Runs the deadline.
    mutating func expire() {
        guard state == .fix else { return }
        state = .lost
        reason = isUnusable ? "unusable" : mode.map { $0 < .twoDimensional ? "no-fix" : "silent" } ?? "silent"
    }

    /// The program was away: nothing is known until something comes.
    mutating func restart() {
        state = .disconnected
        reason = "restarted"
        mode = nil
        isUnusable = false
        sky = nil
        isLinkUp = false
    }

    func level(at now: Instant) -> FlightState.GPS {
        var level = FlightState.GPS(state: state)
        level.reason = reason
        level.mode = mode.map(\.rawValue)
        level.age = lastFix.map { now - $0 }
        level.satellites = sky?.satellitesUsed
        level.hdop = sky?.hdop
        level.receiver = receiver
        return level
    }
}
