"""The places, and where Esc, Back and Home lead from every screen."""

from __future__ import annotations

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import (
    FIRST_PANELS,
    Back,
    GoToPlace,
    Place,
    back_label,
    place_of,
    place_of_panel,
    waiting,
)
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Cancel


@pytest.fixture
def live() -> Session:
    """A game against the computer that is being played, the person to move."""
    session = Session()
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.reply("h9g7")
    return session


def is_at_game(session: Session) -> bool:
    return session.state.panel is None and session.state.document.is_own_game


@pytest.mark.parametrize("panel", list(Panel))
def test_esc_and_back_lead_from_each_panel_where_they_should(live: Session, panel: Panel) -> None:
    live.send(OpenPanel(panel))
    if panel is Panel.GAME_LIST:  # a game has no list
        assert live.state.panel is None
        return
    first = panel in FIRST_PANELS.values() and panel is not Panel.NEW_GAME  # the game is the first page of Play
    for leave in (Back(), Cancel()):
        live.send(OpenPanel(panel), leave)
        if first or panel is Panel.WELCOME:
            assert live.state.panel is panel, (
                "from the first page of a place and from the welcome it leads nowhere"
            )
            assert back_label(live.state) is None
        else:
            assert is_at_game(live), "where one was before"


@pytest.mark.parametrize("place", list(Place))
def test_a_place_is_marked_when_it_is_gone_to_and_the_game_is_one_click_away(
    live: Session, place: Place
) -> None:
    live.send(GoToPlace(place))
    assert place_of(live.state) is place
    assert (waiting(live.state) is None) == (place is Place.PLAY)
    live.send(Cancel())
    assert place_of(live.state) is place, "Esc leads nowhere from the first page of a place"
    live.send(GoToPlace(Place.PLAY))
    assert is_at_game(live)
    assert live.moves == "h2e2 h9g7"


def test_every_panel_has_the_place_in_which_it_was_opened_or_its_own(live: Session) -> None:
    for panel in set(Panel) - {Panel.GAME_LIST}:
        live.send(GoToPlace(Place.PROGRESS), OpenPanel(panel))
        assert place_of(live.state) is (place_of_panel(panel) or Place.PROGRESS)


def test_esc_in_a_live_game_leads_nowhere(live: Session) -> None:
    before = live.state
    live.send(Cancel(), Back())
    assert live.state == before
