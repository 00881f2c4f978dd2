// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// The same runner by other receivers and beside other clocks.
struct PaceReceiverTests {
    /// Seconds between fixes, and within which a surge and a fade are called.
    static let rates: [(step: Double, fast: Double, slow: Double)] = [(2, 6, 10), (0.2, 4, 8), (0.1, 4, 8)]

    @Test(arguments: rates)
    func otherRatesTellTheSame(_ step: Double, _ fast: Double, _ slow: Double) {
        var pilot = Pilot.cruising(step: step)
        pilot.run(pace: 300, for: 300, step: step)
        #expect(pilot.began.isEmpty)
        let surge = pilot.run(pace: 270, until: .overspeed, step: step)
        #expect(surge.map { $0 <= fast } ?? false)
        pilot.run(pace: 300, for: 60, step: step)
        #expect(pilot.state.gpws == .normal)
        let fade = pilot.run(pace: 345, until: .sinkRate, step: step)
        #expect(fade.map { $0 <= slow } ?? false)
        #expect(pilot.judgements == [.overspeed, .onTarget, .sinkRate])
    }

    @Test func aReceiverThatTellsNoSpeedIsJudgedByItsPositions() {
        var pilot = Pilot.cruising(doppler: false)
        pilot.run(pace: 300, for: 600, doppler: false)
        #expect(pilot.began.isEmpty)
        let surge = pilot.run(pace: 250, until: .overspeed, doppler: false)
        #expect(surge.map { $0 <= 25 } ?? false)
        pilot.run(pace: 300, for: 90, doppler: false)
        #expect(pilot.judgements == [.overspeed, .onTarget])
        let fade = pilot.run(pace: 380, until: .sinkRate, doppler: false)
        #expect(fade.map { $0 <= 20 } ?? false)
    }

    // Clocks

    /// What is said and found, each with its instant, and no civil time.
    private struct Told: Equatable {
        var at: Instant
        var what: String
    }

    private func told(_ disturb: (Int, inout Pilot) -> Void) -> [Told] {
        var pilot = Pilot.cruising("pace=5:00,distance=1500m", autoHold: true)
        let course: [(pace: Double, seconds: Int)] = [
            (300, 30), (270, 30), (300, 60), (345, 40), (300, 60), (255, 60), (300, 250),
        ]
        var second = 0
        for (pace, seconds) in course {
            for _ in 0..<seconds {
                disturb(second, &pilot)
                pilot.run(pace: pace, heart: 150, for: 1)
                second += 1
            }
        }
        return pilot.events.compactMap { event in
            switch event.body {
            case .annunciation(let call): Told(at: event.at, what: call.text)
            case .withheld(let withheld): Told(at: event.at, what: "\(withheld)")
            case .inhibits(let inhibits): Told(at: event.at, what: "\(inhibits)")
            case .alertBegan(let alert): Told(at: event.at, what: "began \(alert.kind) \(alert.start)")
            case .alertEnded(let alert): Told(at: event.at, what: "ended \(alert.kind) \(alert.reason?.rawValue ?? "")")
            default: nil
            }
        }
    }

    private func clock(_ pilot: inout Pilot, hours: Double) {
        let time = UTCTime(secondsSince1970: Pilot.base + pilot.time + hours * 3600)
        pilot.submit(.clock(ClockReading(time: time, source: .synchronised, offset: 3600)))
    }

    @Test func aWallClockThatStepsChangesNoCall() {
        let plain = told { _, _ in }
        #expect(plain.count > 20)
        #expect(plain.contains { $0.what == "OVERSPEED" } && plain.contains { $0.what == "SINK RATE" })
        let stepped = told { second, pilot in
            if second == 33 { clock(&pilot, hours: 7) }
            if second == 36 { clock(&pilot, hours: -13) }
            if second == 122 { clock(&pilot, hours: 5000) }
            if second == 230 { clock(&pilot, hours: 0) }
        }
        #expect(stepped == plain)
    }

    /// Seconds: a rollover of the week number, and hours.
    static let steps: [Double] = [-619_315_200, 619_315_200, 3600, -7200]

    @Test(arguments: steps)
    func aReceiversClockThatStepsChangesNoCall(_ step: Double) {
        let stepped = told { second, pilot in
            if second == 33 { pilot.epochOffset = step }
            if second == 200 { pilot.epochOffset = 0 }
        }
        #expect(stepped == told { _, _ in })
    }
}
