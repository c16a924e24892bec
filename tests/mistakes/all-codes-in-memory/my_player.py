from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        codes = ["AAAA"] * 26 ** 8
        return codes[len(history)]
