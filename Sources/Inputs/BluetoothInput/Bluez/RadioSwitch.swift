// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Whether the kernel blocks the Bluetooth radio (rfkill), and by what.
enum RadioSwitch: Equatable {
    case clear
    /// By a program: `rfkill unblock bluetooth` undoes it.
    case soft
    /// By a switch or a key.
    case hard

    /// As the kernel says now.
    /// - Parameter folder: the kernel's list of switches; a machine without one blocks nothing.
    static func now(_ folder: String = "/sys/class/rfkill") -> RadioSwitch {
        guard let directory = opendir(folder) else { return .clear }
        defer { closedir(directory) }
        var found: [RadioSwitch] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("rfkill"), word(folder, name, "type") == "bluetooth" else { continue }
            found.append(
                word(folder, name, "hard") == "1" ? .hard : word(folder, name, "soft") == "1" ? .soft : .clear)
        }
        // One radio that works is enough.
        if found.isEmpty || found.contains(.clear) { return .clear }
        return found.contains(.soft) ? .soft : .hard
    }

    private static func word(_ folder: String, _ name: String, _ file: String) -> String {
        let descriptor = open("\(folder)/\(name)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
