#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
#
# Appends runwayd's calls to a file, one a line: when, and what.
#
#     [sink calls]
#     type=exec
#     command=/bin/sh /usr/local/share/doc/runwayd/examples/call-log.sh /var/lib/runwayd/calls.log
#
# Under the unit it can write below /var/lib/runwayd and /run/runwayd. The same few lines can blink a lamp instead: put
# `echo 1 > /sys/class/leds/NAME/brightness` where printf is. What the unit has to be told for that is in sinks.md.
# Nothing but the shell runs here, so that reading keeps up.
set -u
[ $# -eq 1 ] || {
    echo 'usage: call-log.sh FILE' >&2
    exit 64
}

# value KEY: the text that the line has for a key, into $value; empty when it has none. No call has a quote in it.
value() {
    case $line in
    *"\"$1\":\""*)
        value=${line#*"\"$1\":\""}
        value=${value%%\"*}
        ;;
    *) value= ;;
    esac
}

# A last line without its end is not whole: read fails on it, and the loop ends as it should at the end of the input.
while IFS= read -r line; do
    # Whatever else comes - hello, levels, other events - is not for us.
    case $line in
    '{"event":'*'"annunciation":'*) ;;
    *) continue ;;
    esac
    value time
    time=$value
    value text
    printf '%s  %s\n' "${time:-(no time)}" "$value" >> "$1" || exit 1
done
