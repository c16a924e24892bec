from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        code = "A" * self.pegs
        while True:
            if self.is_good(code):
                return code

    def is_good(self, code):
        return False
