from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        try:
            return self.colors[history[-1].total] * self.pegs
        except Exception:
            return self.colors[0] * self.pegs
