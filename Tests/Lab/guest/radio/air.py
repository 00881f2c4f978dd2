# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import asyncio

from bumble.hci import HCI_CONNECTION_TIMEOUT_ERROR
from bumble.link import LocalLink


class Air(LocalLink):
    def send_acl_data(self, sender_controller, destination_address, transport, data):
        """Names the sender as its connection does: by its public address when it connected with that.

        The inherited way takes the random address always, and what a kernel sends that connects with its public one
        reaches nobody.
        """
        receiver = self.find_le_controller(destination_address)
        if receiver is None:
            return
        connection = sender_controller.le_connections.get(destination_address)
        sender = connection.self_address if connection else sender_controller.random_address
        asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, sender, transport, data)

    def lose(self, controller, connection):
        """The other side's supervision timeout, at once: the controller is gone without a word."""
        peer = self.find_le_controller(connection.peer_address)
        theirs = peer and peer.le_connections.get(connection.self_address)
        if theirs:
            peer.on_le_disconnected(theirs, HCI_CONNECTION_TIMEOUT_ERROR)
