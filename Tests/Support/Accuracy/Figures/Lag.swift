// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// How late a shown speed is.
public enum Lag {
    /// The shift in seconds, −1 ... 15, by which the true speed fits the shown one best.
    public static func ofSpeed(_ truth: [Trial.Truth], _ readings: [Reading]) -> Double {
        let speeds = Polyline(x: truth.map(\.time), y: truth.map(\.speed))
        var best = (error: Double.infinity, shift: 0.0)
        for tenths in -10..<150 {
            let shift = Double(tenths) / 10
            var error = 0.0
            // What is shown first is still finding its way.
            for index in truth.indices.dropFirst(40) {
                let difference = readings[index].speed - speeds[truth[index].time - shift]
                error += difference * difference
            }
            if error < best.error { best = (error, shift) }
        }
        return best.shift
    }

    /// Of the starts from standing: the median time from the runner's reaching nine tenths of the new speed to its
    /// showing, in seconds; 25 where it did not show. nil without such starts.
    public static func ofStarts(_ truth: [Trial.Truth], _ readings: [Reading]) -> Double? {
        var lags: [Double] = []
        for start in truth.indices.dropLast() where truth[start].speed < 0.05 && truth[start + 1].speed >= 0.05 {
            guard let end = truth.firstIndex(where: { $0.time >= truth[start].time + 25 }) else { continue }
            let target = truth[max(start, end - 8)..<end].map(\.speed).median
            guard target >= 2 else { continue }
            let reached = (start..<end).first { truth[$0].speed >= 0.9 * target }
            let shown = (start..<end).first { readings[$0].speed >= 0.9 * target }
            lags.append(reached.flatMap { reached in shown.map { truth[$0].time - truth[reached].time } } ?? 25)
        }
        return lags.isEmpty ? nil : lags.median
    }
}
