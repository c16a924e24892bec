"""Players of the older form, which get an SCSA object. The file plays a tournament when it is loaded."""

from mastermind import *
from player import Player
from scsa import *


class Sampler(Player):
    """Guesses codes that the SCSA makes, as far as it can."""

    guesses = []

    def __init__(self):
        self.player_name = "Sampler"

    def make_guess(self, board_length, colors, scsa, last_response):
        assert isinstance(scsa, SCSA)
        assert scsa.name == type(scsa).__name__
        if last_response[2] == 0:
            self.guesses = []
        code = scsa.generate_codes(board_length, colors)
        for _ in range(1000):
            if code is not None and code not in self.guesses:
                break
            code = scsa.generate_codes(board_length, colors)
        self.guesses.append(code)
        return code or colors[0] * board_length


class Names(Player):
    """Guesses A for every way in which the SCSA is `TwoColorAlternating`, and B otherwise."""

    def make_guess(self, board_length, colors, scsa, last_response):
        ways = (
            isinstance(scsa, TwoColorAlternating),
            type(scsa) == TwoColorAlternating,
            scsa == "TwoColorAlternating",
            scsa.name == "TwoColorAlternating" and len(scsa.generate_codes(5, colors, 3)) == 3,
        )
        return ["A" if way else "B" for way in ways]


scsa = InsertColors()
colors = [chr(65 + i) for i in range(6)]
Mastermind(4, colors).practice_tournament(Sampler(), scsa, "no such file.txt")
