"""A bandit: it guesses consistent codes, and learns over the rounds of a match which of four ways to choose among them takes fewest guesses.

    arena bench --learning --player bandit=python:examples/bandit/bandit.py

Each arm weighs codes by the secrets of earlier rounds. The arm of a round is that of the largest upper confidence bound (UCB1; Auer, Cesa-Bianchi and
Fischer, 2002).
"""

import math
from collections import Counter
from itertools import combinations, islice

from mastermind_arena import Player

# The candidates among which an arm chooses, and the weight of a count that is 0.
MOST, PRIOR = 60, 0.5


class Bandit(Player):
    def begin_match(self, match):
        super().begin_match(match)
        self.rounds = 0
        self.counts = {what: Counter() for what in ("color", "peg", "pair")}
        self.plays, self.rewards = [0] * 4, [0.0] * 4

    def guess(self, history):
        if not history:
            self.arm = max(range(4), key=self.bound)
        codes = list(islice(self.candidates(history, shuffled=True), MOST))
        if not codes:
            return self.closest(history)
        return max(codes, key=self.weight)

    def bound(self, arm):
        if not self.plays[arm]:
            return math.inf
        return self.rewards[arm] / self.plays[arm] + math.sqrt(2 * math.log(self.rounds) / self.plays[arm])

    def weight(self, code):
        if self.arm == 0:  # any candidate
            return 0.0
        if self.arm == 1:  # which colors secrets have
            return self.told("color", code)
        if self.arm == 2:  # where they have them
            return self.told("peg", enumerate(code))
        return self.told("pair", combinations(enumerate(code), 2))  # which pairs of pegs

    def told(self, what, parts):
        return sum(math.log(self.counts[what][part] + PRIOR) for part in parts)

    def end_round(self, history, secret):
        self.rounds += 1
        self.plays[self.arm] += 1
        # From 0 to 1 for rounds of 1 to 10 guesses.
        self.rewards[self.arm] += max(0.0, 1.1 - len(history) / 10) if secret else 0.0
        if secret:
            self.counts["color"].update(secret)
            self.counts["peg"].update(enumerate(secret))
            self.counts["pair"].update(combinations(enumerate(secret), 2))
