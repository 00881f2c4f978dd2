// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel

/// A line of class HR: `{"class":"HR","time":…,"bpm":152,"rr":[402,398],"contact":true}`.
struct HeartRateLine: Decodable {
    /// ISO 8601 or seconds since 1970; nil when the line has none.
    var time: UTCTime?
    var sample: HeartRateSample

    private enum CodingKeys: String, CodingKey {
        case time, bpm, rr, contact
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let intervals = try container.decodeIfPresent([Double].self, forKey: .rr) ?? []
        guard intervals.allSatisfy({ $0 > 0 }) else {
            throw DecodingError.dataCorruptedError(forKey: .rr, in: container, debugDescription: "not above 0")
        }
        sample = HeartRateSample(
            sensor: "replay", rate: try container.decodeIfPresent(Double.self, forKey: .bpm).map(BeatsPerMinute.init),
            rrIntervals: intervals, contact: try container.decodeIfPresent(Bool.self, forKey: .contact))
        guard container.contains(.time), try !container.decodeNil(forKey: .time) else { return }
        if let seconds = try? container.decode(Double.self, forKey: .time) {
            time = UTCTime(secondsSince1970: seconds)
        } else {
            time = try container.decode(UTCTime.self, forKey: .time)
        }
        guard let time, time.nanoseconds > 0 else {
            throw DecodingError.dataCorruptedError(forKey: .time, in: container, debugDescription: "no time after 1970")
        }
    }
}
