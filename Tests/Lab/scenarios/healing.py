# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""Whatever is taken from under Bluetooth: runwayd runs on, says which it is, and heals when it is given back."""
from lab.waiting import now

CONFIGURATION = """
[sensor strap]
type=heart-rate
transport=bluez
device=auto
"""


def run(lab):
    lab.runwayd.configure(CONFIGURATION)
    lab.runwayd.start()
    is_said(lab, "no-adapter")

    strap = lab.strap()
    strap.advertise()
    is_live(lab, strap, 120)

    lab.block_radio()
    is_said(lab, "blocked")
    begun = now()
    lab.block_radio(False)
    is_live(lab, strap, 121)
    lab.figure("radio unblocked → heart rate", now() - begun, limit=60)

    lab.radio.tell("adapter", "unplug")
    is_said(lab, "no-adapter")
    begun = now()
    lab.radio.tell("adapter", "plug")
    is_live(lab, strap, 122)
    lab.figure("adapter plugged → heart rate", now() - begun, limit=60)

    lab.bluetooth.stop()
    is_lost(lab)
    begun = now()
    lab.bluetooth.start()
    is_live(lab, strap, 123)
    lab.figure("bluetoothd started → heart rate", now() - begun, limit=60)

    lab.bluetooth.kill()
    is_lost(lab)
    begun = now()
    lab.bluetooth.start()
    is_live(lab, strap, 124)
    lab.figure("bluetoothd started after its kill → heart rate", now() - begun, limit=60)

    lab.check(lab.runwayd.property("NRestarts") == "0", "runwayd ran through it all")


def is_said(lab, reason):
    lab.runwayd.wait_for(f"the reason is {reason}", lambda status: status["heart_rate"].get("reason") == reason, 30)


def is_lost(lab):
    lab.runwayd.wait_for("the heart rate is not live", lambda status: status["heart_rate"]["state"] != "live", 30)


def is_live(lab, strap, bpm):
    """A rate of its own tells the new measurements from those of before."""
    strap.tell("bpm", bpm)
    lab.runwayd.wait_for(
        f"a heart rate of {bpm}",
        lambda status: status["heart_rate"]["state"] == "live" and status["heart_rate"]["bpm"] == bpm,
        60,
    )
