// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import RunwayModel
import TestSupport
import Testing

@Suite struct DeferredCallTests {
    @Test func callsOnceForAnyNumberOfSchedulesInATurn() async throws {
        try await onLoop {
            var count = 0
            let call = try DeferredCall { count += 1 }
            try await settle()
            #expect(count == 0)
            call.schedule()
            call.schedule()
            #expect(count == 0, "not from within")
            try await eventually("called") { count > 0 }
            try await settle()
            #expect(count == 1)
            call.schedule()
            try await eventually("called again") { count == 2 }
            call.schedule()
            call.cancel()
            try await settle()
            #expect(count == 2)
        }
    }

    @Test func canScheduleItselfWithoutStarvingTheLoop() async throws {
        try await onLoop {
            var count = 0
            var call: DeferredCall?
            call = try DeferredCall {
                count += 1
                call?.schedule()
            }
            call?.schedule()
            // The waiting is done by a timer, which has its turn as well.
            try await eventually("it goes round") { count > 100 }
            call = nil
            let last = count
            try await settle()
            #expect(count == last)
        }
    }
}

@Suite struct DescriptorSourceTests {
    @Test func isLevelTriggeredAndCanBeSwitchedOff() async throws {
        try await onLoop {
            let pipe = try Pipe()
            var calls: [DescriptorSource.Interest] = []
            let source = try DescriptorSource(pipe.reading, for: .readable) { calls.append($0) }
            try await settle()
            #expect(calls.isEmpty)

            pipe.put("ab")
            // Nothing is read, so it goes on being reported.
            try await eventually("reported again and again") { calls.count >= 3 }
            #expect(calls.allSatisfy { $0 == .readable })

            source.isEnabled = false
            #expect(!source.isEnabled)
            let count = calls.count
            try await settle()
            #expect(calls.count == count)

            source.isEnabled = true
            try await eventually("reported anew") { calls.count > count }
            #expect(pipe.take() == "ab")
            // What was found readable before it was emptied may still be reported once.
            try await settle()
            let emptied = calls.count
            try await settle()
            #expect(calls.count == emptied)
        }
    }

    @Test func reportsHangUpUnasked() async throws {
        try await onLoop {
            var pipe = try Pipe()
            var seen: DescriptorSource.Interest = []
            let source = try DescriptorSource(pipe.reading, for: []) { seen.formUnion($0) }
            #expect(source.interest == [])
            pipe.closeWriting()
            try await eventually("hung up") { !seen.isDisjoint(with: .hungUp) }
            #expect(!seen.contains(.readable))
            source.isEnabled = false
        }
    }

    @Test func interestCanBeChanged() async throws {
        try await onLoop {
            let pipe = try Pipe()
            var writable = 0
            let source = try DescriptorSource(pipe.writing, for: []) { _ in writable += 1 }
            try await settle()
            #expect(writable == 0)
            source.interest = .writable
            try await eventually("writable") { writable > 0 }
            source.interest = []
            let count = writable
            try await settle()
            #expect(writable == count)
        }
    }

    @Test func refusesWhatIsNoDescriptor() async throws {
        try await onLoop {
            #expect(throws: EventLoopError.self) { try DescriptorSource(-1, for: .readable) { _ in } }
        }
    }
}

@Suite struct SignalSourceTests {
    @Test func takesASignalAsAnEvent() async throws {
        try await onLoop {
            var count = 0
            let source = try SignalSource(SIGUSR1) { count += 1 }
            #expect(raise(SIGUSR1) == 0)
            #expect(count == 0, "not within the signal")
            try await eventually("taken") { count == 1 }
            withExtendedLifetime(source) {}
        }
    }
}
