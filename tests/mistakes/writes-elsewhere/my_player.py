from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        with open("/usr/log.txt", "a") as log:
            log.write("a guess")
        return self.colors[0] * self.pegs
