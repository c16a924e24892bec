"""Starts a command on a system that denies system calls, as containers and hardened kernels do.

    python3 hardened.py CALL[,CALL] COMMAND…

Denied calls fail with EPERM. Without `mount` there is no file system of its own, without `unshare` there are no namespaces, without
`landlock_create_ruleset` there is no Landlock.
"""

import ctypes
import os
import platform
import sys

NUMBERS = {
    "x86_64": {"mount": 165, "unshare": 272, "landlock_create_ruleset": 444},
    "aarch64": {"mount": 40, "unshare": 97, "landlock_create_ruleset": 444},
}
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, EPERM = 0x7FFF0000, 0x00050001
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2


class Step(ctypes.Structure):
    _fields_ = [("code", ctypes.c_ushort), ("jt", ctypes.c_ubyte), ("jf", ctypes.c_ubyte), ("k", ctypes.c_uint)]


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.POINTER(Step))]


def deny(names):
    numbers = [NUMBERS[platform.machine()][name] for name in names if name]
    steps = [Step(LOAD, 0, 0, 0)]
    for number in numbers:
        steps += [Step(EQUAL, 0, 1, number), Step(RETURN, 0, 0, EPERM)]
    steps.append(Step(RETURN, 0, 0, ALLOW))
    array = (Step * len(steps))(*steps)
    libc = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps), array)
    if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.prctl(SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0):
        sys.exit(f"hardened.py: {os.strerror(ctypes.get_errno())}")


deny(sys.argv[1].split(","))
os.execvp(sys.argv[2], sys.argv[2:])
