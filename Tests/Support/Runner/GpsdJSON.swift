// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel

/// Writes epochs and heart rates as the lines of a gpsd log, as `gpspipe -w` prints them, without a gpsd: for replays.
public struct GpsdJSON: Sendable {
    /// How `time` is written.
    public enum TimeFormat: Sendable {
        case iso8601
        /// Seconds since 1970.
        case seconds
    }

    /// A heart rate in bpm at a time of the course; nil where the strap says nothing.
    public typealias HeartRateCurve = (Seconds) -> Double?

    public var device: String
    public var timeFormat: TimeFormat

    public init(device: String = "/dev/ttyACM0", timeFormat: TimeFormat = .iso8601) {
        self.device = device
        self.timeFormat = timeFormat
    }

    /// A whole log: the greeting, each epoch's SKY and TPV, and once a second an HR line when there is a curve.
    public func log(_ receiver: Receiver, heartRate: HeartRateCurve? = nil) -> [String] {
        var lines = greeting
        var beats = Beats()
        for epoch in receiver.epochs() {
            if let heartRate, epoch.number % receiver.rate == 0 {
                // The strap's notification, as the wearer's own link delivers it; gpsd's silence does not stop it.
                let bpm = heartRate(epoch.truth.time)
                lines += bpm.map { [self.heartRate($0, at: epoch.time, rr: beats.next($0))] } ?? []
            }
            if !epoch.isSilent { lines += [sky(epoch), tpv(epoch)] }
        }
        return lines
    }

    /// VERSION, DEVICES and WATCH.
    public var greeting: [String] {
        [
            #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"\#(device)","activated":0}]}"#,
            #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false}"#,
        ]
    }

    public func tpv(_ epoch: Epoch) -> String {
        var fields = [
            #""class":"TPV""#, #""device":"\#(device)""#, #""mode":\#(epoch.mode)"#, #""time":\#(time(epoch.time))"#,
        ]
        func add(_ name: String, _ value: Double?) {
            if let value { fields.append(#""\#(name)":\#(value)"#) }
        }
        add("lat", epoch.latitude)
        add("lon", epoch.longitude)
        if epoch.mode == 3 {
            let altitude = epoch.height.flatMap { height in epoch.geoid.map { height - $0 } }
            add("altHAE", epoch.height)
            add("altMSL", altitude)
            add("alt", altitude)
            // As gpsd makes them up for a receiver that sends none.
            add("epx", epoch.hdop.map { $0 * 10.6 })
            add("epy", epoch.hdop.map { $0 * 10.6 })
            add("epv", epoch.vdop.map { $0 * 23 })
        }
        add("track", epoch.track)
        add("speed", epoch.speed)
        if epoch.mode == 3 { add("climb", epoch.climb) }
        return "{" + fields.joined(separator: ",") + "}"
    }

    public func sky(_ epoch: Epoch) -> String {
        var fields = [#""class":"SKY""#, #""device":"\#(device)""#, #""time":\#(time(epoch.time))"#]
        if let hdop = epoch.hdop, let vdop = epoch.vdop {
            fields += [#""hdop":\#(hdop)"#, #""vdop":\#(vdop)"#, #""pdop":\#(hypot(hdop, vdop))"#]
        }
        let all = SimulatedSatellite.all
        fields += [#""nSat":\#(all.count)"#, #""uSat":\#(epoch.satellites)"#]
        let satellites = all.enumerated().map { index, satellite in
            #"{"PRN":\#(satellite.number),"el":\#(satellite.elevation).0,"az":\#(satellite.azimuth).0,"#
                + #""ss":\#(satellite.strength).0,"used":\#(index < epoch.satellites)}"#
        }
        fields.append(#""satellites":[\#(satellites.joined(separator: ","))]"#)
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// - Parameter rr: intervals between beats in milliseconds.
    public func heartRate(_ bpm: Double, at instant: UTCTime, rr: [Int] = [], contact: Bool = true) -> String {
        let rr = rr.map(String.init).joined(separator: ",")
        return
            #"{"class":"HR","time":\#(time(instant)),"bpm":\#(Int(bpm.rounded())),"rr":[\#(rr)],"contact":\#(contact)}"#
    }

    private func time(_ time: UTCTime) -> String {
        switch timeFormat {
        case .iso8601: "\"\(time.iso8601)\""
        // In integers: a Double of this size would be off by some hundred nanoseconds.
        case .seconds:
            String(format: "%lld.%03lld", time.nanoseconds / 1_000_000_000, time.nanoseconds / 1_000_000 % 1000)
        }
    }

    /// Which beats fall into each second.
    private struct Beats {
        /// Milliseconds from the second's begin to the next beat.
        private var wait = 0.0

        mutating func next(_ bpm: Double) -> [Int] {
            let interval = 60_000 / bpm
            var found: [Int] = []
            while wait < 1000 {
                found.append(Int(interval.rounded()))
                wait += interval
            }
            wait -= 1000
            return found
        }
    }
}
