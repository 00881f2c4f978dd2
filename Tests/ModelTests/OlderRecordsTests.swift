// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import Testing

/// What version 0.1 wrote is read as it was meant.
struct OlderRecordsTests {
    private static let id = FlightID("01890000-0000-7000-8000-000000000001")!

    private static let start = #"""
        {"command":{"origin":"local","action":{"start":{"flight":"01890000-0000-7000-8000-000000000001","immediately":true}}}}
        """#

    static let inputs: [(String, Input)] = [
        (
            #"{"configuration":{"split_m":500,"countdown":3,"minimums_m":50,"short_flight_m":100}}"#,
            .configuration(FlightConfiguration(split: Metres(500)))
        ),
        (
            start,
            .command(Command(.start(flight: id, mission: nil, immediately: true), origin: .local))
        ),
        (
            #"{"command":{"origin":"web","action":{"setMission":{"to":{"heart_rate":150,"tolerance_bpm":10}}}}}"#,
            .command(Command(.setMission(to: try? Mission(spec: "hr=150")), origin: .web))
        ),
        (
            #"{"command":{"origin":"local","action":{"setMission":{}}}}"#,
            .command(Command(.setMission(to: nil), origin: .local))
        ),
        (#"{"battery":{"sensor":"strap","percent":71}}"#, .battery(Battery(sensor: "strap", percent: 71))),
        (#"{"command":{"origin":"local","action":{"stop":{}}}}"#, .command(Command(.stop, origin: .local))),
        (#"{"command":{"origin":"local","action":{"hold":{}}}}"#, .command(Command(.hold, origin: .local))),
        (#"{"command":{"origin":"local","action":{"resume":{}}}}"#, .command(Command(.resume, origin: .local))),
    ]

    @Test(arguments: inputs)
    func aTape(_ text: String, _ input: Input) throws {
        #expect(try JSON.decode(Input.self, from: text) == input)
        // What has not changed is written as it was.
        if case .configuration = input { return }
        #expect(String(decoding: try JSON.encode(input), as: UTF8.self) == text)
    }

    @Test func aSplit() throws {
        let split = try JSON.decode(
            Split.self, from: #"{"index":2,"distance_m":1000,"duration_s":300,"end":5,"estimated":true}"#)
        #expect(split.ending == nil)
        #expect(split.ascent == nil)
        #expect(split.isEstimated)
        #expect(split.pace == SecondsPerKilometre(300))
    }

    @Test func aSummary() throws {
        let summary = try JSON.decode(
            FlightSummary.self,
            from: #"{"id":"01890000-0000-7000-8000-000000000001","origin":"local","start":5,"start_trusted":true,"#
                + #""utc_offset":0,"distance_m":5000,"elapsed_s":1500,"moving_s":1490,"estimated_m":0,"remarks":[],"#
                + #""reasons":{}}"#)
        #expect(summary.distance == Metres(5000))
        #expect(!summary.isIndoor)
        #expect(summary.ascent == nil && summary.energy == nil && summary.distanceError == nil)
        // And written without what it does not have.
        #expect(!String(decoding: try JSON.encode(summary), as: UTF8.self).contains("distance_error_m"))
    }

    /// Levels without standard errors.
    @Test func levels() throws {
        let level = try JSON.decode(
            FlightState.Flight.self,
            from: #"{"id":"01890000-0000-7000-8000-000000000001","distance_m":5000,"elapsed_s":1500,"moving_s":1490,"#
                + #""speed_mps":3,"pace_s_per_km":333,"splits":4}"#)
        #expect(level.distance == Metres(5000) && level.speed == MetresPerSecond(3))
        #expect(level.distanceError == nil && level.speedError == nil && level.paceError == nil)
    }

    @Test func aPhase() throws {
        let event = try JSON.decode(Event.self, from: #"{"at":5,"phase":{"from":"cruise","to":"holding"}}"#)
        #expect(event.body == .phase(from: .cruise, to: .holding))
    }

    @Test(arguments: [
        #"{"command":{"origin":"local","action":{}}}"#,
        #"{"command":{"origin":"local","action":{"stop":{},"hold":{}}}}"#,
        #"{"command":{"origin":"local","action":{"jump":{}}}}"#,
        #"{"command":{"origin":"local","action":{"setMission":{"to":{"pace_s_per_km":300,"tolerance_s_per_km":15,"indoor":true}}}}}"#,
    ])
    func anActionThatIsNoneIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try JSON.decode(Input.self, from: text) }
    }
}
