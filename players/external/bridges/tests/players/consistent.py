"""A player of the newer form: guesses random consistent codes, prints, and writes a log file."""

from itertools import product

from mastermind import *
from player import *


class Consistent(Player):
    def __init__(self):
        super().__init__()
        self.player_name = "Consistent"
        self.rounds = 0

    def make_guess(self, board_length: int, colors: list, scsa_name: str, last_response: tuple) -> str:
        exact, other, guesses = last_response
        if guesses == 0:
            self.rounds += 1
            self.codes = ["".join(code) for code in product(colors, repeat=board_length)]
        else:
            self.codes = [
                code for code in self.codes
                if Round(board_length, colors, code, scsa_name).process_guess(self.last) == (exact, other)
            ]
        self.last = random.choice(self.codes)
        print(f"round {self.rounds} against {scsa_name}: {self.last}")
        with open("consistent.log", "a") as log:
            log.write(self.last + "\n")
        return self.last


if __name__ == "__main__":
    Mastermind(4, list("ABCDEF")).play_tournament(Consistent(), InsertColors(), 100)
