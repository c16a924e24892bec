"""Tests of `mastermind_arena.gym`: `python3 -m unittest test_gym` in this folder. Without gymnasium they are skipped."""

import contextlib
import io
import os
import sys
import unittest
import warnings

BRIDGES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(BRIDGES)))
sys.path.insert(0, os.path.join(BRIDGES, "python"))

try:
    import gymnasium
    import numpy as np
    from gymnasium.utils.env_checker import check_env, data_equivalence
    from gymnasium.vector import AutoresetMode, SyncVectorEnv
except ImportError:
    gymnasium = None
else:
    from mastermind_arena import candidates, feedback
    from mastermind_arena._game import Candidates, Game, Table
    from mastermind_arena.gym import MastermindEnv, MastermindVectorEnv

ID = "mastermind_arena/Mastermind-v0"


def two_colors(rng):
    """The secrets of a match have two colors, the same in all its rounds."""
    colors = rng.permutation(6)[:2]
    while True:
        yield colors[rng.integers(2, size=4)]


def letters(code):
    return "".join(chr(ord("A") + color) for color in code)


@unittest.skipIf(gymnasium is None, "gymnasium is not installed")
class Environment(unittest.TestCase):
    def test_gymnasium_finds_nothing_wrong(self):
        settings = [
            {}, {"reward": "information"}, {"reward": "regret", "rounds": 3}, {"secrets": "only-once"}, {"secrets": ["ABCA", [0, 0, 5, 5]]},
            {"secrets": two_colors, "rounds": 2}, {"pegs": 20, "colors": 26, "guess_limit": 30}, {"pegs": 1, "colors": 1},
        ]
        for setting in settings:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                env = gymnasium.make(ID, **setting)
                env.reset(seed=1)
                env.step(env.action_space.sample())
                check_env(env.unwrapped)
                # The checker of `check_env` itself advises the raw environment.
                warnings.filterwarnings("ignore", message=".*is different from the unwrapped version")
                check_env(gymnasium.make(ID, **setting))
                gymnasium.make(ID, render_mode="ansi", **setting).close()
                vector = gymnasium.make_vec(ID, num_envs=3, **setting)
                self.assertIsInstance(vector.unwrapped, MastermindVectorEnv)
                self.assertIs(vector.metadata["autoreset_mode"], AutoresetMode.NEXT_STEP)
                observations, _ = vector.reset(seed=1)
                self.assertIn(observations, vector.observation_space)
                self.assertIn(vector.step(vector.action_space.sample())[0], vector.observation_space)

    def test_a_game(self):
        env = MastermindEnv(secrets=["ABCA"], guess_limit=5, render_mode="ansi")
        observation, info = env.reset(seed=1)
        self.assertEqual((observation.tolist(), info), ([[-1] * 6] * 5, {"round": 0, "candidates_left": 1}))
        observation, reward, terminated, truncated, info = env.step([0, 2, 0, 0])
        self.assertEqual(observation.tolist(), [[0, 2, 0, 0, 2, 1]] + [[-1] * 6] * 4)
        self.assertEqual((reward, terminated, truncated, info), (0.0, False, False, {"round": 0, "candidates_left": 1}))
        observation, reward, terminated, truncated, info = env.step(np.array([0, 1, 2, 0]))
        self.assertEqual((reward, terminated, truncated, info["won"], info["guesses"]), (1.0, True, False, True, 2))
        self.assertEqual(info["secret"].tolist(), [0, 1, 2, 0])
        self.assertEqual(env.render(), "  1  ACAA  2 1\n  2  ABCA  4 0")
        self.assertRaises(gymnasium.error.ResetNeeded, env.step, [0, 0, 0, 0])

    def test_candidates_and_rewards_are_those_of_the_definition(self):
        for secrets, repeats in [("any", True), ("only-once", False)]:
            setting = {"secrets": secrets, "guess_limit": 4, "reference": 4.5}
            envs = {reward: MastermindEnv(reward=reward, **setting) for reward in ("win", "information", "regret")}
            rng = np.random.default_rng(1)
            for seed in range(20):
                for env in envs.values():
                    before = env.reset(seed=seed)[1]["candidates_left"]
                self.assertEqual(before, 1296 if repeats else 360)
                secret, history, end = envs["win"]._secrets[0], [], False
                self.assertTrue(repeats or len(set(secret)) == 4)
                while not end:
                    guess = secret if rng.random() < 0.2 else rng.integers(6, size=4).tolist()
                    steps = {reward: env.step(guess) for reward, env in envs.items()}
                    end, info = steps["win"][2], steps["win"][4]
                    history.append((letters(guess), *feedback(secret, guess)))
                    left = len(list(candidates(4, "ABCDEF", history, repeats=repeats)))
                    self.assertEqual(info["candidates_left"], left)
                    self.assertEqual(steps["win"][1], float(guess == secret))
                    self.assertAlmostEqual(steps["information"][1], np.log2(before / left))
                    self.assertEqual(steps["regret"][1], -1 + 4.5 * end - (end and guess != secret))
                    before = left
                self.assertEqual((info["won"], info["guesses"]), (guess == secret, len(history)))

    def test_the_same_seed_gives_the_same_secrets(self):
        def secrets(env, seed):
            env.reset(seed=seed)
            made = [env._secrets]
            for _ in range(20):
                env.reset()
                made.append(env._secrets)
            return made

        for setting in ["any", "only-once", ["ABCA", "BBBB", "DEFA"], lambda rng: rng.integers(6, size=4), two_colors]:
            np.random.seed(1)
            first = secrets(MastermindEnv(secrets=setting, rounds=2), 7)
            self.assertEqual(first, secrets(MastermindEnv(secrets=setting, rounds=2, guess_limit=3), 7))
            self.assertNotEqual(first, secrets(MastermindEnv(secrets=setting, rounds=2), 8))
            self.assertEqual(np.random.get_state()[2], np.random.RandomState(1).get_state()[2])  # Nothing is drawn from there.
        # The secrets of a seed stay the same.
        made = [letters(code) for match in secrets(MastermindEnv(), 7)[:4] for code in match]
        self.assertEqual(made, ["FDEF", "DEFB", "ABBF", "FACE"])
        for match in secrets(MastermindEnv(secrets=two_colors, rounds=5), 1):
            self.assertLessEqual(len({color for code in match for color in code}), 2)

    def test_wrong_settings_and_guesses_are_refused(self):
        for setting in [
            {"pegs": 0}, {"colors": 27}, {"secrets": "mystery"}, {"secrets": []}, {"secrets": ["ABC"]}, {"secrets": ["ABCG"]},
            {"reward": "wins"}, {"secrets": "only-once", "pegs": 7}, {"guess_limit": 0}, {"rounds": 0}, {"reward": "information", "pegs": 8, "colors": 10},
            {"reward": "information", "count_candidates": False},
        ]:
            self.assertRaises(ValueError, MastermindEnv, **setting)
            self.assertRaises(ValueError, MastermindVectorEnv, 2, **setting)
        vector = MastermindVectorEnv(2)
        self.assertRaises(gymnasium.error.ResetNeeded, vector.step, np.zeros((2, 4), int))
        vector.reset(seed=1)
        for actions in [np.zeros((2, 5), int), np.zeros((1, 4), int), np.zeros((2, 4)), np.full((2, 4), 6), np.full((2, 4), -1)]:
            self.assertRaises(ValueError, vector.step, actions)
        self.assertRaises(ValueError, vector.reset, seed=[1, 2, 3])


