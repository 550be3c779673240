"""Names of openings for lists, shortened to the available width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

from xiangqi.app.session import positions, view
from xiangqi.board import Move
from xiangqi.fen import START_FEN
from xiangqi.folding import as_fields
from xiangqi.i18n.message import Catalogue
from xiangqi.line import Line, Moves
from xiangqi.notation import Style
from xiangqi.openings import family_of, full_name, main_name, opening_of
from xiangqi.ui.parts.context import PanelContext

_OPEN: Final = "B00"
"""The family of central cannons in which Black's reply is still open; its name says what it excludes."""

_SHOWN: Final = 4  # number of moves shown that lead to a position far from the start


def code_of(line: Line, *moves: Move) -> str:
    """Return the code of the opening that a line reaches after `moves`.

    The result is "" before the first move, or if the line began from another position.
    """
    return _code((*line.moves, *moves)) if line.start_fen.split()[:2] == START_FEN.split()[:2] else ""


@lru_cache(maxsize=64)
def _code(moves: tuple[Move, ...]) -> str:
    found = opening_of(moves)
    return found.code if found is not None else ""


def opening_here(scene: PanelContext) -> tuple[str, ...]:
    """Return the names of the opening on the board, the longest first; () while it has none.

    They are shown in the heading of the card beside the board.
    """
    return opening_names(scene.texts, code_of(view.board_line(scene.state).here))


def opening_names(texts: Catalogue, code: str) -> tuple[str, ...]:
    """Return an opening's names, from the longest to its family's; () if the code is ""."""
    if not code:
        return ()
    first = family_of(code)
    family = texts.tell(main_name(first)) if first == _OPEN else texts.template(f"family.{first}")
    return (texts.tell(full_name(code)), texts.tell(main_name(code)), family)


def opening_forms(texts: Catalogue, code: str) -> tuple[str, ...]:
    """Return an opening's names, from the longest with its code to its family's alone; () if the code is "".

    To save room the code is dropped before the last words, since few players know what it stands for.
    """
    names = opening_names(texts, code)
    return (*(f"{code} {name}" for name in names), *names[-1:])


def last_moves(scene: PanelContext, line: Moves, room_px: int, most: int = _SHOWN) -> str:
    """Return as many of a line's last moves as fit a width, but at least one and not more than `most`."""
    texts = positions.following_texts(Line(), line, Style(scene.state.settings.notation))
    ways = ["  ".join(("…", *texts[-shown:])) for shown in range(min(most, len(texts)), 0, -1)]
    if len(texts) <= most:
        ways.insert(0, "  ".join(texts))
    return next((way for way in ways if scene.painter.width(way) <= room_px), ways[-1] if ways else "")


def searched_opening(texts: Catalogue, code: str) -> str:
    """Return the text by which a search finds an opening; "" if the code is "".

    Variations are left out, since many mention Red and Black, who play in every game.
    """
    if not code:
        return ""
    return as_fields((code, texts.tell(main_name(code)), texts.template(f"family.{family_of(code)}")))


def added_name(texts: Catalogue, before: str, after: str) -> str:
    """Return in words what a move adds to an opening's name: "with Left Edge Horse", or a whole new name.

    The result is "" if the opening stays the same, since all rows would repeat it; if the move leads out of
    named openings, words that say so.

    Args:
        texts: the catalogue.
        before: the code of the opening before the move; "" if it has none.
        after: the code after the move; "" if it has none.
    """
    if not after:
        return texts.template("explorer.unnamed")
    if after == before:
        return ""
    name = texts.tell(full_name(after))
    if not before:
        return name
    told, parts = _words(texts.tell(full_name(before))), _words(name)
    begun = _shared(told, parts)
    ended = _shared(told[begun:][::-1], parts[begun:][::-1])
    if begun + ended < len(told):
        return name
    added = name[sum(map(len, parts[:begun])) : len(name) - sum(map(len, parts[len(parts) - ended :]))]
    return added.strip(" :")


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the common beginning of two sequences."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _words(name: str) -> list[str]:
    """Return the parts of a name: words with the spaces before them, or characters."""
    return re.findall(r"\s*[A-Za-z0-9\'-]+|\s*.", name)
