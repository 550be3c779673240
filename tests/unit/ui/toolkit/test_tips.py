"""What is told of the thing under the mouse."""

from __future__ import annotations

import pytest
from ui_session import Session

from xiangqi.app.messages import intents
from xiangqi.ui.parts.tips import REST_S, PieceTip
from xiangqi.ui.toolkit.painter import SMALL


@pytest.fixture
def session() -> Session:
    found = Session()
    found.draw()
    return found


def told(session: Session) -> list[str]:
    return [widget.text for widget in session.screen.stage.widgets if isinstance(widget, PieceTip)]


def test_a_piece_tells_its_name_and_rule(session: Session) -> None:
    session.move_mouse(session.point("h2"))
    session.draw()
    (text,) = told(session)
    height = session.widget("piece.tip").rect.height
    assert height >= 3 * session.screen.stage.frame.unit * SMALL, "a line for the name, two for the rule"
    assert text.startswith("Red cannon\nMoves like the chariot, but captures only by jumping")
    session.send(intents.ChangeSettings({"language": "zh-Hans"}))
    session.draw()
    assert told(session)[0].startswith("红炮\n")


def test_it_is_shown_after_a_rest_and_stops_no_click(session: Session) -> None:
    session.move_mouse(session.point("h2"))
    session.draw()
    tip = session.widget("piece.tip")
    memory = session.screen.memory
    assert tip.is_moving(memory.now_s, memory)
    memory.now_s += REST_S
    assert not tip.is_moving(memory.now_s, memory)
    assert session.screen.stage.widget_at(tip.rect.center) is None
    session.click(session.point("h2"))
    session.draw()
    assert told(session) == [], "a piece that is taken up shows its moves instead"


def test_nothing_is_told_of_an_empty_point(session: Session) -> None:
    session.move_mouse(session.point("e5"))
    session.draw()
    assert told(session) == []
