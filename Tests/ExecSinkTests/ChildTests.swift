// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import ExecSink

/// What a child is given, and children that misbehave. All of them are real.
@Suite struct ChildTests {
    // What it is given

    @Test func signalsAreAsAShellGivesThem() async throws {
        try await onLoop {
            // The loop's thread blocks signals, as in the daemon, and SIGPIPE is ignored.
            let trial = try Trial("grep -E '^Sig(Blk|Ign)' /proc/self/status")
            trial.sink.start {}
            try await eventually("the status") { trial.logged.count == 2 }
            for line in trial.logged {
                // 32 and beyond are the C library's own, and it lets nobody set the first of them.
                let mask = try #require(line.split(separator: " ").last.flatMap { UInt64($0, radix: 16) })
                #expect(mask & 0x7FFF_FFFF == 0, "\(line)")
            }
            await trial.end()
        }
    }

    @Test func noDescriptorsButTheStandardOnes() async throws {
        try await onLoop {
            // One that would be inherited.
            let stray = open("/dev/null", O_RDONLY)
            defer { close(stray) }
            let trial = try Trial("cd /proc/self/fd && echo *")
            trial.sink.start {}
            try await eventually("the list") { !trial.logged.isEmpty }
            // 3 is the shell's own, on the folder.
            #expect(trial.logged.first == "0 1 2 3")
            await trial.end()
        }
    }

    @Test func aSessionOfItsOwnAndItsName() async throws {
        try await onLoop {
            let trial = try Trial("echo $$ $(ps -o sid=,pgid= -p $$) $RUNWAYD_SINK")
            trial.sink.start {}
            try await eventually("the ids") { !trial.logged.isEmpty }
            let words = try #require(trial.logged.first).split(separator: " ")
            #expect(words.count == 4)
            #expect(Set(words.dropLast()).count == 1)
            #expect(words.last == "trial")
            await trial.end()
        }
    }

    /// The unit protects the daemon from running out of memory, and its children must not be protected with it.
    @Test(.enabled(if: Score.canBeLowered, "to lower oom_score_adj needs CAP_SYS_RESOURCE"))
    func itIsNotProtectedWhenMemoryRunsOut() async throws {
        try await expectScore("0", of: "-500")
    }

    @Test func itIsNoMoreProtectedThanTheDaemonWhenMemoryRunsOut() async throws {
        try await expectScore("300", of: "300")
    }

    private func expectScore(_ its: String, of own: String) async throws {
        try await onLoop {
            let before = try Score.present()
            try Score.set(own)
            defer { try? Score.set(before) }
            let trial = try Trial("cat /proc/self/oom_score_adj")
            trial.sink.start {}
            try await eventually("the score") { !trial.logged.isEmpty }
            #expect(trial.logged == [its])
            #expect(try Score.present() == own)
            await trial.end()
        }
    }

    // Those that cannot be started

    /// Each of the seven descriptors that a child takes is the one that is missing once.
    @Test(arguments: 0..<7)
    func oneForWhichThereAreNoDescriptorsIsNotBegun(free: Int) async throws {
        try await onLoop {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var low = limit
            low.rlim_cur = 256
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
            defer { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
            var taken: [CInt] = []
            while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { taken.append(descriptor) }
            defer { for descriptor in taken { close(descriptor) } }
            for _ in 0..<free { close(taken.removeLast()) }

            let before = reapedFaults()
            #expect(throws: EventLoopError.self) { _ = try Child(["/bin/true"], environment: []) { _ in } }
            // A child that has to be waited for may take long to go.
            #expect(reapedFaults() == before)
            var left: [CInt] = []
            while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { left.append(descriptor) }
            #expect(left.count == free)
            taken += left
        }
    }

    /// It grows with every child whose end was waited for.
    private func reapedFaults() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return usage.ru_minflt
    }

