// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Every annunciation, the most urgent first. Of two that are due at once the upper one is said and the lower one waits.
///
/// | column | |
/// |---|---|
/// | sort | a condition has a lamp while it holds, an event has none |
/// | onset | seconds that a condition has to hold before it is one |
/// | waits | seconds for which a call may wait for the voice |
/// | worse | called again when it is clearly worse |
/// | again | seconds before the same may be called again |
/// | cuts | cuts off what is said below it |
/// | silent | the person's switches (acknowledge, mute, inhibit) silence it |
/// | not while | what keeps it from being judged |
enum AnnunciationTable {
    /// Where a pace says nothing about how the runner keeps to it.
    private static let paceless: Set<Inhibit> = [
        .holding, .standing, .afterRotate, .settling, .stepChange, .estimated, .minimums, .afterTarget, .inhibited,
    ]
    /// The same for a heart rate, which goes on while he stands.
    private static let beatless: Set<Inhibit> = [.holding, .warmUp, .minimums, .afterTarget, .inhibited]

    // swift-format-ignore
    static let rules: [AnnunciationRule] = [
        //  kind               priority   sort        onset waits worse  again  latch     cuts   silent not while                needs
        row(.minimums,          .warning,  .condition, 0,    0,    false, 0,     .mission, true,  true,  [.holding, .afterTarget, .inhibited], .distance),
        row(.countdown,         .advisory, .event,     0,    1,    false, 0,     .none,    true,  false),
        row(.rotate,            .advisory, .event,     0,    5,    false, 0,     .none,    true,  false),
        row(.touchdown,         .advisory, .event,     0,    30,   false, 0,     .none,    true,  false),
        row(.hold,              .status,   .event,     0,    5,    false, 0,     .none,    true,  false),
        row(.resume,            .status,   .event,     0,    5,    false, 0,     .none,    true,  false),
        row(.lap,               .advisory, .event,     0,    10,   false, 0,     .none,    true,  false),
        row(.targetReached,     .advisory, .event,     0,    20,   false, 0,     .mission, false, true,  [],                     .distance),
        row(.storageFailing,    .warning,  .condition, 0,    0,    false, 60,    .none,    false, true),
        row(.interval,          .advisory, .event,     0,    10,   false, 0,     .none,    false, true),
        row(.split,             .advisory, .event,     0,    15,   false, 0,     .none,    false, true,  [],                     .distance),
        row(.halfWay,           .advisory, .event,     0,    15,   false, 0,     .mission, false, true,  [.holding],             .distance),
        row(.remaining,         .advisory, .event,     0,    15,   false, 0,     .none,    false, true,  [.holding],             .distance),
        row(.projection,        .advisory, .event,     0,    20,   false, 0,     .none,    false, true,  [],                     .distance),
        row(.overspeed,         .caution,  .condition, 0,    0,    true,  15,    .none,    false, true,  paceless,               .speed),
        row(.sinkRate,          .caution,  .condition, 3,    0,    true,  15,    .none,    false, true,  paceless,               .speed),
        row(.positionLost,      .caution,  .condition, 0,    0,    false, 30,    .none,    false, true),
        row(.heartRateLost,     .caution,  .condition, 0,    0,    false, 30,    .none,    false, true),
        row(.contactLost,       .caution,  .condition, 3,    0,    false, 60,    .none,    false, true),
        row(.sensorBatteryLow,  .caution,  .condition, 0,    0,    false, 600,   .none,    false, true),
        row(.deviceBatteryLow,  .caution,  .condition, 0,    0,    false, 600,   .none,    false, true),
        row(.noFix,             .caution,  .event,     0,    10,   false, 0,     .none,    false, true),
        row(.onTarget,          .advisory, .event,     0,    5,    false, 0,     .none,    false, true),
        row(.storageRecovered,  .status,   .event,     0,    30,   false, 0,     .none,    false, true),
        row(.positionRegained,  .status,   .event,     0,    10,   false, 0,     .none,    false, true),
        row(.heartRateRegained, .status,   .event,     0,    10,   false, 0,     .none,    false, true),
        row(.resumed,           .status,   .event,     0,    10,   false, 0,     .none,    false, true),
    ]

    /// Of the same kinds by heart rate: not to the second, and not where a pace is none.
    // swift-format-ignore
    static let byHeartRate: [AnnunciationRule] = [
        row(.overspeed,         .caution,  .condition, 2,    0,    true,  30,    .none,    false, true,  beatless,               .heartRate),
        row(.sinkRate,          .caution,  .condition, 2,    0,    true,  30,    .none,    false, true,  beatless,               .heartRate),
    ]

    /// A rule by the place of its row: 0 is the most urgent.
    static func rank(of kind: Annunciation.Kind) -> Int { ranks[kind] ?? rules.count }

    static func rule(of kind: Annunciation.Kind, by target: Alert.Target? = nil) -> AnnunciationRule {
        if target == .heartRate, let rule = byHeartRate.first(where: { $0.kind == kind }) { return rule }
        return rules[min(rank(of: kind), rules.count - 1)]
    }

    private static let ranks = Dictionary(uniqueKeysWithValues: zip(rules.map(\.kind), rules.indices))

    private static func row(
        _ kind: Annunciation.Kind, _ priority: Annunciation.Priority, _ sort: AnnunciationRule.Sort, _ onset: Double,
        _ waits: Double, _ worse: Bool, _ again: Double, _ latch: AnnunciationRule.Latch, _ cuts: Bool, _ silent: Bool,
        _ inhibits: Set<Inhibit> = [], _ needs: AnnunciationRule.Need = .nothing
    ) -> AnnunciationRule {
        AnnunciationRule(
            kind: kind, priority: priority, sort: sort, onset: onset, patience: waits, repeatsWhenWorse: worse,
            again: again, latch: latch, interrupts: cuts, isSilenced: silent, inhibits: inhibits, needs: needs)
    }
}
