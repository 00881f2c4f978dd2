// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#include "gps_line.h"

#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SKY_FIELDS = RUNWAY_GPS_HAS_HDOP | RUNWAY_GPS_HAS_USED | RUNWAY_GPS_HAS_VISIBLE };

struct runway_gps {
    struct gps_line line;
    struct gps_data_t data;
};

runway_gps *runway_gps_new(void) { return calloc(1, sizeof(runway_gps)); }

void runway_gps_free(runway_gps *gps) { free(gps); }

int runway_gps_api_version(void) { return GPSD_API_MAJOR_VERSION; }

const char *runway_gps_device(const runway_gps *gps, int index) {
    if (index < 0 || index >= gps->data.devices.ndevices || index >= MAXUSERDEVS) return "";
    return gps->data.devices.list[index].path;
}

static runway_gps_class class_of(const char *name) {
    static const struct {
        const char *name;
        runway_gps_class kind;
    } classes[] = {
        {"TPV", RUNWAY_GPS_TPV},         {"SKY", RUNWAY_GPS_SKY},         {"DEVICE", RUNWAY_GPS_DEVICE},
        {"DEVICES", RUNWAY_GPS_DEVICES}, {"VERSION", RUNWAY_GPS_VERSION}, {"WATCH", RUNWAY_GPS_WATCH},
        {"ERROR", RUNWAY_GPS_ERROR},
    };
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strcmp(classes[i].name, name) == 0) return classes[i].kind;
    return RUNWAY_GPS_OTHER;
}

static void take(runway_gps_report *report, uint32_t bit, bool is_set, double value, double *field) {
    if (!is_set || !isfinite(value)) return;
    report->present |= bit;
    *field = value;
}

/// Nanoseconds, rounded to microseconds: libgps and JSON carry fractions of a second as binary fractions. A time that
/// Int64 nanoseconds cannot hold, such as a receiver's year 3236, or one at or before 1970, is none.
static void take_time(runway_gps_report *report, double seconds, double fraction) {
    if (!isfinite(seconds) || seconds + fraction <= 0 || seconds > 9e9) {
        report->bad |= RUNWAY_GPS_HAS_TIME;
        return;
    }
    double whole = floor(seconds);
    report->present |= RUNWAY_GPS_HAS_TIME;
    report->time = (int64_t)whole * 1000000000 + llround((seconds - whole + fraction) * 1e6) * 1000;
}

static void take_fix(runway_gps_report *report, const struct gps_line *line, const struct gps_data_t *data) {
    const gps_mask_t set = data->set;
    const struct gps_fix_t *fix = &data->fix;
    report->bad = line->bad & ~(uint32_t)SKY_FIELDS;
    report->mode = set & MODE_SET ? fix->mode : MODE_NOT_SEEN;
    if (line->has_mode && (report->mode < MODE_NOT_SEEN || report->mode > MODE_3D)) report->bad |= RUNWAY_GPS_HAS_MODE;
    if (line->has_time)
        take_time(report, line->time, 0);
    else if (set & TIME_SET)
        take_time(report, (double)fix->time.tv_sec, (double)fix->time.tv_nsec * 1e-9);
    // LATLON_SET vouches for the longitude only.
    if ((set & LATLON_SET) && fabs(fix->latitude) <= 90 && fabs(fix->longitude) <= 180) {
        report->present |= RUNWAY_GPS_HAS_POSITION;
        report->latitude = fix->latitude;
        report->longitude = fix->longitude;
    } else if (line->has_place) {
        report->bad |= RUNWAY_GPS_HAS_POSITION;
    }
    const bool has_altitude = set & ALTITUDE_SET;
    take(report, RUNWAY_GPS_HAS_ALTITUDE_MSL, has_altitude, fix->altMSL, &report->altitude_msl);
    take(report, RUNWAY_GPS_HAS_ALTITUDE_HAE, has_altitude, fix->altHAE, &report->altitude_hae);
    // Before 3.20 gpsd had no other altitude than `alt`, above mean sea level.
    if (!(report->present & (RUNWAY_GPS_HAS_ALTITUDE_MSL | RUNWAY_GPS_HAS_ALTITUDE_HAE)))
        take(report, RUNWAY_GPS_HAS_ALTITUDE_MSL, line->has_altitude, line->altitude, &report->altitude_msl);
    take(report, RUNWAY_GPS_HAS_SPEED, set & SPEED_SET, fix->speed, &report->speed);
    take(report, RUNWAY_GPS_HAS_TRACK, set & TRACK_SET, fix->track, &report->track);
    take(report, RUNWAY_GPS_HAS_CLIMB, set & CLIMB_SET, fix->climb, &report->climb);
    // There is no bit for eph alone, and HERR_SET wants both epx and epy.
    take(report, RUNWAY_GPS_HAS_EPH, true, fix->eph, &report->eph);
    take(report, RUNWAY_GPS_HAS_EPX, true, fix->epx, &report->epx);
    take(report, RUNWAY_GPS_HAS_EPY, true, fix->epy, &report->epy);
    take(report, RUNWAY_GPS_HAS_EPV, set & VERR_SET, fix->epv, &report->epv);
    take(report, RUNWAY_GPS_HAS_EPS, set & SPEEDERR_SET, fix->eps, &report->eps);
}

