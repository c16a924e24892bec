"""Codes, secrets and candidates of a game as arrays of numpy, for `mastermind_arena.gym`.

A code is an array of colors from 0 on. An *answer* is the number of a pair of black and white pegs: t(t + 1)/2 + black, where t is black +
white.
"""

from math import perm
from typing import Any, Callable, Iterator, List, Optional, Sequence, Union

import numpy as np

__all__ = ["Game", "Table"]

# The most candidates that are counted. A game that may have more of them has no counts.
MAX_CANDIDATES = 100_000
# The most bytes of a `Table`: it fits at 5x6, 4x9, and at 4x10 for secrets that have no color twice, and not at 5x8.
MAX_TABLE_BYTES = 1 << 28

# How secrets are drawn: "any", "only-once", a list of codes, or a function.
Secrets = Union[str, Sequence[Any], Callable[[np.random.Generator], Any]]


class Game:
    """A size, and how secrets are drawn.

    `support` has the codes that may be secrets, in lexicographic order, one per row; None if there are more than `MAX_CANDIDATES`.
    """

    def __init__(self, pegs: int, colors: int, secrets: Secrets) -> None:
        if not (1 <= pegs <= 32 and 1 <= colors <= 26):
            raise ValueError("a game has 1 to 32 pegs and 1 to 26 colors, not %s and %s" % (pegs, colors))
        self.pegs, self.colors, self.secrets = pegs, colors, secrets
        totals = [total for total in range(pegs + 1) for _ in range(total + 1)]
        blacks = [black for total in range(pegs + 1) for black in range(total + 1)]
        #: The black and white pegs of every answer.
        self.black = np.array(blacks, np.int8)
        self.white = np.array(totals, np.int8) - self.black
        #: What a color is worth at each peg in the rank of a code, if ranks are 64-bit numbers.
        self.powers = np.array([colors**peg if colors**pegs < 2**63 else 0 for peg in reversed(range(pegs))], np.int64)
        self.samples: Optional[np.ndarray] = None
        if isinstance(secrets, str):
            if secrets not in ("any", "only-once"):
                raise ValueError('secrets are "any", "only-once", a list of codes, or a function, not %r' % secrets)
            if secrets == "only-once" and pegs > colors:
                raise ValueError("%d pegs cannot have different colors of %d" % (pegs, colors))
        elif not callable(secrets):
            self.samples = np.array([self.code(code) for code in secrets], np.uint8)
            if not len(self.samples):
                raise ValueError("the list of secrets is empty")
        self.support = self._support()
        #: The number of codes that may be secrets; 0 if they are not listed.
        self.size = 0 if self.support is None else len(self.support)

    def _support(self) -> Optional[np.ndarray]:
        if self.samples is not None:
            support = np.unique(self.samples, axis=0)
            return support if len(support) <= MAX_CANDIDATES else None
        if (perm(self.colors, self.pegs) if self.secrets == "only-once" else self.colors**self.pegs) > MAX_CANDIDATES:
            return None
        # Codes grow by a peg at a time, so that those with a color twice are never listed.
        codes = np.zeros((1, 0), np.uint8)
        for _ in range(self.pegs):
            last = np.tile(np.arange(self.colors, dtype=np.uint8), len(codes))[:, None]
            codes = np.repeat(codes, self.colors, axis=0)
            if self.secrets == "only-once":
                is_new = (codes != last).all(axis=1)
                codes, last = codes[is_new], last[is_new]
            codes = np.concatenate([codes, last], axis=1)
        return codes

    def code(self, code: Sequence[Any]) -> List[int]:
        """A code that is given as letters or as numbers, as a list of numbers."""
        pegs = [ord(peg) - ord("A") if isinstance(peg, str) else int(peg) for peg in code]
        if len(pegs) != self.pegs or not all(0 <= peg < self.colors for peg in pegs):
            raise ValueError("not a code of %d pegs and %d colors: %r" % (self.pegs, self.colors, code))
        return pegs

    def draw(self, rng: np.random.Generator, matches: int, rounds: int) -> np.ndarray:
        """The secrets of some matches, by match, round and peg. Matches that are drawn one by one have the same secrets."""
        count = matches * rounds
        if self.samples is not None:
            codes = self.samples[rng.integers(len(self.samples), size=count)]
        elif self.secrets == "any":
            codes = rng.integers(self.colors, size=(count, self.pegs))
        elif self.secrets == "only-once":
            codes = np.array([rng.permutation(self.colors)[: self.pegs] for _ in range(count)])
        else:
            codes = np.array([code for _ in range(matches) for code in self._made(rng, rounds)])
        return codes.astype(np.uint8).reshape(matches, rounds, self.pegs)

    def _made(self, rng: np.random.Generator, rounds: int) -> Iterator[List[int]]:
        """The secrets of a match that a function makes."""
        made = None
        for _ in range(rounds):
            if not hasattr(made, "__next__"):
                made = self.secrets(rng)  # type: ignore[operator]
            yield self.code(next(made) if hasattr(made, "__next__") else made)

    def color_counts(self, codes: np.ndarray) -> np.ndarray:
        """The number of pegs of every color, by color and code. `codes` are by peg and code."""
        return np.array([(codes == color).sum(axis=0, dtype=np.uint8) for color in range(self.colors)])

    def answers(self, codes: np.ndarray, counts: np.ndarray, guesses: np.ndarray, guess_counts: np.ndarray) -> np.ndarray:
        """The answers of codes to guesses, by counting. Codes and guesses are by peg and code, with the counts of their colors."""
        black = (codes == guesses).sum(axis=0, dtype=np.int32)
        total = np.minimum(counts, guess_counts).sum(axis=0, dtype=np.int32)
        return total * (total + 1) // 2 + black


