"""Players that break secret codes, for the tournament program `arena`.

    from mastermind_arena import Player, run

    class MyPlayer(Player):
        def guess(self, history):
            return next(self.candidates(history))

    if __name__ == "__main__":
        run(MyPlayer)

A code is a string of letters such as "ABCA": a letter for each peg, from A on a letter for each color. `arena try my_player.py` plays it.
"""

from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

__all__ = ["Match", "Player", "Turn", "candidates", "feedback", "is_consistent", "run"]


class Turn(NamedTuple):
    """A guess and its feedback."""

    guess: str
    #: The number of pegs of the right color in the right place.
    black: int
    #: The number of further pegs of the right color.
    white: int


class Match(NamedTuple):
    """What a player knows before the first round of a match."""

    pegs: int
    #: The colors as text, such as "ABCDEF".
    colors: str
    #: The name of the codemaker, such as "insert-colors".
    codemaker: str
    #: Codes that the codemaker made before; often none. They may have another length than `pegs`.
    samples: List[str]
    #: The guesses of a round.
    max_guesses: int
    #: The CPU time of a round.
    seconds: float


class Player:
    """The base class of players. One object plays all rounds of a match, so it may learn from one to the next.

    The attributes are there in `__init__`, too. `random` and `numpy.random` are seeded before every round, so that the same tournament plays
    the same games.
    """

    pegs: int
    colors: str
    codemaker: str
    samples: List[str]
    max_guesses: int
    seconds: float

    def __new__(cls, *_arguments: Any, **_keywords: Any) -> "Player":
        player = super().__new__(cls)
        if _match is not None:
            vars(player).update(_match._asdict())
        return player

    def begin_match(self, match: Match) -> None:
        """Called once, before the first round. It has 12 times the CPU time of a round."""

    def guess(self, history: List[Turn]) -> str:
        """The next guess. `history` has the turns of this round so far; it is empty when a round begins."""
        raise NotImplementedError("class %s needs a method guess(self, history)" % type(self).__name__)

    def end_round(self, history: List[Turn], secret: Optional[str]) -> None:
        """Called after every round. `secret` is known after a win only."""

    def candidates(self, history: Iterable[Sequence[Any]]) -> Iterator[str]:
        """The codes that could be the secret, as `candidates` gives them."""
        return candidates(self.pegs, self.colors, history)


# The match that is prepared or played, which players have as attributes.
_match: Optional[Match] = None


def feedback(secret: str, guess: str) -> Tuple[int, int]:
    """The numbers of black and white pegs.

    >>> feedback("ABCA", "ACAA")
    (2, 1)
    """
    black = sum(a == b for a, b in zip(secret, guess))
    return black, sum(min(secret.count(color), guess.count(color)) for color in set(guess)) - black


def is_consistent(code: str, history: Iterable[Sequence[Any]]) -> bool:
    """Whether a code could be the secret: whether it would have given the feedback of every turn.

    >>> is_consistent("ABBB", [Turn("AAAA", 1, 0)])
    True
    """
    return all(feedback(code, guess) == (black, white) for guess, black, white in history)


def candidates(pegs: int, colors: str, history: Iterable[Sequence[Any]]) -> Iterator[str]:
    """The codes that could be the secret, one after the other, in the order of `colors`.

    The first ones come fast also where there are too many to list: `next(candidates(…))` is one. Colors in a random order give a
    random one.

    >>> list(candidates(2, "ABC", [Turn("AB", 0, 1)]))
    ['BC', 'CA']
    """
    history = list(history)
    turns = [(guess, {color: guess.count(color) for color in colors}) for guess, _, _ in history]

    def extend(code: str, left: int, owed: List[Tuple[int, int]]) -> Iterator[str]:
        """The candidates that begin with `code`: `left` pegs are left, and so many black pegs and pegs in all are owed to each turn."""
        if left == 0:
            yield code
            return
        left -= 1
        for color in colors:
            used = code.count(color)
            after = []
            for (guess, counts), (black, total) in zip(turns, owed):
                black -= guess[len(code)] == color
                total -= used < counts[color]
                if black < 0 or total < 0 or black > left or total > left:
                    break
                after.append((black, total))
            else:
                yield from extend(code + color, left, after)

    return extend("", pegs, [(black, black + white) for _, black, white in history])


def run(player: Callable[[], Player]) -> None:
    """Plays what a tournament asks for on standard input. For the end of a player's file, below `if __name__ == "__main__":`."""
    from mastermind_arena import _protocol

    _protocol.run(player)
