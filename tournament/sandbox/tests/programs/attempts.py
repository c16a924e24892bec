"""Tries what a sandbox forbids, and prints what succeeds.

    python3 attempts.py ATTEMPT...

An attempt is a kind and what it is made on, such as `read /etc/shadow`. The errors of the others go to standard error.
"""

import ctypes
import os
import signal
import socket
import sys

LIBC = ctypes.CDLL(None, use_errno=True)


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def address(text):
    host, port = text.rsplit(":", 1)
    return host, int(port)


def connect(path):
    socket.socket(socket.AF_UNIX).connect(path)


def read_memory(process):
    """A byte of another process: an address that it does not have is no refusal."""
    byte = ctypes.create_string_buffer(1)
    own, other = ((ctypes.c_void_p * 2)(at, 1) for at in (ctypes.addressof(byte), 0x1000))
    checked(LIBC.process_vm_readv(process, own, ctypes.c_ulong(1), other, ctypes.c_ulong(1), ctypes.c_ulong(0)))


ATTEMPTS = {
    "read": lambda path: open(path, "rb").read(),
    "list": os.listdir,
    "write": lambda path: open(path, "w").write("x"),
    "remove": os.remove,
    "exists": os.stat,
    "tcp": lambda at: socket.create_connection(address(at)),
    "listen": lambda at: socket.create_server(address(at)),
    "udp": lambda at: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", address(at)),
    "unix": connect,
    "abstract": lambda name: connect("\0" + name),
    "memfd": lambda _: os.memfd_create("x"),
    "kill": lambda process: os.kill(int(process), signal.SIGKILL),
    "ptrace": lambda process: checked(LIBC.ptrace(16, int(process), None, None)),
    "memory-of": lambda process: read_memory(int(process)),
    "unshare": lambda _: checked(LIBC.unshare(0x10000000)),
    "mount": lambda at: checked(LIBC.mount(b"tmpfs", at.encode(), b"tmpfs", 0, None)),
}

for attempt in sys.argv[1:]:
    kind, _, of = attempt.partition(" ")
    try:
        ATTEMPTS[kind](of)
    except OSError as error:
        print(f"{attempt}: {error}", file=sys.stderr)
    else:
        print(attempt)
