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
        if env_id not in ENVIRONMENTS:
            raise ValueError(f"there is no environment {env_id!r}; expected one of {', '.join(ENVIRONMENTS)}")
        values = {**ENVIRONMENTS[env_id], **parameters}
        self.code_length, self.num_numbers = values["code_length"], values["num_numbers"]
        self.max_turns, self.duplicate_numbers = values["max_turns"], values["duplicate_numbers"]

    def reset(self, seed: Optional[int] = None, secret: Optional[Sequence[int]] = None) -> None:
        """Begins a game: with a secret, or with the one that TextArena draws by this seed."""
        generator = random.Random(seed)
        draw = generator.choices if self.duplicate_numbers else generator.sample
        self.secret = list(secret) if secret is not None else draw(range(1, self.num_numbers + 1), k=self.code_length)
        #: All messages, by who says them: GAME or PLAYER.
        self.logs: List[Tuple[int, str]] = []
        self.history: List[Dict[str, Any]] = []
        self.turn_count, self.errors, self.done = 0, 0, False
        self.reward: Optional[float] = None
        self.reason: Optional[str] = None
        self.invalid_move = False
        prompt = {"code_length": self.code_length, "num_numbers": self.num_numbers, "max_turns": self.max_turns}
        self._say(PROMPT.format(**prompt, repeats=REPEATS[bool(self.duplicate_numbers)]))

    def observation(self) -> str:
        """All messages so far, as the player gets them."""
        return "".join(f"\n[{'GAME' if by == GAME else 'Player'}] {message}" for by, message in self.logs)

    def step(self, action: str) -> bool:
        """Plays a reply of the player; returns whether the game is over. Brackets are put around a reply without any."""
        if self.done:
            raise ValueError("the game is over; reset begins another")
        self.play(action if "[" in action or "]" in action else f"[{action}]")
        return self.done

    def play(self, action: str) -> None:
        """Plays a reply as it is, as the environments whose names end with "-raw" do."""
        # Names are taken out of what is shown, and not out of what is read.
        self.logs.append((PLAYER, action.replace("[Player]", "").replace("[GAME]", "")))
        found = re.search(r"\[(\d+(?:\s+\d+)*)\]", action)
        problem = "You did not respond with a space-separated list of numbers wrapped in square brackets."
        guess: List[int] = []
        if found:
            try:
                guess = [int(number) for number in found[1].split()]
                problem = self._problem(guess)
            except ValueError:  # Python reads at most 4300 digits.
                problem = "All entries must be valid integers."
        if problem:
            self._invalid(problem)
            return
        black, white = feedback(_letters(self.secret), _letters(guess))
        self.history.append({"guess": guess, "black": black, "white": white})
        if black == self.code_length:
            self._end(1, f"You have cracked the code, solving {black} out of {black} pegs correctly")
        else:
            self._say(f"Submitted [{found[1]}]. Feedback: {black} black peg(s), {white} white peg(s).")
            if self.turn_count >= self.max_turns:
                share = self._share()
                self._end(share, f"Turn limit reached. You guessed {share * 100:.2f} percent of the numbers correctly.")
        self.errors = 0
        self.turn_count += 1

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

    def _invalid(self, problem: str) -> None:
        """The first invalid move is forgiven, the second one in a row ends the game and counts as a turn."""
        if self.errors == 0:
            self.errors = 1
            self._say(INVALID.format(problem))
        else:
            self.invalid_move = True
            self._end(self._share(), f"Invalid Move: {problem}")
            self.turn_count += 1

    def _share(self) -> float:
        """The partial credit: what the last valid guess got, a white peg being half a black one."""
        if not self.history:
            return 0.0
        last = self.history[-1]
        return (last["black"] + last["white"] * 0.5) / self.code_length  # type: ignore[no-any-return]

    def _end(self, reward: float, reason: str) -> None:
        self.reward, self.reason, self.done = reward, reason, True

    def _say(self, message: str) -> None:
        self.logs.append((GAME, message))


def _letters(code: Sequence[int]) -> str:
    return "".join(chr(ord("A") + number - 1) for number in code)
