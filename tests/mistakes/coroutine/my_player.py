from mastermind_arena import Player


class Mine(Player):
    async def guess(self, history):
        return "A" * self.pegs
