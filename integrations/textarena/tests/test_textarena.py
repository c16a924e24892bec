"""`integrations/test textarena` runs these: ARENA is the program `arena`."""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import textarena
from mastermind_arena import candidates
from mastermind_textarena import ENVIRONMENTS, Mastermind, TranscriptError, analyzed, log_of, transcript
from textarena.envs.Mastermind.env import MastermindEnv

ARENA = os.environ.get("ARENA", "arena")
GAMES = 10_000


def reply(env, chance):
    """A random reply: often a guess, also illegal, repeated, in other words, or one that wins."""
    length, numbers, kind = env.code_length, env.num_numbers, chance.random()
    guess = [chance.randint(1, numbers) for _ in range(length)]
    if not env.duplicate_numbers and kind < 0.85 and length <= numbers:
        guess = chance.sample(range(1, numbers + 1), length)
    if 0.85 < kind < 0.88:
        guess = env.state.game_state["secret_code"]
    elif 0.88 < kind < 0.9 and env.state.game_state["history"]:
        guess = env.state.game_state["history"][-1]["guess"]
    elif 0.9 < kind < 0.92:
        guess = guess[1:] if kind < 0.91 else [*guess, 0]
    text = " ".join(map(str, guess))
    if kind > 0.92:
        return chance.choice([
            "", "[]", "no idea", text, f"[{text}", text.replace(" ", ", "), f"[{text.replace(' ', ',')}]", f"[{text} ]", f"[ {text}]", f"[0{text}]",
            f"[{text.replace(' ', chr(10))}]", f"[12] then [{text}]", f"[Player] [{text}]", f"[[GAME]{text}]", "[٢ ٣ ٤ ١]", f"[-{text}]", f"[{'9' * 5000}]",
        ])
    return f"[{text}]" if kind < 0.8 else f"I think [{text}] is it, not [1 2 3 4]."


