#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
"""Speaks runwayd's calls through espeak-ng.

    [sink voice]
    type=exec
    command=/usr/bin/python3 /usr/local/share/doc/runwayd/examples/speak.py --speed 180

Under the unit, sound takes the drop-in audio.conf, which is installed beside this file.

It never falls behind. Reading goes on while a call is spoken; of the calls that come meanwhile only one is kept, the
newest of those with the highest priority. A call that says so (`interrupts`) comes before them and cuts off what is
spoken. What is older than a few seconds is not spoken at all. Lines and keys that it does not know are ignored, as
docs/sinks.md asks.
"""

import argparse
import json
import os
import selectors
import shutil
import subprocess
import sys
import time

# How old a call may be, by the flight's own time line, to be worth speaking.
STALE_NS = 5_000_000_000
# The daemon gives 2 s after the end of the input.
LAST_WORDS_S = 1.5


class Speaker:
    """One call at a time, each by a process of its own."""

    def __init__(self, options, selector):
        self.options = options
        self.selector = selector
        self.process = None
        self.pidfd = None
        self.spoken = 0

    @property
    def is_busy(self):
        return self.process is not None

    def speak(self, text):
        self.spoken += 1
        command = [self.options.program, "-v", self.options.voice, "-s", str(self.options.speed), "--stdin"]
        if self.options.wav:
            command += ["-w", os.path.join(self.options.wav, f"{self.spoken:04}.wav")]
        # What espeak-ng has to complain about goes where our own errors go: into the daemon's log.
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE)
        try:
            self.process.stdin.write(text.encode())
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # It ended at once; its exit status, or its words, say why.
        self.pidfd = os.pidfd_open(self.process.pid)
        self.selector.register(self.pidfd, selectors.EVENT_READ, "speaker")

    def cut(self):
        self.process.terminate()

    def ended(self):
        self.selector.unregister(self.pidfd)
        os.close(self.pidfd)
        status = self.process.wait()
        if status > 0:
            print(f"{self.options.program} exited with status {status}", file=sys.stderr, flush=True)
        self.process = None


class Calls:
    """The one call that waits."""

    def __init__(self):
        self.waiting = None
        self.now = 0

    def take(self, line):
        item = json.loads(line)
        content = item.get("event") or item.get("levels") or {}
        self.now = max(self.now, content.get("at", 0))
        call = content.get("annunciation")
        if not call:
            return
        rank = (call.get("interrupts", False), call["priority"])
        if self.waiting is None or rank >= self.waiting["rank"]:
            self.waiting = {"text": call["text"], "rank": rank, "at": content["at"]}

    @property
    def is_urgent(self):
        return self.waiting is not None and self.waiting["rank"][0]

    def next(self):
        call, self.waiting = self.waiting, None
        return call if call and self.now - call["at"] < STALE_NS else None


def lines(partial):
    """Reads what is there. Returns the whole lines, and what is left; None at the end."""
    data = os.read(0, 65536)
    if not data:
        return [], None
    *whole, rest = (partial + data).split(b"\n")
    return whole, rest


def main():
    parser = argparse.ArgumentParser(description="Speaks runwayd's calls; reads them on standard input.")
    parser.add_argument("--program", default="espeak-ng", help="what speaks")
    parser.add_argument("--voice", default="en", help="its voice (espeak-ng --voices)")
    parser.add_argument("--speed", type=int, default=170, help="words a minute")
    parser.add_argument("--wav", metavar="FOLDER", help="write each call there as a file and stay silent")
    options = parser.parse_args()
    # At once, for 'runway status' to show it, and not at the first call.
    if not shutil.which(options.program):
        print(f"{options.program} cannot be found; is the package espeak-ng installed?", file=sys.stderr)
        return 1

    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ, "input")
    speaker = Speaker(options, selector)
    calls = Calls()
    partial = b""
    deadline = None
    while partial is not None or speaker.is_busy:
        timeout = None if deadline is None else max(0, deadline - time.monotonic())
        ready = {key.data for key, _ in selector.select(timeout)}
        if not ready and deadline is not None:
            speaker.cut()
            return 0
        if "input" in ready:
            whole, partial = lines(partial)
            for line in whole:
                calls.take(line)
            if partial is None:
                selector.unregister(0)
                deadline = time.monotonic() + LAST_WORDS_S
        if "speaker" in ready:
            speaker.ended()
        if speaker.is_busy:
            if calls.is_urgent:
                speaker.cut()
        elif call := calls.next():
            try:
                speaker.speak(call["text"])
            except OSError as error:
                print(f"{options.program}: {error.strerror}; is the package espeak-ng installed?", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
