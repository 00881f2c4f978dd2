// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Whether the radio should be listening for advertisements, and what is to be done for it. It does nothing itself.
///
/// All links share one session. It pauses while any of them makes a connection: controllers do one or the other well
/// (B46, B57).
struct Discovery {
    enum Action: Equatable {
        case start(Filter)
        case stop
        /// The connections that waited for the end of the scan may begin.
        case release
    }

    /// What advertisements are asked for: those of the services, or all where a sensor is known by its address, for
    /// that may not advertise its services (B64).
    struct Filter: Equatable {
        var services: Set<String>?
    }

    private enum State: Equatable {
        case idle
        case starting(Filter)
        case running(Filter)
        case stopping
        /// It could not be started; `retry` goes on.
        case failed
    }

    private var state = State.idle
    /// What is wanted; nil for nothing.
    private var wanted: Filter?
    private var isHeldBack = false

    /// - Parameter isHeldBack: whether a connection is being made, or waits for it.
    mutating func want(_ filter: Filter?, isHeldBack: Bool) -> [Action] {
        wanted = filter
        self.isHeldBack = isHeldBack
        return follow()
    }

    /// StartDiscovery was answered.
    mutating func started(_ success: Bool) -> [Action] {
        guard case .starting(let filter) = state else { return [] }
        state = success ? .running(filter) : .failed
        return success ? follow() : isHeldBack ? [.release] : []
    }

    /// StopDiscovery was answered: with an error too there is no session any more.
    mutating func stopped() -> [Action] {
        guard state == .stopping else { return [] }
        state = .idle
        return follow()
    }

    mutating func retry() -> [Action] {
        guard state == .failed else { return [] }
        state = .idle
        return follow()
    }

    /// bluetoothd or the adapter is gone, and the session with it.
    mutating func reset() {
        state = .idle
    }

    private mutating func follow() -> [Action] {
        let goal = isHeldBack ? nil : wanted
        switch state {
        case .idle:
            guard let goal else { return isHeldBack ? [.release] : [] }
            state = .starting(goal)
            return [.start(goal)]
        case .running(let filter):
            if filter == goal { return [] }
            state = .stopping
            return [.stop]
        case .failed: return isHeldBack ? [.release] : []
        case .starting, .stopping: return []
        }
    }
}
