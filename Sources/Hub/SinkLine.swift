// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import RunwayPorts

/// A sink and what waits for it: a bounded queue of events, of which the oldest goes when it is full, and the newest
/// levels.
@Loop
public final class SinkLine {
    /// Some minutes of an eventful flight.
    public nonisolated static let defaultBound = 256

    let name: String
    private let sink: any Sink
    private let bound: Int
    private var events: [Event] = []
    private var levels: FlightState?
    private var isBlocked = false
    private var delivered = 0
    private var dropped = 0
    private var troubledSince: Instant?
    private var saidTrouble: String?

    init(name: String, sink: any Sink, bound: Int) {
        self.name = name
        self.sink = sink
        self.bound = max(1, bound)
    }

    func start() {
        sink.start { [weak self] in
            self?.isBlocked = false
            self?.drain()
        }
    }

    func take(_ item: SinkItem) {
        switch item {
        case .event(let event):
            if events.count == bound {
                events.removeFirst()
                dropped += 1
            }
            events.append(event)
        case .levels(let new): levels = new
        }
        if !isBlocked { drain() }
    }

    func stop() {
        if !isBlocked { drain() }
        sink.stop()
    }

    func finish() async { await sink.finish() }

    struct TroubleChange {
        var trouble: String?
    }

    /// What has changed since it was asked last; nil when nothing has. A refusal or two are no trouble yet; a sink that
    /// takes levels for the time when it works again is in trouble all the same.
    func troubleChange() -> TroubleChange? {
        let present = sink.trouble ?? (isBlocked ? "takes nothing" : nil)
        let now = BootClock.now()
        let since = troubledSince ?? now
        troubledSince = present == nil ? nil : since
        let trouble = now - since >= SinkLine.patience ? present : nil
        guard (trouble == nil) != (saidTrouble == nil) else { return nil }
        saidTrouble = trouble
        return TroubleChange(trouble: trouble)
    }

    nonisolated static let patience = Seconds(3)

    var status: SinkStatus {
        SinkStatus(
            name: name, trouble: sink.trouble, queued: events.count, delivered: delivered, dropped: dropped,
            skipped: sink.skipped)
    }

    private func drain() {
        var taken = 0
        while taken < events.count, offer(.event(events[taken])) { taken += 1 }
        events.removeFirst(taken)
        guard !isBlocked, let waiting = levels, offer(.levels(waiting)) else { return }
        levels = nil
    }

    private func offer(_ item: SinkItem) -> Bool {
        let skipped = sink.skipped
        guard sink.offer(item) else {
            isBlocked = true
            return false
        }
        if sink.skipped == skipped { delivered += 1 }
        return true
    }
}
