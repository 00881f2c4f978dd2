// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int runway_linux_eventfd(bool nonblocking) {
    int descriptor = eventfd(0, EFD_CLOEXEC | (nonblocking ? EFD_NONBLOCK : 0));
    return descriptor < 0 ? -errno : descriptor;
}

void runway_linux_share_heap(void) {
    mallopt(M_ARENA_MAX, 1);
}

void runway_linux_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

bool runway_linux_clock_is_synchronised(void) {
    struct timex state = {0};
    return adjtimex(&state) >= 0 && !(state.status & STA_UNSYNC);
}

static int arm_clock_watch(int descriptor) {
    // Cancelled when the clock is set; a time that never comes, or the descriptor would also fire there.
    struct itimerspec never = {.it_value.tv_sec = 9000000000}; // in the year 2255
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int runway_linux_clock_watch(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (descriptor < 0) return -errno;
    if (arm_clock_watch(descriptor) < 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

bool runway_linux_clock_was_set(int descriptor) {
    uint64_t count;
    bool was_set = read(descriptor, &count, sizeof count) < 0 && errno == ECANCELED;
    arm_clock_watch(descriptor);
    return was_set;
}

int runway_linux_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int runway_linux_resolve(
    const char *host, unsigned short port, bool is_numeric, runway_linux_address *addresses, int capacity) {
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    const struct addrinfo hints = {
        .ai_family = AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
        .ai_flags = AI_NUMERICSERV | (is_numeric ? AI_NUMERICHOST : 0),
    };
    struct addrinfo *found = NULL;
    if (getaddrinfo(host, service, &hints, &found) != 0) return 0;
    int count = 0;
    for (const struct addrinfo *entry = found; entry != NULL && count < capacity; entry = entry->ai_next) {
        if (entry->ai_addrlen > sizeof addresses[count].bytes) continue;
        addresses[count].length = entry->ai_addrlen;
        memcpy(addresses[count].bytes, entry->ai_addr, entry->ai_addrlen);
        count++;
    }
    freeaddrinfo(found);
    return count;
}

int runway_linux_connect(const runway_linux_address *address, int *descriptor) {
    struct sockaddr_storage storage = {0};
    memcpy(&storage, address->bytes, address->length);
    *descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (*descriptor < 0) return errno;
    if (connect(*descriptor, (const struct sockaddr *)&storage, address->length) == 0) return 0;
    // Interrupted, a connect goes on by itself.
    if (errno == EINPROGRESS || errno == EINTR) return EINPROGRESS;
    int error = errno;
    close(*descriptor);
    *descriptor = -1;
    return error;
}

int runway_linux_socket_error(int descriptor) {
    int error = 0;
    socklen_t length = sizeof error;
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) < 0 ? errno : error;
}

int runway_linux_connect_datagrams(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) return -ENAMETOOLONG;
    memcpy(address.sun_path, path, length);
    socklen_t size = sizeof address;
    if (path[0] == '@') {
        // Its name begins with NUL and ends with the address (unix(7)).
        address.sun_path[0] = '\0';
        size = offsetof(struct sockaddr_un, sun_path) + length;
    }
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    if (connect(descriptor, (const struct sockaddr *)&address, size) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    return -error;
}

long runway_linux_send(int descriptor, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

long runway_linux_receive(int descriptor, void *bytes, size_t count) {
    ssize_t received;
    do received = recv(descriptor, bytes, count, MSG_DONTWAIT);
    while (received < 0 && errno == EINTR);
    return received < 0 ? -errno : received;
}
