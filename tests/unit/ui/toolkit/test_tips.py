"""What is told of the thing under the mouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from ui_session import Session

from xiangqi.app.session.files import Folder, FolderEntry
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.roles import DARK, SMALL
from xiangqi.ui.window.tips import REST_S, RestTip


@pytest.fixture
def session() -> Session:
    found = Session()
    found.draw()
    return found


def told(session: Session) -> list[str]:
    return [widget.text for widget in session.screen.stage.widgets if isinstance(widget, RestTip)]


def test_a_piece_tells_its_name_and_rule(session: Session) -> None:
    session.move_mouse(session.point("h2"))
    session.draw()
    (text,) = told(session)
    height = session.widget("piece.tip").rect.height
    assert height >= 3 * session.screen.stage.frame.unit * SMALL, "a line for the name, two for the rule"
    assert text.startswith("Red cannon\nMoves like the chariot, but takes only by jumping")
    session.send(ChangeSettings({"language": "zh-Hans"}))
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


def test_it_has_a_frame_and_a_ground_of_its_own(session: Session) -> None:
    session.move_mouse(session.point("h2"))
    session.draw()
    rect = session.widget("piece.tip").rect
    for _ in range(3):  # half a second each
        session.draw()
    assert session.surface.get_at((rect.left + 4, rect.centery))[:3] == DARK.raised
    assert session.surface.get_at((rect.left, rect.centery))[:3] == DARK.muted


def test_nothing_is_told_of_an_empty_point(session: Session) -> None:
    session.move_mouse(session.point("e5"))
    session.draw()
    assert told(session) == []


def test_a_piece_that_was_just_played_hides_nothing(session: Session) -> None:
    for square in ("h2", "e2"):
        session.move_mouse(session.point(square))
        session.click(session.point(square))
    assert session.iccs() == ["h2e2"]
    session.draw()
    assert told(session) == [], "the mouse rests where the piece was put"
    session.move_mouse(session.point("e3"))
    session.move_mouse(session.point("e2"))
    session.draw()
    assert told(session)[0].startswith("Red cannon\n"), "who comes back to it asks"


def test_a_row_that_is_cut_off_tells_all_its_words(session: Session) -> None:
    long = f"A name of a file that is so {9 * 'very '}long that no list has room for it.pgn"
    session.send(OpenPanel(Panel.OPEN_FILE))
    entries = tuple(FolderEntry(name, False, 100) for name in ("a.pgn", long))
    session.state = replace(session.state, folder=Folder(Path("/games").absolute(), entries))
    session.draw()
    folder = session.widget("folder")
    assert isinstance(folder, ListBox)
    for row, words in ((0, []), (1, [long]), (0, [])):
        session.move_mouse((folder.rect.left + 20, folder.rect.top + row * folder.row_height + 5))
        assert told(session) == words
    session.move_mouse((folder.rect.left + 20, folder.rect.top + folder.row_height + 5))
    tip = session.widget("row.tip")
    assert tip.is_moving(session.screen.memory.now_s, session.screen.memory), "it comes after a rest"
    assert not tip.rect.collidepoint(session.screen.memory.mouse)
    assert session.surface.get_rect().contains(tip.rect)
