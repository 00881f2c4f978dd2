// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import TestSupport
import Testing

/// bluetoothd's side of each is what a real one said.
@Suite("A strap on a recorded bluetoothd", .enabled(if: MessageBus.isExpected))
struct RecordedTrafficTests {
    @Test("no adapter, then one; it goes while streaming, and comes back")
    func adapterComesAndGoes() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("adapter-comes-and-goes", on: bus)
            stage.start()
            try await stage.finish()
            #expect(stage.rates == [120, 120, 120, 120])
            #expect(stage.batteries == [77])
            #expect(
                stage.links == [
                    "connecting not-seen", "up", "down closed", "connecting not-seen",
                ])
            // It is remembered by BlueZ when the adapter is back, but was not heard yet (B66).
            #expect(stage.bluez.calls["Connect"] == 1)
            #expect(stage.bluez.calls["StartDiscovery"] == 2)
            stage.close()
        }
    }
}
