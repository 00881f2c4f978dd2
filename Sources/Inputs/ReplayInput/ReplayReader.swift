// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import Gpsd
import JSON
import RunwayModel

/// Reads a recording, one JSON object a line as `gpspipe -w` prints it, as inputs in their order.
///
/// Lines of class HR carry heart rate. The time line is the recording's own; its instants never go back. What is read
/// goes the way that live reports go: one receiver, each epoch once.
public struct ReplayReader: ~Copyable {
    public struct Entry: Hashable, Sendable {
        public var at: Instant
        public var input: Input
    }

    private static let chunkSize = 262_144

    private let descriptor: CInt
    private let onTrouble: (Int, String) -> Void
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var assembler = LineAssembler(limit: GpsdParser.lineLimit)
    private var stream: GpsdStream
    private var timeline = LogTimeline()
    private var counts = ReplayCounters()
    /// What came before the first time: the newest of each kind.
    private var preamble: [(key: String, report: GpsdReport)] = []
    private var outputs: [GpsdStream.Output] = []
    private var nextOutput = 0
    private var lastInstant = Instant(nanoseconds: .min)
    private var hasEnded = false

    /// - Parameters:
    ///   - descriptor: what to read, from where it stands to its end. It stays the caller's.
    ///   - device: the path of the only receiver to use; nil for any one.
    ///   - onTrouble: takes the number of a line that could not be read, or not wholly, from 1, what is wrong with it, and
    ///     what became of it.
    public init(
        descriptor: CInt, device: String? = nil, onTrouble: @escaping (_ line: Int, _ trouble: String) -> Void
    ) {
        self.descriptor = descriptor
        self.onTrouble = onTrouble
        buffer = .allocate(capacity: ReplayReader.chunkSize)
        stream = GpsdStream(device: device)
    }

    deinit {
        buffer.deallocate()
    }

    public var counters: ReplayCounters {
        var counters = counts
        counters.gpsd = stream.counters
        return counters
    }

    /// What the recording's own clock had at the instants so far.
    public var times: FileTimes { timeline.times }

    /// - Returns: the next input; nil at the end.
    /// - Throws: when the descriptor cannot be read. It blocks while nothing has come.
    public mutating func next() throws(ReplayError) -> Entry? {
        while nextOutput == outputs.count {
            if hasEnded { return nil }
            outputs.removeAll(keepingCapacity: true)
            nextOutput = 0
            try readChunk()
        }
        let output = outputs[nextOutput]
        nextOutput += 1
        counts.inputs += 1
        // A held fix is handed over after what came in the meantime.
        lastInstant = max(lastInstant, output.at)
        return Entry(at: lastInstant, input: output.input)
    }

    private mutating func readChunk() throws(ReplayError) {
        var count = read(descriptor, buffer.baseAddress, buffer.count)
        while count < 0 && errno == EINTR { count = read(descriptor, buffer.baseAddress, buffer.count) }
        if count < 0 { throw ReplayError(code: errno, line: counts.lines) }
        if count == 0 {
            if let line = assembler.finish() { take(line) }
            finish()
            return
        }
        var chunk = UnsafeBufferPointer(rebasing: buffer[..<count])
        while let line = assembler.next(from: &chunk) { take(line) }
    }

    private mutating func finish() {
        hasEnded = true
        if timeline.now == nil { place(at: Instant(nanoseconds: 0)) }
        stream.flush(into: &outputs)
    }

    private mutating func take(_ line: LineAssembler.Line) {
        counts.lines += 1
        switch line {
        case .overlong:
            stream.noteOverlongLine()
            refuse("longer than \(GpsdParser.lineLimit) bytes")
        case .complete(let bytes):
            guard let text = object(in: bytes) else {
                counts.skipped += 1
                return
            }
            let report = stream.parse(text)
            let bad = stream.badFields
            if !bad.isEmpty {
                let names = bad.joined(separator: ", ")
                onTrouble(counts.lines, "no number that can be, or none at all: \(names); taken as not said")
            }
            take(report, of: text)
        }
    }

    private mutating func take(_ report: GpsdReport, of line: UnsafeBufferPointer<UInt8>) {
        switch report {
        case .malformed: refuse("not a complete object of gpsd's protocol")
        case .other("HR"): takeHeartRate(line)
        case .fix(let fix):
            if let time = fix.time { advance(to: time, of: fix.receiver) }
            take(report, as: "fix " + fix.receiver)
        case .sky(let sky): take(report, as: "sky " + sky.receiver)
        default: stream.take(report, at: timeline.now ?? Instant(nanoseconds: 0), into: &outputs)
        }
    }

    private mutating func take(_ report: GpsdReport, as key: @autoclosure () -> String) {
        if let now = timeline.now {
            stream.take(report, at: now, into: &outputs)
            return
        }
        let key = key()
        if let index = preamble.firstIndex(where: { $0.key == key }) {
            preamble.remove(at: index)
            counts.unplaced += 1
        }
        preamble.append((key: key, report: report))
    }

    private mutating func takeHeartRate(_ line: UnsafeBufferPointer<UInt8>) {
        do {
            let heartRate = try JSON.decode(HeartRateLine.self, from: line)
            if let time = heartRate.time { advance(to: time, of: LogTimeline.heartRate) }
            guard let now = timeline.now else {
                counts.unplaced += 1
                return
            }
            outputs.append(GpsdStream.Output(input: .heartRate(heartRate.sample), at: now))
        } catch {
            refuse("a heart rate whose members are not what they should be")
        }
    }

    private mutating func advance(to time: UTCTime, of source: String) {
        let isFirst = timeline.now == nil
        let now = timeline.advance(to: time, of: source)
        if isFirst { place(at: now) }
        stream.expire(at: now, into: &outputs)
    }

    private mutating func place(at instant: Instant) {
        for entry in preamble { stream.take(entry.report, at: instant, into: &outputs) }
        preamble.removeAll()
    }

    private mutating func refuse(_ reason: String) {
        counts.malformed += 1
        onTrouble(counts.lines, reason + "; skipped")
    }

    /// The line without what may stand before its object; nil when it has none.
    private func object(in line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        var start = line.startIndex
        // Editors put a byte order mark before the first line.
        if counts.lines == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
        while start < line.endIndex, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        guard start < line.endIndex, line[start] == UInt8(ascii: "{") else { return nil }
        return UnsafeBufferPointer(rebasing: line[start...])
    }
}
