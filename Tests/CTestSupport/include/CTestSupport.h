// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// What the tests need of Linux and Swift's Glibc module does not carry.
#pragma once
#include <spawn.h>
#include <sys/types.h>

/// pipe2(2), close-on-exec: the reading end, then the writing end. Returns 0, or a negative errno.
int runway_test_pipe(int ends[2]);

/// Opens a new pseudo-terminal, non-blocking and close-on-exec, and writes the path of its other end, as a string, into
/// `path`, of which `size` bytes are usable. Returns the descriptor, or a negative errno.
int runway_test_pseudo_terminal(char *path, unsigned long size);

/// Where the spawned program runs (posix_spawn_file_actions_addchdir_np(3)). Returns 0, or a positive errno.
int runway_test_spawn_directory(posix_spawn_file_actions_t *actions, const char *path);

/// Stops one thread of another process in its tracks (ptrace(2)), and it alone; all others run on. A process of its own, the
/// keeper, holds it: the tracer would else be told of what the waiting parent is to know. Returns a descriptor for
/// `runway_test_thaw_thread`, or a negative errno.
int runway_test_freeze_thread(int id, pid_t *keeper);

/// Lets a frozen thread go.
void runway_test_thaw_thread(int descriptor, pid_t keeper);
