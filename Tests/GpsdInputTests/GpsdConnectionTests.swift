// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import GpsdInput

/// Feeds a connection events at given seconds and writes down what it wants done.
private struct Script {
    var connection = GpsdConnection(jitter: { 1 })

    mutating func at(_ seconds: Double, _ event: GpsdConnection.Event) -> String {
        connection.handle(event, at: Instant(nanoseconds: 0) + Seconds(seconds)).map(name).joined(separator: " ")
    }

    var deadline: Double? { connection.deadline.map { ($0 - Instant(nanoseconds: 0)).rawValue } }

    /// Starts, and goes up at the given second.
    mutating func goUp(at seconds: Double) {
        _ = at(seconds, .start)
        _ = at(seconds, .resolved(count: 1))
        _ = at(seconds, .connected)
        _ = at(seconds, .received(bytes: 80))
        _ = at(seconds, .version)
    }

    private func name(_ action: GpsdConnection.Action) -> String {
        switch action {
        case .resolve: "resolve"
        case .connect(let address): "connect-\(address)"
        case .close: "close"
        case .watch: "watch"
        case .probe: "probe"
        case .report(let state, let reason):
            [state.rawValue, reason?.rawValue].compactMap { $0 }.joined(separator: ":")
        }
    }
}

struct GpsdConnectionTests {
    @Test func goesUpWhenGpsdIntroducesItself() {
        var script = Script()
        #expect(script.deadline == nil)
        #expect(script.at(0, .start) == "connecting resolve")
        #expect(script.at(0, .resolved(count: 2)) == "connect-0")
        #expect(script.deadline == 5)
        #expect(script.at(0.1, .connected) == "watch")
        #expect(!script.connection.isUp)
        #expect(script.at(0.2, .received(bytes: 300)) == "")
        #expect(script.at(0.2, .version) == "up")
        #expect(script.connection.isUp)
        #expect(script.at(0.3, .version) == "")
    }

    // B24: ::1 may not be there, or be all that is.
    @Test func triesAllAddressesInTurn() {
        var script = Script()
        _ = script.at(0, .start)
        #expect(script.at(0, .resolved(count: 3)) == "connect-0")
        #expect(script.at(0, .failed(.refused)) == "connect-1")
        #expect(script.at(4, .deadline) == "")
        #expect(script.at(5, .deadline) == "close connect-2")
        #expect(script.at(5, .failed(.unreachable)) == "down:unreachable")
        #expect(script.at(5.5, .deadline) == "resolve")
        #expect(script.at(5.5, .resolved(count: 1)) == "connect-0")
        #expect(script.at(5.5, .failed(.refused)) == "")
    }

    // B1, B2, B6: for ever, with growing waits up to a limit, and one report of each change.
    @Test func reconnectsForEver() {
        var script = Script()
        script.goUp(at: 0)
        #expect(script.at(1, .ended(.closed)) == "close down:closed")
        var waits: [Double] = []
        var now = 1.0
        for _ in 0..<50 {
            waits.append(((script.deadline! - now) * 1000).rounded() / 1000)
            now = script.deadline!
            #expect(script.at(now, .deadline) == "resolve")
            #expect(script.at(now, .resolved(count: 1)) == "connect-0")
            #expect(script.at(now, .failed(.refused)) == "")
        }
        #expect(waits.prefix(5) == [0.5, 1, 2, 3, 3] && waits.allSatisfy { $0 <= 3 })
        now = script.deadline!
        _ = script.at(now, .deadline)
        _ = script.at(now, .resolved(count: 1))
        #expect(script.at(now, .connected) == "watch")
        #expect(script.at(now, .version) == "up")
        #expect(script.at(now, .data) == "")
        // Data came: the first wait is short again.
        #expect(script.at(now + 1, .ended(.closed)) == "close down:closed")
        #expect(script.deadline == now + 1.5)
        #expect(script.connection.connections == 2)
    }

    @Test func waitsLessByTheJitter() {
        var script = Script(connection: GpsdConnection(jitter: { 0.75 }))
        _ = script.at(0, .start)
        #expect(script.at(0, .resolved(count: 0)) == "down:unresolved")
        #expect(script.deadline == 0.375)
    }

    // systemd accepts for a gpsd that is not there: success of connect is no sign of life.
    @Test func isNotUpByAConnectionAlone() {
        var script = Script()
        _ = script.at(0, .start)
        _ = script.at(0, .resolved(count: 1))
        #expect(script.at(0, .connected) == "watch")
        #expect(script.deadline == 10)
        #expect(script.at(10, .deadline) == "probe")
        #expect(script.deadline == 20)
        #expect(script.at(20, .deadline) == "close down:silent")
        #expect(script.deadline == 20.5)
    }

