// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CJSONC

/// Owns a json-c value and all that hangs from it.
struct Tree: ~Copyable {
    /// nil is JSON's null.
    let root: OpaquePointer?

    init(owning root: OpaquePointer?) {
        self.root = root
    }

    init(parsing text: some Collection<UInt8>) throws(JSONError) {
        let tokener = json_tokener_new()
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, CInt(JSON_TOKENER_STRICT))
        // Strict, json-c 0.18 refuses every byte beyond ASCII; escapes it reads.
        let bytes = text.contains { $0 >= 0x80 } ? Tree.escapingBeyondASCII(text) : Array(text)
        guard bytes.count < CInt.max else { throw JSONError(offset: 0, reason: "longer than 2 GB") }
        var root = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                json_tokener_parse_ex(tokener, $0.baseAddress, CInt($0.count))
            }
        }
        // A number or a literal at the top may go on in text yet to come; a closing space says that it does not.
        if json_tokener_get_error(tokener) == json_tokener_continue, !bytes.isEmpty {
            root = json_tokener_parse_ex(tokener, " ", 1)
        }
        let error = json_tokener_get_error(tokener)
        guard error == json_tokener_success else {
            let reason =
                error == json_tokener_continue ? "unexpected end" : String(cString: json_tokener_error_desc(error))
            throw JSONError(offset: json_tokener_get_parse_end(tokener), reason: reason)
        }
        self.root = root
    }

    /// The same JSON in ASCII. What is no UTF-8 is replaced as Swift's strings do it.
    private static func escapingBeyondASCII(_ text: some Collection<UInt8>) -> [UInt8] {
        var ascii: [UInt8] = []
        ascii.reserveCapacity(text.count * 2)
        for unit in String(decoding: text, as: UTF8.self).utf16 {
            if unit < 0x80 {
                ascii.append(UInt8(unit))
            } else {
                let digits = String(unit, radix: 16)
                ascii += Array("\\u".utf8) + Array(String(repeating: "0", count: 4 - digits.utf8.count).utf8)
                ascii += Array(digits.utf8)
            }
        }
        return ascii
    }

    deinit {
        json_object_put(root)
    }
}
