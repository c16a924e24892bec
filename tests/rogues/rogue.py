"""A player that plays fairly until a round and a turn, and then misbehaves.

    python3 rogue.py DEED ROUND TURN MARK [SEED FOLDER PORT SOCKET]

It guesses all codes in order. Round 0 means the start of the program, round -1 every round. MARK is in the command line for the test to find. On its standard error it says when it starts and when it does its deed. What follows MARK are secrets
to look for, and places to reach.
"""

import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import sys
import threading
import time

DEED, ROUND, TURN, MARK = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
REACH = sys.argv[5:]
# So many seconds after its deed a program ends by itself, with exit code 9: long after any limit, also on a busy machine.
PATIENCE = 600


def note(*words):
    print(*words, file=sys.stderr, flush=True)


def say(*words):
    print(*words, flush=True)


def spin(seconds):
    """Computes for that much CPU time of this thread."""
    start = time.thread_time()
    while time.thread_time() - start < seconds:
        pass


def rest():
    """Sleeps. It ends by itself, in case that nobody ends it."""
    time.sleep(PATIENCE)
    os._exit(9)


def fork_bomb():
    # At most 3000 processes, in case that nobody ends them.
    end = time.monotonic() + PATIENCE
    for count in (300, 9):
        for _ in range(count):
            try:
                if os.fork() == 0:
                    break
            except OSError:
                time.sleep(0.01)
        else:
            break
    time.sleep(max(0, end - time.monotonic()))
    os._exit(9)


def flood(descriptor, piece):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        os.write(descriptor, piece)
    os._exit(9)


def allocate(mebibytes):
    pieces = []
    for _ in range(mebibytes):
        pieces.append(b"x" * (1 << 20))
    rest()


def leave_process():
    """A grandchild in a session of its own stays behind, without the pipes."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open("/dev/null", os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(null, descriptor)
            rest()
        os._exit(0)
    os.wait()


def leave_child_with_pipes():
    """A child stays behind that holds the pipes open."""
    if os.fork() == 0:
        rest()
    os._exit(3)


def short_children(seconds):
    """Children compute, and the kernel does not add their time to that of a parent that does not wait for them."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if os.fork() == 0:
            spin(seconds)
            os._exit(0)
        try:
            os.wait()
        except ChildProcessError:
            pass
    os._exit(9)


def behind_ended_children(deed):
    """Children that have ended, for which nobody waits, come before the one that matters."""
    for _ in range(140):
        if os.fork() == 0:
            os._exit(0)
    if os.fork() == 0:
        deed()
    rest()


def fill_sockets():
    """Processes with little memory of their own, and much in the buffers of their sockets."""
    for _ in range(20):
        if os.fork() == 0:
            pairs = [socket.socketpair() for _ in range(100)]
            for end in (end for pair in pairs for end in pair):
                end.setblocking(False)
                try:
                    while True:
                        end.send(b"x" * 65536)
                except BlockingIOError:
                    pass
            rest()
    rest()


def try_all(attempts):
    for name, attempt in attempts:
        try:
            got = attempt()
        except (OSError, ValueError, OverflowError):
            continue
        if got:
            note("got", name, repr(got)[:100])


def read(path):
    with open(path, "rb") as file:
        return file.read(1 << 20)


def look_for_secrets():
    seed, folder = REACH[0].encode(), REACH[1]
    own = {b"%d" % os.getpid(), b"self", b"thread-self"}

    def of_process(number, name):
        text = read(f"/proc/{number}/{name}")
        # It knows its own command line.
        return text if seed in text and MARK.encode() not in text else None

    def memory():
        first = read(f"/proc/{os.getppid()}/maps").split(b"-")[0]
        with open(f"/proc/{os.getppid()}/mem", "rb") as file:
            file.seek(int(first, 16))
            return file.read(16)

    def files(top):
        left = 2000
        for path, folders, names in os.walk(top):
            left -= len(names)
            if left < 0:
                return None
            for name in names:
                whole = os.path.join(path, name)
                try:
                    if os.path.isfile(whole) and seed in read(whole):
                        return whole
                except OSError:
                    pass
        return None

    numbers = [name for name in os.listdir("/proc") if name.isdigit() and name.encode() not in own]
    attempts = [("memory", memory), ("folder", lambda: os.listdir(folder))]
    for number in numbers:
        for name in ("cmdline", "environ", "task/" + number + "/environ", "root/etc/hostname", "cwd/Cargo.toml"):
            attempts.append((f"{number}/{name}", lambda number=number, name=name: of_process(number, name)))
    for top in (folder, ".", "/tmp", "/home", "/root", "/run", "/var", "/mnt", "/dev/shm"):
        attempts.append((f"files of {top}", lambda top=top: files(top)))
    try_all(attempts)


