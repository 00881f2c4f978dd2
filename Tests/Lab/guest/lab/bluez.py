# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""A plain client of BlueZ on D-Bus, to look at what is there without runwayd."""
from jeepney import DBusAddress, MatchRule, message_bus, new_method_call
from jeepney.io.blocking import open_dbus_connection

from .waiting import Failure, now

MANAGER = "org.freedesktop.DBus.ObjectManager"
ADAPTER, DEVICE = "org.bluez.Adapter1", "org.bluez.Device1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
HEART_RATE = "0000180d-0000-1000-8000-00805f9b34fb"
MEASUREMENT = "00002a37-0000-1000-8000-00805f9b34fb"


class BlueZ:
    def __init__(self):
        self.bus = open_dbus_connection("SYSTEM")

    def close(self):
        self.bus.close()

    def call(self, path, interface, method, signature="", body=(), seconds=60):
        message = new_method_call(DBusAddress(path, "org.bluez", interface), method, signature, body)
        reply = self.bus.send_and_get_reply(message, timeout=seconds)
        if reply.header.message_type.name == "error":
            raise Failure(f"{method} of {path}: {reply.body}")
        return reply.body

    def objects(self, interface):
        """The objects that have the interface, by their paths, and their properties of it."""
        (found,) = self.call("/", MANAGER, "GetManagedObjects")
        return {
            path: {name: value for name, (_, value) in interfaces[interface].items()}
            for path, interfaces in found.items()
            if interface in interfaces
        }

    def values(self, path):
        """Starts notifications of a characteristic; a function that waits for the next value."""
        rule = MatchRule(
            type="signal", interface="org.freedesktop.DBus.Properties", member="PropertiesChanged", path=path
        )
        self.bus.send_and_get_reply(message_bus.AddMatch(rule))
        matches = self.bus.filter(rule, bufsize=100)
        queue = matches.__enter__()
        self.call(path, CHARACTERISTIC, "StartNotify")

        def next_value(seconds):
            deadline = now() + seconds
            while (left := deadline - now()) > 0:
                try:
                    changed = self.bus.recv_until_filtered(queue, timeout=left).body[1]
                except TimeoutError:
                    break
                if "Value" in changed:
                    return changed["Value"][1]
            raise Failure(f"no value of {path} within {seconds:g} s")

        return next_value
