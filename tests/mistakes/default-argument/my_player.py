from mastermind_arena import Player, is_consistent


class Mine(Player):
    def guess(self, history, seen=[]):
        seen += history[len(seen):] if len(history) > len(seen) else history[-1:]
        return next(code for code in self.candidates([]) if is_consistent(code, seen))
