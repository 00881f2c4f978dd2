// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Takes out of a fix what cannot be true, before anything else looks at it. It judges each field by itself; whether the
/// fix is a likely one after those before it is the navigator's business.
///
/// A bad position leaves a fix without one. Any other bad field is dropped, and the fix is used without it.
public struct FixScreen: Sendable {
    /// What is left.
    public private(set) var fix: Fix
    /// Why the rest is not: what its source found, then what was found here, each once.
    public private(set) var faults: [Fix.Fault] = []

    /// The lowest land, the shore of the Dead Sea, lies at −430 m, and ballooning apart nobody has been above 9 km on
    /// foot. Receivers are off by some hundred metres at worst while they have a fix.
    static let altitudes = -500.0...20_000
    /// 360 km/h. What is slower may be a train in which somebody tries the program; whether it is a runner's speed is
    /// for the navigator to say.
    static let fastest = 100.0
    /// Nobody who is not falling is faster up or down.
    static let fastestClimb = 50.0
    /// In nanoseconds since 1970, until 2255: the span that gpsd's times are read in, so that differences of two of
    /// them never overflow.
    static let times = Int64(1)...9_000_000_000_000_000_000

    public init(_ raw: Fix) {
        fix = raw
        fix.faults = nil
        for fault in raw.faults ?? [] { note(fault) }
        screenPosition()
        screen(\.time, .badTime) { FixScreen.times.contains($0.nanoseconds) }
        screen(\.altitudeMSL, .badAltitude) { FixScreen.altitudes.contains($0.rawValue) }
        screen(\.altitudeHAE, .badAltitude) { FixScreen.altitudes.contains($0.rawValue) }
        screen(\.speed, .badSpeed) { (0...FixScreen.fastest).contains($0.rawValue) }
        screen(\.track, .badTrack) { (0...360).contains($0.rawValue) }
        screen(\.climb, .badClimb) { abs($0.rawValue) <= FixScreen.fastestClimb }
        // An error is never nought. A huge one is no fault: it says truly that the position is of no use.
        screen(\.horizontalError, .badError) { $0.isFinite && $0 > .zero }
        screen(\.eastError, .badError) { $0.isFinite && $0 > .zero }
        screen(\.northError, .badError) { $0.isFinite && $0 > .zero }
        screen(\.verticalError, .badError) { $0.isFinite && $0 > .zero }
        screen(\.speedError, .badSpeedError) { $0.isFinite && $0 > .zero }
    }

    private mutating func screenPosition() {
        if fix.latitude == nil, fix.longitude == nil { return }
        // NaN is within no bound.
        if let latitude = fix.latitude, let longitude = fix.longitude, abs(latitude.rawValue) <= 90,
            abs(longitude.rawValue) <= 180
        {
            return
        }
        fix.latitude = nil
        fix.longitude = nil
        note(.badPosition)
    }

    private mutating func screen<Value>(
        _ field: WritableKeyPath<Fix, Value?>, _ fault: Fix.Fault, _ isPossible: (Value) -> Bool
    ) {
        guard let value = fix[keyPath: field], !isPossible(value) else { return }
        fix[keyPath: field] = nil
        note(fault)
    }

    private mutating func note(_ fault: Fix.Fault) {
        if !faults.contains(fault) { faults.append(fault) }
    }
}
