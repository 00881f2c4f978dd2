// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// What Swift's Glibc module does not carry of Linux, or cannot import because it is variadic.
#pragma once
#include <stdbool.h>

/// eventfd(2), close-on-exec. Returns the descriptor, or a negative errno.
int runway_linux_eventfd(bool nonblocking);

/// Names the calling thread, 15 characters at most.
void runway_linux_name_thread(const char *name);

/// Whether the kernel says that the system clock is synchronised (adjtimex(2)).
bool runway_linux_clock_is_synchronised(void);

/// A descriptor that becomes readable when the system clock is set (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
/// Returns it, or a negative errno.
int runway_linux_clock_watch(void);

/// To be called when the descriptor is readable: arms it again. Returns whether the clock was set.
bool runway_linux_clock_was_set(int descriptor);

/// The size of the terminal behind a descriptor. Returns 0, or a negative errno.
int runway_linux_terminal_size(int descriptor, int *columns, int *rows);
