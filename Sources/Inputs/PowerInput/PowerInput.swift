// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import RunwayPorts

/// The charge of the device's own battery, from the kernel's power_supply class.
///
/// It delivers `Input.battery` with the source `device`, once at the start and whenever it has changed. A device without
/// a battery delivers nothing, and that is no fault; there is no link, so none is reported. When the last battery goes, the
/// newest charge stands.
@Loop
public final class PowerInput: SensorInput {
    private let folder: String
    private let name: String?
    private let look: @Sendable () -> PowerReading
    private let log: @Loop (String) -> Void
    private var schedule = ReadingSchedule()
    private var level = PowerLevel()
    private var timer: Timer?
    private var source: DeviceSource?
    private var deliver: (@Loop (Input) -> Void)?

    private var newest = PowerReading()
    private var readings = 0
    private var events = 0
    private var unreadable = 0
    private var implausible = 0
    private var threadless = 0

    /// - Parameters:
    ///   - folder: the class, `/sys/class/power_supply`.
    ///   - name: the one battery that is the device's; nil for all but those of peripherals.
    ///   - log: takes what a person should know.
    /// - Throws: `EventLoopError` when the loop has no room for a timer.
    public convenience init(
        folder: String, name: String? = nil, log: @escaping @Loop (String) -> Void
    ) throws(EventLoopError) {
        try self.init(folder, name, look: { PowerReading(folder: folder, name: name) }, log)
    }

    /// - Parameter look: reads the class. It may block.
    init(
        _ folder: String, _ name: String?, look: @escaping @Sendable () -> PowerReading,
        _ log: @escaping @Loop (String) -> Void
    ) throws(EventLoopError) {
        self.folder = folder
        self.name = name
        self.look = look
        self.log = log
        timer = try Timer { [weak self] in self?.read() }
    }

    /// Of the newest reading: supplies, batteries used, supplies left out. Since the start: readings, announcements, and
    /// batteries not used. Whether announcements are listened to.
    public var counts: [String: Int] {
        [
            "supplies": newest.supplies, "batteries": newest.charges.count, "left_out": newest.leftOut,
            "readings": readings, "events": events, "unreadable": unreadable, "implausible": implausible,
            "threadless": threadless, "listening": source == nil ? 0 : 1,
        ]
    }

    public func start(_ deliver: @escaping @Loop (Input) -> Void) {
        self.deliver = deliver
        do throws(EventLoopError) {
            source = try DeviceSource(subsystem: "power_supply") { [weak self] in self?.announced() }
        } catch {
            log("changes of the battery are seen once a minute only: \(error)")
        }
        read()
    }

    public func stop() {
        deliver = nil
        source = nil
        timer = nil
    }

    func announced() {
        events += 1
        schedule.ask()
        arm()
    }

    private func read() {
        if schedule.begin(at: BootClock.now()) {
            let isBegun = ReadingThread.run(look) { [weak self] in self?.take($0) }
            if !isBegun {
                threadless += 1
                schedule.end()
            }
        }
        arm()
    }

    private func take(_ reading: PowerReading) {
        guard let deliver else { return }
        schedule.end()
        newest = reading
        readings += 1
        unreadable += reading.unreadable
        implausible += reading.implausible
        if readings == 1, let name, reading.charges.isEmpty {
            log("there is no battery \(name) in \(folder), or it does not tell its charge")
        }
        if let battery = level.take(reading, at: BootClock.now()) { deliver(.battery(battery)) }
        arm()
    }

    private func arm() {
        if let next = schedule.deadline(at: BootClock.now()) { timer?.arm(at: next) } else { timer?.disarm() }
    }
}