    @Test func aProgramThatDoesNotExist() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let path = folder.path("program")
            let trial = try Trial(command: [path, folder.path("out")], in: folder, times: hasty)
            let feeder = Feeder(trial.sink, [event(1)])
            feeder.start()
            try await eventually("the trouble") {
                trial.sink.trouble == "\(path) cannot be started: No such file or directory"
            }
            #expect(feeder.left == 1)
            // It is tried again for ever, and one day it is there.
            try folder.write("program", "#!/bin/sh\nexec cat > \"$1\"\n")
            try await eventually("the next trouble") {
                trial.sink.trouble == "\(path) cannot be started: Permission denied"
            }
            chmod(path, 0o755)
            try await eventually("the event") { try trial.events() == [1] }
            await trial.end()
        }
    }

    @Test func aFileThatIsNoProgram() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let path = try folder.write("program", "no program")
            chmod(path, 0o755)
            let trial = try Trial(command: [path], in: folder)
            trial.sink.start {}
            try await eventually("the trouble") {
                trial.sink.trouble == "\(path) cannot be started: Exec format error"
            }
            await trial.end()
        }
    }

    // Those that end

    @Test(arguments: [
        ("exit 3", "exited with status 3"), ("exit 0", "exited with status 0"),
        ("kill -9 $$", "was ended by signal 9, Killed"),
    ])
    func oneThatDiesAtOnceLosesNoEvent(script: String, words: String) async throws {
        try await onLoop {
            // Three deaths, and then one that reads.
            let trial = try Trial(
                "n=$(cat \"$0.n\" 2> /dev/null || echo 0); echo $((n + 1)) > \"$0.n\"; "
                    + "[ $n -ge 3 ] && exec cat > \"$0\"; \(script)", times: hasty)
            let feeder = Feeder(trial.sink, (1...100).map { event($0) })
            feeder.start()
            try await eventually("the trouble") { trial.sink.trouble == "/bin/sh \(words)" }
            try await eventually("all events") { try trial.events().count == 100 }
            #expect(try trial.events() == Array(1...100))
            await trial.end()
        }
    }

    @Test func oneThatDiesWithEventsUnreadLeavesThemToTheNext() async throws {
        try await onLoop {
            let trial = try Trial(
                "[ -e \"$0.again\" ] && exec cat > \"$0\"; touch \"$0.again\"; read -r hello; read -r first; "
                    + "printf '%s\\n' \"$first\" > \"$0.first\"; while [ ! -e \"$0.die\" ]; do sleep 0.02; done",
                times: hasty)
            let feeder = Feeder(trial.sink, (1...5).map { event($0) })
            feeder.start()
            try await eventually("all are taken, one is read") {
                feeder.left == 0 && FileManager.default.fileExists(atPath: trial.file + ".first")
            }
            try trial.folder.write("out.die", "")
            try await eventually("the others") { try trial.events().count == 4 }
            #expect(try trial.events() == [2, 3, 4, 5])
            #expect(try trial.lines().first?.hasPrefix("{\"hello\"") == true)
            await trial.end()
        }
    }

    @Test func oneThatClosesItsInputAndLives() async throws {
        try await onLoop {
            let trial = try Trial(
                "[ -e \"$0.again\" ] && exec cat > \"$0\"; touch \"$0.again\"; exec 0< /dev/null; "
                    + "while :; do sleep 1; done", times: hasty)
            let feeder = Feeder(trial.sink, [event(1)])
            feeder.start()
            try await eventually("the trouble") {
                trial.sink.trouble == "/bin/sh closed its input, went on and was ended"
            }
            try await eventually("the event, by the next child") { try trial.events() == [1] }
            await trial.end()
        }
    }

    @Test func whatItLeavesBehindIsEndedWithIt() async throws {
        try await onLoop {
            let trial = try Trial("sleep 1000 & echo $!; exit 5")
            trial.sink.start {}
            try await eventually("its end") { trial.sink.trouble == "/bin/sh exited with status 5" }
            let id = try #require(trial.logged.first.flatMap { pid_t($0) })
            try await eventually("the end of what it left") { !isAlive(id) }
            await trial.end()
        }
    }

    // Those that do not read

    @Test func oneThatNeverReadsCostsAPipeAndOneLine() async throws {
        try await onLoop {
            let trial = try Trial("exec sleep 1000")
            let feeder = Feeder(trial.sink, (0..<1000).map { event($0, length: 1000) })
            feeder.start()
            try await eventually("the pipe is full") { trial.sink.trouble == "/bin/sh does not read" }
            for number in 0..<1000 {
                #expect(!trial.sink.offer(.event(event(number, length: 1000))))
                #expect(trial.sink.offer(.levels(levels(number))))
            }
            #expect((980...999).contains(feeder.left))
            #expect((1...1200).contains(trial.sink.heldBytes))
            await trial.end()
        }
    }

    @Test(arguments: [
        "exec sleep 1000",
        // Deaf to SIGTERM.
        "trap '' TERM; while :; do sleep 1; done",
        // Stopped: SIGTERM would wait for it to go on.
        "kill -STOP $$",
        // The pipe is held by a grandchild.
        "sleep 1000 & wait",
    ])
    func oneThatNeverReadsIsEndedAndTheNextGetsEverything(script: String) async throws {
        try await onLoop {
            let trial = try Trial(
                "[ -e \"$0.again\" ] && exec cat > \"$0\"; echo $$ > \"$0.again\"; \(script)", times: hasty)
            let feeder = Feeder(trial.sink, (1...40).map { event($0, length: 1000) })
            feeder.start()
            try await eventually("the trouble") {
                trial.sink.trouble == "/bin/sh did not read for 0 s and was ended"
            }
            try await eventually("all events") { try trial.events().count == 40 }
            #expect(try trial.events() == Array(1...40))
            let first = try String(contentsOfFile: trial.file + ".again", encoding: .utf8)
            #expect(!isAlive(try #require(pid_t(first.dropLast()))))
            await trial.end()
        }
    }

    @Test func oneThatMakesRoomWhileItIsEndedDoesNotSpinTheLoop() async throws {
        try await onLoop {
            var times = hasty
            times.grace = Seconds(5)
            let trial = try Trial(
                "trap '' TERM; while [ ! -e \"$0.drain\" ]; do sleep 0.02; done; head -c 6000 > /dev/null; "
                    + "touch \"$0.drained\"; exec sleep 1000", times: times)
            let feeder = Feeder(trial.sink, (1...40).map { event($0, length: 1000) })
            feeder.start()
            try await eventually("it is being ended") {
                trial.sink.trouble == "/bin/sh did not read for 0 s and was ended"
            }
            try trial.folder.write("out.drain", "")
            try await eventually("there is room") { FileManager.default.fileExists(atPath: trial.file + ".drained") }
            let before = clock()
            try await pause(Seconds(0.5))
            #expect(Double(clock() - before) / Double(CLOCKS_PER_SEC) < 0.4)
            #expect(trial.sink.trouble == "/bin/sh did not read for 0 s and was ended", "it was not ended meanwhile")
            await trial.end()
        }
    }

    // Those that print

    @Test func whatItPrintsIsLoggedAlsoItsLastWords() async throws {
        try await onLoop {
            let trial = try Trial("echo out; echo err >&2; printf 'last words'; exit 1")
            trial.sink.start {}
            try await eventually("its end") { trial.sink.trouble == "/bin/sh exited with status 1" }
            #expect(trial.logged == ["out", "err", "last words"])
            await trial.end()
        }
    }

    @Test func oneThatWritesForEverIsHeldBack() async throws {
        try await onLoop {
            let trial = try Trial("echo $$; exec yes spam")
            trial.sink.start {}
            let begin = BootClock.now()
            try await eventually("its first lines") { trial.logged.count >= 20 }
            let id = try #require(trial.logged.first.flatMap { pid_t($0) })
            try await pause(Seconds(3))
            let io = try String(contentsOfFile: "/proc/\(id)/io", encoding: .utf8)
            let written = try #require(
                io.split(separator: "\n").first { $0.hasPrefix("wchar") }?.split(separator: " ").last.flatMap {
                    Int($0)
                })
            let seconds = (BootClock.now() - begin).rawValue
            // 64 KiB a second, one pipe full and what it had read before that.
            #expect(Double(written) < (seconds + 2) * 65_536 + 131_072)
            #expect(trial.logged.count == 20)
            await trial.end()
            #expect(trial.logged.count == 21)
            #expect(trial.logged.last?.hasPrefix("(lines left out: ") == true)
        }
    }

    @Test func oneThatClosesItsOutputIsNotAskedAgain() async throws {
        try await onLoop {
            let trial = try Trial("exec > /dev/null 2>&1; exec cat > \"$0\"")
            let feeder = Feeder(trial.sink, [event(1)])
            feeder.start()
            try await eventually("the event") { try trial.events() == [1] }
            let before = clock()
            try await pause(Seconds(0.5))
            // A loop that spins would take all of that half second.
            #expect(Double(clock() - before) / Double(CLOCKS_PER_SEC) < 0.4)
            await trial.end()
        }
    }

    // Those that do not want to end

    @Test(arguments: [
        "exec sleep 1000", "trap '' TERM; while :; do sleep 1; done", "kill -STOP $$", "sleep 1000 & wait",
        "yes & exec cat > /dev/null",
    ])
    func stopEndsThemAll(script: String) async throws {
        try await onLoop {
            let trial = try Trial("echo $$ > \"$0\"; \(script)", times: hasty)
            trial.sink.start {}
            try await eventually("it runs") { try trial.lines().count == 1 }
            let id = try #require(pid_t(try trial.lines()[0]))
            #expect(isAlive(id))
            await trial.end()
            try await eventually("its whole group is gone") { kill(-id, 0) < 0 && errno == ESRCH }
        }
    }

    @Test func stopAtAnyTime() async throws {
        try await onLoop {
            let early = try Trial("exec cat")
            await early.end()
            let starting = try Trial("exec cat")
            starting.sink.start {}
            await starting.end()
            let waiting = try Trial("exit 1")
            waiting.sink.start {}
            try await eventually("its end") { waiting.sink.trouble == "/bin/sh exited with status 1" }
            await waiting.end()
            #expect(!waiting.sink.offer(.event(event(1))))
        }
    }

    @Test func childrenLeaveNoDescriptorsBehind() async throws {
        try await onLoop {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            var times = hasty
            times.firstBackoff = Seconds(0.001)
            times.longestBackoff = Seconds(0.001)
            let trial = try Trial("echo x >> \"$0\"", times: times)
            trial.sink.start {}
            try await eventually("some children") { try trial.lines().count >= 5 }
            let before = try count()
            try await eventually("many children") { try trial.lines().count >= 105 }
            #expect(try count() <= before + 5)
            await trial.end()
        }
    }
}

/// This process's own share in being chosen when memory runs out.
private enum Score {
    private static let path = "/proc/self/oom_score_adj"

    static let canBeLowered: Bool = {
        guard let before = try? present() else { return false }
        defer { try? set(before) }
        return (try? set("-500")) != nil
    }()

    static func present() throws -> String {
        try String(contentsOfFile: path, encoding: .utf8).filter { !$0.isNewline }
    }

    static func set(_ value: String) throws {
        let descriptor = open(path, O_WRONLY)
        defer { close(descriptor) }
        guard write(descriptor, value, value.utf8.count) > 0 else { throw SystemError(errno, path) }
    }
}
