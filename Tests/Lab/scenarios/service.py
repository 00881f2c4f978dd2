# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""The service at home: who it is, who may fly, which clock it trusts, a receiver that is no modem, restarts in a flight."""
import ctypes
import grp
import os
import pwd
import stat

from lab.command import run as command
from lab.puck import Puck
from lab.waiting import now, wait_until

# struct timex of x86_64, and how it says that the clock is synchronised.
TIMEX_SIZE, TIMEX_STATUS = 208, 40
ADJ_STATUS, ADJ_MAXERROR, ADJ_ESTERROR, STA_UNSYNC = 0x10, 0x4, 0x8, 0x40


def run(lab):
    lab.runwayd.configure("[mission easy]\nspec=pace=6:00,tolerance=20,distance=5km\n")
    set_synchronised(False)
    begun = now()
    lab.runwayd.start()
    lab.figure("systemctl start → ready", now() - begun, limit=30)
    it_is_nobody_else(lab)
    clock_is_asked(lab)
    group_may_fly(lab)
    configuration_is_reloaded(lab)
    receiver_is_no_modem(lab)
    flight_goes_on(lab)
    wrong_configuration_is_said_once(lab)


def it_is_nobody_else(lab):
    service = lab.runwayd
    for name, value in {"Type": "notify", "User": "runwayd", "Group": "runway", "Result": "success"}.items():
        lab.check(service.property(name) == value, f"{name} is {value}")
    pid = service.property("MainPID")
    with open(f"/proc/{pid}/status") as file:
        process = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    user, group = pwd.getpwnam("runwayd"), grp.getgrnam("runway")
    lab.check(process["Uid"].split() == [str(user.pw_uid)] * 4, "it runs as its user")
    lab.check(process["Gid"].split() == [str(group.gr_gid)] * 4, "it runs in its group")
    bluetooth = grp.getgrnam("bluetooth").gr_gid
    lab.check(set(map(int, process["Groups"].split())) == {group.gr_gid, bluetooth}, "its other group is bluetooth")
    lab.check(int(process["CapEff"], 16) == 0 and int(process["CapBnd"], 16) == 0, "it has no capability")
    lab.check(process["NoNewPrivs"] == "1" and process["Seccomp"] == "2", "it is confined")
    with open(f"/proc/{pid}/oom_score_adj") as file:
        lab.check(file.read() == "-500\n", "others go before it when memory is short")
    with open(f"/proc/{pid}/maps") as file:
        lab.check("libswift" not in file.read(), "it needs nothing of a toolchain")
    for path, mode, owner, of in (
        ("/run/runwayd", 0o750, "runwayd", "runway"),
        ("/run/runwayd/control.sock", 0o660, "runwayd", "runway"),
        ("/var/lib/runwayd", 0o750, "runwayd", "runway"),
        ("/var/lib/runwayd/logbook.db", 0o640, "runwayd", "runway"),
    ):
        found = os.stat(path)
        names = pwd.getpwuid(found.st_uid).pw_name, grp.getgrgid(found.st_gid).gr_name
        lab.check(stat.S_IMODE(found.st_mode) == mode, f"{path} has mode {mode:o}, not {found.st_mode:o}")
        lab.check(names == (owner, of), f"{path} is {owner}:{of}, not {names}")


def clock_is_asked(lab):
    """Whether a clock is synchronised is asked with a call that also sets clocks, and that most filters forbid."""
    for trusted in (False, True):
        set_synchronised(trusted)
        lab.runwayd.runway("start", "--now")
        lab.runwayd.runway("stop")
        flight = lab.runwayd.flights()[0]
        lab.check(flight["start_trusted"] == trusted, f"the start's time is {'' if trusted else 'not '}trusted")


def set_synchronised(is_synchronised):
    timex = ctypes.create_string_buffer(TIMEX_SIZE)
    ctypes.c_uint.from_buffer(timex, 0).value = ADJ_STATUS | ADJ_MAXERROR | ADJ_ESTERROR
    ctypes.c_int.from_buffer(timex, TIMEX_STATUS).value = 0 if is_synchronised else STA_UNSYNC
    ctypes.CDLL(None).adjtimex(timex)


def group_may_fly(lab):
    command("systemd-sysusers", "--inline", "u flyer -", "m flyer runway", "u passer -")

    def runway(user, *words):
        return command("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "runway", *words, check=False)

    for words in (("start", "--now"), ("status",), ("stop",), ("log",)):
        done = runway("flyer", *words)
        lab.check(done.returncode == 0, f"who is in group runway may {words[0]}: {done.stderr}")
    refused = runway("passer", "status")
    lab.check(refused.returncode == 69, f"who is not may not, with exit status {refused.returncode}")
    lab.check("join the group" in refused.stderr, f"and is told what to do: {refused.stderr}")


def configuration_is_reloaded(lab):
    lab.runwayd.configure("[mission brisk]\nspec=pace=5:00,tolerance=20,distance=5km\n")
    command("systemctl", "reload", "runwayd.service")
    wait_until(
        "the new mission is known", lambda: lab.runwayd.runway("preflight", "--mission", "brisk", check=False).returncode == 0, 10
    )


def receiver_is_no_modem(lab):
    lab.puck.plug()
    lab.check(is_ignored(lab.puck), "ModemManager is kept off a u-blox receiver")
    lab.puck.unplug()
    modem = Puck(product=0x1141)
    modem.plug()
    try:
        lab.check(not is_ignored(modem), "a u-blox modem stays a modem")
    finally:
        modem.unplug()
    # A receiver again, for what follows.
    lab.the_puck = None
    lab.puck.plug()


def is_ignored(puck):
    command("udevadm", "settle")
    device = os.path.realpath(f"/sys/class/tty/{os.path.basename(puck.device)}/device/..")
    return "ID_MM_DEVICE_IGNORE=1" in command("udevadm", "info", "--query=property", f"--path={device}").stdout


def flight_goes_on(lab):
    service = lab.runwayd
    lab.puck.run(3.0)
    service.wait_for("a fix", lambda status: status["gps"]["state"] == "fix", 60)
    flight = service.runway("start", "--now").stdout.strip()
    for how in (service.restart, service.restart, service.kill):
        begun = now()
        before = service.property("MainPID")
        how()
        service.wait_for(
            "the flight goes on",
            lambda status: status["phase"] == "cruise" and status["flight"]["id"] == flight
            and service.property("MainPID") != before,
            30,
        )
        lab.figure(f"{how.__name__} → in flight again", now() - begun, limit=30)
    lab.check(service.property("NRestarts") == "1", "systemd mended the kill")
    service.wait_for("a fix again", lambda status: status["gps"]["state"] == "fix", 30)
    service.runway("stop")
    landed = service.flights()[0]
    lab.check(landed["id"] == flight and landed["state"] == "landed", "it landed as the same flight")
    lab.check("interrupted" in landed["remarks"], "it says that it was interrupted")


def wrong_configuration_is_said_once(lab):
    service = lab.runwayd
    service.stop()
    service.configure("[gpsd]\nprot=2947\n")
    begun = now()
    lab.check(command("systemctl", "start", "runwayd.service", check=False).returncode != 0, "it does not start")
    wait_until("it has failed", lambda: service.state == "failed", 15)
    lab.check(service.property("ExecMainStatus") == "78", "it says that its configuration is wrong")
    lab.check(service.property("NRestarts") == "0", "it is not tried again")
    said = [entry["MESSAGE"] for entry in service.journal(begun) if "runwayd.conf:2" in str(entry["MESSAGE"])]
    lab.check(len(said) == 1, f"the journal has the line that is wrong, once: {said}")
