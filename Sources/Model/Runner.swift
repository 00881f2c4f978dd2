// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Who runs, as far as it was told. Weight alone gives energy by distance; with age and sex it comes from heart rate too.
public struct Runner: Hashable, Codable, Sendable {
    public enum Sex: String, Codable, Sendable {
        case female
        case male
    }

    /// 20…300 kg.
    public var weight: Kilograms?
    /// In years, 5…120.
    public var age: Int?
    public var sex: Sex?

    public init(weight: Kilograms? = nil, age: Int? = nil, sex: Sex? = nil) {
        self.weight = weight
        self.age = age
        self.sex = sex
    }

    private enum CodingKeys: String, CodingKey {
        case weight = "weight_kg"
        case age, sex
    }
}

/// What energy was reckoned from.
public enum EnergySource: String, Codable, Sendable {
    case heartRate
    case distance
    /// Heart rate, and distance while there was none.
    case both
}
