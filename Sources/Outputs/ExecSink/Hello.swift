// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The first line that a child reads: `{"hello":{"protocol":1,"program":"runwayd","version":"…","sink":"…"}}`.
struct Hello: Encodable {
    struct Body: Encodable {
        /// Raised when a reader of the protocol before would misread something; new keys and kinds do not raise it.
        var `protocol` = 1
        var program = "runwayd"
        var version: String
        var sink: String
    }

    var hello: Body

    init(version: String, sink: String) {
        hello = Body(version: version, sink: sink)
    }
}
