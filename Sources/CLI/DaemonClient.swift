// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import Glibc
import HTTPClient
import JSON
import RunwayConfiguration
import RunwayModel

/// Talks to the daemon on its control socket.
struct DaemonClient {
    private let socket: String
    private let client: HTTPClient
    /// Whether it is the usual daemon, and not one that was named.
    let isUsual: Bool

    /// - Parameter socket: nil for the one in RUNWAYD_SOCKET, or else the usual one.
    init(socket: String?) {
        let named = socket ?? getenv("RUNWAYD_SOCKET").map { String(cString: $0) }
        isUsual = named == nil
        self.socket = named ?? Configuration().control.socket
        client = HTTPClient(socketPath: self.socket)
    }

    func get<T: Decodable>(_ path: String, as type: T.Type) throws -> T {
        try decoded(type, try send("GET", path, nil))
    }

    func send<T: Decodable>(_ method: String, _ path: String, _ body: some Encodable, as type: T.Type) throws -> T {
        try decoded(type, try send(method, path, try JSON.encode(body)))
    }

    func post<T: Decodable>(_ path: String, as type: T.Type) throws -> T {
        try decoded(type, try send("POST", path, []))
    }

    /// Receives a long body as it comes, until it ends or `onData` returns false.
    func stream(_ path: String, onData: @escaping ([UInt8]) -> Bool) throws {
        do {
            try client.stream(path, onData: onData)
        } catch {
            if case .status(let status) = error.code { throw failure(status, error.body) }
            throw failure(error)
        }
    }

    private func send(_ method: String, _ path: String, _ body: [UInt8]?) throws -> [UInt8] {
        do {
            let (status, answer) = try client.request(method, path, body: body)
            guard (200..<300).contains(status) else { throw failure(status, answer) }
            return answer
        } catch let error as HTTPClientError {
            throw failure(error)
        }
    }

    private func failure(_ status: Int, _ body: [UInt8]) -> Failure {
        if let problem = try? JSON.decode(Problem.self, from: body) { return .failed(problem.message) }
        if status == 503 {
            return .failed("the daemon has no room for one more: 16 clients watch already, or it is stopping")
        }
        return .failed("\(socket) answered with status \(status); is it a runwayd's?")
    }

    private func failure(_ error: HTTPClientError) -> Failure {
        error.isUnreachable || error.code == .timedOut ? .unreachable(error.description) : .failed(error.description)
    }

    private func decoded<T: Decodable>(_ type: T.Type, _ body: [UInt8]) throws -> T {
        do {
            return try JSON.decode(type, from: body)
        } catch {
            throw Failure.failed("\(socket) answered something else than this version of runway expects: \(error)")
        }
    }
}
