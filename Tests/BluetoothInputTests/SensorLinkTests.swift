// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import TestSupport
import Testing

@testable import BluetoothInput

@Suite("The link to a sensor")
struct SensorLinkTests {
    private typealias Action = SensorLink.Action

    private let path = LinkFlight.path
    private let characteristic = LinkFlight.characteristic

    @Test("from the start to the first value, which alone is the proof")
    func firstFlight() {
        var flight = LinkFlight()
        #expect(flight.send(.start) == [.report(.connecting, .notSeen), .scan(true)])
        #expect(flight.see(nil) == [])
        #expect(flight.see(LinkFlight.strap(heard: true)) == [.scan(false), .connect(path: path, attempt: 1)])
        // Connected before the reply, and for a moment only, perhaps (B45).
        #expect(flight.see(LinkFlight.strap(connected: true)) == [])
        #expect(flight.send(.connected(attempt: 1, nil)) == [])
        let subscribe = Action.subscribe(characteristic: characteristic, attempt: 1)
        #expect(flight.see(LinkFlight.strap(connected: true, resolved: true)) == [subscribe])
        #expect(flight.send(.subscribed(attempt: 1, nil)) == [])
        #expect(!flight.link.isUp)
        #expect(flight.send(.value(wellFormed: true)) == [.report(.up, nil)])
        #expect(flight.link.isUp)
        #expect(flight.send(.value(wellFormed: true)) == [])
        #expect(flight.link.address == "AA")
    }

    @Test("objects may be there before the reply, and before the services are said to be resolved")
    func lateAndEarly() {
        var flight = LinkFlight()
        flight.send(.start)
        flight.see(LinkFlight.strap(heard: true))
        flight.see(LinkFlight.strap(connected: true, resolved: true))
        let actions = flight.send(.connected(attempt: 1, nil))
        #expect(actions == [.subscribe(characteristic: characteristic, attempt: 1)])

        // Connected, says the reply; and gone again by then, says the property that came before it.
        var brief = LinkFlight()
        brief.send(.start)
        brief.see(LinkFlight.strap(heard: true))
        brief.see(LinkFlight.strap(connected: true))
        brief.see(LinkFlight.strap())
        #expect(brief.send(.connected(attempt: 1, nil)) == [.report(.down, .closed)])
    }

    @Test("what is connected already is taken as it is: by a program that was killed, or by another")
    func connectedAlready() {
        var flight = LinkFlight()
        flight.send(.start)
        let actions = flight.see(LinkFlight.strap(connected: true, resolved: true))
        #expect(actions == [.scan(false), .subscribe(characteristic: characteristic, attempt: 1)])
    }

    @Test("a sensor that is only remembered is not connected to")
    func memory() {
        var flight = LinkFlight(address: "AA")
        flight.send(.start)
        #expect(flight.see(LinkFlight.strap(heard: false)) == [])
    }

    @Test("dropped after a steady while: taken up at once, without a scan, and said once each way")
    func drop() {
        var flight = LinkFlight.streaming()
        for _ in 0..<20 {
            flight.wait(1)
            flight.send(.value(wellFormed: true))
        }
        #expect(flight.see(LinkFlight.strap()) == [.report(.down, .closed)])
        #expect(flight.wait(0.1) == [.connect(path: path, attempt: 2)])
        flight.see(LinkFlight.strap(connected: true))
        flight.send(.connected(attempt: 2, nil))
        let subscribe = Action.subscribe(characteristic: characteristic, attempt: 2)
        #expect(flight.see(LinkFlight.strap(connected: true, resolved: true)) == [subscribe])
        #expect(flight.send(.value(wellFormed: true)) == [.report(.up, nil)])
    }

    @Test("dropped and gone: after one attempt it is scanned for, with pauses, and connected to when heard")
    func gone() {
        var flight = LinkFlight.streaming()
        flight.wait(6)
        flight.send(.value(wellFormed: true))
        flight.see(LinkFlight.strap())
        flight.wait(0.1)
        #expect(flight.send(.connected(attempt: 2, .connectFailed)) == [])
        #expect(flight.wait(1) == [.scan(true)])
        flight.see(nil)
        let scans = flight.wait(600).filter { $0 == .scan(true) }.count
        #expect((25...60).contains(scans))
        #expect(flight.log.filter { $0.action == .connect(path: path, attempt: 2) }.count == 1)
        // It comes back under another path.
        let other = "/org/bluez/hci1/dev_AA"
        flight.wait(3)
        let actions = flight.see(LinkFlight.strap(other, heard: true))
        #expect(actions.contains(.connect(path: other, attempt: 3)))
        #expect(flight.log.filter { $0.action == .report(.down, .closed) }.count == 1)
    }

