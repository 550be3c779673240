"""Messages go with the page on which they were told."""

from __future__ import annotations

from app_session import Session

from xiangqi.app.event import Notify, Tone
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import Back, GoToPlace, Place
from xiangqi.app.session.state import Panel
from xiangqi.i18n.message import Message


def test_a_message_is_gone_on_the_next_page_and_an_error_is_not(hot_seat: Session) -> None:
    hot_seat.send(Notify(Message("toast.saved", name="a.pgn"), Tone.NORMAL))
    hot_seat.send(Notify(Message("toast.masters_failed", detail="full"), Tone.ERROR))
    hot_seat.send(GoToPlace(Place.HOME))
    assert [one.tone for one in hot_seat.state.toasts] == [Tone.ERROR]


def test_a_message_told_with_the_turn_of_the_page_stays(hot_seat: Session) -> None:
    hot_seat.send(OpenPanel(Panel.SETTINGS), Notify(Message("toast.saved", name="a.pgn"), Tone.NORMAL))
    assert len(hot_seat.state.toasts) == 1
    hot_seat.send(Back())
    assert hot_seat.state.toasts == ()


def test_games_leads_from_elsewhere_to_the_list_and_not_to_the_choice_of_a_file(hot_seat: Session) -> None:
    hot_seat.send(GoToPlace(Place.GAMES), OpenPanel(Panel.OPEN_FILE), GoToPlace(Place.LEARN))
    hot_seat.send(GoToPlace(Place.GAMES))
    assert hot_seat.state.panel is Panel.LIBRARY
