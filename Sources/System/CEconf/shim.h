// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// libeconf. Everything used is imported by Swift as it is.
#pragma once
#include <libeconf.h>
#include <libeconf_ext.h>
