"""python3 -m mastermind_textarena FILE... > games.jsonl

Writes transcripts as lines for `arena analyze`. A FILE whose name ends with .jsonl has a transcript per line, as `transcript` makes them.
Another one is an observation of a game that was won, and its name is PLAYER-ROUND.txt.
"""

import json
import re
import sys
from pathlib import Path
from typing import List

from mastermind_textarena.transcripts import TranscriptError, analyzed, log_of


def lines_of(file: str) -> List[str]:
    """The lines of a file, for `arena analyze`."""
    place = file
    try:
        text = Path(file).read_text(encoding="utf-8")
        if not file.endswith(".jsonl"):
            named = re.fullmatch(r"(.+)-(\d+)\.txt", Path(file).name)
            if not named:
                raise TranscriptError("its name is no PLAYER-ROUND.txt, such as model-1.txt")
            return [json.dumps(analyzed(named[1], int(named[2]), log_of(text)))]
        lines = []
        for number, line in enumerate(text.splitlines(), start=1):
            place = f"{file}, line {number}"
            record = json.loads(line)
            if not isinstance(record, dict) or set(record) != {"player", "round", "secret", "log"}:
                raise TranscriptError("expected an object with the keys player, round, secret and log")
            lines.append(json.dumps(analyzed(**record)))
        return lines
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, TranscriptError) as error:
        raise BadFile(f"{place}: {error}") from None


class BadFile(Exception):
    """A sentence for standard error."""


def main(files: List[str]) -> int:
    if not files or files[0].startswith("-"):
        print(__doc__, end="", file=sys.stderr if not files else sys.stdout)
        return 0 if files else 2
    try:
        print("\n".join(line for file in files for line in lines_of(file)))
    except BadFile as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
