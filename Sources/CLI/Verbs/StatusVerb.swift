// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI

enum StatusVerb: Verb {
    static let name = "status"
    static let summary = "show the flight, the sensors and the daemon"
    static let help = "usage: runway status [--json]\n\nShows the levels as they stand."

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        try arguments.end(of: self)
        let status = try daemon.get("/v1/status", as: Status.self)
        try isJSON ? Output.json(status) : Output.line(StatusText(status).text)
    }
}
