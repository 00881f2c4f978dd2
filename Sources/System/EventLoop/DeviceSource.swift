// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// Takes what udev says of the devices of one subsystem – added, removed, changed – as an event of the loop.
///
/// udev passes on what the kernel announces, over netlink; the kernel filters by subsystem, so that nothing else wakes
/// the loop. Where no udev runs, as in most containers, nothing comes and nothing fails.
@Loop
public final class DeviceSource {
    private var monitor = DeviceMonitor()
    private let handler: @Loop () -> Void

    /// - Parameters:
    ///   - subsystem: as below /sys/class.
    ///   - handler: called on the loop for each announcement. It must not let go of the source.
    /// - Throws: `EventLoopError`, as where the service may not have a netlink socket.
    public init(subsystem: String, _ handler: @escaping @Loop () -> Void) throws(EventLoopError) {
        self.handler = handler
        try EventLoopError.check(sd_device_monitor_new(&monitor.pointer), "sd_device_monitor_new")
        try EventLoopError.check(
            sd_device_monitor_filter_add_match_subsystem_devtype(monitor.pointer, subsystem, nil),
            "sd_device_monitor_filter_add_match_subsystem_devtype")
        try EventLoopError.check(
            sd_device_monitor_attach_event(monitor.pointer, EventLoop.handle), "sd_device_monitor_attach_event")
        try EventLoopError.check(
            sd_device_monitor_start(
                monitor.pointer,
                { _, _, context in
                    Unmanaged<DeviceSource>.fromOpaque(context!).takeUnretainedValue().handler()
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()),
            "sd_device_monitor_start")
    }
}

/// Owns one sd_device_monitor; freeing it takes it from the loop.
private struct DeviceMonitor: ~Copyable {
    var pointer: OpaquePointer?

    deinit {
        sd_device_monitor_unref(pointer)
    }
}
