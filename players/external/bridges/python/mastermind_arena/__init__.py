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
from math import comb, exp, perm
from typing import Any, Callable, Dict, Generator, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

__all__ = ["Match", "Player", "Turn", "candidates", "closest", "feedback", "is_consistent", "run"]


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
        turns = [(_letters(guess, first), black, white) for guess, black, white in history]
        codes = candidates(self.pegs, _letters(self.colors, first), turns, shuffled, self.repeats)
        return codes if first is None else (_numbers(code, first) for code in codes)

    def closest(self, history: Iterable[Sequence[Any]]) -> str:
        """A random code that could be the secret, or nearly so, as `closest` gives it."""
        first = _first_number(type(self))
        turns = [(_letters(guess, first), black, white) for guess, black, white in history]
        return _numbers(closest(self.pegs, _letters(self.colors, first), turns, self.repeats), first)  # type: ignore[no-any-return]


# The match that is prepared or played, which players have as attributes.
_match: Optional[Match] = None


def _first_number(kind: type) -> Optional[int]:
    """The number of the first color, if players of this class have codes in numbers."""
    first = getattr(kind, "numbers", None)
    return first if type(first) is int and first in (0, 1) else None


def _numbers(code: str, first: Optional[int]) -> Any:
    """A code as its player has it: as numbers from `first` on, or as it is."""
    return code if first is None else [ord(letter) - ord("A") + first for letter in code]


