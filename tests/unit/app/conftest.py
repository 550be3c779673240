"""Sessions that most tests of the app begin with."""

from __future__ import annotations

import pytest
from app_session import COMPUTER, HUMAN, Session


@pytest.fixture
def hot_seat() -> Session:
    """Two people, no move played."""
    session = Session()
    session.new(HUMAN, HUMAN)
    return session


@pytest.fixture
def against_computer() -> Session:
    """A person with Red against the computer, no move played."""
    session = Session()
    session.new(HUMAN, COMPUTER)
    return session


@pytest.fixture
def session() -> Session:
    """As the program starts."""
    return Session()


@pytest.fixture
def awaited_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is waited for however busy it is: nothing is shown because it took too long."""
    monkeypatch.setattr("xiangqi.app.game.asks._PATIENCE", 30_000)
