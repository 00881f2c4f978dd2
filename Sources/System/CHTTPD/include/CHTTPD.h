// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// libmicrohttpd, and of it and of the sockets what Swift cannot import.
#pragma once
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

/// MHD_start_daemon is variadic. Starts a daemon that has neither threads nor a listening socket.
/// Returns NULL when it cannot.
struct MHD_Daemon *runway_httpd_start(
    unsigned int connections, unsigned int timeout_seconds, size_t connection_memory,
    MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context);

/// MHD_get_daemon_info is variadic. The daemon's epoll descriptor, or -1.
int runway_httpd_epoll_descriptor(struct MHD_Daemon *daemon);

/// MHD_get_connection_info is variadic. The connection's socket, or -1.
int runway_httpd_connection_descriptor(struct MHD_Connection *connection);

/// Hangs up: libmicrohttpd finds the connection at its end and closes it on the next run.
void runway_httpd_hang_up(struct MHD_Connection *connection);

/// MHD_set_connection_option is variadic. Lifts the connection's idle timeout.
void runway_httpd_lift_timeout(struct MHD_Connection *connection);

/// Whether a request ended with its whole response sent.
bool runway_httpd_is_complete(enum MHD_RequestTerminationCode code);

/// A response of these bytes, which are copied. MHD_create_response_from_buffer has other names in later releases.
struct MHD_Response *runway_httpd_response(const void *bytes, size_t count);

/// Hands a connected socket to the daemon, which owns it from then on, whatever is returned.
bool runway_httpd_add(struct MHD_Daemon *daemon, int descriptor);

// The names of socket types and of socket calls move between releases of Swift's Glibc module.

/// A Unix stream socket, close-on-exec and non-blocking. Returns the descriptor, or a negative errno.
int runway_httpd_unix_socket(void);

/// bind(2) to a path. Returns 0, or a negative errno; -ENAMETOOLONG when it does not fit in sockaddr_un.
int runway_httpd_bind(int descriptor, const char *path);

/// connect(2) to a path. Returns 0, or a negative errno.
int runway_httpd_connect(int descriptor, const char *path);

/// accept4(2), close-on-exec and non-blocking. Returns the descriptor, or a negative errno.
int runway_httpd_accept(int descriptor);

/// Makes an inherited descriptor close-on-exec and non-blocking.
/// Returns 0, or a negative errno; -ENOTSOCK or -EINVAL when it does not listen.
int runway_httpd_adopt(int descriptor);
