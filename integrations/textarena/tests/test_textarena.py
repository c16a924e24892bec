"""`integrations/test textarena` runs these: ARENA is the program `arena`."""

import json
import os
import random
import subprocess
import sys
import unittest
from collections import Counter

import textarena
from mastermind_arena import candidates
from mastermind_textarena import ENVIRONMENTS, Mastermind, TranscriptError, analyzed, transcript

ARENA = os.environ["ARENA"]
GAMES = 10_000


def reply(env, chance):
    """A random reply: often a guess, also illegal, repeated, in other words, or one that wins."""
    length, numbers, kind = env.code_length, env.num_numbers, chance.random()
    guess = [chance.randint(1, numbers) for _ in range(length)] if env.duplicate_numbers else chance.sample(range(1, numbers + 1), length)
    if kind < 0.05:
        guess = chance.choice([env.state.game_state["secret_code"], guess[1:], [*guess, 0], [0, *guess[1:]], guess[:1] * length])
    elif kind < 0.07 and env.state.game_state["history"]:
        guess = env.state.game_state["history"][-1]["guess"]
    text = " ".join(map(str, guess))
    if kind > 0.92:
        return chance.choice([
            "", "[]", "no idea", text, f"[{text}", text.replace(" ", ", "), f"[{text.replace(' ', ',')}]", f"[{text} ]", f"[ {text}]", f"[0{text}]",
            f"[{text.replace(' ', chr(10))}]", f"[12] [{text}]", f"[Player] [{text}]", f"[[GAME]{text}]", "[٢ ٣ ٤ ١]", f"[-{text}]", f"[{'9' * 5000}]",
        ])
    return f"[{text}]" if kind < 0.8 else f"I think [{text}] is it, not [1 2 3 4]."


class Equality(unittest.TestCase):
    def test_random_games_are_those_of_textarena(self):
        chance, ends, turns = random.Random(1), Counter(), 0
        for number in range(GAMES):
            name, values = (list(ENVIRONMENTS) * 2)[number % 4], {}
            if number % 4 == 3:  # Other sizes, and short games, which often end at their limit.
                numbers, repeats = chance.randint(1, 9), chance.random() < 0.5
                length = chance.randint(1, 6 if repeats else min(6, numbers))
                values = {"code_length": length, "num_numbers": numbers, "max_turns": chance.randint(1, 4), "duplicate_numbers": repeats}
            env, ours = textarena.make(name, **values), Mastermind(name, **values)
            env.reset(num_players=1, seed=number)
            ours.reset(seed=number)
            self.assertEqual(env.state.game_state["secret_code"], ours.secret)
            done = renamed = False
            while not done:
                self.assertEqual(env.get_observation()[1], ours.observation())
                text, turns = reply(env, chance), turns + 1
                renamed = renamed or "[[GAME]" in text
                done, _ = env.step(text)
                self.assertEqual((done, env.state.game_state["history"]), (ours.step(text), ours.history), text)
            (rewards, info), log = env.close(), env.state.logs
            self.assertEqual((log, rewards[0], info[0]["reason"], info[0]["invalid_move"], info[0]["turn_count"]),
                             (ours.logs, ours.reward, ours.reason, ours.invalid_move, ours.turn_count))
            ends[info[0]["reason"].split()[0]] += 1
            if not renamed:  # The log has what was read.
                self.assertEqual(analyzed(**transcript(env, "random", number))["guesses"], [turn["guess"] for turn in ours.history])
        print(f"\n{GAMES} games, {turns} replies, ends: {dict(ends)}")
        self.assertGreater(min(ends["You"], ends["Turn"], ends["Invalid"]), GAMES // 100)

    def test_there_is_a_guess_more_than_the_prompt_says(self):
        game = Mastermind(max_turns=2)
        game.reset(secret=[1, 2, 3, 4])
        self.assertEqual([game.step("[1 2 3 5]"), game.step("[1 2 3 6]"), game.step("[1 2 3 4]")], [False, False, True])
        self.assertEqual((game.reward, game.turn_count), (1, 3))


class Transcripts(unittest.TestCase):
    def played(self, round, guesses=50):
        """A game of a player that guesses codes that agree with all feedback, so many of them."""
        env = textarena.make("Mastermind-v0")
        env.reset(num_players=1, seed=round)
        done, history = False, []
        while not done:
            code = next(candidates(4, "123456", history, repeats=False)) if len(history) < guesses else "1111"
            done, _ = env.step("So [{}] it is.".format(" ".join(code)))
            history = [("".join(map(str, turn["guess"])), turn["black"], turn["white"]) for turn in env.state.game_state["history"]]
        return transcript(env, "model", round)

    def convert(self, text):
        return subprocess.run([sys.executable, "-m", "mastermind_textarena", "-"], input=text, capture_output=True, text=True)

    def test_the_converter_writes_lines_for_analyze(self):
        games = [self.played(round, 2 if round == 11 else 50) for round in range(1, 12)]
        converted = self.convert("".join(json.dumps(game) + "\n" for game in games))
        self.assertEqual((converted.returncode, converted.stderr), (0, ""))
        lines = [json.loads(line) for line in converted.stdout.splitlines()]
        self.assertEqual([(line["player"], line["game"], line["codemaker"], line["round"], line["secret"]) for line in lines],
                         [("model", "4x6n", "only-once", game["round"], game["secret"]) for game in games])
        self.assertEqual([line["round"] for line in lines if line["answers"][-1] != [4, 0]], [11])
        analysis = subprocess.run([ARENA, "analyze", "-", "--format", "json"], input=converted.stdout, capture_output=True, text=True)
        self.assertIn('"won":10', analysis.stdout.replace(" ", ""), analysis.stderr)

    def test_what_is_wrong_is_said(self):
        game = self.played(1)
        other, cut = {**game, "secret": [6, 5, 4, 3]}, {**game, "log": game["log"][:-1]}
        hello, number = {**game, "log": [[-1, "Hello"]]}, {**game, "log": [[0]]}
        for wrong, message in [([], "-, line 2: expected an object with the keys"), (other, "with the secret"), (cut, "its game is not over"),
                               (number, "expected messages"), (hello, "not the prompt")]:
            failed = self.convert(json.dumps(game) + "\n" + json.dumps(wrong))
            self.assertEqual((failed.returncode, failed.stdout), (2, ""))
            self.assertIn(message, failed.stderr)
