// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database

extension RecorderTrouble {
    init(_ error: any Error) {
        self.init((error as? DatabaseError)?.trouble ?? .other, "\(error)")
    }
}

extension DatabaseError {
    fileprivate var trouble: RecorderTrouble.Code {
        switch kind {
        case .full: .full
        case .readOnly: .readOnly
        case .inputOutput: .io
        case .cannotOpen: .inaccessible
        case .busy: .busy
        case .corrupt, .notADatabase: .damaged
        case .other: .other
        }
    }

    /// Whether the connection that met it will do again once its cause is gone.
    var isPassing: Bool { kind == .full || kind == .busy }
}
