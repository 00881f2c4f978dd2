// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// libsystemd: the event loop, D-Bus, devices and the readiness protocol. Everything used is imported by Swift as it is.
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
