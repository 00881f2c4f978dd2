// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayCore
import RunwayModel
import Testing

/// The device's own battery, apart from a strap's.
struct PowerTests {
    private static let strap = "strap"

    private static func device(_ percent: Int, _ isCharging: Bool? = nil, _ name: String = "BAT0") -> Input {
        .battery(Battery(sensor: name, percent: percent, source: .device, isCharging: isCharging))
    }

    private static let ofStrap: Input = .battery(Battery(sensor: strap, percent: 71))
    private static let sample: Input = .heartRate(HeartRateSample(sensor: strap, rate: BeatsPerMinute(140)))

    /// Inputs, and the levels after them: the device's and the strap's.
    static let cases: [([Input], FlightState.Power?, Int?)] = [
        ([sample], nil, nil),
        ([sample, ofStrap], nil, 71),
        ([sample, device(40, false)], FlightState.Power(percent: 40, isCharging: false), nil),
        ([sample, ofStrap, device(40)], FlightState.Power(percent: 40, isCharging: nil), 71),
        ([sample, device(40), ofStrap], FlightState.Power(percent: 40, isCharging: nil), 71),
        // The same name is not the same battery.
        ([sample, ofStrap, device(9, true, strap)], FlightState.Power(percent: 9, isCharging: true), 71),
        ([sample, device(9, true, strap)], FlightState.Power(percent: 9, isCharging: true), nil),
        // The newest holds, whatever it is called.
        ([device(40, false), device(39, true, "BAT0+BAT1")], FlightState.Power(percent: 39, isCharging: true), nil),
    ]

    @Test(arguments: cases)
    func eachBatteryHasItsLevel(_ inputs: [Input], _ power: FlightState.Power?, _ strap: Int?) {
        var computer = FlightComputer()
        for input in inputs { _ = computer.step(input, at: Instant(nanoseconds: 5)) }
        let state = computer.state(at: Instant(nanoseconds: 5))
        #expect(state.power == power)
        #expect(state.heartRate.battery == strap)
    }

    @Test func theLevelIsWrittenWhereThereIsOneAndNullWhereNot() throws {
        var computer = FlightComputer()
        func text() throws -> String {
            String(decoding: try JSON.encode(computer.state(at: Instant(nanoseconds: 5))), as: UTF8.self)
        }
        #expect(try text().contains(#""power":null"#))
        _ = computer.step(Self.device(40, false), at: Instant(nanoseconds: 5))
        #expect(try text().contains(#""power":{"percent":40,"charging":false}"#))
        _ = computer.step(Self.device(39), at: Instant(nanoseconds: 5))
        #expect(try text().contains(#""power":{"percent":39}"#))
        let state = computer.state(at: Instant(nanoseconds: 5))
        #expect(try JSON.decode(FlightState.self, from: JSON.encode(state)) == state)
    }

    @Test func aSnapshotKeepsIt() throws {
        var computer = FlightComputer()
        _ = computer.step(Self.device(40, false), at: Instant(nanoseconds: 5))
        let copy = try JSON.decode(FlightComputer.self, from: JSON.encode(computer))
        #expect(copy.state(at: Instant(nanoseconds: 6)).power == FlightState.Power(percent: 40, isCharging: false))
    }
}