class Equality(unittest.TestCase):
    def test_random_games_are_those_of_textarena(self):
        chance, ends, turns = random.Random(1), {}, 0
        for number in range(GAMES):
            if number % 4 < 3:
                name = list(ENVIRONMENTS)[number % 4]
                env, ours = textarena.make(name), Mastermind(name)
            else:
                # Short games, which often end at their limit, with other sizes.
                numbers = chance.randint(1, 9)
                repeats = chance.random() < 0.5
                values = {"code_length": chance.randint(1, 6 if repeats else min(6, numbers)), "num_numbers": numbers,
                          "max_turns": chance.randint(1, 4), "duplicate_numbers": repeats}
                env, ours = textarena.make("Mastermind-v0", **values), Mastermind(**values)
            env.reset(num_players=1, seed=number)
            ours.reset(seed=number)
            self.assertEqual(env.state.game_state["secret_code"], ours.secret)
            done = renamed = False
            while not done:
                self.assertEqual(env.get_observation()[1], ours.observation())
                text, turns = reply(env, chance), turns + 1
                renamed = renamed or "[[GAME]" in text
                done, _ = env.step(text)
                self.assertEqual(done, ours.step(text), text)
                self.assertEqual(env.state.game_state["history"], ours.history)
            rewards, info = env.close()
            self.assertEqual(env.state.logs, ours.logs)
            self.assertEqual((rewards[0], info[0]["reason"], info[0]["invalid_move"], info[0]["turn_count"]),
                             (ours.reward, ours.reason, ours.invalid_move, ours.turn_count))
            end = info[0]["reason"].split()[0]
            ends[end] = ends.get(end, 0) + 1
            try:
                line = analyzed(**transcript(env, "random", number))
                self.assertEqual(line["guesses"], [turn["guess"] for turn in ours.history])
            except TranscriptError:
                self.assertTrue(renamed)  # The log does not have what was read.
        print(f"\n{GAMES} games, {turns} replies, ends: {ends}")
        self.assertEqual(len(ends), 3)
        self.assertGreater(min(ends.values()), GAMES // 100)

    def test_the_environments_are_those_of_textarena(self):
        for name, values in ENVIRONMENTS.items():
            self.assertEqual(textarena.envs.registration.ENV_REGISTRY[name].kwargs, values)
        ours, theirs = Mastermind(), MastermindEnv()
        for key in ENVIRONMENTS["Mastermind-v0"]:
            self.assertEqual(getattr(ours, key), getattr(theirs, key))

    def test_there_is_a_guess_more_than_the_prompt_says(self):
        game = Mastermind(max_turns=2)
        game.reset(secret=[1, 2, 3, 4])
        self.assertEqual([game.step("[1 2 3 5]"), game.step("[1 2 3 6]"), game.step("[1 2 3 4]")], [False, False, True])
        self.assertEqual((game.reward, game.turn_count), (1, 3))


class Transcripts(unittest.TestCase):
    def played(self, round, seed, guesses=50):
        """A game of a player that guesses codes that agree with all feedback."""
        env = textarena.make("Mastermind-v0")
        env.reset(num_players=1, seed=seed)
        done, history, chance = False, [], random.Random(seed)
        while not done:
            codes = candidates(4, "123456", history, repeats=False)
            code = next(codes) if len(history) < guesses else "1111"
            done, _ = env.step(chance.choice(["[{}]", "So [{}] it is."]).format(" ".join(code)))
            history = [("".join(map(str, turn["guess"])), turn["black"], turn["white"]) for turn in env.state.game_state["history"]]
        return env, transcript(env, "model", round)

    def convert(self, *files):
        return subprocess.run([sys.executable, "-m", "mastermind_textarena", *map(str, files)], capture_output=True, text=True)

    def test_the_converter_writes_lines_for_analyze(self):
        games = [self.played(round, seed=round)[1] for round in range(1, 11)] + [self.played(11, 11, guesses=2)[1]]
        env, won = self.played(12, 12)
        with tempfile.TemporaryDirectory() as folder:
            records, text = Path(folder, "games.jsonl"), Path(folder, "model-12.txt")
            records.write_text("".join(json.dumps(game) + "\n" for game in games))
            text.write_text(env.get_observation()[1])
            converted = self.convert(records, text)
        self.assertEqual((converted.returncode, converted.stderr), (0, ""))
        lines = [json.loads(line) for line in converted.stdout.splitlines()]
        self.assertEqual([(line["player"], line["game"], line["codemaker"], line["round"]) for line in lines],
                         [("model", "4x6n", "only-once", round) for round in range(1, 13)])
        self.assertEqual([line["secret"] for line in lines], [game["secret"] for game in [*games, won]])
        self.assertEqual([line["answers"][-1] == [4, 0] for line in lines], [round != 11 for round in range(1, 13)])
        if subprocess.run([ARENA, "analyze", "--help"], capture_output=True).returncode:
            self.skipTest("this arena has no command analyze")
        analysis = subprocess.run([ARENA, "analyze", "-", "--format", "json"], input=converted.stdout, capture_output=True, text=True)
        self.assertEqual(analysis.returncode, 0, analysis.stderr)
        self.assertIn('"won":11', analysis.stdout.replace(" ", ""))

    def test_what_is_wrong_is_said(self):
        env, game = self.played(1, seed=1)
        with tempfile.TemporaryDirectory() as folder:
            for name, text, message in [
                ("a.txt", "", "its name is no PLAYER-ROUND.txt"), ("a-1.txt", "", "it has no message"), ("a-1.txt", "\n[GAME] Hello", "is not the prompt"),
                ("a.jsonl", "{", "line 1"), ("a.jsonl", "[]", "expected an object with the keys"),
            ]:
                file = Path(folder, name)
                file.write_text(text)
                failed = self.convert(file)
                self.assertEqual((failed.returncode, failed.stdout), (2, ""))
                self.assertIn(message, failed.stderr)
            self.assertEqual(self.convert(Path(folder, "none.jsonl")).returncode, 2)
        with self.assertRaisesRegex(TranscriptError, "with the secret"):
            analyzed(**{**game, "secret": [6, 5, 4, 3]})
        with self.assertRaisesRegex(TranscriptError, "its secret is not known"):
            analyzed("a", 1, log_of(env.get_observation()[1])[:-1])


if __name__ == "__main__":
    unittest.main()
