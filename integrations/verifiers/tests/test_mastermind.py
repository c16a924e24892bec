"""`integrations/test verifiers` runs these: ARENA is the program `arena`."""

import asyncio
import doctest
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import verifiers.v1 as vf
from endpoint import Endpoint, badly, consistent
from mastermind_verifiers import MastermindEnv, round
from mastermind_verifiers.round import Round, guess_in, start

ARENA = os.environ.get("ARENA", "arena")


def environment(**taskset):
    return vf.load_environment(vf.resolve_env_config({"taskset": {"id": "mastermind-verifiers", "program": ARENA, **taskset}}))


def evaluated(answer, **taskset):
    """The traces of an evaluation in this process."""

    async def run(endpoint):
        env = environment(**taskset)
        context = vf.ModelContext(client=vf.EvalClientConfig(base_url=endpoint.url, api_key_var="NONE"), model="m", sampling=vf.SamplingConfig())
        async with env.serving():
            return [await env.run_episode(task, context) for task in env.taskset]

    with Endpoint(answer) as endpoint:
        return [trace for episode in asyncio.run(run(endpoint)) for trace in episode.traces]


def command(answer, *arguments):
    """The traces of an evaluation by the command of `verifiers`, as JSON."""
    with Endpoint(answer) as endpoint, tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [Path(sys.executable).with_name("vf-eval"), "mastermind-verifiers", "--env.taskset.program", ARENA, "--model", "m",
             "--client.base-url", endpoint.url, "--client.api-key-var", "NONE", "--no-push", "--no-rich", "--output-dir", folder,
             "--run.name", "test", *arguments],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300,
        )
        lines = (Path(folder) / "test" / "traces.jsonl").read_text().splitlines()
    traces = [trace for line in lines for trace in json.loads(line)["traces"]]
    return sorted(traces, key=lambda trace: trace["task"]["data"]["round"])


class Rounds(unittest.TestCase):
    def setUp(self):
        self.engine = start(ARENA)
        self.addCleanup(self.engine.close)
        self.secret = self.engine.ask("new", game="4x6", seed=1) and self.engine.ask("reveal")["secret"]
        self.wrong = "AAAA" if self.secret != "AAAA" else "BBBB"

    def played(self, *replies, game="4x6", guess_limit=3):
        played = Round(self.engine, game, "insert-colors" if game == "4x6" else "only-once", 1, 1, guess_limit)
        self.told = [played.reply(reply) for reply in replies]
        return played

    def test_a_win_in_the_last_turn_is_a_win(self):
        won = self.played(self.wrong, self.wrong, self.secret)
        self.assertEqual((won.end, won.answers[-1]), ("won", [4, 0]))
        self.assertAlmostEqual(won.bits, math.log2(6**4))
        self.assertEqual(won.consistent, 2)  # the second guess was known to be wrong
        self.assertEqual(self.told[-1], f"{self.secret}: 4 black, 0 white. 0 guesses left.")
        self.assertEqual(self.played(self.wrong, self.wrong, self.wrong).end, "lost")

    def test_two_illegal_moves_in_a_row_end_the_round(self):
        illegal = self.played("<guess>AAAAA</guess>", "<guess>AAAG</guess>")
        self.assertEqual((illegal.end, illegal.illegal, illegal.guesses), ("illegal", 2, []))
        self.assertIn("it has 5 pegs, not 4", self.told[0])
        # One is forgiven, again and again, and costs no guess.
        forgiven = self.played("", self.wrong, "no", self.wrong, "?", self.secret)
        self.assertEqual((forgiven.end, forgiven.illegal, len(forgiven.guesses)), ("won", 3, 3))
        self.assertEqual(self.played("AABC", "ABCD AABC", game="4x10n").end, "illegal")

    def test_replies_are_read_leniently(self):
        self.assertEqual(doctest.testmod(round).failed, 0)
        for reply, code in {
            "<guess>abca</guess>": "ABCA", "<GUESS> A B C A": "ABCA", "<guess>1231</guess>": "1231", "<guess>[1, 2, 3, 1]</guess>": "1231",
            "<guess>ABCD</guess> or <guess>AABB</guess>": "AABB", "I guess **FADE**.": "FADE", "First ABCD, now `A-B-C-C`!": "ABCC",
            "<think>ABCD</think>": "", "<think>ABCD": "", "ABCDE, ABG": "", "I had 2 black pegs in 2023 and a bad cafe": "", "": "",
        }.items():
            self.assertEqual(guess_in(reply, 4, 6), code, reply)
        self.assertEqual((guess_in("B it is", 1, 6), guess_in("JIHG 1234", 4, 10)), ("B", "JIHG"))


