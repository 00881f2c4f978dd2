// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What of the links' changes goes into the log. One that comes and goes by the second is not to fill a card: beyond
/// a few lines a minute its changes are counted, and the count goes with the next line.
struct LinkLog {
    static let limit = 6
    static let window = Seconds(60)

    struct Line: Equatable {
        var isWarning: Bool
        var text: String
    }

    private struct History {
        var said: [Instant] = []
        var leftOut = 0
    }

    private var histories: [String: History] = [:]

    /// - Returns: nil for what needs no line, and for what is left out.
    mutating func line(for link: LinkChange, at now: Instant) -> Line? {
        guard link.state != .connecting else { return nil }
        var history = histories[link.name] ?? History()
        defer { histories[link.name] = history }
        history.said.removeAll { now - $0 >= LinkLog.window }
        guard history.said.count < LinkLog.limit else {
            history.leftOut += 1
            return nil
        }
        history.said.append(now)
        let before = history.leftOut > 0 ? "; \(history.leftOut) changes before were left out" : ""
        history.leftOut = 0
        let isUp = link.state == .up
        return Line(isWarning: !isUp, text: (isUp ? "\(link.name) is connected" : LinkLog.loss(link)) + before)
    }

    private static func loss(_ link: LinkChange) -> String {
        let advice = link.reason.flatMap { LinkAdvice.text(for: $0) }.map { ": \($0)" } ?? ""
        let reason = link.reason.map { " (\($0))" } ?? ""
        return "\(link.name) is not connected\(reason)\(advice); trying on"
    }
}
