// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Testing

@testable import RunwayCore

struct SpeedAuditTests {
    struct Case: Sendable {
        var name: String
        /// East, one a second.
        var positions: [Double]
        var speed: Double
        var interval = 1.0
        /// Within how many fixes; nil for never.
        var found: Int?
    }

    private static let zeros = [Double](repeating: 0, count: 20)

    static let cases: [Case] = [
        Case(name: "runs, speed says so", positions: (0..<40).map { Double($0) * 3 }, speed: 3),
        Case(name: "runs, speed says nothing", positions: (0..<40).map { Double($0) * 3 }, speed: 0, found: 11),
        Case(name: "runs, speed says a little", positions: (0..<40).map { Double($0) * 3 }, speed: 0.4, found: 11),
        Case(
            name: "a fix in five seconds", positions: (0..<10).map { Double($0) * 15 }, speed: 0, interval: 5, found: 5),
        Case(name: "stands", positions: (0..<40).map { Double($0 % 2) * 2 }, speed: 0),
        Case(name: "jumps", positions: zeros + [Double](repeating: 60, count: 20), speed: 0),
        Case(
            name: "jumps three times",
            positions: zeros + [37, 37, 37, 50, 50, 50] + [Double](repeating: 62, count: 14),
            speed: 0),
        Case(name: "creeps", positions: (0..<40).map { Double($0) * 0.5 }, speed: 0),
    ]

    @Test(arguments: cases)
    func aSpeedIsWrongThatSaysNothingOfAWay(_ item: Case) {
        var audit = SpeedAudit()
        var found: Int?
        for (index, position) in item.positions.enumerated() where found == nil {
            let missed = audit.take(
                SIMD2(position, 0), way: item.speed * item.interval, over: item.interval)
            if let missed {
                found = index + 1
                #expect(abs(missed.way - (position - item.speed * missed.time)) < 3.1 * item.interval, "\(item.name)")
            }
        }
        #expect((found == nil) == (item.found == nil), "\(item.name): \(found ?? -1)")
        if let found, let limit = item.found { #expect(found <= limit, "\(item.name): \(found)") }
    }

    @Test func itIsTrustedAgainWhenItAgreesForTenSeconds() {
        var trial = SpeedTrial()
        var agreed: [Bool] = []
        for _ in 0..<10 { agreed.append(trial.take(0, chord: 3, over: 1)) }
        for _ in 0..<10 { agreed.append(trial.take(2.8, chord: 3, over: 1)) }
        #expect(agreed == [Bool](repeating: false, count: 19) + [true])
    }
}
