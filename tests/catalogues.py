"""The catalogues as they are edited, for tests."""

from __future__ import annotations

from functools import cache
from string import Formatter

from tools import build_i18n
from xiangqi.i18n.message import Argument, Message


@cache
def forms(language: str) -> dict[str, tuple[str, ...]]:
    """Return the texts of a language by key: one, or one for each plural form."""
    found = {}
    for message in build_i18n.read(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return found


def texts(language: str) -> dict[str, str]:
    """Return the texts of a language by key, those with plural forms in the last one."""
    return {key: told[-1] for key, told in forms(language).items()}


def places(text: str) -> set[str]:
    """Return the names of the places of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def example(key: str) -> Message:
    """Return a message of a key, with something in each of its places."""
    samples: dict[str, Argument] = {
        "who": "red",
        "winner": "red",
        "chaser": "red horse",
        "target": "black cannon",
        "guard": "black pawn",
        "place": "c5",
        "from_place": "d7",
        "occurrence": 12,
        "count": 7,
        "offence": Message("they.perpetual_check", who="opponent"),
        "missing": (Message("missing.marks"), Message("missing.comments")),
    }
    return Message(
        key,
        **{
            name: samples.get(name, "hint" if name.startswith("key_") else "7")
            for name in places(texts("en")[key])
        },
    )
