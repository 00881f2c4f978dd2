// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Synchronization

/// A GPS receiver that says its sentences once a second, by UDP or over a terminal line, from a thread of its own.
final class Receiver: Sendable {
    enum Quality: Sendable {
        case fix
        /// The last coordinates again and again, but void: RMC status V, GGA quality 0, GSA without a fix.
        case void
        case mute
    }

    private struct State {
        var quality: Quality
        var isStopped = false
    }

    private let state: Mutex<State>
    private let latitude: Double

    /// - Parameter say: takes the sentences of one epoch.
    init(latitude: Double, quality: Quality = .fix, _ say: @escaping @Sendable (String) -> Void) {
        self.latitude = latitude
        state = Mutex(State(quality: quality))
        Thread.detachNewThread { [weak self] in
            while let epoch = self?.epoch() {
                if !epoch.isEmpty { say(epoch) }
                let now = Date().timeIntervalSince1970
                Thread.sleep(forTimeInterval: now.rounded(.up) - now + 0.02)
            }
        }
    }

    convenience init(latitude: Double, quality: Quality = .fix, udp port: UInt16) {
        let descriptor = socket(AF_INET, datagramSocket, 0)
        self.init(latitude: latitude, quality: quality) { sentences in
            // gpsd is not there all the time; then the datagrams go nowhere, as they should.
            let bytes = Array(sentences.utf8)
            _ = withSocketAddress(loopback(port)) {
                sendto(descriptor, bytes, bytes.count, noSignal, $0, $1)
            }
        }
    }

    var quality: Quality {
        get { state.withLock { $0.quality } }
        set { state.withLock { $0.quality = newValue } }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    deinit { stop() }

    private func epoch() -> String? {
        let now = state.withLock { $0 }
        if now.isStopped { return nil }
        switch now.quality {
        case .mute: return ""
        case .fix: return sentences(isValid: true)
        case .void: return sentences(isValid: false)
        }
    }

    private func sentences(isValid: Bool) -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ value: CInt) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let clock = "\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec)).00"
        let date = "\(two(parts.tm_mday))\(two(parts.tm_mon + 1))\(two(parts.tm_year % 100))"
        let minutes = String(format: "%02d%07.4f", Int(latitude), (latitude - latitude.rounded(.down)) * 60)
        let position = "\(minutes),N,01134.5674,E"
        if isValid {
            return sentence("GPGGA,\(clock),\(position),1,08,0.9,519.0,M,47.0,M,,")
                + sentence("GPGSA,A,3,04,05,09,12,17,20,25,29,,,,,1.8,0.9,1.5")
                + sentence("GPRMC,\(clock),A,\(position),005.83,090.0,\(date),,,A")
        }
        return sentence("GPGGA,\(clock),\(position),0,00,99.9,519.0,M,47.0,M,,")
            + sentence("GPGSA,A,1,,,,,,,,,,,,,,,")
            + sentence("GPRMC,\(clock),V,\(position),005.83,090.0,\(date),,,N")
    }

    private func sentence(_ body: String) -> String {
        String(format: "$%@*%02X\r\n", body, Int(body.utf8.reduce(0, ^)))
    }
}
