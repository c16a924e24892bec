"""An environment of `verifiers` in which a language model breaks secret codes. README.md says how it is run."""

from mastermind_verifiers.harness import ChatHarness
from mastermind_verifiers.taskset import MastermindEnv, MastermindTaskset

__all__ = ["ChatHarness", "MastermindEnv", "MastermindTaskset"]
