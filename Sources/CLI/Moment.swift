// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayEngine
import RunwayModel

/// A moment of a flight as a person writes it.
struct Moment {
    let text: String
    private let sinceRotate: Double?
    private let time: UTCTime?

    /// - Throws: a usage failure for what is neither a time since ROTATE nor a civil time.
    init(_ text: String) throws {
        self.text = text
        time = UTCTime(iso8601: text)
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        if parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0 != nil && $0! >= 0 }) {
            sinceRotate = parts.reduce(0.0) { $0 * 60 + Double($1 ?? 0) }
        } else {
            sinceRotate = nil
        }
        guard time != nil || sinceRotate != nil else {
            throw Failure.usage(
                "runway explain: --at \(text) is no time; write it since ROTATE, as 12:34, or as 2026-05-01T07:12:03Z")
        }
    }

    /// Since ROTATE; nil when the flight's clock was never known.
    func seconds(in flight: Explanation) -> Double? {
        if let sinceRotate { return sinceRotate }
        guard let time, let entry = flight.entries.first(where: { $0.t != nil && $0.time != nil }), let t = entry.t,
            let label = entry.time
        else { return nil }
        return t + (time - label).rawValue
    }
}
