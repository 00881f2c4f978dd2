# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import importlib.util
import json
import os
import signal
import traceback

from .command import run
from .laboratory import Laboratory
from .waiting import Failure, now

UNITS = ("runwayd", "bluetooth", "gpsd", "gpsdctl@*")
# A scenario that takes longer is broken off.
LIMIT = 300
JOURNAL_LINES = 40


class Runner:
    """Runs scenarios, one after the other, and tells how each went."""

    def __init__(self, scenarios, results):
        self.scenarios = scenarios
        self.results = results
        self.failed = []

    def load(self, name):
        path = os.path.join(self.scenarios, name + ".py")
        spec = importlib.util.spec_from_file_location(name.replace("-", "_"), path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def run(self, names):
        for name in names:
            self.run_one(name)
        with open(os.path.join(self.results, "verdict.json"), "w") as file:
            json.dump({"passed": len(names) - len(self.failed), "failed": self.failed}, file)

    def run_one(self, name):
        begun, cursor = now(), self.cursor()
        laboratory = Laboratory(self.results)
        try:
            scenario = self.load(name)
            print(f"── {name}: {scenario.__doc__.strip().splitlines()[0]}")
            signal.signal(signal.SIGALRM, self.too_long)
            signal.alarm(getattr(scenario, "LIMIT", LIMIT))
            laboratory.reset()
            scenario.run(laboratory)
            failure = None
        except Failure as wrong:
            failure = str(wrong)
        except Exception:
            failure = traceback.format_exc().strip()
        finally:
            signal.alarm(0)
        if failure is not None:
            # Before the end: what is torn down adds its own words.
            self.explain(cursor)
        try:
            laboratory.end()
        except Exception:
            failure = failure or "at its end: " + traceback.format_exc().strip()
        if failure is not None:
            self.failed.append(name)
            print(f"   {failure}")
        print(f"{'PASS' if failure is None else 'FAIL'} {name} ({now() - begun:.0f} s)", flush=True)

    @staticmethod
    def cursor():
        """Where the journal ends now."""
        return run("journalctl", "--lines=0", "--show-cursor").stdout.split("-- cursor: ")[1].strip()

    @staticmethod
    def explain(cursor):
        """The ends of the journals since then."""
        for unit in UNITS:
            words = ["--quiet", "--output=short-monotonic", "--after-cursor", cursor, "--unit", unit]
            lines = run("journalctl", *words, check=False).stdout.splitlines()[-JOURNAL_LINES:]
            print(f"   the journal of {unit}:" + ("" if lines else " nothing"))
            for line in lines:
                print(f"      {line}")

    @staticmethod
    def too_long(number, frame):
        raise Failure("it took too long and was broken off")
