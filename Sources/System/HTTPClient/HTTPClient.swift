// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CCurl
import Glibc

/// A client of an HTTP server behind a Unix socket. It blocks the calling thread; it is not for the loop.
///
/// It connects within 2 s. A plain request has 10 s in all; a stream has no limit of time. It follows no redirects and
/// uses no proxy, whatever the environment says.
public final class HTTPClient {
    /// The largest answer that `request` takes, in bytes.
    public static let maximumBody = 64 * 1024 * 1024

    private let socketPath: String
    private var handle: CurlHandle?

    /// - Parameter socketPath: at most 107 bytes.
    public init(socketPath: String) {
        self.socketPath = socketPath
    }

    /// Makes a request and waits for the whole answer, whatever its status.
    /// - Parameters:
    ///   - path: percent-encoded, with the query: `/v1/flights?limit=10`.
    ///   - contentType: of the body, when there is one.
    public func request(
        _ method: String, _ path: String, body: [UInt8]? = nil, contentType: String = "application/json"
    ) throws(HTTPClientError) -> (status: Int, body: [UInt8]) {
        let answer = Answer(maximumBody: Self.maximumBody) { _ in true }
        answer.collects = { _ in true }
        let status = try perform(method, path, body, contentType, answer, timeout: 10_000)
        return (status, answer.body)
    }

    /// Makes a GET request and hands out the body as it comes: server-sent events, or one that is too long to be held.
    /// - Parameter onData: gets the body's next bytes, at least one; returns false to end the request. It is not called
    ///   for an answer other than 2xx.
    /// - Throws: `HTTPClientError`; its code is `status` when the answer is not 2xx.
    public func stream(_ path: String, onData: @escaping ([UInt8]) -> Bool) throws(HTTPClientError) {
        let answer = Answer(maximumBody: 64 * 1024, onData: onData)
        answer.collects = { !(200...299).contains($0) }
        let status = try perform("GET", path, nil, "", answer, timeout: 0)
        if answer.collects(status) { throw HTTPClientError(.status(status), path, body: answer.body) }
    }

    /// What libcurl receives.
    private final class Answer {
        let maximumBody: Int
        let onData: ([UInt8]) -> Bool
        /// Whether the body of an answer of this status is kept, or else handed out.
        var collects: (Int) -> Bool = { _ in false }
        var body: [UInt8] = []
        var status: () -> Int = { 0 }
        var isStopped = false
        var isTooLarge = false

        init(maximumBody: Int, onData: @escaping ([UInt8]) -> Bool) {
            self.maximumBody = maximumBody
            self.onData = onData
        }

