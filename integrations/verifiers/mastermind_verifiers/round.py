"""One round of Mastermind with replies in free text, played on the engine of `arena`. It needs nothing of `verifiers`."""

import re
from math import log2
from typing import Any, List, Optional

from mastermind_arena.engine import Engine, EngineError


def start(program: str) -> Engine:
    """A running engine."""
    try:
        return Engine([program, "engine"])
    except OSError as error:
        expected = "expected `arena` on the PATH, or --env.taskset.program FILE"
        raise ValueError(f"cannot start the program {program!r}: {error.strerror}; {expected}") from None


def guess_in(reply: str, pegs: int, colors: int) -> str:
    """The code that a reply guesses, as text for the engine, which judges it; or "".

    What `<think>` encloses is skipped. The last `<guess>` counts, whatever its letter case, with or without an end tag; blanks, commas,
    hyphens, and marks such as brackets are skipped in it. Without one, it is the last code that stands alone in the reply, in capital letters
    or else in digits of the game, one after the other or with the same separator between them.

    >>> guess_in("<think>ABCD?</think> I say <Guess>[a, b, c, c]</Guess>!", 4, 6), guess_in("**1 2 3 4** it is, not 1289", 4, 6)
    ('ABCC', '1234')
    """
    reply = re.sub(r"<think>.*?(</think>|$)", " ", reply, flags=re.DOTALL | re.IGNORECASE)
    tags = re.findall(r"<guess>([^<]*)", reply, flags=re.IGNORECASE)
    if tags:
        return re.sub(r"[\W_]", "", tags[-1]).upper()
    last = ""
    for peg in (f"[1-{min(colors, 9)}]", f"[A-{chr(ord('A') + colors - 1)}]"):
        more = rf"([ ,-]*){peg}(?:\1{peg}){{{pegs - 2}}}" if pegs > 1 else ""
        for match in re.finditer(rf"(?<![A-Za-z0-9]){peg}{more}(?![A-Za-z0-9])", reply):
            last = match[0]
    return re.sub(r"[ ,-]", "", last)


class Round:
    """A round in play. `end` is None, "won", "lost" (the last guess was wrong) or "illegal" (two replies in a row had no legal guess)."""

    def __init__(self, engine: Engine, **question: Any) -> None:
        self.engine, self.game = engine, engine.ask("new", **question)
        self.guesses: List[str] = []
        self.answers: List[List[int]] = []
        self.consistent = self.illegal = self.illegal_in_a_row = 0
        self.end: Optional[str] = None
        self.bits: Optional[float] = 0.0

    def reply(self, text: str) -> str:
        """Plays a reply, and returns what the model is told."""
        code = guess_in(text, self.game["pegs"], self.game["colors"])
        try:
            if not code:
                raise EngineError("input", "there is no guess in your reply; end it with <guess>CODE</guess>")
            consistent, before = self.engine.ask("consistent", guess=code)["consistent"], self._candidates()
            answer = self.engine.ask("guess", guess=code)
        except EngineError as error:
            if error.kind != "input":
                raise
            self.illegal, self.illegal_in_a_row = self.illegal + 1, self.illegal_in_a_row + 1
            self.end = "illegal" if self.illegal_in_a_row == 2 else None
            return f"No legal guess: {error}. Your next reply needs a legal one, or the game is over."
        self.illegal_in_a_row = 0
        self.guesses.append(code)
        self.answers.append([answer["black"], answer["white"]])
        self.consistent += consistent
        after, self.end = self._candidates(), answer["end"]
        self.bits = self.bits + log2(before / after) if self.bits is not None and before and after else None
        left = self.game["guess_limit"] - len(self.guesses)
        return f"{code}: {answer['black']} black, {answer['white']} white. {left} guess{'es' * (left != 1)} left."

    def _candidates(self) -> Optional[float]:
        return self.engine.ask("count").get("count")
