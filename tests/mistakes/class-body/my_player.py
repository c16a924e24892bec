from mastermind_arena import Player


class Mine(Player):
    first = self.colors[0]

    def guess(self, history):
        return self.first * self.pegs
