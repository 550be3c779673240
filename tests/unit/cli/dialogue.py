"""A dialogue in the words of the terminal, and what it answers."""

from __future__ import annotations

WORDS = ("--words", "--side", "both", "--language", "en")


def answers(out: str) -> list[str]:
    return [part.split("\n", 1)[1].strip() for part in out.split("\n> ")[1:]]
