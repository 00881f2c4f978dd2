// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// Calls its handler on the loop's next turn, once for each `schedule`.
@Loop
public final class DeferredCall {
    private var source = EventSource()
    private let handler: @Loop () -> Void

    public init(_ handler: @escaping @Loop () -> Void) throws(EventLoopError) {
        self.handler = handler
        try EventLoopError.check(
            sd_event_add_defer(
                EventLoop.handle, &source.pointer,
                { _, context in
                    Unmanaged<DeferredCall>.fromOpaque(context!).takeUnretainedValue().handler()
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()),
            "sd_event_add_defer")
        source.enable(.off)
    }

    public func schedule() {
        source.enable(.once)
    }
}
