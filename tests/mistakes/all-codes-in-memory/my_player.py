from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        codes = []
        while True:
            codes.append([0] * 10_000_000)
