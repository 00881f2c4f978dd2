// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlServer
import EventLoop
import Glibc
import HTTPServer
import JSON
import Recorder
import RunwayConfiguration
import RunwayCore
import RunwayEngine
import RunwayHub
import RunwayModel
import RunwayPorts

/// The wiring: inputs → engine (tape, core) → recorder, hub and control. It lives on the loop.
@Loop
final class Daemon {
    let path: String?
    var configuration: Configuration
    let recorder: Recorder
    var timeline = Timeline()
    var engine: Engine

    private let boot = Timeline.bootID()
    private let hub = Hub()
    private var control: ControlServer?
    private var inputs: [(name: String, input: any SensorInput)] = []
    private var deadline: Timer?
    private var ticker: Timer?
    private var clock: SystemClock?
    private var watchdog: Watchdog?
    private var signals: [SignalSource] = []
    private var linkLog = LinkLog()
    private(set) var isStopping = false
    var generator = SystemRandomNumberGenerator()

    init(_ configuration: Configuration, path: String?) {
        self.configuration = configuration
        self.path = path
        let settings = configuration.recorder
        let recorder = Recorder(
            configuration: RecorderConfiguration(path: settings.path, commitInterval: settings.commitInterval))
        self.recorder = recorder
        engine = Engine(boot: boot) { action in
            switch action {
            case .begin: recorder.beginTakeoff()
            case .append(let entry): recorder.append(entry)
            case .abandon: recorder.abandonTakeoff()
            }
        }
    }

    /// Starts everything, resumes a flight that was in the air, and returns.
    /// - Throws: when the logbook or the control socket cannot be had; a sensor that cannot is no error.
    func start() async throws {
        try watchSignals()
        deadline = try Timer { [weak self] in self?.submit(.deadline) }
        ticker = try Timer { [weak self] in self?.tick() }
        clock = try SystemClock { [weak self] in self?.submit(.clock(SystemClock.reading())) }
        recorder.summary = { [unowned self] in engine.computer.summary(at: timeline.now) }
        recorder.snapshot = { [unowned self] in Snapshot.encode(engine.computer) }
        recorder.clock = { [unowned self] in engine.computer.civilTime(at: timeline.now).map { ($0, trusted: $1) } }
        recorder.onTrouble = { [unowned self] in report($0) }
        let interrupted = try await recorder.open()
        if isStopping { return }
        hub.onTrouble = { name, trouble in
            if let trouble { Log.warning("sink \(name): \(trouble)") } else { Log.info("sink \(name) works again") }
        }
        for sink in configuration.sinks { hub.add(sink.name, try Registry.sink(sink)) }
        // Every sink begins with the levels as they stand.
        publishLevels()
        if let interrupted { try await resume(interrupted, boot: boot) }
        if isStopping { return }
        submit(.configuration(configuration.flight))
        submit(.clock(SystemClock.reading()))
        inputs = [("gpsd", try Registry.gpsd(configuration.gpsd))]
        if let power = try Registry.power(configuration.power) { inputs.append(("power", power)) }
        for sensor in configuration.sensors { inputs.append((sensor.name, try Registry.sensor(sensor))) }
        for (_, input) in inputs { input.start { [weak self] in self?.submit($0) } }
        let control = ControlServer(backend: self) { [weak self] in self?.ticker?.arm(after: Seconds(1)) }
        try control.open(HTTPServerConfiguration(listener: .unixSocket(path: configuration.control.socket)))
        self.control = control
        hub.add("control", control)
        watchdog = try Watchdog { [recorder] in await recorder.ping() }
        ServiceManager.ready()
        ServiceManager.status(engine.computer.phase.rawValue)
        Log.info("ready; logbook \(configuration.recorder.path), socket \(configuration.control.socket)")
    }

    /// The way of every input: tape, core, recorder, hub.
    @discardableResult
    func submit(_ input: Input) -> [Event] {
        submit(input, at: timeline.now)
    }

