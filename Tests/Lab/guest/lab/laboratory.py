# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import glob
import os
import shutil

from .bluez import BlueZ
from .command import run
from .gpsd import Gpsd
from .puck import Puck
from .radio import Radio, Strap
from .runwayd import Runwayd
from .service import Service
from .waiting import Failure, now, wait_until


class Laboratory:
    """What one scenario has: everything is new to it, and gone when it ends."""

    def __init__(self, results):
        self.results = results
        self.runwayd = Runwayd()
        self.bluetooth = Service("bluetooth.service")
        self.started = now()
        self.ending = []
        self.has_radio = None
        self.the_puck = None

    # What there is to play with.

    @property
    def radio(self):
        """The air, with an adapter plugged in."""
        if self.has_radio is None:
            self.has_radio = Radio(os.path.join(self.results, "radio.log"))
            self.ending.append(self.has_radio.close)
            self.has_radio.tell("adapter", "plug")
        return self.has_radio

    def strap(self, name="strap", address="F0:F1:F2:F3:F4:F5"):
        """A strap that does not advertise yet."""
        return Strap(self.radio, name, address)

    @property
    def puck(self):
        if self.the_puck is None:
            self.the_puck = Puck()
            self.ending.append(lambda: self.the_puck.unplug() if not self.the_puck.pulled.is_set() else None)
        return self.the_puck

    def bluez(self):
        client = BlueZ()
        self.ending.append(client.close)
        return client

    def gpsd(self):
        client = Gpsd()
        self.ending.append(client.close)
        return client

    def block_radio(self, blocked=True):
        run("rfkill", "block" if blocked else "unblock", "bluetooth")

    # What it is to show.

    def check(self, condition, what):
        if not condition:
            raise Failure(f"not so: {what}")

    def figure(self, what, value, unit="s", goal=None, limit=None):
        """Prints what was measured; beyond its limit it is a failure, beyond its goal only a pity."""
        bounds = [f"{name} {bound:g}" for name, bound in (("goal", goal), ("limit", limit)) if bound is not None]
        print(f"   {what}: {value:.4g} {unit}" + (f" ({', '.join(bounds)})" if bounds else ""))
        if limit is not None and value > limit:
            raise Failure(f"{what}: {value:.4g} {unit}, more than {limit:g}")

    # For the one that runs the scenarios.

    def end(self):
        while self.ending:
            self.ending.pop()()

    @staticmethod
    def reset():
        """Nothing of an earlier scenario is left: no flight, no device that BlueZ knows, no block."""
        run("systemctl", "stop", "runwayd.service", check=False)
        run("systemctl", "stop", "bluetooth.service", "gpsd.service", "gpsd.socket")
        run("systemctl", "reset-failed")
        run("rfkill", "unblock", "bluetooth")
        for pattern in ("/var/lib/runwayd/*", "/etc/runwayd/*", "/var/lib/bluetooth/*"):
            for path in glob.glob(pattern):
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        run("systemctl", "start", "gpsd.socket", "bluetooth.service")
        wait_until("bluetoothd runs", lambda: Service("bluetooth.service").state == "active", 15)
