// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import RunwayPorts

/// Passes events and levels on to the sinks. It buffers for them, so that none can hold up the loop or another.
@Loop
public final class Hub {
    private var lines: [SinkLine] = []

    public init() {}

    /// Starts a sink and passes everything on to it from now on.
    public func add(_ name: String, _ sink: any Sink, bound: Int = SinkLine.defaultBound) {
        let line = SinkLine(name: name, sink: sink, bound: bound)
        lines.append(line)
        line.start()
    }

    public func publish(_ item: SinkItem) {
        for line in lines { line.take(item) }
    }

    public var hasSinks: Bool { !lines.isEmpty }

    public var status: [SinkStatus] { lines.map(\.status) }

    /// Stops the sinks; each passes on what it can without waiting.
    public func stop() {
        for line in lines { line.stop() }
        lines = []
    }
}
