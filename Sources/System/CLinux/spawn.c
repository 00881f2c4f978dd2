// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { READ, WRITE };

typedef struct {
    int input[2];
    int output[2];
    int started[2];
} pipes;

static void close_pipe(int ends[2]) {
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) close(ends[i]);
        ends[i] = -1;
    }
}

static void close_pipes(pipes *pipes) {
    close_pipe(pipes->input);
    close_pipe(pipes->output);
    close_pipe(pipes->started);
}

static int no_block(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

/// Returns what the pipe to the child holds, or a negative errno.
static int open_pipes(pipes *pipes, int capacity) {
    *pipes = (typeof(*pipes)){{-1, -1}, {-1, -1}, {-1, -1}};
    if (pipe2(pipes->input, O_CLOEXEC) < 0 || pipe2(pipes->output, O_CLOEXEC) < 0
        || pipe2(pipes->started, O_CLOEXEC) < 0 || no_block(pipes->input[WRITE]) < 0
        || no_block(pipes->output[READ]) < 0 || no_block(pipes->started[READ]) < 0
        || (capacity = fcntl(pipes->input[WRITE], F_SETPIPE_SZ, capacity)) < 0) {
        int error = errno;
        close_pipes(pipes);
        return -error;
    }
    return capacity;
}

/// The daemon may be among the last that go when memory runs out; a program of somebody's own is as any other. To raise
/// the score needs no privilege. Where it cannot be read, as without /proc, there is nothing to take back.
static int give_up_protection(void) {
    int score = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (score < 0) return 0;
    char sign = 0;
    int result = pread(score, &sign, 1, 0) == 1 && sign == '-' ? (int)pwrite(score, "0", 1, 0) : 0;
    close(score);
    return result;
}

/// Between fork and exec, in a process of several threads: nothing but what is safe in a signal handler.
static _Noreturn void become(
    const char *const *arguments, const char *const *environment, const pipes *pipes, pid_t parent) {
    // Above the standard descriptors, so that none of them is closed by taking its place.
    int input = fcntl(pipes->input[READ], F_DUPFD_CLOEXEC, 3);
    int output = fcntl(pipes->output[WRITE], F_DUPFD_CLOEXEC, 3);
    int started = fcntl(pipes->started[WRITE], F_DUPFD_CLOEXEC, 3);
    if (input < 0 || output < 0 || started < 0) goto failed;
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) goto failed;
    // It died before it could be bound to.
    if (getppid() != parent) _exit(127);
    if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
        goto failed;
    if (give_up_protection() < 0) goto failed;
    // Some library's descriptor may lack close-on-exec.
    if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) < 0) goto failed;
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(arguments[0], (char *const *)arguments, (char *const *)environment);
failed:;
    int error = errno;
    // Where this fails too, the exit status is what is left to tell.
    if (write(started < 0 ? pipes->started[WRITE] : started, &error, sizeof error) < 0) _exit(126);
    _exit(127);
}

/// fork(2), with a descriptor that is readable once the child has ended. Where there is room for neither there is no child,
/// and so none to wait for. Unlike fork(3) it runs no handlers: the child takes no lock that they would make safe.
/// By clone(2), for where namespaces are restricted, as in the unit, systemd takes clone3(2) away.
static pid_t fork_with(int *ended) {
    return (pid_t)syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, NULL, ended, NULL, NULL);
}

char **runway_linux_environment(void) {
    return environ;
}

int runway_linux_spawn(
    const char *const *arguments, const char *const *environment, int capacity, runway_linux_child *child) {
    pipes pipes;
    capacity = open_pipes(&pipes, capacity);
    if (capacity < 0) return capacity;
    pid_t parent = getpid();
    // All signals are blocked until the child has its own handling of them; it unblocks them itself.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int ended = -1;
    pid_t id = fork_with(&ended);
    if (id == 0) become(arguments, environment, &pipes, parent);
    int error = id < 0 ? -errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error < 0) {
        close_pipes(&pipes);
        return error;
    }
    close(pipes.input[READ]);
    close(pipes.output[WRITE]);
    close(pipes.started[WRITE]);
    *child = (runway_linux_child){
        .id = id,
        .ended = ended,
        .input = pipes.input[WRITE],
        .output = pipes.output[READ],
        .started = pipes.started[READ],
        .capacity = capacity,
    };
    return 0;
}

int runway_linux_spawn_failure(int started) {
    int error = 0;
    ssize_t count;
    do count = read(started, &error, sizeof error);
    while (count < 0 && errno == EINTR);
    // The end of the pipe: exec closed it.
    return count < 0 ? errno : count == sizeof error ? error : 0;
}

int runway_linux_unread(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) < 0 ? 0 : count;
}
