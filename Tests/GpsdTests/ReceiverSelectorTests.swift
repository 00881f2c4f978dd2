// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Gpsd
import RunwayModel
import Testing

/// Which receivers' reports are accepted, as a string of their names.
private func accepted(_ reports: [Report], _ selector: inout ReceiverSelector) -> String {
    reports.filter { selector.accept($0.fix, at: $0.instant) }.map(\.receiver).joined()
}

struct ReceiverSelectorTests {
    // B29.
    @Test func staysWithTheFirstThatHasAFix() {
        var selector = ReceiverSelector()
        let reports = (0..<20).flatMap {
            [Report($0 * 1000, nil, 3, from: "a"), Report($0 * 1000 + 500, nil, 3, from: "b")]
        }
        #expect(accepted(reports, &selector) == String(repeating: "a", count: 20))
        #expect(selector.active == "a")
    }

    @Test func takesOneWithoutAFixUntilAnotherHasOne() {
        var selector = ReceiverSelector()
        #expect(
            accepted(
                [
                    Report(0, nil, 1, from: "a"), Report(100, nil, 1, from: "b"), Report(1000, nil, 1, from: "a"),
                    Report(1100, nil, 2, from: "b"), Report(2000, nil, 3, from: "a"),
                ], &selector) == "aab")
        #expect(selector.active == "b")
    }

    @Test func switchesWhenTheActiveOneIsSilentForLong() {
        var selector = ReceiverSelector()
        let reports = [Report(0, nil, 3, from: "a")] + (1...8).map { Report($0 * 1000, nil, 3, from: "b") }
        // Not at 5 s, but past it.
        #expect(accepted(reports, &selector) == "abbb")
    }

    @Test func switchesWhenTheActiveOneHasNoFixForLong() {
        var selector = ReceiverSelector()
        let reports =
            [Report(0, nil, 3, from: "a")]
            + (1...7).flatMap { [Report($0 * 1000, nil, 1, from: "a"), Report($0 * 1000 + 1, nil, 3, from: "b")] }
        #expect(accepted(reports, &selector) == "aaaaaabbb")
    }

    @Test func doesNotSwitchToOneWithoutAFix() {
        var selector = ReceiverSelector()
        #expect(accepted([Report(0, nil, 3, from: "a"), Report(60_000, nil, 1, from: "b")], &selector) == "a")
    }

    // B28.
    @Test func followsDevicesThatGo() {
        var selector = ReceiverSelector()
        #expect(accepted([Report(0, nil, 3, from: "a")], &selector) == "a")
        selector.noteDevice("a", isActive: false)
        // Gone, but only just: it may come back at once.
        #expect(accepted([Report(3000, nil, 1, from: "b"), Report(4000, nil, 3, from: "b")], &selector) == "")
        #expect(accepted([Report(5500, nil, 1, from: "b")], &selector) == "b")
    }

    @Test func followsTheListOfDevices() {
        var selector = ReceiverSelector()
        #expect(accepted([Report(0, nil, 3, from: "a")], &selector) == "a")
        selector.noteDevices(["a", "b"])
        #expect(accepted([Report(6000, nil, 1, from: "b")], &selector) == "")
        selector.noteDevices(["b"])
        #expect(accepted([Report(7000, nil, 1, from: "b")], &selector) == "b")
        // It is back, and stays second.
        #expect(accepted([Report(8000, nil, 3, from: "b"), Report(8001, nil, 3, from: "a")], &selector) == "b")
    }

    @Test func usesOnlyThePinnedOne() {
        var selector = ReceiverSelector(pinned: "b")
        #expect(
            accepted(
                [
                    Report(0, nil, 3, from: "a"), Report(1, nil, 1, from: "b"), Report(60_000, nil, 3, from: "a"),
                    Report(60_001, nil, 3, from: ""),
                ], &selector) == "b")
        #expect(selector.active == "b")
        #expect(!selector.accept(Sky(receiver: "a")) && selector.accept(Sky(receiver: "b")))
    }

    @Test func takesTheSkyOfTheActiveOne() {
        var selector = ReceiverSelector()
        #expect(selector.accept(Sky(receiver: "b")))
        _ = accepted([Report(0, nil, 3, from: "a")], &selector)
        #expect(selector.accept(Sky(receiver: "a")) && !selector.accept(Sky(receiver: "b")))
    }
}
