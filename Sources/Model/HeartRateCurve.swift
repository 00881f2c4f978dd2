// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The script of a simulated heart-rate sensor: heart rate over time, with times when the sensor is away.
///
/// Written `seconds:bpm, seconds:bpm, …` with rising seconds, `-` for a sensor that is away:
/// `0:95, 20:150, 40:-, 45:150`. Between two rates it runs straight; before the first point the first one holds, after
/// the last the last. From a `-` on the sensor is away until the next point.
public struct HeartRateCurve: Hashable, Sendable {
    private struct Point: Hashable {
        var time: Seconds
        var rate: BeatsPerMinute?
    }

    private let points: [Point]

    /// - Throws: `HeartRateCurveError` naming the point that is wrong and what to write instead.
    public init(_ text: String) throws(HeartRateCurveError) {
        var points: [Point] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: ":", omittingEmptySubsequences: false).map(HeartRateCurve.trimmed)
            guard pair.count == 2 else { throw HeartRateCurveError("'\(HeartRateCurve.trimmed(part))' is no point") }
            guard let time = Double(pair[0]), (0...1_000_000).contains(time) else {
                throw HeartRateCurveError("'\(pair[0])' is no time from 0 to 1000000 s")
            }
            if let last = points.last, time <= last.time.rawValue {
                throw HeartRateCurveError("the point at \(pair[0]) s does not come after the one before it")
            }
            if pair[1] == "-" {
                points.append(Point(time: Seconds(time), rate: nil))
            } else if let rate = Double(pair[1]), (1...240).contains(rate) {
                points.append(Point(time: Seconds(time), rate: BeatsPerMinute(rate)))
            } else {
                throw HeartRateCurveError("'\(pair[1])' is neither '-' nor a heart rate from 1 to 240")
            }
        }
        self.points = points
    }

    /// The heart rate so long after the start; nil while the sensor is away.
    public func rate(at time: Seconds) -> BeatsPerMinute? {
        guard let next = points.firstIndex(where: { $0.time > time }) else { return points.last?.rate }
        guard next > 0 else { return points[0].rate }
        let left = points[next - 1]
        let right = points[next]
        guard let from = left.rate, let to = right.rate else { return left.rate }
        return from + (to - from) * ((time - left.time) / (right.time - left.time))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

/// Why the text of a curve was refused, in words for the person who wrote it.
public struct HeartRateCurveError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    public let action = "write points as seconds:bpm or seconds:-, for example 0:95, 20:150, 40:-, 45:150"

    init(_ message: String) { self.message = message }

    public var description: String { "\(message); \(action)" }
}
