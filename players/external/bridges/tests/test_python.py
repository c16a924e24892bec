"""Tests of the bridge for Python players: `python3 -m unittest` in this folder."""

import doctest
import itertools
import os
import random
import sys
import time
import unittest

import driver
import trials

ZEBRA = "class Zebra:\n    def make_guess(self, n, colors, scsa_name, last):\n        return 'A' * n\n"


class PythonBridge(unittest.TestCase):
    def setUp(self):
        self.trial = trials.Trial(trials.PYTHON)
        self.addCleanup(self.trial.remove)

    def test_a_player_wins_and_its_random_numbers_are_seeded(self):
        first = self.trial.play("consistent.py", rounds=30)
        self.assertEqual(first[0], ["win"] * 30)
        mean = sum(map(len, first[1])) / 30
        self.assertTrue(4 < mean < 5.5, mean)
        self.assertEqual(first[1], self.trial.play("consistent.py#Consistent", rounds=30)[1])
        self.assertNotEqual(first[1], self.trial.play("consistent.py", rounds=30, seed=2)[1])
        self.assertIn("round 30 against InsertColors", first[2])

    def test_the_older_form_gets_an_object(self):
        outcomes, guesses, errors = self.trial.play("older.py#Sampler", scsa="two-color-alternating", rounds=20)
        self.assertEqual(outcomes, ["win"] * 20)
        self.assertTrue(all(len(set(guess)) == 2 for game in guesses for guess in game))
        self.assertIn("a tournament of the player's file is not played", errors)
        names = self.trial.play("older.py#Names", scsa="two-color-alternating", rounds=1, limit=2, secrets=["FFFF"])
        self.assertEqual(names[1], [["AAAA", "AAAA"]])
        names = self.trial.play("older.py#Names", scsa="only-once", rounds=1, limit=1, secrets=["FFFF"])
        self.assertEqual(names[1], [["BBBB"]])

    def test_the_object_of_an_unknown_scsa_draws_from_the_samples(self):
        outcomes, guesses, _ = self.trial.play(
            "older.py#Sampler", scsa="mystery-9", samples=["ABCD", "DCBA", "ABCDE"], rounds=1, limit=4, secrets=["FFFF"])
        self.assertEqual(set(guesses[0][:2]), {"ABCD", "DCBA"})
        guesses = self.trial.play("older.py#Sampler", scsa="codes:list", rounds=1, limit=1, secrets=["FFFF"])[1]
        self.assertEqual(guesses, [["AAAA"]])

    def test_samples_are_in_the_module_scsa(self):
        self.trial.write("samples.py", (
            "class P:\n    def __init__(self):\n        import scsa\n        self.codes = scsa.samples\n"
            "    def make_guess(self, n, colors, scsa_name, last):\n        return self.codes[last[2]]\n"))
        guesses = self.trial.play("samples.py", scsa="mystery-1", samples=["ABCD", "ABCDE"], rounds=1, secrets=["FFFF"])[1]
        self.assertEqual(guesses, [["ABCD", "ABCDE"]])

    def test_names_of_scsas(self):
        self.trial.write("says.py", ZEBRA.replace("return", "print(repr(scsa_name)); return"))
        for name, course in [
            ("insert-colors", "InsertColors"), ("ab-color", "ABColor"), ("ab-color-2024", "ABColor"), ("first-and-last", "FirstLast"),
            ("usually-fewer-2024", "UsuallyFewer"), ("mystery-3", "Mystery3"), ("palindrome", "Palindrome"), ("codes:a/b.txt", "Codes"),
        ]:
            errors = self.trial.play("says.py", scsa=name, rounds=1, limit=1)[2]
            self.assertIn(repr(course), errors)

    def test_every_supplied_scsa_makes_its_codes(self):
        self.trial.write("scsas.py", (
            "import scsa\n"
            "class P:\n"
            "    def make_guess(self, n, colors, scsa_name, last):\n"
            "        for made in scsa.SCSA.__subclasses__():\n"
            "            code = made().generate_codes(n, colors)[0]\n"
            "            print(made.__name__, code, len(set(code)), code[0] == code[-1])\n"
            "        return 'A' * n\n"))
        lines = [line.split() for line in self.trial.play("scsas.py", rounds=1, limit=50, size="5x7", secrets=["BBBBB"])[2].splitlines()]
        self.assertEqual(len(lines), 8 * 50)
        self.assertTrue(all(len(line[1]) == 5 for line in lines))
        counts = {name: {int(line[2]) for line in lines if line[0] == name} for name in {line[0] for line in lines}}
        self.assertEqual(counts["TwoColor"], {2})
        self.assertEqual(counts["ABColor"], {2})
        self.assertEqual(counts["TwoColorAlternating"], {2})
        self.assertEqual(counts["OnlyOnce"], {5})
        self.assertLessEqual(max(counts["UsuallyFewer"]), 5)
        self.assertIn(1, counts["PreferFewer"])
        self.assertTrue(all(line[3] == "True" for line in lines if line[0] == "FirstLast"))

    def test_no_color_comes_twice_where_that_is_forbidden(self):
        self.trial.write("mine.py", (
            "from mastermind_arena import Player\n"
            "class Mine(Player):\n"
            "    def begin_match(self, match):\n        assert self.repeats is match.repeats is False\n"
            "    def guess(self, history):\n        return next(self.candidates(history, shuffled=True))\n"))
        self.trial.write("scsas.py", (
            "import scsa, player, mastermind\n"
            "class P:\n"
            "    def make_guess(self, n, colors, scsa_name, last):\n"
            "        makers = [kind.__name__ for kind in scsa.SCSA.__subclasses__() if kind().generate_codes(n, colors)]\n"
            "        print(makers, scsa.repeats, mastermind.Round(n, colors, 'ABC').valid_guess('AAB'))\n"
            "        return player.RandomFolks().make_guess(n, colors, scsa_name, last)\n"))
        for file in ["mine.py", "scsas.py"]:
            outcomes, guesses, errors = self.trial.play(file, rounds=20, size="3x5n", scsa="only-once")
            self.assertNotIn("failure", outcomes, errors)
            self.assertTrue(all(len(set(guess)) == 3 for game in guesses for guess in game))
        self.assertEqual(set(errors.splitlines()), {"['InsertColors', 'OnlyOnce'] False False"})
        outcomes, guesses, _ = self.trial.play("faults.py#Remembers", size="3x5n", scsa="only-once", rounds=1)
        self.assertEqual((outcomes, guesses), (["failure"], [["AAA"]]))

    def test_failures_end_the_process_with_a_last_line(self):
        for name, end in [
            ("Raises", "KeyError: 'missing' (faults.py, line 16)"),
            ("Exits", "the player ended the program by sys.exit(no more) (faults.py, line 21)"),
            ("Asks", "EOFError: EOF when reading a line (faults.py, line 26); nobody answers input() in a tournament"),
            ("Fills", "MemoryError (faults.py, line 60)"),
        ]:
            self.assertEqual(self.trial.fault("faults.py#" + name, secrets=["FFFF"]), (1, end))
        code, line = self.trial.fault("faults.py#Recurses")
        self.assertEqual(code, 1)
        self.assertIn("RecursionError: maximum recursion depth exceeded", line)

    def test_a_traceback_shows_the_lines_of_the_player_only(self):
        errors = self.trial.play("faults.py#Raises", rounds=1, secrets=["FFFF"])[2]
        self.assertIn('return table["missing"]', errors)
        self.assertNotIn("bridge.py", errors)

    def test_what_a_player_may_do(self):
        for name in ["Breaks", "LeavesThreads", "Forks", "Closes", "Changes", "Lenient"]:
            limit = 3 if name == "Forks" else 8
            outcomes, _, errors = self.trial.play("faults.py#" + name, rounds=2, limit=limit, secrets=["FFEE"] * 2)
            self.assertEqual(outcomes, ["loss-guesses"] * 2, (name, errors))
            self.assertNotIn("exit code after bye", errors, name)
        errors = self.trial.play("faults.py#Breaks", rounds=1, limit=5, secrets=["FFEE"])[2]
        self.assertEqual(errors.count("breakpoint() is ignored"), 1)

    def test_odd_guesses_are_illegal_guesses(self):
        outcomes, guesses, errors = self.trial.play("faults.py#Odd", rounds=20)
        self.assertEqual(outcomes, ["failure"] * 20)
        self.assertEqual(errors, "")
        long = "'" + "A" * 27 + "..." + "A" * 28 + "' of length 10000"
        self.assertEqual([game[0] for game in guesses], [
            "None (does every way through guess end with return?)", "'abab' (use capitals)", "''", "7", "['A', 1]",
            "{'A': 1}", "'ÄÖÜß'", "'A B C'", long, r"'AA\nbye'", "AAA", "b'AAAA'",
            "<class 'object'>", "1.5", "[1, 2] (numbers = 0 in the class makes codes lists of numbers)", "<faults.Unshowable object>", "<faults.Array object>", "an object of type Exiting",
            "two lines", "['A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', ...] of length 1000"])

    def test_one_object_plays_all_rounds_and_a_fresh_one_after_a_failure(self):
        outcomes, guesses, _ = self.trial.play("faults.py#Remembers", rounds=5, limit=2, secrets=["FFFF"] * 5)
        self.assertEqual(outcomes, ["loss-guesses", "loss-guesses", "exception", "loss-guesses", "loss-guesses"])
        self.assertEqual([game[0] for game in guesses if game], ["AAAA", "BBBB", "AAAA", "BBBB"])

    def test_wrong_commands(self):
        self.trial.write("none.py", "from player import *\nBASE = Player\n")
        self.trial.write("one.py", "from player import *\n" + ZEBRA)
        for argument, line in [
            ("missing.py", "missing.py: no such file"),
            ("missing.py#Zebra", "missing.py: no such file"),
            ("none.py", "none.py has no class with a method guess or make_guess: it has no class"),
            ("one.py#Horse", "one.py has no class Horse; it has Zebra"),
            ("one.py#random", "random of one.py has no method guess or make_guess; it has Zebra"),
            ("older.py", "older.py has several players: Sampler, Names. Name one, as in older.py#Sampler"),
        ]:
            self.assertEqual(self.trial.fault(argument), (2, line))

    def test_what_a_file_without_a_player_lacks(self):
        self.trial.write("other.py", ZEBRA)
        for text, end in [
            ("class A:\n    def begin(self):\n        def guess(self, history): ...\n",
             "class A has no method guess; guess of line 3 is inside of begin; is it indented right?"),
            ("class A: ...\ndef guess(self, history): ...\n",
             "class A has no method guess; guess of line 2 is outside of the class; is it indented right?"),
            ("from player import Player\nclass A(Player):\n    def makeGuess(self): ...\n", "class A has no method make_guess; is makeGuess meant?"),
            ("from player import Player\nclass A(Player):\n    def guess(self, history): ...\n",
             "class A is of the course, and has no method make_guess; for guess its base is Player of mastermind_arena"),
            ("import abc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def part(self): ...\n    def guess(self, history): ...\n",
             "class A is abstract: it lacks part"),
            ("from other import Zebra\n", "it has no class, but imports Zebra of other.py; give that file"),
        ]:
            self.trial.write("none.py", text)
            self.assertEqual(self.trial.fault("none.py"), (2, "none.py has no class with a method guess or make_guess: " + end))
        self.trial.write("none.py", "class A\0")
        self.assertEqual(self.trial.fault("none.py"), (2, "none.py is not text in UTF-8; save it as UTF-8"))

    def test_the_class_is_found(self):
        base = "class Base:\n    def make_guess(self, n, colors, scsa_name, last):\n        raise NotImplementedError\n"
        self.trial.write("based.py", base + ZEBRA.replace("Zebra", "Zebra(Base)"))
        self.assertEqual(self.trial.play("based.py", rounds=1, limit=1, secrets=["BBBB"])[1], [["AAAA"]])
        course = "class Boring:\n    def make_guess(self, n, colors, scsa_name, last): ...\n"
        self.trial.write("player.py", course + ZEBRA)
        self.assertEqual(self.trial.play("player.py", rounds=1, limit=1, secrets=["BBBB"])[1], [["AAAA"]])
        abstract = "import abc\nclass Base(abc.ABC):\n    @abc.abstractmethod\n    def make_guess(self, n, colors, scsa_name, last): ...\n"
        player = "class Player:\n    def make_guess(self, n, colors, scsa_name, last):\n        raise NotImplementedError\n"
        for text in [ZEBRA, "from player import *\n" + ZEBRA, abstract + ZEBRA, player + ZEBRA.replace("Zebra", "Zebra(Player)")]:
            self.trial.write("one.py", text)
            self.assertEqual(self.trial.play("one.py", rounds=1, limit=1, secrets=["BBBB"])[1], [["AAAA"]])
        self.trial.write("made.py", ZEBRA + "made = Zebra()\n")
        self.assertEqual(self.trial.play("made.py#made", rounds=1, limit=1, secrets=["BBBB"])[1], [["AAAA"]])
        self.trial.write("a#b.py", ZEBRA)
        self.assertEqual(self.trial.play("a#b.py", rounds=1, limit=1, secrets=["BBBB"])[1], [["AAAA"]])

    def test_errors_while_loading(self):
        guess = "    def guess(self, history):\n        return 'AAAA'\n"
        for text, line in [
            ("class A:\n    pass\nx = (\n", "SyntaxError: '(' was never closed (bad.py, line 3)"),
            ("\n  x = 1\n", "IndentationError: unexpected indent (bad.py, line 2)"),
            ("import no_such_module\n",
             "ModuleNotFoundError: No module named 'no_such_module' (bad.py, line 1); is it installed for %s, or a file beside the player?" % os.path.basename(sys.executable)),
            ("import sys\nsys.exit()\n", "the player ended the program by sys.exit() (bad.py, line 2); what is not for a tournament belongs below "
             "`if __name__ == \"__main__\":`"),
            ("class A:\n    def __init__(self, x): pass\n" + guess,
             "TypeError: A.__init__() missing 1 required positional argument: 'x' (bad.py, line 2); it is called as __init__(self); "
             "is the class A, which has a method guess, the player?"),
            ("class A:\n    def __init__(self):\n        self.x = {}['y']\n" + guess, "KeyError: 'y' (bad.py, line 3)"),
        ]:
            self.trial.write("bad.py", text)
            self.assertEqual(self.trial.fault("bad.py"), (1, line))
        for text, line in [
            ("class A:\n    def gues(self, history): pass\n", "class A has no method guess; is gues meant?"),
            ("class A:\n    def get_guess(self, history): pass\n", "class A has no method guess; is get_guess meant?"),
            ("def solve(history):\n    return 'AAAA'\n", "it has no class, but the functions solve"),
            ("def main():\n    return input()\n", "line 2 asks; a player does not: let a function guess(history, pegs, colors) return the next guess"),
            ("class A:\n    @property\n    def guess(self): return 'AAAA'\n",
             "guess of class A is a property, which is not called; remove @property (line 3)"),
            ("def twice(function):\n    pass\nclass A:\n    @twice\n    def guess(self, history): return 'AAAA'\n",
             "guess of class A is None; its decorator has to return a function (line 5)"),
        ]:
            self.trial.write("bad.py", text)
            self.assertEqual(self.trial.fault("bad.py"), (2, "bad.py has no class with a method guess or make_guess: " + line))

    def test_functions_and_numbers(self):
        secrets = ["BCDA", "FFEE"]
        letters = ("from mastermind_arena import *\ndef guess(history, pegs, colors):\n"
                   "    return next(candidates(pegs, colors, history))\n")
        self.trial.write("mine.py", letters)
        outcomes, guesses, errors = self.trial.play("mine.py", rounds=2, secrets=secrets)
        self.assertEqual((outcomes, errors), (["win"] * 2, ""))
        player = ("from mastermind_arena import *\nclass P(Player):\n    numbers = %d\n    def __init__(self):\n"
                  "        assert self.colors == list(range(%d, %d)), self.colors\n    def guess(self, history):\n"
                  "        assert all(is_consistent(self.last, history[:1]) for _ in history[1:])\n"
                  "        self.last = next(self.candidates(history))\n        return self.last\n"
                  "    def end_round(self, history, secret):\n        assert secret == self.last == history[-1].guess\n")
        for first in (0, 1):
            self.trial.write("mine.py", player % (first, first, first + 6))
            self.assertEqual(self.trial.play("mine.py", rounds=2, secrets=secrets), (outcomes, guesses, ""))
        self.trial.write("mine.py", "numbers = 1\ndef guess(history, pegs, colors):\n    return [colors[len(history)]] * pegs\n")
        self.assertEqual(self.trial.play("mine.py", rounds=1, limit=2, secrets=secrets)[1], [["AAAA", "BBBB"]])

    def test_a_player_of_the_package(self):
        self.trial.write("mine.py", (
            "from mastermind_arena import Player, feedback, is_consistent, run\n"
            "class Mine(Player):\n"
            "    def __init__(self):\n        assert (self.pegs, self.colors, self.samples) == (4, 'ABCDEF', ['ABCD'])\n"
            "    def begin_match(self, match):\n        self.rounds = [(match.codemaker, match.max_guesses, self.seconds)]\n"
            "    def guess(self, history):\n"
            "        assert all(turn.guess == self.last[i] for i, turn in enumerate(history))\n"
            "        code = next(self.candidates(history))\n"
            "        assert is_consistent(code, history)\n"
            "        self.last = [turn.guess for turn in history] + [code]\n"
            "        history.clear()\n        return code\n"
            "    def end_round(self, history, secret):\n"
            "        assert [turn.guess for turn in history] == self.last\n"
            "        assert all((black, white) == feedback(secret, guess) for guess, black, white in history)\n"
            "        self.rounds.append(secret)\n        print(self.rounds)\n"
            "run(Mine)\n"))
        outcomes, guesses, errors = self.trial.play("mine.py", samples=["ABCD"], rounds=3, secrets=["AAAA", "FEDC", "BABA"])
        self.assertEqual(outcomes, ["win"] * 3, errors)
        self.assertEqual([game[-1] for game in guesses], ["AAAA", "FEDC", "BABA"])
        self.assertIn("[('insert-colors', 100, 5.0), 'AAAA', 'FEDC', 'BABA']", errors)

    def test_players_of_the_course_keep_their_attributes(self):
        """Also such of the names that players of the module have, and objects that are made in another way than by a call."""
        self.trial.write("mine.py", (
            "class Once(type):\n    def __call__(cls):\n        cls.made = getattr(cls, 'made', None) or super().__call__()\n        return cls.made\n"
            "class Player(metaclass=Once):\n    colors = 'AF'\n    seconds = property(lambda self: 7)\n    samples = 'mine'\n"
            "    def make_guess(self, n, colors, scsa_name, last):\n"
            "        assert (self.colors, self.seconds, self.samples, vars(self)) == ('AF', 7, 'mine', {}) and self is Player()\n"
            "        return self.colors[1] * n\n"))
        self.assertEqual(self.trial.play("mine.py", rounds=2, secrets=["FFFF"] * 2)[0], ["win"] * 2)

    def test_a_player_of_the_package_is_a_program_too(self):
        self.trial.write("mine.py", (
            "from mastermind_arena import Player, run\n"
            "class Mine(Player):\n    def guess(self, history):\n        return next(self.candidates(history))\n"
            "if __name__ == '__main__':\n    run(Mine)\n"))
        environment = {"PYTHONPATH": os.path.dirname(trials.PYTHON[-1])}
        results, _ = driver.play([sys.executable, "-B", "mine.py"], folder=self.trial.folder, rounds=3, environment=environment)
        self.assertEqual([result[:2] for result in results], [
            (outcome, guesses) for outcome, guesses in zip(*self.trial.play("mine.py", rounds=3)[:2])])

    def test_candidates_are_the_consistent_codes(self):
        sys.path.insert(0, os.path.dirname(trials.PYTHON[-1]))
        self.addCleanup(sys.path.pop, 0)
        import mastermind_arena as arena
        rng = random.Random(1)
        for _ in range(50):
            pegs, colors = rng.randint(1, 5), "ABCDE"[:rng.randint(1, 5)]
            codes = ["".join(code) for code in itertools.product(colors, repeat=pegs)]
            secret = rng.choice(codes)
            history = [arena.Turn(guess, *arena.feedback(secret, guess)) for guess in rng.choices(codes, k=rng.randint(0, 4))]
            self.assertEqual([turn[1:] for turn in history], [driver.feedback(secret, turn.guess) for turn in history])
            expected = [code for code in codes if arena.is_consistent(code, history)]
            for shuffled, repeats in itertools.product([False, True], repeat=2):
                legal = [code for code in expected if repeats or len(set(code)) == pegs]
                self.assertEqual(sorted(arena.candidates(pegs, colors, history, shuffled, repeats)), legal)
            self.assertIn(secret, expected)
            random.seed(1)
            self.assertIn(arena.closest(pegs, colors, history), expected)
        self.assertEqual(len(arena.closest(5, "ABCDE", [("AAAAA", 2, 0), ("AAAAA", 3, 9)])), 5)
        for size in ["12x14", "16x20n", "20x26"]:
            self.check_game(arena, size)
        self.assertEqual(doctest.testmod(arena).failed, 0)

    def check_game(self, arena, size):
        """Random candidates find a secret of a large game, and each list of them has consistent codes, none twice."""
        random.seed(1)
        pegs, colors, repeats = int(size[:2]), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:int(size[3:5])], not size.endswith("n")
        secret = "".join(random.choices(colors, k=pegs) if repeats else random.sample(colors, pegs))
        history = []
        while not history or history[-1].black < pegs:
            self.assertLess(len(history), 60, size)
            if len(history) % 5 == 0:
                codes = list(itertools.islice(arena.candidates(pegs, colors, history, True, repeats), 20))
                self.assertEqual(len(set(codes)), len(codes))
                self.assertTrue(all(arena.is_consistent(code, history) and (repeats or len(set(code)) == pegs) for code in codes))
            guess = arena.closest(pegs, colors, history, repeats)
            history.append(arena.Turn(guess, *arena.feedback(secret, guess)))

    def test_it_says_where_it_computes_for_long(self):
        loop = ("class A:\n    def guess(self, history):\n        return self.search()\n    def search(self):\n        x = 0\n"
                "        while True:\n            x += 1\n            for _ in range(9):\n                x += 1\n")
        sleep = "import time\nclass A:\n    def guess(self, history):\n        time.sleep(1000)\n"
        for text, place in [(loop, "bad.py, in the loop of line 6"), (sleep, "bad.py, line 4")]:
            self.trial.write("bad.py", text)
            process = driver.Process(trials.PYTHON + ["bad.py"], self.trial.folder)
            process.expect("hello 2", ["hello", "2"], driver.PATIENCE)
            process.expect("match 4 6 repeats 100 1 insert-colors rule", ["ready"], driver.PATIENCE)
            process.tell("round 1 00\nturn 1")
            self.assertEqual(process.line(time.monotonic() + 60, "turn 1", 60), ["where"] + place.split())
            process.process.kill()
            process.end()

    def test_modules_of_the_players_folder_come_first(self):
        self.trial.write("scsa.py", "class SCSA:\n    pass\nclass InsertColors(SCSA):\n    mine = True\n")
        self.trial.write("loading.py", "mine = True\n")
        self.trial.write("own.py", (
            "from scsa import InsertColors\nimport loading\nclass P:\n"
            "    def make_guess(self, n, colors, scsa, last):\n"
            "        return 'AB'[isinstance(scsa, InsertColors) and scsa.mine and scsa.name == 'InsertColors' and loading.mine] * n\n"))
        self.assertEqual(self.trial.play("own.py", rounds=1, limit=1, secrets=["FFFF"])[1], [["BBBB"]])

    def test_the_name_of_an_scsa_serves_every_use(self):
        """A law: what a player does with the name works as in the engines of the course, which pass a string or an object."""
        own = {
            "none": None,
            "an attribute": "class InsertColors:\n    name = 'InsertColors'\n    generate_codes = lambda *_: ['AAAA']\n",
            "the course": (
                "from abc import ABC, abstractmethod\nimport random\n"
                "class SCSA(ABC):\n    def __init__(self):\n        super().__init__()\n        self.name = ''\n"
                "    @abstractmethod\n    def generate_codes(self, length, colors, num_codes=1): ...\n"
                "class InsertColors(SCSA):\n    def __init__(self):\n        super(InsertColors, self).__init__()\n"
                "        self.name = 'InsertColors'\n"
                "    def generate_codes(self, length, colors, num_codes=1):\n        return ['AAAA'] * num_codes\n"
                "class TwoColor(SCSA):\n    pass\n"),
            "old classes": (
                "class SCSA(object):\n    __slots__ = ('name',)\n    def generate_codes(self, *_):\n        return ['AAAA']\n"
                "class InsertColors(SCSA):\n    def __str__(self):\n        return 'InsertColors'\n"),
            "a new": (
                "class SCSA:\n    def __new__(cls):\n        return super().__new__(cls)\n    name = property(lambda self: 'InsertColors')\n"
                "    def generate_codes(self, *_):\n        return ['AAAA']\nclass InsertColors(SCSA):\n    pass\n"),
        }
        any_form = [
            "scsa == 'InsertColors'", "'InsertColors' == scsa", "scsa != 'TwoColor'", "not scsa != 'InsertColors'",
            "scsa in ['InsertColors']", "scsa in {'InsertColors'}", "{'InsertColors': 1}[scsa]", "{scsa: 1}['InsertColors']",
            "hash(scsa) == hash('InsertColors')", "scsa.lower() == 'insertcolors'", "scsa.startswith('Insert')", "'Colors' in scsa",
            "f'{scsa}' == '%s' % scsa == str(scsa) == 'InsertColors'", "sorted([scsa, 'A', 'Z']) == ['A', 'InsertColors', 'Z']",
            "scsa + '.txt' == 'InsertColors.txt'", "re.fullmatch('insert.*', scsa, re.I)", "''.join([scsa]) == 'InsertColors'",
            "isinstance(scsa, str)", "len(scsa) == 12", "scsa[:6] == 'Insert'", "json.dumps(scsa) == '\"InsertColors\"'",
            "copy.deepcopy(scsa) == scsa", "bool(scsa)",
        ]
        objects = [
            "scsa.name == 'InsertColors'", "type(scsa).__name__ == 'InsertColors'", "scsa.__class__ is module.InsertColors",
            "isinstance(scsa, module.InsertColors)", "type(scsa) is module.InsertColors", "{module.InsertColors: 1}[type(scsa)]",
            "not isinstance(scsa, getattr(module, 'TwoColor', int))", "isinstance(scsa, getattr(module, 'SCSA', object))",
            "len(scsa.generate_codes(4, colors)[0]) in (1, 4)",
        ]
        player = (
            "import copy, json, re\nimport scsa as module\nclass P:\n"
            "    def make_guess(self, n, colors, %s, last):\n        scsa = %s\n        for use in %r:\n"
            "            assert eval(use), use\n        return 'F' * n\n")
        for name, text in own.items():
            if text:
                self.trial.write("scsa.py", text)
            for parameter, uses in [("scsa", any_form + objects), ("scsa_name", any_form), ("scsa: str", any_form)]:
                self.trial.write("uses.py", player % (parameter, parameter.split(":")[0], uses))
                outcomes, _, errors = self.trial.play("uses.py", rounds=1, limit=1, secrets=["FFFF"])
                self.assertEqual(outcomes, ["win"], (name, parameter, errors))
        if sys.version_info >= (3, 10):
            self.trial.write("uses.py", (
                "import scsa as module\nclass P:\n    def make_guess(self, n, colors, scsa, last):\n"
                "        match scsa:\n            case module.InsertColors():\n                color = 'F'\n"
                "        match scsa:\n            case 'InsertColors':\n                return color * n\n"))
            self.assertEqual(self.trial.play("uses.py", rounds=1, limit=1, secrets=["FFFF"])[0], ["win"])
        # A name as players of 2022 compare it, of a class that the module lacks.
        self.trial.write("uses.py", "class P:\n    def make_guess(self, n, colors, scsa, last):\n"
                         "        return 'AF'[scsa.lower() == 'mystery5' and scsa == 'Mystery5'] * n\n")
        self.assertEqual(self.trial.play("uses.py", scsa="mystery-5", rounds=1, limit=1, secrets=["FFFF"])[0], ["win"])

    def test_causes_that_lie_elsewhere_are_explained(self):
        head = "from mastermind_arena import Player\nclass P(Player):\n"
        self.trial.write("helper.py", "from bad import SIZE\n")
        self.trial.write("codes.txt", "AAAA\n")
        for text, end in [
            ("import helper\nSIZE = 1\n", " (helper.py, line 1); bad.py and the file of this line import each other"),
            ("from .helper import SIZE\n", " (bad.py, line 1); write the name of the file without a dot before it"),
            ("open('/elsewhere/codes.txt')\n", " (bad.py, line 1); a player is in a copy of its folder: give the name 'codes.txt' alone"),
            ("open(%r)\n" % os.path.join(self.trial.folder, "n"), ": 'n' (bad.py, line 1); a player sees the files of its own folder"),
            (head + "    guess = print\ninput()\n",
             ' (bad.py, line 4); what is not for a tournament belongs below `if __name__ == "__main__":`'),
            ("input()\n", " (bad.py, line 1); a player does not ask: let a function guess(history, pegs, colors) return the next guess"),
            ("from arena import Player\n", " (bad.py, line 1); write from mastermind_arena import Player"),
            ("import random\ndef guess(history, pegs, colors):\n    return random.sample(colors[:3], pegs)\n", " (bad.py, line 3)"),
            (head + "    def __init__(self):\n        self.guess = 'AABB'\n    def guess(self, history): ...\n",
             " (bad.py, line 4); line 4 of bad.py puts a value in the place of the method guess; give one of them another name"),
            (head + "    def begin_match(self, match):\n        self.candidates = []\n    def guess(self, history):\n"
             "        return self.candidates(history)\n",
             " (bad.py, line 6); line 4 of bad.py puts a value in the place of the method candidates; give one of them another name"),
            ("def guess(history):\n    return 'AAAA'\n", " (bad.py, line 1); it is called as guess(history, pegs, colors)"),
            ("from functools import lru_cache\n" + head + "    @lru_cache\n    def guess(self, history): ...\n",
             "unhashable type: 'list' (bad.py, line 4); it is called as guess(self, history)"),
            ("from dataclasses import *\n" + head.replace("class", "@dataclass\nclass") + "    n: int\n    def guess(self, history): ...\n",
             "argument: 'n' (bad.py, line 3); it is called as __init__(self)"),
            ("class Game:\n    def __init__(self, secret): ...\n    def guess(self, guess): ...\n",
             " (bad.py, line 2); it is called as __init__(self); is the class Game, which has a method guess, the player?"),
        ]:
            self.trial.write("bad.py", text)
            self.assertTrue(self.trial.fault("bad.py")[1].endswith(end), self.trial.fault("bad.py"))
        self.trial.write("bad.py", head + "    first = self.colors[0]\n")
        errors = self.trial.play("bad.py", rounds=1, secrets=["FFFF"])[2]
        self.assertIn('File "bad.py", line 3, in P', errors)
        self.assertNotIn("arena_loading", errors)

    def test_a_missing_file_is_explained(self):
        os.environ["ARENA_SHARED_FOLDER"] = "why"
        self.addCleanup(os.environ.pop, "ARENA_SHARED_FOLDER")
        for text, end in [("import nothing\n", "No module named 'nothing' (bad.py, line 1); why; or is it a package that is not installed?"), ("open('n')\n", "No such file or directory: 'n' (bad.py, line 1); why"),
                          ("1 / 0\n", "division by zero (bad.py, line 1)")]:
            self.trial.write("bad.py", text)
            self.assertTrue(self.trial.fault("bad.py")[1].endswith(end))

    def test_lines_that_are_not_of_the_protocol(self):
        for line in ["turn 1", "guess", "match 4", "", "match 4 x repeats 100 5 insert-colors rule",
                     "match 4 6 100 5 insert-colors rule"]:
            process = driver.Process(trials.PYTHON + ["faults.py#Changes"], self.trial.folder)
            process.expect("hello 2", ["hello", "2"], driver.PATIENCE)
            with self.assertRaises(driver.Fault):
                process.ask(line, driver.PATIENCE)
            self.assertEqual(process.end()[0], 3, line)


if __name__ == "__main__":
    unittest.main()
