// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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
