# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""The device's battery: the kernel's own drivers, from the firmware to the status, in the confined service."""
import os
import time

from lab.battery import Battery
from lab.mouse import Mouse
from lab.waiting import now

# Announced or not: the service reads at most every 5 s, and at least every 60 s.
ANNOUNCED, SILENT = 30, 90


def run(lab):
    battery = Battery()
    lab.ending.append(battery.take_out)
    lab.runwayd.start()
    nothing_is_no_fault(lab)
    battery_is_seen(lab, battery)
    mouse_is_no_battery(lab)
    flight_knows_it(lab)
    reading_is_cheap(lab)


def nothing_is_no_fault(lab):
    status = lab.runwayd.wait_for("a reading", lambda status: status["counters"]["power_readings"] > 0, 15)
    lab.check(status["power"] is None, f"without a battery there is no charge: {status['power']}")
    lab.check(status["counters"]["power_batteries"] == 0, "and the counts say so")
    lab.check(status["counters"]["power_listening"] == 1, "the service may listen to udev")
    said = [entry["MESSAGE"] for entry in lab.runwayd.journal(lab.started) if "battery" in str(entry["MESSAGE"])]
    lab.check(not said, f"it says nothing of it: {said}")


def battery_is_seen(lab, battery):
    begun = now()
    battery.put_in(57)
    is_told(lab, 57, False, ANNOUNCED)
    lab.figure("battery put in → status", now() - begun, goal=10, limit=ANNOUNCED)
    begun = now()
    battery.tell(58, charging=True)
    battery.announce()
    is_told(lab, 58, True, ANNOUNCED)
    lab.figure("charger plugged, announced → status", now() - begun, goal=10, limit=ANNOUNCED)
    text = lab.runwayd.runway("status").stdout
    lab.check("battery     58 %, charging or full\n" in text, f"it is said in words: {text}")
    begun = now()
    battery.tell(41)
    is_told(lab, 41, False, SILENT)
    lab.figure("charge changed, not announced → status", now() - begun, goal=65, limit=SILENT)


def is_told(lab, percent, charging, limit):
    lab.runwayd.wait_for(
        f"{percent} %", lambda status: status["power"] == {"percent": percent, "charging": charging}, limit
    )


def mouse_is_no_battery(lab):
    before = lab.runwayd.status()["counters"]
    mouse = Mouse()
    lab.ending.append(mouse.close)
    mouse.tell(3)
    lab.check(mouse.scope == "Device", f"the kernel says whose battery it is: {mouse.scope}")
    status = lab.runwayd.wait_for("the mouse is seen", lambda status: status["counters"]["power_supplies"] == 2, ANNOUNCED)
    counters = status["counters"]
    lab.check(counters["power_batteries"] == 1, "the mouse's battery is not the device's")
    lab.check(status["power"]["percent"] == 41, f"and changes nothing: {status['power']}")
    for count in ("power_unreadable", "power_implausible", "power_left_out"):
        lab.check(counters[count] == before[count] == 0, f"{count} stays 0")


def flight_knows_it(lab):
    lab.runwayd.runway("start", "--now")
    lab.runwayd.restart()
    status = lab.runwayd.wait_for("the flight goes on", lambda status: status["phase"] == "cruise", 30)
    lab.check(status["power"]["percent"] == 41, f"a flight that goes on knows the charge: {status['power']}")
    lab.runwayd.runway("stop")


def reading_is_cheap(lab):
    """What the kernel takes for the attributes of one battery."""
    folder = "/sys/class/power_supply/BAT0"
    begun = time.perf_counter()
    for _ in range(20):
        for attribute in ("type", "present", "capacity", "status"):
            with open(os.path.join(folder, attribute), "rb", buffering=0) as file:
                file.read(64)
    lab.figure("one battery's attributes, from Python", (time.perf_counter() - begun) / 20 * 1000, "ms")