def connect():
    port, path = int(REACH[2]), REACH[3]

    def tcp():
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE):
            return "tcp"

    def udp():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            return sender.sendto(b"x", ("127.0.0.1", port))

    def unix():
        with socket.socket(socket.AF_UNIX) as sender:
            sender.connect(path)
            return "unix"

    try_all([("tcp", tcp), ("udp", udp), ("unix", unix)])


def fill():
    piece = b"x" * (1 << 20)
    for folder in (".", "/tmp", "/dev/shm"):
        for number in range(100):
            try:
                with open(f"{folder}/{number}", "wb") as file:
                    file.write(piece)
            except OSError:
                break
        else:
            note("got", folder, "without a limit")


def kill_all():
    for process in (os.getppid(), 1, -1, 2):
        if process == os.getpid():
            continue
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):
            try:
                os.kill(process, number)
            except OSError:
                pass


def system_files():
    """Files that the interpreters of other players read."""
    names = [module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)]
    return [os.open(name, os.O_RDONLY) for name in [os.path.realpath(sys.executable), *names]]


HELD = []


def take_leases():
    """Others that open the files wait until the kernel breaks the leases."""
    HELD.extend(system_files())
    for lease in (fcntl.F_RDLCK, fcntl.F_WRLCK):
        try_all([("lease", lambda file=file: fcntl.fcntl(file, fcntl.F_SETLEASE, lease) == 0) for file in HELD])
    try_all([("notice", lambda: fcntl.fcntl(os.open("/usr", os.O_RDONLY), fcntl.F_NOTIFY, 1) == 0)])


def use_caches():
    """What is in the page cache, and what is taken out of it, tells others bits."""
    file = system_files()[0]
    libc = ctypes.CDLL(None, use_errno=True)
    page = mmap.mmap(file, mmap.PAGESIZE, mmap.MAP_SHARED, mmap.PROT_READ)
    libc.mmap.restype = ctypes.c_void_p
    at = ctypes.c_void_p(libc.mmap(None, mmap.PAGESIZE, mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0)))
    room = ctypes.create_string_buffer(64)
    ranges = (ctypes.c_ulonglong * 2)(0, mmap.PAGESIZE)
    try_all([
        ("fadvise", lambda: os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED) is None),
        ("nowait", lambda: os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT) >= 0),
        ("mincore", lambda: libc.mincore(at, mmap.PAGESIZE, room) == 0),
        ("cachestat", lambda: libc.syscall(451, file, ranges, room, 0) == 0),
        ("readahead", lambda: libc.readahead(file, ctypes.c_long(0), mmap.PAGESIZE) == 0),
        ("madvise", lambda: page.madvise(21) is None),
        ("inotify", lambda: libc.inotify_init1(0) >= 0),
    ])


def take_locks():
    """A lock that somebody else sees is a bit. Those of the sandbox have no effect: two descriptors of one file get it at once."""
    first, second = system_files()[0], system_files()[0]
    fcntl.flock(first, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def is_held():
        try:
            fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "held"

    try_all([("lock", is_held)])


def change_attributes():
    """Of the results, and of what the interpreters of others need. They stay as they were, but for the time of the change."""
    for path in (REACH[1], sys.executable, os.path.realpath(sys.executable), os.__file__):
        def change(path=path):
            before = os.stat(path)
            os.chmod(path, before.st_mode & 0o7777)
            return os.stat(path).st_ctime_ns != before.st_ctime_ns

        try_all([("attributes of " + path, change)])


def reach_processes():
    """Limits, priorities and signals of others: without a process namespace, they can be named. They stay as they were."""
    for process in {os.getppid(), *range(max(2, os.getpid() - 200), os.getpid())}:
        try_all([
            ("limit", lambda: resource.prlimit(process, resource.RLIMIT_NOFILE)),
            ("priority", lambda: os.getpriority(os.PRIO_PROCESS, process) is not None),
            ("processors", lambda: os.sched_setaffinity(process, os.sched_getaffinity(process)) is None),
            ("scheduler", lambda: os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0)) is None),
            # Its parent is the launcher, with which it ends itself alone.
            ("signal", lambda: process != os.getppid() and os.kill(process, 0) is None),
        ])