        /// Returns whether to go on.
        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            if !collects(status()) {
                isStopped = !onData(Array(bytes))
                return !isStopped
            }
            isTooLarge = body.count + bytes.count > maximumBody
            if !isTooLarge { body += bytes }
            return !isTooLarge
        }
    }

    private func perform(
        _ method: String, _ path: String, _ body: [UInt8]?, _ contentType: String, _ answer: Answer, timeout: Int
    ) throws(HTTPClientError) -> Int {
        guard path.first == "/", path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw HTTPClientError(.invalid, path)
        }
        guard !method.isEmpty, method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw HTTPClientError(.invalid, method)
        }
        guard (1...107).contains(socketPath.utf8.count) else { throw HTTPClientError(.invalid, socketPath) }
        if handle == nil { handle = CurlHandle() }
        guard let pointer = handle?.pointer else { throw HTTPClientError(.other, "curl_easy_init failed") }
        try configure(method, path, contentType, bodySize: body?.count, timeout: timeout)
        // Until the request is made nothing that libcurl points to may move or go: the answer, and the body to send.
        let code = withExtendedLifetime(answer) {
            answer.status = { runway_curl_get_long(pointer, CURLINFO_RESPONSE_CODE) }
            runway_curl_set_receiver(
                pointer,
                { bytes, size, count, context in
                    let answer = Unmanaged<Answer>.fromOpaque(context!).takeUnretainedValue()
                    let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return answer.receive(bytes) ? bytes.count : 0
                }, Unmanaged.passUnretained(answer).toOpaque())
            guard let body else { return curl_easy_perform(pointer) }
            return body.withUnsafeBytes { bytes in
                // An empty array may have no address, which libcurl would take for "read it from stdin".
                withUnsafeBytes(of: 0) { empty in
                    runway_curl_set_pointer(pointer, CURLOPT_POSTFIELDS, bytes.baseAddress ?? empty.baseAddress)
                    return curl_easy_perform(pointer)
                }
            }
        }
        let status = runway_curl_get_long(pointer, CURLINFO_RESPONSE_CODE)
        if code != CURLE_OK {
            let systemError = CInt(truncatingIfNeeded: runway_curl_get_long(pointer, CURLINFO_OS_ERRNO))
            // The connection is in the middle of an answer.
            handle = nil
            if answer.isStopped { return status }
            if answer.isTooLarge { throw HTTPClientError(.tooLarge, path) }
            throw error(code, systemError)
        }
        return status
    }

    private func configure(
        _ method: String, _ path: String, _ contentType: String, bodySize: Int?, timeout: Int
    ) throws(HTTPClientError) {
        // Chained access to an optional of a non-copyable type, kept in this one function.
        func set(_ option: CURLoption, _ value: Int) -> Bool { handle?.set(option, value) ?? false }
        func set(_ option: CURLoption, _ value: String) -> Bool { handle?.set(option, value) ?? false }
        func add(_ header: String) -> Bool { handle?.add(header: header) ?? false }
        handle?.reset()
        var isSet = set(CURLOPT_UNIX_SOCKET_PATH, socketPath)
        isSet = isSet && set(CURLOPT_URL, "http://localhost" + path) && set(CURLOPT_PROTOCOLS_STR, "http")
        isSet = isSet && set(CURLOPT_PROXY, "") && set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_PATH_AS_IS, 1)
        isSet = isSet && set(CURLOPT_CONNECTTIMEOUT_MS, 2000) && set(CURLOPT_TIMEOUT_MS, timeout)
        isSet = isSet && set(CURLOPT_USERAGENT, "runway")
        switch (method, bodySize) {
        case ("GET", nil): isSet = isSet && set(CURLOPT_HTTPGET, 1)
        case ("HEAD", nil): isSet = isSet && set(CURLOPT_NOBODY, 1)
        case (_, let size?):
            isSet = isSet && set(CURLOPT_POST, 1) && set(CURLOPT_CUSTOMREQUEST, method)
            isSet = isSet && set(CURLOPT_POSTFIELDSIZE, size)
            // Without the wait for "100 Continue".
            isSet = isSet && add("Content-Type: " + contentType) && add("Expect:")
        case ("POST", nil):
            isSet = isSet && set(CURLOPT_POST, 1) && set(CURLOPT_POSTFIELDSIZE, 0)
            isSet = isSet && set(CURLOPT_COPYPOSTFIELDS, "") && add("Content-Type:")
        default: isSet = isSet && set(CURLOPT_CUSTOMREQUEST, method)
        }
        guard isSet else { throw HTTPClientError(.other, "libcurl does not take the options of a request") }
    }

    private func error(_ code: CURLcode, _ systemError: CInt) -> HTTPClientError {
        switch (code, systemError) {
        case (CURLE_COULDNT_CONNECT, ENOENT), (CURLE_COULDNT_CONNECT, ENOTDIR): HTTPClientError(.noSocket, socketPath)
        case (CURLE_COULDNT_CONNECT, EACCES), (CURLE_COULDNT_CONNECT, EPERM):
            HTTPClientError(.permissionDenied, socketPath)
        case (CURLE_COULDNT_CONNECT, ECONNREFUSED): HTTPClientError(.refused, socketPath)
        case (CURLE_OPERATION_TIMEDOUT, _), (CURLE_COULDNT_CONNECT, EAGAIN): HTTPClientError(.timedOut, socketPath)
        case (CURLE_GOT_NOTHING, _), (CURLE_PARTIAL_FILE, _), (CURLE_RECV_ERROR, _), (CURLE_SEND_ERROR, _):
            HTTPClientError(.interrupted, socketPath)
        default: HTTPClientError(.other, "\(socketPath): \(String(cString: curl_easy_strerror(code)))")
        }
    }
}
