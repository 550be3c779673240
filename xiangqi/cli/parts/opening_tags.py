"""Names of openings in the files that commands write."""

from __future__ import annotations

from xiangqi.cli.parts import language
from xiangqi.notation import Style
from xiangqi.records.openings import with_opening_for
from xiangqi.records.text import pgn
from xiangqi.records.tree import Game


def named_for(form: str, style: Style, game: Game) -> Game:
    """Return a game to be written; for PGN, with the name of its opening added in the language of its moves."""
    return with_opening_for(game, style, language.current()) if form == pgn.NAME else game
