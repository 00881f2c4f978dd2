# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import os

from .command import run
from .waiting import wait_until

# As in Tests/Lab/battery-table, which is the other side of it.
REGISTER = 0x2FF
DRIVER = "/sys/bus/acpi/drivers/battery"
DEVICE = "PNP0C0A:00"
SUPPLY = "/sys/class/power_supply/BAT0"


class Battery:
    """The machine's own battery: the kernel's ACPI driver, on a table of the laboratory's firmware.

    The firmware announces nothing, as a gauge without an interrupt does: whoever wants to be told has it announced.
    """

    def __init__(self):
        run("modprobe", "battery")

    def put_in(self, percent):
        """The kernel announces it."""
        self.tell(percent)
        self.look_again()
        wait_until("the battery is in", lambda: os.path.exists(f"{SUPPLY}/capacity"), 10)

    def take_out(self):
        self.tell(0)
        self.look_again()
        wait_until("the battery is out", lambda: not os.path.exists(SUPPLY), 10)

    def tell(self, percent, charging=False):
        with open("/dev/port", "r+b", buffering=0) as ports:
            ports.seek(REGISTER)
            ports.write(bytes([percent | (0x80 if charging else 0)]))

    def announce(self):
        run("udevadm", "trigger", "--action=change", SUPPLY)

    @staticmethod
    def look_again():
        """What a notification of the firmware would have the driver do."""
        for verb in ("unbind", "bind"):
            if verb == "bind" or os.path.exists(f"{DRIVER}/{DEVICE}"):
                with open(f"{DRIVER}/{verb}", "w") as file:
                    file.write(DEVICE)
