// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import HTTPClient
import RunwayModel
import TestSupport

@testable import HTTPServer

/// A server on a socket of its own, with routes for every kind of response.
final class Fixture: Sendable {
    let folder: TemporaryFolder
    let path: String
    let server: HTTPServer
    let journal: Journal

    /// What the handler saw and made.
    @Loop
    final class Journal {
        nonisolated init() {}
        var requests: [HTTPRequest] = []
        var streams: [HTTPStream] = []
        var closed = 0
        var pages = 0
        var onStop: (@Loop () -> Void)?
        /// Holds the answer to `/held` back.
        var held: [CheckedContinuation<Void, Never>] = []

        func release() {
            for continuation in held { continuation.resume() }
            held = []
        }
    }

    static func start(
        _ adjust: @Sendable (inout HTTPServerConfiguration) -> Void = { _ in }
    ) async throws -> Fixture {
        let folder = try TemporaryFolder()
        var configuration = HTTPServerConfiguration(listener: .unixSocket(path: folder.path("control.sock")))
        adjust(&configuration)
        return try await start(configuration, folder: folder)
    }

    static func start(_ configuration: HTTPServerConfiguration, folder: TemporaryFolder) async throws -> Fixture {
        let journal = Journal()
        let server = try await onLoop {
            try HTTPServer(configuration: configuration) { respond($0, journal) }
        }
        return Fixture(folder: folder, path: folder.path("control.sock"), server: server, journal: journal)
    }

    private init(folder: TemporaryFolder, path: String, server: HTTPServer, journal: Journal) {
        (self.folder, self.path, self.server, self.journal) = (folder, path, server, journal)
    }

    func stop() async throws {
        try await onLoop {
            self.journal.release()
            self.server.stop()
        }
    }

    func client() -> HTTPClient { HTTPClient(socketPath: path) }

    /// A request over a connection of its own.
    func request(_ method: String, _ target: String, body: [UInt8]? = nil) async throws -> (status: Int, body: [UInt8])
    {
        let path = path
        return try await blocking { try HTTPClient(socketPath: path).request(method, target, body: body) }
    }

    /// The bytes of line `index` of a paged body.
    static func page(_ index: Int) -> [UInt8] { Array("\(index) \(String(repeating: "x", count: 1000))\n".utf8) }

    @Loop
    private static func respond(_ request: HTTPRequest, _ journal: Journal) -> HTTPResponse {
        journal.requests.append(request)
        switch request.path {
        case "/echo": return .bytes(request.body, contentType: "application/octet-stream")
        case "/big":
            return .bytes([UInt8](repeating: 7, count: Int(request.query["size"] ?? "") ?? 0), contentType: "x/y")
        case "/stream":
            let stream = HTTPStream(
                maximumItems: Int(request.query["items"] ?? "") ?? 256, maximumBytes: 256 * 1024)
            stream.onClose = { journal.closed += 1 }
            journal.streams.append(stream)
            return .stream(stream)
        case "/later": return .later { .text("later") }
        case "/nested": return .later { .later { .text("nested") } }
        case "/later-stream":
            return .later {
                let stream = HTTPStream()
                stream.send(event: "late", data: [])
                stream.close()
                return .stream(stream)
            }
        case "/held":
            return .later {
                await withCheckedContinuation { journal.held.append($0) }
                return .text("held")
            }
        case "/paged":
            let count = Int(request.query["count"] ?? "") ?? 0
            let failsAt = Int(request.query["fails"] ?? "") ?? .max
            var next = 0
            return .paged(contentType: "text/plain") {
                journal.pages += 1
                if next == failsAt { throw CancellationError() }
                if next == count { return nil }
                defer { next += 1 }
                return page(next)
            }
        case "/bad-header": return HTTPResponse(headers: [("X", "a\r\nb")], body: .bytes([]))
        case "/stop":
            journal.onStop?()
            return .text("stopping")
        default: return .text("no such thing", status: 404)
        }
    }
}
