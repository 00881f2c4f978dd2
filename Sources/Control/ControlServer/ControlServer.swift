// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import EventLoop
import HTTPServer
import JSON
import RunwayModel
import RunwayPorts

/// The daemon's API on a Unix socket: HTTP/1.1 with JSON, and server-sent events. docs/openapi.yaml describes it.
///
/// Towards the hub it is a sink that never refuses: each watching client has a bounded queue of its own.
@Loop
public final class ControlServer: Sink {
    private let backend: any ControlBackend
    private var server: HTTPServer?
    private var streams: [HTTPStream] = []
    private let onWatch: @Loop () -> Void

    /// - Parameter onWatch: called when somebody begins to watch the events.
    public init(backend: any ControlBackend, onWatch: @escaping @Loop () -> Void) {
        self.backend = backend
        self.onWatch = onWatch
    }

    /// Opens the socket.
    public func open(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) {
        server = try HTTPServer(configuration: configuration) { [weak self] request in
            self?.answer(request) ?? .status(503)
        }
    }

    /// Whether anybody watches the events.
    public var isWatched: Bool { !streams.isEmpty }

    /// Connections and requests, counted since the start.
    public var counters: [String: Int] {
        guard let counters = server?.counters else { return [:] }
        return [
            "connections": counters.connections, "streams": counters.streams, "accepted": counters.accepted,
            "served": counters.served, "aborted": counters.aborted, "rejected": counters.rejected,
        ]
    }

    // The sink

    public func start(onReady: @escaping @Loop () -> Void) {}

    public func offer(_ item: SinkItem) -> Bool {
        guard !streams.isEmpty else { return true }
        switch item {
        case .event(let event):
            if let data = encoded(event) {
                for stream in streams { stream.send(event: "event", data: data) }
            }
        case .levels(let state):
            if let data = encoded(state) {
                for stream in streams { stream.sendLatest(slot: "levels", event: "levels", data: data) }
            }
        }
        return true
    }

    public var trouble: String? { nil }

    public func stop() {
        for stream in streams { stream.close() }
        streams = []
        server?.stop()
        server = nil
    }

    // The API

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.first == "v1" else { return notFound(request) }
        switch (request.method, parts.dropFirst().first, parts.count) {
        case ("GET", "status", 2): return json(backend.status())
        case ("GET", "events", 2): return watch()
        case ("POST", "start", 2): return start(request)
        case ("POST", "stop", 2): return perform(.stop)
        case ("POST", "hold", 2): return perform(.hold)
        case ("POST", "resume", 2): return perform(.resume)
        case ("POST", "lap", 2): return perform(.lap)
        case ("POST", "ack", 2): return perform(.acknowledge)
        case ("POST", "mute", 2): return mute(request)
        case ("POST", "inhibit", 2): return inhibit(request)
        case ("PUT", "mission", 2): return setMission(request)
        case ("GET", "flights", 2): return later { [backend] () async throws(Problem) in try await backend.flights() }
        case ("GET", "flights", 3):
            return later { [backend] () async throws(Problem) in try await backend.flight(parts[2]) }
        case ("GET", "flights", 4) where parts[3] == "tape": return tape(parts[2])
        case (_, let path?, 2) where ControlServer.paths.contains(path):
            return problem(Problem(code: "method", message: "\(request.method) is not for /v1/\(path)"), 405)
        default: return notFound(request)
        }
    }

    private static let paths: Set<String> = [
        "status", "events", "start", "stop", "hold", "resume", "lap", "ack", "mute", "inhibit", "mission", "flights",
    ]

    private func start(_ request: HTTPRequest) -> HTTPResponse {
        respond { () throws(Problem) in
            let body = try decode(StartRequest.self, from: request.body, default: StartRequest())
            return json(StartReply(flight: try backend.start(body, origin: .local)))
        }
    }

    private func perform(_ action: Command.Action) -> HTTPResponse {
        respond { () throws(Problem) in
            try backend.perform(action, origin: .local)
            return json(backend.status())
        }
    }

    private func mute(_ request: HTTPRequest) -> HTTPResponse {
        respond { () throws(Problem) in
            let body = try decode(MuteRequest.self, from: request.body, default: MuteRequest())
            try backend.perform(.mute(for: body.seconds), origin: .local)
            return json(backend.status())
        }
    }

    private func inhibit(_ request: HTTPRequest) -> HTTPResponse {
        respond { () throws(Problem) in
            let body = try decode(InhibitRequest.self, from: request.body, default: nil)
            try backend.perform(.inhibit(body.on), origin: .local)
            return json(backend.status())
        }
    }

    private func setMission(_ request: HTTPRequest) -> HTTPResponse {
        respond { () throws(Problem) in
            let body = try decode(MissionRequest.self, from: request.body, default: nil)
            try backend.setMission(body.mission, origin: .local)
            return json(backend.status())
        }
    }

    private func watch() -> HTTPResponse {
        let stream = HTTPStream()
        stream.onClose = { [weak self, weak stream] in self?.streams.removeAll { $0 === stream } }
        if let data = encoded(backend.status().state) {
            stream.sendLatest(slot: "levels", event: "levels", data: data)
        }
        streams.append(stream)
        onWatch()
        return .stream(stream)
    }

    private func tape(_ name: String) -> HTTPResponse {
        .later { [backend] in
            do throws(Problem) {
                return .paged(contentType: "application/jsonl", next: try await backend.tape(name))
            } catch {
                return problem(error)
            }
        }
    }

    private func later(_ body: @escaping @Loop () async throws(Problem) -> [UInt8]) -> HTTPResponse {
        .later {
            do throws(Problem) {
                return .bytes(try await body(), contentType: "application/json")
            } catch {
                return problem(error)
            }
        }
    }

    private func respond(_ body: () throws(Problem) -> HTTPResponse) -> HTTPResponse {
        do {
            return try body()
        } catch {
            return problem(error)
        }
    }

    private func notFound(_ request: HTTPRequest) -> HTTPResponse {
        problem(
            Problem(code: "notFound", message: "there is no \(request.path) here; docs/openapi.yaml lists the paths"))
    }
}

private func decode<T: Decodable>(_ type: T.Type, from body: [UInt8], default empty: T?) throws(Problem) -> T {
    if body.isEmpty {
        guard let empty else { throw Problem(code: "body", message: "this path needs a body of JSON") }
        return empty
    }
    do {
        return try JSON.decode(type, from: body)
    } catch let error as DecodingError {
        throw Problem(code: "body", message: "the body is not what this path takes: \(error.reason)")
    } catch {
        throw Problem(code: "body", message: "the body is not JSON: \(error)")
    }
}

extension DecodingError {
    /// What is wrong and where, without the standard library's ornaments.
    fileprivate var reason: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "unreadable"
        }
    }
}

/// nil for a value with a number that JSON lacks, which the core never makes.
private func encoded(_ value: some Encodable) -> [UInt8]? {
    try? JSON.encode(value)
}

private func json(_ value: some Encodable) -> HTTPResponse {
    guard let body = encoded(value) else { return .status(500) }
    return .bytes(body, contentType: "application/json")
}

private func problem(_ problem: Problem, _ status: Int? = nil) -> HTTPResponse {
    let status =
        status
        ?? {
            switch problem.code {
            case "notFound": 404
            case "mission", "body": 400
            case "logbook": 500
            default: 409
            }
        }()
    guard let body = encoded(problem) else { return .status(status) }
    return .bytes(body, contentType: "application/json", status: status)
}
