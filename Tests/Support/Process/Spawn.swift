// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CTestSupport
import Foundation

/// Puts a posix_spawn together and owns what it needs until the child runs.
struct Spawn: ~Copyable {
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
    private var childEnds: [CInt] = []
    private var ownEnds: [CInt] = []

    init() throws(SystemError) {
        try Spawn.check(posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init")
        try Spawn.check(posix_spawnattr_init(&attributes), "posix_spawnattr_init")
        // The thread that spawns may block signals, and the tests ignore SIGPIPE: a child begins without either.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    deinit {
        for end in childEnds + ownEnds { close(end) }
        var (actions, attributes) = (actions, attributes)
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }

    /// - Returns: the end to write to.
    mutating func connectInput(_ input: ChildProcess.Input) throws(SystemError) -> CInt? {
        switch input {
        case .null:
            try open("/dev/null", O_RDONLY, as: STDIN_FILENO)
            return nil
        case .pipe:
            let (reading, writing) = try pipe()
            try connect(reading, as: STDIN_FILENO, own: writing)
            return writing
        }
    }

    /// - Returns: the end to read from.
    mutating func connectOutput(_ output: ChildProcess.Output, as number: CInt) throws(SystemError) -> CInt? {
        switch output {
        case .null:
            try open("/dev/null", O_WRONLY, as: number)
            return nil
        case .file(let path):
            try open(path, O_WRONLY | O_CREAT | O_APPEND, as: number)
            return nil
        case .descriptor(let descriptor):
            try Spawn.check(posix_spawn_file_actions_adddup2(&actions, descriptor, number), "adddup2")
            return nil
        case .inherited: return try connectOutput(.descriptor(number), as: number)
        case .lines:
            let (reading, writing) = try pipe()
            try connect(writing, as: number, own: reading)
            return reading
        }
    }

    mutating func setDirectory(_ path: String) throws(SystemError) {
        try Spawn.check(runway_test_spawn_directory(&actions, path), "addchdir \(path)")
    }

    mutating func start(
        _ program: String, _ arguments: [String], environment: [String: String?]
    ) throws(SystemError) -> pid_t {
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }
        var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var id = pid_t()
        try Spawn.check(posix_spawnp(&id, program, &actions, &attributes, &argv, &envp), "posix_spawn \(program)")
        return id
    }

    /// The parent's ends of the pipes are the caller's to close from here on.
    mutating func giveUpOwnEnds() { ownEnds = [] }

    private mutating func open(_ path: String, _ flags: CInt, as number: CInt) throws(SystemError) {
        try Spawn.check(posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o644), "addopen \(path)")
    }

    private mutating func connect(_ end: CInt, as number: CInt, own: CInt) throws(SystemError) {
        childEnds.append(end)
        ownEnds.append(own)
        try Spawn.check(posix_spawn_file_actions_adddup2(&actions, end, number), "adddup2")
    }

    private func pipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        try Spawn.check(-runway_test_pipe(&ends), "pipe2")
        return (ends[0], ends[1])
    }

    private static func check(_ code: CInt, _ call: String) throws(SystemError) {
        if code != 0 { throw SystemError(code, call) }
    }
}
