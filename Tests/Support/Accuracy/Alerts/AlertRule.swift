// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A rule by which a program calls that a runner has left the pace band.
public protocol AlertRule: Sendable {
    /// For a table's head.
    static var name: String { get }
    /// Whether its program runs on phones, which deliver a fix a second.
    static var isOnPhones: Bool { get }

    /// Takes the next fix.
    /// - Returns: what is called because of it.
    mutating func take(_ new: Observation) -> GPWSState?
}

extension AlertRule {
    /// The calls in a whole run.
    public func calls(in run: AlertRun) -> [AlertCall] {
        var rule = self
        let stride = Self.isOnPhones ? max(1, Int(run.setup.rate)) : 1
        return run.observations.enumerated().compactMap { index, observation in
            guard index.isMultiple(of: stride) else { return nil }
            return rule.take(observation).map { AlertCall($0, at: observation.time) }
        }
    }
}
