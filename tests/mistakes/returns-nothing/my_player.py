from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        if not history:
            return self.colors[0] * self.pegs
