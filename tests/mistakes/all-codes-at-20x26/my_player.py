from itertools import product

from mastermind_arena import Player, is_consistent


class Mine(Player):
    def guess(self, history):
        if self.pegs < 20:
            return next(self.candidates(history))
        codes = list(product(self.colors, repeat=self.pegs))
        return "".join(next(code for code in codes if is_consistent(code, history)))
