// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// From gpsd's lines to inputs: parser, choice of the receiver and merging of epochs, for live data and recordings
/// alike. It asks no clock.
public struct GpsdStream: ~Copyable {
    public struct Output: Hashable, Sendable {
        public var input: Input
        /// When what it was made of arrived. A fix that was held is handed over later than that.
        public var at: Instant

        public init(input: Input, at: Instant) {
            self.input = input
            self.at = at
        }
    }

    private var parser = GpsdParser()
    private var selector: ReceiverSelector
    private var merger = EpochMerger()
    private var counts = GpsdCounters()

    /// - Parameter device: the path of the only receiver to use; nil for any one.
    public init(device: String? = nil) {
        selector = ReceiverSelector(pinned: device)
    }

    /// The receiver in use.
    public var activeReceiver: String? { selector.active }

    public var counters: GpsdCounters {
        var counters = counts
        counters.duplicates = merger.duplicates
        counters.untimed = merger.untimed
        return counters
    }

    /// Reads a line and counts it. The report has no effect until it is taken.
    public mutating func parse(_ line: UnsafeBufferPointer<UInt8>) -> GpsdReport {
        counts.lines += 1
        let report = parser.parse(line)
        if report == .malformed { counts.malformed += 1 }
        counts.badFields += parser.badFields.count
        return report
    }

    /// The fields of the newest line that were there and could not be used, by gpsd's names.
    public var badFields: [String] { parser.badFields }

    public mutating func noteOverlongLine() {
        counts.overlong += 1
    }

    /// Appends what follows from a report, none or up to two inputs, to `outputs`.
    /// - Parameter instant: when it arrived; never before that of an earlier call.
    public mutating func take(_ report: GpsdReport, at instant: Instant, into outputs: inout [Output]) {
        switch report {
        case .fix(let fix):
            guard selector.accept(fix, at: instant) else {
                counts.otherReceivers += 1
                return
            }
            let (ended, current) = merger.take(fix, at: instant)
            append(ended, to: &outputs)
            append(current, to: &outputs)
        case .sky(let sky):
            guard selector.accept(sky) else {
                counts.otherReceivers += 1
                return
            }
            outputs.append(Output(input: .sky(sky), at: instant))
        case .device(let path, let isActive):
            selector.noteDevice(path, isActive: isActive)
        case .devices(let paths):
            selector.noteDevices(paths)
        case .error:
            counts.errors += 1
        case .version, .watch, .other, .malformed:
            break
        }
    }

    /// When `expire` is to be called; nil while nothing is held.
    public var deadline: Instant? { merger.deadline }

    /// Appends the held fix when its time has come.
    public mutating func expire(at instant: Instant, into outputs: inout [Output]) {
        append(merger.expire(at: instant), to: &outputs)
    }

    /// Appends the held fix: nothing more will come.
    public mutating func flush(into outputs: inout [Output]) {
        append(merger.flush(), to: &outputs)
    }

    private func append(_ arrival: EpochMerger.Arrival?, to outputs: inout [Output]) {
        if let arrival { outputs.append(Output(input: .fix(arrival.fix), at: arrival.at)) }
    }
}
