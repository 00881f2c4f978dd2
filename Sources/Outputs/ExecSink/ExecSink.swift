// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import JSON
import RunwayModel
import RunwayPorts

/// A program of somebody's own that lives as long as the daemon and reads one JSON object a line on its standard input.
/// docs/sinks.md is its contract.
///
/// Each child reads a hello, the levels as they stand, and then what comes. An event is refused while a line waits for
/// the pipe; of levels the newest are kept. A child that ended, or was ended because it did not read, is followed by
/// another, for ever; `Keeper` says when. What it prints goes to the log, within the budget of `OutputLog`.
///
/// - Important: the process must ignore SIGPIPE, or a child that closes its input ends it.
@Loop
public final class ExecSink: Sink {
    private let name: String
    private let command: [String]
    private let version: String
    private let log: @Loop (String) -> Void

    private var keeper: Keeper
    private var outgoing = Outgoing()
    private var outputLog = OutputLog()
    private var timer: Timer?
    private var child: Child?
    private var buffer = [UInt8](repeating: 0, count: 4096)

    private var levels: FlightState?
    private var areLevelsNew = false
    private var wasRefused = false
    private var isStopped = false
    private var onReady: (@Loop () -> Void)?
    private var isFinished = false
    private var finishers: [CheckedContinuation<Void, Never>] = []

    /// Items that cannot be written as JSON because they hold a number that is not finite. They are left out.
    public private(set) var skipped = 0

    /// Bytes of lines that wait for the pipe.
    var heldBytes: Int { outgoing.waitingBytes }

    /// - Parameters:
    ///   - name: the sink's, for the hello, the environment and the log.
    ///   - command: the program's path, and its arguments.
    ///   - version: the daemon's, for the hello.
    ///   - log: takes a line that the program printed, with the sink's name before it.
    /// - Throws: when the loop gives no timer.
    public convenience init(
        name: String, command: [String], version: String, log: @escaping @Loop (String) -> Void
    ) throws(EventLoopError) {
        try self.init(name: name, command: command, version: version, keeper: Keeper(), log: log)
    }

    init(
        name: String, command: [String], version: String, keeper: Keeper, log: @escaping @Loop (String) -> Void
    ) throws(EventLoopError) {
        self.name = name
        self.command = command
        self.version = version
        self.keeper = keeper
        self.log = log
        timer = try Timer { [weak self] in self?.expire() }
    }

    public func start(onReady: @escaping @Loop () -> Void) {
        self.onReady = onReady
        apply(.start)
    }

    public func offer(_ item: SinkItem) -> Bool {
        if isStopped { return false }
        switch item {
        case .levels(let state):
            levels = state
            areLevelsNew = true
            sendLevels()
            return true
        case .event:
            guard isReady else {
                wasRefused = true
                return false
            }
            if let line = line(item, isEvent: true) { outgoing.add(line) }
            flush()
            return true
        }
    }

    public var trouble: String? { keeper.trouble.map { "\(command[0]) \($0)" } }

    public func stop() {
        guard !isStopped else { return }
        sendLevels()
        isStopped = true
        onReady = nil
        apply(.stop)
    }

    public func finish() async {
        await withCheckedContinuation { continuation in
            if isFinished { continuation.resume() } else { finishers.append(continuation) }
        }
    }

    // The child's life

    private func apply(_ event: Keeper.Event) {
        for action in keeper.handle(event, at: BootClock.now()) { perform(action) }
        arm()
    }

    private func perform(_ action: Keeper.Action) {
        switch action {
        case .spawn: spawn()
        case .closeInput: child?.closeInput()
        case .terminate: child?.signal(SIGTERM)
        case .kill: child?.signal(SIGKILL)
        case .finish: finished()
        }
    }

    private func spawn() {
        do throws(EventLoopError) {
            child = try Child(command, environment: ["RUNWAYD_SINK=\(name)"]) { [weak self] in self?.happened($0) }
        } catch {
            apply(.noProcess(error.description))
        }
    }

