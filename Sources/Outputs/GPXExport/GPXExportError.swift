// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import XMLWriter

/// Why a flight gave no GPX file.
public enum GPXExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No point has a position and a time of its own; `skipped` were there and could not be used.
    case noPoints(skipped: Int)
    case writer(XMLWriterError)

    public var description: String {
        switch self {
        case .noPoints(0): "the flight has no positions with a time; GPX has nothing to hold, choose another format"
        case .noPoints(let skipped):
            "none of the flight's \(skipped) points can be used; GPX has nothing to hold, choose another format"
        case .writer(let error): error.description
        }
    }
}
