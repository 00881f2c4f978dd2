// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import EventLoop
import RunwayModel

/// The way to bluetoothd: the connection to the bus and the mirror of BlueZ's objects. It finds its way back to both for
/// ever.
@Loop
final class BluezConnection {
    private enum Phase {
        /// Asked, and not answered yet.
        case asking
        case ready
        case obstructed(LinkReason)
    }

    private static let longestRetry = Seconds(15)
    /// bluetoothd answers at once, or hangs.
    private static let patience = Seconds(10)
    private static let busName = "org.freedesktop.DBus"

    private let address: String?
    private var bus: Bus?
    /// bluetoothd's unique name: what others say in its name is not heard.
    private var owner: String?
    private var phase = Phase.asking
    private var retries = 0
    private var timer: Timer?
    private let onChange: @Loop () -> Void
    private let onLoss: @Loop () -> Void
    private let onValue: @Loop (_ payload: [UInt8], _ characteristic: String) -> Void

    private(set) var objects = BluezObjects()

    /// - Parameters:
    ///   - address: of the bus, in D-Bus's form; nil for the system's.
    ///   - onChange: an object changed, or the way to it.
    ///   - onLoss: bluetoothd is gone, with its objects and whatever it did for this program.
    ///   - onValue: a value of a characteristic came.
    /// - Throws: when the loop gives no timer.
    init(
        address: String?, onChange: @escaping @Loop () -> Void, onLoss: @escaping @Loop () -> Void,
        onValue: @escaping @Loop (_ payload: [UInt8], _ characteristic: String) -> Void
    ) throws(EventLoopError) {
        self.address = address
        self.onChange = onChange
        self.onLoss = onLoss
        self.onValue = onValue
        timer = try Timer { [weak self] in self?.retry() }
    }

    /// Whether bluetoothd has told its objects.
    var isReady: Bool { if case .ready = phase { true } else { false } }

    /// Why bluetoothd cannot be reached; nil while it can, or nothing is known yet.
    var obstacle: LinkReason? { if case .obstructed(let reason) = phase { reason } else { nil } }

    /// Connects, unless it is connected.
    func open() {
        if bus == nil { connect() }
    }

    func close() {
        timer?.disarm()
        closeBus()
        phase = .asking
        retries = 0
    }

    /// Calls a method of BlueZ's.
    /// - Parameter done: called with what went wrong, or nil.
    func ask(_ call: BusCall, _ done: @escaping @Loop (BusError?) -> Void) {
        guard let bus else { return }
        do throws(BusError) {
            try bus.call(call) { result in
                if case .failure(let error) = result { done(error) } else { done(nil) }
            }
        } catch {
            // That the bus is gone comes by its own way.
            done(error)
        }
    }

    /// Calls a method whose answer says nothing: without a bus there is nothing left to be ended either.
    func tell(_ call: BusCall) {
        try? bus?.send(call)
    }

    // The bus

    private func connect() {
        do throws(BusError) {
            let bus = try Bus(address: address) { [weak self] in self?.obstruct(.noBus) }
            self.bus = bus
            // Before the question, so that nothing is missed that happens after its answer.
            try bus.match(
                "type='signal',sender='\(BluezConnection.busName)',member='NameOwnerChanged',"
                    + "arg0='\(BluezName.service)'"
            ) { [weak self] in self?.ownerChanged($0) }
            try bus.match("type='signal',sender='\(BluezName.service)',interface='\(BluezName.objectManager)'") {
                [weak self] in self?.objectsChanged($0)
            }
            try bus.match(
                "type='signal',sender='\(BluezName.service)',interface='\(BluezName.properties)',"
                    + "member='PropertiesChanged'"
            ) { [weak self] in self?.propertiesChanged($0) }
        } catch {
            return obstruct(.noBus)
        }
        askForOwner()
    }

    private func askForOwner() {
        let name = BluezConnection.busName
        let call = BusCall(
            name, "/org/freedesktop/DBus", name, "GetNameOwner", "s", [.text(BluezName.service)],
            timeout: BluezConnection.patience)
        request(call) { [weak self] result in
            switch result {
            case .success(let values):
                self?.owner = values.first?.text
                self?.askForObjects()
            case .failure(let error): self?.refused(error)
            }
        }
    }

    private func askForObjects() {
        let call = BusCall(
            BluezName.service, "/", BluezName.objectManager, "GetManagedObjects", timeout: BluezConnection.patience)
        request(call) { [weak self] in self?.answered($0) }
    }

    private func request(_ call: BusCall, _ reply: @escaping @Loop (Result<[BusValue], BusError>) -> Void) {
        do throws(BusError) {
            try bus?.call(call, reply)
        } catch {
            obstruct(.noBus)
        }
    }

    private func refused(_ error: BusError) {
        let reason = LinkReason(error)
        obstruct(reason.isRadio ? reason : .noService)
    }

    private func answered(_ result: Result<[BusValue], BusError>) {
        switch result {
        case .success(let values):
            retries = 0
            timer?.disarm()
            phase = .ready
            objects.replaceAll(with: values.first ?? .dictionary([:]))
            onChange()
        case .failure(let error): refused(error)
        }
    }

    /// Nothing works for this reason. Tries again by and by: not everything that mends it is announced.
    private func obstruct(_ reason: LinkReason) {
        if reason == .noBus { closeBus() } else { forget() }
        phase = .obstructed(reason)
        let wait = min(Double(1 << min(retries, 10)), BluezConnection.longestRetry.rawValue)
        retries += 1
        timer?.arm(after: Seconds(wait * .random(in: 0.75...1)))
        onChange()
    }

    private func retry() {
        if bus == nil { connect() } else { askForOwner() }
    }

    private func closeBus() {
        bus?.close()
        bus = nil
        forget()
    }

    private func forget() {
        objects = BluezObjects()
        owner = nil
        onLoss()
    }

    // What the bus tells

    private func ownerChanged(_ signal: BusSignal) {
        guard signal.sender == BluezConnection.busName, signal.arguments.count == 3,
            let owner = signal.arguments[2].text
        else { return }
        if owner.isEmpty {
            obstruct(.noService)
        } else {
            forget()
            self.owner = owner
            retries = 0
            askForObjects()
        }
    }

    private func objectsChanged(_ signal: BusSignal) {
        guard signal.sender == owner, signal.arguments.count == 2, let path = signal.arguments[0].text else { return }
        switch signal.member {
        case "InterfacesAdded": objects.add(path, signal.arguments[1])
        case "InterfacesRemoved": objects.remove(path, (signal.arguments[1].array ?? []).compactMap(\.text))
        default: return
        }
        onChange()
    }

    private func propertiesChanged(_ signal: BusSignal) {
        guard signal.sender == owner, signal.arguments.count == 3, let interface = signal.arguments[0].text,
            let changed = signal.arguments[1].dictionary
        else { return }
        if interface == BluezName.characteristic, let payload = changed["Value"]?.bytes {
            return onValue(payload, signal.path)
        }
        let invalidated = (signal.arguments[2].array ?? []).compactMap(\.text)
        if objects.change(signal.path, interface, changed, invalidated: invalidated) { onChange() }
    }
}
