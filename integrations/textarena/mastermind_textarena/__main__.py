"""python3 -m mastermind_textarena FILE... > games.jsonl

Writes transcripts as lines for `arena analyze`. A FILE has a transcript per line, as `transcript` makes them; - is the standard input.
"""

import json
import sys
from pathlib import Path

from mastermind_textarena import TranscriptError, analyzed

files, lines = sys.argv[1:], []
if not files or files[0] in ("-h", "--help"):
    print(__doc__, end="", file=sys.stdout if files else sys.stderr)
    sys.exit(0 if files else 2)
try:
    for place in files:
        name = place
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            place = f"{name}, line {number}"
            record = json.loads(line)
            if not isinstance(record, dict) or set(record) != {"player", "round", "secret", "log"}:
                raise TranscriptError("expected an object with the keys player, round, secret and log")
            if not all([type(part) for part in message] == [int, str] for message in record["log"]):
                raise TranscriptError("expected messages such as [0, \"[1 2 3 4]\"] in log")
            lines.append(json.dumps(analyzed(**record)))
except (OSError, TypeError, ValueError) as error:
    print(f"error: {place}: {error}", file=sys.stderr)
    sys.exit(2)
print("\n".join(lines))
