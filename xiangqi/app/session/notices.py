"""Notices that any part of the session may hear."""

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
    """The text in the palette has changed; it is "" when the palette opens."""

    text: str


class ExplorerOpened(Notice):
    """The moves played from the position on the board are shown."""
