// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// An event in the journal's fields. Positions and heart rates are not among them: whoever reads the journal need not be
/// whom the runner would tell.
struct JournalEntry: Equatable {
    struct Field: Equatable {
        let name: String
        let value: String
    }

    /// As syslog(3) counts: 4 warning, 5 notice, 6 info.
    let priority: Int
    let message: String
    private(set) var fields: [Field]

    init(_ event: Event) {
        let content = Content(event.body)
        priority = content.priority
        message = content.message
        fields = [
            Field(name: "MESSAGE", value: content.message),
            Field(name: "MESSAGE_ID", value: JournalEntry.messageID(of: event.body)),
            Field(name: "PRIORITY", value: String(content.priority)),
            Field(name: "SYSLOG_IDENTIFIER", value: "runwayd"),
            Field(name: "RUNWAYD_KIND", value: event.body.kind),
        ]
        if let flight = event.flight { fields.append(Field(name: "FLIGHT_ID", value: flight.text)) }
        if let time = event.time { fields.append(Field(name: "RUNWAYD_TIME", value: time.iso8601Exact)) }
        fields += content.fields.compactMap { name, value in value.map { Field(name: "RUNWAYD_" + name, value: $0) } }
    }

    /// For ever the same; systemd/runwayd.catalog explains each.
    static func messageID(of body: Event.Body) -> String {
        switch body {
        case .phase: "b8412c2a144244a8b1119b94c2a49126"
        case .annunciation: "c0709e726ab14b9ba4d3774935b0e2d3"
        case .withheld: "6d2c1d0c3f6b4c0e9a6f2f5a0b7e4d18"
        case .inhibits: "e0a94b8d57c14f7fb2d6c8a1f39b5e72"
        case .alertBegan: "b72e637763424deb8858bd4d5ac12d1e"
        case .alertEnded: "ae4ad2ba743f4716be7e42b536fe8b6c"
        case .split: "0ff16a819d3d4f16b129e2037945ae3b"
        case .flightBegan: "171bd438b5434d75820fc486d7b29714"
        case .flightEnded: "a4b8a617b6574585b54c785af7f069ce"
        case .refused: "5c3de652470449ee806d917eda8afc2f"
        }
    }

    /// In journald's native protocol: `NAME=value` and a line break, or, for a value with a line break in it, the name
    /// alone on a line, the value's length in 8 bytes, little end first, and the value.
    var datagram: [UInt8] {
        var bytes: [UInt8] = []
        for field in fields {
            bytes += field.name.utf8
            if field.value.utf8.contains(lineBreak) {
                bytes.append(lineBreak)
                withUnsafeBytes(of: UInt64(field.value.utf8.count).littleEndian) { bytes += $0 }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += field.value.utf8
            bytes.append(lineBreak)
        }
        return bytes
    }
}

private let lineBreak = UInt8(ascii: "\n")

/// What an event's kind adds.
private struct Content {
    let priority: Int
    let message: String
    /// Without their prefix; what is not known has no value and no field.
    var fields: [(name: String, value: String?)] = []

    private static let warning = 4
    private static let notice = 5
    private static let info = 6

