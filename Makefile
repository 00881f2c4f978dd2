# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
#
# make          builds for release
# make demo     one short flight, end to end, on a real gpsd
# make test     every test that this machine can run
# make test-trixie  the same on Debian 13 with its own Swift, in a chroot; needs root
# make lint     import directions, Foundation, bare tasks, formatting
# make lab      flies it in a virtual machine with a virtual strap and puck; SCENARIOS='harness smoke'
# make bench    accuracy and alerts beside other programs, speed, memory and latency, measured and printed
# make soak     long tests of endurance
# make install  copies what 'make' built; DESTDIR= PREFIX=/usr/local
# make deps     installs what is missing; the others call it

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
BUILT ?= .build/release

.PHONY: all deps demo test test-trixie lab lint bench soak install uninstall

all: deps
	$(SWIFT) build -c release --product runwayd
	$(SWIFT) build -c release --product runway

deps:
	@scripts/deps

demo: deps
	@scripts/demo

test: deps
	@scripts/test

test-trixie:
	@scripts/test-trixie

lint: deps
	@scripts/lint

lab: deps
	@scripts/lab $(SCENARIOS)

bench: deps
	@scripts/bench

soak: deps
	@scripts/soak

# mode:from:to, below PREFIX. systemd and udev read below /usr and /usr/local; with another PREFIX link what they need.
installed = \
	755:$(BUILT)/runwayd:bin/runwayd \
	755:$(BUILT)/runway:bin/runway \
	644:systemd/runwayd.service:lib/systemd/system/runwayd.service \
	644:systemd/sysusers.d/runwayd.conf:lib/sysusers.d/runwayd.conf \
	644:systemd/tmpfiles.d/runwayd.conf:lib/tmpfiles.d/runwayd.conf \
	644:systemd/runwayd.catalog:lib/systemd/catalog/runwayd.catalog \
	644:udev/70-runwayd-receivers.rules:lib/udev/rules.d/70-runwayd-receivers.rules \
	644:README.md:share/doc/runwayd/README.md \
	644:CHANGELOG.md:share/doc/runwayd/CHANGELOG.md \
	644:LICENSE:share/doc/runwayd/LICENSE \
	644:docs/runwayd.conf:share/doc/runwayd/runwayd.conf \
	644:docs/openapi.yaml:share/doc/runwayd/openapi.yaml \
	644:docs/sinks.md:share/doc/runwayd/sinks.md \
	644:docs/navigation.md:share/doc/runwayd/navigation.md \
	644:docs/time.md:share/doc/runwayd/time.md \
	644:docs/missions.md:share/doc/runwayd/missions.md \
	644:docs/alerts.md:share/doc/runwayd/alerts.md \
	755:examples/speak.py:share/doc/runwayd/examples/speak.py \
	755:examples/call-log.sh:share/doc/runwayd/examples/call-log.sh \
	644:systemd/examples/audio.conf:share/doc/runwayd/examples/audio.conf \
	644:systemd/examples/remote-gpsd.conf:share/doc/runwayd/examples/remote-gpsd.conf

# The list above is taken apart at spaces and colons, and paths are written into the unit and the examples.
check-paths = @for path in "$(PREFIX)" "$(BUILT)"; do \
	case "$$path" in *[[:space:]:\|\&\\]*) \
	    echo "'$$path' has a space in it, or one of : | & and the backslash; neither PREFIX nor BUILT may." >&2; exit 1 ;; \
	esac; done

install:
	$(check-paths)
	@test -x "$(BUILT)/runwayd" -a -x "$(BUILT)/runway" || { echo "Nothing is built yet: run 'make' first, as yourself." >&2; exit 1; }
	@for item in $(installed); do \
	    mode=$${item%%:*} from=$${item#*:}; to=$${from#*:} from=$${from%%:*}; \
	    install -D -m "$$mode" "$$from" "$(DESTDIR)$(PREFIX)/$$to" || exit 1; \
	done
	@sed -i 's|/usr/bin/|$(PREFIX)/bin/|; s|/usr/share/|$(PREFIX)/share/|g' "$(DESTDIR)$(PREFIX)/lib/systemd/system/runwayd.service"
	@cd "$(DESTDIR)$(PREFIX)/share/doc/runwayd" && \
	    sed -i 's|/usr/local/share/|$(PREFIX)/share/|g' runwayd.conf sinks.md examples/speak.py examples/call-log.sh
ifeq ($(DESTDIR),)
	@echo 'runwayd is installed. As root, to run it from now on:'
	@echo '    systemd-sysusers runwayd.conf && systemd-tmpfiles --create runwayd.conf'
	@echo '    journalctl --update-catalog'
	@echo '    udevadm control --reload && udevadm trigger --subsystem-match=usb'
	@echo '    systemctl daemon-reload && systemctl enable --now runwayd'
	@echo '    adduser NAME runway        # and whoever shall fly; it holds from the next login on'
endif

uninstall:
	$(check-paths)
ifeq ($(DESTDIR),)
	@unit="$(PREFIX)/lib/systemd/system/runwayd.service"; \
	if [ "$$(systemctl show --property=FragmentPath --value runwayd 2> /dev/null)" = "$$unit" ] && \
	    { systemctl is-active --quiet runwayd || systemctl is-enabled --quiet runwayd; }; then \
	    echo 'runwayd is in service. First, as root: systemctl disable --now runwayd' >&2; exit 1; \
	fi
endif
	@for item in $(installed); do rm -f "$(DESTDIR)$(PREFIX)/$${item##*:}"; done
	@for folder in share/doc/runwayd/examples share/doc/runwayd; do \
	    if [ -d "$(DESTDIR)$(PREFIX)/$$folder" ]; then rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(PREFIX)/$$folder"; fi; \
	done
ifeq ($(DESTDIR),)
	@echo 'runwayd is uninstalled; its settings and its logbook are left. As root, for systemd and udev to know:'
	@echo '    systemctl daemon-reload; udevadm control --reload; journalctl --update-catalog'
endif
