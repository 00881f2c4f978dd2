// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension MissionError {
    static func stepLength(_ length: Metres) -> MissionError {
        MissionError(.step, "a step of \(length.spec) is out of range", "write 50m to 100km, or a time")
    }

    static func stepLength(_ length: Seconds) -> MissionError {
        MissionError(.step, "a step of \(length.spec) is out of range", "write 10s to 6h, or a distance")
    }

    static func repeats(_ text: String) -> MissionError {
        MissionError(.step, "'\(text)x' is out of range", "write 2x(…) to 100x(…)")
    }

    static func stepCount(_ count: Int) -> MissionError {
        MissionError(
            .step, "a mission of \(count) steps, each repeat counted, is out of range", "write 2 to 200 steps")
    }

    static func stepsTooLong(_ sum: Metres) -> MissionError {
        MissionError(.step, "steps of \(sum.spec) together are out of range", "write at most 1000km")
    }

    static func stepsTooLong(_ sum: Seconds) -> MissionError {
        MissionError(.step, "steps of \(sum.spec) together are out of range", "write at most 48h")
    }

    static func oneStep(_ step: Mission.Step?) -> MissionError {
        let spec = step?.spec ?? "800m"
        return MissionError(
            .step, "'\(spec)' alone is one step, and an interval mission has at least two",
            "write more steps, as in 2x(\(spec)), or a plain mission, as in pace=5:00,distance=5km or hr=150")
    }

    static let indoorSteps = MissionError(
        .indoor, "indoors nothing measures pace or distance, as there is no foot pod",
        "write steps of times and heart rates alone, 10min@hr=130 + 5min@hr=150,indoor")
}
