"""Trains the table of `learned_player.py` by Q-learning in `mastermind_arena.gym`: `python3 train.py [SEED [STEPS]]`, some minutes.

A state is the set of candidates, the codes that fit all feedback. In each state a few guesses are on offer, and the table has a value for each of
them: the further guesses that a game takes. What is learned are these values, from rewards alone. What is given: candidates are listed,
guesses on offer are candidates at random, and the first guess is one of five patterns, since colors and pegs can be renamed.
"""

import csv
import os
import sys

import gymnasium
import numpy as np

import mastermind_arena.gym  # It registers the environment.
from mastermind_arena import feedback

PEGS, COLORS = 4, 6
# The games that are played side by side.
GAMES = 1024
# The most guesses on offer in a state with many candidates, and in others; `MANY` candidates are not many yet.
MOST, MOST_OF_FEW, MANY = 24, 10, 40
# How much values are disturbed before the best guess is chosen, in guesses, for a guess that was made once. It falls as 1 / sqrt(times).
NOISE = 0.5
# The value of a guess that was made N times moves to what was seen by N to the power of this, negative: more than 1 / N, since what is
# learned later is better.
FORGETTING = 0.75
# The most states and guesses on offer, for memory: 80 bytes per guess. States beyond are an error.
MOST_STATES, MOST_OFFERS = 1_000_000, 5_000_000

CODES = np.array(np.meshgrid(*[range(COLORS)] * PEGS, indexing="ij")).reshape(PEGS, -1).T
TEXTS = ["".join("ABCDEF"[color] for color in code) for code in CODES.tolist()]
# An answer is black · 5 + white.
ANSWERS = np.array([[black * (PEGS + 1) + white for black, white in (feedback(code, guess) for code in TEXTS)] for guess in TEXTS], np.uint8)
KINDS = (PEGS + 1) ** 2
FIRST = [TEXTS.index(text) for text in ("AAAA", "AAAB", "AABB", "AABC", "ABCD")]


def least(count):
    """A mean number of guesses that no strategy is below: one candidate is the first guess, at most 13 are the second ones, the others take three.
    With this value a guess is tried before others are made often."""
    return 1 + (count - 1 + max(0, count - 14)) / count


class Table:
    """States, the guesses on offer in each, and their values."""

    def __init__(self, rng):
        self.rng = rng
        self.begin, self.offered = np.zeros(MOST_STATES, np.int64), np.zeros(MOST_STATES, np.int64)
        self.guess = np.zeros(MOST_OFFERS, np.int16)
        self.value = np.zeros(MOST_OFFERS)
        self.times = np.zeros(MOST_OFFERS, np.int64)
        self.next = np.full((MOST_OFFERS, KINDS), -1, np.int32)
        self.candidates, self.offers, self.states = [], 0, {}
        self.state(np.arange(len(CODES), dtype=np.int16), FIRST)

    def state(self, candidates, guesses=None):
        """The state with these candidates. A new one has so many guesses on offer, at random if there are more candidates."""
        state = self.states.setdefault(candidates.tobytes(), len(self.states))
        if state < len(self.candidates):
            return state
        if guesses is None:
            most = MOST if len(candidates) > MANY else MOST_OF_FEW
            guesses = candidates if len(candidates) <= most else np.sort(self.rng.choice(candidates, most, replace=False))
        begin, end = self.offers, self.offers + len(guesses)
        self.candidates.append(candidates)
        self.begin[state], self.offered[state], self.offers = begin, len(guesses), end
        self.guess[begin:end], self.value[begin:end] = guesses, least(len(candidates))
        return state

    def follow(self, states, offers, answers):
        """The states after an answer. New ones are added."""
        after = self.next[offers, answers]
        for i in np.flatnonzero(after < 0):
            state, offer, answer = states[i], offers[i], answers[i]
            if self.next[offer, answer] < 0:
                candidates = self.candidates[state]
                candidates = candidates[ANSWERS[self.guess[offer], candidates] == answer]
                self.next[offer, answer] = self.state(candidates)
            after[i] = self.next[offer, answer]
        return after

    def best(self, states, noise):
        """The guesses on offer with the best values, as they are or disturbed, and these values."""
        offers = self.begin[states][:, None] + np.arange(self.offered[states].max())
        values = np.where(offers < (self.begin + self.offered)[states][:, None], self.value[offers], np.inf)
        if noise:
            values = values + noise * self.rng.standard_normal(values.shape) / np.sqrt(1 + self.times[offers])
        place = values.argmin(axis=1)
        return offers[np.arange(len(states)), place], values[np.arange(len(states)), place]

    def learn(self, offers, costs):
        """Moves the values of guesses to the costs that were seen."""
        unique, place, count = np.unique(offers, return_inverse=True, return_counts=True)
        mean = np.bincount(place, weights=costs) / count
        self.times[unique] += count
        rate = 1 - (1 - self.times[unique] ** -FORGETTING) ** count
        self.value[unique] += rate * (mean - self.value[unique])


def train(seed, steps):
    table = Table(np.random.default_rng(seed))
    env = gymnasium.make_vec(
        "mastermind_arena/Mastermind-v0", num_envs=GAMES, pegs=PEGS, colors=COLORS, reward="regret", count_candidates=False,
        autoreset_mode="SameStep")
    env.reset(seed=seed)
    states, turns, games = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64), np.arange(GAMES)
    for step in range(steps // GAMES):
        offers, _ = table.best(states, NOISE)
        observations, rewards, ended, _, _ = env.step(CODES[table.guess[offers]])
        costs, goes_on = -rewards, games[~ended]
        black, white = observations[goes_on, turns[goes_on], PEGS:].T
        after = table.follow(states[goes_on], offers[goes_on], black * (PEGS + 1) + white)
        costs[goes_on] += table.best(after, 0)[1]
        table.learn(offers, costs)
        states[ended], states[goes_on] = 0, after
        turns = np.where(ended, 0, turns + 1)
        if step % max(1, steps // GAMES // 10) == 0:
            value = table.best(np.array([0]), 0)[1][0]
            print("%9d guesses: %d states, value %.3f" % (step * GAMES, len(table.candidates), value), flush=True)
    return table


def rows(table, state=0, history=()):
    """The states that a game can reach by the best guesses, with these: only those of three or more candidates."""
    if len(table.candidates[state]) >= 3:
        offer, value = (array[0] for array in table.best(np.array([state]), 0))
        yield [" ".join(history), TEXTS[table.guess[offer]], "%.3f" % value, table.times[offer], len(table.candidates[state])]
        for answer in np.flatnonzero(table.next[offer] >= 0):
            yield from rows(table, table.next[offer, answer], (*history, "%d%d" % divmod(answer, PEGS + 1)))


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 30_000_000
    table = train(seed, steps)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "table.csv"), "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["answers", "guess", "value", "times", "candidates"])
        writer.writerows(rows(table))


if __name__ == "__main__":
    main()
