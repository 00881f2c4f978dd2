# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import json
import os

from .command import run
from .service import Service
from .waiting import Failure, wait_until

CONFIGURATION = "/etc/runwayd/runwayd.conf"


class Runwayd(Service):
    """runwayd as it is installed, and the command line beside it."""

    def __init__(self):
        super().__init__("runwayd.service")

    def configure(self, text):
        os.makedirs(os.path.dirname(CONFIGURATION), exist_ok=True)
        with open(CONFIGURATION, "w") as file:
            file.write(text)

    def runway(self, *words, check=True):
        return run("runway", *words, check=check)

    def status(self):
        """What 'runway status --json' tells; None while the daemon is not reachable."""
        done = self.runway("status", "--json", check=False)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def wait_for(self, what, wanted, seconds):
        """The first status for which wanted(status) is true. A status that cannot be had is not yet one."""
        last = None

        def look():
            nonlocal last
            last = self.status() or last
            return last if last is not None and wanted(last) else None

        try:
            return wait_until(what, look, seconds)
        except Failure as failure:
            raise Failure(f"{failure}; the last status was {json.dumps(last)}") from None

    def flights(self):
        return json.loads(self.runway("log", "--json").stdout)
