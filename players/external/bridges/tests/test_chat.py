"""Tests of `mastermind_arena.chat` with a server on this machine: `python3 -m unittest test_chat` in this folder. Without openai they are
skipped."""

import importlib.util
import json
import os
import sys
import tempfile
import threading
import unittest

from driver import play
from model_server import BRIDGES_PYTHON, Server

from mastermind_arena import Match, chat

KEY = "sk-secret-of-nobody"


class Parsing(unittest.TestCase):
    def test_codes_are_found_in_what_models_write(self):
        match = Match(4, "ABCDEF", True, "insert-colors", [], 10, 5.0)
        for answer, code in [
            ("GUESS: AABB", "AABB"), ("guess: aabb.", "AABB"), ("**GUESS:** `A A B B`", "AABB"), ("GUESS: A, A, B, B", "AABB"),
            ("GUESS: AABB\nGUESS: CCDD\n", "CCDD"), ("My final guess is: AABB because EDGE", "AABB"), ("I take **AABB**", "AABB"),
            ("GUESS: AAB", None), ("GUESS: AABG", None), ("FACE it? no. guess none", "FACE"), ("", None), ("A\nA\nB\nB", None),
            ("guess 1 DDDD", "DDDD"), ("x" * 10**6 + "\nGUESS: AABB", "AABB"), ("GUESS: ЖAABB", "AABB"), ("GUESS" * 10**5, None),
        ]:
            self.assertEqual(chat.code_of(answer, match)[0], code, answer[:50])
        once = match._replace(repeats=False)
        self.assertEqual(chat.code_of("GUESS: ABCA", once), (None, "ABCA has a color twice"))


@unittest.skipIf(importlib.util.find_spec("openai") is None, "openai is not installed")
class Playing(unittest.TestCase):
    def play(self, model, *options, rounds=1, file=None):
        """The outcomes, what the transcript says, and what the server was asked."""
        server = Server()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = file or os.path.join(folder.name, "m-insert-colors-4x6.jsonl")
        path = os.pathsep.join([BRIDGES_PYTHON, os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "mastermind_arena.chat", model, "--base-url", server.url, "--pause", "0.01", *options]
        results, errors = play(
            command, rounds=rounds, limit=10, environment={"PYTHONPATH": path, "OPENAI_API_KEY": KEY, "ARENA_TRANSCRIPT": self.file})
        with open(self.file, encoding="utf-8") as transcript:
            text = transcript.read()
        self.assertNotIn(KEY, text + errors + str(results))
        return results, [json.loads(line) for line in text.splitlines()], server.requests

    def test_a_model_that_answers_in_some_form_wins(self):
        expected = None
        for model in ["well", "spaced", "injected", "echo", "slow", "unknown", "badly:2", "429:2", "cut:1", "empty:1"]:
            results, lines, requests = self.play(model)
            expected = expected or results
            self.assertEqual(results, expected, model)
            self.assertEqual(results[0][0], "win")
            self.assertEqual(len(lines), len(requests), model)
            tokens = {"prompt": 100, "completion": 10, "total": 110}
            self.assertEqual(lines[-1]["usage"], None if model == "unknown" else tokens)
        faults = [line["fault"] for line in self.play("429:2")[1][:3]]
        self.assertTrue(faults[0].startswith("Error code: 429 - ") and faults[2] is None and len(faults[0]) < 300, faults)
        self.assertEqual([line["question"] for line in self.play("badly:2")[1][:3]], [1, 2, 3])

    def test_every_failure_has_a_cause(self):
        for model, options, outcome, cause, asked in [
            ("badly", [], "failure", "'I do not know.' (3 answers without a legal guess)", 3),
            ("long", ["--questions", "1"], "failure", "'GUESS: AAAAAAAA' (1 answers without a legal guess)", 1),
            ("injection", [], "loss-guesses", "", 10),
            ("429", ["--attempts", "3"], "exception", "(attempt 3 of 3)", 3),
            ("500", ["--attempts", "2"], "exception", "Error code: 500 - no more of [key] xxx", 2),
            ("401", [], "exception", "Error code: 401 - ", 1),
            ("cut", ["--attempts", "2"], "exception", "the stream was cut off (attempt 2 of 2)", 2),
            ("garbage", ["--attempts", "2"], "exception", "(attempt 2 of 2)", 2),
            ("silent", ["--seconds", "0.5"], "exception", "no answer within 0.5 s", 1),
            ("429", ["--seconds", "0.5", "--pause", "9"], "exception", "no answer within 0.5 s", 1),
            ("megabytes", ["--questions", "1"], "failure", "answers without a legal guess", 1),
            ("badly", ["--round-tokens", "200"], "exception", "220 tokens are used, and the limit of a round is 200", 2),
            ("well", ["--tokens", "100"], "exception", "110 tokens are used, and the limit of a player in all is 100", 1),
            ("unknown", ["--tokens", "100"], "exception", "the server does not tell how many tokens", 1),
        ]:
            results, lines, requests = self.play(model, *options)
            self.assertEqual((results[0][0], len(requests), len(lines)), (outcome, asked, asked), (model, options, results))
            self.assertIn(cause, results[0][3])

    def test_what_a_transcript_has_is_not_asked_again(self):
        for history in ["round", "match"]:
            results, lines, requests = self.play("well", "--history", history, "--set", "temperature=0", rounds=4)
            self.assertEqual(requests[0]["temperature"], 0)
            self.assertEqual(any("Round 1 " in message["content"] for message in requests[-1]["messages"]), history == "match")
            longer, both, more = self.play("well", "--history", history, "--set", "temperature=0", rounds=5, file=self.file)
            self.assertEqual((longer[:4], both[:len(lines)]), (results, lines))
            self.assertTrue(more and all(line["round"] == 5 for line in both[len(lines):]))


if __name__ == "__main__":
    unittest.main()
