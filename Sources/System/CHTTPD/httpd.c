// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CHTTPD.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

struct MHD_Daemon *runway_httpd_start(
    unsigned int connections, unsigned int timeout_seconds, size_t connection_memory,
    MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0,
        NULL, NULL, access, context,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_END);
}

int runway_httpd_epoll_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

int runway_httpd_connection_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

void runway_httpd_hang_up(struct MHD_Connection *connection) {
    int descriptor = runway_httpd_connection_descriptor(connection);
    if (descriptor >= 0) shutdown(descriptor, SHUT_RDWR);
}

void runway_httpd_lift_timeout(struct MHD_Connection *connection) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}

bool runway_httpd_is_complete(enum MHD_RequestTerminationCode code) {
    return code == MHD_REQUEST_TERMINATED_COMPLETED_OK;
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

struct MHD_Response *runway_httpd_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

bool runway_httpd_add(struct MHD_Daemon *daemon, int descriptor) {
    // The peer's address serves MHD's limit per address only, which is not used.
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    return MHD_add_connection(daemon, descriptor, (struct sockaddr *)&address, sizeof address) == MHD_YES;
}

int runway_httpd_unix_socket(void) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return descriptor < 0 ? -errno : descriptor;
}

static int unix_address(struct sockaddr_un *address, const char *path) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) return -ENAMETOOLONG;
    strcpy(address->sun_path, path);
    return 0;
}

int runway_httpd_bind(int descriptor, const char *path) {
    struct sockaddr_un address;
    int error = unix_address(&address, path);
    if (error < 0) return error;
    return bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
}

int runway_httpd_connect(int descriptor, const char *path) {
    struct sockaddr_un address;
    int error = unix_address(&address, path);
    if (error < 0) return error;
    return connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
}

int runway_httpd_accept(int descriptor) {
    int accepted = accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return accepted < 0 ? -errno : accepted;
}

int runway_httpd_adopt(int descriptor) {
    int listens = 0;
    socklen_t size = sizeof listens;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0) return -errno;
    if (!listens) return -EINVAL;
    int status = fcntl(descriptor, F_GETFL);
    if (status < 0 || fcntl(descriptor, F_SETFL, status | O_NONBLOCK) < 0) return -errno;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) return -errno;
    return 0;
}
