# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""Out of memory in a flight: killed as often as it comes back, and in flight again once there is room."""
from lab.command import run as command
from lab.waiting import now, wait_until


def run(lab):
    service = lab.runwayd
    service.configure("")
    service.start()
    flight = service.runway("start", "--now").stdout.strip()
    service.wait_for("it is on the disk", lambda status: status["recorder"]["committed_rows"] > 1, 10)
    begun = now()
    lab.ending.append(lambda: limit("infinity"))
    # Less than its own memory; what is the disk's would only be thrown away.
    limit("1M")
    wait_until("it was killed again and again", lambda: int(service.property("NRestarts")) >= 6, 120)
    said = [entry for entry in service.journal(begun) if "OOM killer" in str(entry["MESSAGE"])]
    lab.check(said, "it was killed for want of memory")
    limit("infinity")
    begun = now()
    status = service.wait_for("the flight goes on", lambda status: status["phase"] == "cruise", 60)
    lab.figure("room again → in flight again", now() - begun, limit=60)
    lab.check(status["flight"]["id"] == flight, "it is the same flight")
    service.runway("stop")
    landed = service.flights()
    lab.check([flown["id"] for flown in landed] == [flight], "there is one flight")
    lab.check(landed[0]["state"] == "landed" and not landed[0]["incomplete"], "it landed, whole")


def limit(bytes):
    command("systemctl", "set-property", "--runtime", "runwayd.service", f"MemoryMax={bytes}")