    @Test("one that drops after a moment waits longer each time")
    func flapping() {
        var flight = LinkFlight()
        flight.send(.start)
        var attempts: [Double] = []
        for attempt in 1...9 {
            while flight.see(LinkFlight.strap(heard: true)).isEmpty, flight.link.path == nil { flight.wait(0.1) }
            attempts.append((flight.now - Instant(nanoseconds: 0)).rawValue)
            flight.see(LinkFlight.strap(connected: true))
            flight.send(.connected(attempt: attempt, nil))
            flight.see(LinkFlight.strap(connected: true, resolved: true))
            flight.send(.value(wellFormed: true))
            flight.wait(1)
            flight.see(LinkFlight.strap())
            flight.see(nil)
        }
        let waits = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
        #expect(waits[0] < 2)
        #expect(waits[7] > 25 && waits[7] < 40)
    }

    @Test("an attempt that fails is tried again at once, then more and more seldom")
    func backoff() {
        var flight = LinkFlight()
        flight.send(.start)
        flight.see(LinkFlight.strap(heard: true))
        for attempt in 1...12 {
            flight.send(.connected(attempt: attempt, .connectFailed))
            flight.wait(40)
        }
        let times = flight.log.compactMap { entry in
            if case .connect = entry.action { entry.second } else { nil }
        }
        #expect(times.count == 13)
        #expect(flight.log.filter { $0.action == .report(.down, .connectFailed) }.count == 1)
    }

    @Test("a connection that is not made in time is cancelled, and tried again")
    func connectTimeout() {
        var flight = LinkFlight()
        flight.send(.start)
        flight.see(LinkFlight.strap(heard: true))
        let actions = flight.wait(30)
        #expect(actions.contains(.disconnect(path: path)))
        #expect(actions.contains(.report(.down, .connectFailed)))
        #expect(flight.wait(1).contains(.connect(path: path, attempt: 2)))
        // The late reply to the first call says nothing about the second.
        #expect(flight.send(.connected(attempt: 1, nil)) == [])
    }

    @Test("services that never resolve end the connection")
    func unresolved() {
        var flight = LinkFlight()
        flight.send(.start)
        flight.see(LinkFlight.strap(heard: true))
        flight.see(LinkFlight.strap(connected: true))
        flight.send(.connected(attempt: 1, nil))
        #expect(flight.wait(29) == [])
        #expect(flight.wait(2) == [.report(.down, .unresolved), .disconnect(path: path)])
        // Not before it is off the link.
        #expect(flight.wait(1) == [])
        #expect(flight.see(LinkFlight.strap()) == [])
        #expect(flight.wait(1) == [.scan(true)])
    }

    @Test("services without the one that is wanted end the connection after a moment")
    func notOffered() {
        var flight = LinkFlight()
        flight.send(.start)
        flight.see(LinkFlight.strap(heard: true))
        flight.see(LinkFlight.strap(connected: true, resolved: true, offers: false))
        flight.send(.connected(attempt: 1, nil))
        #expect(flight.wait(4) == [.report(.down, .notOffered), .disconnect(path: path)])
    }

