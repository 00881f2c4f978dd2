// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import EventLoop
import Glibc
import Gpsd
import RunwayModel
import RunwayPorts

/// Live fixes and skies from gpsd over TCP.
///
/// It delivers `Input.fix`, once for each epoch of the receiver in use, `Input.sky`, and `Input.link` whenever the
/// state of the link changes; its reason is `refused`, `timeout`, `unreachable`, `unresolved`, `closed`, `silent`,
/// `not-gpsd` or `system`. The link is up once gpsd has introduced itself, with or without a receiver.
@Loop
public final class GpsdInput: SensorInput {
    /// What is read at one go: a flood has to wait for the loop's other guests.
    private static let chunkSize = 16_384

    private let configuration: GpsdConfiguration
    private var connection = GpsdConnection()
    private var stream: GpsdStream
    private var assembler = LineAssembler(limit: GpsdParser.lineLimit)
    private let buffer = ReceiveBuffer(capacity: GpsdInput.chunkSize)
    private var outputs: [GpsdStream.Output] = []
    private var addresses: [runway_linux_address] = []
    private var socket: Socket?
    private var source: DescriptorSource?
    private var timer: Timer?
    private var deliver: (@Loop (Input) -> Void)?

    /// How gpsd introduced itself last.
    public private(set) var version: GpsdVersion?

    /// - Throws: `EventLoopError` when the loop has no room for a timer.
    public init(_ configuration: GpsdConfiguration) throws(EventLoopError) {
        self.configuration = configuration
        stream = GpsdStream(device: configuration.device)
        timer = try Timer { [weak self] in self?.expire() }
    }

    /// What came and was not used, since the start.
    public var counters: GpsdCounters {
        var counters = stream.counters
        counters.reconnects = max(0, connection.connections - 1)
        return counters
    }

    public var counts: [String: Int] {
        let counters = counters
        return [
            "lines": counters.lines, "malformed": counters.malformed, "overlong": counters.overlong,
            "bad_fields": counters.badFields, "duplicates": counters.duplicates, "untimed": counters.untimed,
            "other_receivers": counters.otherReceivers, "errors": counters.errors, "reconnects": counters.reconnects,
        ]
    }

    /// The path of the receiver in use, as gpsd names it; nil until one has reported.
    public var activeReceiver: String? { stream.activeReceiver }

    public func start(_ deliver: @escaping @Loop (Input) -> Void) {
        self.deliver = deliver
        apply(.start)
        arm()
    }

    public func stop() {
        deliver = nil
        apply(.stop)
        timer?.disarm()
    }

    private func apply(_ event: GpsdConnection.Event) {
        for action in connection.handle(event, at: BootClock.now()) { perform(action) }
    }

    private func perform(_ action: GpsdConnection.Action) {
        switch action {
        case .resolve:
            HostResolver.resolve(configuration.host, port: configuration.port) { [weak self] addresses in
                self?.resolved(addresses)
            }
        case .connect(let index): connect(to: addresses[index])
        case .close: close()
        case .watch: send(configuration.watchCommand)
        case .probe: send(configuration.probeCommand)
        case .report(let state, let reason):
            let change = LinkChange(kind: .position, name: "gpsd", state: state, reason: reason?.rawValue)
            deliver?(.link(change))
        }
    }

    private func resolved(_ addresses: [runway_linux_address]) {
        self.addresses = addresses
        apply(.resolved(count: addresses.count))
        arm()
    }

    private func connect(to address: runway_linux_address) {
        var descriptor: CInt = -1
        let code = withUnsafePointer(to: address) { runway_linux_connect($0, &descriptor) }
        guard descriptor >= 0 else {
            apply(.failed(GpsdConnection.Reason(errno: code)))
            return
        }
        socket = Socket(adopting: descriptor)
        do {
            source = try DescriptorSource(descriptor, for: .writable) { [weak self] _ in self?.ready() }
        } catch {
            close()
            apply(.failed(.system))
        }
    }

    /// The socket is connected, or is not going to be; later: it can be read.
    private func ready() {
        if source?.interest == .writable {
            if let reason = socket?.connectFailure {
                close()
                apply(.failed(reason))
            } else {
                source?.interest = .readable
                apply(.connected)
            }
        } else {
            receive()
        }
        arm()
    }

    private func send(_ text: String) {
        if let reason = socket?.send(text) { apply(.ended(reason)) }
    }

    private func receive() {
        guard let received = socket?.receive(into: buffer.bytes) else { return }
        switch received {
        case .nothing: break
        case .ended(let reason): apply(.ended(reason))
        case .bytes(let count):
            apply(.received(bytes: count))
            read(UnsafeBufferPointer(rebasing: buffer.bytes[..<count]))
        }
    }

    private func read(_ received: UnsafeBufferPointer<UInt8>) {
        var chunk = received
        let now = BootClock.now()
        // Whoever takes an input may stop the link, and so may a command that gpsd does not take.
        while socket != nil, let line = assembler.next(from: &chunk) {
            switch line {
            case .overlong: stream.noteOverlongLine()
            case .complete(let bytes): take(bytes, at: now)
            }
        }
    }

    private func take(_ line: UnsafeBufferPointer<UInt8>, at now: Instant) {
        let report = stream.parse(line)
        switch report {
        case .version(let version):
            self.version = version
            apply(.version)
        case .fix, .sky: apply(.data)
        default: break
        }
        // What comes before gpsd's introduction is not gpsd's.
        guard connection.isUp else { return }
        stream.take(report, at: now, into: &outputs)
        handOver()
    }

    private func handOver() {
        let ready = outputs
        outputs.removeAll(keepingCapacity: true)
        for output in ready { deliver?(output.input) }
    }

    private func close() {
        // Within its own handler the source outlives this call, and would then take whatever has the same descriptor
        // by that time out of the loop: it lets go of the socket now.
        source?.isEnabled = false
        source = nil
        socket = nil
        assembler.reset()
        stream.flush(into: &outputs)
        handOver()
    }

    private func expire() {
        stream.expire(at: BootClock.now(), into: &outputs)
        handOver()
        apply(.deadline)
        arm()
    }

    private func arm() {
        let deadlines = [stream.deadline, connection.deadline].compactMap { $0 }
        if let next = deadlines.min() { timer?.arm(at: next) } else { timer?.disarm() }
    }
}

/// Owns the bytes that were read last.
private struct ReceiveBuffer: ~Copyable {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(capacity: Int) {
        bytes = .allocate(capacity: capacity)
    }

    deinit {
        bytes.deallocate()
    }
}
