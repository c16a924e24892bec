import json

from mastermind_arena import Player


class Mine(Player):
    def guess(self, history):
        return next(self.candidates(history))

    def end_round(self, history, secret):
        with open("secrets.json", "w") as file:
            json.dump(secret, file)
