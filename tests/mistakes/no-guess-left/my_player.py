from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        if not history:
            return self.colors[0] * self.pegs
        for code in self.candidates(history):
            if history[-1].black > 4:
                return code
