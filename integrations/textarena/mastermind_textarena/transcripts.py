"""Transcripts of TextArena's Mastermind, and what `arena analyze` reads of them: one game a line."""

import re
from itertools import zip_longest
from typing import Any, Dict, List, Sequence, Tuple

from mastermind_textarena.game import PLAYER, PROMPT, REPEATS, Mastermind


class TranscriptError(ValueError):
    """A transcript that is none."""


def transcript(env: Any, player: str, round: int) -> Dict[str, Any]:
    """The transcript of a game that TextArena has played, for `json.dumps`."""
    state = env.state
    return {"player": player, "round": round, "secret": state.game_state["secret_code"], "log": [list(message[:2]) for message in state.logs]}


def analyzed(player: str, round: int, secret: List[int], log: Sequence[Tuple[int, str]]) -> Dict[str, Any]:
    """A line for `arena analyze`. The game is played again, and a transcript that differs in any message is refused."""
    number, repeats = r"(\d+)", "(" + "|".join(REPEATS.values()) + ")"
    prompt = re.sub(r"([][.])", r"\\\1", PROMPT).format(code_length=number, num_numbers=number, max_turns=number, repeats=repeats)
    said = re.fullmatch(prompt, log[0][1]) if log else None
    if not said:
        raise TranscriptError("its first message is not the prompt of TextArena's Mastermind")
    length, numbers, duplicates, turns = int(said[1]), int(said[2]), said[3] == REPEATS[True], int(said[4])
    game = Mastermind(code_length=length, num_numbers=numbers, max_turns=turns, duplicate_numbers=duplicates)
    game.reset(secret=secret)
    for by, message in log:
        if by == PLAYER and not game.done:
            game.step(message, raw=True)
    for place, (found, expected) in enumerate(zip_longest(map(tuple, log), game.logs), start=1):
        if found != expected:
            raise TranscriptError(f"its message {place} is {found}; with the secret {secret} it is {expected}")
    if not game.done:
        raise TranscriptError("its game is not over")
    return {
        "player": player, "game": f"{length}x{numbers}{'' if duplicates else 'n'}", "codemaker": "insert-colors" if duplicates else "only-once",
        "round": round, "guess_limit": turns + 1, "secret": secret, "guesses": [turn["guess"] for turn in game.history],
        "answers": [[turn["black"], turn["white"]] for turn in game.history],
    }
