// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CEconf
import Glibc

/// Owns what libeconf read and frees it.
struct EconfFile: ~Copyable {
    private let handle: OpaquePointer
    private let path: String

    init(_ path: String) throws(IniError) {
        var handle: OpaquePointer?
        // '#' alone begins a comment: with ';' too, libeconf would cut values at it.
        let code = econf_readFile(&handle, path, "=", "#")
        guard code == ECONF_SUCCESS, let handle else { throw EconfFile.failure(path, code) }
        self.handle = handle
        self.path = path
    }

    deinit {
        econf_freeFile(handle)
    }

    func value(section: String, key: String, line: Int) throws(IniError) -> String {
        var result: UnsafeMutablePointer<econf_ext_value>?
        let code = econf_getExtValue(handle, section, key, &result)
        guard code == ECONF_SUCCESS, let result else {
            throw IniError(
                file: path,
                problems: [.init(line, "\(key)= is not there any more", "do not change the file while it is read")])
        }
        defer { econf_freeExtValue(result) }
        guard let values = result.pointee.values, let first = values[0] else { return "" }
        // Lines of spaces below a value are glued to it; they are trimmed away and leave no second element.
        guard values[1] == nil else {
            throw IniError(
                file: path,
                problems: [.init(line, "\(key)= has a value of several lines", "write it on one line")])
        }
        return String(cString: first)
    }

    private static func failure(_ path: String, _ code: econf_err) -> IniError {
        var file: UnsafeMutablePointer<CChar>?
        var line: UInt64 = 0
        econf_errLocation(&file, &line)
        free(file)
        let reason = String(cString: econf_errString(code))
        return IniError(
            file: path,
            problems: [.init(line == 0 ? nil : Int(line), "libeconf: \(reason)", "write [section] and key=value lines")]
        )
    }
}
