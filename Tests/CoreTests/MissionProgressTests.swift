// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayCore
import RunwayModel
import TestSupport
import Testing

struct MissionProgressTests {
    private func progress(
        _ spec: String, distance: Double = 0, active: Double = 0
    ) throws -> MissionProgress {
        try #require(
            MissionProgress(try Mission(spec: spec), distance: Metres(distance), active: Seconds(active)))
    }

    /// The numbers of the steps that end.
    private func ended(_ progress: inout MissionProgress, _ distance: Double, _ active: Double) -> [Int] {
        advance(&progress, distance, active).map(\.from.index)
    }

    private func advance(_ progress: inout MissionProgress, _ distance: Double, _ active: Double) -> [MissionProgress
        .Change]
    {
        progress.advance(distance: Metres(distance), active: Seconds(active))
    }

    @Test func aPlainMissionHasNoSteps() throws {
        #expect(MissionProgress(try Mission(spec: "pace=5:00,distance=5km")) == nil)
    }

    @Test func beginsWithTheFirstStep() throws {
        let progress = try progress("warm-up 10min + 800m@pace=3:45 + 400m")
        #expect(progress.current?.index == 1 && progress.count == 3)
        #expect(progress.current?.step.label == .warmUp)
        #expect(progress.current?.target == nil)
        #expect(progress.remaining == .time(Seconds(600)))
        #expect(progress.timeDeadline == Seconds(600))
        #expect(!progress.isComplete)
    }

    @Test func aStepEndsByItsTimeAndTheNextByItsDistance() throws {
        var progress = try progress("warm-up 10min + 800m@pace=3:45 + 400m")
        let none = ended(&progress, 1998, 599)
        #expect(none.isEmpty)
        #expect(progress.remaining == .time(Seconds(1)))
        // At 600 s, a quarter of the way between the two looks.
        let first = advance(&progress, 2010, 603)
        #expect(first.map(\.from.index) == [1])
        #expect(first.map(\.to?.index) == [2])
        #expect(first.map(\.count) == [3])
        #expect(first.map(\.distance) == [Metres(2001)])
        #expect(first.map(\.active) == [Seconds(600)])
        #expect(first.map(\.covered) == [Metres(2001)])
        #expect(first.map(\.taken) == [Seconds(600)])
        let target = Mission.Target.pace(SecondsPerKilometre(225), tolerance: SecondsPerKilometre(15))
        #expect(progress.current?.target == target)
        #expect(progress.timeDeadline == nil)
        #expect(progress.remaining == .distance(Metres(791)))
        // 2801 m: 1 m before the second look's 2802 m.
        let second = advance(&progress, 2802, 763)
        #expect(second.map(\.distance) == [Metres(2801)])
        #expect(second.map(\.covered) == [Metres(800)])
        let late = 160.0 / 792
        let active = try #require(second.first).active.rawValue
        #expect(abs(active - 763 + late) < 1e-9)
        let third = advance(&progress, 3201, 900)
        #expect(third.count == 1)
        #expect(third.first?.to == nil)
        #expect(progress.isComplete)
        #expect(progress.current == nil)
        #expect(progress.remaining == nil)
        #expect(progress.timeDeadline == nil)
        let after = ended(&progress, 9000, 9000)
        #expect(after.isEmpty)
    }

    @Test func severalStepsEndInOneCall() throws {
        var progress = try progress("2x(100m + 20s) + 100m + 100m")
        // 5 m/s all the way: 100 m are 20 s.
        let changes = advance(&progress, 550, 110)
        #expect(changes.map(\.from.index) == [1, 2, 3, 4, 5])
        #expect(changes.map(\.to?.index) == [2, 3, 4, 5, 6])
        for (index, change) in changes.enumerated() {
            let steps = Double(index + 1)
            #expect(abs(change.distance.rawValue - steps * 100) < 1e-9)
            #expect(abs(change.active.rawValue - steps * 20) < 1e-9)
        }
        #expect(progress.current?.index == 6)
        #expect(progress.remaining == .distance(Metres(50)))
    }

    @Test func aMissionSetInTheAirBeginsThere() throws {
        var progress = try progress("10s + 100m", distance: 5000, active: 1500)
        #expect(progress.timeDeadline == Seconds(1510))
        let none = ended(&progress, 5020, 1505)
        #expect(none.isEmpty)
        let first = advance(&progress, 5040, 1510)
        #expect(first.map(\.distance) == [Metres(5040)])
        #expect(first.map(\.covered) == [Metres(40)])
        #expect(progress.remaining == .distance(Metres(100)))
        let last = ended(&progress, 5140, 1540)
        #expect(last == [2])
        #expect(progress.isComplete)
    }

    /// A distance that stands still, and one that comes late in one jump.
    @Test func timeGoesOnWhileTheDistanceStands() throws {
        var progress = try progress("10s + 10s + 100m")
        let first = advance(&progress, 0, 10)
        #expect(first.map(\.covered) == [.zero])
        let second = ended(&progress, 0, 20)
        #expect(second == [2])
        let last = advance(&progress, 200, 60)
        #expect(last.map(\.distance) == [Metres(100)])
        #expect(last.map(\.active) == [Seconds(40)])
    }

    /// A look twice at the same place, or at one that was corrected.
    @Test func nothingGoesBack() throws {
        var progress = try progress("100m + 10s + 100m")
        let looks = [(90.0, 30.0), (80, 29)].flatMap { ended(&progress, $0.0, $0.1) }
        #expect(looks.isEmpty)
        #expect(progress.remaining == .distance(Metres(10)))
        // The rest of the distance within no time.
        let first = advance(&progress, 100, 30)
        #expect(first.map(\.active) == [Seconds(30)])
        let none = ended(&progress, 100, 30)
        #expect(none.isEmpty)
        #expect(progress.timeDeadline == Seconds(40))
    }

    /// Instants are whole nanoseconds: a timer for the deadline rings a fraction of one before it.
    @Test func aTimerForTheDeadlineEndsTheStep() throws {
        var progress = try progress("33.3333333333s + 10s")
        let deadline = try #require(progress.timeDeadline)
        let instant = Double(deadline.nanoseconds) / 1e9
        #expect(instant < deadline.rawValue)
        let first = ended(&progress, 0, instant)
        #expect(first == [1])
        let none = ended(&progress, 0, instant)
        #expect(none.isEmpty)
        #expect(progress.timeDeadline == deadline + Seconds(10))
    }

    @Test func itSurvivesARestart() throws {
        var progress = try progress("warm-up 10min + 6x(800m@pace=3:45,tolerance=10 + 400m@hr=130)")
        _ = advance(&progress, 2123.4, 700.5)
        let text = try JSON.encode(progress)
        var other = try JSON.decode(MissionProgress.self, from: text)
        #expect(other == progress)
        let changes = advance(&progress, 2700, 1200)
        let others = advance(&other, 2700, 1200)
        #expect(changes.count == 1)
        #expect(changes == others)
        let broken = String(decoding: text, as: UTF8.self).replacing(#""ended":1"#, with: #""ended":14"#)
        #expect(broken != String(decoding: text, as: UTF8.self))
        #expect(throws: DecodingError.self) { try JSON.decode(MissionProgress.self, from: broken) }
    }

    /// A runner whose speed changes, and who stands for a while.
    private static func course(seed: UInt64) -> [(distance: Double, active: Double)] {
        var generator = SplitMix64(seed: seed)
        var speed = 3.5
        var distance = 0.0
        var places: [(Double, Double)] = [(0, 0)]
        for tick in 1...36_000 {
            if tick % 50 == 0 { speed = min(6, max(1.5, speed + Double.random(in: -1...1, using: &generator))) }
            let isStanding = tick % 3000 > 2800
            distance += isStanding ? 0 : speed / 10
            places.append((distance, Double(tick) / 10))
        }
        return places
    }

    /// The changes of a course that is looked at every so many tenths of a second.
    private func changes(_ spec: String, _ course: [(distance: Double, active: Double)], every stride: Int) throws
        -> [MissionProgress.Change]
    {
        var progress = try progress(spec)
        var changes: [MissionProgress.Change] = []
        for index in Swift.stride(from: 0, to: course.count, by: stride) {
            changes += advance(&progress, course[index].distance, course[index].active)
        }
        #expect(progress.isComplete)
        return changes
    }

    @Test(arguments: [
        "warm-up 5min + 6x(400m@pace=3:45 + recovery 60s) + 8x(100m + 50m) + cool-down 1km", "40x(10s + 50m)",
        "100x(10s)", "50x(50m)", "10x(33.3s + 77.7m)",
    ])
    func looksOftenOrSeldomTellTheSame(_ spec: String) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let course = MissionProgressTests.course(seed: seed)
            let fine = try changes(spec, course, every: 1)
            let coarse = try changes(spec, course, every: 10)
            #expect(fine.map(\.from) == coarse.map(\.from) && fine.map(\.to) == coarse.map(\.to))
            var worst = (metres: 0.0, seconds: 0.0)
            for (one, other) in zip(fine, coarse) {
                worst.metres = max(worst.metres, (one.distance - other.distance).magnitude.rawValue)
                if case .time = one.from.step.extent { continue }
                worst.seconds = max(worst.seconds, (one.active - other.active).magnitude.rawValue)
            }
            // Within one piece: a second, or what is run in one, however many steps there were before.
            #expect(worst.metres <= 6 && worst.seconds <= 1, "\(worst)")
            for changes in [fine, coarse] {
                // Nothing is lost at the boundaries: the steps together are the way and the time.
                let last = try #require(changes.last)
                let covered = changes.map(\.covered.rawValue).reduce(0, +)
                let taken = changes.map(\.taken.rawValue).reduce(0, +)
                #expect(abs(covered - last.distance.rawValue) < 1e-6)
                #expect(abs(taken - last.active.rawValue) < 1e-6)
                for change in changes {
                    switch change.from.step.extent {
                    case .distance(let length): #expect((change.covered - length).magnitude < Metres(1e-9))
                    case .time(let length): #expect((change.taken - length).magnitude < Seconds(1e-9))
                    }
                }
            }
        }
    }

    /// Each boundary lies on the course itself, between the two looks around it.
    @Test func boundariesLieOnTheCourse() throws {
        let course = MissionProgressTests.course(seed: 7)
        for change in try changes("40x(10s + 50m)", course, every: 10) {
            let second = Int(change.active.rawValue)
            let before = course[second * 10]
            let after = course[min(second * 10 + 10, course.count - 1)]
            #expect((before.distance - 1e-6...after.distance + 1e-6).contains(change.distance.rawValue))
        }
    }
}
