// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@Suite struct HeartRateCurveTests {
    @Test(arguments: [
        ("0:95, 20:150, 40:-, 45:150", 0.0, 95.0), ("0:95, 20:150, 40:-, 45:150", 10, 122.5),
        ("0:95, 20:150, 40:-, 45:150", 20, 150), ("0:95, 20:150, 40:-, 45:150", 39.9, 150),
        ("0:95, 20:150, 40:-, 45:150", 40, nil), ("0:95, 20:150, 40:-, 45:150", 44.9, nil),
        ("0:95, 20:150, 40:-, 45:150", 45, 150), ("0:95, 20:150, 40:-, 45:150", 1e5, 150),
        ("5:60,10:70", 0, 60), ("5:60,10:70", 7.5, 65), ("0:100", 3, 100), ("0:-", 3, nil), ("0:-,2:80,4:-", 1, nil),
        ("0:-,2:80,4:-", 3, 80), ("0:-,2:80,4:-", 9, nil), ("0:-,2:-,4:80", 3, nil), ("0:200,10:100", 2.5, 175),
    ])
    func rate(text: String, time: Double, expected: Double?) throws {
        #expect(try HeartRateCurve(text).rate(at: Seconds(time))?.rawValue == expected)
    }

    @Test(arguments: [
        ("", "'' is no point"), ("0", "'0' is no point"), ("0:95,", "'' is no point"),
        ("0:95:3", "'0:95:3' is no point"),
        ("x:95", "'x' is no time from 0 to 1000000 s"), ("-1:95", "'-1' is no time from 0 to 1000000 s"),
        ("nan:95", "'nan' is no time from 0 to 1000000 s"),
        ("0:0", "'0' is neither '-' nor a heart rate from 1 to 240"),
        ("0:241", "'241' is neither '-' nor a heart rate from 1 to 240"),
        ("0:nan", "'nan' is neither '-' nor a heart rate from 1 to 240"),
        ("5:95, 5:96", "the point at 5 s does not come after the one before it"),
        ("5:95, 4:-", "the point at 4 s does not come after the one before it"),
    ])
    func refuses(text: String, message: String) {
        do {
            _ = try HeartRateCurve(text)
            Issue.record("'\(text)' was taken")
        } catch {
            #expect(error.message == message)
        }
    }
}
