"""Transcripts of TextArena's Mastermind, and what `arena analyze` reads of them: one game a line."""

import re
from typing import Any, Dict, List, Optional, Sequence, Tuple

from mastermind_textarena.game import GAME, PLAYER, PROMPT, REPEATS, Mastermind

Log = Sequence[Tuple[int, str]]


class TranscriptError(ValueError):
    """A transcript that is none."""


def transcript(env: Any, player: str, round: int) -> Dict[str, Any]:
    """The transcript of a game that TextArena has played, for `json.dumps`."""
    state = env.state
    return {"player": player, "round": round, "secret": state.game_state["secret_code"], "log": [list(message[:2]) for message in state.logs]}


def log_of(text: str) -> Log:
    """The messages of a game in an observation: lines that begin with [GAME] or [Player], and the lines after them."""
    parts = re.split(r"(?:^|\n)\[(GAME|Player)\] ", text)
    return [(GAME if by == "GAME" else PLAYER, message) for by, message in zip(parts[1::2], parts[2::2])]


def analyzed(player: str, round: int, log: Log, secret: Optional[List[int]] = None) -> Dict[str, Any]:
    """A line for `arena analyze`. The game is played again, so that a transcript that differs in any message is refused. Without `secret`
    the last message of the log is taken for the guess that won."""
    if not log:
        raise TranscriptError("it has no message; expected lines that begin with [GAME] or [Player]")
    prompt = PROMPT.translate({ord(mark): "\\" + mark for mark in "[].'"}).format(
        code_length=r"(\d+)", num_numbers=r"(\d+)", max_turns=r"(\d+)", repeats="(" + "|".join(REPEATS.values()) + ")"
    )
    said = re.fullmatch(prompt.strip(), log[0][1].strip())
    if not said:
        raise TranscriptError("its first message is not the prompt of TextArena's Mastermind")
    length, numbers, repeats, turns = int(said[1]), int(said[2]), said[3] == REPEATS[True], int(said[4])
    game = Mastermind(code_length=length, num_numbers=numbers, max_turns=turns, duplicate_numbers=repeats)
    if secret is None:
        last = re.search(r"\[([\d\s]+)\]", log[-1][1]) if log[-1][0] == PLAYER else None
        if not last or len(last[1].split()) != length:
            raise TranscriptError("its secret is not known, because it does not end with the guess that wins; expected the key `secret`")
        secret = [int(number) for number in last[1].split()]
    game.reset(secret=secret)
    for by, message in log:
        if by == PLAYER and not game.done:
            game.play(message)
    for number, ((by, message), expected) in enumerate(zip(log, game.logs), start=1):
        # A text has lost the line end of its prompt.
        if (by, message.strip()) != (expected[0], expected[1].strip()):
            raise TranscriptError(f"its message {number} is {message!r}; with the secret {secret} it is {expected[1]!r}")
    if len(log) != len(game.logs):
        raise TranscriptError(f"it has {len(log)} messages; with the secret {secret} they are {len(game.logs)}")
    return {
        "player": player, "game": f"{length}x{numbers}{'' if repeats else 'n'}", "codemaker": "insert-colors" if repeats else "only-once",
        "round": round, "guess_limit": turns + 1, "secret": secret, "guesses": [turn["guess"] for turn in game.history],
        "answers": [[turn["black"], turn["white"]] for turn in game.history],
    }
