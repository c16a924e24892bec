from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        return self.colors[:3]
