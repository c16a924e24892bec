/* Tries what reaches other programs by shared files and processes: `shared FILE PROCESS KIND... [hold]`.

   It prints the kinds whose system calls succeed; the errors of the others go to standard error. It exits with code 0 if one succeeds, 1 if
   none does, and 2 if a kind is unknown or an attempt cannot be made here. FILE can be read; its owner is the user. PROCESS is a process of
   the same user. With `hold` it keeps what it got until its input ends. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define IS(name) (strcmp(kind, name) == 0)
#define NUMBER_CACHESTAT 451
#define NUMBER_FCHMODAT2 452
#define NUMBER_SETXATTRAT 463
#define NUMBER_FILE_GETATTR 468

static long attempt(const char *kind, const char *file, int process) {
    int number = open(file, O_RDONLY);
    if (number < 0 && errno != ENOENT) {
        number = open(file, O_PATH);
    }
    static char buffer[8192];
    struct iovec vector = {buffer, 4096};
    /* Caches. */
    if (IS("fadvise")) return -(errno = posix_fadvise(number, 0, 4096, POSIX_FADV_DONTNEED)) ? -1 : 0;
    if (IS("readahead")) return readahead(number, 0, 4096);
    if (IS("sync-file-range")) return sync_file_range(number, 0, 4096, SYNC_FILE_RANGE_WRITE);
    if (IS("syncfs")) return syncfs(number);
    if (IS("nowait")) return preadv2(number, &vector, 1, 0, RWF_NOWAIT);
    if (IS("openat2")) {
        struct { unsigned long long flags, mode, resolve; } how = {O_RDONLY, 0, 0x20};
        return syscall(SYS_openat2, AT_FDCWD, file, &how, sizeof how);
    }
    if (IS("cachestat")) {
        unsigned long long range[2] = {0, 4096};
        return syscall(NUMBER_CACHESTAT, number, range, buffer, 0);
    }
    if (IS("mincore") || IS("willneed") || IS("cold") || IS("pageout")) {
        void *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, number, 0);
        if (at == MAP_FAILED) exit(2);
        if (IS("mincore")) return mincore(at, 4096, (unsigned char *)buffer);
        return madvise(at, 4096, IS("willneed") ? 3 : IS("cold") ? 20 : 21);
    }
    if (IS("mergeable")) return prctl(67, 1, 0, 0, 0);
    /* Locks, leases and notices. */
    if (IS("lease")) return fcntl(number, F_SETLEASE, F_RDLCK);
    if (IS("get-lease")) return fcntl(number, F_GETLEASE);
    if (IS("notify")) return fcntl(open("/usr", O_RDONLY), F_NOTIFY, DN_ACCESS);
    if (IS("owner")) return fcntl(number, F_SETOWN, process);
    if (IS("signal")) return fcntl(number, F_SETSIG, SIGKILL);
    if (IS("hint")) {
        unsigned long long hint = 2;
        return fcntl(number, F_SET_RW_HINT, &hint);
    }
    if (IS("get-hint")) return fcntl(number, F_GET_RW_HINT, buffer);
    if (IS("inotify")) return inotify_add_watch(inotify_init1(0), file, IN_OPEN);
    if (IS("inotify-old")) {
#ifdef SYS_inotify_init
        return syscall(SYS_inotify_init);
#else
        exit(2);
#endif
    }
    if (IS("aio")) {
        unsigned long context = 0;
        return syscall(SYS_io_setup, 1, &context);
    }
    /* Attributes of files. */
    if (IS("flags")) {
        int flags = 0x80;
        return ioctl(number, FS_IOC_SETFLAGS, &flags);
    }
    if (IS("get-flags")) return ioctl(number, FS_IOC_GETFLAGS, buffer);
    if (IS("socket-owner")) {
        int pair[2];
        socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
        return ioctl(pair[0], 0x8901, &process);
    }
    if (IS("setxattr")) return setxattr(file, "user.bit", "1", 1, 0);
    if (IS("lsetxattr")) return lsetxattr(file, "user.bit", "1", 1, 0);
    if (IS("fsetxattr")) return fsetxattr(number, "user.bit", "1", 1, 0);
    if (IS("removexattr")) return setxattr(file, "user.bit", "1", 1, 0) | removexattr(file, "user.bit");
    if (IS("setxattrat")) {
        struct { unsigned long long value; unsigned size, flags; } set = {(unsigned long long)"1", 1, 0};
        return syscall(NUMBER_SETXATTRAT, AT_FDCWD, file, 0, "user.bit", &set, sizeof set);
    }
    if (IS("file-getattr")) return syscall(NUMBER_FILE_GETATTR, AT_FDCWD, file, buffer, 32, 0);
    if (IS("chmod")) return syscall(SYS_fchmodat, AT_FDCWD, file, 0);
    if (IS("chmod-number")) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", open(file, O_PATH));
        return chmod(path, 0);
    }
    if (IS("fchmod")) return fchmod(number, 0);
    if (IS("fchmodat2")) return syscall(NUMBER_FCHMODAT2, open(file, O_PATH), "", 0, AT_EMPTY_PATH);
    if (IS("chown")) return chown(file, getuid(), getgid());
    if (IS("fchownat")) return fchownat(open(file, O_PATH), "", getuid(), getgid(), AT_EMPTY_PATH);
    if (IS("times")) {
        struct timespec times[2] = {{1, 0}, {1, 0}};
        return utimensat(AT_FDCWD, file, times, 0);
    }
    if (IS("truncate")) return truncate(file, 0);
    if (IS("link")) return link(file, "link");
    /* Locks in place: they are held while it sleeps. */
    if (IS("flock")) return flock(number, LOCK_EX | LOCK_NB);
    if (IS("lock")) {
        struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
        return fcntl(number, F_SETLK, &lock);
    }
    if (IS("open-lock")) {
        struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
        return fcntl(number, F_OFD_SETLKW, &lock);
    }
    /* Other processes. */
    if (IS("prlimit")) {
        struct rlimit limit;
        return prlimit(process, RLIMIT_NOFILE, NULL, &limit);
    }
    if (IS("scheduler")) {
        struct sched_param parameter = {0};
        return sched_setscheduler(process, SCHED_IDLE, &parameter);
    }
    if (IS("parameter")) {
        struct sched_param parameter = {0};
        return sched_setparam(process, &parameter);
    }
    if (IS("affinity")) {
        cpu_set_t set;
        sched_getaffinity(0, sizeof set, &set);
        return sched_setaffinity(process, sizeof set, &set);
    }
    if (IS("attributes")) {
        unsigned attributes[14] = {56, SCHED_IDLE};
        return syscall(SYS_sched_setattr, process, attributes, 0);
    }
    if (IS("priority")) return setpriority(PRIO_PROCESS, process, 1);
    if (IS("priority-user")) return setpriority(PRIO_USER, 0, 0);
    if (IS("priority-group")) return setpriority(PRIO_PGRP, 0, 1);
    if (IS("get-priority")) return getpriority(PRIO_PROCESS, process);
    if (IS("io-priority")) return syscall(SYS_ioprio_set, 1, process, 0x4000 | 7);
    if (IS("io-priority-user")) return syscall(SYS_ioprio_set, 3, getuid(), 0x4000 | 4);
    if (IS("robust-list")) {
        size_t length;
        return syscall(SYS_get_robust_list, process, buffer, &length);
    }
    if (IS("move-pages")) return syscall(SYS_move_pages, process, 0L, NULL, NULL, NULL, 0);
    if (IS("kill")) return kill(process, 0);
    if (IS("tgkill")) return syscall(SYS_tgkill, process, process, 0);
    if (IS("tkill")) return syscall(SYS_tkill, process, 0);
    if (IS("sigqueue")) {
        union sigval value = {0};
        return sigqueue(process, 0, value);
    }
    if (IS("pidfd-signal")) return syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, process, 0), 0, NULL, 0);
    if (IS("shared-memory")) return shmctl(0, SHM_INFO, (struct shmid_ds *)buffer);
    /* What a program may do with itself. */
    if (IS("own")) {
        struct rlimit limit;
        struct sched_param parameter = {0};
        cpu_set_t set;
        int pipes[2];
        return getrlimit(RLIMIT_NOFILE, &limit) | setrlimit(RLIMIT_NOFILE, &limit) | (nice(1) < 0)
            | sched_setscheduler(0, SCHED_BATCH, &parameter) | sched_getaffinity(0, sizeof set, &set)
            | sched_setaffinity(0, sizeof set, &set) | pipe(pipes) | fcntl(pipes[0], F_SETFL, O_NONBLOCK)
            | fcntl(pipes[0], F_SETFD, FD_CLOEXEC) | (fcntl(pipes[0], F_DUPFD, 9) < 9) | ioctl(pipes[0], FIONREAD, &number)
            | kill(getpid(), 0) | raise(0) | (preadv2(open("/proc/self/exe", O_RDONLY), &vector, 1, 0, 0) < 0 && errno != EBADF)
            ? -1 : 0;
    }
    fputs("no such attempt\n", stderr);
    exit(2);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    int got = 0;
    int holds = strcmp(words[count - 1], "hold") == 0;
    /* A process with a filter of signals may send them to itself, but not one that it starts. */
    if (holds || count == 4) {
        if (attempt(words[3], words[1], atoi(words[2])) < 0) {
            perror(words[3]);
            return 1;
        }
        puts(words[3]);
        fflush(stdout);
        if (holds) getchar();
        return 0;
    }
    for (char **kind = words + 3; *kind; kind++) {
        int status = 0, child = fork();
        if (child == 0) {
            if (attempt(*kind, words[1], atoi(words[2])) >= 0) return 0;
            perror(*kind);
            return 1;
        }
        if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1) return 2;
        if (WEXITSTATUS(status) == 0) {
            got = 1;
            puts(*kind);
        }
    }
    return got ? 0 : 1;
}
