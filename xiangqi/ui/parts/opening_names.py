"""Names of openings for lists, shortened to the available width."""

from __future__ import annotations

from xiangqi.folding import as_fields
from xiangqi.i18n.message import Catalogue
from xiangqi.openings import family_of, full_name, main_name


def opening_text(texts: Catalogue, code: str) -> str:
    """Return the code and the name of an opening; "" if there is none."""
    return f"{code} {texts.tell(full_name(code))}" if code else ""


def opening_names(texts: Catalogue, code: str) -> tuple[str, ...]:
    """Return an opening's names from the longest to its family's; none if there is no opening."""
    if not code:
        return ()
    family = texts.template(f"family.{family_of(code)}")
    return (texts.tell(full_name(code)), texts.tell(main_name(code)), family)


def opening_forms(texts: Catalogue, code: str) -> tuple[str, ...]:
    """Return an opening's names from the longest, with its code, to its family's alone; none if it has no code.

    The code goes before the last words do, since few players know what it stands for.
    """
    names = opening_names(texts, code)
    return (*(f"{code} {name}" for name in names), *names[-1:])


def searched_opening(texts: Catalogue, code: str) -> str:
    """Return the text of an opening that a search examines; "" if there is none.

    Variations are left out, since many mention Red and Black, who play in every game.
    """
    if not code:
        return ""
    return as_fields((code, texts.tell(main_name(code)), texts.template(f"family.{family_of(code)}")))
