"""Players that break secret codes, for the tournament program `arena`.

    from mastermind_arena import Player, run

    class MyPlayer(Player):
        def guess(self, history):
            return next(self.candidates(history))

    if __name__ == "__main__":
        run(MyPlayer)

A code is a string of letters such as "ABCA": a letter for each peg, from A on a letter for each color. `arena try my_player.py` plays it.
"""

import random
from math import comb, perm
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
    #: Whether a color may come twice in a code: in secrets and in guesses. Where it may not, such a guess is illegal.
    repeats: bool
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

    #: None: a code is text. 0 or 1: it is a list of numbers from there on, such as [0, 1, 2, 0], wherever there are codes: guesses, `history`,
    #: `secret`, `samples`, `colors`, and what `candidates` gives.
    numbers: Optional[int] = None
    pegs: int
    colors: str
    repeats: bool
    codemaker: str
    samples: List[str]
    max_guesses: int
    seconds: float

    def __new__(cls, *_arguments: Any, **_keywords: Any) -> "Player":
        player = super().__new__(cls)
        if _match is not None:
            vars(player).update(_numbered(_match, _first_number(cls))._asdict())
        return player

    def begin_match(self, match: Match) -> None:
        """Called once, before the first round. It has 12 times the CPU time of a round."""

    def guess(self, history: List[Turn]) -> str:
        """The next guess. `history` has the turns of this round so far; it is empty when a round begins."""
        raise NotImplementedError("class %s needs a method guess(self, history)" % type(self).__name__)

    def end_round(self, history: List[Turn], secret: Optional[str]) -> None:
        """Called after every round. `secret` is known after a win only."""

    def candidates(self, history: Iterable[Sequence[Any]], shuffled: bool = False) -> Iterator[str]:
        """The codes that could be the secret, as `candidates` gives them."""
        first = _first_number(type(self))
        if first is None:
            return candidates(self.pegs, self.colors, history, shuffled, self.repeats)
        turns = [(_letters(guess, first), black, white) for guess, black, white in history]
        codes = candidates(self.pegs, _letters(self.colors, first), turns, shuffled, self.repeats)
        return (_numbers(code, first) for code in codes)


# The match that is prepared or played, which players have as attributes.
_match: Optional[Match] = None


def _first_number(kind: type) -> Optional[int]:
    """The number of the first color, if players of this class have codes in numbers."""
    first = getattr(kind, "numbers", None)
    return first if type(first) is int and first in (0, 1) else None


def _numbers(code: str, first: Optional[int]) -> Any:
    """A code as its player has it: as numbers from `first` on, or as it is."""
    return code if first is None else [ord(letter) - ord("A") + first for letter in code]


def _letters(code: Iterable[Any], first: int) -> str:
    return "".join(chr(ord("A") + number - first) for number in code)


def _numbered(match: Match, first: Optional[int]) -> Match:
    samples = [_numbers(code, first) for code in match.samples]
    return match._replace(colors=_numbers(match.colors, first), samples=samples)


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


def candidates(
    pegs: int, colors: Sequence[str], history: Iterable[Sequence[Any]], shuffled: bool = False, repeats: bool = True
) -> Iterator[str]:
    """The codes that could be the secret, one after the other: beginning with the first colors, or in a random order. Without `repeats`
    no color comes twice in them.

    The first ones come fast also where there are too many to list: `next(candidates(…))` is one. At 20x26 the search for a code that agrees
    with seven turns or more can take longer than a round has. Codes with the same number of pegs of every color follow each other.

    >>> list(candidates(2, "ABC", [Turn("AB", 0, 1)]))
    ['CA', 'BC']
    >>> list(candidates(2, "ABC", [Turn("AB", 1, 0)], repeats=False))
    ['AC', 'CB']
    """
    turns = list(history)
    order = random.sample(colors, len(colors)) if shuffled else list(colors)
    # The pegs of each guess that have one of the colors after a place of `order`.
    ahead = [[sum(map(guess.count, order[place:])) for guess, _, _ in turns] for place in range(1, len(order) + 1)]

    def choose(pool: str, place: int, owed: List[int]) -> Iterator[str]:
        """The candidates that have these pegs, further ones of the colors from `place` on, and so many in common with each guess."""
        left, later = pegs - len(pool), len(order) - place - 1
        if later < 0:
            yield from arrange("", pool, [black for _, black, _ in turns])
            return
        most = left if repeats else 1  # The pegs of one color.
        counts = list(range(min(left, most), max(left - later * most, 0) - 1, -1))
        if shuffled:  # A number of pegs is the first one as often as random codes have it.
            ways = pow if repeats else perm
            counts.sort(key=lambda count: random.expovariate(comb(left, count) * ways(later, left - count)))
        for count in counts:
            after = [total - min(count, guess.count(order[place])) for (guess, _, _), total in zip(turns, owed)]
            if all(0 <= total <= min(left - count, most) for total, most in zip(after, ahead[place])):
                yield from choose(pool + order[place] * count, place + 1, after)

    def arrange(code: str, pool: str, owed: List[int]) -> Iterator[str]:
        """The candidates that begin with `code`, go on with the pegs of `pool`, and have so many black pegs there for each turn."""
        if not pool:
            yield code
            return
        place = len(code)
        for color in dict.fromkeys(random.sample(pool, len(pool)) if shuffled else pool):
            after = [black - (guess[place] == color) for (guess, _, _), black in zip(turns, owed)]
            rest = pool.replace(color, "", 1)
            # Blacks are owed at pegs whose color is in the pool.
            if all(
                black == 0 or 0 < black <= sum(map(rest.__contains__, guess[place + 1 :]))
                for (guess, _, _), black in zip(turns, after)
            ):
                yield from arrange(code + color, rest, after)

    return choose("", 0, [black + white for _, black, white in turns])


def run(player: Callable[[], Player]) -> None:
    """Plays what a tournament asks for on standard input. For the end of a player's file, below `if __name__ == "__main__":`."""
    from mastermind_arena import _protocol

    _protocol.run(player)  # type: ignore[no-untyped-call]