class Candidates:
    """The candidates of one round: the codes of the support that fit all feedback. They are filtered one guess after the other."""

    def __init__(self, game: Game) -> None:
        assert game.support is not None
        self.game = game
        self.all = np.ascontiguousarray(game.support.T)
        self.all_counts = game.color_counts(self.all)
        self.restart()

    def restart(self) -> None:
        """All codes of the support are candidates."""
        self.left, self.counts = self.all, self.all_counts

    def narrow(self, guess: np.ndarray, answer: int) -> int:
        """Keeps the codes that give an answer, and returns their number."""
        guess = np.asarray(guess)[:, None]
        fits = self.game.answers(self.left, self.counts, guess, self.game.color_counts(guess)) == answer
        self.left, self.counts = self.left[:, fits], self.counts[:, fits]
        return self.left.shape[1]


class Table:
    """The answers of all codes of the support to all guesses, and for every guess and answer the set of codes that give it, in bits."""

    def __init__(self, game: Game) -> None:
        assert game.support is not None
        codes = np.ascontiguousarray(game.support.T)
        counts = game.color_counts(codes)
        size, kinds, words = codes.shape[1], len(game.black), -(-codes.shape[1] // 64)
        guesses = game.colors**game.pegs
        self.kinds, self.powers = kinds, game.powers
        #: By the rank of a guess and the index of a secret in the support.
        self.answers = np.empty((guesses, size), np.uint8)
        #: By rank · `kinds` + answer: the set of codes.
        self.fits = np.zeros((guesses * kinds, words), np.uint64)
        sets = self.fits.view(np.uint8).reshape(guesses, kinds, words * 8)
        kind = np.arange(kinds, dtype=np.uint8)[:, None]
        for rank in range(guesses):
            guess = (rank // game.powers % game.colors)[:, None]
            self.answers[rank] = game.answers(codes, counts, guess, game.color_counts(guess))
            sets[rank, :, : -(-size // 8)] = np.packbits(self.answers[rank] == kind, axis=1)
        #: The set of all codes.
        self.all = np.bitwise_or.reduce(self.fits[:kinds], axis=0)
        self.ranks = game.support @ game.powers

    @staticmethod
    def is_possible(game: Game) -> bool:
        """Whether the game is so small that its table takes at most `MAX_TABLE_BYTES`."""
        if game.support is None or len(game.black) > 256:
            return False
        row = len(game.support) + len(game.black) * -(-len(game.support) // 64) * 8
        return game.colors**game.pegs * row <= MAX_TABLE_BYTES

    def indices(self, secrets: np.ndarray) -> np.ndarray:
        """The indices of codes in the support."""
        return np.searchsorted(self.ranks, secrets @ self.powers)
