// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CGps
import Glibc
import RunwayModel

/// Reads lines of gpsd's protocol with libgps. It owns libgps's buffers.
public struct GpsdParser: ~Copyable {
    /// The longest line that is read, in bytes, as gpsd bounds it; a longer one is malformed.
    public static let lineLimit = Int(RUNWAY_GPS_LINE_MAX)

    private let handle: OpaquePointer
    private var report = runway_gps_report()
    private var paths = PathTable()

    public init() {
        guard let handle = runway_gps_new() else {
            // As everywhere in Swift, memory that cannot be had ends the process.
            preconditionFailure("no memory for libgps")
        }
        self.handle = handle
    }

    deinit {
        runway_gps_free(handle)
    }

    /// - Parameter line: one line, with or without its end.
    public mutating func parse(_ line: UnsafeBufferPointer<UInt8>) -> GpsdReport {
        guard let bytes = line.baseAddress else { return .malformed }
        runway_gps_parse(handle, bytes, line.count, &report)
        switch report.kind {
        case RUNWAY_GPS_TPV: return .fix(fix())
        case RUNWAY_GPS_SKY: return .sky(sky())
        case RUNWAY_GPS_DEVICE: return .device(path: paths[report.device], isActive: report.is_activated)
        case RUNWAY_GPS_DEVICES:
            return .devices((0..<report.device_count).map { paths[runway_gps_device(handle, $0)] })
        case RUNWAY_GPS_VERSION:
            return .version(
                GpsdVersion(
                    release: String(cString: report.text), protocolMajor: Int(report.protocol_major),
                    protocolMinor: Int(report.protocol_minor)))
        case RUNWAY_GPS_WATCH: return .watch
        case RUNWAY_GPS_ERROR: return .error(String(cString: report.text))
        case RUNWAY_GPS_OTHER: return .other(String(cString: report.text))
        default: return .malformed
        }
    }

    public mutating func parse(_ line: ArraySlice<UInt8>) -> GpsdReport {
        guard !line.isEmpty else { return .malformed }
        return line.withUnsafeBufferPointer { parse($0) }
    }

    private mutating func fix() -> Fix {
        var fix = Fix(
            receiver: paths[report.device], mode: Fix.Mode(rawValue: Int(report.mode)) ?? .unknown,
            time: has(RUNWAY_GPS_HAS_TIME) ? UTCTime(nanoseconds: report.time) : nil)
        if report.bad != 0 { fix.faults = faults }
        // Whatever the line says: without a fix there is no position, and nothing that follows from one.
        guard fix.mode >= .twoDimensional else { return fix }
        if has(RUNWAY_GPS_HAS_POSITION) {
            fix.latitude = Degrees(report.latitude)
            fix.longitude = Degrees(report.longitude)
        }
        if has(RUNWAY_GPS_HAS_ALTITUDE_MSL) { fix.altitudeMSL = Metres(report.altitude_msl) }
        if has(RUNWAY_GPS_HAS_ALTITUDE_HAE) { fix.altitudeHAE = Metres(report.altitude_hae) }
        if has(RUNWAY_GPS_HAS_SPEED) { fix.speed = MetresPerSecond(report.speed) }
        if has(RUNWAY_GPS_HAS_TRACK) { fix.track = Degrees(report.track) }
        if has(RUNWAY_GPS_HAS_CLIMB) { fix.climb = MetresPerSecond(report.climb) }
        if has(RUNWAY_GPS_HAS_EPH) { fix.horizontalError = Metres(report.eph) }
        if has(RUNWAY_GPS_HAS_EPX) { fix.eastError = Metres(report.epx) }
        if has(RUNWAY_GPS_HAS_EPY) { fix.northError = Metres(report.epy) }
        if has(RUNWAY_GPS_HAS_EPV) { fix.verticalError = Metres(report.epv) }
        if has(RUNWAY_GPS_HAS_EPS) { fix.speedError = MetresPerSecond(report.eps) }
        return fix
    }

    private mutating func sky() -> Sky {
        Sky(
            receiver: paths[report.device], hdop: has(RUNWAY_GPS_HAS_HDOP) ? report.hdop : nil,
            satellitesUsed: has(RUNWAY_GPS_HAS_USED) ? Int(report.satellites_used) : nil,
            satellitesVisible: has(RUNWAY_GPS_HAS_VISIBLE) ? Int(report.satellites_visible) : nil)
    }

    /// The fields of the newest line that were there and could not be used, by gpsd's names.
    public var badFields: [String] {
        if report.bad == 0 { return [] }
        return GpsdParser.fields.compactMap { report.bad & UInt32($0.bit) != 0 ? $0.name : nil }
    }

    private var faults: [Fix.Fault] {
        var faults: [Fix.Fault] = []
        for field in GpsdParser.fields where report.bad & UInt32(field.bit) != 0 {
            if let fault = field.fault, !faults.contains(fault) { faults.append(fault) }
        }
        return faults
    }

    private static let fields: [(bit: Int, name: String, fault: Fix.Fault?)] = [
        (RUNWAY_GPS_HAS_POSITION, "lat/lon", .badPosition), (RUNWAY_GPS_HAS_MODE, "mode", .badMode),
        (RUNWAY_GPS_HAS_TIME, "time", .badTime), (RUNWAY_GPS_HAS_ALTITUDE_MSL, "altMSL", .badAltitude),
        (RUNWAY_GPS_HAS_ALTITUDE_HAE, "altHAE", .badAltitude), (RUNWAY_GPS_HAS_SPEED, "speed", .badSpeed),
        (RUNWAY_GPS_HAS_TRACK, "track", .badTrack), (RUNWAY_GPS_HAS_CLIMB, "climb", .badClimb),
        (RUNWAY_GPS_HAS_EPH, "eph", .badError), (RUNWAY_GPS_HAS_EPX, "epx", .badError),
        (RUNWAY_GPS_HAS_EPY, "epy", .badError), (RUNWAY_GPS_HAS_EPV, "epv", .badError),
        (RUNWAY_GPS_HAS_EPS, "eps", .badSpeedError), (RUNWAY_GPS_HAS_HDOP, "hdop", nil),
        (RUNWAY_GPS_HAS_USED, "uSat", nil), (RUNWAY_GPS_HAS_VISIBLE, "nSat", nil),
    ]

    private func has(_ bit: Int) -> Bool { report.present & UInt32(bit) != 0 }
}

/// Makes one String of a device's path and keeps it, since each line names it again.
private struct PathTable {
    private var entries: [(bytes: [CChar], path: String)] = []
    /// gpsd has four receivers at most as Debian builds it; paths beyond this number are made anew each time.
    private static let limit = 16

    subscript(bytes: UnsafePointer<CChar>) -> String {
        mutating get {
            if bytes.pointee == 0 { return "" }
            for entry in entries where strcmp(entry.bytes, bytes) == 0 { return entry.path }
            let path = String(cString: bytes)
            if entries.count < PathTable.limit {
                entries.append((bytes: Array(UnsafeBufferPointer(start: bytes, count: strlen(bytes) + 1)), path: path))
            }
            return path
        }
    }
}
