// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// What is refused says which word is wrong and what to write.
struct MissionRefusalTests {
    /// A SPEC, and words of the reason in their order.
    static let plain: [(String, [String])] = [
        ("", ["nothing stands at a comma", "write"]),
        ("pace=5:00,", ["nothing stands at a comma", "write"]),
        ("tolerance=15", ["'tolerance=15' has no target", "write pace=5:00 or hr=150"]),
        ("10k,tolerance=15", ["'tolerance=15' has no target", "pace=5:00 or hr=150"]),
        ("tolerance=15,time=50:00", ["'tolerance=15' has no target"]),
        ("pace=5:00,hr=150", ["'pace=5:00'", "'hr=150'", "write one of the two"]),
        ("pace=5:00,pace=4:00", ["'pace' stands twice"]),
        ("5k,distance=10km", ["'5k'", "'distance=10km'", "two distances", "write one"]),
        ("distance=5km,distance=half", ["'distance=5km'", "'distance=half'"]),
        ("5k,10k", ["'5k'", "'10k'"]),
        ("10k,time=50:00,time=49:00", ["'time' stands twice"]),
        ("time=50:00", ["time=50:00", "no distance", "10k,time=50:00"]),
        ("pace=5:00,time=50:00", ["time=50:00", "no distance"]),
        ("hr=150,time=1:50:00", ["time=1:50:00", "no distance"]),
        ("10k,time=50", ["'time=50' is not a time", "h:mm:ss"]),
        ("10k,time=5:0", ["'time=5:0'"]), ("10k,time=1:60:00", ["'time=1:60:00'"]), ("10k,time=nan", ["'time=nan'"]),
        ("10k,time=1:00:00:00", ["'time=1:00:00:00'"]), ("10k,time=-50:00", ["'time=-50:00'"]),
        ("10k,time=0:00", ["10km in time=0:00", "a pace of 0:00", "2:00 to 20:00"]),
        ("10k,time=-3000s", ["out of range"]),
        ("full,time=3:45", ["42.195km in time=3:45", "0:05 min/km", "h:mm:ss"]),
        ("10k,time=5:00:00", ["30:00 min/km", "out of range"]),
        ("pace=5:00,10k,time=45:00", ["pace=5:00", "time=45:00", "10km", "4:30", "write one of the two"]),
        ("pace=5:00,half,time=1:44:00", ["pace=5:00", "time=1:44:00", "21.0975km", "4:56"]),
        ("distance=quarter", ["'distance=quarter'", "5km", "half"]),
        ("distance=nankm", ["'distance=nankm'"]), ("distance=0x10km", ["'distance=0x10km'"]),
        ("distance=1e3m", ["'distance=1e3m'"]), ("distance=5.km", ["'distance=5.km'"]),
        ("distance=0m", ["a distance of 0.0 m", "write 100m to 1000km"]), ("distance=-5km", ["-5000.0 m"]),
        ("hr=inf", ["'hr=inf'", "hr=150"]), ("hr=-150", ["a heart rate of -150.0 bpm", "40 to 230"]),
        ("quarter", ["'quarter' is not key=value", "write"]), ("Half", ["'Half'"]),
        ("colour=red", ["'colour' is not known", "time="]),
        ("10k,indoor", ["indoors nothing measures", "hr=150,indoor"]),
        ("hr=150,10k,time=50:00,indoor", ["indoors nothing measures"]),
        ("10k,time=50:00,tolerance=0", ["a tolerance of 0.0 s"]),
        ("10k,time=50:00,tolerance=x", ["'tolerance=x' is not a number"]),
    ]

