// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayEngine
import RunwayModel

/// What `runway tune` prints.
struct TuneText {
    struct Flight {
        var name: String
        var was: AlertTrial
        var wouldBe: AlertTrial?
    }

    /// For programs.
    struct Document: Encodable {
        struct Side: Encodable {
            var figures: AlertFigures
            var calls: [AlertTrial.Call]
        }

        struct Part: Encodable {
            var flight: String
            var was: Side
            var wouldBe: Side?

            private enum CodingKeys: String, CodingKey {
                case flight, was
                case wouldBe = "would_be"
            }
        }

        var flights: [Part]
        var was: AlertFigures
        var wouldBe: AlertFigures?

        private enum CodingKeys: String, CodingKey {
            case flights, was
            case wouldBe = "would_be"
        }
    }

    let flights: [Flight]

    private var was: AlertFigures { flights.reduce(AlertFigures()) { $0 + $1.was.figures } }

    private var wouldBe: AlertFigures? {
        guard flights.contains(where: { $0.wouldBe != nil }) else { return nil }
        return flights.reduce(AlertFigures()) { $0 + ($1.wouldBe?.figures ?? AlertFigures()) }
    }

    var document: Document {
        func side(_ trial: AlertTrial) -> Document.Side {
            Document.Side(figures: trial.figures, calls: trial.calls)
        }
        return Document(
            flights: flights.map {
                Document.Part(flight: $0.name, was: side($0.was), wouldBe: $0.wouldBe.map(side))
            }, was: was, wouldBe: wouldBe)
    }

    var lines: [String] {
        var lines: [String] = []
        for flight in flights {
            lines.append(flight.name)
            lines += figures(flight.was.figures, flight.wouldBe?.figures)
            lines += calls(flight)
            lines.append("")
        }
        if flights.count > 1 {
            lines.append("all \(flights.count) flights")
            lines += figures(was, wouldBe)
        } else {
            lines.removeLast()
        }
        return lines
    }

    private func figures(_ was: AlertFigures, _ wouldBe: AlertFigures?) -> [String] {
        [
            line("", "was", wouldBe.map { _ in "would be" }),
            line("hours judged", Text.fixed(was.hours, 2), wouldBe.map { Text.fixed($0.hours, 2) }),
            line("OVERSPEED an hour", rate(was, "overspeed"), wouldBe.map { rate($0, "overspeed") }),
            line("SINK RATE an hour", rate(was, "sinkRate"), wouldBe.map { rate($0, "sinkRate") }),
            line(
                "false an hour", number(was.perHour(was.falseCalls)), wouldBe.map { number($0.perHour($0.falseCalls)) }),
            line("episodes, missed", episodes(was), wouldBe.map(episodes)),
            line("median latency, s", number(was.medianLatency), wouldBe.map { number($0.medianLatency) }),
        ]
    }

    private func line(_ name: String, _ was: String, _ wouldBe: String?) -> String {
        "  " + Text.padded(name, 20) + Text.right(was, 12) + (wouldBe.map { Text.right($0, 12) } ?? "")
    }

    private func rate(_ figures: AlertFigures, _ kind: String) -> String {
        number(figures.perHour(figures.calls[kind] ?? 0))
    }

    private func episodes(_ figures: AlertFigures) -> String { "\(figures.episodes), \(figures.missed)" }

    private func number(_ value: Double?) -> String { value.map { Text.fixed($0, 1) } ?? "-" }

    /// What was said, side by side; what is said within three seconds on both sides is one line.
    private func calls(_ flight: Flight) -> [String] {
        var rest = flight.wouldBe?.calls ?? []
        var rows: [(t: Double, was: String, wouldBe: String)] = []
        for call in flight.was.calls {
            let index = rest.firstIndex { $0.kind == call.kind && abs($0.t - call.t) <= 3 }
            rows.append((call.t, call.text, index.map { rest.remove(at: $0).text } ?? ""))
        }
        rows += rest.map { ($0.t, "", $0.text) }
        return rows.sorted { $0.t < $1.t }.map { row in
            let was = Text.padded(String(row.was.prefix(38)), 40)
            return Text.right(Text.time(Seconds(row.t)), 9) + "  "
                + (flight.wouldBe == nil ? row.was : was + row.wouldBe)
        }
    }
}
