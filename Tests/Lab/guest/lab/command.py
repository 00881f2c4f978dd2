# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import subprocess

from .waiting import Failure


def run(*words, check=True, seconds=60, **options):
    """Runs a program and returns it with its output; a failure says what it was."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds, **options)
    if check and done.returncode != 0:
        raise Failure(f"{' '.join(words)}: exit status {done.returncode}: {(done.stdout + done.stderr).strip()}")
    return done