@unittest.skipIf(gymnasium is None, "gymnasium is not installed")
class VectorEnvironment(unittest.TestCase):
    def assert_same(self, mode, episodes, count=20, seed=3, **setting):
        """Plays the vector environment beside scalar ones, and compares all that they return."""
        vector = MastermindVectorEnv(count, autoreset_mode=mode, **setting)
        scalar = SyncVectorEnv([lambda: MastermindEnv(**setting)] * count, autoreset_mode=mode)
        rng = np.random.default_rng(1)
        self.assertEqual(vector.observation_space, scalar.observation_space)
        self.assertEqual(vector.action_space, scalar.action_space)
        one, other = vector.reset(seed=seed), scalar.reset(seed=seed)
        ended = 0
        while True:
            self.assertTrue(data_equivalence(list(one), list(other), exact=True), (setting, mode, one, other))
            if ended >= episodes:
                return
            # One guess in five is the secret.
            actions = rng.integers(vector.game.colors, size=(count, vector.game.pegs))
            secrets = np.array([env._secrets[env._round] for env in scalar.envs])
            actions = np.where(rng.random((count, 1)) < 0.2, secrets, actions)
            if mode == AutoresetMode.DISABLED and ended and one[2].any():
                options = [{"reset_mask": one[2]} for _ in range(2)]
                one, other = vector.reset(options=options[0]), scalar.reset(options=options[1])
                self.assertTrue(data_equivalence(list(one), list(other), exact=True), (setting, mode, one, other))
            one, other = vector.step(actions), scalar.step(actions)
            ended += one[2].sum()

    def test_it_equals_scalar_environments(self):
        self.assert_same(AutoresetMode.NEXT_STEP, 5000)
        self.assert_same(AutoresetMode.SAME_STEP, 5000, reward="information")

    def test_it_equals_scalar_environments_with_all_settings(self):
        settings = [
            {"reward": "regret", "reference": 4.34, "guess_limit": 3, "rounds": 4},
            {"secrets": "only-once", "reward": "information", "rounds": 2}, {"secrets": ["ABCA", "FFFF", "FFFF"], "reward": "information"}, {"secrets": two_colors, "rounds": 3},
            {"secrets": lambda rng: rng.integers(3, size=4)}, {"count_candidates": False}, {"pegs": 1, "colors": 1},
            {"pegs": 10, "colors": 12, "guess_limit": 4}, {"pegs": 5, "colors": 8, "guess_limit": 2, "reward": "information", "rounds": 2},
        ]
        for setting in settings:
            for mode in AutoresetMode:
                seed = 3 if mode == AutoresetMode.NEXT_STEP else [5, 1, 9, 9, 2]
                self.assert_same(mode, 10 if setting.get("pegs") == 5 else 100, count=5, seed=seed, **setting)

    def test_answers_by_table_and_by_counting_are_those_of_feedback(self):
        for pegs, colors, secrets in [(2, 3, "any"), (3, 4, "only-once"), (4, 3, ["ABCA", "CCCC"])]:
            game = Game(pegs, colors, secrets)
            table, counted = Table(game), Candidates(game)
            for rank, guess in enumerate(Game(pegs, colors, "any").support):
                for index, code in enumerate(game.support):
                    answer = int(table.answers[rank, index])
                    self.assertEqual((game.black[answer], game.white[answer]), feedback(code.tolist(), guess.tolist()))
                    counted.restart()
                    fit = np.unpackbits(table.fits[rank * table.kinds + answer].view(np.uint8))
                    self.assertEqual(counted.narrow(guess, answer), fit.sum())

    def test_nothing_returned_is_used_again(self):
        for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            vector = MastermindVectorEnv(8, guess_limit=2, autoreset_mode=mode)
            steps = [vector.reset(seed=1), *(vector.step(np.zeros((8, 4), int)) for _ in range(6))]
            parts = [value for step in steps for part in step for value in (part.values() if isinstance(part, dict) else [part])]
            arrays = [part for part in parts if isinstance(part, np.ndarray)]
            shared = [i for i, array in enumerate(arrays) if any(np.shares_memory(array, other) for other in arrays[:i])]
            self.assertEqual(shared, [])


@unittest.skipIf(gymnasium is None, "gymnasium is not installed")
class Documents(unittest.TestCase):
    def test_the_example_prints_what_its_page_shows(self):
        with open(os.path.join(CHECKOUT, "docs", "agents.md")) as page:
            blocks = page.read().split("```")
        example = next(block for block in blocks if block.startswith("python\n"))
        shown = blocks[blocks.index(example) + 2]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(example[len("python\n"):], {})
        self.assertEqual(printed.getvalue(), shown[len("text\n"):])

    def test_the_example_learns_the_same_from_the_same_seed(self):
        sys.path.insert(0, os.path.join(CHECKOUT, "examples", "learned-player"))
        self.addCleanup(sys.path.pop, 0)
        import train

        with contextlib.redirect_stdout(io.StringIO()):
            tables = [list(train.rows(train.train(seed, 20 * train.GAMES))) for seed in (1, 1, 2)]
        self.assertEqual(tables[0], tables[1])
        self.assertNotEqual(tables[0], tables[2])


if __name__ == "__main__":
    unittest.main()
