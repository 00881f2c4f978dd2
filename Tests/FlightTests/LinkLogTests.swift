// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import runwayd

struct LinkLogTests {
    private func change(_ state: LinkChange.State, _ reason: String? = nil, _ name: String = "strap") -> LinkChange {
        LinkChange(kind: .heartRate, name: name, state: state, reason: reason)
    }

    @Test func aLossIsSaidWithWhatMendsItAndAReturnAsOne() {
        var log = LinkLog()
        let now = Instant(nanoseconds: 0)
        #expect(log.line(for: change(.connecting, "not-seen"), at: now) == nil)
        let loss = log.line(for: change(.down, "blocked"), at: now)
        #expect(loss?.isWarning == true)
        #expect(loss?.text.hasPrefix("strap is not connected (blocked): ") == true)
        #expect(loss?.text.contains("rfkill unblock bluetooth") == true)
        #expect(log.line(for: change(.up), at: now) == LinkLog.Line(isWarning: false, text: "strap is connected"))
    }

    @Test func oneThatFlapsIsCountedAndDoesNotFillTheLog() {
        var log = LinkLog()
        var now = Instant(nanoseconds: 0)
        var lines: [String] = []
        for _ in 0..<600 {
            now = now + Seconds(3)
            lines += [change(.down, "closed"), change(.up)].compactMap { log.line(for: $0, at: now)?.text }
        }
        // Half an hour, at six a minute.
        #expect((170...186).contains(lines.count))
        #expect(lines.contains { $0.contains("changes before were left out") })
        #expect(log.line(for: change(.up, nil, "watch"), at: now)?.text == "watch is connected")
    }
}
