# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""Empty, short, over-long and random values from a strap: counted, never shown, and the next good one is taken."""
import random

from lab.waiting import wait_until

CONFIGURATION = """
[sensor strap]
type=heart-rate
transport=bluez
"""
SEED = 20260501
MALFORMED = ["00", "01", "0148", "08", "0848", "084803", "104803", "1048034503", "1f", "ff"]


def run(lab):
    lab.runwayd.configure(CONFIGURATION)
    strap = lab.strap()
    strap.tell("bpm", 131)
    lab.runwayd.start()
    strap.advertise()
    is_live(lab, 131)

    # Fast enough to be done soon, and no value twice.
    strap.tell("rate", 10)
    for payload in MALFORMED:
        strap.tell("raw", payload)
        grows(lab, payload)
    strap.tell("raw", "none")
    strap.tell("bpm", 132)
    is_live(lab, 132)

    dice = random.Random(SEED)
    for _ in range(100):
        strap.tell("raw", dice.randbytes(dice.randint(1, 20)).hex())
    # As much as a link with a large MTU carries, all of it intervals.
    strap.tell("raw", "1685" + "0004" * 240)
    strap.tell("raw", "none")
    strap.tell("bpm", 133)
    is_live(lab, 133)
    lab.figure("malformed values", malformed(lab), "")
    lab.check(lab.runwayd.property("NRestarts") == "0", "runwayd ran through it all")
    lab.check(lab.runwayd.status()["counters"]["strap_connections"] == 1, "on one connection")


def malformed(lab):
    return lab.runwayd.status()["counters"]["strap_malformed"]


def grows(lab, payload):
    before = malformed(lab)
    wait_until(f"{payload} is counted", lambda: malformed(lab) > before, 15)
    shown = lab.runwayd.status()["heart_rate"]["bpm"]
    lab.check(shown in (None, 131), f"{payload} is not shown as {shown} bpm")


def is_live(lab, bpm):
    lab.runwayd.wait_for(
        f"a heart rate of {bpm}",
        lambda status: status["heart_rate"]["state"] == "live" and status["heart_rate"]["bpm"] == bpm,
        60,
    )
