"""Notices that any part of the session may follow."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.notice import Notice
from xiangqi.app.session.state import AppState


@dataclass(frozen=True)
class InputHandled(Notice):
    """An input has been handled."""

    before: AppState  # the state before the input


@dataclass(frozen=True)
class LookedFor(Notice):
    """The player looks for something by its words: a text in the palette, "" at first."""

    text: str


class ExplorerOpened(Notice):
    """The moves played from the position on the board are shown."""
