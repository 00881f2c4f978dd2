// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

/// What is believed of a receiver, fix by fix.
struct GateTests {
    // Speeds

    static func quality(claim: Double? = nil, error: Double? = 4) -> FixQuality {
        var fix = Fix(receiver: "a", mode: .threeDimensional)
        fix.eastError = error.map { Metres($0) }
        fix.speedError = claim.map { MetresPerSecond($0) }
        return FixQuality(fix, last: error, interval: 1)
    }

    struct Speeds: Sendable {
        var name: String
        var told: [Double?]
        var believed: [Double?]
        /// How far positions have moved in each second.
        var gone = 3.0
    }

    static let speeds: [Speeds] = [
        Speeds(name: "steady", told: [3, 3.1, 2.9], believed: [3, 3.1, 2.9]),
        Speeds(name: "a sprint", told: [0, 3.5, 6, 8], believed: [0, 3.5, 6, 8]),
        Speeds(name: "a leap", told: [3, 40, 3], believed: [3, 3, 3]),
        Speeds(
            name: "a leap that lasts, without positions", told: [3] + [Double?](repeating: 30, count: 11),
            believed: [Double?](repeating: 3, count: 11) + [nil]),
        Speeds(
            name: "a train", told: [3] + [Double?](repeating: 30, count: 7),
            believed: [3, 3, 3, 3, 3, 3, 30, 30], gone: 30),
        Speeds(name: "missing for a moment", told: [3, nil, nil, 3], believed: [3, 3, 3, 3]),
        Speeds(name: "missing", told: [3, nil, nil, nil, nil, nil, 2], believed: [3, 3, 3, 3, nil, nil, 2]),
        Speeds(name: "none at all", told: [nil, nil], believed: [nil, nil]),
        Speeds(name: "first one absurd", told: [50, 3], believed: [nil, 3]),
    ]

    @Test(arguments: speeds)
    func speedsAreBelievedAsFarAsARunnerCanHaveThem(_ item: Speeds) {
        var gate = SpeedGate(item.told[0], noise: SpeedNoise())
        var believed = [gate.last]
        for speed in item.told.dropFirst() {
            believed.append(gate.take(speed, quality: GateTests.quality(), gone: item.gone, over: 1).speed)
        }
        #expect(believed == item.believed, "\(item.name)")
    }

    // Positions

    @Test func outliersAreBelievedAfterTwelveSeconds() {
        var gate = PositionGate()
        for _ in 0..<60 { #expect(gate.take(2, over: 1) == .accepted) }
        let verdicts = (0..<13).map { _ in gate.take(100, over: 1) }
        #expect(verdicts.dropLast().allSatisfy { $0 == .outlier })
        #expect(verdicts.last == .moved)
        #expect(gate.take(1, over: 1) == .accepted)
    }

    @Test func theFirstPositionsMayErrByMore() {
        var gate = PositionGate()
        #expect(gate.take(30, over: 1) == .accepted)
        #expect(gate.take(60, over: 1) == .outlier)
    }

    @Test func aRestlessReceiverIsTrustedLessAndAQuietOneForLonger() {
        var restless = PositionGate()
        var quiet = PositionGate()
        for _ in 0..<300 {
            _ = restless.take(8, over: 1)
            _ = quiet.take(0.5, over: 1)
        }
        #expect(restless.errorScale > 1.5 && restless.errorTime < 60)
        #expect(quiet.errorScale == 1 && quiet.errorTime > 120)
        #expect(restless.freshNoise(over: 1) > quiet.freshNoise(over: 1))
        #expect(quiet.freshNoise(over: 0.1) == 10 * quiet.freshNoise(over: 1))
    }

    // Their errors

    struct Errors: Sendable {
        var name: String
        var claim: Double?
        var told: Double?
        var interval = 1.0
        var believed: Double?
        var position = 3.85
        var isPoor = false
        var mode = Fix.Mode.threeDimensional
    }

    static let errors: [Errors] = [
        Errors(name: "nothing told"),
        Errors(name: "a receiver's own", claim: 0.3, told: 4, believed: 0.3, position: 4.4),
        Errors(name: "gpsd's, for a HDOP of 1", claim: 24, told: 12),
        Errors(name: "gpsd's, every five seconds", claim: 4.8, told: 12),
        Errors(name: "gpsd's, after a gap", claim: 0.8, told: 12, interval: 30),
        Errors(name: "large, and the receiver's own", claim: 1.5, told: 10, believed: 1.5, position: 9),
        Errors(name: "too large", claim: 3.5, told: 40, position: 3.85 * 40 / 15),
        Errors(name: "bad geometry", told: 45, position: 3.85 * 3),
        Errors(name: "no use", told: 150, position: 38.5, isPoor: true),
        Errors(name: "without height", position: 11.55, mode: .twoDimensional),
    ]

    @Test(arguments: errors)
    func errorsAreBelievedIfTheyAreTheReceiversOwn(_ item: Errors) {
        var fix = Fix(receiver: "a", mode: item.mode)
        fix.eastError = item.told.map { Metres($0) }
        fix.northError = item.told.map { Metres($0 * 0.9) }
        fix.speedError = item.claim.map { MetresPerSecond($0) }
        let quality = FixQuality(fix, last: item.told, interval: item.interval)
        #expect(quality.speedClaim == item.believed, "\(item.name)")
        #expect(abs(quality.positionError - item.position) < 1e-9, "\(item.name): \(quality.positionError)")
        #expect(quality.isPoor == item.isPoor, "\(item.name)")
    }
}
