# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import os
import subprocess
import sys

from .waiting import Failure


class Radio:
    """The process that plays the air: radio/__main__.py has its commands."""

    def __init__(self, log):
        self.log = open(log, "ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "radio"],
            cwd=os.path.dirname(os.path.dirname(__file__)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )

    def tell(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer != "ok":
            raise Failure(f"the radio was told '{' '.join(map(str, words))}' and said '{answer}'; radio.log has more")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


class Strap:
    """A strap in the air of a Radio; guest/radio/strap.py explains the words."""

    def __init__(self, radio, name, address):
        self.radio = radio
        self.name = name
        self.address = address
        radio.tell("add", name, "strap", address)

    def tell(self, *words):
        self.radio.tell(self.name, *words)

    def advertise(self, on=True):
        self.tell("adv", "on" if on else "off")

    def drop(self):
        """Ends the connection from its side; it advertises again if it did."""
        self.tell("drop")
