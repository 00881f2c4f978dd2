// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import RunwayModel
import TestSupport
import Testing

@Suite struct OnLoopTests {
    private struct Refused: Error, Equatable {
        let code: Int
    }

    @Loop private static var counter = 0

    @Test func runsOnOneThreadThatIsNotTheCallers() async throws {
        let first = try await onLoop { pthread_self() }
        let second = try await onLoop { pthread_self() }
        #expect(first == second)
        #expect(first != pthread_self())
    }

    @Test func passesOnResultsAndErrors() async throws {
        #expect(try await onLoop { 40 + 2 } == 42)
        await #expect(throws: Refused(code: 7)) { try await onLoop { throw Refused(code: 7) } }
    }

    @Test func manyAtOnceAreAllServed() async throws {
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...100 { group.addTask { try await onLoop { number } } }
            return try await group.reduce(0, +)
        }
        #expect(total == 5050)
    }

    @Test func eventuallyWaitsForWhatComesLater() async throws {
        try await onLoop {
            var asked = 0
            try await eventually("asked three times") {
                asked += 1
                return asked == 3
            }
            #expect(asked == 3)
        }
    }

    @Test func eventuallyFailsWithWhatItWaitedFor() async throws {
        let error = try await onLoop { () -> TimedOut? in
            do {
                try await eventually(within: Seconds(0.05), "pigs fly") { false }
                return nil
            } catch let error as TimedOut {
                return error
            }
        }
        #expect(error?.what == "pigs fly")
        #expect(error?.description == "timed out after 0.05 s: pigs fly")
    }

    @Test func eventuallyPassesOnTheConditionsError() async throws {
        await #expect(throws: Refused(code: 1)) {
            try await onLoop { try await eventually("never") { throw Refused(code: 1) } }
        }
    }
}
