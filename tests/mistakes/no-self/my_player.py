from mastermind_arena import Player


class Mine(Player):
    def guess(history):
        return "AAAA"
