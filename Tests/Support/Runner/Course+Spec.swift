// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

extension Course {
    /// A course's description that cannot be read.
    public struct SpecError: Error, Hashable, Sendable, CustomStringConvertible {
        public let item: String
        public let why: String
        public var description: String { "course: '\(item)': \(why)" }
    }

    /// How a description is written, for a program's help.
    public static let specHelp = """
        items, separated by commas or line ends; # begins a comment:
          at:LATITUDE:LONGITUDE[:HEIGHT]  where it starts (59.95:24.9:30, in the sea)
          heading:DEGREES                 where the runner looks first (0)
          radius:METRES                   of the circle that is run; 0 is straight on (60)
          stand:SECONDS                   stand still
          run:SPEED:SECONDS[:SLOPE]       run at SPEED m/s; SLOPE is metres up per metre
          outage:SECONDS                  go on as before, while the receiver has no fix
          silence:SECONDS                 go on as before, while the receiver sends nothing
        """

    /// Reads a description as `specHelp` has it.
    /// - Throws: `SpecError` naming the item.
    public init(spec: String) throws(SpecError) {
        var start = Start.sea
        var radius = 60.0
        var legs: [Leg] = []
        let lines = spec.split { $0.isNewline }.map { $0.prefix { $0 != "#" } }
        for item in lines.flatMap({ $0.split(separator: ",") }) {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false).map { part in
                String(part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
            }
            if parts == [""] { continue }
            func fail(_ why: String) -> SpecError { SpecError(item: parts.joined(separator: ":"), why: why) }
            let numbers = parts.dropFirst().compactMap { Double($0) }.filter(\.isFinite)
            guard numbers.count == parts.count - 1 else { throw fail("not a number") }

            switch (parts[0], numbers.count) {
            case ("at", 2...3):
                guard legs.isEmpty else { throw fail("the start comes first") }
                guard abs(numbers[0]) < 89, abs(numbers[1]) <= 180 else { throw fail("no position to run at") }
                start = Start(
                    latitude: numbers[0], longitude: numbers[1], height: numbers.count > 2 ? numbers[2] : 30,
                    track: start.track.rawValue)
            case ("heading", 1):
                guard legs.isEmpty else { throw fail("the start comes first") }
                start.track = Degrees(numbers[0])
            case ("radius", 1):
                radius = numbers[0]
            case ("stand", 1):
                guard numbers[0] > 0 else { throw fail("it must take some time") }
                legs.append(.stand(numbers[0]))
            case ("run", 2...3):
                guard numbers[0] >= 0, numbers[1] > 0 else { throw fail("it must take some time, forwards") }
                legs.append(
                    .run(
                        numbers[0], for: numbers[1], radius: radius == 0 ? nil : radius,
                        slope: numbers.count > 2 ? numbers[2] : 0))
            case ("outage", 1), ("silence", 1):
                guard numbers[0] > 0 else { throw fail("it must take some time") }
                var leg = legs.last ?? .stand(numbers[0])
                leg.duration = Seconds(numbers[0])
                legs.append(leg.with(parts[0] == "outage" ? .noFix : .silent))
            default:
                throw fail("unknown, or not with \(numbers.count) numbers")
            }
        }
        guard !legs.isEmpty else { throw SpecError(item: spec, why: "nothing to do") }
        self.init(start: start, legs)
    }

    /// The same, and then standing at its end, or less of it, so that it takes `duration`.
    public func lasting(_ duration: Seconds) -> Course {
        var left = duration
        var kept: [Leg] = []
        for leg in legs where left > .zero {
            var leg = leg
            leg.duration = min(leg.duration, left)
            kept.append(leg)
            left = left - leg.duration
        }
        if left > .zero { kept.append(.stand(left.rawValue)) }
        return Course(start: start, kept)
    }
}
