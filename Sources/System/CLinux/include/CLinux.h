// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// What Swift's Glibc module does not carry of Linux, or cannot import because it is variadic.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// eventfd(2), close-on-exec. Returns the descriptor, or a negative errno.
int runway_linux_eventfd(bool nonblocking);

/// Names the calling thread, 15 characters at most.
void runway_linux_name_thread(const char *name);

/// Whether the kernel says that the system clock is synchronised (adjtimex(2)).
bool runway_linux_clock_is_synchronised(void);

/// The size of the terminal behind a descriptor. Returns 0, or a negative errno.
int runway_linux_terminal_size(int descriptor, int *columns, int *rows);

/// send(2) that neither waits nor raises SIGPIPE, whatever the socket's own flags say.
/// Returns the number of bytes taken, or a negative errno.
long runway_linux_send_now(int socket, const void *bytes, size_t count);
