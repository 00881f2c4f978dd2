// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// A distance that has a name.
    public enum Preset: String, Sendable, CaseIterable {
        case fiveKilometres = "5k"
        case tenKilometres = "10k"
        /// Half a marathon.
        case half
        /// A marathon.
        case full

        public var distance: Metres {
            switch self {
            case .fiveKilometres: Metres(5000)
            case .tenKilometres: Metres(10_000)
            case .half: Metres(21_097.5)
            case .full: Metres(42_195)
            }
        }
    }
}
