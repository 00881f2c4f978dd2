// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD
import Foundation
import HTTPClient
import TestSupport
import Testing

struct HTTPClientTests {
    private func error(_ path: String, _ method: String = "GET", _ target: String = "/") async throws
        -> HTTPClientError?
    {
        try await blocking { () -> HTTPClientError? in
            do {
                _ = try HTTPClient(socketPath: path).request(method, target)
                return nil
            } catch let error as HTTPClientError {
                return error
            }
        }
    }

    @Test func saysThatThereIsNoSocket() async throws {
        let error = try await error("/tmp/runway-no-such-socket")
        #expect(error?.code == .noSocket)
        #expect(error?.isUnreachable == true)
        #expect(error?.description.hasPrefix("/tmp/runway-no-such-socket: no such socket") == true)
    }

    @Test func saysThatNobodyListens() async throws {
        let folder = try TemporaryFolder()
        let socket = runway_httpd_unix_socket()
        #expect(runway_httpd_bind(socket, folder.path("s")) == 0)
        let error = try await error(folder.path("s"))
        #expect(error?.code == .refused)
        #expect(error?.isUnreachable == true)
        close(socket)
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may use every socket"))
    func saysThatItMayNot() async throws {
        let folder = try TemporaryFolder()
        let socket = runway_httpd_unix_socket()
        #expect(runway_httpd_bind(socket, folder.path("s")) == 0)
        chmod(folder.path("s"), 0)
        let error = try await error(folder.path("s"))
        #expect(error?.code == .permissionDenied)
        close(socket)
    }

    @Test(arguments: [
        ("GET", "no-slash"), ("GET", "/a b"), ("GET", "/a\r\nX: y"), ("get", "/"), ("", "/"), ("GET", ""),
    ])
    func refusesWhatIsNoRequest(method: String, target: String) async throws {
        #expect(try await error("/tmp/none", method, target)?.code == .invalid)
    }

    @Test func refusesATooLongSocketPath() async throws {
        let error = try await error("/tmp/" + String(repeating: "x", count: 200))
        #expect(error != nil)
        #expect(error?.code == .invalid)
    }

    /// Servers that break off.
    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ])
    func saysThatTheAnswerIsIncomplete(answer: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        let listener = runway_httpd_unix_socket()
        #expect(runway_httpd_bind(listener, path) == 0)
        #expect(listen(listener, 1) == 0)
        async let result = error(path)
        try await blocking {
            var readable = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            #expect(poll(&readable, 1, 30_000) == 1)
            let connection = runway_httpd_accept(listener)
            readable.fd = connection
            #expect(poll(&readable, 1, 30_000) == 1)
            var buffer = [UInt8](repeating: 0, count: 4096)
            _ = recv(connection, &buffer, buffer.count, 0)
            _ = send(connection, answer, answer.utf8.count, RawClient.noSignal)
            close(connection)
        }
        #expect(try await result?.code == .interrupted)
        close(listener)
    }
}
