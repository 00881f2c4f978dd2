// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import Synchronization
import TestSupport
import Testing

@testable import PowerInput

/// The input on the loop.
@Suite struct PowerInputTests {
    @Test func theChargeIsToldOnceAtTheStart() async throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=57 status=Discharging", "AC": "type=Mains"])
        try await onLoop {
            var inputs: [Input] = []
            let power = try PowerInput(folder: fake.path) { _ in }
            power.start { inputs.append($0) }
            #expect(inputs.isEmpty, "it is read elsewhere")
            try await eventually("a reading") { power.counts["readings"] == 1 }
            let expected = Battery(sensor: "BAT0", percent: 57, source: .device, isCharging: false)
            #expect(inputs == [.battery(expected)])
            #expect(power.counts["batteries"] == 1 && power.counts["supplies"] == 2)
            power.stop()
        }
    }

    @Test func noBatteryIsNoFault() async throws {
        let fake = try FakeClass()
        try await onLoop {
            var inputs: [Input] = []
            var said: [String] = []
            let power = try PowerInput(folder: fake.path + "/none") { said.append($0) }
            power.start { inputs.append($0) }
            try await eventually("a reading") { power.counts["readings"] == 1 }
            #expect(inputs.isEmpty && said.isEmpty)
            #expect(power.counts["batteries"] == 0 && power.counts["supplies"] == 0)
            #expect(power.counts["unreadable"] == 0 && power.counts["implausible"] == 0)
            power.stop()
        }
    }

    @Test func oneThatIsNamedAndMissingIsSaid() async throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=57"])
        try await onLoop {
            var said: [String] = []
            let power = try PowerInput(folder: fake.path, name: "BAT1") { said.append($0) }
            power.start { _ in Issue.record("nothing is to be told") }
            try await eventually("a reading") { power.counts["readings"] == 1 }
            #expect(said == ["there is no battery BAT1 in \(fake.path), or it does not tell its charge"])
            power.stop()
        }
    }

    /// A driver that does not return holds up neither the loop nor a second thread.
    @Test func theLoopGoesOnWhileADriverHangs() async throws {
        let begun = Mutex(0)
        let gate = DispatchSemaphore(value: 0)
        try await onLoop {
            var inputs: [Input] = []
            let power = try PowerInput(
                "", nil,
                look: {
                    begun.withLock { $0 += 1 }
                    gate.wait()
                    var reading = PowerReading()
                    reading.charges = [BatteryCharge(supply: "BAT0", percent: 9)]
                    return reading
                }, { _ in })
            power.start { inputs.append($0) }
            try await eventually("the driver is asked") { begun.withLock { $0 } == 1 }
            for _ in 0..<3 {
                power.announced()
                try await pause(Seconds(0.05))
            }
            #expect(inputs.isEmpty && begun.withLock { $0 } == 1)
            gate.signal()
            try await eventually("it has answered") { !inputs.isEmpty }
            #expect(inputs == [.battery(Battery(sensor: "BAT0", percent: 9, source: .device))])
            #expect(begun.withLock { $0 } == 1, "the announcements wait for five seconds to be over")
            power.stop()
        }
    }

    /// What was announced is read, well before the minute is over.
    @Test func aChangeThatIsAnnouncedIsTold() async throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=57 status=Discharging"])
        try await onLoop {
            var percents: [Int] = []
            let power = try PowerInput(folder: fake.path) { _ in }
            power.start { if case .battery(let battery) = $0 { percents.append(battery.percent) } }
            try await eventually("a reading") { percents == [57] }
            try fake.add("BAT0", "capacity=56")
            power.announced()
            try await eventually("another") { power.counts["readings"] == 2 }
            #expect(percents == [57, 56])
            #expect(power.counts["events"] == 1)
            power.stop()
        }
    }

    @Test func nothingIsToldAfterStop() async throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=57"])
        try await onLoop {
            var count = 0
            let power = try PowerInput(folder: fake.path) { _ in }
            power.start { _ in count += 1 }
            power.stop()
            try await pause(Seconds(0.3))
            #expect(count == 0)
        }
    }

    @Test func itsSocketAndThreadGoWithIt() async throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=57"])
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        try await onLoop {
            var before = 0
            for round in 0..<30 {
                let power = try PowerInput(folder: fake.path) { _ in }
                power.start { _ in }
                try await eventually("a reading") { power.counts["readings"] == 1 }
                power.stop()
                if round == 4 { before = try descriptors() }
            }
            let after = try descriptors()
            // Other tests of the process have theirs meanwhile.
            #expect(after < before + 20)
        }
    }
}
