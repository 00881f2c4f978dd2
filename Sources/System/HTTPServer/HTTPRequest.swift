// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A request as it came, complete with its body.
public struct HTTPRequest: Sendable {
    /// In capitals by convention: `GET`. Any token that the client sent.
    public let method: String
    /// The path, percent-decoded, without the query: `/v1/flights`.
    public let path: String
    /// The arguments after the `?`, percent-decoded. One without a value has an empty one; of a repeated one the first
    /// counts.
    public let query: [String: String]
    /// By lower-case name; the values of a repeated header are joined by a comma.
    public let headers: [String: String]
    public let body: [UInt8]

    public init(
        method: String, path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// A header's value, whatever the case of its name.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }
}
