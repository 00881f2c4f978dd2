// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import Glibc

/// Takes a signal as an event of the loop.
@Loop
public final class SignalSource {
    private var source = EventSource()
    private let handler: @Loop () -> Void

    /// - Important: the signal must be blocked in every thread: call `block` before any other thread starts.
    public init(_ signal: CInt, _ handler: @escaping @Loop () -> Void) throws(EventLoopError) {
        self.handler = handler
        try EventLoopError.check(
            sd_event_add_signal(
                EventLoop.handle, &source.pointer, signal,
                { _, _, context in
                    Unmanaged<SignalSource>.fromOpaque(context!).takeUnretainedValue().handler()
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()),
            "sd_event_add_signal")
    }

    /// Blocks the signals in the calling thread and in those that it starts afterwards.
    public nonisolated static func block(_ signals: [CInt]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
