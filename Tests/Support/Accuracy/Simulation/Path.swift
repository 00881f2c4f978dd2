// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// A way on a plane of metres: straights and bends, one after the other, each smooth where they meet.
public struct Path: Sendable {
    /// A point of the way. The heading is the angle of the motion, from x towards y, in radians.
    public struct Point: Hashable, Sendable {
        public var x: Double
        public var y: Double
        public var heading: Double
    }

    private struct Piece {
        /// Metres of the way before it.
        var begin: Double
        var start: Point
        /// Radians a metre, positive to the left.
        var curvature: Double
    }

    /// In metres.
    public private(set) var length = 0.0
    private var pieces: [Piece] = []
    private var end: Point

    /// - Parameter heading: where it goes first, in radians from x towards y.
    public init(heading: Double) {
        end = Point(x: 0, y: 0, heading: heading)
    }

    public mutating func straight(_ length: Double) {
        append(length, curvature: 0)
    }

    /// A bend by an angle in radians, positive to the left.
    public mutating func bend(_ angle: Double, radius: Double) {
        append(abs(angle) * radius, curvature: (angle < 0 ? -1 : 1) / radius)
    }

    private mutating func append(_ length: Double, curvature: Double) {
        precondition(length >= 0, "a piece of \(length) m")
        let piece = Piece(begin: self.length, start: end, curvature: curvature)
        pieces.append(piece)
        self.length += length
        end = Path.point(of: piece, after: length)
    }

    /// The point after a way in metres; beyond the end it goes straight on.
    public subscript(way: Double) -> Point {
        guard way < length, !pieces.isEmpty else {
            return Path.point(of: Piece(begin: length, start: end, curvature: 0), after: way - length)
        }
        var (low, high) = (0, pieces.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if pieces[middle].begin <= way { low = middle } else { high = middle - 1 }
        }
        return Path.point(of: pieces[low], after: way - pieces[low].begin)
    }

    private static func point(of piece: Piece, after way: Double) -> Point {
        let start = piece.start
        let turned = start.heading + piece.curvature * way
        guard piece.curvature != 0 else {
            return Point(x: start.x + way * cos(turned), y: start.y + way * sin(turned), heading: turned)
        }
        return Point(
            x: start.x + (sin(turned) - sin(start.heading)) / piece.curvature,
            y: start.y - (cos(turned) - cos(start.heading)) / piece.curvature, heading: turned)
    }
}
