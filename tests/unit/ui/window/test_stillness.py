"""Movement that is switched off, by the player or by the system."""

from __future__ import annotations

import sys

import pytest
from ui_session import Session

from xiangqi.ui.window import stillness
from xiangqi.ui.window.stillness import keeps_still, system_wishes_stillness


def slides(motion: str) -> bool:
    session = Session()
    session.settle(motion=motion)
    session.play("h2e2")
    return session.screen.is_moving(session.now)


def test_pieces_slide_unless_movement_is_off() -> None:
    assert slides("on")
    assert slides("system")
    assert not slides("off")


def test_the_system_s_wish_counts_if_nothing_else_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stillness._System, "wishes_stillness", True)
    assert keeps_still("system")
    assert keeps_still("off")
    assert not keeps_still("on")
    assert not slides("system")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="asks the desktop of Linux")
@pytest.mark.parametrize(("answer", "wish"), [("false", True), ("true", False), ("", False)])
def test_the_desktop_is_asked(monkeypatch: pytest.MonkeyPatch, answer: str, wish: bool) -> None:
    monkeypatch.setattr(stillness, "_ASKED", {sys.platform: (("echo", answer), "false")})
    assert system_wishes_stillness() is wish
    monkeypatch.setattr(stillness, "_ASKED", {sys.platform: (("no-such-program",), "false")})
    assert not system_wishes_stillness()
    monkeypatch.setattr(stillness, "_ASKED", {})
    assert not system_wishes_stillness()
