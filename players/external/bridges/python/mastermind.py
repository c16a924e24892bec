"""The module `mastermind` of the course's interface, for players that import it. Written for the bridge.

Feedback can be computed (`Round`). Tournaments that a player's file starts are not played.
"""

import sys
import time
from collections import Counter
from enum import Enum

import arena_match as _match
from player import *
from scsa import *


def letter_to_num(letter):
    """A is 1, B is 2, …"""
    return ord(letter) - ord("A") + 1


class Result(Enum):
    """The result of a guess or a round. VALID is a legal guess that does not win."""

    WIN = 1
    LOSS = 2
    FAILURE = 3
    VALID = 4


class Results:
    """Counts of results, and the score."""

    def __init__(self):
        self.counts = Counter()
        self.score = 0

    def record_result(self, result):
        self.counts[result] += 1

    def get_number_of_wins(self):
        return self.counts[Result.WIN]

    def get_number_of_losses(self):
        return self.counts[Result.LOSS]

    def get_number_of_failures(self):
        return self.counts[Result.FAILURE]

    def get_number_of_rounds(self):
        return sum(self.counts.values())


class Round:
    """One game with a known answer."""

    def __init__(self, board_length, colors, answer, scsa_name="", guess_cutoff=100, time_cutoff=5):
        self.board_length = board_length
        self.colors = colors
        self.answer = answer
        self.scsa_name = scsa_name
        self.guess_cutoff = guess_cutoff
        self.time_cutoff = time_cutoff
        self.guesses = 0

    def valid_guess(self, guess):
        """Whether the guess has the right length and only colors of the game, none of them twice where that is forbidden."""
        is_free = _match.repeats or len(set(guess)) == len(guess)
        return is_free and len(guess) == self.board_length and all(peg in self.colors for peg in guess)

    def count_colors(self, guess):
        """How often each color of the game occurs in the guess."""
        return [sum(peg == color for peg in guess) for color in self.colors]

    def process_guess(self, guess):
        """(right color and place, right color in the wrong place)"""
        exact = sum(peg == other for peg, other in zip(guess, self.answer))
        common = sum(min(guess.count(color), self.answer.count(color)) for color in set(guess))
        return exact, common - exact

    def respond_to_guess(self, guess):
        """(result, exact, other, guesses so far)"""
        self.guesses += 1
        if not self.valid_guess(guess):
            return (Result.FAILURE, 0, 0, self.guesses)
        exact, other = self.process_guess(guess)
        result = Result.WIN if exact == self.board_length else Result.VALID
        return (result, exact, other, self.guesses)

    def play_round(self, player):
        """Plays the round with an object that has `make_guess`: (result, guesses)."""
        response = (Result.VALID, 0, 0, 0)
        for _ in range(self.guess_cutoff):
            response = self.respond_to_guess(player.make_guess(self.board_length, self.colors, self.scsa_name, response[1:]))
            if response[0] is not Result.VALID:
                return response[0], self.guesses
        return Result.LOSS, self.guesses


class Mastermind:
    """Holds the size of the game. Its tournaments are not played: the arena plays them."""

    def __init__(
        self,
        board_length=4,
        colors=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        guess_cutoff=100,
        round_time_cutoff=5,
        tournament_time_cutoff=300,
    ):
        self.board_length = board_length
        self.colors = list(colors)
        self.num_colors = len(self.colors)
        self.guess_cutoff = guess_cutoff
        self.round_time_cutoff = round_time_cutoff
        self.tournament_time_cutoff = tournament_time_cutoff
        self.time_used = 0

    def play_tournament(self, *_arguments, **_keywords):
        print("bridge: a tournament of the player's file is not played", file=sys.stderr)

    practice_tournament = play_tournament
