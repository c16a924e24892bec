from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        values = {"A": 1}
        return max(self.colors, key=lambda color: values[color]) * self.pegs
