// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import EventLoop
import RunwayModel

/// The Bluetooth of this machine as all links share it: the connection to the bus, the mirror of BlueZ's objects, one
/// scan for all. It finds its way back to each of them for ever.
@Loop
public final class BluetoothRadio {
    /// What a link is told.
    @Loop
    protocol Member: AnyObject {
        /// The radio or an object changed.
        func radioChanged()
        /// A value of a characteristic came; every member is told of each.
        func received(_ payload: [UInt8], from characteristic: String)
    }

    private enum Phase {
        /// Asked, and not answered yet.
        case asking
        case ready
        case obstructed(LinkReason)
    }

    /// Longer than a slow connection takes, and than libsystemd's own limit (25 s).
    private static let connectTimeout = Seconds(45)
    private static let longestRetry = Seconds(15)
    private static let discoveryRetry = Seconds(5)

    private let address: String?
    private let radioSwitch: @Loop () -> RadioSwitch
    private var bus: Bus?
    private var phase = Phase.asking
    private(set) var objects = BluezObjects()
    private var retries = 0
    private var retryTimer: Timer?
    private var discoveryTimer: Timer?
    private var members: [ObjectIdentifier: any Member] = [:]

    private var discovery = Discovery()
    /// The adapter that scans.
    private var scanner: String?
    /// Who wants to hear advertisements, and what of.
    private var scanners: [ObjectIdentifier: Discovery.Filter] = [:]
    /// Connections that wait for the end of the scan.
    private var waiting: [(path: String, begin: @Loop () -> Void)] = []
    /// Paths that connections are being made to.
    private var connecting: Set<String> = []

    /// - Parameter address: of the bus, in D-Bus's form; nil for the system's.
    /// - Throws: when the loop gives no timer.
    public convenience init(address: String? = nil) throws(EventLoopError) {
        try self.init(address: address) { RadioSwitch.now() }
    }

    init(address: String?, radioSwitch: @escaping @Loop () -> RadioSwitch) throws(EventLoopError) {
        self.address = address
        self.radioSwitch = radioSwitch
        retryTimer = try Timer { [weak self] in self?.retry() }
        discoveryTimer = try Timer { [weak self] in self?.retryDiscovery() }
    }

    /// What keeps every sensor from being reached; nil while nothing does, or nothing is known yet.
    var obstacle: LinkReason? {
        switch phase {
        case .asking: return nil
        case .obstructed(let reason): return reason
        case .ready: break
        }
        if let (_, adapter) = objects.adapter, adapter.isPowered { return nil }
        switch radioSwitch() {
        case .soft: return .blocked
        case .hard: return .hardBlocked
        case .clear: return objects.adapter == nil ? .noAdapter : .off
        }
    }

    // Members

    func join(_ member: any Member) {
        members[ObjectIdentifier(member)] = member
        if bus == nil { connect() }
    }

    /// The last one out closes the connection to the bus.
    func leave(_ member: any Member) {
        members[ObjectIdentifier(member)] = nil
        setScanning(member, nil)
        guard members.isEmpty else { return }
        retryTimer?.disarm()
        discoveryTimer?.disarm()
        lose()
        phase = .asking
    }

    private func tellMembers() {
        for member in Array(members.values) { member.radioChanged() }
    }

    // What members ask for

    func setScanning(_ member: any Member, _ filter: Discovery.Filter?) {
        scanners[ObjectIdentifier(member)] = filter
        discover()
    }

    /// Connects once no scan runs.
    /// - Parameter done: what it came to; nil when connected.
    func connect(_ path: String, _ done: @escaping @Loop (LinkReason?) -> Void) {
        connecting.insert(path)
        let begin: @Loop () -> Void = { [weak self] in
            self?.ask(BluezName.device, path, "Connect", timeout: BluetoothRadio.connectTimeout) { error in
                self?.connecting.remove(path)
                self?.discover()
                done(error?.name == "org.bluez.Error.AlreadyConnected" ? nil : error.map(LinkReason.init))
            }
        }
        waiting.append((path, begin))
        discover()
    }

    /// Ends a connection, or the attempt to make one.
    func disconnect(_ path: String) {
        connecting.remove(path)
        waiting.removeAll { $0.path == path }
        // Without a bus there is no connection either.
        try? bus?.send(BusCall(BluezName.service, path, BluezName.device, "Disconnect"))
        discover()
    }

    func subscribe(_ characteristic: String, _ done: @escaping @Loop (LinkReason?) -> Void) {
        ask(BluezName.characteristic, characteristic, "StartNotify") { done($0.map(LinkReason.init)) }
    }

    func unsubscribe(_ characteristic: String) {
        try? bus?.send(BusCall(BluezName.service, characteristic, BluezName.characteristic, "StopNotify"))
    }

    private func ask(
        _ interface: String, _ path: String, _ member: String, _ signature: String = "", _ arguments: [BusValue] = [],
        timeout: Seconds = Seconds(25), _ done: @escaping @Loop (BusError?) -> Void
    ) {
        guard let bus else { return }
        do throws(BusError) {
            let call = BusCall(BluezName.service, path, interface, member, signature, arguments, timeout: timeout)
            try bus.call(call) { result in
                if case .failure(let error) = result { done(error) } else { done(nil) }
            }
        } catch {
            // The bus is gone; that it is comes by its own way.
            done(error)
        }
    }

    // The bus

