// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// libgps's JSON parser tells nobody that it failed: an unexpected type, a nested object that it does not know or a
// line cut in two end the parse, and the fields after that place are missing without notice. It also wants the class
// written without a space. So each line is checked against JSON's grammar here, and libgps is given a copy that holds
// only the members that are used, each with the type it reads. The copy is shorter, which makes the parse faster too.

#include "gps_line.h"

#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 16, MAX_NUMBER = 64, CLASS_ROOM = 40 };

enum type { TYPE_NONE, TYPE_STRING, TYPE_NUMBER, TYPE_LITERAL, TYPE_ARRAY, TYPE_OBJECT };

enum use {
    USE_NOTHING,
    USE_CLASS,
    /// Handed on when it has the wanted type; a string, when it fits libgps's buffer.
    USE_PATH,
    USE_RELEASE,
    USE_MESSAGE,
    USE_NUMBER,
    USE_ARRAY,
    /// Handed on as a string; taken out as a number, which libgps cannot read there.
    USE_TIME,
    USE_ACTIVATED,
    /// Taken out: libgps reads these in some releases only, or bounds their length.
    USE_SATELLITES,
    USE_USED_COUNT,
    USE_VISIBLE_COUNT,
    USE_ALTITUDE
};

#define MEMBER(name, use, field) {name, sizeof name - 1, use, field}

static const struct member {
    const char *name;
    size_t length;
    enum use use;
    /// The field that a value of another type makes bad.
    uint32_t field;
} members[] = {
    MEMBER("class", USE_CLASS, 0),
    MEMBER("device", USE_PATH, 0),
    MEMBER("mode", USE_NUMBER, RUNWAY_GPS_HAS_MODE),
    MEMBER("time", USE_TIME, RUNWAY_GPS_HAS_TIME),
    MEMBER("lat", USE_NUMBER, RUNWAY_GPS_HAS_POSITION),
    MEMBER("lon", USE_NUMBER, RUNWAY_GPS_HAS_POSITION),
    MEMBER("alt", USE_ALTITUDE, RUNWAY_GPS_HAS_ALTITUDE_MSL),
    MEMBER("altMSL", USE_NUMBER, RUNWAY_GPS_HAS_ALTITUDE_MSL),
    MEMBER("altHAE", USE_NUMBER, RUNWAY_GPS_HAS_ALTITUDE_HAE),
    MEMBER("speed", USE_NUMBER, RUNWAY_GPS_HAS_SPEED),
    MEMBER("track", USE_NUMBER, RUNWAY_GPS_HAS_TRACK),
    MEMBER("climb", USE_NUMBER, RUNWAY_GPS_HAS_CLIMB),
    MEMBER("eph", USE_NUMBER, RUNWAY_GPS_HAS_EPH),
    MEMBER("epx", USE_NUMBER, RUNWAY_GPS_HAS_EPX),
    MEMBER("epy", USE_NUMBER, RUNWAY_GPS_HAS_EPY),
    MEMBER("epv", USE_NUMBER, RUNWAY_GPS_HAS_EPV),
    MEMBER("eps", USE_NUMBER, RUNWAY_GPS_HAS_EPS),
    MEMBER("hdop", USE_NUMBER, RUNWAY_GPS_HAS_HDOP),
    MEMBER("satellites", USE_SATELLITES, RUNWAY_GPS_HAS_USED),
    MEMBER("uSat", USE_USED_COUNT, RUNWAY_GPS_HAS_USED),
    MEMBER("nSat", USE_VISIBLE_COUNT, RUNWAY_GPS_HAS_VISIBLE),
    MEMBER("path", USE_PATH, 0),
    MEMBER("activated", USE_ACTIVATED, 0),
    MEMBER("devices", USE_ARRAY, 0),
    MEMBER("release", USE_RELEASE, 0),
    MEMBER("proto_major", USE_NUMBER, 0),
    MEMBER("proto_minor", USE_NUMBER, 0),
    MEMBER("message", USE_MESSAGE, 0),
};

