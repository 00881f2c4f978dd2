// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// One leg of a course with the state it begins in, and positions within it at a fixed step.
struct Piece: Sendable {
    static let rampDuration = 1.0
    private static let step = 0.1

    /// Radians.
    struct Place: Sendable {
        var latitude: Double
        var longitude: Double
    }

    let leg: Course.Leg
    /// Seconds since the course's start.
    let begin: Double
    private let initialSpeed: Double
    private let initialDistance: Double
    private let initialHeight: Double
    /// Radians.
    private let initialTrack: Double
    private var places: [Place]

    /// The start itself, where the runner stands.
    init(start: Course.Start, leg: Course.Leg) {
        self.leg = leg
        begin = 0
        initialSpeed = 0
        initialDistance = 0
        initialHeight = start.height.rawValue
        initialTrack = start.track.rawValue.radians
        places = [
            Place(latitude: start.latitude.rawValue.radians, longitude: start.longitude.rawValue.radians)
        ]
    }

    /// The leg after `before`, or the first one.
    init(following before: Piece?, start: Piece, leg: Course.Leg) {
        self.leg = leg
        if let before {
            let end = before.duration
            begin = before.begin + end
            initialSpeed = before.speed(after: end)
            initialDistance = before.initialDistance + before.length(after: end)
            initialHeight = before.height(after: end)
            initialTrack = before.track(after: end)
            places = [before.place(after: end)]
        } else {
            begin = start.begin
            initialSpeed = start.initialSpeed
            initialDistance = start.initialDistance
            initialHeight = start.initialHeight
            initialTrack = start.initialTrack
            places = start.places
        }
        for index in 0..<Int(duration / Piece.step) {
            places.append(advance(places[index], from: Double(index) * Piece.step, by: Piece.step))
        }
    }

    var duration: Double { leg.duration.rawValue }

    func point(after elapsed: Double, at time: Double, isMoving: Bool) -> Course.Point {
        let place = place(after: elapsed)
        let speed = isMoving ? speed(after: elapsed) : 0
        let track = track(after: elapsed).degrees.truncatingRemainder(dividingBy: 360)
        return Course.Point(
            time: Seconds(time), latitude: Degrees(place.latitude.degrees), longitude: Degrees(place.longitude.degrees),
            height: Metres(height(after: elapsed)), speed: MetresPerSecond(speed),
            track: Degrees(track < 0 ? track + 360 : track), climb: MetresPerSecond(speed * leg.slope),
            distance: Metres(initialDistance + length(after: elapsed)), reception: leg.reception)
    }

    private var ramp: Double { min(Piece.rampDuration, duration) }

    private func speed(after elapsed: Double) -> Double {
        let target = leg.speed.rawValue
        guard elapsed < ramp else { return target }
        let part = elapsed / ramp
        return initialSpeed + (target - initialSpeed) * part * part * (3 - 2 * part)
    }

    /// The integral of the speed.
    private func length(after elapsed: Double) -> Double {
        let part = min(1, elapsed / ramp)
        let ramped =
            ramp * (initialSpeed * part + (leg.speed.rawValue - initialSpeed) * part * part * part * (1 - part / 2))
        return ramped + leg.speed.rawValue * max(0, elapsed - ramp)
    }

    private func height(after elapsed: Double) -> Double { initialHeight + leg.slope * length(after: elapsed) }

    private func track(after elapsed: Double) -> Double {
        initialTrack + (leg.radius.map { length(after: elapsed) / $0.rawValue } ?? 0)
    }

    private func place(after elapsed: Double) -> Place {
        let index = min(Int(elapsed / Piece.step), places.count - 1)
        let from = Double(index) * Piece.step
        return advance(places[index], from: from, by: elapsed - from)
    }

    /// One step of the classical Runge–Kutta method.
    private func advance(_ place: Place, from elapsed: Double, by step: Double) -> Place {
        func slope(_ offset: Double, _ base: Place) -> Place {
            let (meridian, normal) = Ellipsoid.radii(latitude: base.latitude)
            let (speed, track, height) = (
                speed(after: elapsed + offset), track(after: elapsed + offset), height(after: elapsed + offset)
            )
            return Place(
                latitude: speed * cos(track) / (meridian + height),
                longitude: speed * sin(track) / ((normal + height) * cos(base.latitude)))
        }
        func moved(_ slope: Place, _ by: Double) -> Place {
            Place(latitude: place.latitude + slope.latitude * by, longitude: place.longitude + slope.longitude * by)
        }
        let k1 = slope(0, place)
        let k2 = slope(step / 2, moved(k1, step / 2))
        let k3 = slope(step / 2, moved(k2, step / 2))
        let k4 = slope(step, moved(k3, step))
        return Place(
            latitude: place.latitude + step / 6 * (k1.latitude + 2 * k2.latitude + 2 * k3.latitude + k4.latitude),
            longitude: place.longitude + step / 6 * (k1.longitude + 2 * k2.longitude + 2 * k3.longitude + k4.longitude))
    }
}