    @Test("subscribed and silent: once more, then from the connection on")
    func silent() {
        var flight = LinkFlight.streaming()
        #expect(
            flight.wait(11) == [
                .report(.down, .silent), .unsubscribe(characteristic: characteristic),
                .subscribe(characteristic: characteristic, attempt: 2),
            ])
        // The first subscription's late error says nothing about the second.
        #expect(flight.send(.subscribed(attempt: 1, .connectFailed)) == [])
        #expect(flight.wait(10) == [.disconnect(path: path)])
    }

    @Test("a subscription that works again after it was renewed is up again")
    func renewed() {
        var flight = LinkFlight.streaming()
        flight.wait(11)
        #expect(flight.send(.value(wellFormed: true)) == [.report(.up, nil)])
        #expect(flight.wait(9) == [])
    }

    @Test("rubbish is no proof of life, and named as what it is")
    func malformed() {
        var flight = LinkFlight.streaming()
        flight.wait(5)
        flight.send(.value(wellFormed: false))
        let actions = flight.wait(16)
        #expect(actions.contains(.report(.down, .malformed)))
        #expect(actions.contains(.disconnect(path: path)))
    }

    @Test("no radio: said as what it is; back with it", arguments: LinkReason.allCases.filter(\.isRadio))
    func radio(_ reason: LinkReason) {
        var flight = LinkFlight()
        flight.send(.start)
        #expect(flight.see(nil, obstacle: reason) == [.scan(false)])
        #expect(flight.see(nil, obstacle: reason) == [])
        #expect(flight.wait(3600) == [.report(.down, reason)])
        #expect(flight.see(nil) == [.report(.connecting, .notSeen), .scan(true)])
    }

    @Test("the radio goes while streaming, and what it is changes")
    func radioGoes() {
        var flight = LinkFlight.streaming()
        #expect(flight.see(nil, obstacle: .off) == [.disconnect(path: path), .report(.down, .off)])
        #expect(flight.see(nil, obstacle: .noAdapter) == [])
        #expect(flight.wait(3) == [.report(.down, .noAdapter)])
        #expect(flight.see(nil, obstacle: .noService) == [])
        #expect(flight.wait(3) == [.report(.down, .noService)])
        #expect(flight.see(nil) == [.report(.connecting, .notSeen), .scan(true)])
        // Bound to the strap that delivered before.
        #expect(flight.link.address == "AA")
    }

    @Test("what is over in a moment is not said")
    func settles() {
        var flight = LinkFlight()
        flight.send(.start)
        flight.see(nil, obstacle: .noService)
        flight.wait(1)
        flight.see(nil, obstacle: .off)
        flight.wait(1)
        #expect(flight.see(nil) == [.scan(true)])
    }

    @Test("a refusal that looks like the radio's never stops the trying")
    func refusal() {
        for reason in LinkReason.allCases {
            var flight = LinkFlight()
            flight.send(.start)
            flight.see(LinkFlight.strap(heard: true))
            flight.send(.connected(attempt: 1, reason))
            flight.see(LinkFlight.strap(heard: true))
            #expect(flight.wait(60).contains(.connect(path: path, attempt: 2)), "\(reason)")
        }
    }

    @Test("the sensor tells its services anew: subscribed to again under the new path")
    func newServices() {
        var flight = LinkFlight.streaming()
        flight.see(LinkFlight.strap(connected: true))
        #expect(flight.link.characteristic == nil)
        var strap = LinkFlight.strap(connected: true, resolved: true)
        strap.characteristic = path + "/service0020/char0021"
        let actions = flight.see(strap)
        #expect(actions == [.subscribe(characteristic: path + "/service0020/char0021", attempt: 1)])
    }

    @Test("a scan that fails once is not said, one that goes on failing is, and so is its end")
    func scanFails() {
        var flight = LinkFlight()
        flight.send(.start)
        #expect(flight.send(.scan(.off)) == [])
        #expect(flight.send(.scan(.off)) == [.report(.down, .off)])
        #expect(flight.send(.scan(.off)) == [])
        #expect(flight.send(.scan(nil)) == [.report(.connecting, .notSeen)])
        #expect(flight.send(.scan(.denied)) == [.report(.down, .denied)])
        #expect(flight.send(.scan(nil)) == [.report(.connecting, .notSeen)])
        #expect(flight.send(.scan(.connectFailed)) == [])
        #expect(flight.send(.scan(.connectFailed)) == [.report(.down, .scanFailed)])
    }

    @Test("after an unheard scan it is said, once in an outage, that it is not heard")
    func notSeenOnce() {
        var flight = LinkFlight.streaming()
        flight.wait(6)
        flight.send(.value(wellFormed: true))
        #expect(flight.see(LinkFlight.strap()) == [.report(.down, .closed)])
        flight.wait(0.1)
        flight.send(.connected(attempt: 2, .connectFailed))
        flight.see(nil)
        let reports = flight.wait(200).filter { if case .report = $0 { true } else { false } }
        #expect(reports == [.report(.connecting, .notSeen)])
    }

    @Test("one that was found lets go of what is not heard any more; one that was configured never")
    func letsGo() {
        for address in [nil, "AA"] as [String?] {
            var flight = LinkFlight.streaming(address: address)
            flight.wait(6)
            flight.send(.value(wellFormed: true))
            flight.see(nil)
            flight.wait(200)
            #expect(flight.link.address == "AA")
            flight.wait(200)
            #expect(flight.link.address == address)
        }
    }

    @Test("a stop ends the connection, and nothing is done afterwards")
    func stop() {
        var flight = LinkFlight.streaming()
        #expect(flight.send(.stop) == [.disconnect(path: path)])
        #expect(flight.link.deadline == nil)
        #expect(flight.see(LinkFlight.strap(heard: true)) == [])
        var scanning = LinkFlight()
        scanning.send(.start)
        #expect(scanning.send(.stop) == [.scan(false)])
    }

    @Test("whatever comes in whatever order, it always waits for something and never asks for the impossible")
    func storm() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            var flight = LinkFlight()
            flight.send(.start)
            var isScanning = true
            for _ in 0..<60 {
                for action in flight.send(LinkStorm.event(using: &generator))
                    + flight.wait(LinkStorm.wait(using: &generator))
                {
                    switch action {
                    case .scan(let isWanted):
                        #expect(isScanning != isWanted)
                        isScanning = isWanted
                    case .connect: #expect(!isScanning)
                    default: break
                    }
                }
                #expect(flight.link.deadline != nil || LinkStorm.isGrounded(flight.link))
                if let deadline = flight.link.deadline { #expect(deadline > flight.now) }
            }
            // Once all is well it streams.
            flight.see(nil)
            flight.wait(100)
            for _ in 0..<400 where !flight.link.isUp {
                flight.wait(0.5)
                switch flight.link.path {
                case nil: flight.see(LinkFlight.strap(heard: true))
                case .some:
                    flight.see(LinkFlight.strap(connected: true))
                    for attempt in 1...200 { flight.send(.connected(attempt: attempt, nil)) }
                    flight.see(LinkFlight.strap(connected: true, resolved: true))
                    flight.send(.value(wellFormed: true))
                }
            }
            #expect(flight.link.isUp == true)
        }
    }
}
