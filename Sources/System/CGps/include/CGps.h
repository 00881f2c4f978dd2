// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// libgps's parser behind a plain struct. gps_data_t changes its size and its members between releases, some of them
// with the same API number, so nothing of it is seen outside of this shim.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The longest line that is read, as gpsd bounds it (GPS_JSON_RESPONSE_MAX, which gps.h does not carry).
#define RUNWAY_GPS_LINE_MAX 10240

typedef enum {
    /// No JSON object, an incomplete one, one without a class, or one that libgps refuses.
    RUNWAY_GPS_MALFORMED,
    /// An object of a class that is of no use here; its name is in `text`.
    RUNWAY_GPS_OTHER,
    RUNWAY_GPS_TPV,
    RUNWAY_GPS_SKY,
    RUNWAY_GPS_DEVICE,
    RUNWAY_GPS_DEVICES,
    RUNWAY_GPS_VERSION,
    RUNWAY_GPS_WATCH,
    RUNWAY_GPS_ERROR
} runway_gps_class;

/// Bits of `present` and `bad`. A field is present when the line had it and it is a finite number in its range; it is bad
/// when the line had it – anything but null – and it is not.
enum {
    RUNWAY_GPS_HAS_TIME = 1 << 0,
    /// Both latitude and longitude.
    RUNWAY_GPS_HAS_POSITION = 1 << 1,
    RUNWAY_GPS_HAS_ALTITUDE_MSL = 1 << 2,
    RUNWAY_GPS_HAS_ALTITUDE_HAE = 1 << 3,
    RUNWAY_GPS_HAS_SPEED = 1 << 4,
    RUNWAY_GPS_HAS_TRACK = 1 << 5,
    RUNWAY_GPS_HAS_CLIMB = 1 << 6,
    RUNWAY_GPS_HAS_EPH = 1 << 7,
    RUNWAY_GPS_HAS_EPX = 1 << 8,
    RUNWAY_GPS_HAS_EPY = 1 << 9,
    RUNWAY_GPS_HAS_EPV = 1 << 10,
    RUNWAY_GPS_HAS_EPS = 1 << 11,
    RUNWAY_GPS_HAS_HDOP = 1 << 12,
    RUNWAY_GPS_HAS_USED = 1 << 13,
    RUNWAY_GPS_HAS_VISIBLE = 1 << 14,
    /// Of `bad` only.
    RUNWAY_GPS_HAS_MODE = 1 << 15
};

typedef struct {
    runway_gps_class kind;
    uint32_t present;
    uint32_t bad;
    /// TPV: 0 not seen, 1 no fix, 2, 3.
    int mode;
    /// TPV: nanoseconds since 1970, rounded to microseconds.
    int64_t time;
    double latitude, longitude;
    double altitude_msl, altitude_hae;
    double speed, track, climb;
    double eph, epx, epy, epv, eps;
    /// SKY.
    double hdop;
    int satellites_used, satellites_visible;
    /// DEVICE.
    bool is_activated;
    /// DEVICES: how many paths `runway_gps_device` has.
    int device_count;
    /// VERSION.
    int protocol_major, protocol_minor;
    /// TPV, SKY, DEVICE: the device's path, empty when none was named. Valid until the next call.
    const char *device;
    /// ERROR: the message; VERSION: the release; an object of another class: the class. Valid until the next call.
    const char *text;
} runway_gps_report;

typedef struct runway_gps runway_gps;

/// Returns NULL when there is no memory.
runway_gps *runway_gps_new(void);
void runway_gps_free(runway_gps *gps);

/// Reads one line of gpsd's protocol, with or without its line end.
void runway_gps_parse(runway_gps *gps, const uint8_t *line, size_t length, runway_gps_report *report);

/// A path of the DEVICES list read last; `index` counts from 0. Valid until the next call to `runway_gps_parse`.
const char *runway_gps_device(const runway_gps *gps, int index);

/// GPSD_API_MAJOR_VERSION of the libgps that this was built against.
int runway_gps_api_version(void);
