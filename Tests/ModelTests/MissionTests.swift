// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct MissionTests {
    @Test(arguments: [
        ("pace=5:00,tolerance=15,distance=5km", "pace=5:00,tolerance=15,distance=5km"),
        ("distance=800m,pace=300", "pace=5:00,tolerance=15,distance=800m"),
        ("hr=150,tolerance=10,distance=10km", "hr=150,tolerance=10,distance=10km"),
        ("hr=150", "hr=150,tolerance=10"),
        ("hr=150,indoor", "hr=150,tolerance=10,indoor"),
        ("indoor,hr=150,tolerance=5", "hr=150,tolerance=5,indoor"),
        ("pace=4:30,distance=21.0975km", "pace=4:30,tolerance=15,distance=21.0975km"),
    ])
    func readsAndWritesASpec(_ spec: String, _ canonical: String) throws {
        #expect(try Mission(spec: spec).spec == canonical)
    }

    @Test func indoorIsAWordAndNoKey() {
        do {
            _ = try Mission(spec: "hr=150,indoor=yes")
            Issue.record("it was taken")
        } catch {
            #expect(error.description.contains("'indoor' stands alone"))
        }
    }

    @Test(
        arguments: [
            ("", .syntax), ("pace", .syntax), ("pace=", .syntax), ("pace=5:60", .syntax), ("pace=5:00,hr=150", .syntax),
            ("tolerance=15", .syntax), ("pace=5:00,pace=5:00", .syntax), ("pace=5:00,colour=red", .syntax),
            ("pace=5:00,distance=5", .syntax), ("pace=5:00,distance=5 km", .syntax), ("pace=nan", .syntax),
            ("pace=5:00,tolerance=x", .syntax), ("pace=0:10", .pace), ("pace=30:00", .pace), ("pace=-300", .pace),
            ("pace=5:00,tolerance=0", .paceTolerance), ("pace=5:00,tolerance=-15", .paceTolerance),
            ("pace=5:00,tolerance=300", .paceTolerance), ("hr=20", .heartRate), ("hr=300", .heartRate),
            ("hr=150,tolerance=0", .heartRateTolerance), ("hr=150,tolerance=150", .heartRateTolerance),
            ("pace=5:00,distance=5m", .distance), ("pace=5:00,distance=5000km", .distance),
            ("pace=5:00,distance=-5km", .distance), ("pace=5:00,distance=1e400km", .syntax),
            ("pace=5:00,indoor", .indoor), ("hr=150,distance=5km,indoor", .indoor), ("indoor", .indoor),
            ("hr=150,indoor,indoor", .syntax), ("hr=150,indoor=yes", .syntax), ("hr=150,indoors", .syntax),
        ] as [(String, MissionError.Code)])
    func refusesWhatNobodyCanFly(_ spec: String, _ code: MissionError.Code) {
        do {
            _ = try Mission(spec: spec)
            Issue.record("'\(spec)' was taken")
        } catch {
            #expect(error.code == code)
            #expect(error.description.contains("write"))
        }
    }
}
