// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop

/// An answer to a request.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Server-sent events for as long as the stream is open. A stream serves one response.
        case stream(HTTPStream)
        /// A long body made piece by piece; `next` is called when the client has taken the piece before, never twice at
        /// a time, and returns nil at the end. An empty piece is skipped. If it throws, the connection is cut, so that
        /// the client can tell; who wants to know why catches it in `next`. It is not called again once the client has
        /// left.
        case paged(next: @Loop () async throws -> [UInt8]?)
        /// The whole response comes later, the one given with this body counts for nothing. The client may be gone by
        /// then.
        case later(@Loop () async -> HTTPResponse)
    }

    public var status: Int
    public var contentType: String?
    /// Further headers. One that HTTP does not allow (a line break in it) turns the response into a 500.
    public var headers: [(name: String, value: String)]
    public var body: Body

    public init(
        status: Int = 200, contentType: String? = nil, headers: [(name: String, value: String)] = [], body: Body
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// Bytes of some type.
    public static func bytes(_ bytes: [UInt8], contentType: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, contentType: contentType, body: .bytes(bytes))
    }

    /// Plain text.
    public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        .bytes(Array(text.utf8), contentType: "text/plain; charset=utf-8", status: status)
    }

    /// A status without a body.
    public static func status(_ status: Int) -> HTTPResponse {
        HTTPResponse(status: status, body: .bytes([]))
    }

    /// Server-sent events.
    public static func stream(_ stream: HTTPStream) -> HTTPResponse {
        HTTPResponse(
            contentType: "text/event-stream", headers: [("Cache-Control", "no-cache")], body: .stream(stream))
    }

    /// A long body made piece by piece, see `Body.paged`.
    public static func paged(
        contentType: String, next: @escaping @Loop () async throws -> [UInt8]?
    ) -> HTTPResponse {
        HTTPResponse(contentType: contentType, body: .paged(next: next))
    }

    /// A response that takes time to make.
    public static func later(_ make: @escaping @Loop () async -> HTTPResponse) -> HTTPResponse {
        HTTPResponse(body: .later(make))
    }
}
