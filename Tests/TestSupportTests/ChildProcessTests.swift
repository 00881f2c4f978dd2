// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Glibc
import RunwayModel
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func collectsBothOutputsAndTheCode() async throws {
        let child = try ChildProcess("sh", ["-c", "echo one; echo two >&2; printf three; exit 7"])
        #expect(try await child.finish() == .exited(7))
        #expect(child.output.texts == ["one", "three"])
        #expect(child.errors.texts == ["two"])
        #expect(!child.kill(), "it has gone")
    }

    @Test func givesEnvironmentAndDirectory() async throws {
        let folder = try TemporaryFolder()
        setenv("RUNWAY_TEST_TAKEN", "there", 1)
        let child = try ChildProcess(
            "sh", ["-c", "pwd; echo $RUNWAY_TEST; echo ${RUNWAY_TEST_TAKEN-gone}; echo $HOME"],
            environment: ["RUNWAY_TEST": "a=b c", "RUNWAY_TEST_TAKEN": nil], directory: folder.path)
        try await child.finish()
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        #expect(child.output.texts == [folder.url.resolvingSymlinksInPath().path, "a=b c", "gone", home])
    }

    @Test func talksOverItsInput() async throws {
        let child = try ChildProcess("cat", input: .pipe)
        try child.write("first\nsecond\n")
        let first = try await child.output.first(containing: "first")
        let second = try await child.output.first(after: first, "any other") { _ in true }
        #expect(second.text == "second")
        #expect(second.number == 1)
        #expect(second.at >= first.at)
        child.closeInput()
        #expect(try await child.finish() == .exited(0))
        #expect(throws: SystemError(EBADF, "write to cat")) { try child.write("late\n") }
    }

    @Test func writesToAFile() async throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess("echo", ["hello"], output: .file(folder.path("out")))
        try await child.wait()
        #expect(try String(contentsOfFile: folder.path("out"), encoding: .utf8) == "hello\n")
        #expect(child.output.count == 0)
    }

    @Test func endsByASignalWithoutTheParentsMask() async throws {
        // The loop's thread blocks SIGUSR1; what it starts must not.
        let child = try await onLoop { try ChildProcess("sleep", ["1000"]) }
        #expect(child.isRunning)
        #expect(child.kill(SIGUSR1))
        #expect(try await child.wait() == .signalled(SIGUSR1))
    }

    @Test func stopKillsWhatDoesNotListen() async throws {
        let child = try ChildProcess("sh", ["-c", "trap '' TERM; echo ready; while :; do sleep 1; done"])
        try await child.output.first(containing: "ready")
        #expect(try await child.stop(within: Seconds(0.1)) == .signalled(SIGKILL))
    }

    @Test func letGoOfItIsKilledWithItsGroupAndReaped() async throws {
        var child: ChildProcess? = try ChildProcess("sh", ["-c", "sleep 1000 & echo $!; wait"])
        let id = try #require(child?.id)
        let line = try #require(try await child?.output.first("the grandchild's id") { pid_t($0) != nil })
        let grandchild = try #require(pid_t(line.text))
        #expect(kill(grandchild, 0) == 0)
        let output = try #require(child?.output)
        child = nil
        #expect(waitpid(id, nil, WNOHANG) == -1, "already reaped")
        #expect(errno == ECHILD)
        // The grandchild held the pipe: its end shows that it has gone.
        try await onLoop { try await eventually("the group is gone") { output.isAtEnd } }
    }

    @Test func saysWhatCannotBeStarted() {
        #expect(throws: SystemError(ENOENT, "posix_spawn /nowhere/nothing")) { try ChildProcess("/nowhere/nothing") }
    }

    @Test func waitingInVainFails() async throws {
        let child = try ChildProcess("sh", ["-c", "echo here"])
        await #expect(throws: TimedOut.self) { try await child.output.first(containing: "not there") }
        let sleeper = try ChildProcess("sleep", ["1000"])
        await #expect(throws: TimedOut.self) { try await sleeper.wait(within: Seconds(0.05)) }
    }
}

@Suite struct TemporaryFolderTests {
    @Test func goesWithItsOwner() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let path = try #require(folder?.path)
        let file = try #require(try folder?.write("a/b.conf", "text"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
        folder = nil
        #expect(access(path, F_OK) == -1)
    }
}

@Suite struct PortTests {
    @Test(arguments: [Transport.tcp, .udp]) func aFreePortIsAHighOne(transport: Transport) throws {
        #expect(try freePort(transport) >= 1024)
    }
}
