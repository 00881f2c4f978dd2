// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import ReplayInput
import RunwayModel
import TestSupport

/// A real recording, for whoever takes fixes.
public struct Recording: Sendable {
    public let name: String
    /// All that it holds, on its own time line.
    public let inputs: [(input: Input, at: Instant)]
    /// Its fixes.
    public let observations: [Observation]
    /// How far the receiver itself says that it went, where it says so.
    public private(set) var ownDistance: Metres?

    private init(_ name: String, _ inputs: [(input: Input, at: Instant)]) {
        self.name = name
        self.inputs = inputs
        let first = inputs.first { if case .fix = $0.input { true } else { false } }?.at
        var frame: LocalFrame?
        observations = inputs.compactMap { input, at in
            guard case .fix(let fix) = input, let first else { return nil }
            if frame == nil, let place = fix.position {
                frame = LocalFrame(latitude: place.latitude, longitude: place.longitude)
            }
            let point = fix.position.flatMap { place in
                frame?.point(latitude: place.latitude, longitude: place.longitude)
            }
            return Observation(fix, at: at, time: (at - first).rawValue, point: point)
        }
    }

    /// From the first position to the last one.
    public var duration: Seconds {
        let positions = observations.filter(\.hasPosition)
        guard let first = positions.first, let last = positions.last else { return .zero }
        return Seconds(last.time - first.time)
    }

    /// A log of gpsd, as `gpspipe -w` prints it.
    public static func gpsdLog(_ file: URL) throws -> Recording {
        let handle = try FileHandle(forReadingFrom: file)
        var inputs: [(input: Input, at: Instant)] = []
        // What else stands in a log, a receiver's own sentences for one, is no part of it.
        var reader = ReplayReader(descriptor: handle.fileDescriptor) { _, _ in }
        while let entry = try reader.next() { inputs.append((entry.input, entry.at)) }
        try handle.close()
        return Recording(name(of: file), inputs)
    }

    /// A watch's recording, whose fixes tell no errors.
    public static func fit(_ url: URL) throws -> Recording {
        let file = try FITFile(Array(Data(contentsOf: url)))
        var recording = Recording(name(of: url), file.records.map { (.fix($0.fix), $0.instant) })
        recording.ownDistance = file.records.last { $0.distance != nil }?.distance
        return recording
    }

    private static func name(of file: URL) -> String {
        String(file.lastPathComponent.prefix { $0 != "." })
    }

    /// The distance that an estimator makes of it.
    public func distance(by estimator: any Estimator.Type) -> Double {
        if estimator == OwnNavigator.self {
            var navigator = OwnNavigator()
            return inputs.reduce(0) { _, entry in navigator.take(entry.input, at: entry.at).distance }
        }
        return estimator.read(observations).last?.distance ?? 0
    }
}

extension FITFile.Record {
    fileprivate var instant: Instant { Instant(nanoseconds: time.nanoseconds) }

    fileprivate var fix: Fix {
        var fix = Fix(receiver: "watch", mode: .noFix, time: time)
        if let latitude, let longitude {
            fix.mode = .threeDimensional
            (fix.latitude, fix.longitude) = (latitude, longitude)
        }
        fix.altitudeMSL = altitude
        fix.speed = speed
        return fix
    }
}
