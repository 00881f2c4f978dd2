# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
import math
import threading
import time
from dataclasses import dataclass

# WGS 84.
MAJOR_AXIS, ECCENTRICITY_SQUARED = 6378137.0, 6.69437999014e-3
LATITUDE, LONGITUDE = 51.0, 7.0


@dataclass
class Epoch:
    longitude: float
    speed: float


class Runner:
    """Someone who runs due east; the distance is along the parallel."""

    def __init__(self):
        radius = MAJOR_AXIS / math.sqrt(1 - ECCENTRICITY_SQUARED * math.sin(math.radians(LATITUDE)) ** 2)
        self.metres_per_degree = math.radians(radius * math.cos(math.radians(LATITUDE)))
        self.lock = threading.Lock()
        self.speed = 0.0
        self.travelled = 0.0
        self.last = None

    def set_speed(self, speed):
        with self.lock:
            self.speed = speed

    def step(self, instant):
        with self.lock:
            if self.last is not None:
                self.travelled += self.speed * (instant - self.last)
            self.last = instant
            return Epoch(LONGITUDE + self.travelled / self.metres_per_degree, self.speed)


def sentence(body):
    checksum = 0
    for character in body.encode():
        checksum ^= character
    return f"${body}*{checksum:02X}\r\n"


def angle(degrees, width):
    whole = int(degrees)
    return f"{whole:0{width}d}{(degrees - whole) * 60:09.6f}"


def sentences(epoch):
    """What a receiver with a good fix says of one epoch, which is now."""
    wall = time.time()
    utc = time.gmtime(wall)
    clock = time.strftime("%H%M%S", utc) + f".{int(wall % 1 * 100):02d}"
    place = f"{angle(LATITUDE, 2)},N,{angle(epoch.longitude, 3)},E"
    course = "90.0" if epoch.speed else ""
    return "".join(
        map(
            sentence,
            [
                f"GPRMC,{clock},A,{place},{epoch.speed * 3600 / 1852:.3f},{course},{time.strftime('%d%m%y', utc)},,,A",
                f"GPGGA,{clock},{place},1,09,0.9,35.0,M,47.0,M,,",
                "GPGSA,A,3,02,05,07,09,12,15,18,21,24,,,,1.6,0.9,1.3",
                "GPGSV,3,1,09,02,60,120,42,05,45,200,40,07,30,300,38,09,20,060,35",
                "GPGSV,3,2,09,12,55,010,41,15,40,090,39,18,25,180,37,21,15,250,33",
                "GPGSV,3,3,09,24,35,330,36",
            ],
        )
    ).encode()
