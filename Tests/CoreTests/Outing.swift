// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

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
        var (x, y, heading, speed, pace, turn) = (0.0, 0.0, random.uniform() * 2 * .pi, 0.0, 3.0, 0.0)
        var error = (random.gaussian() * 3, random.gaussian() * 3)
        let memory = exp(-interval / 30)
        let fresh = 3 * (1 - memory * memory).squareRoot()
        var next = 0.0
        for index in 0...Int(duration * rate) {
            let time = Double(index) * interval
            if time >= next {
                next = time + 10 + 40 * random.uniform()
                pace = random.uniform() < 0.15 ? 0 : 2 + 2.5 * random.uniform()
                turn = random.uniform() < 0.5 ? 0 : random.gaussian() * 0.1
            }
            error.0 = memory * error.0 + fresh * random.gaussian()
            error.1 = memory * error.1 + fresh * random.gaussian()
            points.append(
                Point(
                    epoch: time, at: time + 0.1, x: x + error.0, y: y + error.1,
                    vx: speed * sin(heading) + 0.1 * random.gaussian(),
                    vy: speed * cos(heading) + 0.1 * random.gaussian()))
            speed += max(-1.5 * interval, min(1.5 * interval, pace - speed))
            heading += turn * interval
            x += speed * sin(heading) * interval
            y += speed * cos(heading) * interval
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
