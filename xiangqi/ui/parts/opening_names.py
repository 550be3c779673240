"""Names of openings as lists show them: as much of a name as there is room for."""

from __future__ import annotations

from xiangqi.folding import as_fields
from xiangqi.i18n.message import Catalogue
from xiangqi.openings import family_of, full_name, main_name


def opening_text(texts: Catalogue, code: str) -> str:
    """Return the code and the name of an opening, "" without one."""
    return f"{code} {texts.tell(full_name(code))}" if code else ""


def opening_forms(texts: Catalogue, code: str) -> tuple[str, ...]:
    """Return what may stand for an opening, the longest first: down to its family and its code; nothing
    without one.
    """
    if not code:
        return ()
    family = texts.template(f"family.{family_of(code)}")
    return (opening_text(texts, code), f"{code} {texts.tell(main_name(code))}", f"{code} {family}", code)


def searched_opening(texts: Catalogue, code: str) -> str:
    """Return what a search looks at of an opening, "" without one.

    Variations are left out: many speak of Red and Black, who play in every game.
    """
    if not code:
        return ""
    return as_fields((code, texts.tell(main_name(code)), texts.template(f"family.{family_of(code)}")))
