from mastermind_arena import Playr


class Mine(Playr):
    def guess(self, history):
        return self.colors[0] * self.pegs
