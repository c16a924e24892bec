"""The module `player` of the course's interface, for players that import it. Written for the bridge."""

import random
from abc import ABC, abstractmethod

import arena_match as _match
from scsa import *


class Player:
    """The base class of players."""

    def __init__(self):
        self.player_name = ""

    def make_guess(self, board_length, colors, scsa_name, last_response):
        raise NotImplementedError("%s has no method make_guess" % type(self).__name__)


class RandomFolks(Player):
    """Guesses random codes."""

    def __init__(self):
        self.player_name = "RandomFolks"

    def make_guess(self, board_length, colors, scsa_name, last_response):
        draw = random.choices if _match.repeats else random.sample
        return "".join(draw(colors, k=board_length))


class Boring(Player):
    """Guesses codes of one random color."""

    def __init__(self):
        self.player_name = "Boring"

    def make_guess(self, board_length, colors, scsa_name, last_response):
        return random.choice(colors) * board_length
