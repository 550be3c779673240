"""The palette's entries for beginning games and for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.action import Action
from xiangqi.app.exercises.practice import ContinueGame
from xiangqi.app.game.play import PlayFriend, Rematch, rematch_terms
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.findable import Findable, FindableKind, finds
from xiangqi.ui.parts.keys import always

_TERMS: Final = ("new.level_title", "time.title", "new.more.handicap")
"""The names of what is chosen on the page of a new game."""


@finds
def play() -> Iterator[Findable]:
    """Yield the palette's entries for the page New game, the rules, and the ways to play at once."""
    begin, terms = always(OpenPanel(Panel.NEW_GAME)), tuple(map(Message, _TERMS))
    yield Findable(FindableKind.PLACE, Message("new.title"), begin, "play", more=terms)
    rules, words = always(OpenPanel(Panel.RULES)), (Message("palette.words_rules"),)
    yield Findable(FindableKind.PLACE, Message("lesson.title"), rules, "info", more=words)
    yield Findable(FindableKind.GAME, Message("start.continue"), _going_on, "next")
    yield Findable(FindableKind.GAME, Message("start.rematch"), _rematch, "first")
    yield Findable(FindableKind.GAME, Message("new.friend"), always(PlayFriend()), "hand")


def _going_on(state: AppState) -> Action | None:
    return ContinueGame() if state.left_game is not None or state.resume is not None else None


def _rematch(state: AppState) -> Action | None:
    last = rematch_terms(state)
    again = state.left_game is None and last is not None and not last.is_hot_seat
    return Rematch() if again else None
