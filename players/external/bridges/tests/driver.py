#!/usr/bin/env python3
"""Plays rounds with an external player: the side of the tournament of the line protocol. For tests and trials.

    python3 driver.py [--size 4x6|4x10n] [--scsa insert-colors] [--rounds 10] [--seed 1] [--seconds 5] [--samples CODE,…] -- COMMAND…

Prints a line for every round and the mean number of guesses of the rounds won. A player that ends or does not answer in time is
started anew for the next round. CPU time is not measured: the limit is that of the clock. Tests have none to speak of, as a machine may be
busy.
"""

import argparse
import os
import random
import select
import subprocess
import sys
import threading
import time


# The seconds that a test waits for an answer at the most.
PATIENCE = 600.0


class Fault(Exception):
    """The player ended, did not answer in time, or answered by a line that is not of the protocol."""

    def __init__(self, cause, text):
        super().__init__(text)
        self.cause = cause


class Process:
    """One process of the player."""

    def __init__(self, command, folder=None, environment=None):
        environment = dict(os.environ, PYTHONHASHSEED="0", **(environment or {}))
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, env=environment)
        self.buffer = b""
        self.where = []
        self.errors = bytearray()
        self.reader = threading.Thread(target=self.collect, daemon=True)
        self.reader.start()

    def collect(self):
        while True:
            data = self.process.stderr.read1(65536)
            if not data:
                return
            self.errors.extend(data)

    def tell(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass

    def answer(self, seconds, after="its start"):
        """The words of the next line of the player that does not say where it is."""
        end = time.monotonic() + seconds
        while True:
            words = self.line(end, after, seconds)
            if words[0] != "where":
                return words
            self.where.append(" ".join(words[1:]))

    def line(self, end, after, seconds):
        while b"\n" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Fault("time", "no answer to '%s' in %g s" % (after, seconds))
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise Fault("exit", "exit code %d after '%s'" % (self.process.wait(), after))
            self.buffer += data
        answer, _, self.buffer = self.buffer.partition(b"\n")
        text = answer.decode("utf-8", "replace")
        if text.startswith("exception "):
            raise Fault("exception", "exit code %d after %s" % (self.process.wait(), text))
        if len(answer) > 4096 or not answer.isascii() and not text.startswith("illegal "):
            raise Fault("protocol", repr(answer[:80]))
        return text.split(" ")

    def ask(self, line, seconds):
        """Sends a line and returns the words of the answer."""
        self.tell(line)
        return self.answer(seconds, line)

    def expect(self, line, answer, seconds):
        words = self.ask(line, seconds)
        if words[:len(answer)] != answer:
            raise Fault("protocol", "'%s' after '%s'" % (" ".join(words), line))
        return words

    def end(self):
        """Says bye; returns the exit code and standard error."""
        self.tell("bye")
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            code = None
        self.process.kill()
        self.process.wait()
        self.reader.join(1)
        self.process.stdout.close()
        if not self.reader.is_alive():
            self.process.stderr.close()
        return code, self.errors.decode("utf-8", "replace")


def feedback(secret, guess):
    black = sum(a == b for a, b in zip(secret, guess))
    return black, sum(min(secret.count(c), guess.count(c)) for c in set(guess)) - black


def draw(scsa, pegs, letters, rng):
    """A secret of one of the codemakers; of others one of all codes."""
    code = [rng.choice(letters) for _ in range(pegs)]
    if scsa.startswith("two-color-alternating") or scsa == "mystery-5":
        code = (rng.sample(letters, 2) * pegs)[:pegs]
    elif scsa.startswith("two-color"):
        two = rng.sample(letters, 2)
        code = [rng.choice(two) for _ in range(pegs)]
    elif scsa.startswith("ab-color"):
        code = [rng.choice("AB") for _ in range(pegs)]
    elif scsa == "only-once":
        code = rng.sample(letters, pegs)
    elif scsa == "first-and-last":
        code[-1] = code[0]
    elif scsa.startswith("usually-fewer") or scsa == "prefer-fewer":
        few = rng.sample(letters, min(len(letters), rng.choice((2, 3))))
        code = [rng.choice(few) for _ in range(pegs)]
    elif scsa == "mystery-2":
        code = (rng.sample(letters, 3) * pegs)[:pegs]
    return "".join(code)


def play_round(process, number, secret, letters, repeats, limit, patience, seed):
    """(outcome, guesses): win, loss-guesses, failure. Raises Fault."""
    process.tell("round %d %s" % (number, seed))
    line = "turn 1"
    end = time.monotonic() + patience
    guesses = []
    for turn in range(1, limit + 1):
        words = process.ask(line, max(end - time.monotonic(), 0.01))
        is_code = len(words) == 3 and words[:2] == ["guess", str(turn)] and words[2].isalpha() and words[2].isupper()
        if not is_code and words[:2] != ["illegal", str(turn)]:
            raise Fault("protocol", " ".join(words))
        guess = words[2] if is_code else " ".join(words[2:])
        guesses.append(guess)
        if guess == secret:
            process.expect("end %d win %s" % (turn, secret), ["ready"], patience)
            return "win", guesses
        if len(guess) != len(secret) or not set(guess) <= set(letters) or not repeats and len(set(guess)) < len(guess):
            process.expect("end %d failure" % turn, ["ready"], patience)
            return "failure", guesses
        line = "turn %d %d %d" % ((turn + 1,) + feedback(secret, guess))
    process.expect("end %d loss-guesses" % limit, ["ready"], patience)
    return "loss-guesses", guesses


def play(command, size="4x6", scsa="insert-colors", rounds=10, seed=1, seconds=5.0, samples=(), limit=100, folder=None, secrets=None,
         patience=PATIENCE, environment=None):
    """Plays rounds: a list of (outcome, guesses, secret, detail), and standard error of all processes."""
    pegs, colors = (int(part) for part in size.rstrip("n").split("x"))
    letters = [chr(65 + i) for i in range(colors)]
    rng = random.Random("%s %s %d" % (size, scsa, seed))
    results, errors = [], ""
    process = None
    for number in range(1, rounds + 1):
        secret = secrets[number - 1] if secrets else draw(scsa, pegs, letters, rng)
        round_seed = "%032x" % random.Random("%d %d" % (seed, number)).getrandbits(128)
        try:
            if process is None:
                process = Process(command, folder, environment)
                process.expect("hello 2", ["hello", "2"], patience)
                knowledge = "samples %d" % len(samples) if samples else "rule"
                repeats = "no-repeats" if size.endswith("n") else "repeats"
                match = "match %d %d %s %d %g %s %s" % (pegs, colors, repeats, limit, seconds, scsa, knowledge)
                for line in [match] + ["sample " + code for code in samples]:
                    process.tell(line)
                words = process.answer(patience, match)
                if words != ["ready"]:
                    raise Fault("protocol", " ".join(words))
            outcome, guesses = play_round(process, number, secret, letters, not size.endswith("n"), limit, patience, round_seed)
            detail = guesses[-1] if outcome == "failure" else ""
        except Fault as fault:
            outcome, guesses, detail = fault.cause, [], str(fault)
            process.process.kill()
            errors += process.end()[1]
            process = None
        results.append((outcome, guesses, secret, detail))
    if process is not None:
        code, text = process.end()
        errors += text
        if code != 0:
            errors += "\ndriver: exit code after bye: %s\n" % code
    return results, errors



def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", default="4x6")
    parser.add_argument("--scsa", default="insert-colors")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--samples", default="", help="codes, separated by commas")
    parser.add_argument("--folder", help="the current folder of the player")
    parser.add_argument("--quiet", action="store_true", help="print the totals only")
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    samples = [code for code in given.samples.split(",") if code]
    start = time.monotonic()
    results, errors = play(
        given.command, given.size, given.scsa, given.rounds, given.seed, given.seconds, samples, folder=given.folder,
        patience=given.seconds)
    took = time.monotonic() - start
    if not given.quiet:
        for number, (outcome, guesses, secret, detail) in enumerate(results, 1):
            print("%4d  %-12s %3d  %s  %s" % (number, outcome, len(guesses), secret, detail))
    wins = [len(guesses) for outcome, guesses, _, _ in results if outcome == "win"]
    causes = {outcome: sum(result[0] == outcome for result in results) for outcome in sorted({result[0] for result in results})}
    mean = "%.3f" % (sum(wins) / len(wins)) if wins else "-"
    print("%s %s: %s; mean guesses of wins %s; %.2f s a round" % (given.size, given.scsa, causes, mean, took / len(results)))
    tail = errors.strip().splitlines()[-6:]
    if tail:
        print("standard error ends with:\n    " + "\n    ".join(tail), file=sys.stderr)


if __name__ == "__main__":
    main()