class Tasks(unittest.TestCase):
    def secrets(self, **taskset):
        return [task.data.secret for task in environment(**taskset).taskset]

    def test_the_same_seed_gives_the_same_secrets(self):
        secrets = self.secrets(rounds=20, seed=7, codemaker="two-color")
        self.assertEqual(secrets, self.secrets(rounds=20, seed=7, codemaker="two-color"))
        self.assertNotEqual(secrets, self.secrets(rounds=20, seed=8, codemaker="two-color"))
        codes = subprocess.run([ARENA, "codes", "two-color", "--count", "20", "--seed", "7"], capture_output=True, text=True, check=True)
        self.assertEqual(secrets, codes.stdout.split())

    def test_the_prompt_has_the_rules_and_not_the_secret(self):
        for task in environment(game="4x10n", rounds=3, guess_limit=7).taskset:
            for part in ("4 letters from A to J", "No letter comes twice", "7 guesses", "<guess>ABCD</guess>", "no color occurs twice"):
                self.assertIn(part, task.data.prompt)
            self.assertNotIn(task.data.secret, task.data.prompt.replace("<guess>ABCD</guess>", ""))

    def test_what_is_wrong_is_said(self):
        for wrong, message in {"game": "'4y6' is no size of a game", "codemaker": "'4y6'", "program": "cannot start the program '4y6'"}.items():
            with self.assertRaisesRegex(ValueError, message):
                self.secrets(**{wrong: "4y6"})


class Evaluation(unittest.TestCase):
    def test_a_win_in_the_last_turn_scores_1(self):
        self.assertIsInstance(environment(), MastermindEnv)
        (trace,) = evaluated(consistent, rounds=1)
        guesses = int(trace.metrics["guesses"])
        self.assertEqual([trace.reward for trace in evaluated(consistent, rounds=1, guess_limit=guesses)], [1.0])
        (lost,) = evaluated(consistent, rounds=1, guess_limit=guesses - 1)
        self.assertEqual((lost.reward, lost.metrics["guesses"], lost.ok), (0.0, guesses - 1, True))

    def test_the_command_evaluates_a_consistent_player(self):
        traces = command(consistent, "--env.taskset.rounds", "3", "--num-rollouts", "2")
        self.assertEqual([trace["rewards"]["win"]["score"] for trace in traces], [1.0] * 6)
        for trace in traces:
            self.assertEqual((trace["metrics"]["consistent"], trace["metrics"]["illegal"]), (1.0, 0.0))
            self.assertAlmostEqual(trace["metrics"]["bits"], math.log2(6**4))
        if subprocess.run([ARENA, "analyze", "--help"], capture_output=True).returncode:
            self.skipTest("this arena has no command analyze")
        games = "\n".join(json.dumps(trace["info"]["game"]) for trace in traces)
        analysis = subprocess.run([ARENA, "analyze", "-", "--format", "json"], input=games, capture_output=True, text=True, check=True)
        self.assertIn('"won":6', analysis.stdout.replace(" ", ""))

    def test_the_command_evaluates_a_player_without_guesses(self):
        (trace,) = command(badly, "--env.taskset.rounds", "1")
        self.assertEqual((trace["rewards"]["win"]["score"], trace["ok"]), (0.0, True))
        self.assertEqual(trace["metrics"], {"guesses": 0.0, "illegal": 2.0, "bits": 0.0})
        self.assertEqual(trace["info"]["facts"]["end"], "illegal")

    def test_the_command_ends_where_nothing_answers(self):
        (trace,) = command(None, "--env.taskset.rounds", "1", "--env.player.timeout.rollout", "2")
        self.assertEqual((trace["rewards"]["win"]["score"], trace["stop_condition"]), (0.0, "agent_timeout"))


if __name__ == "__main__":
    unittest.main()
