// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import Glibc

/// Watches a file descriptor. It does not own the descriptor.
///
/// - Important: set `isEnabled` to false before the descriptor is closed. To let go of the source is not enough: within its
///   own handler it lives until that returns, and a new descriptor of the same number would be taken out of the loop.
@Loop
public final class DescriptorSource {
    public struct Interest: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let readable = Interest(rawValue: EPOLLIN.rawValue)
        public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
        /// The other end hung up, or an error is pending. Reported whether asked for or not.
        public static let hungUp = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
    }

    private var source = EventSource()
    private let handler: @Loop (Interest) -> Void

    /// - Parameter handler: called on the loop while what was asked for holds (level-triggered).
    public init(
        _ descriptor: CInt, for interest: Interest, _ handler: @escaping @Loop (Interest) -> Void
    ) throws(EventLoopError) {
        self.handler = handler
        try EventLoopError.check(
            sd_event_add_io(
                EventLoop.handle, &source.pointer, descriptor, interest.rawValue,
                { _, _, events, context in
                    let source = Unmanaged<DescriptorSource>.fromOpaque(context!).takeUnretainedValue()
                    source.handler(Interest(rawValue: events))
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()),
            "sd_event_add_io")
    }

    /// What is watched for. An empty set leaves `hungUp`; `isEnabled` switches off all.
    public var interest: Interest {
        get {
            var events: UInt32 = 0
            sd_event_source_get_io_events(source.pointer, &events)
            return Interest(rawValue: events)
        }
        set { sd_event_source_set_io_events(source.pointer, newValue.rawValue) }
    }

    public var isEnabled: Bool {
        get { source.isEnabled }
        set { source.enable(newValue ? .on : .off) }
    }
}
