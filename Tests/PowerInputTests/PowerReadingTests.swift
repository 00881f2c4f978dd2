// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import Synchronization
import TestSupport
import Testing

@testable import PowerInput

/// What is read of a class folder, rule by rule.
@Suite struct PowerReadingTests {
    private static func device(_ percent: Int, _ isCharging: Bool? = nil, _ name: String = "BAT0") -> Battery {
        Battery(sensor: name, percent: percent, source: .device, isCharging: isCharging)
    }

    /// The attributes of a single supply, BAT0, and what comes of it.
    static let single: [(String, Battery?)] = [
        ("type=Battery capacity=57 status=Discharging", device(57, false)),
        ("type=Battery capacity=0 status=Charging", device(0, true)),
        ("type=Battery capacity=100 status=Full", device(100, true)),
        ("type=Battery capacity=80 status=Not~charging", device(80, false)),
        ("type=Battery capacity=80 status=Unknown", device(80)),
        ("type=Battery capacity=80 status=Tired", device(80)),
        ("type=Battery capacity=80", device(80)),
        ("type=Battery capacity=80 present=1", device(80)),
        ("type=Battery capacity=80 present=0", nil),
        // Whose it is.
        ("type=Battery capacity=80 scope=Device", nil),
        ("type=Battery capacity=80 scope=System", device(80)),
        ("type=Battery capacity=80 scope=Unknown", device(80)),
        ("type=Mains online=1 capacity=80", nil),
        ("type=USB capacity=80", nil),
        ("type=UPS capacity=80", nil),
        ("capacity=80", nil),
        // Without capacity: charge before energy, energy before the level.
        ("type=Battery charge_now=1500000 charge_full=3000000", device(50)),
        ("type=Battery energy_now=3700000 energy_full=14800000", device(25)),
        ("type=Battery charge_now=1 charge_full=2 energy_now=9 energy_full=10", device(50)),
        ("type=Battery charge_now=1 energy_now=9 energy_full=10", device(90)),
        ("type=Battery charge_now=0 charge_full=3000000", device(0)),
        ("type=Battery charge_now=3000 charge_full=2900", device(100)),
        ("type=Battery capacity=42 charge_now=1 charge_full=2 capacity_level=Low", device(42)),
        ("type=Battery energy_now=9 energy_full=10 capacity_level=Low", device(90)),
        ("type=Battery capacity_level=Critical status=Discharging", device(5, false)),
        ("type=Battery capacity_level=Low", device(15)),
        ("type=Battery capacity_level=Normal", device(50)),
        ("type=Battery capacity_level=High", device(75)),
        ("type=Battery capacity_level=Full", device(100)),
    ]

    @Test(arguments: single)
    func aSupply(_ attributes: String, _ expected: Battery?) throws {
        let fake = try FakeClass(["BAT0": attributes])
        let reading = PowerReading(folder: fake.path, name: nil)
        #expect(reading.battery == expected)
        #expect(reading.isWhole)
        #expect(reading.supplies == 1)
    }

    /// Batteries that say what cannot be.
    static let implausible: [String] = [
        "capacity=101", "capacity=255", "capacity=-1", "capacity=+5", "capacity=5.5", "capacity=0x10", "capacity=",
        "capacity=fifty", "capacity=99999999999999999999", "capacity=5~0", "capacity=\u{e9}",
        "capacity=0000000000000000000000000000000000000000000000000000000000000000000050",
        "charge_now=1 charge_full=0", "charge_now=112 charge_full=100", "charge_now=-5 charge_full=100",
        "energy_now=9 energy_full=-1", "capacity_level=Unknown", "capacity_level=low", "voltage_now=3700000",
        "capacity=50 present=yes", "capacity=50 scope=",
        // No other attribute mends a capacity that cannot be.
        "capacity=101 charge_now=1 charge_full=2",
    ]

    @Test(arguments: implausible)
    func whatCannotBeIsCountedAndNotTold(_ attributes: String) throws {
        let fake = try FakeClass(["BAT0": "type=Battery " + attributes])
        let reading = PowerReading(folder: fake.path, name: nil)
        #expect(reading.battery == nil)
        #expect(reading.implausible == 1 && reading.unreadable == 0)
        #expect(!reading.isWhole)
    }

    /// A read of a folder fails with EISDIR, as one of a gauge that restarts fails with EIO.
    @Test(arguments: ["type", "scope", "present", "capacity"])
    func whatDoesNotAnswerIsCountedAndNotTold(_ attribute: String) throws {
        let fake = try FakeClass(["BAT0": "type=Battery scope=System present=1 capacity=50 status=Full"])
        let path = fake.path + "/BAT0/" + attribute
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let reading = PowerReading(folder: fake.path, name: nil)
        #expect(reading.battery == nil)
        #expect(reading.unreadable == 1 && reading.implausible == 0)
        #expect(!reading.isWhole)
    }

