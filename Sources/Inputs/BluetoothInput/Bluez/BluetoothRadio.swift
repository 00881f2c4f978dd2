// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import EventLoop
import RunwayModel

/// The Bluetooth of this machine as all links share it: one way to bluetoothd, and one scan for all.
@Loop
public final class BluetoothRadio {
    /// What a link is told.
    @Loop
    protocol Member: AnyObject {
        /// The address of the sensor that it has or waits for; nil while any will do.
        var claim: String? { get }
        /// The radio or an object changed.
        func radioChanged()
        /// The scan began, or failed to and is tried again.
        func scanned(_ failure: LinkReason?)
        /// A value of a characteristic came; every member is told of each.
        func received(_ payload: [UInt8], from characteristic: String)
    }

    /// bluetoothd 5.66 takes 41 s to say that a sensor is not there.
    private static let connectTimeout = Seconds(60)
    private static let scanRetry = Seconds(5)

    private let radioSwitch: @Loop () -> RadioSwitch
    private var bluez: BluezConnection?
    private var scanTimer: Timer?
    private var members: [ObjectIdentifier: any Member] = [:]

    private var discovery = Discovery()
    /// The adapter that scans.
    private var scanner: String?
    /// Who wants to hear advertisements, and what of.
    private var listeners: [ObjectIdentifier: Discovery.Filter] = [:]
    /// Connections that wait for the end of the scan.
    private var waiting: [(path: String, begin: @Loop () -> Void)] = []
    /// Paths that connections are being made to, each with the number of its call.
    private var connecting: [String: Int] = [:]
    private var calls = 0

    /// - Parameter address: of the bus, in D-Bus's form; nil for the system's.
    /// - Throws: when the loop gives no timer.
    public convenience init(address: String? = nil) throws(EventLoopError) {
        try self.init(address: address) { RadioSwitch.now() }
    }

    init(address: String?, radioSwitch: @escaping @Loop () -> RadioSwitch) throws(EventLoopError) {
        self.radioSwitch = radioSwitch
        scanTimer = try Timer { [weak self] in self?.retryScan() }
        bluez = try BluezConnection(address: address) { [weak self] in
            self?.changed()
        } onLoss: { [weak self] in
            self?.lost()
        } onValue: { [weak self] payload, characteristic in
            for member in (self?.members ?? [:]).values { member.received(payload, from: characteristic) }
        }
    }

    var objects: BluezObjects { bluez?.objects ?? BluezObjects() }

    /// What keeps every sensor from being reached; nil while nothing does, or nothing is known yet.
    var obstacle: LinkReason? {
        guard let bluez, bluez.isReady else { return bluez?.obstacle }
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
        bluez?.open()
    }

    /// The last one out closes the connection to the bus.
    func leave(_ member: any Member) {
        members[ObjectIdentifier(member)] = nil
        setListening(member, nil)
        guard members.isEmpty else { return }
        scanTimer?.disarm()
        bluez?.close()
    }

    /// What the other members have or wait for: links never share a sensor, for the end of one would be the other's.
    func claims(beside member: any Member) -> Set<String> {
        Set(members.values.filter { $0 !== member }.compactMap(\.claim))
    }

    private func changed() {
        if let scanner, objects.adapters[scanner]?.isPowered != true { endSession() }
        for member in members.values { member.radioChanged() }
        scan()
    }

    private func lost() {
        endSession()
        waiting = []
        connecting = [:]
    }

    // What members ask for

    /// - Parameter filter: what to listen for; nil to listen no more.
    func setListening(_ member: any Member, _ filter: Discovery.Filter?) {
        listeners[ObjectIdentifier(member)] = filter
        scan()
    }

    /// Connects once no scan runs.
    /// - Parameter done: what it came to; nil when connected.
    func connect(_ path: String, _ done: @escaping @Loop (LinkReason?) -> Void) {
        calls += 1
        let number = calls
        connecting[path] = number
        let begin: @Loop () -> Void = { [weak self] in
            let timeout = BluetoothRadio.connectTimeout
            self?.bluez?.ask(BusCall(BluezName.service, path, BluezName.device, "Connect", timeout: timeout)) { error in
                // A late answer is not that of the call which followed.
                if self?.connecting[path] == number { self?.connecting[path] = nil }
                self?.scan()
                done(error?.name == "org.bluez.Error.AlreadyConnected" ? nil : error.map(LinkReason.init))
            }
        }
        waiting.append((path, begin))
        scan()
    }

    /// Ends a connection, or the attempt to make one.
    func disconnect(_ path: String) {
        connecting[path] = nil
        waiting.removeAll { $0.path == path }
        bluez?.tell(BusCall(BluezName.service, path, BluezName.device, "Disconnect"))
        scan()
    }

    func subscribe(_ characteristic: String, _ done: @escaping @Loop (LinkReason?) -> Void) {
        bluez?.ask(BusCall(BluezName.service, characteristic, BluezName.characteristic, "StartNotify")) {
            done($0.map(LinkReason.init))
        }
    }

    func unsubscribe(_ characteristic: String) {
        bluez?.tell(BusCall(BluezName.service, characteristic, BluezName.characteristic, "StopNotify"))
    }

    // The scan

    private func scan() {
        guard bluez?.isReady == true, objects.adapter?.1.isPowered == true else { return }
        perform(discovery.want(filter, isHeldBack: !connecting.isEmpty))
    }

    /// What all listeners want together; nil for nothing.
    private var filter: Discovery.Filter? {
        guard !listeners.isEmpty else { return nil }
        var services: Set<String> = []
        for listener in listeners.values {
            guard let wanted = listener.services else { return Discovery.Filter(services: nil) }
            services.formUnion(wanted)
        }
        return Discovery.Filter(services: services)
    }

    /// The session went with its adapter.
    private func endSession() {
        scanner = nil
        discovery.reset()
    }

    private func perform(_ actions: [Discovery.Action]) {
        for action in actions {
            switch action {
            case .start(let filter):
                guard let adapter = objects.adapter?.path else { return }
                scanner = adapter
                startScan(adapter, filter)
            case .stop:
                guard let scanner else { return }
                bluez?.ask(BusCall(BluezName.service, scanner, BluezName.adapter, "StopDiscovery")) { [weak self] _ in
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

    private func startScan(_ adapter: String, _ filter: Discovery.Filter) {
        var settings: [String: BusValue] = ["Transport": .variant("s", .text("le"))]
        if let services = filter.services {
            settings["UUIDs"] = .variant("as", .array(services.sorted().map(BusValue.text)))
        }
        // Without its filter a scan hears more than was asked for, and each device is looked at anyway.
        bluez?.tell(
            BusCall(
                BluezName.service, adapter, BluezName.adapter, "SetDiscoveryFilter", "a{sv}", [.dictionary(settings)]))
        bluez?.ask(BusCall(BluezName.service, adapter, BluezName.adapter, "StartDiscovery")) { [weak self] error in
            guard let self else { return }
            var failure = error.map(LinkReason.init)
            // Ours already, from before.
            if failure == .busy, self.objects.adapters[adapter]?.isDiscovering == true { failure = nil }
            if failure != nil { self.scanTimer?.arm(after: BluetoothRadio.scanRetry) }
            self.perform(self.discovery.started(failure == nil))
            for member in self.members.values { member.scanned(failure) }
        }
    }

    private func retryScan() {
        perform(discovery.retry())
    }
}
