# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""The laboratory itself: a strap that BlueZ reads, a receiver that gpsd reads, without runwayd.

To add a scenario, copy this file: its name is the scenario's, run() is it, the first line above is what is printed.
"""
from lab.bluez import ADAPTER, CHARACTERISTIC, DEVICE, HEART_RATE, MEASUREMENT
from lab.service import Service
from lab.waiting import now, wait_until

FLAGS_CONTACT = 0b110


def run(lab):
    strap_is_notified(lab)
    puck_is_read(lab)


def strap_is_notified(lab):
    strap = lab.strap()
    strap.tell("bpm", 143)
    strap.tell("rr", "402,398")
    bluez = lab.bluez()
    adapters = wait_until(
        "the adapter is powered",
        lambda: [path for path, adapter in bluez.objects(ADAPTER).items() if adapter["Powered"]],
        15,
    )
    begun = now()
    strap.advertise()
    bluez.call(adapters[0], ADAPTER, "StartDiscovery")
    found = wait_until(
        "the strap is found",
        lambda: [path for path, device in bluez.objects(DEVICE).items() if HEART_RATE in device["UUIDs"]],
        15,
    )
    bluez.call(adapters[0], ADAPTER, "StopDiscovery")
    bluez.call(found[0], DEVICE, "Connect")
    measurements = wait_until(
        "the strap's services are resolved",
        lambda: [
            path
            for path, characteristic in bluez.objects(CHARACTERISTIC).items()
            if characteristic["UUID"] == MEASUREMENT and bluez.objects(DEVICE)[found[0]]["ServicesResolved"]
        ],
        30,
    )
    next_value = bluez.values(measurements[0])
    first = next_value(10)
    lab.figure("strap advertising → first notification", now() - begun, limit=30)
    expected = bytes([FLAGS_CONTACT | 1 << 4, 143]) + bytes.fromhex("9c01 9801")
    lab.check(bytes(first) == expected, f"{bytes(first).hex()} is {expected.hex()}")
    strap.tell("raw", "0650")
    wait_until("raw bytes arrive", lambda: bytes(next_value(5)).hex() == "0650", 10)

    strap.advertise(False)
    strap.drop()
    wait_until("the strap is gone", lambda: not bluez.objects(DEVICE)[found[0]]["Connected"], 10)


def puck_is_read(lab):
    puck = lab.puck
    begun = now()
    puck.plug()
    puck.run(3.0)
    control = Service("gpsdctl@ttyACM0.service")
    wait_until("udev has told gpsd of the puck", lambda: control.state == "active", 30)
    gpsd = lab.gpsd()
    fix = gpsd.wait_for("a fix", lambda report: report["class"] == "TPV" and report.get("mode") == 3, 60)
    lab.figure("puck plugged → fix", now() - begun, limit=90)
    lab.check(fix["device"] in ("/dev/ttyACM0", "/dev/gps0"), f"the fix is the puck's: {fix['device']}")
    # What gpsd says is of the last second.
    moving = gpsd.wait_for("a speed", lambda report: report["class"] == "TPV" and report.get("speed", 0) > 1, 10)
    speed = moving["speed"]
    lab.check(abs(speed - 3.0) < 0.05, f"the speed, {speed} m/s, is 3 m/s")
    puck.unplug()
    wait_until("gpsd has let go of the puck", lambda: control.state == "inactive", 30)
