// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Glibc
import RunwayCore
import RunwayModel
import TestSupport

/// A random run and what a receiver makes of it, in metres on a plane that can be laid anywhere on the earth.
struct Outing {
    struct Point {
        /// Seconds since the start: of the epoch, and of the receipt.
        var epoch: Double
        var at: Double
        var x: Double
        var y: Double
        var vx: Double
        var vy: Double
        /// Changes what goes to the core, last.
        var corrupt: (@Sendable (inout Fix) -> Void)?
    }

    var points: [Point] = []
    var hasDoppler = true
    let interval: Double
    private static let base = 1_790_000_000.0

    /// Straights, bends and stops; positions that err by metres for half a minute, speeds that err from fix to fix.
    init(seed: UInt64, duration: Double, rate: Double = 1, hasDoppler: Bool = true) {
        var random = SplitMix64(seed: seed)
        interval = 1 / rate
        self.hasDoppler = hasDoppler
        var path = Path(heading: random.uniform() * 2 * .pi)
        var plan = Plan(path: path, legs: [])
        while plan.duration < duration {
            let speed = random.uniform() < 0.15 ? 0 : 2 + 2.5 * random.uniform()
            plan.legs.append(Plan.Leg(10 + 40 * random.uniform(), at: speed))
            path.straight(20 + 100 * random.uniform())
            path.bend(random.gaussian(), radius: 3 + 20 * random.uniform())
        }
        plan.path = path
        plan.startsStanding = true
        let errors = ErrorModel(position: [Noise(3, .correlated(30))], velocity: [Noise(0.1, .white)])
        let run = TrueRun(plan, using: &random)
        let trial = Trial(run, rate: rate, errors: errors, report: .binary, using: &random)
        points = trial.observations.prefix { $0.time <= duration }.map { observation in
            Point(
                epoch: observation.time, at: observation.time + 0.1, x: observation.x, y: observation.y,
                vx: observation.speed * cos(observation.heading), vy: observation.speed * sin(observation.heading))
        }
    }

    func fix(_ point: Point, on frame: LocalFrame, turned angle: Double) -> Fix {
        func turned(_ x: Double, _ y: Double) -> (Double, Double) {
            (cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y)
        }
        let (x, y) = turned(point.x, point.y)
        var fix = Fix(
            receiver: "a", mode: .threeDimensional, time: UTCTime(secondsSince1970: Outing.base + point.epoch))
        let place = frame.position(x: x, y: y)
        (fix.latitude, fix.longitude) = (place.latitude, place.longitude)
        (fix.eastError, fix.northError) = (Metres(4), Metres(4))
        if hasDoppler {
            let (vx, vy) = turned(point.vx, point.vy)
            fix.speed = MetresPerSecond(hypot(vx, vy))
            fix.track = frame.track(vx: vx, vy: vy, at: x, y)
            fix.speedError = MetresPerSecond(0.2)
        }
        point.corrupt?(&fix)
        return fix
    }

    /// All levels and the final distance, of a flight that was started at once.
    func flown(on frame: LocalFrame = .somewhere, turned angle: Double = 0) -> Flown {
        var flown = Flown()
        var computer = FlightComputer()
        func instant(_ time: Double) -> Instant { Instant(nanoseconds: Int64((time * 1e9).rounded())) }
        func step(_ input: Input, at time: Double) {
            flown.events += computer.step(input, at: instant(time))
            flown.states.append(computer.state(at: instant(time)))
            if let point = computer.trackPoint { flown.places.append((point.latitude, point.longitude)) }
        }
        let begin = points[0].at
        step(.link(LinkChange(kind: .position, name: "gpsd", state: .up)), at: begin)
        let start = Command.Action.start(flight: Pilot.id, mission: nil, immediately: true)
        step(.command(Command(start, origin: .local)), at: begin)
        for point in points { step(.fix(fix(point, on: frame, turned: angle)), at: point.at) }
        step(.command(Command(.stop, origin: .local)), at: points[points.count - 1].at)
        return flown
    }

    struct Flown {
        var states: [FlightState] = []
        var events: [Event] = []
        var places: [(latitude: Degrees, longitude: Degrees)] = []

        var distances: [Double] { states.compactMap { $0.flight?.distance.rawValue } }
        var distance: Double { distances.last ?? -1 }

        var summary: FlightSummary? {
            for event in events { if case .flightEnded(let summary) = event.body { return summary } }
            return nil
        }

        /// All numbers that the flight gave out, without its places.
        var numbers: [Double] {
            var numbers: [Double] = []
            for flight in states.compactMap(\.flight) {
                numbers += [flight.distance.rawValue, flight.moving.rawValue, flight.elapsed.rawValue]
                numbers += [flight.speed?.rawValue, flight.pace?.rawValue, flight.averagePace?.rawValue].compactMap {
                    $0
                }
            }
            if let summary {
                numbers += [summary.distance, summary.estimated].map(\.rawValue)
                numbers += [summary.moving, summary.elapsed].map(\.rawValue)
            }
            return numbers
        }
    }
}

extension LocalFrame {
    static let somewhere = LocalFrame(latitude: Degrees(48), longitude: Degrees(11))
}
