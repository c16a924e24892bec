from mastermind_arena import Player


class Mine(Player):
    def guess(self):
        return "AAAA"
