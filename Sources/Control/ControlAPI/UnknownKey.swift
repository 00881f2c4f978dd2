// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Any key of an object, to find those that nobody knows: a misspelt one must not be taken for one left out.
struct UnknownKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }

    static func refuse(in decoder: any Decoder, but known: [String]) throws {
        let container = try decoder.container(keyedBy: UnknownKey.self)
        guard let unknown = container.allKeys.first(where: { !known.contains($0.stringValue) }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: unknown, in: container,
            debugDescription: "'\(unknown.stringValue)' is not known; write \(known.joined(separator: " or "))")
    }
}
