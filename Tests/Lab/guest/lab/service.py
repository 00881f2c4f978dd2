# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import json

from .command import run


class Service:
    """A unit of the guest's systemd."""

    def __init__(self, unit):
        self.unit = unit

    def start(self):
        run("systemctl", "start", self.unit)

    def stop(self):
        run("systemctl", "stop", self.unit)

    def restart(self):
        run("systemctl", "restart", self.unit)

    def kill(self, signal="KILL"):
        run("systemctl", "kill", f"--signal={signal}", self.unit)

    @property
    def state(self):
        """active, inactive, failed, activating …"""
        return self.property("ActiveState")

    def property(self, name):
        return run("systemctl", "show", "--value", f"--property={name}", self.unit).stdout.strip()

    def journal(self, since=None):
        """The unit's entries, as dictionaries; since: of CLOCK_BOOTTIME."""
        lines = run("journalctl", "--boot", "--output=json", "--all", f"--unit={self.unit}").stdout.splitlines()
        entries = map(json.loads, lines)
        return [entry for entry in entries if since is None or int(entry["__MONOTONIC_TIMESTAMP"]) >= since * 1e6]
