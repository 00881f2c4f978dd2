// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A fix in the segment's frame.
struct Sight: Sendable {
    /// East and north of the frame's origin, metres.
    var position: SIMD2<Double>
    /// A unit vector; nil when the receiver told no course.
    var heading: SIMD2<Double>?
    /// m/s; nil when the receiver told none.
    var speed: Double?
    var quality: FixQuality
}
