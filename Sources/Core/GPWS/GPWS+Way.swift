// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is called on the way to the target distance.
extension GPWS {
    /// Calls what is crossed on the way.
    /// - Returns: whether these are the last metres.
    mutating func watch(
        _ situation: Situation, _ aim: Aim, _ configuration: FlightConfiguration, _ annunciator: inout Annunciator
    ) -> Bool {
        guard let target = aim.distance else { return false }
        let wasBehind = way.isBehind
        for (mark, isFresh) in way.advance(to: situation.distance, target: target) {
            let kind: Annunciation.Kind
            let text: String
            switch mark {
            case .halfWay: (kind, text) = (.halfWay, "HALF WAY")
            case .remaining(let left): (kind, text) = (.remaining, Phrase.distance(left) + " TO GO")
            case .target: (kind, text) = (.targetReached, "TARGET DISTANCE")
            }
            if isFresh {
                annunciator.announce(
                    kind, text, Phrase.values(remaining: target - situation.distance), at: situation.at)
            } else {
                annunciator.withhold(kind, .overshot)
            }
        }
        let isLow = !way.isBehind && situation.distance >= target - configuration.minimums
        if isLow { wasLow = true }
        if way.isBehind, !wasBehind, !wasLow { annunciator.withhold(.minimums, .overshot) }
        return isLow
    }

    mutating func updateMinimums(
        _ isLow: Bool, _ situation: Situation, _ aim: Aim, _ settings: GPWSConfiguration,
        _ annunciator: inout Annunciator
    ) -> [Event.Body] {
        let isJudged = isLow && situation.phase == .cruise && !annunciator.isInhibited
        let deviation = situation.distance - (aim.distance ?? situation.distance)
        let condition = Condition(
            severity: .warning, text: GPWSState.minimums.words, target: .distance, deviation: deviation.rawValue,
            values: Phrase.values(remaining: .zero - deviation))
        switch annunciator.update(.minimums, isJudged ? condition : nil, at: situation.at) {
        case .lit:
            let alert = records.begin(
                .minimums, .warning, .distance, value: situation.distance.rawValue, deviation: deviation.rawValue,
                situation, sameWithin: settings.sameAlertWithin)
            return [.alertBegan(alert)]
        case .gone:
            let reason: Alert.End =
                way.isBehind ? .targetReached : annunciator.isInhibited ? .inhibited : isLow ? .holding : .cleared
            return records.end(reason, at: situation.at).map { [.alertEnded($0)] } ?? []
        case nil: return []
        }
    }
}