    @Test func aStatusThatDoesNotAnswerLeavesTheCharge() throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=50"])
        try FileManager.default.createDirectory(
            atPath: fake.path + "/BAT0/status", withIntermediateDirectories: true)
        #expect(PowerReading(folder: fake.path, name: nil).battery == Self.device(50))
    }

    /// A FIFO that nobody writes to.
    @Test func aFileThatSaysNothingIsNotWaitedFor() async throws {
        let fake = try FakeClass(["BAT0": "type=Battery"])
        let path = fake.path + "/BAT0/capacity"
        #expect(mkfifo(path, 0o600) == 0)
        let found = Mutex<PowerReading?>(nil)
        Thread.detachNewThread {
            let reading = PowerReading(folder: fake.path, name: nil)
            found.withLock { $0 = reading }
        }
        try await eventuallyOnLoop(within: Seconds(10)) { found.withLock { $0 } != nil }
        #expect(found.withLock { $0 }?.implausible == 1)
    }

    /// Several supplies, and the one battery that they make.
    static let several: [([String: String], Battery?)] = [
        (
            [
                "AC": "type=Mains online=1", "BAT1": "type=Battery capacity=40 status=Discharging",
                "hid-mouse": "type=Battery scope=Device capacity=3 status=Discharging",
            ], device(40, false, "BAT1")
        ),
        // By energy where all tell it: 30 of 40 Wh and 1 of 10 Wh. A full one is no smaller for being full.
        (
            [
                "b": "type=Battery capacity=75 energy_now=30000000 energy_full=40000000",
                "a": "type=Battery capacity=10 energy_now=1000000 energy_full=10000000",
            ], device(62, nil, "a+b")
        ),
        (
            [
                "a": "type=Battery energy_now=10400000 energy_full=10000000",
                "b": "type=Battery energy_now=0 energy_full=10000000",
            ], device(52, nil, "a+b")
        ),
        // Else their mean.
        (
            [
                "a": "type=Battery capacity=75 energy_now=30000000 energy_full=40000000",
                "b": "type=Battery capacity=10",
            ], device(43, nil, "a+b")
        ),
        (
            [
                "a": "type=Battery capacity=75 energy_now=30000000 energy_full=40000000",
                "b": "type=Battery capacity=10 energy_now=garbage energy_full=10000000",
            ], device(43, nil, "a+b")
        ),
        (
            [
                "a": "type=Battery capacity=90 charge_now=9 charge_full=10",
                "b": "type=Battery capacity=10 charge_now=1 charge_full=100",
                "c": "type=Battery capacity=50",
            ], device(50, nil, "a+b+c")
        ),
        // One charges the other: the device lives on it.
        (
            [
                "a": "type=Battery capacity=20 status=Charging", "b": "type=Battery capacity=40 status=Discharging",
            ], device(30, false, "a+b")
        ),
        (
            ["a": "type=Battery capacity=20 status=Charging", "b": "type=Battery capacity=100 status=Full"],
            device(60, true, "a+b")
        ),
        (
            ["a": "type=Battery capacity=20 status=Charging", "b": "type=Battery capacity=40"],
            device(30, true, "a+b")
        ),
        // An empty place is no battery.
        (["a": "type=Battery capacity=20", "b": "type=Battery present=0 capacity=0"], device(20, nil, "a")),
        ([:], nil),
    ]

    @Test(arguments: several)
    func manySupplies(_ supplies: [String: String], _ expected: Battery?) throws {
        let fake = try FakeClass(supplies)
        let reading = PowerReading(folder: fake.path, name: nil)
        #expect(reading.battery == expected)
        #expect(reading.isWhole)
        #expect(reading.supplies == supplies.count)
    }

    @Test func anEnergyThatDoesNotAnswerMakesItsBatterySilent() throws {
        let fake = try FakeClass([
            "a": "type=Battery capacity=75 energy_full=40000000", "b": "type=Battery capacity=10",
        ])
        try FileManager.default.createDirectory(
            atPath: fake.path + "/a/energy_now", withIntermediateDirectories: true)
        let reading = PowerReading(folder: fake.path, name: nil)
        #expect(reading.charges.map(\.supply) == ["b"])
        #expect(reading.unreadable == 1)
    }

    @Test func theOneThatIsNamedIsTakenWhateverItsScope() throws {
        let fake = try FakeClass([
            "BAT0": "type=Battery capacity=40", "hat": "type=Battery scope=Device capacity=70",
            "AC": "type=Mains capacity=1",
        ])
        #expect(PowerReading(folder: fake.path, name: "hat").battery == Self.device(70, nil, "hat"))
        #expect(PowerReading(folder: fake.path, name: "BAT0").battery == Self.device(40))
        #expect(PowerReading(folder: fake.path, name: "AC").battery == nil)
        let missing = PowerReading(folder: fake.path, name: "BAT9")
        #expect(missing.battery == nil && missing.isWhole && missing.supplies == 3)
    }

    @Test func noClassIsNoFault() throws {
        let fake = try FakeClass()
        #expect(PowerReading(folder: fake.path + "/nowhere", name: nil) == PowerReading())
    }

    @Test func aClassThatCannotBeReadIsCounted() throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=1"])
        let reading = PowerReading(folder: fake.path + "/BAT0/type", name: nil)
        #expect(reading.unreadable == 1 && reading.battery == nil)
    }

    /// Files beside the supplies, as a folder that is no class has them.
    @Test func whatIsNoSupplyIsNone() throws {
        let fake = try FakeClass(["BAT0": "type=Battery capacity=40"])
        try fake.folder.write("README", "Battery\n")
        try fake.folder.write(".hidden/type", "Battery\n")
        let reading = PowerReading(folder: fake.path, name: nil)
        #expect(reading.battery == Self.device(40))
        #expect(reading.isWhole && reading.supplies == 2)
    }

    @Test func soManyAreLookedAtAndTheRestIsCounted() throws {
        let fake = try FakeClass()
        for number in 0..<40 { try fake.add("bat\(number)", "type=Battery capacity=50") }
        let reading = PowerReading(folder: fake.path, name: nil)
        #expect(reading.charges.count == 32)
        #expect(reading.leftOut == 8 && reading.supplies == 40)
    }
}
