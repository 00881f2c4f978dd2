// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import XMLWriter

/// Writes a flight as GPX 1.1, with heart rate and speed in Garmin's TrackPointExtension v2.
public enum GPXExport {
    public struct Document: Hashable, Sendable {
        /// UTF-8.
        public let bytes: [UInt8]
        /// How many points it holds.
        public let points: Int
        /// How many were left out: not later than the one before to the millisecond, or no position on earth.
        public let skipped: Int
    }

    /// - Parameters:
    ///   - flight: its id, written as the track's description.
    ///   - name: the track's name, for people.
    ///   - start: when it began; nil takes the first point's time.
    ///   - segments: the track in the order of time; each gap begins a new segment. Empty ones leave no trace.
    /// - Throws: `GPXExportError` when no point is left, or libxml2 fails.
    public static func write(
        flight: FlightID, name: String, start: UTCTime?, segments: [[TrackPoint]]
    ) throws(GPXExportError) -> Document {
        var skipped = 0
        var last: UTCTime?
        let kept = segments.map { segment in
            segment.filter { point in
                let isKept = point.isOnEarth && last.map { $0.milliseconds < point.time.milliseconds } ?? true
                if isKept { last = point.time } else { skipped += 1 }
                return isKept
            }
        }.filter { !$0.isEmpty }
        guard let first = kept.first?.first else { throw .noPoints(skipped: skipped) }
        do throws(XMLWriterError) {
            let bytes = try document(flight, name, start ?? first.time, kept)
            return Document(bytes: bytes, points: kept.reduce(0) { $0 + $1.count }, skipped: skipped)
        } catch {
            throw .writer(error)
        }
    }

    // The order of elements is the schema's; readers that validate insist on it.

    private static func document(
        _ flight: FlightID, _ name: String, _ start: UTCTime, _ segments: [[TrackPoint]]
    ) throws(XMLWriterError) -> [UInt8] {
        let gpx = "http://www.topografix.com/GPX/1/1"
        let extensions = "http://www.garmin.com/xmlschemas/TrackPointExtension"
        let writer = try XMLWriter()
        try writer.open(
            "gpx",
            [
                ("version", "1.1"), ("creator", "runwayd"), ("xmlns", gpx), ("xmlns:gpxtpx", extensions + "/v2"),
                ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
                ("xsi:schemaLocation", "\(gpx) \(gpx)/gpx.xsd \(extensions)/v2 \(extensions)v2.xsd"),
            ])
        try writer.open("metadata")
        try writer.element("name", name)
        try writer.element("time", start.iso8601)
        try writer.close()
        try writer.open("trk")
        try writer.element("name", name)
        try writer.element("desc", "flight \(flight)")
        try writer.element("type", "running")
        for segment in segments {
            try writer.open("trkseg")
            for point in segment { try write(point, writer) }
            try writer.close()
        }
        return try writer.finish()
    }

    private static func write(_ point: TrackPoint, _ writer: borrowing XMLWriter) throws(XMLWriterError) {
        let latitude = Decimal.text(point.latitude.rawValue, digits: 7)
        let longitude = Decimal.text(point.longitude.rawValue, digits: 7)
        try writer.open(
            "trkpt",
            [
                ("lat", latitude),
                // The schema has no 180: it is −180.
                ("lon", longitude == "180.0000000" ? "-180.0000000" : longitude),
            ])
        if let altitude = point.altitude, altitude.magnitude.rawValue < 1e6 {
            try writer.element("ele", Decimal.text(altitude.rawValue, digits: 2))
        }
        try writer.element("time", point.time.iso8601)
        let rate = point.heartRate.flatMap { (1...255).contains($0.rawValue.rounded()) ? $0 : nil }
        let speed = point.speed.flatMap { (0..<1e6).contains($0.rawValue) ? $0 : nil }
        if rate != nil || speed != nil {
            try writer.open("extensions")
            try writer.open("gpxtpx:TrackPointExtension")
            if let rate { try writer.element("gpxtpx:hr", Decimal.text(rate.rawValue, digits: 0)) }
            if let speed { try writer.element("gpxtpx:speed", Decimal.text(speed.rawValue, digits: 3)) }
            try writer.close()
            try writer.close()
        }
        try writer.close()
    }
}

extension TrackPoint {
    fileprivate var isOnEarth: Bool {
        (-90...90).contains(latitude.rawValue) && (-180...180).contains(longitude.rawValue)
    }
}

extension UTCTime {
    /// Rounded down, as it is written.
    fileprivate var milliseconds: Int64 {
        let quotient = nanoseconds / 1_000_000
        return nanoseconds % 1_000_000 < 0 ? quotient - 1 : quotient
    }
}
