"""Determines the opening of a game, from its record or from its moves."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from itertools import islice

from xiangqi.fen import START_FEN
from xiangqi.i18n.languages import written_in
from xiangqi.i18n.message import Catalogue, catalogue
from xiangqi.notation import Style
from xiangqi.openings import LONGEST, ClassifiedOpening, is_code, main_name, opening_of, variation_name
from xiangqi.records.tree import Game, known

TAGS = ("ECCO", "Opening", "Variation")
"""The headers that name an opening."""


def recorded_code(headers: Mapping[str, str]) -> str | None:
    """Return the opening code in a record's headers, or None if it is missing or unknown."""
    code = known(headers, "ECCO").upper()
    return code if is_code(code) else None


def played_opening(game: Game) -> ClassifiedOpening | None:
    """Return the opening that was played; None if there is no move or the game has another start."""
    if game.start_fen != START_FEN:
        return None
    line = game.plain_line()
    first = [node.move for node in islice(game.root.line(), LONGEST) if node.move] if line is None else line
    return opening_of(first[:LONGEST])


def opening_code(game: Game) -> str | None:
    """Return the opening code in a game's headers, or else that of its moves; None if neither has one."""
    code = recorded_code(game.headers)
    if code is None and (found := played_opening(game)) is not None:
        code = found.code
    return code


def with_opening_for(game: Game, style: Style, language: str) -> Game:
    """Return the result of `with_opening` in the language of the notation, or else in the given language."""
    return with_opening(game, catalogue(written_in(style) or language))


def with_opening(game: Game, words: Catalogue) -> Game:
    """Return a game with its opening in the headers; the same game if they have it or there is no opening.

    A name without a code is left as it is, since the record's author may have classified it in another way.
    """
    code = opening_code(game)
    if code is None or known(game.headers, "Opening"):
        return game
    named = copy.copy(game)
    variation = variation_name(code)
    said = {"ECCO": code, "Opening": words.tell(main_name(code))}
    if variation is not None:
        said["Variation"] = words.tell(variation)
    named.headers = dict(game.headers) | said
    return named