    // B4, B5, B7: half-open connections.
    @Test func asksWhenItIsSilentAndThenGivesUpTheConnection() {
        var script = Script()
        script.goUp(at: 0)
        #expect(script.at(3, .received(bytes: 1)) == "" && script.deadline == 13)
        #expect(script.at(13, .deadline) == "probe" && script.deadline == 23)
        #expect(script.at(23, .deadline) == "close down:silent" && script.deadline == 23.5)
    }

    @Test func staysUpWhileGpsdAnswersWithoutAReceiver() {
        var script = Script()
        script.goUp(at: 0)
        for second in stride(from: 10.0, to: 60, by: 10) {
            #expect(script.at(second, .deadline) == "probe")
            #expect(script.at(second, .received(bytes: 100)) == "")
            #expect(script.connection.isUp)
        }
    }

    // B4: gpsd may open a lost receiver again only for a new client.
    @Test func reopensInSilenceWhenNoReceiverReports() {
        var script = Script()
        script.goUp(at: 0)
        #expect(script.at(5, .received(bytes: 9)) == "" && script.at(5, .data) == "")
        for second in stride(from: 6.0, through: 60, by: 6) { #expect(script.at(second, .received(bytes: 100)) == "") }
        #expect(script.deadline == 65)
        #expect(script.at(65, .deadline) == "close resolve")
        #expect(script.at(65, .resolved(count: 1)) == "connect-0")
        #expect(script.at(65, .connected) == "watch")
        // It was up all the time as far as others know.
        #expect(script.at(65, .version) == "")
        #expect(script.deadline == 75)
    }

    @Test func saysSoWhenReopeningFails() {
        var script = Script()
        script.goUp(at: 0)
        for second in stride(from: 5.0, through: 55, by: 5) { _ = script.at(second, .received(bytes: 100)) }
        #expect(script.at(60, .deadline) == "close resolve")
        _ = script.at(60, .resolved(count: 1))
        #expect(script.at(60, .failed(.refused)) == "down:refused")
    }

    @Test func takesNothingElseForGpsd() {
        var slow = Script()
        _ = slow.at(0, .start)
        _ = slow.at(0, .resolved(count: 1))
        _ = slow.at(0, .connected)
        #expect(slow.at(1, .received(bytes: 20)) == "" && slow.deadline == 5)
        #expect(slow.at(1, .data) == "")
        #expect(slow.at(5, .deadline) == "close down:not-gpsd")
        var fast = Script()
        _ = fast.at(0, .start)
        _ = fast.at(0, .resolved(count: 1))
        _ = fast.at(0, .connected)
        for _ in 0..<4 { #expect(fast.at(0, .received(bytes: 16_384)) == "") }
        #expect(fast.at(0, .received(bytes: 16_384)) == "close down:not-gpsd")
    }

    @Test func reportsAResolverThatHangsAndWaitsForIt() {
        var script = Script()
        _ = script.at(0, .start)
        #expect(script.deadline == 5)
        #expect(script.at(5, .deadline) == "down:unresolved")
        #expect(script.deadline == nil)
        #expect(script.at(40, .resolved(count: 1)) == "connect-0")
    }

    @Test func doesNothingAfterTheStop() {
        var script = Script()
        script.goUp(at: 0)
        #expect(script.at(1, .stop) == "close")
        #expect(script.deadline == nil)
        for event: GpsdConnection.Event in [
            .resolved(count: 1), .connected, .received(bytes: 1), .version, .data, .ended(.closed), .deadline,
            .failed(.refused),
        ] {
            #expect(script.at(100, event) == "")
        }
    }

    @Test func ignoresWhatBelongsToAnEarlierState() {
        var script = Script()
        _ = script.at(0, .start)
        #expect(script.at(0, .connected) == "" && script.at(0, .version) == "" && script.at(0, .ended(.closed)) == "")
        #expect(script.at(0, .resolved(count: 1)) == "connect-0")
        #expect(script.at(0, .resolved(count: 1)) == "" && script.at(0, .start) == "")
    }
}

struct GpsdConfigurationTests {
    @Test(
        arguments: [
            (nil, "?WATCH={\"enable\":true,\"json\":true};\n"),
            ("/dev/gps0", "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/gps0\"};\n"),
            ("a\"b\\c\n;d", "?WATCH={\"enable\":true,\"json\":true,\"device\":\"a\\\"b\\\\c;d\"};\n"),
        ] as [(String?, String)])
    func asksForTheReports(device: String?, command: String) {
        let configuration = GpsdConfiguration(device: device)
        #expect(configuration.watchCommand == command)
        #expect(configuration.probeCommand == "?DEVICES;\n" + command)
    }
}
