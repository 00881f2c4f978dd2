// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel
import TestSupport

/// One simulated run: what the receiver said, and the truth at each of its epochs. The same for the same seed.
public struct Trial: Sendable {
    /// Seconds since the start, metres, metres per second.
    public struct Truth: Hashable, Sendable {
        public var time: Double
        public var distance: Double
        public var speed: Double

        public init(time: Double, distance: Double, speed: Double) {
            self.time = time
            self.distance = distance
            self.speed = speed
        }
    }

    public let rate: Double
    public let errors: ErrorModel
    public let truth: [Truth]
    public private(set) var observations: [Observation] = []

    /// Where the runs are; a place in the sea.
    public static let frame = LocalFrame(latitude: Degrees(59.95), longitude: Degrees(24.9))
    private static let start = UTCTime(nanoseconds: 1_790_000_000_000_000_000)

    /// - Parameters:
    ///   - rate: epochs a second, 0.2 … 10.
    ///   - adjust: changes the errors that the profile drew.
    public init(
        _ scenario: Scenario, seed: UInt64, rate: Double = 1, profile: Profile = .ubx,
        adjust: (inout ErrorModel) -> Void = { _ in }
    ) {
        var courses = SplitMix64(seed: Trial.mixed(scenario.rawValue, seed))
        let plan = scenario.plan(using: &courses)
        var receivers = SplitMix64(seed: Trial.mixed(scenario.rawValue + "/" + profile.rawValue, seed))
        var errors = profile.errors(using: &receivers)
        adjust(&errors)
        self.init(
            TrueRun(plan, using: &courses), rate: rate, errors: errors, report: profile.report, using: &receivers)
    }

    public init(
        _ run: TrueRun, rate: Double, errors: ErrorModel, report: Report, using random: inout SplitMix64
    ) {
        precondition((0.2...10).contains(rate), "a rate of \(rate) Hz")
        self.rate = rate
        self.errors = errors
        let count = Int((run.duration * rate + 1e-9).rounded(.down)) + 1
        let times = (0..<count).map { Double($0) / rate }
        truth = times.map { time in
            let moment = run.moment(at: time)
            return Truth(time: time, distance: moment.distance, speed: moment.speed)
        }
        var receiver = SimulatedReceiver(run, rate: rate, errors: errors, report: report, using: &random)
        var epochs = times.map { receiver.epoch(at: $0, using: &random) }
        Trial.disturb(&epochs, run.plan, rate: rate, using: &random)
        observations = epochs.map { Trial.observation($0) }
    }

    private static func mixed(_ name: String, _ seed: UInt64) -> UInt64 {
        // FNV-1a over the name: neighbouring seeds of other scenarios are other runs.
        name.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed &* 0x9e37_79b9_7f4a_7c15) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// What goes wrong beyond noise: outages, teleports, repeated epochs.
    private static func disturb(
        _ epochs: inout [SimulatedReceiver.Epoch], _ plan: Plan, rate: Double, using random: inout SplitMix64
    ) {
        if let outage = plan.outage {
            let angle = random.uniform(0, 2 * .pi)
            for index in epochs.indices {
                let time = epochs[index].time
                if outage.contains(time) {
                    epochs[index].isFix = false
                } else if time > outage.upperBound, time < outage.upperBound + 15 {
                    // Back in the open, the first positions are tens of metres off.
                    let left = exp(-(time - outage.upperBound) / 5)
                    epochs[index].shift(20 * left, angle)
                    epochs[index].positionError *= 1 + 4 * left
                }
            }
        }
        for number in 0..<plan.teleports {
            let begin = Int.random(in: 5..<(epochs.count - 10), using: &random)
            let length = max(1, Int(random.uniform(1, 4) * rate))
            let size = 20 * exp(random.uniform(0, log(25)))
            let angle = random.uniform(0, 2 * .pi)
            for index in begin..<min(epochs.count, begin + length) {
                epochs[index].shift(size, angle)
                if number.isMultiple(of: 4), let speed = epochs[index].speed { epochs[index].speed = speed + size / 4 }
            }
        }
        for number in 0..<plan.repeats {
            let index = Int.random(in: 5..<(epochs.count - 5), using: &random)
            let received = epochs[index].received
            epochs[index] = epochs[index - 1]
            // Some come at once, some in the next one's time.
            if number.isMultiple(of: 2) { epochs[index].received = received }
        }
    }

    private static func observation(_ epoch: SimulatedReceiver.Epoch) -> Observation {
        let at = Instant(nanoseconds: start.nanoseconds + Int64((epoch.received * 1e9).rounded()))
        var fix = Fix(
            receiver: "simulated", mode: epoch.isFix ? .threeDimensional : .noFix,
            time: UTCTime(nanoseconds: start.nanoseconds + Int64((epoch.time * 1e9).rounded())))
        guard epoch.isFix else { return Observation(fix, at: at, time: epoch.time, point: nil) }
        let place = frame.position(x: epoch.x, y: epoch.y)
        (fix.latitude, fix.longitude) = (place.latitude, place.longitude)
        (fix.eastError, fix.northError) = (Metres(epoch.positionError), Metres(epoch.positionError))
        fix.horizontalError = Metres(epoch.horizontalError)
        fix.speed = epoch.speed.map { MetresPerSecond($0) }
        fix.track = epoch.track.map { Degrees($0) }
        fix.speedError = epoch.speedError.map { MetresPerSecond($0) }
        return Observation(fix, at: at, time: epoch.time, point: (epoch.x, epoch.y))
    }
}
