// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Why a verb failed, in words for the person, and with what status the program exits.
struct Failure: Error {
    let message: String
    let status: CInt

    static func usage(_ message: String) -> Failure { Failure(message: message, status: ExitStatus.usage) }

    static func failed(_ message: String) -> Failure {
        Failure(message: "runway: \(message)", status: ExitStatus.failure)
    }

    static func unreachable(_ message: String) -> Failure {
        Failure(message: "runway: \(message)", status: ExitStatus.unavailable)
    }
}

/// As sysexits.h has them, and 1.
enum ExitStatus {
    static let failure: CInt = 1
    static let usage: CInt = 64
    static let unavailable: CInt = 69
}
