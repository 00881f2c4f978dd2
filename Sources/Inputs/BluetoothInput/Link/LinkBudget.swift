// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// How long each step of a link may take, and how long to wait in between.
enum LinkBudget {
    /// Scans come with pauses, for the sake of Wi-Fi and earbuds on the same radio: short ones while somebody is
    /// probably putting a strap on, longer ones afterwards.
    static let eager = Seconds(300)
    static let eagerScan = Seconds(20)
    static let eagerPause = Seconds(1)
    static let scan = Seconds(10)
    static let pause = Seconds(6)

    /// An obstacle that lasts no longer is not worth a word: bluetoothd's start, an adapter that is being switched on.
    static let settle = Seconds(2)

    /// A scan that cannot be begun is said when it failed so often in a row.
    static let scanFailures = 2

    /// A sensor that was heard a moment ago.
    static let connect = Seconds(30)
    /// One that just dropped the link, and may be gone: it has not been heard again.
    static let reconnect = Seconds(15)
    /// A first connection reads all services, one by one (B49).
    static let resolve = Seconds(30)
    /// Resolved, but the characteristic's object may come a moment later.
    static let lateObjects = Seconds(3)
    /// Without a value for so long, the subscription is made anew; after as long again, the connection.
    static let silence = Seconds(10)
    static let disconnect = Seconds(5)

    /// A link that held so long was a good one: what failed before counts no more.
    static let steady = Seconds(5)

    /// The pause after so many failures in a row. The first retries come at once: most failures are of a moment (B45).
    static func pause(after failures: Int) -> Seconds {
        let table = [0.0, 0.3, 0.3, 1, 2, 4, 8, 15, 30]
        return Seconds(table[min(failures, table.count - 1)])
    }
}
