// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import Glibc
import RunwayModel

/// One screen that is redrawn in place: the instruments, the lamps, the last calls.
struct ScreenDisplay: Display {
    private var calls: [String] = []
    private var state: FlightState?
    private static let keptCalls = 8

    mutating func open() {
        // The alternate screen, without a cursor.
        ScreenDisplay.put("\u{1B}[?1049h\u{1B}[?25l")
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                // Only what is allowed in a signal's handler: the terminal as it was, and away.
                let restore: StaticString = "\u{1B}[?25h\u{1B}[?1049l"
                _ = write(1, restore.utf8Start, restore.utf8CodeUnitCount)
                _exit(128 + number)
            }
        }
    }

    mutating func show(_ event: Event, _ json: [UInt8]) {
        guard let text = EventText.line(event) else { return }
        calls.append("\(Text.clock(event.time))  \(text)")
        calls.removeFirst(max(0, calls.count - ScreenDisplay.keptCalls))
        draw()
    }

    mutating func show(_ new: FlightState, _ json: [UInt8]) {
        state = new
        draw()
    }

    mutating func close() {
        ScreenDisplay.put("\u{1B}[?25h\u{1B}[?1049l")
        // What was said last stays readable after the display is gone.
        for call in calls { ScreenDisplay.put(call + "\n") }
    }

    private func draw() {
        guard let state else { return }
        var columns: CInt = 80
        var rows: CInt = 24
        _ = runway_linux_terminal_size(1, &columns, &rows)
        // A serial console tells 0 by 0.
        if columns <= 0 || rows <= 0 { (columns, rows) = (80, 24) }
        let lines = Screen(state: state, calls: calls, width: max(20, Int(columns))).lines.prefix(max(1, Int(rows) - 1))
        // Each line is cleared to its end, then the rest of the screen: nothing flickers.
        let body = lines.map { $0 + "\u{1B}[K\r\n" }.joined()
        ScreenDisplay.put("\u{1B}[H" + body + "\u{1B}[J")
    }

    private static func put(_ text: String) {
        // A terminal that is gone ends the program by its hang-up.
        _ = File.write(Array(text.utf8), to: STDOUT_FILENO)
    }
}
