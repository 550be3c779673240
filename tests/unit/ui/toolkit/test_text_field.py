"""A text edited in place: caret, selection, lines, what an input method composes."""

from __future__ import annotations

import pygame
import pytest
from ui_session import Session

from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.clipboard import CopyGame
from xiangqi.app.records.editing import WriteComment, WriteHeader
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.actions import CopySelection
from xiangqi.ui.toolkit.text_editor import TextField, spans

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL


@pytest.fixture
def session() -> Session:
    """A record whose first move is shown, with the hand in the field for its comment."""
    session = Session()
    session.open_record("1. 炮二平五 {one} 马８进７ *")
    session.send(GoTo(1))
    session.draw()
    session.key(pygame.K_F2)
    return session


def comment(session: Session) -> str:
    record = session.state.document
    return record.tree.comment(record.node)


def area(session: Session) -> TextField:
    widget = session.widget("comment")
    assert isinstance(widget, TextField)
    return widget


def test_typing_goes_to_the_caret(session: Session) -> None:
    session.write(" 好棋")
    assert comment(session) == "one 好棋"
    session.key(pygame.K_HOME)
    session.write("A")
    session.key(pygame.K_RIGHT)
    session.key(pygame.K_DELETE)
    session.key(pygame.K_BACKSPACE)
    assert comment(session) == "Ae 好棋"
    session.key(pygame.K_END)
    session.key(pygame.K_RETURN)
    session.write("second")
    session.key(pygame.K_UP)
    session.write("!")
    assert comment(session) == "Ae 好棋!\nsecond"
    session.key(pygame.K_DOWN)
    session.key(pygame.K_DOWN)
    session.write(".")
    assert comment(session) == "Ae 好棋!\nsecond."
    assert session.state.document.play is None
    assert len(session.state.document.done) == 1, "what is typed in one go is undone in one"
    session.key(pygame.K_z, CTRL)
    assert comment(session) == "one"


def test_keys_that_come_faster_than_pictures_are_not_lost(session: Session) -> None:
    events = [pygame.event.Event(pygame.TEXTINPUT, text=letter) for letter in "quick"]
    for event in events:  # none of them is drawn before the next one comes
        session.send(*session.screen.handle(event, session.state))
    assert comment(session) == "onequick"


def test_a_composition_is_shown_and_only_its_result_is_text(session: Session) -> None:
    session.post(pygame.TEXTEDITING, text="hao qi", start=0, length=6)
    assert comment(session) == "one"
    assert session.key(pygame.K_LEFT) == [], "the input method is at work"
    session.post(pygame.TEXTINPUT, text="好棋")
    assert comment(session) == "one好棋"
    assert session.screen.text_rect() == area(session).rect


def test_a_selection_is_replaced_copied_and_cut(session: Session) -> None:
    session.key(pygame.K_LEFT, SHIFT)
    session.write("X")
    assert comment(session) == "onX"
    session.key(pygame.K_a, CTRL)
    assert session.key(pygame.K_c, CTRL) == [CopySelection("onX")]
    assert session.key(pygame.K_x, CTRL)[0] == CopySelection("onX")
    assert comment(session) == ""
    assert session.key(pygame.K_c, CTRL) == [CopyGame()], "nothing is selected"


def test_a_paste_may_have_several_lines(session: Session) -> None:
    action = session.screen.insert(" two\r\nthree\x07")
    assert action == WriteComment("one two\nthree")


def test_the_mouse_sets_the_caret_and_selects(session: Session) -> None:
    box = area(session).rect
    session.click((box.left + 10, box.top + 15))
    session.write("0")
    assert comment(session) == "0one"
    session.press((box.left + 8, box.top + 15))
    session.move_mouse((box.right - 5, box.top + 15))
    session.release((box.right - 5, box.top + 15))
    session.write("new")
    assert comment(session) == "new"


def test_escape_leaves_the_field_and_keys_move_again(session: Session) -> None:
    session.key(pygame.K_RIGHT)
    assert session.state.document.play is None
    assert session.state.document.cursor.ply == 1
    session.key(pygame.K_ESCAPE)
    session.key(pygame.K_RIGHT)
    assert session.state.document.cursor.ply == 2


def test_a_line_of_the_details_takes_no_second_one() -> None:
    session = Session()
    session.open_record("1. 炮二平五 *")
    session.send(OpenPanel(Panel.DETAILS))
    session.draw()
    session.click_widget("details.Red")
    session.write("王")
    session.key(pygame.K_RETURN)
    assert session.screen.insert("天\n一") == WriteHeader("Red", "王天 一")


def test_lines_are_broken_at_blanks_and_between_characters() -> None:
    def lines(text: str, width: int) -> list[str]:
        return [text[start:end] for start, end in spans(text, width, 14)]

    assert lines("", 100) == [""]
    assert lines("a\n\nb\n", 100) == ["a\n", "\n", "b\n", ""]
    assert lines("four words in here", 75) == ["four words ", "in here"]
    assert "".join(lines("炮" * 30, 100)) == "炮" * 30
    assert {len(line) for line in lines("炮" * 28, 100)} == {7}
    assert lines("wide", 1) == list("wide")


def test_no_line_begins_with_closing_punctuation() -> None:
    text = "很长的注释，什么也没说。" * 9
    for width in range(60, 200, 7):
        parts = [text[start:end] for start, end in spans(text, width, 14)]
        assert "".join(parts) == text
        assert not [part for part in parts if part[0] in "，。"]
    commas = "，" * 30
    assert "".join(commas[start:end] for start, end in spans(commas, 60, 14)) == commas


def test_a_text_that_goes_on_shows_where_one_is(session: Session) -> None:
    def beside() -> list[tuple[int, ...]]:
        box = area(session).rect
        return [tuple(session.surface.get_at((box.right - 6, y))) for y in range(box.top + 10, box.bottom - 10)]

    session.send(WriteComment("short"))
    session.draw()
    assert len(set(beside())) == 1
    session.send(WriteComment("\n".join(map(str, range(60)))))
    session.draw()
    assert len(set(beside())) > 1


def test_a_long_text_scrolls_with_the_caret(session: Session) -> None:
    session.send(WriteComment("\n".join(map(str, range(60)))))
    session.draw()
    assert session.screen.memory.scroll["comment"] > 0
    for _ in range(59):
        session.key(pygame.K_UP)
    assert session.screen.memory.scroll["comment"] == 0
    session.move_mouse(area(session).rect.center)
    session.post(pygame.MOUSEWHEEL, y=30, x=0)
    assert area(session)._offset(((0, 0),) * 60, session.screen.memory) == (0, 0)
