"""The positions that the player has solved."""

from __future__ import annotations


def key_of(fen: str) -> str:
    """Return the key of a puzzle, its board and side to move, which is the same in every file."""
    return " ".join(fen.split()[:2])


def is_solved(fen: str, solved: frozenset[str]) -> bool:
    """Return whether the puzzle of a position is among those that have been solved."""
    return key_of(fen) in solved
