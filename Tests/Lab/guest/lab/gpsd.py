# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import json
import socket

from .waiting import Failure, now


class Gpsd:
    """A client of gpsd; while it is connected, gpsd keeps the receivers open."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", 2947), timeout=10)
        self.lines = self.socket.makefile("r")
        self.socket.sendall(b'?WATCH={"enable":true,"json":true};\n')

    def close(self):
        self.socket.close()

    def wait_for(self, what, wanted, seconds):
        """The first report from now on for which wanted(report) is true."""
        deadline = now() + seconds
        while (left := deadline - now()) > 0:
            self.socket.settimeout(left)
            try:
                line = self.lines.readline()
            except TimeoutError:
                break
            if not line:
                raise Failure("gpsd closed the connection")
            report = json.loads(line)
            if wanted(report):
                return report
        raise Failure(f"after {seconds:g} s gpsd still has not reported {what}")
