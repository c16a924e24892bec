"""One round of Mastermind with replies in free text, played on the engine of `arena`. It needs nothing of `verifiers`."""

import re
from math import log2
from typing import Any, Dict, List, Optional

from mastermind_arena.engine import Engine, EngineError

# So many replies in a row without a legal guess end the round.
ILLEGAL_IN_A_ROW = 2


def start(program: str) -> Engine:
    """A running engine."""
    try:
        return Engine([program, "engine"])
    except OSError as error:
        reason = error.strerror
    raise ValueError(f"cannot start the program {program!r}: {reason}; expected `arena` on the PATH, or --env.taskset.program FILE")


def guess_in(reply: str, pegs: int, colors: int) -> str:
    """The code that a reply guesses, as text for the engine, which judges it; or "".

    What `<think>` encloses is skipped. The last `<guess>` counts, whatever its letter case, with or without an end tag; blanks, commas,
    hyphens, and marks such as brackets are skipped in it. Without one, it is the last code that stands alone in the reply: capital letters or
    digits of the game, one after the other or with the same separator between them.

    >>> guess_in("<think>ABCD?</think> I say <Guess>[a, b, c, c]</Guess>!", 4, 6), guess_in("**1 2 3 4** it is, not 1289", 4, 6)
    ('ABCC', '1234')
    """
    reply = re.sub(r"<think>.*?(</think>|$)", " ", reply, flags=re.DOTALL | re.IGNORECASE)
    tags = re.findall(r"<guess>([^<]*)", reply, flags=re.IGNORECASE)
    if tags:
        return re.sub(r"[\W_]", "", tags[-1]).upper()
    kinds = [f"A-{chr(ord('A') + colors - 1)}"] + ([f"1-{colors}"] if colors < 10 else [])
    alone = "|".join(rf"[{kind}](?:(?P<separator{i}>[ ,-]*)[{kind}](?:(?P=separator{i})[{kind}]){{{pegs - 2}}})" for i, kind in enumerate(kinds))
    if pegs == 1:
        alone = "|".join(f"[{kind}]" for kind in kinds)
    codes = [match.group() for match in re.finditer(rf"(?<![A-Za-z0-9])(?:{alone})(?![A-Za-z0-9])", reply)]
    return re.sub(r"[ ,-]", "", codes[-1]) if codes else ""


class Round:
    """A round in play. `end` is None, "won", "lost" (the last guess was wrong) or "illegal" (too many replies without a legal guess)."""

    def __init__(self, engine: Engine, game: str, codemaker: str, seed: int, round: int, guess_limit: int) -> None:
        self.engine = engine
        opened = engine.ask("new", game=game, codemaker=codemaker, seed=seed, round=round, guess_limit=guess_limit)
        self.pegs, self.colors, self.guess_limit = opened["pegs"], opened["colors"], guess_limit
        self.guesses: List[str] = []
        self.answers: List[List[int]] = []
        self.consistent = self.illegal = self.illegal_in_a_row = 0
        self.end: Optional[str] = None
        self.bits: Optional[float] = 0.0

    def reply(self, text: str) -> str:
        """Plays a reply, and returns what the model is told."""
        code = guess_in(text, self.pegs, self.colors)
        try:
            if not code:
                raise EngineError("input", "there is no guess in your reply; end it with <guess>CODE</guess>")
            consistent, before = self.engine.ask("consistent", guess=code)["consistent"], self._candidates()
            answer = self.engine.ask("guess", guess=code)
        except EngineError as error:
            if error.kind != "input":
                raise
            self.illegal += 1
            self.illegal_in_a_row += 1
            if self.illegal_in_a_row == ILLEGAL_IN_A_ROW:
                self.end = "illegal"
                return f"No legal guess: {error}. The game is over."
            return f"No legal guess: {error}. Your next reply needs a legal one, or the game is over."
        self.illegal_in_a_row = 0
        self.guesses.append(code)
        self.answers.append([answer["black"], answer["white"]])
        self.consistent += consistent
        after, self.end = self._candidates(), answer["end"]
        self.bits = self.bits + log2(before / after) if self.bits is not None and before and after else None
        left = self.guess_limit - len(self.guesses)
        return f"{code}: {answer['black']} black, {answer['white']} white. {left} guess{'es' * (left != 1)} left."

    def _candidates(self) -> Optional[float]:
        return self.engine.ask("count").get("count")

    def facts(self) -> Dict[str, Any]:
        """What rewards and metrics are computed from."""
        return {"end": self.end, "consistent": self.consistent, "illegal": self.illegal, "bits": self.bits}
