// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#pragma once
#include "CGps.h"

/// A line made fit for libgps, and what was taken out of it.
struct gps_line {
    /// The object libgps is given: `class` first, no white space, only the members that are used, each of the type
    /// that libgps wants.
    char *object;
    char class_name[16];
    /// The values of members that libgps reads in no release, in some only, or that make it stop.
    double time, activated, satellites_used, satellites_visible, altitude;
    bool has_time, has_activated, has_used, has_visible, has_altitude;
    /// Numbers of which libgps does not tell apart whether they were there: a latitude or a longitude, a mode, a hdop.
    bool has_place, has_mode, has_hdop;
    /// Fields, as bits of runway_gps_report's `bad`, whose value is of another type, or a number that is not finite.
    uint32_t bad;

    // Of the scanner.
    const char *next;
    char *out;
    char storage[RUNWAY_GPS_LINE_MAX + 64];
    char input[RUNWAY_GPS_LINE_MAX + 1];
};

/// Returns whether the line is one complete JSON object with a class.
bool runway_gps_scan(struct gps_line *line, const uint8_t *bytes, size_t length);
