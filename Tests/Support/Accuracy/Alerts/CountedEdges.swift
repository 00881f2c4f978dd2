// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Laufhelden's way of leaving and entering a band: it takes some values beyond an edge in a row, and as many to return.
struct CountedEdges: Sendable {
    private struct Edge {
        let area: GPWSState
        var leaving = 0
        var returning = 0
    }

    /// How many in a row are ignored; the next one counts.
    private let patience: Int
    /// In the order in which they are looked at.
    private var edges: [Edge]
    private(set) var area = GPWSState.normal

    init(patience: Int, order: [GPWSState]) {
        self.patience = patience
        edges = order.map { Edge(area: $0) }
    }

    /// - Returns: what is called; `normal` for a return, which is called too.
    mutating func take(isBeyond: (GPWSState) -> Bool) -> GPWSState? {
        for index in edges.indices {
            let edge = edges[index]
            switch (area == edge.area, isBeyond(edge.area)) {
            case (false, true):
                edges[index].leaving = edge.leaving >= patience ? 0 : edge.leaving + 1
                guard edge.leaving >= patience else { continue }
                area = edge.area
                return area
            case (true, false):
                edges[index].returning = edge.returning >= patience ? 0 : edge.returning + 1
                guard edge.returning >= patience else { continue }
                area = .normal
                return area
            default:
                edges[index].leaving = 0
                edges[index].returning = 0
            }
        }
        return nil
    }
}
