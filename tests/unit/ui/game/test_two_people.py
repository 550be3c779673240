"""Two people at one screen: their names, and the score of the evening in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.session.panels import Flip
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.game.strips import PlayerCard
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import palette


def strip(session: Session, side: int) -> PlayerCard:
    card = session.widget(f"player.{side}")
    assert isinstance(card, PlayerCard)
    return card


def told(session: Session, side: int) -> str:
    card = strip(session, side)
    painter = Painter(session.surface, palette(dark=True), session.screen.stage.frame.unit)
    return card._told(painter, card.words(painter).width)


def test_the_score_stands_in_words_below_the_names() -> None:
    session = prepared("two people", (1366, 740), "en")
    assert [strip(session, side).name for side in (RED, BLACK)] == ["Li Wei", "Mei"]
    assert [told(session, side) for side in (RED, BLACK)] == ["to move · score: 0", "score: 1"]
    session.send(Flip())
    session.draw()
    assert told(session, BLACK) == "score: 1"


@pytest.mark.parametrize(("size", "said"), [((800, 600), "score: 0"), ((1920, 1050), "to move · score: 0")])
def test_where_both_have_no_room_the_clock_shows_whose_move_it_is(size: tuple[int, int], said: str) -> None:
    assert told(prepared("two people", size, "en"), RED) == said


def test_a_check_is_told_before_the_score() -> None:
    session = prepared("two people", (800, 600), "en")
    card = replace(strip(session, BLACK), status="in check", alarm=True)
    assert card._told(Painter(session.surface, palette(dark=True), 1.0), 40) == "in check"
