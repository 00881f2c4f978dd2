// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import EventLoop
import RunwayModel
import TestSupport
import Testing

/// A signature and values of it.
struct Wire: Sendable, CustomTestStringConvertible {
    let signature: String
    let values: [BusValue]
    var testDescription: String { signature }
}

@Suite("D-Bus, with a real bus", .enabled(if: MessageBus.isExpected))
struct BusTests {
    static let wires: [Wire] = [
        Wire(signature: "", values: []),
        Wire(
            signature: "bynqiuxtd",
            values: [
                .boolean(true), .integer(255), .integer(-5), .integer(65535), .integer(-70000), .integer(4_000_000_000),
                .integer(.min), .integer(.max), .double(-0.25),
            ]),
        Wire(signature: "sog", values: [.text("strap, ö"), .text("/a/b"), .text("a{sv}")]),
        Wire(signature: "ay", values: [.bytes([0, 1, 255])]),
        Wire(signature: "ay", values: [.bytes([])]),
        Wire(signature: "asai", values: [.array([.text("a"), .text("")]), .array([])]),
        Wire(signature: "(s(iu))", values: [.array([.text("x"), .array([.integer(1), .integer(2)])])]),
        Wire(signature: "a{sv}", values: [.dictionary([:])]),
        Wire(
            signature: "a{sv}",
            values: [
                .dictionary([
                    "n": .variant("n", .integer(-61)), "as": .variant("as", .array([.text("u")])),
                    "deep": .variant("v", .variant("b", .boolean(false))),
                ])
            ]),
        Wire(
            signature: "a{oa{sa{sv}}}",
            values: [.dictionary(["/o": .dictionary(["i": .dictionary(["p": .variant("y", .integer(1))])])])]),
        Wire(signature: "a{qv}", values: [.dictionary(["107": .variant("ay", .bytes([1, 2]))])]),
    ]

    @Test("values go over the bus and come back as they were", arguments: wires)
    func roundTrip(_ wire: Wire) async throws {
        let bus = try await MessageBus()
        try await onLoop {
            var server: BusServer?
            server = try BusServer(on: bus.address) { request in
                do { try server?.reply(to: request, wire.signature, request.arguments) } catch { Issue.record(error) }
            }
            try server?.own("org.example")
            let client = try Bus(address: bus.address) {}
            var answer: Result<[BusValue], BusError>?
            try client.call(BusCall("org.example", "/", "org.example", "Echo", wire.signature, wire.values)) {
                answer = $0
            }
            try await eventually("the echo") { answer != nil }
            #expect(try answer?.get() == wire.values)
            client.close()
            server?.close()
        }
    }

    @Test("values that are not of their signature are refused, and nothing is sent")
    func mismatch() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let client = try Bus(address: bus.address) {}
            for (signature, values) in [
                ("s", [BusValue.integer(1)]), ("a{sv}", [.dictionary(["x": .integer(1)])]), ("ss", [.text("one")]),
                ("(i", [.integer(1)]), ("a{iv}", [.dictionary(["x": .variant("i", .integer(1))])]),
            ] {
                #expect(throws: BusError.self) {
                    try client.call(BusCall("org.example", "/", "org.example", "M", signature, values)) { _ in
                        Issue.record("answered")
                    }
                }
            }
            client.close()
        }
    }

    @Test("nobody there, nobody answers, an error: each is told by its name")
    func failures() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            var server: BusServer?
            server = try BusServer(on: bus.address) { request in
                guard request.member == "Fail" else { return }
                do { try server?.fail(request, "org.bluez.Error.Failed", "no") } catch { Issue.record(error) }
            }
            try server?.own("org.example")
            let client = try Bus(address: bus.address) {}
            var names: [String: String] = [:]
            @Loop func call(_ destination: String, _ member: String) throws {
                let call = BusCall(destination, "/", "org.example", member, timeout: Seconds(0.3))
                try client.call(call) { result in
                    if case .failure(let error) = result { names[member] = error.name }
                }
            }
            try call("org.nobody", "Nobody")
            try call("org.example", "Fail")
            try call("org.example", "Hang")
            try await eventually("three answers") { names.count == 3 }
            #expect(names["Nobody"] == "org.freedesktop.DBus.Error.NameHasNoOwner")
            #expect(names["Fail"] == "org.bluez.Error.Failed")
            #expect(names["Hang"] == "org.freedesktop.DBus.Error.NoReply")
            client.close()
            server?.close()
        }
    }

    @Test("a match that is made before a call misses nothing that happens after its answer")
    func matchFirst() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            var server: BusServer?
            server = try BusServer(on: bus.address) { request in
                do {
                    try server?.reply(to: request, "", [])
                    try server?.emit("/o", "org.example", "Changed", "s", [.text("at once")])
                } catch { Issue.record(error) }
            }
            try server?.own("org.example")
            let client = try Bus(address: bus.address) {}
            var seen: [String] = []
            try client.match("type='signal',sender='org.example',interface='org.example'") { signal in
                seen.append("\(signal.path) \(signal.member) \(signal.arguments[0].text ?? "")")
            }
            try client.call(BusCall("org.example", "/", "org.example", "Go")) { _ in seen.append("answered") }
            try await eventually("the signal") { seen.count == 2 }
            #expect(seen == ["answered", "/o Changed at once"])
            client.close()
            server?.close()
        }
    }

    @Test("the end of the bus is told once; what waited for an answer has failed before")
    func disconnect() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let server = try BusServer(on: bus.address) { _ in }
            try server.own("org.example")
            var told: [String] = []
            let client = try Bus(address: bus.address) { told.append("lost") }
            try client.call(BusCall("org.example", "/", "org.example", "Hang")) { result in
                if case .failure = result { told.append("failed") }
            }
            var isConnected = false
            try client.call(BusCall("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId")) { _ in
                isConnected = true
            }
            try await eventually("the connection") { isConnected }
            bus.stop()
            try await eventually("the loss") { told.contains("lost") }
            #expect(told == ["failed", "lost"])
            #expect(throws: BusError.self) {
                try client.call(BusCall("org.example", "/", "org.example", "More")) { _ in }
            }
            client.close()
            server.close()
        }
    }

    @Test("no bus at that address")
    func noBus() async throws {
        try await onLoop {
            #expect(throws: BusError.self) {
                _ = try Bus(address: "unix:path=/nonexistent/bus") { Issue.record("told") }
            }
        }
    }

    @Test("after a close nothing is called any more")
    func close() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let client = try Bus(address: bus.address) { Issue.record("told of its own close") }
            try client.call(BusCall("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId")) { _ in
                Issue.record("answered")
            }
            client.close()
            try await pause(Seconds(0.2))
        }
    }
}
