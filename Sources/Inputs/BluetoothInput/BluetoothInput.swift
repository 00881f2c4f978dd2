// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import RunwayPorts

/// A sensor over Bluetooth LE, by way of BlueZ.
///
/// It delivers what its profile makes of each notification, `Input.battery` when the sensor tells its charge, and
/// `Input.link` whenever the state of the link changes; the reasons are those of `LinkReason`. The link is up with the
/// first measurement.
@Loop
public final class BluetoothInput: SensorInput, BluetoothRadio.Member {
    /// What is measured.
    public enum Kind: Sendable {
        case heartRate
    }

    private let name: String
    private let radio: BluetoothRadio
    private let profile: SensorProfile
    private let pinned: String?
    private var link: SensorLink
    private var timer: Timer?
    private var battery: Int?
    private var malformed = 0
    private var connections = 0
    private var deliver: (@Loop (Input) -> Void)?

    /// - Parameters:
    ///   - name: the sensor's name in the configuration.
    ///   - address: the one sensor to take, as `AA:BB:CC:DD:EE:FF`; nil takes the first that delivers.
    ///   - radio: what all sensors of the machine share.
    /// - Throws: when the loop gives no timer.
    public init(name: String, kind: Kind, address: String?, radio: BluetoothRadio) throws(EventLoopError) {
        self.name = name
        self.radio = radio
        switch kind {
        case .heartRate: profile = .heartRate
        }
        pinned = address
        link = SensorLink(address: address)
        timer = try Timer { [weak self] in self?.apply(.deadline) }
    }

    public var counts: [String: Int] { ["connections": connections, "malformed": malformed] }

    public func start(_ deliver: @escaping @Loop (Input) -> Void) {
        self.deliver = deliver
        apply(.start)
        radio.join(self)
    }

    public func stop() {
        apply(.stop)
        deliver = nil
        timer?.disarm()
        radio.leave(self)
    }

    func radioChanged() {
        apply(.changed(view))
        tellBattery()
    }

    var claim: String? { link.address }

    func scanned(_ failure: LinkReason?) {
        apply(.scan(failure))
    }

    func received(_ payload: [UInt8], from characteristic: String) {
        guard characteristic == link.characteristic else { return }
        let input = profile.decode(payload, name)
        if input == nil { malformed += 1 }
        apply(.value(wellFormed: input != nil))
        if let input { deliver?(input) }
        tellBattery()
    }

    private var view: LinkView {
        let selector = TargetSelector(
            profile: profile, address: link.address, held: link.path, taken: radio.claims(beside: self),
            avoided: link.lastFailed)
        return LinkView(obstacle: radio.obstacle, target: selector.target(in: radio.objects))
    }

    private func tellBattery() {
        guard link.isUp, let path = link.path, let percent = radio.objects.devices[path]?.battery, percent != battery
        else { return }
        battery = percent
        deliver?(.battery(Battery(sensor: name, percent: percent)))
    }

    private func apply(_ event: SensorLink.Event) {
        for action in link.handle(event, at: BootClock.now()) { perform(action) }
        if let deadline = link.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }

    private func perform(_ action: SensorLink.Action) {
        switch action {
        case .scan(let isWanted):
            let filter = Discovery.Filter(services: pinned == nil ? [profile.service] : nil)
            radio.setListening(self, isWanted ? filter : nil)
        case .connect(let path, let attempt):
            connections += 1
            radio.connect(path) { [weak self] in self?.apply(.connected(attempt: attempt, $0)) }
        case .disconnect(let path): radio.disconnect(path)
        case .subscribe(let characteristic, let attempt):
            radio.subscribe(characteristic) { [weak self] in self?.apply(.subscribed(attempt: attempt, $0)) }
        case .unsubscribe(let characteristic): radio.unsubscribe(characteristic)
        case .report(let state, let reason):
            deliver?(.link(LinkChange(kind: profile.kind, name: name, state: state, reason: reason?.rawValue)))
        }
    }
}
