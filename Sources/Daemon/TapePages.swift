// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Recorder
import RunwayModel

/// Hands out a tape page by page, each read on the writer's thread.
@Loop
final class TapePages {
    private let recorder: Recorder
    private let id: FlightID
    private var last: Int?

    init(recorder: Recorder, id: FlightID) {
        self.recorder = recorder
        self.id = id
    }

    /// - Returns: JSON lines; nil at the end.
    func next() async throws -> [UInt8]? {
        let page = try await recorder.read { [id, last] in try $0.tapeLines(of: id, after: last, limit: 500) }
        guard let newest = page.last else { return nil }
        last = newest
        return page.lines
    }
}
