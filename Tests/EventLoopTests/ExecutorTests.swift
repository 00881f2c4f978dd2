// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import RunwayModel
import TestSupport
import Testing

@Suite struct ExecutorTests {
    private actor Clerk {
        nonisolated var unownedExecutor: UnownedSerialExecutor { WriterExecutor.shared.asUnownedSerialExecutor() }
        private var entries = 0

        func thread() -> pthread_t { pthread_self() }

        /// The number of this entry and the thread it was made on.
        func enter() -> (Int, pthread_t) {
            entries += 1
            return (entries, pthread_self())
        }

        /// Blocks the writer until a byte comes.
        func waitForByte(_ descriptor: CInt) -> UInt8? {
            var byte: UInt8 = 0
            return read(descriptor, &byte, 1) == 1 ? byte : nil
        }
    }

    @Test func spawnedWorkRunsInOrderAndLater() async throws {
        try await onLoop {
            var order: [Int] = []
            for number in 0..<20 { Loop.spawn { order.append(number) } }
            #expect(order.isEmpty)
            try await eventually("all ran") { order.count == 20 }
            #expect(order == Array(0..<20))
        }
    }

    @Test func aChainOfJobsDoesNotStarveTheLoop() async throws {
        try await onLoop {
            let state = Chain()
            state.goOn()
            // Would never come to be asked if jobs that queue jobs were run in the same turn.
            try await eventually("the chain and the timer both go on") { state.links > 10 }
            state.isEnded = true
        }
    }

    @Loop private final class Chain {
        var links = 0
        var isEnded = false

        func goOn() {
            links += 1
            if !isEnded { Loop.spawn { self.goOn() } }
        }
    }

    @Test func aWritersActorRunsOnTheWriterAndReturnsToTheLoop() async throws {
        try await onLoop {
            let loop = pthread_self()
            let clerk = Clerk()
            let writer = await clerk.thread()
            #expect(pthread_self() == loop)
            #expect(writer != loop)
            for expected in 1...100 {
                let (number, thread) = await clerk.enter()
                #expect(number == expected)
                #expect(thread == writer)
                #expect(pthread_self() == loop)
            }
            #expect(await Clerk().thread() == writer, "all its actors share the thread")
        }
    }

    @Test func plainAsyncCodeStaysOnTheLoop() async throws {
        try await onLoop {
            let loop = pthread_self()
            #expect(await plainThread() == loop)
            async let child = plainThread()
            #expect(await child == loop)
            let threads = await withTaskGroup(of: pthread_t.self) { group in
                for _ in 0..<4 { group.addTask { await plainThread() } }
                var all: [pthread_t] = []
                for await thread in group { all.append(thread) }
                return all
            }
            #expect(threads.allSatisfy { $0 == loop })
        }
    }

    @Test func theLoopIsServedWhileTheWriterBlocks() async throws {
        let clerk = Clerk()
        try await onLoop {
            let pipe = try Pipe()
            let reading = pipe.reading
            let answer = Answer()
            Loop.spawn {
                answer.value = await clerk.waitForByte(reading)
                answer.isDone = true
            }
            try await settle()
            #expect(!answer.isDone)
            pipe.put("A")
            try await eventually("the writer goes on") { answer.isDone }
            #expect(answer.value == 65)
        }
    }

    @Loop private final class Answer {
        var value: UInt8?
        var isDone = false
    }
}

private func plainThread() async -> pthread_t { pthread_self() }