static const struct member *member_of(const char *name, size_t length) {
    static const struct member unused = {"", 0, USE_NOTHING, 0};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (members[i].length == length && memcmp(members[i].name, name, length) == 0) return &members[i];
    return &unused;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_space(struct gps_line *line) {
    while (*line->next == ' ' || *line->next == '\t' || *line->next == '\r' || *line->next == '\n') line->next++;
}

static bool scan_string(struct gps_line *line) {
    if (*line->next != '"') return false;
    for (const char *c = line->next + 1;; c++) {
        if ((unsigned char)*c < 0x20) return false;
        if (*c == '"') {
            line->next = c + 1;
            return true;
        }
        if (*c == '\\') {
            c++;
            if (*c == 'u') {
                for (int i = 0; i < 4; i++) {
                    c++;
                    if (!is_digit(*c) && !(*c >= 'a' && *c <= 'f') && !(*c >= 'A' && *c <= 'F')) return false;
                }
            } else if (*c == '\0' || strchr("\"\\/bfnrt", *c) == NULL) {
                return false;
            }
        }
    }
}

static bool scan_number(struct gps_line *line) {
    const char *c = line->next;
    if (*c == '-') c++;
    if (!is_digit(*c)) return false;
    if (*c == '0' && is_digit(c[1])) return false;
    while (is_digit(*c)) c++;
    if (*c == '.') {
        c++;
        if (!is_digit(*c)) return false;
        while (is_digit(*c)) c++;
    }
    if (*c == 'e' || *c == 'E') {
        c++;
        if (*c == '+' || *c == '-') c++;
        if (!is_digit(*c)) return false;
        while (is_digit(*c)) c++;
    }
    if (c - line->next > MAX_NUMBER) return false;
    line->next = c;
    return true;
}

static bool scan_literal(struct gps_line *line) {
    static const char *const literals[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(literals[i]);
        if (strncmp(line->next, literals[i], length) == 0) {
            line->next += length;
            return true;
        }
    }
    return false;
}

/// libgps makes some time out of any string, and does not know offsets.
static bool is_utc_time(const char *value, const char *end) {
    static const char shape[] = "\"dddd-dd-ddTdd:dd:dd";
    if (end - value < (ptrdiff_t)sizeof shape || end[-2] != 'Z') return false;
    for (size_t i = 0; i < sizeof shape - 1; i++)
        if (shape[i] == 'd' ? !is_digit(value[i]) : value[i] != shape[i]) return false;
    const char *c = value + sizeof shape - 1;
    if (*c == '.')
        for (c++; is_digit(*c); c++) continue;
    return c == end - 2;
}

/// Within MAX_NUMBER digits only an exponent reaches infinity.
static bool is_finite(const char *value, const char *end) {
    size_t length = (size_t)(end - value);
    if (memchr(value, 'e', length) == NULL && memchr(value, 'E', length) == NULL) return true;
    return isfinite(strtod(value, NULL));
}

/// Satellites, counted while their list is passed over.
struct census {
    int visible, used;
};

static enum type scan_value(struct gps_line *line, int depth, struct census *census);

static bool scan_object(struct gps_line *line, int depth, struct census *census) {
    line->next++;
    skip_space(line);
    if (*line->next == '}') {
        line->next++;
        return true;
    }
    for (;;) {
        skip_space(line);
        const char *name = line->next;
        if (!scan_string(line)) return false;
        size_t length = (size_t)(line->next - name);
        skip_space(line);
        if (*line->next++ != ':') return false;
        skip_space(line);
        const char *value = line->next;
        if (scan_value(line, depth + 1, NULL) == TYPE_NONE) return false;
        if (census != NULL && length == 6 && memcmp(name, "\"used\"", 6) == 0 && *value == 't') census->used++;
        skip_space(line);
        char c = *line->next++;
        if (c == '}') return true;
        if (c != ',') return false;
    }
}

static bool scan_array(struct gps_line *line, int depth, struct census *census) {
    line->next++;
    skip_space(line);
    if (*line->next == ']') {
        line->next++;
        return true;
    }
    for (;;) {
        skip_space(line);
        enum type type = scan_value(line, depth + 1, census);
        if (type == TYPE_NONE) return false;
        if (census != NULL && type == TYPE_OBJECT) census->visible++;
        skip_space(line);
        char c = *line->next++;
        if (c == ']') return true;
        if (c != ',') return false;
    }
}

static enum type scan_value(struct gps_line *line, int depth, struct census *census) {
    if (depth > MAX_DEPTH) return TYPE_NONE;
    switch (*line->next) {
    case '"':
        return scan_string(line) ? TYPE_STRING : TYPE_NONE;
    case '{':
        return scan_object(line, depth, census) ? TYPE_OBJECT : TYPE_NONE;
    case '[':
        return scan_array(line, depth, census) ? TYPE_ARRAY : TYPE_NONE;
    case 't':
    case 'f':
    case 'n':
        return scan_literal(line) ? TYPE_LITERAL : TYPE_NONE;
    default:
        return scan_number(line) ? TYPE_NUMBER : TYPE_NONE;
    }
}

static void copy(struct gps_line *line, const char *begin, const char *end) {
    memcpy(line->out, begin, (size_t)(end - begin));
    line->out += end - begin;
}

/// Copies a list, without the white space between its tokens.
static void copy_compact(struct gps_line *line, const char *begin, const char *end) {
    bool in_string = false;
    for (const char *c = begin; c < end; c++) {
        if (in_string && *c == '\\') {
            *line->out++ = *c++;
        } else if (*c == '"') {
            in_string = !in_string;
        } else if (!in_string && (*c == ' ' || *c == '\t' || *c == '\r' || *c == '\n')) {
            continue;
        }
        *line->out++ = *c;
    }
}

static void note_number(struct gps_line *line, const struct member *member) {
    if (member->field == RUNWAY_GPS_HAS_MODE) line->has_mode = true;
    if (member->field == RUNWAY_GPS_HAS_HDOP) line->has_hdop = true;
    if (member->field == RUNWAY_GPS_HAS_POSITION) line->has_place = true;
}

static bool scan_member(struct gps_line *line) {
    const char *name = line->next;
    if (!scan_string(line)) return false;
    const char *name_end = line->next;
    skip_space(line);
    if (*line->next++ != ':') return false;
    skip_space(line);

    const struct member *member = member_of(name + 1, (size_t)(name_end - name) - 2);
    enum use use = member->use;
    struct census census = {0, 0};
    const char *value = line->next;
    enum type type = scan_value(line, 1, use == USE_SATELLITES && *value == '[' ? &census : NULL);
    const char *end = line->next;
    if (type == TYPE_NONE) return false;

    bool is_wanted = false;
    bool is_usable = type == TYPE_NUMBER && is_finite(value, end);
    switch (use) {
    case USE_NOTHING:
        break;
    case USE_CLASS: {
        size_t length = (size_t)(end - value) - 2;
        if (type != TYPE_STRING || length == 0 || length >= sizeof line->class_name) return false;
        memcpy(line->class_name, value + 1, length);
        line->class_name[length] = '\0';
        break;
    }
    case USE_PATH:
        is_wanted = type == TYPE_STRING && end - value - 2 < GPS_PATH_MAX;
        break;
    case USE_RELEASE:
        is_wanted = type == TYPE_STRING && end - value - 2 < 64;
        break;
    case USE_MESSAGE:
        is_wanted = type == TYPE_STRING && end - value - 2 < 256;
        break;
    case USE_NUMBER:
        is_wanted = is_usable;
        if (is_usable) note_number(line, member);
        break;
    case USE_ARRAY:
        is_wanted = type == TYPE_ARRAY;
        break;
    case USE_TIME:
        is_wanted = type == TYPE_STRING && is_utc_time(value, end);
        line->has_time = is_usable;
        if (line->has_time) line->time = strtod(value, NULL);
        is_usable = is_usable || is_wanted;
        break;
    case USE_ACTIVATED:
        is_wanted = type == TYPE_STRING;
        line->has_activated = type == TYPE_NUMBER;
        if (line->has_activated) line->activated = strtod(value, NULL);
        break;
    case USE_SATELLITES:
        is_usable = type == TYPE_ARRAY;
        if (is_usable) {
            line->has_used = line->has_visible = true;
            line->satellites_used = census.used;
            line->satellites_visible = census.visible;
        }
        break;
    case USE_USED_COUNT:
        if (is_usable && !line->has_used) {
            line->has_used = true;
            line->satellites_used = strtod(value, NULL);
        }
        break;
    case USE_VISIBLE_COUNT:
        if (is_usable && !line->has_visible) {
            line->has_visible = true;
            line->satellites_visible = strtod(value, NULL);
        }
        break;
    case USE_ALTITUDE:
        if (is_usable) {
            line->has_altitude = true;
            line->altitude = strtod(value, NULL);
        }
        break;
    }
    bool is_null = type == TYPE_LITERAL && *value == 'n';
    if (!is_usable && !is_null) line->bad |= member->field;
    if (is_wanted) {
        *line->out++ = ',';
        copy(line, name, name_end);
        *line->out++ = ':';
        if (type == TYPE_ARRAY)
            copy_compact(line, value, end);
        else
            copy(line, value, end);
    }
    return true;
}

bool runway_gps_scan(struct gps_line *line, const uint8_t *bytes, size_t length) {
    if (length > RUNWAY_GPS_LINE_MAX || memchr(bytes, '\0', length) != NULL) return false;
    memcpy(line->input, bytes, length);
    line->input[length] = '\0';
    line->class_name[0] = '\0';
    line->has_time = line->has_activated = line->has_used = line->has_visible = line->has_altitude = false;
    line->has_place = line->has_mode = line->has_hdop = false;
    line->bad = 0;
    line->next = line->input;
    line->out = line->storage + CLASS_ROOM;

    skip_space(line);
    if (*line->next++ != '{') return false;
    for (;;) {
        skip_space(line);
        if (!scan_member(line)) return false;
        skip_space(line);
        char c = *line->next++;
        if (c == '}') break;
        if (c != ',') return false;
    }
    skip_space(line);
    if (*line->next != '\0' || line->class_name[0] == '\0') return false;
    *line->out++ = '}';
    *line->out = '\0';

    // libgps takes the first "class": in the line for the object's own, also when it stands in a nested one.
    char *begin = line->storage + CLASS_ROOM;
    size_t class_length = strlen(line->class_name);
    *--begin = '"';
    begin -= class_length;
    memcpy(begin, line->class_name, class_length);
    begin -= 10;
    memcpy(begin, "{\"class\":\"", 10);
    line->object = begin;
    return true;
}
