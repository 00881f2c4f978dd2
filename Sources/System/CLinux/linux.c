// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/timex.h>

int runway_linux_eventfd(bool nonblocking) {
    int descriptor = eventfd(0, EFD_CLOEXEC | (nonblocking ? EFD_NONBLOCK : 0));
    return descriptor < 0 ? -errno : descriptor;
}

void runway_linux_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

bool runway_linux_clock_is_synchronised(void) {
    struct timex state = {0};
    return adjtimex(&state) >= 0 && !(state.status & STA_UNSYNC);
}

int runway_linux_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

long runway_linux_send_now(int socket, const void *bytes, size_t count) {
    ssize_t sent = send(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent < 0 ? -errno : sent;
}
