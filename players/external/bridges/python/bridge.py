"""Lets a class of a Python file play by the line protocol of external players.

    python3 bridge.py FILE.py[#CLASS]

The class has a method `guess`, as in the module `mastermind_arena`, or `make_guess`, as in the course of the tournament.
`mastermind_arena/_protocol.py` says what the player sees, and how its failures are told.
"""

import os
import resource
import sys

sys.dont_write_bytecode = True  # the folder of the bridge is read-only

import arena_loading  # noqa: E402
import arena_match  # noqa: E402
import mastermind_arena  # noqa: E402
from mastermind_arena import _protocol  # noqa: E402


class CoursePlayer:
    """A player of the course, as one with the method `guess`."""

    def __init__(self, player, match):
        self.player = player
        self.pegs = match.pegs
        self.colors = list(match.colors)
        self.scsa = arena_loading.scsa_argument(player.make_guess, match.codemaker)

    def guess(self, history):
        response = (history[-1].black, history[-1].white, len(history)) if history else (0, 0, 0)
        return _protocol.called(self.player.make_guess, self.pegs, self.colors.copy(), self.scsa, response)


def make(file, name, match):
    """The player of a match."""
    arena_match.samples[:], arena_match.repeats = match.samples, match.repeats
    arena_loading.make_names(arena_loading.scsa_name(match.codemaker))
    kind = arena_loading.player_class(file, name)
    player = _protocol.called(kind) if isinstance(kind, type) else kind
    return player if arena_loading.has_guess(kind) else CoursePlayer(player, match)


def limit_memory():
    """Lets an allocation fail, with its line, before the process is ended: the sandbox limits the data of a process to twice its memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_DATA, (soft // 32 * 15, hard))


def main():
    channel = _protocol.Channel()
    limit_memory()
    try:
        if len(sys.argv) != 2:
            raise _protocol.CommandError("usage: python3 bridge.py FILE.py[#CLASS]")
        file, name = arena_loading.split_argument(sys.argv[1])
    except _protocol.CommandError as error:
        _protocol.stop(channel, _protocol.EXIT_COMMAND, str(error))
    sys.argv = [file]
    arena_loading.prepare_path(file)
    _protocol.is_loading = True
    if "ARENA_LOAD" in os.environ:
        arena_loading.make_names("InsertColors")
        # A player may be made while the file is loaded. In a tournament it then has the attributes of the match.
        mastermind_arena._match = mastermind_arena.Match(4, "ABCDEF", True, "insert-colors", [], 100, 5.0)
        _protocol.try_to_load(channel, lambda: arena_loading.player_class(file, name))
    _protocol.play_to_end(channel, lambda match: make(file, name, match))


if __name__ == "__main__":
    main()
