// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Where in a value an encoder or decoder is. A list from the inside out, which costs nothing until it is asked for.
indirect enum CodingPath {
    case root
    case key(any CodingKey, in: CodingPath)

    func appending(_ key: any CodingKey) -> CodingPath { .key(key, in: self) }

    /// From the outside in.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        while case .key(let key, let outer) = path {
            keys.append(key)
            path = outer
        }
        return keys.reversed()
    }
}
