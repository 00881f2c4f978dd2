// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD
import EventLoop

extension HTTPServer {
    /// Of a body that is too long this many times the limit is still read, so that the client gets to see the answer.
    private static let patience = 16

    /// libmicrohttpd's access handler: called with a request's headers, with each part of its body, and at its end; and
    /// again when a connection that it suspended at the end is resumed.
    func access(
        _ connection: OpaquePointer, _ method: String, _ path: String, _ bytes: UnsafeRawBufferPointer,
        _ count: UnsafeMutablePointer<Int>, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        guard let known = context.pointee else {
            let exchange = Exchange(connection: connection, server: self)
            context.pointee = Unmanaged.passRetained(exchange).toOpaque()
            idle[connection] = nil
            let length = value(of: "Content-Length", connection).flatMap { Int($0) } ?? 0
            return isHopeless(length) ? refuse(413, "the body is too long", exchange, connection) : .YES
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
        if !bytes.isEmpty {
            count.pointee = 0
            exchange.receive(bytes, limit: configuration.maximumBody)
            return isHopeless(exchange.received) ? .NO : .YES
        }
        switch exchange.state {
        case .receiving:
            if exchange.received > configuration.maximumBody {
                return refuse(413, "the body is too long", exchange, connection)
            }
            return respond(handler(request(connection, method, path, exchange.body)), exchange, connection)
        case .ready(let response): return respond(response, exchange, connection)
        case .pending: return respond(Self.stopping, exchange, connection)
        case .responding, .over: return .NO
        }
    }

    func complete(_ exchange: Exchange, _ code: MHD_RequestTerminationCode) {
        if runway_httpd_is_complete(code) { count.served += 1 } else { count.aborted += 1 }
        idle[exchange.connection] = BootClock.now()
        exchange.finish()
    }

    private static let stopping = HTTPResponse.text("the server is stopping\n", status: 503)

    private func isHopeless(_ length: Int) -> Bool {
        length / Self.patience > configuration.maximumBody
    }

    private func refuse(
        _ status: Int, _ reason: String, _ exchange: Exchange, _ connection: OpaquePointer
    ) -> MHD_Result {
        count.rejected += 1
        return respond(.text(reason + "\n", status: status), exchange, connection)
    }

    private func respond(_ response: HTTPResponse, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
        var closes = isCrowded
        let body: OpaquePointer?
        switch response.body {
        case .later(let make):
            if isStopping { return respond(Self.stopping, exchange, connection) }
            exchange.wait(for: make)
            return .YES
        case .bytes(let bytes): body = runway_httpd_response(bytes, bytes.count)
        case .paged(let next): body = exchange.open(PagedBody(next))
        case .stream(let stream):
            if stream.isUsed {
                return respond(.text("a stream serves one response\n", status: 500), exchange, connection)
            }
            let living = streams.values.count { $0.exchange?.hasHungUp == false }
            if living >= configuration.maximumStreams || isStopping {
                stream.finish()
                return isStopping
                    ? respond(Self.stopping, exchange, connection)
                    : refuse(503, "too many streams are open", exchange, connection)
            }
            // Its idle timeout is lifted, so no other request may follow on it.
            closes = true
            body = exchange.open(stream)
        }
        guard let body else { return .NO }
        defer { MHD_destroy_response(body) }
        exchange.state = .responding
        var headers = response.headers
        if let type = response.contentType { headers.append(("Content-Type", type)) }
        if closes { headers.append(("Connection", "close")) }
        for (name, value) in headers where MHD_add_response_header(body, name, value) != .YES {
            return fail("the header \(name) is not valid", connection)
        }
        return MHD_queue_response(connection, UInt32(clamping: response.status), body)
    }

    /// Answers 500 in place of a response that cannot be sent.
    private func fail(_ reason: String, _ connection: OpaquePointer) -> MHD_Result {
        let text = Array((reason + "\n").utf8)
        guard let body = runway_httpd_response(text, text.count) else { return .NO }
        defer { MHD_destroy_response(body) }
        return MHD_queue_response(connection, 500, body)
    }

    private func request(
        _ connection: OpaquePointer, _ method: String, _ path: String, _ body: [UInt8]
    ) -> HTTPRequest {
        let query = values(.GET_ARGUMENT_KIND, connection)
        let headers = values(.HEADER_KIND, connection).map { ($0.0.lowercased(), $0.1) }
        return HTTPRequest(
            method: method, path: path,
            query: Dictionary(query, uniquingKeysWith: { first, _ in first }),
            headers: Dictionary(headers, uniquingKeysWith: { $0 + ", " + $1 }),
            body: body)
    }

    private func value(of header: String, _ connection: OpaquePointer) -> String? {
        MHD_lookup_connection_value(connection, .HEADER_KIND, header).map { String(cString: $0) }
    }

    /// Gathers what libmicrohttpd tells one by one.
    private final class Pairs {
        var pairs: [(String, String)] = []
    }

    private func values(_ kind: MHD_ValueKind, _ connection: OpaquePointer) -> [(String, String)] {
        let gathered = Pairs()
        MHD_get_connection_values(
            connection, kind,
            { context, _, name, value in
                guard let name else { return .YES }
                let pair = (String(cString: name), value.map { String(cString: $0) } ?? "")
                Unmanaged<Pairs>.fromOpaque(context!).takeUnretainedValue().pairs.append(pair)
                return .YES
            }, Unmanaged.passUnretained(gathered).toOpaque())
        return gathered.pairs
    }
}
