// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// What Swift's Glibc module does not carry of Linux, or cannot import because it is variadic.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// eventfd(2), close-on-exec. Returns the descriptor, or a negative errno.
int runway_linux_eventfd(bool nonblocking);

/// Makes malloc serve all threads from one arena: the writer's thread would otherwise have one of its own, mostly empty.
/// To be called before a second thread starts.
void runway_linux_share_heap(void);

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

/// A TCP address: a sockaddr_in or sockaddr_in6.
typedef struct {
    unsigned int length;
    unsigned char bytes[28];
} runway_linux_address;

/// The TCP addresses of a host, IPv4 or IPv6, in the order to try them.
/// With `is_numeric` it reads an address as it is written and never blocks; else it asks the resolver and may block.
/// Returns how many of `capacity` it filled; 0 when there are none.
int runway_linux_resolve(
    const char *host, unsigned short port, bool is_numeric, runway_linux_address *addresses, int capacity);

/// Opens a TCP socket, close-on-exec and non-blocking, and begins to connect it. Never blocks.
/// Returns 0 when it is connected, EINPROGRESS while it is not yet, or another errno; `descriptor` is -1 then.
int runway_linux_connect(const runway_linux_address *address, int *descriptor);

/// Takes the pending error of a socket (SO_ERROR); 0 for none.
int runway_linux_socket_error(int descriptor);

/// Opens a Unix datagram socket, close-on-exec and non-blocking, and connects it to the one at a path; with
/// `@` before it, to the one of that name in the abstract namespace. Returns the descriptor, or a negative errno.
int runway_linux_connect_datagrams(const char *path);

/// send(2) and recv(2), without SIGPIPE and never blocking. Return the bytes moved, or a negative errno; receive
/// returns 0 at the end of the stream.
long runway_linux_send(int descriptor, const void *bytes, size_t count);
long runway_linux_receive(int descriptor, void *bytes, size_t count);

/// A program that runs as a child.
typedef struct {
    int id;
    /// Readable once it has ended: a pidfd.
    int ended;
    /// Its standard input and what it prints on standard output and standard error: ends of pipes that never block.
    int input;
    int output;
    /// Readable once it is known whether the program could be started: `runway_linux_spawn_failure` tells.
    int started;
    /// What the pipe to its standard input holds.
    int capacity;
} runway_linux_child;

/// The environment of this process, which ends with NULL.
char **runway_linux_environment(void);

/// Starts the program `arguments[0]`, a path, in a session and process group of its own, with signals as a shell gives
/// them, with no descriptors but the three standard ones, and bound to die with the calling thread. It never waits for
/// the program's file to be read: unlike posix_spawn(3) it forks. What protects this process from
/// running out of memory (oom_score_adj) is taken from it. The pipe to it holds `capacity` bytes, rounded up to
/// pages. The arguments and the environment end with NULL. Returns 0, or a negative errno; all descriptors are
/// close-on-exec.
int runway_linux_spawn(
    const char *const *arguments, const char *const *environment, int capacity, runway_linux_child *child);

/// The errno for which the program could not be started; 0 when it runs, EAGAIN when that is not known yet.
int runway_linux_spawn_failure(int started);

/// Bytes written to a pipe that nobody has read yet; 0 when that cannot be told.
int runway_linux_unread(int descriptor);
