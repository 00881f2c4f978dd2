# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import asyncio
import os

from bumble.controller import Controller
from bumble.hci import LeFeatureMask

VENDOR_PACKET = 0xFF
CREATE_PRIMARY = 0x00


class AdapterController(Controller):
    """A controller that forgets its connections when it is reset, as a radio does: the others notice."""

    def on_hci_reset_command(self, command):
        self.hang_up()
        return super().on_hci_reset_command(command)

    def hang_up(self):
        for connection in list(self.le_connections.values()):
            self.link.lose(self, connection)
        self.le_connections.clear()
        self.le_scan_enable = False
        self.pending_le_connection = None


class Adapter:
    """The controller that the guest's kernel has, through /dev/vhci."""

    def __init__(self, air, address="00:AA:01:01:00:02"):
        self.air = air
        self.address = address
        self.file = None
        self.controller = None

    def plug(self):
        if self.file is not None:
            raise RuntimeError("it is plugged already")
        self.file = os.open("/dev/vhci", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        self.controller = AdapterController(
            "adapter", host_source=self, host_sink=self, link=self.air, public_address=self.address
        )
        # As of Bluetooth 4.2. With these features a kernel waits for events that this controller does not send, and
        # after each connection nothing else goes for four seconds.
        self.controller.le_features &= ~(
            LeFeatureMask.LL_PRIVACY
            | LeFeatureMask.EXTENDED_SCANNER_FILTER_POLICIES
            | LeFeatureMask.LE_EXTENDED_ADVERTISING
            | LeFeatureMask.LE_PERIODIC_ADVERTISING
        )
        os.write(self.file, bytes([VENDOR_PACKET, CREATE_PRIMARY]))
        asyncio.get_running_loop().add_reader(self.file, self.read)

    def unplug(self):
        asyncio.get_running_loop().remove_reader(self.file)
        os.close(self.file)
        self.file = None
        self.controller.hang_up()
        self.air.remove_controller(self.controller)
        self.controller = None

    def set_packet_sink(self, sink):
        self.sink = sink

    def read(self):
        # The kernel hands over one packet for one read.
        packet = os.read(self.file, 4096)
        if packet[0] != VENDOR_PACKET:
            self.sink.on_packet(packet)

    def on_packet(self, packet):
        if self.file is None:
            return
        try:
            os.write(self.file, packet)
        except OSError:
            # The kernel has the controller closed – a blocked radio, an adapter that is down –, and hears nothing.
            self.controller.hang_up()
