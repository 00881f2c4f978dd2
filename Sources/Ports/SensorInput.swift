// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel

/// One way in: a link to a sensor or to the daemon that reads it.
///
/// It turns what comes over its link into inputs and hands them over at once, on the loop. It reports its link with
/// `Input.link` and keeps it: whatever happens to the other end, it tries again for ever, with capped and jittered
/// backoff. It never blocks the loop, keeps no history and knows nothing of other inputs or of the core.
@Loop
public protocol SensorInput: AnyObject {
    /// Starts the link. Called once. A link that cannot be had now is no error but a state, reported as such.
    /// - Parameter deliver: takes each input in the order of arrival.
    func start(_ deliver: @escaping @Loop (Input) -> Void)

    /// What came and was not used, and the like, since the start: for `runway status`.
    var counts: [String: Int] { get }

    /// Closes the link; nothing is delivered afterwards.
    func stop()
}