    init(_ body: Event.Body) {
        switch body {
        case .phase(let from, let to, let hold):
            priority = Content.info
            message = "Phase \(to.rawValue), after \(from.rawValue)"
            fields = [("PHASE", to.rawValue), ("PHASE_BEFORE", from.rawValue), ("HOLD", hold?.rawValue)]
        case .annunciation(let call):
            priority = Content.priority(of: call.priority)
            let text = Content.publicText(of: call)
            message = "Call: \(text)"
            fields = [("CALL", call.kind.rawValue), ("TEXT", text)]
        case .withheld(let withheld):
            priority = Content.info
            message = "Not called: \(withheld.kind.rawValue), \(withheld.reason.rawValue)"
            fields = [("CALL", withheld.kind.rawValue), ("REASON", withheld.reason.rawValue)]
        case .inhibits(let inhibits):
            priority = Content.info
            let reasons = inhibits.map(\.rawValue).joined(separator: " ")
            message = inhibits.isEmpty ? "The mission is judged" : "The mission is not judged: \(reasons)"
            fields = [("REASON", reasons.isEmpty ? nil : reasons)]
        case .alertBegan(let alert):
            priority = alert.severity == .warning ? Content.warning : Content.notice
            message = "\(Content.name(of: alert)) began at \(metres(alert.distance))"
            fields = Content.fields(of: alert)
        case .alertEnded(let alert):
            priority = Content.info
            let lasted = alert.end.map { " after \(clock($0 - alert.start))" } ?? ""
            message = "\(Content.name(of: alert)) ended\(lasted): \(alert.reason?.rawValue ?? "no reason is known")"
            fields = Content.fields(of: alert)
            fields += [
                ("REASON", alert.reason?.rawValue), ("DURATION_S", alert.end.flatMap { number($0 - alert.start) }),
            ]
        case .split(let split):
            priority = Content.info
            message = "Split \(split.index): \(metres(split.distance)) in \(clock(split.duration))"
            fields = [
                ("SPLIT", String(split.index)), ("DISTANCE_M", number(split.distance)),
                ("DURATION_S", number(split.duration)), ("ENDED_BY", split.ending?.rawValue),
                ("ESTIMATED", split.isEstimated ? "1" : "0"),
            ]
        case .flightBegan(let flight):
            priority = Content.info
            message = "A flight began"
            fields = [("ORIGIN", flight.origin.rawValue)]
        case .flightEnded(let flight):
            priority = Content.info
            message =
                "A flight ended: "
                + (flight.isIndoor ? "indoors, " : "\(metres(flight.distance)) in ") + clock(flight.elapsed)
            let remarks = flight.remarks.map(\.rawValue).joined(separator: " ")
            fields = [
                ("DISTANCE_M", flight.isIndoor ? nil : number(flight.distance)),
                ("INDOOR", flight.isIndoor ? "1" : nil), ("ELAPSED_S", number(flight.elapsed)),
                ("MOVING_S", number(flight.moving)), ("REMARKS", remarks.isEmpty ? nil : remarks),
            ]
        case .refused(let refusal):
            priority = Content.notice
            // Not its own words: they are free, and may come to quote a mission, with the heart rate that it aims at.
            message = "Refused: \(refusal.code.rawValue)"
            fields = [("REFUSAL", refusal.code.rawValue)]
        }
    }

    private static func priority(of call: Annunciation.Priority) -> Int {
        switch call {
        case .warning: warning
        case .caution: notice
        case .advisory, .status: info
        }
    }

    /// Up to where it tells a heart rate, be it measured or aimed at.
    private static func publicText(of call: Annunciation) -> String {
        let mark = Array(". HEART RATE ".utf8)
        let text = Array(call.text.utf8)
        let end = text.indices.first { text[$0...].starts(with: mark) } ?? text.endIndex
        return String(decoding: text[..<end], as: UTF8.self)
    }

    private static func name(of alert: Alert) -> String {
        switch alert.kind {
        case .normal: "NORMAL"
        case .overspeed: "OVERSPEED"
        case .sinkRate: "SINK RATE"
        case .minimums: "MINIMUMS"
        }
    }

    private static func fields(of alert: Alert) -> [(name: String, value: String?)] {
        [
            ("ALERT", alert.kind.rawValue), ("SEVERITY", alert.severity.rawValue),
            ("DISTANCE_M", number(alert.distance)), ("PACE_S_PER_KM", alert.pace.flatMap { number($0) }),
        ]
    }
}

/// With one place; nil for what is no number.
private func number(_ quantity: some Quantity) -> String? {
    quantity.isFinite ? ((quantity.rawValue * 10).rounded() / 10).description : nil
}

private func metres(_ distance: Metres) -> String {
    Int(exactly: distance.rawValue.rounded()).map { "\($0) m" } ?? "an unknown distance"
}

/// For example `25:31` or `1:02:03`.
private func clock(_ duration: Seconds) -> String {
    guard let seconds = Int(exactly: duration.rawValue.rounded()), seconds >= 0 else { return "an unknown time" }
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
}
