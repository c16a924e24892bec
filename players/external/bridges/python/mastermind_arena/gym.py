"""Environments of Gymnasium in which an agent breaks secret codes. They need `gymnasium` and `numpy`: `pip install mastermind-arena[gym]`.

    import gymnasium
    import mastermind_arena.gym

    env = gymnasium.make("mastermind_arena/Mastermind-v0", pegs=4, colors=6)

An episode is a match: some rounds, one by default, each with a new secret of the same codemaker. An action is a guess, an array of colors
from 0 on: every action is a legal guess. An observation is an array of integers of 8 bits with one row per turn of the match: the guess,
the black pegs and the white pegs. Turn t of round r, both from 0 on, is row r · `guess_limit` + t; rows that were not played are -1.

The same seed gives the same secrets. An episode ends (`terminated`) with its last round, won or lost; it is never truncated.
"""

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from mastermind_arena import feedback
from mastermind_arena._game import Candidates, Game, Secrets, Table

__all__ = ["MastermindEnv", "MastermindVectorEnv"]

REWARDS = ("win", "information", "regret")
# The matches whose secrets a vector environment draws at a time for one of its environments, if they have one round.
AHEAD = 16


class _Task:
    """What the two environments share."""

    def _begin(
        self, pegs: int, colors: int, secrets: Secrets, guess_limit: int, rounds: int, reward: str, reference: float, count_candidates: bool
    ) -> None:
        if guess_limit < 1 or rounds < 1:
            raise ValueError("guess_limit and rounds are at least 1, not %s and %s" % (guess_limit, rounds))
        if reward not in REWARDS:
            raise ValueError("reward is one of %s, not %r" % (", ".join(REWARDS), reward))
        self.game = Game(pegs, colors, secrets)
        self.guess_limit, self.rounds, self.reward, self.reference = guess_limit, rounds, reward, reference
        self._has_counts = count_candidates and self.game.size > 0
        if reward == "information" and not self._has_counts:
            raise ValueError('reward "information" needs count_candidates, and at most 100,000 candidates at the beginning')
        self._log2 = np.log2(np.maximum(np.arange(self.game.size + 1), 1))
        shape = (rounds * guess_limit, pegs + 2)
        high = np.empty(shape, np.int8)
        high[:, :pegs], high[:, pegs:] = colors - 1, pegs
        self._single_observation_space = spaces.Box(np.full(shape, -1, np.int8), high, dtype=np.int8)
        self._single_action_space = spaces.MultiDiscrete([colors] * pegs)