    func submit(_ input: Input, at now: Instant) -> [Event] {
        if isStopping { return [] }
        if case .link(let link) = input { log(link) }
        let events = engine.submit(input, at: now)
        for event in events {
            if case .phase(_, let phase, _) = event.body { ServiceManager.status(phase.rawValue) }
            recorder.record(event)
            hub.publish(.event(event))
        }
        publishLevels(because: input, events)
        armDeadline()
        learnGap(at: now)
        return events
    }

    /// Gives up a start that failed. What was recorded before is written.
    func abort() async {
        isStopping = true
        for (_, input) in inputs { input.stop() }
        hub.stop()
        if let trouble = await recorder.close() { Log.error("\(trouble)") }
        await hub.finish()
    }

    /// Closes down: inputs, sinks and control, the recorder, the loop. A flight in the air stays open.
    private func stop() {
        if isStopping { return }
        isStopping = true
        ServiceManager.stopping()
        let isFlying = engine.computer.summary(at: timeline.now) != nil
        Log.info(isFlying ? "stopping; the flight in the air is resumed at the next start" : "stopping")
        for (_, input) in inputs { input.stop() }
        deadline = nil
        ticker = nil
        clock?.stop()
        clock = nil
        watchdog = nil
        hub.stop()
        Loop.spawn { [self] in
            let trouble = await recorder.close()
            if let trouble { Log.error("\(trouble)") }
            await hub.finish()
            EventLoop.exit(trouble == nil ? 0 : 1)
        }
    }

    private func watchSignals() throws {
        signals = [
            try SignalSource(SIGTERM) { [weak self] in self?.stop() },
            try SignalSource(SIGINT) { [weak self] in self?.stop() },
            try SignalSource(SIGHUP) { [weak self] in self?.reload() },
        ]
    }

    /// SIGHUP: takes the flight's, the alerts' and the runner's settings and the missions anew. The rest needs a restart.
    private func reload() {
        do {
            let new = try Configuration.load(path: path)
            configuration.missions = new.missions
            if configuration.flight != new.flight {
                configuration.flight = new.flight
                submit(.configuration(new.flight))
            }
            var rest = new
            rest.missions = configuration.missions
            rest.flight = configuration.flight
            Log.info(
                rest == configuration
                    ? "configuration reloaded"
                    : "missions, [flight], [gpws] and [runner] reloaded; the rest of what changed needs a restart")
        } catch {
            Log.error("the configuration is left as it was\n\(error)")
        }
    }

    // Levels

    /// Levels go out with every sample, and when a phase or a link changed.
    private func publishLevels(because input: Input, _ events: [Event]) {
        switch input {
        case .fix, .heartRate, .command, .link: break
        default: if events.isEmpty { return }
        }
        publishLevels()
    }

    private func publishLevels() {
        let now = timeline.now
        hub.publish(.levels(engine.computer.state(at: now)))
        ticker?.arm(after: Seconds(1.1))
    }

    /// Keeps a watcher's clock running while no sensor speaks.
    private func tick() {
        let phase = engine.computer.phase
        if control?.isWatched == true, phase != .preflight, phase != .touchdown { publishLevels() }
    }

    private func armDeadline() {
        if let next = engine.computer.nextDeadline {
            deadline?.arm(at: timeline.bootTime(of: next))
        } else {
            deadline?.disarm()
        }
    }

    // What is said in the log

    private func log(_ link: LinkChange) {
        guard let line = linkLog.line(for: link, at: timeline.now) else { return }
        if line.isWarning { Log.warning(line.text) } else { Log.info(line.text) }
    }

    private func report(_ trouble: RecorderTrouble?) {
        if let trouble {
            Log.error("\(trouble)")
        } else {
            Log.info("the recorder writes again")
        }
        let state = trouble == nil ? LinkChange.State.up : .down
        submit(.link(LinkChange(kind: .storage, name: "recorder", state: state, reason: trouble?.code.rawValue)))
    }

    var sinkStatus: [SinkStatus] { hub.status }

    var counters: [String: Int] {
        var counters: [String: Int] = [:]
        for (name, input) in inputs {
            for (key, count) in input.counts { counters["\(name)_\(key)"] = count }
        }
        for (name, count) in control?.counters ?? [:] { counters["control_" + name] = count }
        return counters
    }
}
