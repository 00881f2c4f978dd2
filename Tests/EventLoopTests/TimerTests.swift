// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import TestSupport
import Testing

@Suite struct TimerTests {
    @Test func eachTimerFiresAtItsOwnInstant() async throws {
        try await onLoop {
            var fired: [Int: Instant] = [:]
            let start = BootClock.now()
            // Their order is that of their instants unless the loop is late for several at once.
            let timers = try [3, 1, 2].map { number in
                let timer = try Timer { fired[number] = BootClock.now() }
                timer.arm(at: start + Seconds(0.02 * Double(number)))
                return timer
            }
            try await eventually("three fired") { fired.count == 3 }
            for (number, at) in fired { #expect(at >= start + Seconds(0.02 * Double(number))) }
            withExtendedLifetime(timers) {}
        }
    }

    @Test func neverFiresEarly() async throws {
        try await onLoop {
            var fired: Instant?
            let due = BootClock.now() + Seconds(0.0303)
            let timer = try Timer { fired = BootClock.now() }
            timer.arm(at: due)
            try await eventually("fired") { fired != nil }
            #expect(try #require(fired) >= due)
            withExtendedLifetime(timer) {}
        }
    }

    @Test func firesOncePerArmingAndCanBeArmedInItsHandler() async throws {
        try await onLoop {
            var count = 0
            var timer: Timer?
            timer = try Timer {
                count += 1
                if count < 3 { timer?.arm(after: Seconds(0.001)) }
            }
            timer?.arm(after: .zero)
            try await eventually("armed three times") { count == 3 }
            try await settle()
            #expect(count == 3)
            timer = nil
        }
    }

    @Test func armingReplacesWhatItWasArmedFor() async throws {
        try await onLoop {
            var fired: [String] = []
            var movedAt = Instant(nanoseconds: 0)
            let moved = try Timer {
                fired.append("moved")
                movedAt = BootClock.now()
            }
            let other = try Timer { fired.append("other") }
            let now = BootClock.now()
            moved.arm(at: now + Seconds(0.001))
            other.arm(at: now + Seconds(0.02))
            moved.arm(at: now + Seconds(0.04))
            try await eventually("both fired") { fired.count == 2 }
            #expect(Set(fired) == ["other", "moved"])
            #expect(movedAt >= now + Seconds(0.04))
            moved.arm(after: Seconds(3600))
            moved.arm(after: .zero)
            try await eventually("brought forward") { fired.count == 3 }
            withExtendedLifetime(other) {}
        }
    }

    @Test func disarmedOrReleasedItStaysSilent() async throws {
        try await onLoop {
            var fired: [String] = []
            let disarmed = try Timer { fired.append("disarmed") }
            var released: Timer? = try Timer { fired.append("released") }
            let due = BootClock.now() + Seconds(0.005)
            disarmed.arm(at: due)
            released?.arm(at: due)
            disarmed.disarm()
            released = nil
            let later = try Timer { fired.append("later") }
            later.arm(at: due + Seconds(0.02))
            try await eventually("the later one") { fired.contains("later") }
            #expect(fired == ["later"])
            withExtendedLifetime((released, disarmed)) {}
        }
    }

    @Test(arguments: [Instant(nanoseconds: 0), Instant(nanoseconds: -5), Instant(nanoseconds: .min)])
    func anInstantThatHasPassedFiresAtOnce(instant: Instant) async throws {
        try await onLoop {
            var fired = false
            let timer = try Timer { fired = true }
            timer.arm(at: instant)
            try await eventually("fired") { fired }
            withExtendedLifetime(timer) {}
        }
    }
}

/// Lets the loop take a few turns.
@Loop
func settle() async throws {
    var turns = 0
    try await eventually("the loop turns") {
        turns += 1
        return turns == 4
    }
}
