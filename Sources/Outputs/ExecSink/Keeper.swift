// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Keeps one child alive: when it is started, what is done about one that does not read, and how it is ended. It does
/// nothing itself: it says what is to be done.
struct Keeper {
    /// How a child ended.
    enum Ending: Equatable {
        case exited(CInt)
        case signalled(CInt, name: String)
        /// Somebody else took its status.
        case unknown
    }

    enum Event: Equatable {
        case start
        /// The program runs.
        case started
        /// No process could be made.
        case noProcess(String)
        /// The process could not become the program; its end follows.
        case noProgram(String)
        case ended(Ending)
        /// A line waits, and the pipe is full.
        case blocked
        /// The pipe took something.
        case moved
        /// It read something of what it was sent.
        case read
        /// Nobody reads the pipe any more, and it was closed.
        case inputClosed
        /// The deadline has passed.
        case deadline
        case stop
    }

    enum Action: Equatable {
        case spawn
        /// The end of its input, which asks it to end.
        case closeInput
        /// SIGTERM to its process group.
        case terminate
        /// SIGKILL to its process group.
        case kill
        /// Nothing is left to wait for after a stop.
        case finish
    }

    private enum Step {
        /// Its input ended; it may finish what it does.
        case asked
        case terminated
        case killed
    }

    private enum State {
        case idle
        case starting(since: Instant)
        case running
        /// Without an `until` there is nothing left to try: the kernel does not let it go.
        case ending(Step, until: Instant?)
        case waiting(until: Instant)
        case finished
    }

    struct Times: Sendable {
        /// How long the program's file may take to be read.
        var start = Seconds(30)
        /// A child that takes nothing from a full pipe at so many looks in a row is started anew. Looks, and not one
        /// long time: after the machine has slept it gets another chance before it is judged.
        var looks = 3
        var lookEvery = Seconds(10)
        /// How long a child has for each step of its end: after its input ended, after SIGTERM, after SIGKILL.
        var grace = Seconds(2)
        var firstBackoff = Seconds(1)
        var longestBackoff = Seconds(60)
        /// Having lived so long and read of what it was sent, a child counts as working: what befell the one before is
        /// forgotten.
        var settled = Seconds(10)
    }

    private var state = State.idle
    private var isStopping = false
    /// When it is to be seen whether the child works; nil once it does.
    private var settleAt: Instant?
    private var hasRead = false
    private var backoff: Seconds
    private var nextLook: Instant?
    private var looks = 0
    /// Why the present child is being ended, or could not become the program.
    private var cause: String?
    /// Why the last child ended.
    private var failure: String?
    private let times: Times
    private let jitter: () -> Double

    /// - Parameter jitter: what each wait is multiplied with, 0.5…1, so that many children do not start at once.
    init(times: Times = Times(), jitter: @escaping () -> Double = { .random(in: 0.75...1) }) {
        self.times = times
        self.jitter = jitter
        backoff = times.firstBackoff
    }

    /// Whether lines can be written.
    var isRunning: Bool { if case .running = state { true } else { false } }

    /// What is wrong with the program, in words that follow its name; nil while all is well.
    var trouble: String? {
        switch state {
        case .idle, .starting: failure ?? "is not started yet"
        case .running: nextLook == nil ? failure : "does not read"
        case .ending(.killed, until: nil): "cannot be killed"
        case .ending: cause ?? failure ?? "is being ended"
        case .waiting: failure
        case .finished: nil
        }
    }

    /// When `.deadline` is to be sent; nil when there is nothing to wait for.
    var deadline: Instant? {
        switch state {
        case .idle, .finished: nil
        case .starting(let since): since + times.start
        case .running: [nextLook, settleAt].compactMap { $0 }.min()
        case .ending(_, let until): until
        case .waiting(let until): until
        }
    }

    mutating func handle(_ event: Event, at instant: Instant) -> [Action] {
        switch (event, state) {
        case (.start, .idle):
            return spawn(at: instant)
        case (.started, .starting):
            state = .running
            settleAt = instant + times.settled
            hasRead = false
            nextLook = nil
            return []
        case (.noProcess(let reason), .starting):
            return wait("cannot be started: \(reason)", at: instant)
        case (.noProgram(let reason), _):
            cause = "cannot be started: \(reason)"
            return []
        case (.ended(let ending), .starting), (.ended(let ending), .running), (.ended(let ending), .ending):
            return wait(cause ?? ending.words, at: instant)
        case (.blocked, .running):
            if nextLook == nil {
                nextLook = instant + times.lookEvery
                looks = 0
            }
            return []
        case (.moved, .running):
            nextLook = nil
            return []
        case (.read, .running):
            hasRead = true
            return []
        case (.inputClosed, .running):
            // It may be about to end by itself, and then its status says more.
            state = .ending(.asked, until: instant + times.grace)
            return []
        case (.deadline, _):
            guard let deadline, deadline <= instant else { return [] }
            return expire(at: instant)
        case (.stop, _):
            return stop(at: instant)
        default:
            // What belongs to a child that is being ended.
            return []
        }
    }

    private mutating func spawn(at instant: Instant) -> [Action] {
        state = .starting(since: instant)
        cause = nil
        return [.spawn]
    }

    private mutating func expire(at instant: Instant) -> [Action] {
        switch state {
        case .idle, .finished: return []
        case .starting:
            cause = "could not be started within \(Int(times.start.rawValue)) s"
            state = .ending(.killed, until: instant + times.grace)
            return [.kill]
        case .running:
            if let due = settleAt, due <= instant {
                settleAt = hasRead ? nil : instant + times.settled
                if hasRead {
                    failure = nil
                    backoff = times.firstBackoff
                }
            }
            guard let look = nextLook, look <= instant else { return [] }
            looks += 1
            guard looks >= times.looks else {
                nextLook = instant + times.lookEvery
                return []
            }
            cause = "did not read for \(Int(times.lookEvery.rawValue * Double(times.looks))) s and was ended"
            state = .ending(.terminated, until: instant + times.grace)
            return [.terminate]
        case .ending(.asked, _):
            if !isStopping { cause = "closed its input, went on and was ended" }
            state = .ending(.terminated, until: instant + times.grace)
            return [.terminate]
        case .ending(.terminated, _):
            state = .ending(.killed, until: instant + times.grace)
            return [.kill]
        case .ending(.killed, _):
            guard isStopping else {
                state = .ending(.killed, until: nil)
                return []
            }
            state = .finished
            return [.finish]
        case .waiting: return spawn(at: instant)
        }
    }

    private mutating func stop(at instant: Instant) -> [Action] {
        if isStopping { return [] }
        isStopping = true
        switch state {
        case .idle, .waiting, .ending(_, until: nil):
            state = .finished
            return [.finish]
        case .starting, .running:
            state = .ending(.asked, until: instant + times.grace)
            return [.closeInput]
        case .ending, .finished: return []
        }
    }

    private mutating func wait(_ reason: String, at instant: Instant) -> [Action] {
        nextLook = nil
        cause = nil
        if isStopping {
            state = .finished
            return [.finish]
        }
        failure = reason
        state = .waiting(until: instant + backoff * jitter())
        backoff = min(backoff * 2, times.longestBackoff)
        return []
    }
}

extension Keeper.Ending {
    fileprivate var words: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let number, let name): "was ended by signal \(number), \(name)"
        case .unknown: "ended"
        }
    }
}
