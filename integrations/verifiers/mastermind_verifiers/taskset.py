"""The taskset, one round per task, and the environment that plays it."""

import asyncio
import re
import subprocess
from typing import Any, Dict, Iterator, Optional

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

    def question(self, round: int) -> Dict[str, Any]:
        """The question `new` of a round."""
        named = {} if self.codemaker is None else {"codemaker": self.codemaker}
        return {"game": self.game, "seed": self.seed, "round": round, "guess_limit": self.guess_limit, **named}


class MastermindData(vf.TaskData):
    round: int
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
            prompt = self._prompt(engine.ask("new", **config.question(1)))
            for round in range(1, config.rounds + 1):
                game = engine.ask("new", **config.question(round))
                name = f"{game['game']}-{game['codemaker']}-{config.seed}-{round}"
                secret = engine.ask("reveal")["secret"]
                yield MastermindTask(MastermindData(name=name, prompt=prompt, round=round, secret=secret), config.task)

    def _prompt(self, game: Dict[str, Any]) -> str:
        listed = subprocess.run([self.config.program, "list"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        rule = re.search(rf"^ *{re.escape(game['codemaker'])}  +(.*?)( \(|$)", listed, re.MULTILINE)
        is_told = rule and not game["codemaker"].startswith("mystery")
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: game["colors"]]
        return PROMPT.format(
            pegs=game["pegs"], last=letters[-1], guess_limit=game["guess_limit"], example=(letters * game["pegs"])[: game["pegs"]],
            repeats=("No letter comes" if game["game"].endswith("n") else "A letter may come") + " more than once, in secrets and in guesses.",
            rule=f"How secrets are made: {rule[1]} (a letter is a color, a place is a peg). " if is_told else "",
        )


class MastermindEnvConfig(vf.EnvConfig):
    # Its harness is that of this package; it runs no programs, so it needs no container.
    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class MastermindEnv(vf.Env[MastermindEnvConfig]):
    async def run(self, task: MastermindTask, agents: vf.Agents) -> None:
        config, data = self.taskset.config, task.data
        with start(config.program) as engine:
            played = Round(engine, **config.question(data.round))
            async with agents.player.interaction(task) as interaction:
                try:
                    segment = await interaction.turn()
                    while not segment.terminated:
                        message = await asyncio.to_thread(played.reply, segment.last_reply)
                        if played.end is not None:
                            break
                        segment = await interaction.turn(message)
                finally:
                    trace = interaction.trace
                    trace.info["facts"] = {key: getattr(played, key) for key in ("end", "consistent", "illegal", "bits")}
                    trace.info["game"] = {  # A line for `arena analyze`.
                        "player": trace.agent.config.model, "game": played.game["game"], "codemaker": played.game["codemaker"], "match": trace.id,
                        "round": data.round, "guess_limit": config.guess_limit, "secret": data.secret, "guesses": played.guesses,
                        "answers": played.answers,
                    }
