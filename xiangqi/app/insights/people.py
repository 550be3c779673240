"""The people at this computer and their names."""

from __future__ import annotations

from xiangqi.app.insights.state import InsightsState
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transcript import names_a_program
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


def is_known_whose(state: AppState) -> bool:
    """Return whether it is known whose games count, because that is set or the library names only programs.

    Games that were played here without a name are the first person's.
    """
    players = state.part(InsightsState).players
    if state.settings.people or players is None:
        return bool(state.settings.people)
    return all(names_a_program(one.name) for one in players)
