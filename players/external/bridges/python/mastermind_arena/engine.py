"""A running `arena engine`: it counts candidates, measures guesses and asks players for advice."""

import json
import subprocess
from typing import Any, Dict, Sequence

__all__ = ["Engine", "EngineError"]


class EngineError(ValueError):
    """A question that the engine did not answer. `kind` is a word such as `input`, `program` or `system`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Engine:
    """An engine that runs until `close`, or until the block of a `with` statement ends.

    >>> with Engine() as engine:
    ...     engine.ask("new", game="4x6", seed=1)
    ...     engine.ask("guess", guess="AABB")["white"]
    ...     engine.ask("count")
    2
    {'count': 96}
    """

    def __init__(self, command: Sequence[str] = ("arena", "engine")) -> None:
        self._process = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.greeting = self._read()

    def ask(self, do: str, **fields: Any) -> Dict[str, Any]:
        """The answer to a question. Raises `EngineError` where there is none."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError("system", f"the engine has ended: {error}") from None
        answer = self._read()
        error = answer.get("error")
        if error is not None:
            raise EngineError(error["kind"], error["message"])
        return answer

    def _read(self) -> Dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise EngineError("system", f"the engine has ended with exit code {self._process.wait()}")
        answer: Dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
