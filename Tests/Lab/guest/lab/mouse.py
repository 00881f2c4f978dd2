# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import glob
import os
import struct

from .waiting import wait_until

UHID_CREATE2, UHID_INPUT2 = 11, 12
BUS_BLUETOOTH = 5

# A mouse that moves along one line and tells its battery's strength in percent.
DESCRIPTOR = bytes.fromhex(
    "05 01 09 02 A1 01"  # generic desktop, mouse, its collection
    "05 01 09 30 15 81 25 7F 75 08 95 01 81 06"  # X, -127…127, eight bits, relative
    "05 06 09 20 15 00 25 64 75 08 95 01 81 02"  # generic device controls, battery strength, 0…100, eight bits
    "C0"
)


class Mouse:
    """A peripheral with a battery of its own: what the kernel makes of it has the scope Device."""

    def __init__(self):
        self.file = open("/dev/uhid", "r+b", buffering=0)
        creation = struct.pack(
            "<I128s64s64sHHIIII4096s",
            UHID_CREATE2, b"mouse", b"", b"", len(DESCRIPTOR), BUS_BLUETOOTH, 0x1234, 0x5678, 1, 0, DESCRIPTOR,
        )
        self.file.write(creation)
        (self.supply,) = wait_until(
            "the mouse's battery is known", lambda: glob.glob("/sys/class/power_supply/hid-*"), 15
        )

    def tell(self, percent):
        self.file.write(struct.pack("<IH4096s", UHID_INPUT2, 2, bytes([0, percent])))

    @property
    def scope(self):
        with open(os.path.join(self.supply, "scope")) as file:
            return file.read().strip()

    def close(self):
        self.file.close()
