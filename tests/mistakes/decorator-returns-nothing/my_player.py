from mastermind_arena import Player


def timed(function):
    def wrapper(*arguments):
        return function(*arguments)


class Mine(Player):
    @timed
    def guess(self, history):
        return next(self.candidates(history))
