// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import EventLoop
import RunwayModel

/// Plays bluetoothd on a message bus, word for word as a real one spoke in a recording.
///
/// Signals and answers go out in the order in which they were recorded; where the recorded client called, it waits until
/// its own client makes the same call. So time is the client's, and the order is bluetoothd's.
@Loop
public final class ScriptedBluez {
    /// Calls that a client may make or not, at any time, without bluetoothd's telling anything that matters.
    private static let courtesies: Set<String> = ["StopNotify", "Disconnect", "SetDiscoveryFilter", "StopDiscovery"]

    private let recording: BluezRecording
    /// Calls to what was not there: a client that knows better does not make them.
    private let vain: Set<Int>
    private var server: BusServer?
    private var position = 0
    /// Calls that came and wait for their turn.
    private var early: [BusServer.Request] = []
    private var taken: [Int: BusServer.Request] = [:]
    /// The unique name of who called last.
    public private(set) var caller = ""
    /// How often each method was called.
    public private(set) var calls: [String: Int] = [:]
    /// What was asked for with SetDiscoveryFilter.
    public private(set) var filters: [BusValue] = []
    /// What went wrong while playing.
    public private(set) var failure: (any Error)?
    /// Signals before this one wait until it is allowed.
    private var limit: (@Loop (_ member: String, _ values: [BusValue]) -> Bool)?

    public init(_ recording: BluezRecording, on bus: MessageBus) throws {
        self.recording = recording
        vain = Set(
            recording.steps.compactMap { step in
                if case .error(let call, "org.freedesktop.DBus.Error.UnknownObject", _) = step { call } else { nil }
            })
        server = try BusServer(on: bus.address) { [weak self] in self?.called($0) }
        if recording.beginsWithOwner { try server?.own("org.bluez") }
    }

    public var isFinished: Bool { position == recording.steps.count }

    /// What is waited for, for messages.
    public var next: String { isFinished ? "nothing" : "step \(position): \(recording.steps[position])" }

    /// Plays until the client has to call, or until a signal that `limit` holds back.
    public func play(until limit: (@Loop (_ member: String, _ values: [BusValue]) -> Bool)? = nil) {
        self.limit = limit
        advance()
    }

    /// Sends a value, as bluetoothd does for each notification.
    public func notify(_ characteristic: String, _ payload: [UInt8]) throws {
        let changed = BusValue.dictionary(["Value": .variant("ay", .bytes(payload))])
        try server?.emit(
            characteristic, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as",
            [.text("org.bluez.GattCharacteristic1"), changed, .array([])])
    }

    public func close() {
        server?.close()
        server = nil
    }

    private func called(_ request: BusServer.Request) {
        calls[request.member, default: 0] += 1
        caller = request.sender
        if request.member == "SetDiscoveryFilter" { filters += request.arguments }
        early.append(request)
        advance()
        guard let index = early.firstIndex(where: { ScriptedBluez.courtesies.contains($0.member) }) else { return }
        // Not what the recorded client did here.
        attempt { try server?.reply(to: early.remove(at: index), "", []) }
    }

    private func advance() {
        while failure == nil, position < recording.steps.count, perform(recording.steps[position]) { position += 1 }
    }

    /// - Returns: whether the step is done; else it is the client's turn.
    private func perform(_ step: BluezRecording.Step) -> Bool {
        switch step {
        case .call(let number, let path, let interface, let member):
            guard
                let index = early.firstIndex(where: {
                    $0.path == path && $0.interface == interface && $0.member == member
                })
            else { return ScriptedBluez.courtesies.contains(member) || vain.contains(number) }
            taken[number] = early.remove(at: index)
        case .reply(let number, let signature, let values):
            guard let request = taken[number] else { return true }
            attempt { try server?.reply(to: request, signature, values) }
        case .error(let number, let name, let text):
            guard let request = taken[number] else { return true }
            attempt { try server?.fail(request, name, text) }
        case .signal(let path, let interface, let member, let signature, let values):
            if limit?(member, values) == true { return false }
            attempt { try server?.emit(path, interface, member, signature, values) }
        case .owner(let isThere):
            attempt { isThere ? try server?.own("org.bluez") : try server?.disown("org.bluez") }
        }
        return true
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            failure = error
        }
    }
}