    private func happened(_ event: Child.Event) {
        switch event {
        case .started(failure: 0): begin()
        case .started(let code): apply(.noProgram(String(cString: strerror(code))))
        case .output: listen()
        case .writable:
            flush()
            becomeReady()
        case .inputClosed: loseInput()
        case .ended: end()
        }
    }

    private func loseInput() {
        child?.closeInput()
        apply(.inputClosed)
    }

    private func begin() {
        apply(.started)
        guard keeper.isRunning, let child else { return }
        var opening: [Outgoing.Line] = []
        if let hello = line(Hello(version: version, sink: name), isEvent: false) { opening.append(hello) }
        if let levels, let line = line(SinkItem.levels(levels), isEvent: false) { opening.append(line) }
        areLevelsNew = false
        outgoing.begin(opening, capacity: child.capacity)
        flush()
        becomeReady()
    }

    private func end() {
        guard let child else { return }
        child.reportStart()
        guard let ending = child.reap() else { return }
        var isMore = true
        // What it said last explains its end; what is beyond the budget is lost.
        while isMore, outputLog.mayRead, let bytes = child.read(into: &buffer) {
            isMore = !bytes.isEmpty
            say(outputLog.take(bytes, at: BootClock.now()))
        }
        say(outputLog.end(at: BootClock.now()))
        outgoing.end(unread: child.unread)
        self.child = nil
        apply(.ended(ending))
    }

    private func finished() {
        say(outputLog.endWindow())
        timer?.disarm()
        timer = nil
        isFinished = true
        for finisher in finishers { finisher.resume() }
        finishers = []
    }

    private func expire() {
        let now = BootClock.now()
        say(outputLog.expire(at: now))
        child?.isHeard = outputLog.mayRead
        if child?.hasRead == true { apply(.read) }
        apply(.deadline)
    }

    private func arm() {
        if let next = [keeper.deadline, outputLog.deadline].compactMap({ $0 }).min() {
            timer?.arm(at: next)
        } else {
            timer?.disarm()
        }
    }

    // What it prints

    private func listen() {
        guard let child else { return }
        guard let bytes = child.read(into: &buffer) else {
            // It closed its output and may live on.
            return say(outputLog.end(at: BootClock.now()))
        }
        say(outputLog.take(bytes, at: BootClock.now()))
        child.isHeard = outputLog.mayRead
        arm()
    }

    private func say(_ lines: [String]) {
        for line in lines { log("sink \(name): \(line)") }
    }

    // What it reads

    private var isReady: Bool { keeper.isRunning && outgoing.isEmpty }

    private func line(_ value: some Encodable, isEvent: Bool) -> Outgoing.Line? {
        do {
            return Outgoing.Line(bytes: try JSON.encode(value) + [UInt8(ascii: "\n")], isEvent: isEvent)
        } catch {
            skipped += 1
            return nil
        }
    }

    private func sendLevels() {
        guard areLevelsNew, isReady, let levels else { return }
        areLevelsNew = false
        if let line = line(SinkItem.levels(levels), isEvent: false) { outgoing.add(line) }
        flush()
    }

    private func becomeReady() {
        guard isReady else { return }
        if wasRefused {
            wasRefused = false
            onReady?()
        }
        sendLevels()
    }

    private func flush() {
        guard let child else { return }
        guard keeper.isRunning else {
            // One that is being ended gets nothing more, whatever room it makes.
            child.wantsRoom = false
            return
        }
        var hasMoved = false
        while let bytes = outgoing.next {
            let count = child.write(bytes)
            if count > 0 {
                outgoing.took(count)
                hasMoved = true
            } else if count == -Int(EAGAIN) {
                if hasMoved { apply(.moved) }
                child.wantsRoom = true
                return apply(.blocked)
            } else {
                return loseInput()
            }
        }
        if child.wantsRoom { child.wantsRoom = false }
        if hasMoved { apply(.moved) }
    }
}
