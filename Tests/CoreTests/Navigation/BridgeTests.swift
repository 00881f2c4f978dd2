// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Testing

@testable import RunwayCore

struct BridgeTests {
    struct Case: Sendable {
        var name: String
        var chord: Double
        var interval = 60.0
        var before: Double?
        var after: Double?
        var hasDoppler = true
        /// nil: not to be believed.
        var way: ClosedRange<Double>?
        var isStraight = false
    }

    static let cases: [Case] = [
        Case(name: "a straight tunnel", chord: 180, before: 3, after: 3, way: 180...180, isStraight: true),
        Case(
            name: "the same, positions off by 15 m", chord: 195, before: 3, after: 3, way: 180...180, isStraight: true),
        Case(name: "by positions alone", chord: 170, before: 3, after: 3, hasDoppler: false, way: 170...180),
        Case(name: "round a block", chord: 20, before: 3, after: 3, way: 20...70),
        Case(name: "waited for ten minutes", chord: 30, interval: 600, before: 1.2, after: 1.2, way: 30...90),
        Case(name: "faster than before", chord: 250, before: 3, after: 3, way: 250...250),
        Case(name: "stood, and stands elsewhere", chord: 60, before: 0, after: 0, way: 60...60),
        Case(name: "stood and stands", chord: 12, before: 0, after: 0, way: 0...0),
        Case(name: "a line and no speed", chord: 100, way: 100...100),
        Case(name: "nobody runs so", chord: 700, before: 3, after: 3),
        Case(name: "a cyclist", chord: 600, before: 10, after: 10, way: 600...600, isStraight: true),
        Case(name: "speeds beyond belief", chord: 100, before: 3, after: 20, way: 100...100),
    ]

    @Test(arguments: cases)
    func theWayOverAGapIsAsFarAsBothWitnessesSay(_ item: Case) {
        let bridge = Bridge(
            chord: item.chord, over: item.interval, before: item.before, after: item.after,
            hasDoppler: item.hasDoppler, positionError: 4)
        guard let bridge, let way = item.way else {
            #expect((bridge == nil) == (item.way == nil), "\(item.name)")
            return
        }
        #expect(way.contains(bridge.way), "\(item.name): \(bridge.way)")
        #expect(bridge.isStraight == item.isStraight, "\(item.name)")
        #expect(bridge.variance.isFinite && bridge.variance >= 0)
    }

    /// The farther the witnesses are apart, the less is certain.
    @Test func theErrorGrowsWithTheDisagreement() {
        let deviations = [180, 100, 20].map { chord in
            Bridge(chord: chord, over: 60, before: 3, after: 3, hasDoppler: true, positionError: 4)?.variance ?? 0
        }
        #expect(deviations[0] < deviations[1] && deviations[1] < deviations[2])
    }
}
