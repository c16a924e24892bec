"""my-player draws random codes until one is consistent with all turns."""

import random

from mastermind_arena import Player, is_consistent

# The codes drawn for a guess. It limits the work, not the time, so that a seed gives the same games on every machine.
MOST_DRAWS = 1000


class MyPlayer(Player):
    def draw(self):
        choose = random.choices if self.repeats else random.sample  # In some games no color may come twice.
        return "".join(choose(self.colors, k=self.pegs))

    def guess(self, history):
        """Change this method. `history` has the turns of the round so far, each (guess, black, white), such as ("AABB", 1, 2)."""
        code = self.draw()
        for _ in range(1, MOST_DRAWS):
            if is_consistent(code, history):
                break
            code = self.draw()
        return code
