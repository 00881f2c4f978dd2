// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Why a mission was refused, in words for the person who wrote it.
public struct MissionError: Error, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case pace, paceTolerance, heartRate, heartRateTolerance, distance, time, contradiction, nothing, step, indoor
        case syntax
    }

    public let code: Code
    /// What is wrong.
    public let reason: String
    /// What to write instead.
    public let action: String

    public var description: String { "\(reason); \(action)" }

    init(_ code: Code, _ reason: String, _ action: String) {
        self.code = code
        self.reason = reason
        self.action = action
    }

    static func syntax(
        _ reason: String, _ action: String = "write for example pace=5:00,tolerance=15,distance=5km"
    ) -> MissionError {
        MissionError(.syntax, reason, action)
    }
}

extension MissionError {
    static func pace(_ value: SecondsPerKilometre) -> MissionError {
        MissionError(.pace, "a pace of \(value.clock) min/km is out of range", "write 2:00 to 20:00")
    }

    static func paceTolerance(_ value: SecondsPerKilometre) -> MissionError {
        MissionError(
            .paceTolerance, "a tolerance of \(value.rawValue) s makes no pace band",
            "write 1 to 300, and less than the pace less 1:00")
    }

    static func heartRate(_ value: BeatsPerMinute) -> MissionError {
        MissionError(.heartRate, "a heart rate of \(value.rawValue) bpm is out of range", "write 40 to 230")
    }

    static func heartRateTolerance(_ value: BeatsPerMinute) -> MissionError {
        MissionError(
            .heartRateTolerance, "a tolerance of \(value.rawValue) bpm makes no heart-rate band",
            "write 1 to 60, and less than the rate less 30")
    }

    static func distance(_ value: Metres) -> MissionError {
        MissionError(.distance, "a distance of \(value.rawValue) m is out of range", "write 100m to 1000km")
    }

    static func time(_ time: Seconds, _ distance: Metres, _ pace: SecondsPerKilometre) -> MissionError {
        MissionError(
            .time, "\(distance.spec) in time=\(time.clock) is a pace of \(pace.clock) min/km, which is out of range",
            "write h:mm:ss or m:ss for a pace of 2:00 to 20:00")
    }

    static func timeWithoutDistance(_ time: Seconds) -> MissionError {
        MissionError(
            .time, "time=\(time.clock) is for no distance", "write the distance too, as in 10k,time=\(time.clock)")
    }

    static func contradiction(
        _ pace: SecondsPerKilometre, _ time: Seconds, _ distance: Metres, _ needed: SecondsPerKilometre
    ) -> MissionError {
        MissionError(
            .contradiction,
            "pace=\(pace.clock) and time=\(time.clock) contradict each other, for \(distance.spec) in that time is a pace of "
                + "\(needed.clock)", "write one of the two")
    }

    static let nothing = MissionError(
        .nothing, "a mission has a target, a distance or steps", "write pace=5:00, hr=150, 10k or 10min + 5min@hr=150")

    static let indoor = MissionError(
        .indoor, "indoors nothing measures pace or distance, as there is no foot pod",
        "write a heart rate alone, hr=150,indoor")

    static let indoorWithoutTarget = MissionError(
        .indoor, "a mission has a target",
        "write hr=150,indoor, or start a flight without a mission by --indoor")
}