class MastermindEnv(_Task, gymnasium.Env):
    """One environment.

    `secrets` says how secrets are drawn: "any" (every code is equally likely), "only-once" (no color twice), a list of codes such as
    "ABCA" or [0, 1, 2, 0] (each entry is equally likely), or a function of a numpy generator. The function returns the secret of a round,
    or an iterator of the secrets of a match: a generator function may draw something once per match, such as the colors that occur.

    `reward` says what a guess is worth:

    - "win": 1 for the guess that wins a round, else 0.
    - "information": the bits by which the feedback reduces the candidates, log2(before / after). A won round has log2 of all candidates in
      sum, for any number of guesses, so fewer guesses are better only if rewards are discounted.
    - "regret": -1 for each guess, and another -1 for the last guess of a round that is lost, so that a loss is worse than a win with
      the last guess. `reference` is added at the end of a round. If it is the mean number of guesses of another player, the return of a
      round is minus the regret over that player, for example 5625 / 1296 for an optimal player at 4x6.

    `info` describes the turn just played:

    - `round`: the round, from 0 on.
    - `candidates_left`: the number of candidates after the feedback: codes that fit all feedback of the round and that "any", "only-once" or
      the list can make; with a function, all that fit. It is there if a round begins with at most 100,000 candidates and
      `count_candidates` is true.
    - `secret`, `won`, `guesses`: only at the end of a round: its secret, whether it was won, and the number of its guesses.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self, pegs: int = 4, colors: int = 6, secrets: Secrets = "any", guess_limit: int = 10, rounds: int = 1, reward: str = "win",
        reference: float = 0.0, count_candidates: bool = True, render_mode: Optional[str] = None,
    ) -> None:
        self._begin(pegs, colors, secrets, guess_limit, rounds, reward, reference, count_candidates)
        self.observation_space, self.action_space = self._single_observation_space, self._single_action_space
        self.render_mode = render_mode
        self._candidates = Candidates(self.game) if self._has_counts else None
        self._secrets: List[List[int]] = []
        self._is_over = True

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        super().reset(seed=seed)
        self._secrets = self.game.draw(self.np_random, 1, self.rounds)[0].tolist()
        self._observation = np.full(self.observation_space.shape, -1, np.int8)
        self._is_over = False
        self._begin_round(0)
        info = {"round": 0}
        if self._candidates is not None:
            info["candidates_left"] = self._left
        return self._observation.copy(), info

    def _begin_round(self, number: int) -> None:
        self._round, self._turn = number, 0
        if self._candidates is not None:
            self._candidates.restart()
            self._left = self.game.size

    def step(self, action: Sequence[int]) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        if self._is_over:
            raise gymnasium.error.ResetNeeded("the episode is over: reset() begins another")
        guess, secret = self.game.code(action), self._secrets[self._round]
        black, white = feedback(secret, guess)
        self._observation[self._round * self.guess_limit + self._turn] = [*guess, black, white]
        self._turn += 1
        won = black == self.game.pegs
        is_end = won or self._turn == self.guess_limit
        info: Dict[str, Any] = {"round": self._round}
        if self._candidates is not None:
            total, before = black + white, self._left
            info["candidates_left"] = self._left = self._candidates.narrow(np.array(guess), total * (total + 1) // 2 + black)
        if self.reward == "win":
            reward = float(won)
        elif self.reward == "information":
            reward = float(self._log2[before] - self._log2[self._left])
        else:
            reward = -1.0 + (self.reference if is_end else 0.0) - (1.0 if is_end and not won else 0.0)
        if is_end:
            info.update(secret=np.array(secret, np.uint8), won=won, guesses=self._turn)
            self._is_over = self._round + 1 == self.rounds
            if not self._is_over:
                self._begin_round(self._round + 1)
        return self._observation.copy(), reward, self._is_over, False, info

    def render(self) -> Optional[str]:
        """The turns of the match so far, one per line: its number, the guess, black pegs, white pegs."""
        if self.render_mode is None:
            return None
        lines = []
        for row, turn in enumerate(self._observation.tolist()):
            if turn[0] >= 0:
                letters = "".join(chr(ord("A") + color) for color in turn[: self.game.pegs])
                lines.append("%3d  %s  %d %d" % (row % self.guess_limit + 1, letters, turn[-2], turn[-1]))
        return "\n".join(lines)


class MastermindVectorEnv(_Task, VectorEnv):
    """Many environments that are played side by side in numpy. The parameters are those of `MastermindEnv`.

    Environment i plays the episodes of a `MastermindEnv` that is reset with the seed `seed` + i: observations, rewards and `info` are those of
    `gymnasium.vector.SyncVectorEnv`, in all autoreset modes. `reset` also takes a list of seeds.
    """

    metadata: Dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, num_envs: int = 1, pegs: int = 4, colors: int = 6, secrets: Secrets = "any", guess_limit: int = 10, rounds: int = 1,
        reward: str = "win", reference: float = 0.0, count_candidates: bool = True,
        autoreset_mode: Union[AutoresetMode, str] = AutoresetMode.NEXT_STEP,
    ) -> None:
        self._begin(pegs, colors, secrets, guess_limit, rounds, reward, reference, count_candidates)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = self._single_observation_space, self._single_action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._table = Table(self.game) if Table.is_possible(self.game) else None
        # One after the other, if there is no table.
        self._candidates = [Candidates(self.game) for _ in range(num_envs)] if self._has_counts and self._table is None else []
        # Functions may have a state, so nothing is drawn before it is played.
        self._ahead = 1 if callable(secrets) else max(1, AHEAD // rounds)
        self._every = np.arange(num_envs)
        self._generators: List[np.random.Generator] = []
        self._queue = np.empty((num_envs, self._ahead, rounds, pegs), np.uint8)
        self._taken = np.full(num_envs, self._ahead)  # The matches of the queue that were begun.
        self._observations = np.full((num_envs, rounds * guess_limit, pegs + 2), -1, np.int8)
        self._secrets = np.empty((num_envs, rounds, pegs), np.uint8)
        self._round, self._turn = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        self._is_over = np.ones(num_envs, bool)
        self._secret = np.empty((num_envs, pegs), np.uint8)  # That of the round in play.
        self._index = np.zeros(num_envs, np.int64)  # Its index in the table.
        self._left = np.zeros(num_envs, np.int64)
        self._fits = np.empty((num_envs, self._table.fits.shape[1]), np.uint64) if self._table and self._has_counts else None

    def reset(
        self, *, seed: Union[int, Sequence[Optional[int]], None] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Begins an episode in all environments, or in those of the array of bools `options["reset_mask"]`."""
        which = self._every
        if options is not None and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"])
            if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
                raise ValueError("reset_mask is an array of %d bools, one of them true" % self.num_envs)
            which = np.flatnonzero(mask)
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=seed)
            seed = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError("there are %d seeds for %d environments" % (len(seed), self.num_envs))
        if not self._generators:
            self._generators = [seeding.np_random(one)[0] for one in seed]
        for i in which:
            if seed[i] is not None:
                self._generators[i], self._taken[i] = seeding.np_random(seed[i])[0], self._ahead
        self._deal(which)
        infos: Dict[str, Any] = {}
        self._inform(infos, which, "round", self._round[which])
        if self._has_counts:
            self._inform(infos, which, "candidates_left", self._left[which])
        return self._observations.copy(), infos

    def _deal(self, which: np.ndarray) -> None:
        """Begins an episode in some environments."""
        for i in which[self._taken[which] == self._ahead]:
            self._queue[i], self._taken[i] = self.game.draw(self._generators[i], self._ahead, self.rounds), 0
        self._secrets[which] = self._queue[which, self._taken[which]]
        self._taken[which] += 1
        self._observations[which] = -1
        self._is_over[which] = False
        self._begin_round(which, 0)

    def _begin_round(self, which: np.ndarray, number: Union[int, np.ndarray]) -> None:
        self._round[which], self._turn[which] = number, 0
        self._secret[which] = secrets = self._secrets[which, number]
        if self._table:
            self._index[which] = self._table.indices(secrets)
        if self._has_counts:
            self._left[which] = self.game.size
            if self._fits is not None:
                self._fits[which] = self._table.all
            for i in which if self._candidates else ():
                self._candidates[i].restart()

    def _inform(self, infos: Dict[str, Any], which: np.ndarray, key: str, values: np.ndarray) -> None:
        """Adds what some environments say to `infos`, in the form of Gymnasium: an array, and a mask of those that say it."""
        infos[key] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
        infos[key][which] = values
        infos["_" + key] = np.zeros(self.num_envs, bool)
        infos["_" + key][which] = True

    def _respond(self, which: np.ndarray, guesses: np.ndarray) -> np.ndarray:
        """The answers to a guess in each of some environments. The candidates left are counted."""
        if self._table:
            ranks = guesses @ self._table.powers
            answers = self._table.answers[ranks, self._index[which]].astype(np.int64)
            if self._fits is not None:
                fits = self._table.fits[ranks * self._table.kinds + answers]
                fits &= self._fits[which]
                self._fits[which], self._left[which] = fits, _ones(fits)
            return answers
        secrets, by_peg = np.ascontiguousarray(self._secret[which].T), np.ascontiguousarray(guesses.T.astype(np.uint8))
        answers = self.game.answers(secrets, self.game.color_counts(secrets), by_peg, self.game.color_counts(by_peg))
        if self._candidates:
            self._left[which] = [self._candidates[i].narrow(*turn) for i, *turn in zip(which, guesses, answers)]
        return answers

    def step(self, actions: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        """Makes a guess in every environment. An environment that begins an episode in this step ignores its guess."""
        actions, pegs, limit = np.asarray(actions), self.game.pegs, self.guess_limit
        if actions.shape != (self.num_envs, pegs) or actions.dtype.kind not in "iu":
            raise ValueError("actions are %d codes of %d integers" % (self.num_envs, pegs))
        if actions.min() < 0 or actions.max() >= self.game.colors:
            raise ValueError("colors are numbers from 0 to %d" % (self.game.colors - 1))
        which = self._every
        if self._is_over.any():
            if not self._generators or self.autoreset_mode != AutoresetMode.NEXT_STEP:
                raise gymnasium.error.ResetNeeded("an episode is over: reset() begins another")
            which, begins = np.flatnonzero(~self._is_over), np.flatnonzero(self._is_over)
            self._deal(begins)
            actions = actions[which]
        before = self._left[which]
        answers = self._respond(which, actions)
        turns = np.empty((len(which), pegs + 2), np.int8)
        turns[:, :pegs], turns[:, pegs], turns[:, pegs + 1] = actions, self.game.black[answers], self.game.white[answers]
        rounds, guesses = self._round[which], self._turn[which]
        self._observations.reshape(-1, pegs + 2)[which * (self.rounds * limit) + rounds * limit + guesses] = turns
        guesses += 1
        self._turn[which] = guesses
        won = turns[:, pegs] == pegs
        is_end = won | (guesses == limit)

        rewards = np.zeros(self.num_envs)
        if self.reward == "win":
            rewards[which] = won
        elif self.reward == "information":
            rewards[which] = self._log2[before] - self._log2[self._left[which]]
        else:
            rewards[which] = -1.0 + np.where(is_end, self.reference, 0.0) - (is_end & ~won)

        infos: Dict[str, Any] = {}
        counts = self._left.copy()
        ends = which[is_end]
        ended = {"round": rounds[is_end], "secret": self._secret[ends], "won": won[is_end], "guesses": guesses[is_end]}
        if self._has_counts:
            ended["candidates_left"] = counts[ends]
        is_last = ended["round"] + 1 == self.rounds
        last = ends[is_last]
        self._begin_round(ends[~is_last], ended["round"][~is_last] + 1)
        terminated = np.zeros(self.num_envs, bool)
        terminated[last] = True
        is_told = np.ones(len(ends), bool)  # Those whose end is not in `final_info`.
        played = np.zeros(self.num_envs, np.int64)
        played[which] = rounds
        if self.autoreset_mode == AutoresetMode.SAME_STEP and len(last):
            is_told = ~is_last
            infos["final_obs"], infos["_final_obs"] = np.full(self.num_envs, None, object), terminated.copy()
            for i, observation in zip(last, self._observations[last]):
                infos["final_obs"][i] = observation
            final: Dict[str, Any] = {}
            for key, values in ended.items():
                self._inform(final, last, key, values[is_last])
            infos["final_info"], infos["_final_info"] = final, terminated.copy()
            self._deal(last)
            played[last], counts[last] = 0, self._left[last]
        else:
            self._is_over[last] = True
        if which is not self._every:
            counts[begins] = self._left[begins]
        self._inform(infos, self._every, "round", played)
        if self._has_counts:
            self._inform(infos, self._every, "candidates_left", counts)
        for key in ("secret", "won", "guesses") if is_told.any() else ():
            self._inform(infos, ends[is_told], key, ended[key][is_told])
        return self._observations.copy(), rewards, terminated, np.zeros(self.num_envs, bool), infos


def _ones(sets: np.ndarray) -> np.ndarray:
    """The number of ones in each row of a matrix of 64-bit numbers."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(sets).sum(axis=1, dtype=np.int64)
    return np.unpackbits(sets.view(np.uint8), axis=1).sum(axis=1, dtype=np.int64)


gymnasium.register(
    "mastermind_arena/Mastermind-v0",
    entry_point="mastermind_arena.gym:MastermindEnv",
    vector_entry_point="mastermind_arena.gym:MastermindVectorEnv",
)
