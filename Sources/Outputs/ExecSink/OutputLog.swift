// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Makes lines for the log of what a child prints, within a budget: so many lines in a window of time, the others
/// counted; long lines cut; and so many bytes read in a second, after which the child has to wait.
struct OutputLog {
    static let lineLimit = 400
    static let linesInWindow = 20
    static let window = Seconds(10)
    static let bytesInSecond = 65_536

    private var line: [UInt8] = []
    private var isCut = false

    private var windowEnd: Instant?
    private var logged = 0
    private var leftOut = 0

    private var secondEnd: Instant?
    private var read = 0

    /// Whether the child's output is to be read at present.
    var mayRead: Bool { read < OutputLog.bytesInSecond }

    /// When `expire` is to be called; nil when there is nothing to wait for.
    var deadline: Instant? { [leftOut > 0 ? windowEnd : nil, mayRead ? nil : secondEnd].compactMap { $0 }.min() }

    /// - Returns: what goes into the log.
    mutating func take(_ bytes: ArraySlice<UInt8>, at instant: Instant) -> [String] {
        var lines = expire(at: instant)
        if secondEnd == nil { secondEnd = instant + Seconds(1) }
        read += bytes.count
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let text = endLine(at: instant) { lines.append(text) }
            } else if line.count < OutputLog.lineLimit {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// The windows that have ended begin anew.
    mutating func expire(at instant: Instant) -> [String] {
        if let end = secondEnd, end <= instant {
            secondEnd = nil
            read = 0
        }
        guard let end = windowEnd, end <= instant else { return [] }
        return endWindow()
    }

    /// The output ended; its last line may lack its end. The budget goes on for the next child.
    mutating func end(at instant: Instant) -> [String] {
        [endLine(at: instant)].compactMap { $0 }
    }

    private mutating func endLine(at instant: Instant) -> String? {
        defer {
            line = []
            isCut = false
        }
        guard !line.isEmpty else { return nil }
        if windowEnd == nil { windowEnd = instant + OutputLog.window }
        guard logged < OutputLog.linesInWindow else {
            leftOut += 1
            return nil
        }
        logged += 1
        // A terminal must not obey what a child prints.
        var text = ""
        text.unicodeScalars += String(decoding: line, as: UTF8.self).unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : $0
        }
        return isCut ? text + "… (cut)" : text
    }

    /// Whatever is still to be said, now and not at the window's end.
    mutating func endWindow() -> [String] {
        defer {
            windowEnd = nil
            logged = 0
            leftOut = 0
        }
        return leftOut > 0 ? ["(lines left out: \(leftOut))"] : []
    }
}
