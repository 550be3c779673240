"""The people at this computer and their names."""

from __future__ import annotations

from xiangqi.library import Person
from xiangqi.storage.settings import Settings, names_in


def person_of(settings: Settings, index: int | None = None) -> Person:
    """Return one of the people at this computer; the first one also owns games without a name.

    Args:
        settings: the settings.
        index: which person; None for the one whose pages are shown.
    """
    index = settings.person if index is None else index
    names = settings.people[index] if index < len(settings.people) else ""
    return Person(names_in(names), here=index == 0)
