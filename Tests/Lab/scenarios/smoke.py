# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""runwayd at home: the strap is found, lost and found again, and a flight is flown with puck and strap."""
import re

from lab.waiting import now

CONFIGURATION = """
[sensor strap]
type=heart-rate
transport=bluez
device=auto
"""
SPEED = 3.0
FLIGHT = 60


def run(lab):
    strap = lab.strap()
    strap.tell("bpm", 143)
    lab.puck.plug()
    lab.runwayd.configure(CONFIGURATION)
    lab.runwayd.start()
    lab.check(lab.runwayd.state == "active", "runwayd said that it is ready")
    lab.runwayd.wait_for("a fix", lambda status: status["gps"]["state"] == "fix", 60)

    begun = now()
    strap.advertise()
    is_live(lab, 143)
    lab.figure("strap advertising → heart rate", now() - begun, goal=10, limit=30)
    battery = lab.runwayd.wait_for("the battery", lambda status: status["heart_rate"]["battery"] is not None, 15)
    lab.check(battery["heart_rate"]["battery"] == 77, f"the battery, {battery['heart_rate']['battery']}, is 77 %")

    # Another rate tells the new measurements from what is remembered.
    strap.tell("bpm", 151)
    begun = now()
    strap.drop()
    is_live(lab, 151)
    lab.figure("strap dropped → heart rate", now() - begun, goal=6, limit=18)

    flight_is_flown(lab)
    journal_is_discreet(lab, strap)


def is_live(lab, bpm):
    return lab.runwayd.wait_for(
        f"a heart rate of {bpm}",
        lambda status: status["heart_rate"]["state"] == "live" and status["heart_rate"]["bpm"] == bpm,
        60,
    )


def flight_is_flown(lab):
    puck = lab.puck
    puck.run(SPEED)
    lab.runwayd.runway("start", "--now")
    from_metre, begun = puck.travelled, now()
    lab.runwayd.wait_for("it has flown", lambda status: status["flight"]["elapsed_s"] >= FLIGHT, FLIGHT + 30)
    lab.runwayd.runway("stop")
    way, elapsed = puck.travelled - from_metre, now() - begun

    (flight,) = lab.runwayd.flights()
    lab.figure("the runner's way", way, "m")
    lab.figure("the flight's distance", flight["distance_m"], "m")
    # At either end a fix is up to a second old.
    allowed = way * 0.02 + 2 * SPEED
    lab.check(abs(flight["distance_m"] - way) <= allowed, f"they differ by {allowed:.0f} m at most")
    lab.check(abs(flight["elapsed_s"] - elapsed) <= 3, f"the flight's {flight['elapsed_s']} s are {elapsed:.1f} s")
    lab.check(flight["heart_rate_avg"] == 151, f"its mean heart rate, {flight['heart_rate_avg']}, is 151")
    lab.check(lab.runwayd.property("NRestarts") == "0", "runwayd was never started again")


def journal_is_discreet(lab, strap):
    """Whose heart it was, and how fast it beat, is for the logbook."""
    entries = [entry["MESSAGE"] for entry in lab.runwayd.journal(lab.started)]
    lab.check(entries, "it has said something")
    for entry in entries:
        told = strap.address in entry.upper() or re.search(r"\b151\b", entry)
        lab.check(not told, f"no address and no heart rate is in '{entry}'")