    static let steps: [(String, [String])] = [
        ("800m", ["'800m' alone is one step", "2x(800m)", "distance=5km"]),
        ("10min@hr=150", ["'10min@hr=150,tolerance=10' alone", "2x(10min@hr=150,tolerance=10)", "hr=150"]),
        ("warm-up 10min", ["'warm-up 10min' alone", "at least two"]),
        ("800m + ", ["a step is empty", "'+'"]), (" + 800m", ["a step is empty"]),
        ("800m ++ 800m", ["a step is empty"]),
        ("6x(800m + )", ["a step is empty"]), ("6x()", ["a step is empty"]), ("+", ["a step is empty"]),
        ("6x(800m + 400m", ["'(' is not closed", "write ')'"]), ("800m + 400m)", ["')' closes nothing"]),
        ("2x(3x(800m + 400m) + 1km)", ["'(' stands within brackets", "side by side"]),
        ("(800m + 400m)", ["'(' does not say how often", "6x("]), ("x(800m + 400m)", ["'x(' does not say how often"]),
        ("6(800m + 400m)", ["'6(' does not say how often"]), ("-2x(800m + 1km)", ["'-2x(' does not say how often"]),
        ("6 800m x(800m)", ["does not say how often"]),
        ("1x(800m + 400m)", ["'1x' is out of range", "2x(…) to 100x(…)"]), ("0x(800m)", ["'0x'"]),
        ("101x(800m)", ["'101x'"]), ("99999999999999999999x(800m)", ["'99999999999999999999x'", "100x("]),
        ("100x(800m + 400m + 60s)", ["300 steps", "2 to 200"]),
        ("6x(800m) 400m", ["'400m' stands behind ')'", "'+' between steps"]),
        ("6x(800m)@pace=4:00 + 1km", ["'@pace=4:00' stands behind ')'", "behind the length of the step"]),
        ("6x800m + 1km", ["'6x800m' has no brackets", "6x("]), ("6x800m", ["'6x800m' has no brackets"]),
        ("800m + 10k", ["'10k' is a mission's distance", "10km"]), ("half + 1km", ["'half'", "21.0975km"]),
        ("pace=5:00 + 800m", ["'pace=5:00' stands where a step's length should", "800m@pace=3:45"]),
        ("800m + 400m,distance=5km", ["'400m,distance=5km'"]),
        ("800m + 400m,tolerance=10", ["'400m,tolerance=10'"]),
        ("pace=5:00,distance=5km + 800m", ["'pace=5:00,distance=5km' stands where"]),
        ("800m@pace=4:00,distance=5km + 1km", ["'distance' is no part of a step's target", "length before '@'"]),
        ("800m@pace=4:00,time=5:00 + 1km", ["'time' is no part of a step's target", "length before '@'"]),
        ("800m@colour=red + 1km", ["'colour' is no part", "pace= or hr="]),
        ("800m@pace=4:00,hr=150 + 1km", ["'pace=4:00'", "'hr=150'", "write one of the two"]),
        ("800m@tolerance=10 + 1km", ["'tolerance=10' has no target"]), ("800m@ + 1km", ["'800m@' has no target"]),
        ("@pace=4:00 + 1km", ["'@pace=4:00' has no length"]), ("800m@pace=4:00@hr=150 + 1km", ["'@' stands twice"]),
        ("800m@pace + 1km", ["'pace' is not key=value", "800m@pace=3:45"]),
        ("800m@pace=4:00, + 1km", ["nothing stands at a comma"]),
        ("800m@pace=4:00,pace=4:00 + 1km", ["'pace' stands twice"]), ("800m@pace=nan + 1km", ["'pace=nan'"]),
        ("800m@pace=1:00 + 1km", ["a pace of 1:00"]), ("800m@pace=4:00,tolerance=0 + 1km", ["a tolerance of 0.0 s"]),
        ("800m@hr=150,tolerance=150 + 1km", ["a tolerance of 150.0 bpm"]), ("800m@hr=20 + 1km", ["20.0 bpm"]),
        ("warm-up + 1km", ["'warm-up' has no length", "warm-up 10min"]),
        ("jog 10min + 1km", ["'jog' is no label", "warm-up, recovery or cool-down"]),
        ("warm up 10min + 1km", ["'warm' is no label"]), ("warm-up jog 10min + 1km", ["'jog' is no label"]),
        ("800 m + 1km", ["'800 m' is no length", "together"]), ("800 + 1km", ["'800' is no length", "800m", "10min"]),
        ("10mins + 1km", ["'10mins' is no length"]), ("1e3m + 1km", ["'1e3m' is no length"]),
        ("-800m + 1km", ["a step of -800m", "50m to 100km"]), ("0m + 1km", ["a step of 0m"]),
        ("49m + 1km", ["a step of 49m", "50m to 100km"]), ("10m + 1km", ["a step of 10m", "or a time"]),
        ("101km + 1km", ["a step of 101km"]), ("9s + 1km", ["a step of 9s", "10s to 6h"]),
        ("0s + 1km", ["a step of 0s"]), ("7h + 1km", ["a step of 7h"]), ("nanm + 1km", ["'nanm' is no label"]),
        ("11x(100km)", ["1100km together", "1000km"]), ("9x(6h)", ["54h together", "48h"]),
        ("10min@hr=130 + indoor", ["'indoor' is no step", "at the end of all, after a comma"]),
        ("10min@hr=130,indoor + 5min", ["'indoor' stands within the steps", "at the end of all"]),
        ("2x(10min@hr=130,indoor)", ["'indoor' stands within the steps"]),
        ("10min@hr=130 + 5min indoor", ["'indoor' is no step", "after a comma"]),
        ("10min@hr=130 + 5min, indoor, indoor", ["indoor"]),
        ("800m + 5min,indoor", ["indoors nothing measures", "10min@hr=130 + 5min@hr=150,indoor"]),
        ("10min@pace=5:00 + 5min,indoor", ["indoors nothing measures"]), (",indoor", ["nothing stands at a comma"]),
    ]

    @Test(arguments: plain + steps)
    func theReasonNamesTheWordAndWhatToWrite(_ spec: String, _ words: [String]) {
        do {
            let mission = try Mission(spec: spec)
            Issue.record("'\(spec)' was taken: \(mission.spec)")
        } catch {
            var rest = error.description[...]
            for word in words {
                let range = rest.ranges(of: word).first
                #expect(range != nil, "'\(word)' is missing in: \(error)")
                rest = rest[(range?.upperBound ?? rest.endIndex)...]
            }
            #expect(error.action.hasPrefix("write"))
            #expect(!error.reason.isEmpty && error.description == "\(error.reason); \(error.action)")
        }
    }

    @Test func aLongWordIsQuotedShort() {
        do {
            _ = try Mission(spec: String(repeating: "9", count: 10_000) + "y + 1km")
            Issue.record("it was taken")
        } catch {
            #expect(error.description.utf8.count < 200)
        }
    }
}
