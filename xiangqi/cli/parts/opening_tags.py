"""Names of openings in the files that commands write."""

from __future__ import annotations

from xiangqi.cli.parts import language
from xiangqi.notation import Style
from xiangqi.records.openings import with_opening_for
from xiangqi.records.text import pgn
from xiangqi.records.tree import Game


def named_for(form: str, style: Style, game: Game) -> Game:
    """Return a game with its opening's name, in the language of its moves, if it will be written as PGN."""
    return with_opening_for(game, style, language.current()) if form == pgn.NAME else game