static void take_count(runway_gps_report *report, uint32_t bit, bool is_set, double value, int *count) {
    if (!is_set) return;
    // The bound keeps nonsense out; no receiver sees a thousand satellites.
    if (!(value >= 0 && value < 1000)) {
        report->bad |= bit;
        return;
    }
    report->present |= bit;
    *count = (int)value;
}

static void take_sky(runway_gps_report *report, const struct gps_line *line, const struct gps_data_t *data) {
    report->bad = line->bad & SKY_FIELDS;
    if (line->has_hdop && !(data->dop.hdop > 0)) report->bad |= RUNWAY_GPS_HAS_HDOP;
    // DOP_SET is not set for hdop in every release.
    take(report, RUNWAY_GPS_HAS_HDOP, data->dop.hdop > 0, data->dop.hdop, &report->hdop);
    take_count(report, RUNWAY_GPS_HAS_USED, line->has_used, line->satellites_used, &report->satellites_used);
    take_count(
        report, RUNWAY_GPS_HAS_VISIBLE, line->has_visible, line->satellites_visible, &report->satellites_visible);
}

void runway_gps_parse(runway_gps *gps, const uint8_t *bytes, size_t length, runway_gps_report *report) {
    struct gps_data_t *data = &gps->data;
    memset(report, 0, sizeof *report);
    report->device = "";
    report->text = "";
    if (!runway_gps_scan(&gps->line, bytes, length)) return;
    report->kind = class_of(gps->line.class_name);
    if (report->kind == RUNWAY_GPS_OTHER) {
        report->text = gps->line.class_name;
        return;
    }
    if (report->kind == RUNWAY_GPS_WATCH) return;

    // What libgps leaves from the line before.
    data->set = 0;
    data->dev.path[0] = '\0';
    data->dev.activated.tv_sec = 0;
    data->dop.hdop = NAN;
    data->devices.ndevices = 0;
    // It always returns 0; whether it understood is told by `set` and by the values.
    gps_unpack(gps->line.object, data);

    report->device = data->dev.path;
    switch (report->kind) {
    case RUNWAY_GPS_TPV:
        take_fix(report, &gps->line, data);
        break;
    case RUNWAY_GPS_SKY:
        take_sky(report, &gps->line, data);
        break;
    case RUNWAY_GPS_DEVICE:
        // A number, which libgps does not read here, is what gpsd sends of a device that it closed.
        report->is_activated = gps->line.has_activated ? gps->line.activated > 0 : data->dev.activated.tv_sec > 0;
        if (!(data->set & DEVICE_SET) || data->dev.path[0] == '\0') report->kind = RUNWAY_GPS_MALFORMED;
        break;
    case RUNWAY_GPS_DEVICES:
        report->device_count = data->devices.ndevices;
        if (!(data->set & DEVICELIST_SET)) report->kind = RUNWAY_GPS_MALFORMED;
        break;
    case RUNWAY_GPS_VERSION:
        report->text = data->version.release;
        report->protocol_major = data->version.proto_major;
        report->protocol_minor = data->version.proto_minor;
        if (!(data->set & VERSION_SET)) report->kind = RUNWAY_GPS_MALFORMED;
        break;
    case RUNWAY_GPS_ERROR:
        report->text = data->error;
        if (!(data->set & ERROR_SET)) report->kind = RUNWAY_GPS_MALFORMED;
        break;
    default:
        break;
    }
}
