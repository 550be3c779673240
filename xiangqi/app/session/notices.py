"""What is announced whenever the session has handled an input."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.notice import Notice
from xiangqi.app.session.state import AppState


@dataclass(frozen=True)
class InputHandled(Notice):
    """An input has been handled."""

    before: AppState  # the state before the input
