"""The taskset, one round per task, and the environment that plays it."""

import asyncio
import re
import subprocess
from typing import Dict, Iterator, Optional

import verifiers.v1 as vf
from pydantic import Field

from mastermind_verifiers.round import Round, start

PROMPT = """\
You play Mastermind against a program that has made a secret code.

- The code has {pegs} letters from A to {last}. {repeats}
- {rule}You have {guess_limit} guesses.
- After each guess you are told its black pegs, the letters that are right at the right place, and its white pegs, the further letters that \
are right at a wrong place.
- You win with the guess that equals the secret.

Think first if you like. End every reply with one guess in this form:

<guess>{example}</guess>

A reply without a legal guess costs no guess, but two such replies in a row end the game, and you have lost.
"""


class MastermindConfig(vf.TasksetConfig):
    """Which rounds are played. The same values make the same secrets."""

    game: str = "4x6"
    """Pegs x colors; 4x10n where no color comes twice in a code."""
    codemaker: Optional[str] = None
    """A name of `arena list`. Default: all codes are equally likely."""
    rounds: int = Field(100, ge=1)
    """The tasks: rounds 1 to this number, each with a secret."""
    guess_limit: int = Field(10, ge=1)
    seed: int = Field(1, ge=0)
    program: str = "arena"
    """The program `arena`."""


class MastermindData(vf.TaskData):
    game: str
    codemaker: str
    seed: int
    round: int
    guess_limit: int
    secret: str


class MastermindTask(vf.Task[MastermindData]):
    """Rewards and metrics. They read what the environment leaves in `trace.info`."""

    @vf.reward
    async def win(self, trace: vf.Trace) -> float:
        return float(trace.info["facts"]["end"] == "won")

    @vf.metric
    async def play(self, trace: vf.Trace) -> Dict[str, float]:
        """What is unknown is left out: shares of no guesses, and bits where there are too many candidates to count."""
        facts, guesses = trace.info["facts"], len(trace.info["game"]["guesses"])
        metrics = {"guesses": float(guesses), "illegal": float(facts["illegal"])}
        if guesses:
            metrics["consistent"] = facts["consistent"] / guesses
        if facts["bits"] is not None:
            metrics["bits"] = facts["bits"]
        return metrics


class MastermindTaskset(vf.Taskset[MastermindTask, MastermindConfig]):
    def load(self) -> Iterator[MastermindTask]:
        config = self.config
        with start(config.program) as engine:
            for number in range(1, config.rounds + 1):
                named = {} if config.codemaker is None else {"codemaker": config.codemaker}
                game = engine.ask("new", game=config.game, seed=config.seed, round=number, guess_limit=config.guess_limit, **named)
                if number == 1:
                    prompt = self._prompt(game)
                data = MastermindData(
                    name=f"{game['game']}-{game['codemaker']}-{config.seed}-{number}", prompt=prompt, game=game["game"],
                    codemaker=game["codemaker"], seed=config.seed, round=number, guess_limit=config.guess_limit,
                    secret=engine.ask("reveal")["secret"],
                )
                yield MastermindTask(data, config.task)

    def _prompt(self, game: Dict) -> str:
        listed = subprocess.run([self.config.program, "list"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        # Players are not told the rules of mysteries.
        rule = None if game["codemaker"].startswith("mystery") else re.search(rf"^ *{re.escape(game['codemaker'])}  +(.*?)( \(|$)", listed, re.MULTILINE)
        letters = [chr(ord("A") + color) for color in range(game["colors"])]
        repeats = "No letter comes twice, neither in the secret nor in a guess." if game["game"].endswith("n") else "A letter may come more than once."
        return PROMPT.format(
            pegs=game["pegs"], last=letters[-1], repeats=repeats, guess_limit=game["guess_limit"],
            rule=f"How secrets are made: {rule[1]} (a letter is a color, a place is a peg). " if rule else "",
            example="".join(letters[peg % len(letters)] for peg in range(game["pegs"])),
        )


class MastermindEnvConfig(vf.EnvConfig):
    # Its harness is that of this package; it runs no programs, so it needs no container.
    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class MastermindEnv(vf.Env[MastermindEnvConfig]):
    async def run(self, task: MastermindTask, agents: vf.Agents) -> None:
        data = task.data
        with start(self.taskset.config.program) as engine:
            round = Round(engine, data.game, data.codemaker, data.seed, data.round, data.guess_limit)
            async with agents.player.interaction(task) as interaction:
                trace = interaction.trace
                try:
                    segment = await interaction.turn()
                    while not segment.terminated:
                        message = await asyncio.to_thread(round.reply, segment.last_reply)
                        if round.end is not None:
                            break
                        segment = await interaction.turn(message)
                finally:
                    trace.info["facts"] = round.facts()
                    # A line for `arena analyze`.
                    trace.info["game"] = {
                        "player": trace.agent.config.model or "model", "game": data.game, "codemaker": data.codemaker, "match": trace.id,
                        "round": data.round, "guess_limit": data.guess_limit, "secret": data.secret, "guesses": round.guesses,
                        "answers": round.answers,
                    }
