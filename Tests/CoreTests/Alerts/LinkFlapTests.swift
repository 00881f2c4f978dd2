// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// Links that come and go faster than a voice speaks.
struct LinkFlapTests {
    private func link(_ state: LinkChange.State) -> Input {
        .link(LinkChange(kind: .position, name: "gpsd", state: state))
    }

    /// Whoever was told of the loss is told of the return, and of no return in between.
    @Test func theReturnIsSaidAfterASecondLossToo() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 30)
        pilot.submit(link(.down))
        pilot.submit(link(.up))
        pilot.run(3, for: 0.2, step: 0.2)
        pilot.submit(link(.down))
        pilot.wait(5)
        #expect(pilot.calls.suffix(1) == [.positionLost])
        pilot.submit(link(.up))
        pilot.run(3, for: 10)
        let heard = pilot.calls.filter { [.positionLost, .positionRegained].contains($0) }
        #expect(heard == [.positionLost, .positionRegained])
    }
}
