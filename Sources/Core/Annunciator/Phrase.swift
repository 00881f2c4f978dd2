// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The words of calls.
enum Phrase {
    /// `5 KILOMETRES`, `500 METRES`, `1.5 KILOMETRES`.
    static func distance(_ distance: Metres) -> String {
        guard distance >= Metres(1000) else { return plain(distance.rawValue.rounded()) + " METRES" }
        let kilometres = (distance.kilometres * 100).rounded() / 100
        return plain(kilometres) + (kilometres == 1 ? " KILOMETRE" : " KILOMETRES")
    }

    /// `90 SECONDS`, `10 MINUTES`, `1:30 MINUTES`.
    static func duration(_ time: Seconds) -> String {
        let seconds = time.rawValue.rounded()
        guard seconds >= 120 else { return plain(seconds) + " SECONDS" }
        return seconds.truncatingRemainder(dividingBy: 60) == 0
            ? plain(seconds / 60) + " MINUTES" : time.clock + " MINUTES"
    }

    static func target(_ target: Mission.Target?) -> String {
        switch target {
        case nil: ""
        case .pace(let pace, _): ". PACE \(pace.clock)"
        case .heartRate(let rate, _): ". HEART RATE \(plain(rate.rawValue.rounded()))"
        }
    }

    static func heartRate(_ rate: BeatsPerMinute?) -> String {
        rate.map { ". HEART RATE \(plain($0.rawValue.rounded()))" } ?? ""
    }

    static func values(remaining: Metres) -> Annunciation.Values {
        var values = Annunciation.Values()
        values.distance = max(.zero, remaining)
        return values
    }

    static func plain(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e9 ? String(Int(value)) : String(value)
    }
}

extension Seconds {
    /// Minutes and seconds, rounded to the second: `1:32`; with hours `1:15:00`.
    var clock: String {
        let seconds = Int(max(0, min(1e9, rawValue)).rounded())
        func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):" + two(seconds % 60) : "\(minutes / 60):" + two(minutes % 60) + ":" + two(seconds % 60)
    }
}

extension Phrase {
    /// `INTERVAL 3 OF 14. 800 METRES. PACE 3:45`, `RECOVERY. 2 MINUTES`.
    static func interval(_ next: MissionProgress.Numbered, of count: Int) -> String {
        let name =
            switch next.step.label {
            case .run: "INTERVAL \(next.index) OF \(count)"
            case .warmUp: "WARM UP"
            case .recovery: "RECOVERY"
            case .coolDown: "COOL DOWN"
            }
        let length =
            switch next.step.extent {
            case .distance(let distance): self.distance(distance)
            case .time(let time): duration(time)
            }
        return name + ". " + length + target(next.target)
    }
}
