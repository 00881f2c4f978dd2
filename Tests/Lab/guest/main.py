# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""The guest's own program: installs runwayd, runs the scenarios of its command line, leaves a verdict."""
import os
import subprocess
import sys
import tty

from lab.command import run
from lab.runner import Runner
from lab.waiting import now


def speak_on(path):
    """Standard output, line by line, to the terminal that the host reads."""
    file = os.open(path, os.O_WRONLY | os.O_NOCTTY)
    tty.setraw(file)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.stdout = open(1, "w", buffering=1, closefd=False)


def version(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    return (done.stdout + done.stderr).split("\n")[0].split(" ")[-1]


def install(tree):
    """What a package's installation does: files, users, folders, and the services that look again."""
    run("cp", "--recursive", "--no-target-directory", tree, "/")
    run("systemd-sysusers")
    run("systemd-tmpfiles", "--create", "--prefix=/var/lib/runwayd", "--prefix=/etc/runwayd", "--prefix=/run/runwayd")
    run("udevadm", "control", "--reload")
    run("systemctl", "daemon-reload")


def main():
    here, results = os.path.dirname(os.path.abspath(__file__)), "/results"
    speak_on("/dev/ttyS1")
    print(
        f"lab: kernel {os.uname().release}, bluetoothd {version('/usr/libexec/bluetooth/bluetoothd', '--version')},"
        f" gpsd {run('gpsd', '-V').stdout.split()[1]}, up for {now():.0f} s"
    )
    run("modprobe", "-a", "hci_vhci", "uinput", "uhid")
    install(os.path.join(here, "..", "install"))
    try:
        Runner(os.path.join(here, "..", "scenarios"), results).run(sys.argv[1:])
    finally:
        with open(os.path.join(results, "journal"), "w") as file:
            subprocess.run(["journalctl", "--boot", "--no-pager", "--output=short-monotonic"], stdout=file)


main()
