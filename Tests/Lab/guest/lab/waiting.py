# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import time


class Failure(Exception):
    """What a scenario was to show, and did not."""


def now():
    """Seconds since boot; no clock that is set moves it."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def wait_until(what, condition, seconds, every=0.05):
    """Returns the condition's first true value. A condition that hangs is ended by the scenario's own limit."""
    deadline = now() + seconds
    while True:
        value = condition()
        if value:
            return value
        if now() >= deadline:
            raise Failure(f"after {seconds:g} s still not: {what}")
        time.sleep(every)
