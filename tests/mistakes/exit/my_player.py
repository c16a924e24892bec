import sys
from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        if history:
            sys.exit("no idea")
        return self.colors[0] * self.pegs
