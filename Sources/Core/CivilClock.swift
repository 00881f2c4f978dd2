// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Labels instants with civil time, from the best clock heard of so far.
///
/// Labels only: it may be wrong or step without moving anything else. A trusted reading is never replaced by an
/// untrusted one. A receiver's epochs are believed after five in a row that advance with the time line.
struct CivilClock: Codable, Sendable {
    private(set) var reading: ClockReading?
    private var readAt = Instant(nanoseconds: 0)
    private var receiverTime: UTCTime?
    private var receiverAt = Instant(nanoseconds: 0)
    private var agreeing = 0

    var isTrusted: Bool { reading?.isTrusted ?? false }
    var offset: Int { reading?.offset ?? 0 }

    func time(of instant: Instant) -> UTCTime? {
        reading.map { $0.time + (instant - readAt) }
    }

    mutating func take(_ new: ClockReading, at now: Instant) {
        if isTrusted, !new.isTrusted { return }
        reading = new
        readAt = now
    }

    mutating func take(_ fix: Fix, at now: Instant) {
        guard fix.position != nil, let time = fix.time, time >= CivilClock.earliest else {
            agreeing = 0
            return
        }
        if let receiverTime, ((time - receiverTime) - (now - receiverAt)).magnitude <= Seconds(1.5) {
            agreeing += 1
        } else {
            agreeing = 0
        }
        receiverTime = time
        receiverAt = now
        guard agreeing >= 4, reading?.source != .synchronised else { return }
        let isOff = self.time(of: now).map { ($0 - time).magnitude > Seconds(1.5) } ?? true
        if isOff || !isTrusted {
            reading = ClockReading(time: time, source: .receiver, offset: offset)
            readAt = now
        }
    }

    /// 2026-01-01: no flight of this program can be older, so an earlier date is a receiver's fault (1980, a rollover).
    private static let earliest = UTCTime(nanoseconds: 1_767_225_600_000_000_000)
}