def close(*descriptors):
    for descriptor in descriptors:
        os.close(descriptor)


def compute_behind():
    for _ in range(3):
        threading.Thread(target=lambda: spin(20), daemon=True).start()


def ignore_signals():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    rest()


def stop_in_vfork():
    """The kernel suspends the parent until the child ends or executes a program."""
    ctypes.PyDLL(None).vfork()
    rest()


def fill_input():
    """Nothing more can be written to it."""
    descriptor = os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK)
    try:
        while True:
            os.write(descriptor, b"x")
    except BlockingIOError:
        say("hello 2")
        rest()


def babble():
    flood_end = 2 << 20
    while flood_end > 0:
        flood_end -= os.write(2, b"nonsense\n" * 1000)
    os._exit(3)


DEEDS = {
    "fair": lambda: None,
    "sleep": rest,
    "fork": fork_bomb,
    "flood-output": lambda: flood(1, b"flood\n" * 10000),
    "flood-places": lambda: flood(1, b"where here\n" * 10000),
    "flood-errors": lambda: flood(2, b"flood\n" * 10000),
    "flood-bytes": lambda: flood(2, b"\xff" * 60000),
    "allocate": lambda: allocate(2000),
    "allocate-at-once": lambda: b"x" * (8 << 30),
    "long-line": lambda: flood(1, b"x" * (100 << 20)),
    "exit": lambda: os._exit(0),
    "exit-3": lambda: os._exit(3),
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "twice": lambda: say("guess", TURN, "AA"),
    "late": lambda: spin(0.6),
    "sleep-short": lambda: time.sleep(0.2),
    "close-output": lambda: (close(1), rest()),
    "close-input": lambda: (close(0), say("guess", TURN, "AB"), rest()),
    "ignore": ignore_signals,
    "stop": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "vfork": stop_in_vfork,
    "leave": leave_process,
    "leave-pipes": leave_child_with_pipes,
    "leave-exit": lambda: (leave_process(), os._exit(0)),
    "leave-rest": lambda: (leave_process(), rest()),
    "secrets": look_for_secrets,
    "connect": connect,
    "fill": fill,
    "kill": kill_all,
    "leases": take_leases,
    "caches": use_caches,
    "locks": take_locks,
    "attributes": change_attributes,
    "processes": reach_processes,
    "bytes": lambda: os.write(1, b"\xff\xfe\n"),
    "exception": lambda: say("exception no idea"),
    "escape": lambda: say("exception no\x1b[31m idea"),
    "refuse": lambda: say("refuse no more"),
    "compute": lambda: spin(PATIENCE),
    "children": lambda: short_children(0.05),
    "brief-children": lambda: short_children(0.0005),
    "ended-children": lambda: behind_ended_children(lambda: spin(PATIENCE)),
    "allocate-behind": lambda: behind_ended_children(lambda: allocate(300)),
    "sockets": fill_sockets,
    "late-hello": lambda: os._exit(3),
    "threads": compute_behind,
    "fill-input": fill_input,
    "babble": babble,
}


def main():
    if ROUND == 0:
        DEEDS[DEED]()
    if DEED == "late-hello":
        time.sleep(4)
    note("start")
    number = 0
    for line in sys.stdin:
        word, *words = line.split()
        if word == "hello":
            say("hello 2")
        elif word == "match":
            pegs, colors = int(words[0]), int(words[1])
            say("ready")
        elif word == "round":
            number = int(words[0])
        elif word == "turn":
            turn = int(words[0])
            code = "".join(chr(65 + (turn - 1) // colors**peg % colors) for peg in reversed(range(pegs)))
            if turn == TURN and (number == ROUND or ROUND < 0):
                note("deed")
                if DEED == "length":
                    code += "A"
                elif DEED == "color":
                    code = "A" * (pegs - 1) + chr(65 + colors)
                else:
                    DEEDS[DEED]()
            say("guess", turn, code)
        elif word == "end":
            say("ready")
        elif word == "bye":
            break


main()
