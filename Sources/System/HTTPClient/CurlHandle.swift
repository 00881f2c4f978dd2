// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CCurl

/// Owns an easy handle of libcurl, with its connection, and the header lines of the request that it makes.
struct CurlHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?

    init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(headers)
    }

    /// Forgets all options, and keeps the connection.
    mutating func reset() {
        curl_easy_reset(pointer)
        curl_slist_free_all(headers)
        headers = nil
    }

    /// Returns whether libcurl could take it.
    mutating func add(header: String) -> Bool {
        guard let longer = curl_slist_append(headers, header) else { return false }
        headers = longer
        return runway_curl_set_pointer(pointer, CURLOPT_HTTPHEADER, headers) == CURLE_OK
    }

    func set(_ option: CURLoption, _ value: Int) -> Bool {
        runway_curl_set_long(pointer, option, value) == CURLE_OK
    }

    /// For the options whose string libcurl copies: all but CURLOPT_POSTFIELDS.
    func set(_ option: CURLoption, _ value: String) -> Bool {
        runway_curl_set_pointer(pointer, option, value) == CURLE_OK
    }
}
