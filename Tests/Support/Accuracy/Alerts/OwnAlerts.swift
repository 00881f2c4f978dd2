// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// Our own calls: the recording goes through the flight computer, in a mission flight that begins with it.
public struct OwnAlerts: Sendable {
    public static let name = "runwayd"
    private var computer = FlightComputer()
    private let start: Instant
    private var last: Instant
    public private(set) var calls: [AlertCall] = []

    /// - Parameter start: the run's beginning, from which calls are timed.
    public init(_ mission: Mission, at start: Instant) {
        (self.start, last) = (start, start)
        take(.link(LinkChange(kind: .position, name: "gpsd", state: .up)), at: start)
        var zeros = Zeros()
        let id = FlightID(time: UTCTime(nanoseconds: start.nanoseconds), using: &zeros)
        take(.command(Command(.start(flight: id, mission: mission, immediately: true), origin: .replay)), at: start)
    }

    public mutating func take(_ input: Input, at now: Instant) {
        for event in computer.step(input, at: now) {
            switch event.body {
            case .alertBegan(let alert) where alert.kind == .overspeed || alert.kind == .sinkRate:
                // Dated back or not, nobody has heard it before the input that came before.
                calls.append(AlertCall(alert.kind, at: (max(alert.start, last) - start).rawValue))
            case .alertEnded(let alert) where alert.kind == .overspeed || alert.kind == .sinkRate:
                guard !calls.isEmpty else { continue }
                calls[calls.count - 1].end = alert.end.map { ($0 - start).rawValue }
            default: break
            }
        }
        last = now
    }

    public static func calls(in run: AlertRun) throws -> [AlertCall] {
        var own = OwnAlerts(try AlertRun.band.mission, at: Instant(nanoseconds: AlertRun.start.nanoseconds))
        for observation in run.observations { own.take(.fix(observation.fix), at: observation.at) }
        return own.calls
    }

    public static func calls(in run: HeartRateRun) throws -> [AlertCall] {
        var own = OwnAlerts(try HeartRateRun.mission, at: HeartRateRun.start)
        for (second, sample) in run.samples.enumerated() {
            let now = HeartRateRun.start + Seconds(Double(second))
            own.take(sample.map { .heartRate($0) } ?? .deadline, at: now)
        }
        return own.calls
    }

    private struct Zeros: RandomNumberGenerator {
        mutating func next() -> UInt64 { 0 }
    }
}
