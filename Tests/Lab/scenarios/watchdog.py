# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""A loop or a writer that hangs is ended by systemd's watchdog, and the flight goes on."""
import os

from lab.command import run as command
from lab.hang import hang
from lab.waiting import now, wait_until

DROP_IN = "/run/systemd/system/runwayd.service.d/watchdog.conf"
# Seconds; under emulation a start takes one or two.
WATCHDOG = 10


def run(lab):
    shorten(lab)
    lab.runwayd.configure("")
    lab.runwayd.start()
    flight = lab.runwayd.runway("start", "--now").stdout.strip()
    lab.runwayd.wait_for("it is on the disk", lambda status: status["recorder"]["committed_rows"] > 1, 10)
    for number, thread in enumerate((None, "writer"), start=1):
        begun = now()
        pid = int(lab.runwayd.property("MainPID"))
        let_go = hang(pid, thread)
        lab.ending.append(let_go)
        if thread == "writer":
            lab.check(lab.runwayd.status()["phase"] == "cruise", "without its writer the loop flies on")
        wait_until("systemd has started it again", lambda: lab.runwayd.property("NRestarts") == str(number), 6 * WATCHDOG)
        lab.ending.pop()()
        status = lab.runwayd.wait_for("the flight goes on", lambda status: status["phase"] == "cruise", 30)
        lab.check(status["flight"]["id"] == flight, "it is the same flight")
        lab.figure(f"{thread or 'loop'} hangs → in flight again", now() - begun, limit=6 * WATCHDOG)
        said = [entry for entry in lab.runwayd.journal(begun) if "atchdog timeout" in str(entry["MESSAGE"])]
        lab.check(len(said) == 1, "it was the watchdog that ended it")
    lab.runwayd.runway("stop")
    lab.check([flown["id"] for flown in lab.runwayd.flights()] == [flight], "there is one flight")


def shorten(lab):
    os.makedirs(os.path.dirname(DROP_IN), exist_ok=True)
    with open(DROP_IN, "w") as file:
        file.write(f"[Service]\nWatchdogSec={WATCHDOG}\n")
    command("systemctl", "daemon-reload")

    def restore():
        os.remove(DROP_IN)
        command("systemctl", "daemon-reload")

    lab.ending.append(restore)
