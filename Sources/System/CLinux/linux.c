// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/timex.h>
#include <unistd.h>

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

int runway_linux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
}

int runway_linux_pseudo_terminal(char *path, unsigned long size) {
    int descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    int error = 0;
    if (grantpt(descriptor) < 0 || unlockpt(descriptor) < 0)
        error = errno;
    else
        error = ptsname_r(descriptor, path, size);
    if (error != 0) {
        close(descriptor);
        return -error;
    }
    return descriptor;
}

int runway_linux_spawn_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}
