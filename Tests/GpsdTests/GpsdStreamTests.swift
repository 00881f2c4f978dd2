// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Gpsd
import RunwayModel
import Testing

struct GpsdStreamTests {
    @Test func countsWhatItDoesNotUse() {
        var stream = GpsdStream()
        var outputs: [GpsdStream.Output] = []
        func take(_ line: String, _ milliseconds: Int64) {
            let report = Array(line.utf8).withUnsafeBufferPointer { stream.parse($0) }
            stream.take(report, at: Instant(nanoseconds: milliseconds * 1_000_000), into: &outputs)
        }
        take(#"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"#, 0)
        take(#"{"class":"TPV","device":"a","mode":2,"time":1800000000,"lat":1,"lon":2}"#, 10)
        take(#"{"class":"TPV","device":"b","mode":3,"time":1800000000,"lat":9,"lon":9}"#, 11)
        take(#"{"class":"SKY","device":"b","hdop":1}"#, 11)
        take(#"{"class":"TPV","device":"a","mode":3,"time":1800000000,"lat":1,"lon":2,"altMSL":500}"#, 12)
        take(#"{"class":"SKY","device":"a","hdop":2}"#, 13)
        take("garbage", 14)
        take(#"{"class":"ERROR","message":"no"}"#, 15)
        stream.noteOverlongLine()
        #expect(outputs == [.init(input: .sky(Sky(receiver: "a", hdop: 2)), at: Instant(nanoseconds: 13_000_000))])
        #expect(stream.deadline == Instant(nanoseconds: 112_000_000))
        stream.expire(at: Instant(nanoseconds: 111_000_000), into: &outputs)
        #expect(outputs.count == 1)
        stream.expire(at: Instant(nanoseconds: 112_000_000), into: &outputs)
        #expect(outputs.count == 2 && stream.deadline == nil)
        guard case .fix(let fix) = outputs[1].input else {
            Issue.record("no fix")
            return
        }
        #expect(fix.receiver == "a" && fix.mode == .threeDimensional && fix.altitudeMSL == Metres(500))
        #expect(outputs[1].at == Instant(nanoseconds: 10_000_000))
        var expected = GpsdCounters()
        expected.lines = 8
        expected.malformed = 1
        expected.overlong = 1
        expected.duplicates = 1
        expected.otherReceivers = 2
        expected.errors = 1
        #expect(stream.counters == expected)
    }
}