    private func connect() {
        do throws(BusError) {
            let bus = try Bus(address: address) { [weak self] in self?.obstruct(.noBus) }
            self.bus = bus
            // Before the question, so that nothing is missed that happens after its answer.
            try bus.match(
                "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(BluezName.service)'"
            ) { [weak self] in self?.ownerChanged($0) }
            try bus.match("type='signal',sender='\(BluezName.service)',interface='\(BluezName.objectManager)'") {
                [weak self] in self?.objectsChanged($0)
            }
            try bus.match(
                "type='signal',sender='\(BluezName.service)',interface='\(BluezName.properties)',"
                    + "member='PropertiesChanged'"
            ) { [weak self] in self?.propertiesChanged($0) }
            askForObjects()
        } catch {
            obstruct(.noBus)
        }
    }

    private func askForObjects() {
        do throws(BusError) {
            try bus?.call(BusCall(BluezName.service, "/", BluezName.objectManager, "GetManagedObjects")) {
                [weak self] in self?.answered($0)
            }
        } catch {
            obstruct(.noBus)
        }
    }

    private func answered(_ result: Result<[BusValue], BusError>) {
        switch result {
        case .success(let values):
            retries = 0
            retryTimer?.disarm()
            phase = .ready
            objects.replaceAll(with: values.first ?? .dictionary([:]))
            changed()
        case .failure(let error):
            let reason = LinkReason(error)
            obstruct(reason.isRadio ? reason : .noService)
        }
    }

    /// Nothing works for this reason. Tries again by and by: not everything that mends it is announced.
    private func obstruct(_ reason: LinkReason) {
        if reason == .noBus { lose() } else { forget() }
        phase = .obstructed(reason)
        let wait = min(Double(1 << min(retries, 10)), BluetoothRadio.longestRetry.rawValue)
        retries += 1
        retryTimer?.arm(after: Seconds(wait * .random(in: 0.75...1)))
        tellMembers()
    }

    private func retry() {
        if bus == nil { connect() } else { askForObjects() }
    }

    private func lose() {
        bus?.close()
        bus = nil
        forget()
    }

    /// bluetoothd is gone: its objects, and what it did for this program.
    private func forget() {
        objects = BluezObjects()
        endSession()
        waiting = []
        connecting = []
    }

    private func ownerChanged(_ signal: BusSignal) {
        guard signal.arguments.count == 3, let owner = signal.arguments[2].text else { return }
        forget()
        if owner.isEmpty {
            obstruct(.noService)
        } else {
            retries = 0
            askForObjects()
        }
    }

    private func objectsChanged(_ signal: BusSignal) {
        guard signal.arguments.count == 2, let path = signal.arguments[0].text else { return }
        switch signal.member {
        case "InterfacesAdded": objects.add(path, signal.arguments[1])
        case "InterfacesRemoved": objects.remove(path, (signal.arguments[1].array ?? []).compactMap(\.text))
        default: return
        }
        changed()
    }

    private func propertiesChanged(_ signal: BusSignal) {
        guard signal.arguments.count == 3, let interface = signal.arguments[0].text,
            let changed = signal.arguments[1].dictionary
        else { return }
        if interface == BluezName.characteristic, let payload = changed["Value"]?.bytes {
            for member in Array(members.values) { member.received(payload, from: signal.path) }
            return
        }
        let invalidated = (signal.arguments[2].array ?? []).compactMap(\.text)
        objects.change(signal.path, interface, changed, invalidated: invalidated)
        self.changed()
    }

    private func changed() {
        if let scanner, objects.adapters[scanner]?.isPowered != true { endSession() }
        tellMembers()
        discover()
    }

    // The scan

    /// It went with its adapter.
    private func endSession() {
        scanner = nil
        discovery.reset()
    }

    private func discover() {
        guard case .ready = phase, objects.adapter?.1.isPowered == true else { return }
        perform(discovery.want(filter, isHeldBack: !connecting.isEmpty))
    }

    /// What all scanners want together; nil for nothing.
    private var filter: Discovery.Filter? {
        guard !scanners.isEmpty else { return nil }
        var services: Set<String> = []
        for scanner in scanners.values {
            guard let wanted = scanner.services else { return Discovery.Filter(services: nil) }
            services.formUnion(wanted)
        }
        return Discovery.Filter(services: services)
    }

    private func perform(_ actions: [Discovery.Action]) {
        for action in actions {
            switch action {
            case .start(let filter):
                guard let adapter = objects.adapter?.path else { return }
                scanner = adapter
                startDiscovery(adapter, filter)
            case .stop:
                guard let scanner else { return }
                ask(BluezName.adapter, scanner, "StopDiscovery") { [weak self] _ in
                    guard let self else { return }
                    self.perform(self.discovery.stopped())
                }
            case .release:
                let ready = waiting
                waiting = []
                for connection in ready { connection.begin() }
            }
        }
    }

    private func startDiscovery(_ adapter: String, _ filter: Discovery.Filter) {
        var settings: [String: BusValue] = ["Transport": .variant("s", .text("le"))]
        if let services = filter.services {
            settings["UUIDs"] = .variant("as", .array(services.sorted().map(BusValue.text)))
        }
        // BlueZ answers in order: an error of the filter shows in what it hears, and each device is looked at anyway.
        ask(BluezName.adapter, adapter, "SetDiscoveryFilter", "a{sv}", [.dictionary(settings)]) { _ in }
        ask(BluezName.adapter, adapter, "StartDiscovery") { [weak self] error in
            guard let self else { return }
            // Ours already, from before.
            let success = error == nil || error?.name == "org.bluez.Error.InProgress"
            if !success { self.discoveryTimer?.arm(after: BluetoothRadio.discoveryRetry) }
            self.perform(self.discovery.started(success))
        }
    }

    private func retryDiscovery() {
        perform(discovery.retry())
    }
}
