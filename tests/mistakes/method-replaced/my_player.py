from mastermind_arena import Player


class Mine(Player):
    def __init__(self):
        self.guess = self.colors[0] * self.pegs

    def guess(self, history):
        return self.guess
