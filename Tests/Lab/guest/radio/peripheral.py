# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
from bumble.controller import Controller
from bumble.core import AdvertisingData
from bumble.device import Device
from bumble.hci import Address
from bumble.host import Host

# Flags of advertisements. What is not discoverable is shown only to who asks for a certain service.
GENERAL_DISCOVERABLE, NO_CLASSIC_BLUETOOTH = 0b010, 0b100


class Peripheral:
    """What straps, pods and sensors have in common: a radio of their own, advertisements, connections.

    adv on|off    whether it advertises while nobody is connected; at first it does not
    drop          it ends its connections
    """

    name = "Lab"
    # Of advertisements, in ms.
    interval = 250

    def __init__(self, air, address):
        host = Host()
        host.controller = Controller(self.name, link=air, public_address=address)
        self.device = Device(name=self.name, address=Address(address), host=host)
        services, uuids = self.services()
        self.device.add_services(services)
        self.device.advertising_data = bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, bytes([GENERAL_DISCOVERABLE | NO_CLASSIC_BLUETOOTH])),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()),
                    (
                        AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
                        b"".join(uuid.to_bytes(2, "little") for uuid in uuids),
                    ),
                ]
            )
        )

    async def power_on(self):
        await self.device.power_on()

    async def obey(self, command, arguments):
        match command, arguments:
            case "adv", ["on"]:
                await self.device.start_advertising(
                    auto_restart=True,
                    advertising_interval_min=self.interval,
                    advertising_interval_max=self.interval,
                )
            case "adv", ["off"]:
                await self.device.stop_advertising()
            case "drop", []:
                for connection in list(self.device.connections.values()):
                    await connection.disconnect()
            case _:
                raise ValueError(f"{command}: not a command of a {type(self).__name__}, or its argument is wrong")
