"""Names of openings in the files that commands write."""

from __future__ import annotations

from xiangqi.cli.parts import language
from xiangqi.i18n.message import catalogue
from xiangqi.notation import Style
from xiangqi.records.openings import with_opening
from xiangqi.records.text import pgn
from xiangqi.records.tree import Game

_LANGUAGES = {Style.CHINESE: "zh-Hans", Style.CHINESE_TRADITIONAL: "zh-Hant"}


def named_for(form: str, style: Style, game: Game) -> Game:
    """Return a game that names its opening if it is to be written as PGN, in the language of its moves."""
    if form != pgn.NAME:
        return game
    return with_opening(game, catalogue(_LANGUAGES.get(style) or language.current()))
