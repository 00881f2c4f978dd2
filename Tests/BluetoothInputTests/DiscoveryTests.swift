// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Testing

@testable import BluetoothInput

@Suite("The scan that all links share")
struct DiscoveryTests {
    private let heartRate = Discovery.Filter(services: ["180d"])
    private let everything = Discovery.Filter(services: nil)

    @Test("begins when wanted, ends when not")
    func simple() {
        var discovery = Discovery()
        #expect(discovery.want(nil, isHeldBack: false) == [])
        #expect(discovery.want(heartRate, isHeldBack: false) == [.start(heartRate)])
        #expect(discovery.want(heartRate, isHeldBack: false) == [])
        #expect(discovery.started(true) == [])
        #expect(discovery.want(nil, isHeldBack: false) == [.stop])
        #expect(discovery.stopped() == [])
    }

    @Test("a connection waits for the end of the scan, which goes on afterwards (B46)")
    func heldBack() {
        var discovery = Discovery()
        _ = discovery.want(heartRate, isHeldBack: false)
        // In the midst of its start.
        #expect(discovery.want(heartRate, isHeldBack: true) == [])
        #expect(discovery.started(true) == [.stop])
        #expect(discovery.stopped() == [.release])
        #expect(discovery.want(heartRate, isHeldBack: false) == [.start(heartRate)])
    }

    @Test("without a scan a connection begins at once")
    func atOnce() {
        var discovery = Discovery()
        #expect(discovery.want(nil, isHeldBack: true) == [.release])
        #expect(discovery.want(nil, isHeldBack: false) == [])
    }

    @Test("what is asked for changes: a new session")
    func otherFilter() {
        var discovery = Discovery()
        _ = discovery.want(heartRate, isHeldBack: false)
        _ = discovery.started(true)
        #expect(discovery.want(everything, isHeldBack: false) == [.stop])
        #expect(discovery.stopped() == [.start(everything)])
    }

    @Test("a start that fails is tried again, and holds up no connection")
    func failure() {
        var discovery = Discovery()
        _ = discovery.want(heartRate, isHeldBack: false)
        #expect(discovery.want(heartRate, isHeldBack: true) == [])
        #expect(discovery.started(false) == [.release])
        #expect(discovery.retry() == [.release])
        #expect(discovery.want(heartRate, isHeldBack: false) == [.start(heartRate)])
        #expect(discovery.started(false) == [])
        #expect(discovery.want(heartRate, isHeldBack: false) == [])
        #expect(discovery.retry() == [.start(heartRate)])
    }

    @Test("a session that went with its adapter begins anew; late answers say nothing")
    func reset() {
        var discovery = Discovery()
        _ = discovery.want(heartRate, isHeldBack: false)
        discovery.reset()
        #expect(discovery.started(true) == [])
        #expect(discovery.stopped() == [])
        #expect(discovery.want(heartRate, isHeldBack: false) == [.start(heartRate)])
    }
}
