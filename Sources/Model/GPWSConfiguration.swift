// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What the person configured of the alerts.
public struct GPWSConfiguration: Hashable, Codable, Sendable {
    /// How a pace outside its band is found.
    public enum Detector: String, Codable, Sendable, CaseIterable {
        /// A sequential test, whose threshold follows the noise.
        case sequential
        /// The smoothed speed against the band, once the runner was inside it.
        case band
    }

    public var detector: Detector
    /// How seldom a false call of pace may be expected while the pace is held, about: the longer, the later the true ones.
    /// 1 h…1000 h.
    public var calm: Seconds
    /// After ROTATE nothing is judged by pace for so long. 0…600 s.
    public var grace: Seconds
    /// After standing, a hold, a gap or a change of the interval, the same. 0…120 s.
    public var settling: Seconds
    /// After ROTATE a heart rate below its band is not called for so long, unless it was in the band before. 0…1800 s.
    public var warmUp: Seconds
    /// An alert that comes back within this time is the same one. 0…600 s.
    public var sameAlertWithin: Seconds

    public init(
        detector: Detector = .sequential, calm: Seconds = Seconds(5 * 3600), grace: Seconds = Seconds(15),
        settling: Seconds = Seconds(8), warmUp: Seconds = Seconds(180), sameAlertWithin: Seconds = Seconds(20)
    ) {
        self.detector = detector
        self.calm = calm
        self.grace = grace
        self.settling = settling
        self.warmUp = warmUp
        self.sameAlertWithin = sameAlertWithin
    }

    private enum CodingKeys: String, CodingKey {
        case detector
        case calm = "calm_s"
        case grace = "grace_s"
        case settling = "settling_s"
        case warmUp = "warm_up_s"
        case sameAlertWithin = "same_alert_within_s"
    }
}
