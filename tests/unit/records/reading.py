"""Reads texts as files are read, and returns a short summary of the result."""

from __future__ import annotations

from xiangqi.records.files import read_bytes
from xiangqi.records.tree import Game


def games_in(content: str | bytes, encoding: str = "utf-8") -> list[Game]:
    """Return the games of a file with this content."""
    return list(read_bytes(content.encode(encoding) if isinstance(content, str) else content, "it"))


def game_in(content: str | bytes) -> Game:
    """Return the only game of a file with this content."""
    (game,) = games_in(content)
    return game


def iccs(game: Game) -> str:
    """Return the main line."""
    return " ".join(map(str, game.main_line()))


def faults(game: Game) -> list[str]:
    """Return what was told of the game."""
    return [str(fault) for fault in game.errors]
