"""TextArena's Mastermind by the rules of `mastermind_arena`, and its games as lines for `arena analyze`. README.md names what is copied."""

from mastermind_textarena.game import ENVIRONMENTS, Mastermind
from mastermind_textarena.transcripts import TranscriptError, analyzed, transcript

__all__ = ["ENVIRONMENTS", "Mastermind", "TranscriptError", "analyzed", "transcript"]
