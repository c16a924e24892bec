"""Uses memory or CPU time in ways that are hard to see.

    python3 resources.py DEED [COUNT]

It prints a line when it has done its deed, and then waits for the end of its input. A deed of `refused` prints what was not refused.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import select
import signal
import socket
import sys
import threading
import time

LIBC = ctypes.CDLL(None, use_errno=True)
IS_X86 = os.uname().machine == "x86_64"
MIB = 1 << 20
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 0
KEPT = []


def spin(seconds):
    """Computes for that much CPU time of this process."""
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass


def short_children():
    """Children of a millisecond, which the kernel forgets when they end. It also tries to stop the counter."""
    LIBC.prctl(31, 0, 0, 0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(COUNT):
        if os.fork() == 0:
            spin(0.001)
            os._exit(0)
        try:
            os.wait()
        except ChildProcessError:
            pass


def zombies():
    """Children that have ended, before one that has 60 MiB and computes for 0.3 s."""
    for _ in range(COUNT):
        if os.fork() == 0:
            os._exit(0)
    read, write = os.pipe()
    if os.fork() == 0:
        KEPT.append(b"x" * (60 * MIB))
        spin(0.3)
        os.write(write, b"x")
        time.sleep(3600)
    os.read(read, 1)


def fill(descriptor):
    """Writes until nothing more fits. Returns the number of bytes."""
    os.set_blocking(descriptor, False)
    length = 0
    for piece in (b"x" * 65536, b"x"):
        try:
            while True:
                length += os.write(descriptor, piece)
        except BlockingIOError:
            pass
    return length


def sockets():
    total = 0
    for _ in range(COUNT):
        pair = socket.socketpair()
        KEPT.append(pair)
        total += sum(fill(end.fileno()) for end in pair)
    return total


def held_sockets():
    """Sockets without a descriptor: a thread waits for them."""
    total, poll = 0, select.poll()
    ends = [end for _ in range(COUNT) for end in socket.socketpair()]
    for end in ends:
        total += fill(end.fileno())
        poll.register(end, 0)
    threading.Thread(target=poll.poll, daemon=True).start()
    time.sleep(1)
    for end in ends:
        end.close()
    return total


def other_thread():
    """The main thread ends, and another one goes on."""

    def go_on():
        time.sleep(0.2)
        KEPT.append(b"x" * (COUNT * MIB))
        print("done", COUNT * MIB, flush=True)
        sys.stdin.read()

    threading.Thread(target=go_on).start()
    LIBC.syscall(60 if IS_X86 else 93, 0)


def pipes():
    total = 0
    for _ in range(COUNT):
        KEPT.append(os.pipe())
        total += fill(KEPT[-1][1])
    return total


def page_tables():
    """Reads a byte of every other 2 MiB: a table of a page for each, and no page of its own."""
    anonymous = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
    KEPT.append(mmap.mmap(-1, COUNT << 22, flags=anonymous, prot=mmap.PROT_READ))
    return sum(KEPT[-1][place << 22] for place in range(COUNT)) + COUNT * 4096


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "")


def dev_zero():
    with open("/dev/zero", "r+b") as file:
        mmap.mmap(file.fileno(), MIB)[0] = 1


def executable(make):
    """A file that this program may execute, but not read."""
    make()
    is_hidden = os.stat("hidden").st_mode & 0o400 == 0
    os.unlink("hidden")
    if not is_hidden:
        raise OSError(errno.EPERM, "")


def vector(call):
    place = ctypes.create_string_buffer(4096)
    pair = (ctypes.c_void_p * 2)(ctypes.addressof(place), 4096)
    checked(LIBC.syscall(call, os.pipe()[1], ctypes.byref(pair), ctypes.c_ulong(1), 0))


def sent(call):
    """A byte of a file becomes a page that a socket or a pipe keeps."""
    pair = socket.socketpair()
    with open(sys.executable, "rb") as file:
        checked(call(file.fileno(), pair[0].fileno(), os.pipe()[1]))


def own_files():
    """A thread with descriptors of its own. Its flags are wrong, so that without a filter there is another error."""
    checked(LIBC.syscall(56 if IS_X86 else 220, 0x10000, 0, 0, 0, 0))


def umask():
    os.umask(0o777)
    open("hidden", "w").close()


def lower_score():
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("0")


OPEN = os.O_CREAT | os.O_WRONLY
REFUSED = {
    "shared memory": lambda: mmap.mmap(-1, MIB),
    "/dev/zero": dev_zero,
    "huge pages": lambda: checked(LIBC.mmap(None, 2 * MIB, 3, 0x40022, -1, 0)),
    "memfd": lambda: os.memfd_create("x"),
    "large pipe": lambda: fcntl.fcntl(os.pipe()[1], 1031, MIB),
    "vmsplice": lambda: vector(278 if IS_X86 else 75),
    "socket": lambda: socket.socket(socket.AF_UNIX),
    "pair of datagrams": lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM),
    "pair of packets": lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET),
    "large buffer": lambda: socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MIB),
    "sent descriptor": lambda: socket.send_fds(socket.socketpair()[0], [b"x"], [0]),
    "sendfile": lambda: sent(lambda file, end, _: LIBC.sendfile(end, file, None, 1)),
    "splice": lambda: sent(lambda file, _, pipe: LIBC.splice(file, None, pipe, None, 1, 0)),
    "files of a thread": own_files,
    "other files": lambda: checked(LIBC.syscall(436, 900, 999, 2)),
    "filter": lambda: checked(LIBC.prctl(22, 2, 0, 0, 0)),
    "chmod": lambda: executable(lambda: (open("hidden", "w").close(), os.chmod("hidden", 0o111))),
    "open": lambda: executable(lambda: os.open("hidden", OPEN, 0o111)),
    "unnamed": lambda: os.open(".", os.O_TMPFILE | os.O_WRONLY, 0o111),
    "umask": lambda: executable(umask),
    "mknod": lambda: executable(lambda: os.mknod("hidden", 0o100111)),
    "attribute": lambda: os.setxattr(".", "user.x", b"x"),
    "score": lower_score,
}


def refused():
    for name, attempt in REFUSED.items():
        try:
            attempt()
        except OSError as error:
            if name in ("sendfile", "splice") and error.errno == errno.EINVAL:
                continue
            if error.errno in (errno.EPERM, errno.ENOSYS, errno.EACCES, errno.EROFS, errno.ENOENT, errno.ENXIO, errno.EOPNOTSUPP):
                continue
            print(error)
        print(name)


DEEDS = {
    "short-children": short_children,
    "zombies": zombies,
    "sockets": sockets,
    "held-sockets": held_sockets,
    "other-thread": other_thread,
    "pipes": pipes,
    "page-tables": page_tables,
    "refused": refused,
}
print("done", DEEDS[sys.argv[1]](), flush=True)
sys.stdin.read()
