// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Where a value lies in respect of its band.
enum BandSide: String, Codable, Sendable {
    case inside, above, below
}
