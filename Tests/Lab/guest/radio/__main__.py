# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""The air around the guest: a virtual controller for its kernel, and the straps that are near.

Commands come as lines on standard input; each is answered with a line, "ok" or "error" and why.
    adapter plug | unplug       the controller that the kernel sees, as an USB stick is
    add NAME KIND ADDRESS       a peripheral, for example: add chest strap F0:F1:F2:F3:F4:F5
    NAME COMMAND [ARGUMENT]     see Peripheral and Strap
"""
import asyncio
import logging
import sys

from .adapter import Adapter
from .air import Air
from .strap import Strap

KINDS = {"strap": Strap}


class Radio:
    def __init__(self):
        self.air = Air()
        self.adapter = Adapter(self.air)
        self.peripherals = {}

    async def obey(self, words):
        match words:
            case ["adapter", "plug"]:
                self.adapter.plug()
            case ["adapter", "unplug"]:
                self.adapter.unplug()
            case ["add", name, kind, address]:
                peripheral = KINDS[kind](self.air, address)
                await peripheral.power_on()
                self.peripherals[name] = peripheral
            case [name, command, *arguments]:
                await self.peripherals[name].obey(command, arguments)
            case _:
                raise ValueError("not a command")


async def main():
    radio = Radio()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        try:
            await radio.obey(line.decode().split())
            print("ok", flush=True)
        except Exception as error:  # whatever it is, who asked is told, and the others fly on
            logging.exception("%r", line)
            print("error", repr(error), flush=True)


logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
asyncio.run(main())
