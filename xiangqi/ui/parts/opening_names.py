"""Names of openings as lists show them: as much of a name as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from xiangqi.folding import as_fields
from xiangqi.i18n.message import Catalogue
from xiangqi.openings import family_of, full_name, main_name
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import SMALL


def opening_text(texts: Catalogue, code: str) -> str:
    """Return the code and the name of an opening, "" without one."""
    return f"{code} {texts.tell(full_name(code))}" if code else ""


def opening_forms(texts: Catalogue, code: str) -> tuple[str, ...]:
    """Return what may stand for an opening, the longest first; nothing without one."""
    return (opening_text(texts, code), f"{code} {texts.tell(main_name(code))}", code) if code else ()


def searched_opening(texts: Catalogue, code: str) -> str:
    """Return what a search looks at of an opening, "" without one.

    Variations are left out: many speak of Red and Black, who play in every game.
    """
    if not code:
        return ""
    return as_fields((code, texts.tell(main_name(code)), texts.template(f"family.{family_of(code)}")))


def facts_in_a_line(
    painter: Painter, width: int, before: Sequence[str], opening: Sequence[str], after: Sequence[str] = ()
) -> str:
    """Return facts about a game on one line; what follows the opening is left out, or it is shortened.

    Args:
        painter: measures texts.
        width: the room in pixels.
        before: facts before the opening, "" for none.
        opening: its forms, the longest first.
        after: facts behind it.
    """
    for form, rest in product(opening, (after, ())):
        line = " · ".join(filter(None, (*before, form, *rest)))
        if painter.width(line, SMALL) <= width:
            return line
    told = [fact for fact in (*before, *opening[-1:], *after) if fact]
    while len(told) > 1 and painter.width(" · ".join(told), SMALL) > width:
        told.pop()  # the last ones matter least
    return " · ".join(told)
