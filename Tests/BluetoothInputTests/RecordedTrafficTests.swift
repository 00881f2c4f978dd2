// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import TestSupport
import Testing

/// bluetoothd's side of each is what a real one said.
@Suite("A strap on a recorded bluetoothd", .enabled(if: MessageBus.isExpected))
struct RecordedTrafficTests {
    /// What the recorded strap sent in measurements.jsonl.
    private static let measured: [HeartRateSample] = {
        func sample(_ rate: Double?, _ contact: Bool?, _ intervals: [Double] = []) -> HeartRateSample {
            let rate = rate.map { BeatsPerMinute($0) }
            return HeartRateSample(sensor: "strap", rate: rate, rrIntervals: intervals, contact: contact)
        }
        let beats: [Double] = [402.34375, 398.4375, 401.3671875]
        var samples = [HeartRateSample](repeating: sample(120, true, [500]), count: 8)
        samples += [sample(120, false, [500]), sample(120, false, [500]), sample(120, nil), sample(120, nil)]
        // 300 in the long form is no heart rate.
        samples += [sample(nil, nil), sample(nil, nil)]
        samples += [sample(120, true, beats), sample(120, true, beats), sample(120, true, beats)]
        samples += [sample(80, true), sample(80, nil, [500]), sample(120, true, beats), sample(120, true, beats)]
        return samples
    }()

    @Test("from nothing to the last of many kinds of values")
    func measurements() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("measurements", on: bus)
            stage.start()
            try await stage.finish()
            try await eventually("the last value") { stage.samples.count == 21 }
            #expect(stage.links == ["connecting not-seen", "up"])
            #expect(stage.batteries == [77])
            #expect(stage.samples == RecordedTrafficTests.measured)
            // 00 twice, 104f00 twice, and 1f.
            #expect(stage.input.counts == ["connections": 1, "malformed": 5])
            stage.close()
        }
    }

    @Test("dropped twice, and back each time without a scan")
    func drops() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("drops", on: bus)
            stage.start()
            try await stage.finish()
            try await eventually("the last value") { stage.links.count == 6 }
            #expect(stage.links == ["connecting not-seen", "up", "down closed", "up", "down closed", "up"])
            #expect(stage.bluez?.calls["StartDiscovery"] == 1)
            #expect(stage.bluez?.calls["Connect"] == 3)
            stage.close()
        }
    }

    @Test("dropped and away until BlueZ forgot it, then back as a new object")
    func away() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("away", on: bus)
            stage.start()
            try await stage.finish()
            try await eventually("the last value") { stage.links.count == 4 }
            #expect(stage.links == ["connecting not-seen", "up", "down closed", "up"])
            #expect(stage.bluez?.calls["StartDiscovery"] == 2)
            stage.close()
        }
    }

    @Test("bluetoothd is stopped and started while streaming: scanned for anew")
    func restart() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("bluetoothd-restarts", on: bus)
            stage.start()
            try await stage.finish()
            try await eventually("the scan") { stage.links.count == 4 }
            #expect(stage.links == ["connecting not-seen", "up", "down closed", "connecting not-seen"])
            #expect(stage.bluez?.calls["GetManagedObjects"] == 2)
            stage.close()
        }
    }

    @Test("no adapter, then one; it goes while streaming, and comes back")
    func adapterComesAndGoes() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("adapter-comes-and-goes", on: bus)
            stage.start()
            try await stage.finish()
            try await eventually("the scan") { stage.links.count == 4 }
            #expect(stage.rates == [120, 120, 120, 120])
            #expect(stage.batteries == [77])
            #expect(
                stage.links == [
                    "connecting not-seen", "up", "down closed", "connecting not-seen",
                ])
            // It is remembered by BlueZ when the adapter is back, but was not heard yet (B66).
            #expect(stage.bluez?.calls["Connect"] == 1)
            #expect(stage.bluez?.calls["StartDiscovery"] == 2)
            stage.close()
        }
    }
}
