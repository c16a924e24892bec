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
from endpoint import badly, consistent, endpoint
from mastermind_verifiers import MastermindEnv, round
from mastermind_verifiers.round import Round, guess_in, start

ARENA = os.environ["ARENA"]
BITS = math.log2(6**4)


def environment(**taskset):
    return vf.load_environment(vf.resolve_env_config({"taskset": {"id": "mastermind-verifiers", "program": ARENA, **taskset}}))


def command(answer, rounds, *options):
    """The traces of an evaluation by the command of `verifiers`, as JSON."""
    with endpoint(answer) as url, tempfile.TemporaryDirectory() as folder:
        evaluate = f"{Path(sys.executable).with_name('vf-eval')} mastermind-verifiers --env.taskset.program {ARENA} --env.taskset.rounds {rounds}"
        evaluate += f" --model m --client.base-url {url} --client.api-key-var NONE --no-push --no-rich --output-dir {folder} --run.name test"
        subprocess.run([*evaluate.split(), *options], check=True, capture_output=True, timeout=300)
        lines = Path(folder, "test", "traces.jsonl").read_text().splitlines()
    return [trace for line in lines for trace in json.loads(line)["traces"]]


class Rounds(unittest.TestCase):
    def setUp(self):
        self.engine = start(ARENA)
        self.addCleanup(self.engine.close)
        self.engine.ask("new", game="4x6", seed=1, round=1)
        self.secret = self.engine.ask("reveal")["secret"]
        self.wrong = "AAAA" if self.secret != "AAAA" else "BBBB"

    def played(self, *replies, game="4x6"):
        played = Round(self.engine, game=game, seed=1, round=1, guess_limit=3)
        self.told = [played.reply(reply) for reply in replies]
        return played

    def test_a_win_in_the_last_turn_is_a_win(self):
        won = self.played(self.wrong, self.wrong, self.secret)
        self.assertEqual((won.end, won.answers[-1]), ("won", [4, 0]))
        self.assertAlmostEqual(won.bits, BITS)
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
    def test_the_same_seed_gives_the_same_secrets(self):
        tasks = [environment(rounds=20, seed=seed, codemaker="two-color").taskset for seed in (7, 7, 8)]
        one, same, other = [[task.data.secret for task in taskset] for taskset in tasks]
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)
        codes = subprocess.run([ARENA, "codes", "two-color", "--count", "20", "--seed", "7"], capture_output=True, text=True, check=True)
        self.assertEqual(one, codes.stdout.split())

    def test_the_prompt_has_the_rules_and_not_the_secret(self):
        for task in environment(game="4x10n", rounds=3, guess_limit=7).taskset:
            for part in ("4 letters from A to J", "No letter comes more than once", "7 guesses", "<guess>ABCD</guess>", "no color occurs twice"):
                self.assertIn(part, task.data.prompt)
            self.assertNotIn(task.data.secret, task.data.prompt.replace("<guess>ABCD</guess>", ""))

    def test_what_is_wrong_is_said(self):
        for wrong, message in {"game": "'4y6' is no size of a game", "codemaker": "'4y6'", "program": "cannot start the program '4y6'"}.items():
            with self.assertRaisesRegex(ValueError, message):
                list(environment(**{wrong: "4y6"}).taskset)


class Evaluation(unittest.TestCase):
    def test_a_win_in_the_last_turn_scores_1(self):
        async def traces(url, guess_limit):
            env = environment(rounds=1, guess_limit=guess_limit)
            context = vf.ModelContext(client=vf.EvalClientConfig(base_url=url, api_key_var="NONE"), model="m", sampling=vf.SamplingConfig())
            async with env.serving():
                episodes = [await env.run_episode(task, context) for task in env.taskset]
            return [(trace.ok, trace.reward, int(trace.metrics["guesses"])) for episode in episodes for trace in episode.traces]

        self.assertIsInstance(environment(), MastermindEnv)
        with endpoint(consistent) as url:
            guesses = asyncio.run(traces(url, 10))[0][-1]
            self.assertEqual(asyncio.run(traces(url, guesses)), [(True, 1.0, guesses)])
            self.assertEqual(asyncio.run(traces(url, guesses - 1)), [(True, 0.0, guesses - 1)])

    def test_the_command_evaluates_a_consistent_player(self):
        traces = command(consistent, 3)
        self.assertEqual([trace["rewards"]["win"]["score"] for trace in traces], [1.0] * 3)
        for trace in traces:
            self.assertEqual((trace["metrics"]["consistent"], trace["metrics"]["illegal"]), (1.0, 0.0))
            self.assertAlmostEqual(trace["metrics"]["bits"], BITS)
        games = "\n".join(json.dumps(trace["info"]["game"]) for trace in traces)
        analysis = subprocess.run([ARENA, "analyze", "-", "--format", "json"], input=games, capture_output=True, text=True)
        self.assertIn('"won":3', analysis.stdout.replace(" ", ""), analysis.stderr)

    def test_the_command_evaluates_a_player_without_guesses(self):
        (trace,) = command(badly, 1)
        self.assertEqual((trace["rewards"]["win"]["score"], trace["ok"], trace["info"]["facts"]["end"]), (0.0, True, "illegal"))
        self.assertEqual(trace["metrics"], {"guesses": 0.0, "illegal": 2.0, "bits": 0.0})

    def test_the_command_ends_where_nothing_answers(self):
        (trace,) = command(None, 1, "--env.player.timeout.rollout", "2")
        self.assertEqual((trace["rewards"]["win"]["score"], trace["stop_condition"]), (0.0, "agent_timeout"))
