// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int runway_test_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
}

int runway_test_pseudo_terminal(char *path, unsigned long size) {
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

int runway_test_spawn_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

static int freeze(int id) {
    if (ptrace(PTRACE_SEIZE, id, 0, 0) < 0 || ptrace(PTRACE_INTERRUPT, id, 0, 0) < 0) return -errno;
    int status = 0;
    while (waitpid(id, &status, __WALL) < 0)
        if (errno != EINTR) return -errno;
    return WIFSTOPPED(status) ? 0 : -ESRCH;
}

int runway_test_freeze_thread(int id, pid_t *keeper) {
    int ends[2];
    // Whoever has the one end dies with the other: the keeper with the tests, and the tests learn of it.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
    pid_t child = fork();
    if (child < 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        return -error;
    }
    int result = -ECHILD;
    if (child == 0) {
        // System calls only: the process that was forked has other threads. Descriptors of theirs are let go of, or pipes
        // would not end while this process lives.
        if (ends[1] > 3) close_range(3, ends[1] - 1, 0);
        close_range(ends[1] + 1, ~0U, 0);
        result = freeze(id);
        char byte;
        if (write(ends[1], &result, sizeof result) == sizeof result)
            while (read(ends[1], &byte, 1) < 0 && errno == EINTR) {}
        // What it traced goes on, or is reaped.
        _exit(0);
    }
    close(ends[1]);
    ssize_t count;
    do count = read(ends[0], &result, sizeof result);
    while (count < 0 && errno == EINTR);
    *keeper = child;
    if (count == sizeof result && result == 0) return ends[0];
    if (count != sizeof result) result = -ECHILD;
    runway_test_thaw_thread(ends[0], child);
    return result;
}

void runway_test_thaw_thread(int descriptor, pid_t keeper) {
    close(descriptor);
    while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR) {}
}
