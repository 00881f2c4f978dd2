# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import ctypes
import os
import signal

from .waiting import Failure

PTRACE_SEIZE, PTRACE_INTERRUPT = 0x4206, 0x4207
WALL = 0x40000000


def hang(pid, name=None):
    """Keeps one thread of a process from running, as if it hung, until it is killed; the others run on.

    The process's first thread, or the one of that name. Returns a function that lets it go.
    """
    thread = pid if name is None else named(pid, name)
    reading, writing = os.pipe()
    # ptrace(2) holds for the process that asked for it; it must not be this one, which has other things to wait for.
    keeper = os.fork()
    if keeper == 0:
        try:
            libc = ctypes.CDLL(None, use_errno=True)
            libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
            for request in (PTRACE_SEIZE, PTRACE_INTERRUPT):
                if libc.ptrace(request, thread, None, None) < 0:
                    os.write(writing, os.strerror(ctypes.get_errno()).encode())
                    os._exit(1)
            os.waitpid(thread, WALL)
            os.write(writing, b"hangs")
            # Its end is told to this process first: systemd would wait for it as long.
            while os.WIFSTOPPED(os.waitpid(thread, WALL)[1]):
                pass
        finally:
            os._exit(1)
    os.close(writing)
    said = os.read(reading, 100).decode()
    os.close(reading)
    if said != "hangs":
        os.waitpid(keeper, 0)
        raise Failure(f"thread {thread} of {pid} does not hang: {said}")

    def let_go():
        os.kill(keeper, signal.SIGKILL)
        os.waitpid(keeper, 0)

    return let_go


def named(pid, name):
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/comm") as file:
            if file.read() == name + "\n":
                return int(thread)
    raise Failure(f"process {pid} has no thread {name}")
