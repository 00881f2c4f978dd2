// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
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
