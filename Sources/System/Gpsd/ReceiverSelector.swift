// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Decides whose fixes are used when gpsd has several receivers: one's, and it stays with that one. Two receivers
/// disagree by metres, and going to and fro between them would be distance that nobody ran.
public struct ReceiverSelector: Sendable {
    /// How long the active receiver may be silent or without a fix before another one takes its place.
    public static let patience = Seconds(5)

    /// The receiver that the configuration names; only its fixes are used.
    public let pinned: String?
    /// The receiver in use; nil until one has reported.
    public private(set) var active: String?
    private var lastFix: Instant?
    private var lastReport: Instant?
    private var isGone = false

    public init(pinned: String? = nil) {
        self.pinned = pinned
        active = pinned
    }

    /// - Returns: whether the fix is to be used.
    public mutating func accept(_ fix: Fix, at instant: Instant) -> Bool {
        if let pinned { return fix.receiver == pinned }
        let hasFix = fix.mode >= .twoDimensional
        if fix.receiver != active {
            guard mayReplaceActive(withFix: hasFix, at: instant) else { return false }
            active = fix.receiver
            lastFix = nil
        }
        isGone = false
        lastReport = instant
        if hasFix { lastFix = instant }
        return true
    }

    /// - Returns: whether the sky is that of the receiver in use, or of the first to report at all.
    public func accept(_ sky: Sky) -> Bool {
        active == nil || sky.receiver == active
    }

    /// gpsd opened or closed a receiver.
    public mutating func noteDevice(_ path: String, isActive: Bool) {
        if path == active { isGone = !isActive }
    }

    /// The list of all receivers that gpsd has.
    public mutating func noteDevices(_ paths: [String]) {
        if let active, !paths.contains(active) { isGone = true }
    }

    private func mayReplaceActive(withFix hasFix: Bool, at instant: Instant) -> Bool {
        guard active != nil, let lastReport else { return true }
        if let lastFix { return instant - lastFix > ReceiverSelector.patience && (hasFix || isGone) }
        // The active one never had a fix: the first that has one is taken.
        return hasFix || (isGone && instant - lastReport > ReceiverSelector.patience)
    }
}
