"""The palette's entries for the settings: each setting, and the values that have names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.i18n.languages import TABLE
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import NOTATIONS, PACES
from xiangqi.ui.parts.findable import Findable, FindableKind, finds
from xiangqi.ui.parts.keys import always
from xiangqi.ui.toolkit.theme import BOARDS, PIECES

_SETTINGS: Final = (
    *("language", "notation", "scale", "panels", "colours", "theme", "pieces"),
    *("volume", "coach_interrupts", "pace", "tables"),
)
"""The names of the settings on the page, ``settings.<name>``."""

_LOOKS: Final = (Message("settings.also_look"), Message("settings.also_theme"))
_MORE: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("panels", "colours", "theme", "pieces"), _LOOKS),
    "scale": (Message("settings.also_font"),),
    "volume": (Message("settings.also_sound"),),
}
"""Other words by which settings are found."""

_ICON: Final = "settings"


@finds
def settings() -> Iterator[Findable]:
    """Yield an entry for each setting; choosing one opens the page."""
    page = always(OpenPanel(Panel.SETTINGS))
    for name in _SETTINGS:
        yield Findable(FindableKind.SETTING, Message(f"settings.{name}"), page, _ICON, more=_MORE.get(name, ()))


@finds
def values() -> Iterator[Findable]:
    """Yield an entry for each named value of a setting; choosing one takes effect at once."""
    yield from _values("language", "language", {tag: row.own_name for tag, row in TABLE.items()})
    yield from _values("notation", "notation", {name: Message(f"notation.{name}") for name in NOTATIONS})
    yield from _values("theme", "theme", {name: Message(f"theme.{name}") for name in BOARDS})
    yield from _values("pieces", "piece_set", {name: Message(f"pieces.{name}") for name in PIECES})
    yield from _values("panels", "dark", {True: Message("settings.dark"), False: Message("settings.light")})
    counting: dict[object, Message] = {
        True: Message("toast.next_is_rated"),
        False: Message("toast.next_is_friendly"),
    }
    yield from _values("rated", "rated", {True: Message("new.rated"), False: Message("new.friendly")}, counting)
    paces: dict[object, str] = {name: Message(f"settings.pace.{name}") for name in PACES}
    pace = Message("settings.pace")
    told: dict[object, Message] = {
        name: Message("toast.set", name=pace, value=words) for name, words in paces.items()
    }
    yield from _values("pace", "pace", paces, told)


def _values(
    name: str, field: str, named: Mapping[object, str], said: Mapping[object, Message] | None = None
) -> Iterator[Findable]:
    """Yield the values of a setting; those without a visible effect have a message that confirms the change."""
    group, told = Message(f"settings.{name}"), said or {}
    for value, words in named.items():
        change = ChangeSettings({field: value}, told.get(value))
        yield Findable(FindableKind.SETTING, words, always(change), _ICON, group)
