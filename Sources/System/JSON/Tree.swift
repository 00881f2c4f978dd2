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
        // Not asked to validate UTF-8: 0.18 takes good text for bad there, and Swift's strings mend what is bad.
        json_tokener_set_flags(tokener, CInt(JSON_TOKENER_STRICT))
        let count = text.count
        guard count < CInt.max else { throw JSONError(offset: 0, reason: "longer than 2 GB") }
        let parse = { (bytes: UnsafeBufferPointer<UInt8>) -> OpaquePointer? in
            bytes.withMemoryRebound(to: CChar.self) { json_tokener_parse_ex(tokener, $0.baseAddress, CInt(count)) }
        }
        var root = text.withContiguousStorageIfAvailable(parse) ?? Array(text).withUnsafeBufferPointer(parse)
        // A number or a literal at the top may go on in text yet to come; a closing space says that it does not.
        if json_tokener_get_error(tokener) == json_tokener_continue, count > 0 {
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

    deinit {
        json_object_put(root)
    }
}
