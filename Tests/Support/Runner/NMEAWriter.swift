// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel

/// Writes epochs as NMEA 0183 sentences, with so many digits that rounding does not matter (0.2 mm, 0.05 mm/s).
public struct NMEAWriter: Sendable {
    public enum Talker: String, Sendable {
        case gps = "GP"
        /// Several systems together.
        case combined = "GN"
    }

    public enum Kind: Sendable {
        case rmc, gga, gsa, gsv, vtg
    }

    public var talker: Talker
    /// Which sentences there are, in their order.
    public var kinds: [Kind]

    public init(talker: Talker = .gps, kinds: [Kind] = [.rmc, .gga, .gsa, .gsv, .vtg]) {
        self.talker = talker
        self.kinds = kinds
    }

    /// The sentences of an epoch, each with its checksum and its line's end; none while the receiver is silent.
    public func sentences(_ epoch: Epoch) -> [String] {
        if epoch.isSilent { return [] }
        return kinds.flatMap { kind in
            switch kind {
            case .rmc: [rmc(epoch)]
            case .gga: [gga(epoch)]
            case .gsa: [gsa(epoch)]
            case .gsv: gsv()
            case .vtg: [vtg(epoch)]
            }
        }
    }

    /// Adds the dollar, the checksum and the line's end.
    public static func sentence(_ body: String) -> String {
        "$\(body)*\(String(format: "%02X", checksum(body)))\r\n"
    }

    /// The exclusive or of all bytes between dollar and star.
    public static func checksum(_ body: String) -> UInt8 { body.utf8.reduce(0, ^) }

    private func rmc(_ epoch: Epoch) -> String {
        let date = epoch.time.civilDate
        let fields =
            [time(epoch), hasFix(epoch) ? "A" : "V"] + position(epoch)
            + [number(epoch.speed.map(knots), 4), number(epoch.track, 3)]
            + [String(format: "%02d%02d%02d", date.day, date.month, date.year % 100), "", "", mode(epoch)]
        return sentence("RMC", fields)
    }

    private func gga(_ epoch: Epoch) -> String {
        let altitude = epoch.height.flatMap { height in epoch.geoid.map { height - $0 } }
        let fields =
            [time(epoch)] + position(epoch)
            + [hasFix(epoch) ? "1" : "0", String(format: "%02d", epoch.satellites), number(epoch.hdop, 2)]
            + [number(altitude, 3), "M", number(epoch.geoid, 3), "M", "", ""]
        return sentence("GGA", fields)
    }

    private func gsa(_ epoch: Epoch) -> String {
        let used = SimulatedSatellite.all.prefix(epoch.satellites).map { String(format: "%02d", $0.number) }
        let pdop = epoch.hdop.flatMap { hdop in epoch.vdop.map { hypot(hdop, $0) } }
        let fields =
            ["A", String(epoch.mode)] + used + [String](repeating: "", count: 12 - used.count)
            + [number(pdop, 2), number(epoch.hdop, 2), number(epoch.vdop, 2)]
        return sentence("GSA", fields)
    }

    private func gsv() -> [String] {
        let all = SimulatedSatellite.all
        let groups = stride(from: 0, to: all.count, by: 4).map { all[$0..<min($0 + 4, all.count)] }
        return groups.enumerated().map { index, group in
            let fields = group.flatMap {
                [
                    String(format: "%02d", $0.number), String(format: "%02d", $0.elevation),
                    String(format: "%03d", $0.azimuth), String(format: "%02d", $0.strength),
                ]
            }
            let head = [String(groups.count), String(index + 1), String(format: "%02d", all.count)]
            // Satellites in view go by system, also from a combined receiver.
            return NMEAWriter.sentence("GPGSV," + (head + fields).joined(separator: ","))
        }
    }

    private func vtg(_ epoch: Epoch) -> String {
        let fields = [
            number(epoch.track, 3), "T", "", "M", number(epoch.speed.map(knots), 4), "N",
            number(epoch.speed.map { $0 * 3.6 }, 4), "K", mode(epoch),
        ]
        return sentence("VTG", fields)
    }

    private func sentence(_ name: String, _ fields: [String]) -> String {
        NMEAWriter.sentence(([talker.rawValue + name] + fields).joined(separator: ","))
    }

    private func hasFix(_ epoch: Epoch) -> Bool { epoch.mode >= 2 }
    private func mode(_ epoch: Epoch) -> String { hasFix(epoch) ? "A" : "N" }
    private func knots(_ speed: Double) -> Double { speed * 3600 / 1852 }

    /// hhmmss.ss
    private func time(_ epoch: Epoch) -> String {
        let hundredths = epoch.time.nanoseconds / 10_000_000 % 8_640_000
        let seconds = hundredths / 100
        return String(
            format: "%02d%02d%02d.%02d", Int(seconds / 3600), Int(seconds / 60 % 60), Int(seconds % 60),
            Int(hundredths % 100))
    }

    private func position(_ epoch: Epoch) -> [String] {
        guard let latitude = epoch.latitude, let longitude = epoch.longitude else { return ["", "", "", ""] }
        return [
            angle(latitude, degreeDigits: 2), latitude < 0 ? "S" : "N",
            angle(longitude, degreeDigits: 3), longitude < 0 ? "W" : "E",
        ]
    }

    /// Degrees and minutes without a sign. In integers, so that 59.99999999 minutes do not become 60.
    private func angle(_ degrees: Double, degreeDigits: Int) -> String {
        let units = Int((abs(degrees) * 60e7).rounded())
        let minutes = units % 600_000_000
        return String(
            format: "%0\(degreeDigits)d%02d.%07d", units / 600_000_000, minutes / 10_000_000, minutes % 10_000_000)
    }

    private func number(_ value: Double?, _ digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? ""
    }
}
