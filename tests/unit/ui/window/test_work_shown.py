"""A pressed button shows that it works if that takes more than a moment, by the time that the test names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from library_screens import own_game, with_own
from ui_session import Session

from xiangqi.app.game.play import NewGame
from xiangqi.app.game.search_effects import SearchDone
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.search import FindGames
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session.files import Folder
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.ui.toolkit.widgets import Button


def look(session: Session, key: str, after_s: float) -> bytes:
    """Draw `after_s` seconds after the last drawing, and return the button's pixels."""
    session.now += after_s
    session.screen.draw(session.surface, session.state, session.now)
    return pygame.image.tobytes(session.surface.subsurface(session.widget(key).rect), "RGB")


def settle(session: Session) -> None:
    """Let the panel slide in."""
    session.draw()
    session.draw()


def hint(session: Session) -> str:
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 2))))
    session.draw()
    session.send(Hint())
    return "game.hint"


def search(session: Session) -> str:
    session.send(OpenLibrary(LibraryPage.SEARCH))
    settle(session)
    session.send(FindGames(), OpenLibrary(LibraryPage.SEARCH))
    return "search.find"


def opening(session: Session) -> str:
    session.send(OpenPanel(Panel.OPEN_FILE))
    session.state = replace(session.state, folder=Folder(Path("/cups")))
    settle(session)
    session.send(OpenFile(Path("/cups")))
    return "open.all"


def opening_stored(session: Session) -> str:
    with_own(session, LibraryPage.GAMES, own_game(3, "1-0"))
    session.click_widget("games.open")
    return "games.open"


WORK: tuple[Callable[[Session], str], ...] = (hint, search, opening, opening_stored)


@pytest.mark.parametrize("begin", WORK)
def test_a_button_shows_its_work_after_a_moment_and_until_it_is_done(begin: Callable[[Session], str]) -> None:
    session = Session()
    key = begin(session)
    at_first = look(session, key, 0.0)
    assert look(session, key, 0.14) == at_first, "quick work needs no sign"
    assert session.screen.is_moving(session.now + 0.02)
    shown = look(session, key, 0.02)
    assert shown != at_first
    assert session.screen.is_moving(session.now + 0.2)
    assert look(session, key, 0.2) != shown, "the sign moves"


def test_the_sign_goes_and_the_next_work_has_its_own_moment() -> None:
    session = Session()
    key = hint(session)
    for after in (0.0, 1.0):
        look(session, key, after)
    button = session.widget(key)
    assert isinstance(button, Button)
    assert button.working
    assert session.state.search is not None
    session.send(SearchDone(session.state.search.id, None))
    done = look(session, key, 0.1)
    button = session.widget(key)
    assert isinstance(button, Button)
    assert not button.working
    assert not button.is_moving(session.now + 9.0, session.screen.memory)
    session.send(Hint())
    assert look(session, key, 5.0) == done


def test_all_other_buttons_stay_still() -> None:
    session = Session()
    key = hint(session)
    session.draw()
    working = [w.key for w in session.screen.stage.widgets if isinstance(w, Button) and w.working]
    assert working == [key]
