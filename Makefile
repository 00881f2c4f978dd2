# SPDX-License-Identifier: Apache-2.0
# Copyright the runwayd authors
#
# make          builds for release
# make demo     one short flight, end to end, on a real gpsd
# make test     every test that this machine can run
# make lint     import directions, Foundation, bare tasks, formatting
# make lab      flies it in a machine in software, with a virtual strap and puck; SCENARIOS=
# make bench    speed, memory and latency, measured and printed
# make soak     long tests of endurance
# make install  copies what 'make' built; DESTDIR= PREFIX=/usr/local
# make deps     installs what is missing; the others call it

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

.PHONY: all deps demo test lab lint bench soak install uninstall

all: deps
	$(SWIFT) build -c release --product runwayd
	$(SWIFT) build -c release --product runway

deps:
	@scripts/deps

demo: deps
	@scripts/demo

test: deps
	@scripts/test

lint: deps
	@scripts/lint

lab: deps
	@scripts/lab $(SCENARIOS)

bench: deps
	@scripts/bench

soak: deps
	@scripts/soak

install:
	@test -x .build/release/runwayd -a -x .build/release/runway || { echo "Nothing is built yet: run 'make' first, as yourself." >&2; exit 1; }
	install -D -m 755 .build/release/runwayd $(DESTDIR)$(PREFIX)/bin/runwayd
	install -D -m 755 .build/release/runway $(DESTDIR)$(PREFIX)/bin/runway
	install -D -m 644 docs/runwayd.conf $(DESTDIR)$(PREFIX)/share/doc/runwayd/runwayd.conf
	install -D -m 644 docs/openapi.yaml $(DESTDIR)$(PREFIX)/share/doc/runwayd/openapi.yaml

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/runwayd $(DESTDIR)$(PREFIX)/bin/runway
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/runwayd
