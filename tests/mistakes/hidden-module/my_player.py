import statistics
from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        return self.colors[int(statistics.mean([0, 1]))] * self.pegs
