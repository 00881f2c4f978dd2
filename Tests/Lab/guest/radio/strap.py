# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import asyncio
import struct

from bumble.gatt import Characteristic, CharacteristicValue, Service

from .peripheral import Peripheral

READ, NOTIFY = Characteristic.Properties.READ, Characteristic.Properties.NOTIFY
CHEST = 1


class Strap(Peripheral):
    """A heart-rate strap.

    bpm N                        the heart's rate; above 255 in 16 bits
    rr auto|none|MS[,MS...]      the intervals of each measurement: as the rate has them, none, or these always
    contact on|off|none          skin contact; none: it cannot tell
    energy KJ|none
    battery PERCENT
    raw HEX|none                 these bytes instead of a measurement
    rate HZ                      measurements a second
    silent | talk                whether it sends any
    """

    name = "Lab Strap"

    def __init__(self, air, address):
        self.bpm = 120
        self.rr = "auto"
        self.contact = "on"
        self.energy = None
        self.battery = 77
        self.raw = None
        self.rate = 1.0
        self.is_silent = False
        self.since_beat = 0.0
        super().__init__(air, address)

    def services(self):
        self.measurement = Characteristic("2A37", NOTIFY, 0, b"")
        location = Characteristic("2A38", READ, Characteristic.READABLE, bytes([CHEST]))
        self.level = Characteristic(
            "2A19", READ | NOTIFY, Characteristic.READABLE, CharacteristicValue(read=lambda _: bytes([self.battery]))
        )
        return [Service("180D", [self.measurement, location]), Service("180F", [self.level])], [0x180D]

    async def power_on(self):
        await super().power_on()
        self.beating = asyncio.create_task(self.beat())

    async def beat(self):
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            # A machine that lags sends late, not more.
            due = max(due + 1 / self.rate, loop.time())
            await asyncio.sleep(due - loop.time())
            payload = self.payload(self.intervals(1 / self.rate))
            if not self.is_silent:
                await self.device.notify_subscribers(self.measurement, payload)

    def intervals(self, seconds):
        """The R-R intervals, in ms, that end within the next seconds."""
        if self.rr != "auto":
            return self.rr
        beat = 60 / self.bpm if self.bpm else float("inf")
        self.since_beat += seconds
        beats = int(self.since_beat / beat)
        self.since_beat -= beats * beat if beats else 0
        return [beat * 1000] * beats

    def payload(self, intervals):
        if self.raw is not None:
            return self.raw
        flags = {"on": 0b110, "off": 0b100, "none": 0}[self.contact]
        rate = struct.pack("<H" if self.bpm > 255 else "B", self.bpm)
        flags |= len(rate) - 1
        energy = b""
        if self.energy is not None:
            flags |= 1 << 3
            energy = struct.pack("<H", self.energy)
        # What fits into 20 bytes, the newest last.
        room = (19 - len(rate) - len(energy)) // 2
        rr = b"".join(struct.pack("<H", round(interval * 1.024)) for interval in intervals[-room:])
        if rr:
            flags |= 1 << 4
        return bytes([flags]) + rate + energy + rr

    async def obey(self, command, arguments):
        match command, arguments:
            case "bpm", [value]:
                self.bpm = int(value)
            case "rr", [value]:
                known = {"auto": "auto", "none": []}
                self.rr = known[value] if value in known else [int(ms) for ms in value.split(",")]
            case "contact", ["on" | "off" | "none" as value]:
                self.contact = value
            case "energy", [value]:
                self.energy = None if value == "none" else int(value)
            case "battery", [value]:
                self.battery = int(value)
                await self.device.notify_subscribers(self.level, bytes([self.battery]))
            case "raw", [value]:
                self.raw = None if value == "none" else bytes.fromhex(value)
            case "rate", [value]:
                self.rate = float(value)
            case "silent" | "talk", []:
                self.is_silent = command == "silent"
            case _:
                await super().obey(command, arguments)
