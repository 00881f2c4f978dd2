// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// `--mission SPEC` of verbs that need no daemon.
enum MissionOption {
    static func take(_ arguments: inout Arguments, of verb: any Verb.Type) throws -> Mission? {
        guard let spec = try arguments.option("--mission") else { return nil }
        do {
            return try Mission(spec: spec)
        } catch {
            throw Failure.usage("runway \(verb.name): --mission \(spec): \(error)")
        }
    }
}
