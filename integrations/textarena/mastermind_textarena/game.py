"""TextArena's Mastermind, with the same observations, ends and rewards. It does not need TextArena."""

import random
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple

from mastermind_arena import feedback

GAME, PLAYER = -1, 0  # Who says a message, as in the logs of TextArena.
ENVIRONMENTS: Dict[str, Dict[str, Any]] = {
    "Mastermind-v0": {"code_length": 4, "num_numbers": 6, "max_turns": 20, "duplicate_numbers": False},
    "Mastermind-v0-hard": {"code_length": 4, "num_numbers": 8, "max_turns": 30, "duplicate_numbers": False},
    "Mastermind-v0-extreme": {"code_length": 6, "num_numbers": 12, "max_turns": 50, "duplicate_numbers": True},
}
PROMPT = """\
You are playing Mastermind.
You need to find the code that is {code_length} digits long, each digit from 1 to {num_numbers}, {repeats}.
In your response, you can submit your guess in the following format: '[2 1 4 5]'.
After each guess, you will receive feedback in the form of black and white pegs.
A black peg indicates a correct digit in the correct position, while a white peg indicates a correct digit in the wrong position.
You have {max_turns} turns to guess the code.
"""
REPEATS = {True: "with possible repeats", False: "with no duplicates"}
INVALID = "You attempted an invalid move. Reason: {} Please resubmit a valid move and remember to follow the game rules to avoid penalties."


class Mastermind:
    """A game of an environment such as "Mastermind-v0", with its parameters or others. The names are those of TextArena."""

    def __init__(self, env_id: str = "Mastermind-v0", **parameters: Any) -> None:
        values = {**ENVIRONMENTS[env_id], **parameters}
        self.code_length, self.num_numbers = values["code_length"], values["num_numbers"]
        self.max_turns, self.duplicate_numbers = values["max_turns"], values["duplicate_numbers"]

    def reset(self, seed: Optional[int] = None, secret: Optional[Sequence[int]] = None) -> None:
        """Begins a game: with a secret, or with the one that TextArena draws by this seed."""
        generator = random.Random(seed)
        draw = generator.choices if self.duplicate_numbers else generator.sample
        self.secret = list(secret) if secret is not None else draw(range(1, self.num_numbers + 1), k=self.code_length)
        #: All messages, by who says them: GAME or PLAYER.
        self.logs: List[Tuple[int, str]] = [(GAME, PROMPT.format(repeats=REPEATS[bool(self.duplicate_numbers)], **vars(self)))]
        self.history: List[Dict[str, Any]] = []
        self.turn_count, self.errors, self.done, self.invalid_move = 0, 0, False, False
        self.reward: Optional[float] = None
        self.reason: Optional[str] = None

    def observation(self) -> str:
        """All messages so far, as the player gets them."""
        return "".join(f"\n[{'GAME' if by == GAME else 'Player'}] {message}" for by, message in self.logs)

    def step(self, action: str, raw: bool = False) -> bool:
        """Plays a reply; returns whether the game is over. Brackets are put around a reply that has none, if it is not `raw`."""
        if not (raw or "[" in action or "]" in action):
            action = f"[{action}]"
        # Names are taken out of what is shown, and not out of what is read.
        self.logs.append((PLAYER, action.replace("[Player]", "").replace("[GAME]", "")))
        found = re.search(r"\[(\d+(?:\s+\d+)*)\]", action)
        problem, guess = "You did not respond with a space-separated list of numbers wrapped in square brackets.", []
        try:
            if found:
                guess = [int(number) for number in found[1].split()]
                problem = self._problem(guess)
        except ValueError:  # Python reads at most 4300 digits.
            problem = "All entries must be valid integers."
        if problem and not self.errors:
            self.errors = 1
            self.logs.append((GAME, INVALID.format(problem)))
            return False
        if problem:
            self.invalid_move = True
            self._end(self._share(), f"Invalid Move: {problem}")
        else:
            self._answer(guess, found[1])
        self.errors = 0
        self.turn_count += 1
        return self.done

    def _answer(self, guess: List[int], text: str) -> None:
        black, white = feedback(*("".join(chr(ord("A") + number - 1) for number in code) for code in (self.secret, guess)))
        self.history.append({"guess": guess, "black": black, "white": white})
        if black == self.code_length:
            self._end(1, f"You have cracked the code, solving {black} out of {black} pegs correctly")
            return
        self.logs.append((GAME, f"Submitted [{text}]. Feedback: {black} black peg(s), {white} white peg(s)."))
        if self.turn_count >= self.max_turns:
            self._end(self._share(), f"Turn limit reached. You guessed {self._share() * 100:.2f} percent of the numbers correctly.")

    def _problem(self, guess: List[int]) -> str:
        """Why a guess is invalid, or ""."""
        if len(guess) != self.code_length:
            return f"The guess should contain exactly {self.code_length} numbers."
        if not all(1 <= number <= self.num_numbers for number in guess):
            return f"All numbers must be between 1 and {self.num_numbers}."
        if not self.duplicate_numbers and len(set(guess)) < len(guess):
            return "Duplicate numbers are not allowed."
        if guess in [turn["guess"] for turn in self.history]:
            return f"You have already guessed {guess}. Please try a different guess."
        return ""

    def _share(self) -> float:
        """The partial credit: what the last valid guess got, a white peg being half a black one."""
        last = self.history[-1] if self.history else {"black": 0, "white": 0}
        return (last["black"] + last["white"] * 0.5) / self.code_length  # type: ignore[no-any-return]

    def _end(self, reward: float, reason: str) -> None:
        self.reward, self.reason, self.done = reward, reason, True