def _letters(code: Any, first: Optional[int]) -> str:
    """A code of a player as letters."""
    return code if first is None else "".join(chr(ord("A") + number - first) for number in code)  # type: ignore[no-any-return]


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

    The first ones come fast also where there are too many to list: `next(candidates(…))` is one. Codes with the same number of pegs of every
    color follow each other. Where this order takes too many steps to the next code, as at 20x26, a local search takes over. It ends after
    50,000 steps without a further code, so it may leave codes out, or find none.

    >>> list(candidates(2, "ABC", [Turn("AB", 0, 1)]))
    ['CA', 'BC']
    >>> list(candidates(2, "ABC", [Turn("AB", 1, 0)], repeats=False))
    ['AC', 'CB']
    """
    yield from _search(pegs, colors, history, shuffled, repeats)


def _search(
    pegs: int, colors: Sequence[str], history: Iterable[Sequence[Any]], shuffled: bool, repeats: bool
) -> Generator[str, None, str]:
    """The codes that could be the secret. Returns the closest code that was found besides, or nothing where all of them are given."""
    # No code gives feedback of more pegs than it has.
    turns = [(guess, *(int(n) if 0 <= n <= pegs else pegs + 1 for n in answer)) for guess, *answer in history]
    order = random.sample(colors, len(colors)) if shuffled else list(colors)

    def packed(values: Iterable[int]) -> int:
        """A number for each turn, as the bytes of one integer, so that one operation adds or compares all of them."""
        return int.from_bytes(bytes(values), "little")

    def up_to_each(totals: List[int]) -> List[int]:
        return [packed([min(count, total) for total in totals]) for count in range(pegs + 1)]

    signs = packed([128] * len(turns))  # They stay set where what is added is not negative.
    at = [{color: packed([guess[peg] == color for guess, _, _ in turns]) for color in order} for peg in range(pegs)]
    later = [dict.fromkeys(order, 0)]  # Behind each peg, counted from the last one.
    for places in reversed(at):
        later.append({color: later[-1][color] + places[color] for color in order})
    # What so many pegs of a color have in common with each guess, and of the colors after a place of `order` at the most.
    common = {color: up_to_each([guess.count(color) for guess, _, _ in turns]) for color in order}
    most_common = [up_to_each([sum(map(guess.count, order[place:])) for guess, _, _ in turns]) for place in range(1, len(order) + 1)]
    blacks = packed([black for _, black, _ in turns])
    totals = packed([black + white for _, black, white in turns])

    # A depth-first search counts the pegs of each color of `order`, then arranges them. A node has the number of colors that are counted, their
    # pegs, the code so far, and the pegs that the rest owes to each turn: in common with the guess, then black.
    stack = [(0, "", "", totals)]
    found: Set[str] = set()
    most_steps, steps = 50_000 if len(order) ** pegs <= 10**15 else 1000, 0
    while stack and (steps < most_steps or len(found) == _MOST_KEPT):
        steps += 1
        place, pool, code, owed = stack.pop()
        nodes = []
        if place < len(order):
            color, left, others = order[place], pegs - len(pool), len(order) - place - 1
            most = left if repeats else 1  # The pegs of one color.
            counts = list(range(min(left, most), max(left - others * most, 0) - 1, -1))
            if shuffled:  # A number of pegs is the first one as often as random codes have it.
                ways = pow if repeats else perm
                counts.sort(key=lambda count: random.expovariate(comb(left, count) * ways(others, left - count)))
            for count in counts:
                rest = owed - common[color][count]
                if (rest + signs) & (most_common[place][left - count] + signs - rest) & signs == signs:
                    nodes.append((place + 1, pool + color * count, "", rest if others else blacks))
        elif pool:
            for color in dict.fromkeys(random.sample(pool, len(pool)) if shuffled else pool):
                unused, rest = pool.replace(color, "", 1), owed - at[len(code)][color]
                # Blacks are owed at pegs whose color is in the pool.
                possible = sum(map(later[len(unused)].__getitem__, set(unused)))
                if (rest + signs) & (possible + signs - rest) & signs == signs:
                    nodes.append((place, unused, code + color, rest))
        else:
            steps = 0
            if len(found) < _MOST_KEPT:
                found.add(code)
            yield code
        stack += reversed(nodes)
    if not stack and (found or pegs > len(order) and not repeats):
        return ""
    return (yield from _local_search(order, at, common, blacks + (totals << 8 * len(turns)), 2 * len(turns), found, repeats))


def _local_search(
    colors: List[str], at: List[Dict[str, int]], common: Dict[str, List[int]], owed: int, size: int, found: Set[str], repeats: bool
) -> Generator[str, None, str]:
    """Further codes that owe nothing, by a Markov chain of random changes (Metropolis et al. 1953) that prefers small sums of differences
    from what is owed. Returns the code with the smallest sum."""
    pegs = len(at)
    code = random.choices(colors, k=pegs) if repeats else random.sample(colors, pegs)
    counts = {color: code.count(color) for color in colors}
    more = {color: [(b - a) << 4 * size for a, b in zip(sums, sums[1:])] for color, sums in common.items()}
    goal = sum(128 << 8 * place for place in range(size))  # A byte of 128 is no difference.
    state = goal - owed + sum(at[peg][color] for peg, color in enumerate(code))
    state += sum(common[color][count] << 4 * size for color, count in counts.items())
    cost = sum(state.to_bytes(size, "little").translate(_DIFFERENCES))
    closest, smallest, steps = "".join(code), cost, 0
    while steps < _MOST_CHANGES:
        steps += 1
        peg = other = int(random.random() * pegs)
        if random.random() < 0.6:  # an exchange of two pegs
            other = int(random.random() * pegs)
        old, new = code[peg], code[other] if other != peg else colors[int(random.random() * len(colors))]
        if old == new or (other == peg and counts[new] and not repeats):
            continue
        after = state + at[peg][new] - at[peg][old]
        if other == peg:
            after += more[new][counts[new]] - more[old][counts[old] - 1]
        else:
            after += at[other][old] - at[other][new]
        after_cost = sum(after.to_bytes(size, "little").translate(_DIFFERENCES))
        if after_cost > cost and random.random() > exp((cost - after_cost) / 0.4):
            continue
        code[other], code[peg], state, cost = old, new, after, after_cost
        if other == peg:
            counts[old] -= 1
            counts[new] += 1
        if cost < smallest:
            closest, smallest = "".join(code), cost
        if state == goal and "".join(code) not in found:
            found.add("".join(code))
            yield "".join(code)
            steps = 0
    return closest


# The difference from 128 of each byte.
_DIFFERENCES = bytes(min(abs(byte - 128), 255) for byte in range(256))
# The changes of a local search without a further code until it ends: 70 ms at 20x26.
_MOST_CHANGES = 50_000
# The codes that a depth-first search keeps, so that a local search does not give them again. One that finds so many goes on to its end.
_MOST_KEPT = 10_000


def closest(pegs: int, colors: Sequence[str], history: Iterable[Sequence[Any]], repeats: bool = True) -> str:
    """A random code that could be the secret. Where `candidates` finds none, the code found whose feedback differs least, in sum, from that of
    all turns.

    >>> closest(3, "AB", [Turn("ABA", 1, 2), Turn("BAA", 1, 2)])
    'AAB'
    """
    try:
        return next(_search(pegs, colors, history, True, repeats))
    except StopIteration as end:
        return end.value


def run(player: Callable[[], Player]) -> None:
    """Plays what a tournament asks for on standard input. For the end of a player's file, below `if __name__ == "__main__":`."""
    from mastermind_arena import _protocol

    _protocol.run(player)  # type: ignore[no-untyped-call]
