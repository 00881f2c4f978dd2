# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import glob
import os
import threading
import tty

from .command import run
from .nmea import Runner, sentences
from .waiting import now, wait_until

GADGET = "/sys/kernel/config/usb_gadget/puck"


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def devices():
    return set(glob.glob("/dev/ttyACM*"))


class Puck:
    """A GPS receiver with USB: what udev and gpsd see on its device is a gadget of the guest's own kernel.

    Its device is /dev/ttyACM0, or the next one while somebody still holds the one that was pulled. A u-blox 8, unless other ids are given. Plugged in it speaks once a second, of a runner who stands or runs.
    """

    def __init__(self, vendor=0x1546, product=0x01A8):
        self.runner = Runner()
        self.pulled = threading.Event()
        self.pulled.set()
        if not os.path.isdir(GADGET):
            run("modprobe", "-a", "dummy_hcd", "libcomposite", "usb_f_acm")
            if not os.path.ismount("/sys/kernel/config"):
                run("mount", "-t", "configfs", "none", "/sys/kernel/config")
            for folder in ("strings/0x409", "configs/c.1", "functions/acm.usb0"):
                os.makedirs(f"{GADGET}/{folder}")
            write(f"{GADGET}/strings/0x409/manufacturer", "u-blox AG - www.u-blox.com")
            write(f"{GADGET}/strings/0x409/product", "u-blox GNSS receiver")
            os.symlink(f"{GADGET}/functions/acm.usb0", f"{GADGET}/configs/c.1/acm.usb0")
        write(f"{GADGET}/idVendor", f"{vendor:#06x}")
        write(f"{GADGET}/idProduct", f"{product:#06x}")

    def plug(self):
        (controller,) = os.listdir("/sys/class/udc")
        before = devices()
        write(f"{GADGET}/UDC", controller)
        self.pulled.clear()
        (self.device,) = wait_until("the puck has its serial device", lambda: devices() - before, 15)
        self.voice = threading.Thread(target=self.speak, daemon=True)
        self.voice.start()

    def unplug(self):
        self.pulled.set()
        self.voice.join()
        write(f"{GADGET}/UDC", "\n")
        wait_until("the puck is gone", lambda: self.device not in devices(), 10)

    def run(self, speed):
        self.runner.set_speed(speed)

    @property
    def travelled(self):
        """Metres, as of the last sentence."""
        return self.runner.travelled

    def speak(self):
        with open("/dev/ttyGS0", "wb", buffering=0) as line:
            tty.setraw(line)
            # While nobody reads, a receiver's sentences are lost, and a blocked write would outlive the plug.
            os.set_blocking(line.fileno(), False)
            due = now()
            while not self.pulled.wait(max(0, due - now())):
                try:
                    line.write(sentences(self.runner.step(now())))
                except OSError:
                    pass
                due += 1
