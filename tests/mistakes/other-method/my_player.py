from mastermind_arena import Player


class Mine(Player):
    def get_guess(self, history):
        return self.colors[0] * self.pegs
