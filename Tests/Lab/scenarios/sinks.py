# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""The sinks under the hardened unit: the journal's entries with their fields, and a program that is told the same."""
import os
import subprocess
import time

from lab.waiting import wait_until

CALLS = "/var/lib/runwayd/calls.log"
CONFIGURATION = f"""
[flight]
countdown=0
[sink journal]
type=journal
[sink calls]
type=exec
command=/bin/sh /usr/share/doc/runwayd/examples/call-log.sh {CALLS}
[sink deaf]
type=exec
command=/bin/sleep infinity
[sink missing]
type=exec
command=/nonexistent/program
"""
WANTED = ["ROTATE", "HOLDING", "RESUMING", "TOUCHDOWN"]


def run(lab):
    service = lab.runwayd
    service.configure(CONFIGURATION)
    service.start()
    service.runway("start")
    flight = service.wait_for("the flight", lambda status: status["flight"], 10)["flight"]["id"]
    # What is called while something is being said waits for the voice.
    for verb in ["hold", "resume", "stop"]:
        time.sleep(2)
        service.runway(verb)

    wait_until("the program has all calls", lambda: set(WANTED) <= set(calls()), 30)
    lab.check([call for call in calls() if call in WANTED] == WANTED, f"in their order: {calls()}")
    entries = wait_until("the journal has all calls", lambda: annunciations(service, flight), 30)
    lab.check([entry["RUNWAYD_TEXT"] for entry in entries] == WANTED, "the journal has them in the same order")
    for entry in entries:
        lab.check(len(entry["MESSAGE_ID"]) == 32, "each with the id of its kind")
        lab.check(entry["_SYSTEMD_UNIT"] == "runwayd.service", "each of this unit")
    missing = service.wait_for("the missing program is said", lambda status: trouble(status, "missing"), 30)
    lab.check("/nonexistent/program" in trouble(missing, "missing"), "by its name")
    lab.check(trouble(missing, "calls") is None, "the others work")
    deaf = subprocess.run(["pgrep", "-x", "sleep"], capture_output=True, text=True).stdout.split()
    lab.check([score(process) for process in deaf] == ["0"], "programs are not protected when memory runs out")
    lab.check(score(service.property("MainPID")) == "-500", "and the daemon is")

    service.stop()
    lab.check(os.system("pgrep -x sleep > /dev/null") != 0, "no program outlives the daemon")


def score(process):
    with open(f"/proc/{process}/oom_score_adj") as file:
        return file.read().strip()


def calls():
    try:
        with open(CALLS) as file:
            return [line.split("  ", 1)[1].strip() for line in file]
    except FileNotFoundError:
        return []


def annunciations(service, flight):
    entries = [entry for entry in service.journal() if entry.get("FLIGHT_ID") == flight and "RUNWAYD_TEXT" in entry]
    entries = [entry for entry in entries if entry["RUNWAYD_TEXT"] in WANTED]
    return entries if len(entries) == len(WANTED) else None


def trouble(status, name):
    return next(sink.get("trouble") for sink in status["sinks"] if sink["name"] == name)
