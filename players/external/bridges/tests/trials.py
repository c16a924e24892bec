"""What the tests of both bridges share: the commands, and rounds against a player of `players/`."""

import os
import re
import shutil
import sys
import tempfile

import driver

HERE = os.path.dirname(os.path.abspath(__file__))
PLAYERS = os.path.join(HERE, "players")
PYTHON = [sys.executable, "-B", os.path.join(HERE, "..", "python", "bridge.py")]
LISP = [
    "sbcl", "--noinform", "--disable-ldb", "--dynamic-space-size", "1200MB", "--control-stack-size", "64MB",
    "--no-sysinit", "--no-userinit", "--disable-debugger", "--load", os.path.join(HERE, "..", "lisp", "bridge.lisp"),
    "--eval", "(arena-bridge:main)", "--end-toplevel-options",
]

# The limit of the data of a process in the sandbox.
MEMORY = 2 << 30


def limited(command):
    """The command with the limit of the sandbox on its memory."""
    return ["sh", "-c", 'ulimit -d %d; exec "$@"' % (MEMORY >> 10), "sh"] + command


class Trial:
    """A folder with a copy of the players, and rounds in it."""

    def __init__(self, bridge):
        self.bridge = bridge
        self.folder = tempfile.mkdtemp()
        for name in os.listdir(PLAYERS):
            if os.path.isfile(os.path.join(PLAYERS, name)):
                shutil.copy(os.path.join(PLAYERS, name), self.folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def play(self, *arguments, **options):
        """(outcomes, guesses of the rounds, standard error)"""
        results, errors = driver.play(limited(self.bridge + list(arguments)), folder=self.folder, **options)
        return [result[0] for result in results], [result[1] for result in results], errors

    def fault(self, *arguments, **options):
        """The exit code after which a round ended, and the last line of standard error."""
        results, errors = driver.play(limited(self.bridge + list(arguments)), folder=self.folder, rounds=1, **options)
        code = re.search(r"exit code (-?\d+)", results[0][3])
        return int(code.group(1)) if code else results[0], errors.strip().splitlines()[-1]

    def remove(self):
        shutil.rmtree(self.folder)
