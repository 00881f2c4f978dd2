// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import RunwayPorts

/// Passes events and levels on to the sinks. It buffers for them, so that none can hold up the loop or another.
@Loop
public final class Hub {
    private var lines: [SinkLine] = []
    private var stopped: [SinkLine] = []

    /// Told when a sink ceases to take anything, with the reason, and when it works again, with nil.
    public var onTrouble: @Loop (_ sink: String, _ trouble: String?) -> Void = { _, _ in }

    public init() {}

    /// Starts a sink and passes everything on to it from now on.
    public func add(_ name: String, _ sink: any Sink, bound: Int = SinkLine.defaultBound) {
        let line = SinkLine(name: name, sink: sink, bound: bound)
        lines.append(line)
        line.start()
    }

    public func publish(_ item: SinkItem) {
        for line in lines {
            line.take(item)
            if let change = line.troubleChange() { onTrouble(line.name, change.trouble) }
        }
    }

    public var status: [SinkStatus] { lines.map(\.status) }

    /// Stops the sinks; each passes on what it can without waiting.
    public func stop() {
        for line in lines { line.stop() }
        stopped += lines
        lines = []
    }

    /// Returns when all that the sinks do to stop has ended, in some seconds at most.
    public func finish() async {
        for line in stopped { await line.finish() }
        stopped = []
    }
}
