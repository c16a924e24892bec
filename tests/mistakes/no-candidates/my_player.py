from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        seen = [(turn.guess, turn.white, turn.black) for turn in history]
        return next(self.candidates(seen))
