// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// What Swift's Glibc module does not carry of Linux, or cannot import because it is variadic.
#pragma once
#include <spawn.h>
#include <stdbool.h>

/// eventfd(2), close-on-exec. Returns the descriptor, or a negative errno.
int runway_linux_eventfd(bool nonblocking);

/// Names the calling thread, 15 characters at most.
void runway_linux_name_thread(const char *name);

/// Whether the kernel says that the system clock is synchronised (adjtimex(2)).
bool runway_linux_clock_is_synchronised(void);

/// The size of the terminal behind a descriptor. Returns 0, or a negative errno.
int runway_linux_terminal_size(int descriptor, int *columns, int *rows);

/// pipe2(2), close-on-exec: the reading end, then the writing end. Returns 0, or a negative errno.
int runway_linux_pipe(int ends[2]);

/// Opens a new pseudo-terminal, non-blocking and close-on-exec, and writes the path of its other end, as a string, into
/// `path`, of which `size` bytes are usable. Returns the descriptor, or a negative errno.
int runway_linux_pseudo_terminal(char *path, unsigned long size);

/// Where the spawned program runs (posix_spawn_file_actions_addchdir_np(3)). Returns 0, or a positive errno.
int runway_linux_spawn_directory(posix_spawn_file_actions_t *actions, const char *path);
