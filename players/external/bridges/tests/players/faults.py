"""Players that do what a player should not do. The bridge must survive each, or end with a message."""

import os
import sys
import threading
import time


class Raises:
    def make_guess(self, n, colors, scsa_name, last):
        if last[2] == 1:
            return self.helper({})
        return "A" * n

    def helper(self, table):
        return table["missing"]


class Exits:
    def make_guess(self, n, colors, scsa_name, last):
        sys.exit("no more")


class Asks:
    def make_guess(self, n, colors, scsa_name, last):
        return input("Your guess? ")


class Breaks:
    def make_guess(self, n, colors, scsa_name, last):
        breakpoint()
        return colors[last[2] % len(colors)] * n


class LeavesThreads:
    def make_guess(self, n, colors, scsa_name, last):
        threading.Thread(target=time.sleep, args=(1000,)).start()
        return "A" * n


class Forks:
    """The child comes back to the bridge as well."""

    def make_guess(self, n, colors, scsa_name, last):
        os.fork()
        return "A" * n


class Recurses:
    def make_guess(self, n, colors, scsa_name, last):
        return self.make_guess(n, colors, scsa_name, last)


class Fills:
    """Takes more memory than there is."""

    def make_guess(self, n, colors, scsa_name, last):
        kept = []
        while True:
            kept.append(bytearray(3 << 30))


class Closes:
    """Closes its streams and prints to the descriptors."""

    def make_guess(self, n, colors, scsa_name, last):
        if not sys.stdout.closed:
            os.write(1, b"not of the protocol\n")
            sys.stdout.close()
            sys.stderr.close()
        return "A" * n


class Changes:
    """Changes its arguments."""

    def make_guess(self, n, colors, scsa_name, last):
        guess = colors[0] * n
        colors.clear()
        return guess


class Odd:
    """Guesses that are not legal strings, one after the other, each in a round of its own."""

    guesses = [None, "abab", "", 7, ["A", 1], {"A": 1}, "ÄÖÜß", "A B C", "A" * 10_000, "AA\nbye", "AAA", b"AAAA", object, 1.5, [1, 2]]

    def __init__(self):
        self.guesses = self.guesses + [Unshowable(), Array(), Exiting(), Lines(), ["A"] * 1000]
        self.round = -1

    def make_guess(self, n, colors, scsa_name, last):
        self.round += 1
        return self.guesses[self.round]


class Unshowable:
    pass


class Array:
    def tolist(self):
        return ["A", 2]


class Exiting:
    def __repr__(self):
        sys.exit("no more")


class Lines:
    def __repr__(self):
        return "two\nlines"


class Lenient:
    """Lists and tuples of letters are guesses."""

    def make_guess(self, n, colors, scsa_name, last):
        code = [colors[last[2] % len(colors)]] * n
        return tuple(code) if last[2] % 2 else code


class Remembers:
    """Its guess is the number of its round."""

    rounds = 0

    def make_guess(self, n, colors, scsa_name, last):
        if last[2] == 0:
            Remembers.rounds += 1
        if last[2] == 1 and Remembers.rounds == 3:
            raise RuntimeError("third round")
        return colors[Remembers.rounds - 1] * n
