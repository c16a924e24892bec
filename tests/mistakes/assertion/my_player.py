from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        code = next(self.candidates(history))
        assert len(code) == 5, "codes have 5 pegs"
        return code
