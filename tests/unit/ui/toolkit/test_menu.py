"""The tree beside the board, and the menus: by mouse and by keyboard."""

from __future__ import annotations

import pygame
from ui_session import Session

from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.clipboard import CopyGame, CopyMoves, CopyPosition
from xiangqi.app.records.editing import WriteComment
from xiangqi.app.records.saving import Save
from xiangqi.app.session.document import Document
from xiangqi.app.session.panels import ClosePanel
from xiangqi.app.session.state import Panel
from xiangqi.app.share.sharing import OpenShare
from xiangqi.app.update import Answer
from xiangqi.ui.parts.move_list import MoveList
from xiangqi.ui.parts.move_sheet import Other
from xiangqi.ui.toolkit.menu import Menu
from xiangqi.ui.toolkit.widgets import Choice

TEXT = "1. 炮二平五 马８进７ (1... 炮８平５ 2. 马二进三) (1... 卒３进１) 2. 马二进三 *"
CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT


def opened() -> Session:
    session = Session()
    session.open_record(TEXT)
    return session


def record(session: Session) -> Document:
    return session.state.document


def moves(session: Session) -> str:
    return " ".join(str(move) for move in record(session).cursor.moves)


def row_of(session: Session, place: int) -> tuple[int, int]:
    """Where the row of another move is, by its place among the alternatives."""
    listed = session.widget("moves")
    assert isinstance(listed, MoveList)
    index = next(i for i, row in enumerate(listed.sheet.rows) if isinstance(row, Other) and row.place == place)
    return listed.rect.centerx, listed.rect.top + index * listed.row_height + listed.row_height // 2


def menu(session: Session) -> Menu:
    widget = session.widget("menu")
    assert isinstance(widget, Menu)
    return widget


def choose(session: Session, text: str) -> None:
    """Click on an item of the open menu."""
    items = menu(session).items
    index = next(i for i, item in enumerate(items) if item.text == text)
    session.click(menu(session)._cell(index, session.screen.memory).center)


def test_a_click_on_a_variation_goes_there_and_a_right_click_opens_its_menu() -> None:
    session = opened()
    session.click(row_of(session, 1))
    assert moves(session) == "h2e2 h7e7 h0g2"
    session.press(row_of(session, 2), button=3)
    assert moves(session) == "h2e2 c6c5"
    choose(session, "Make main line")
    assert session.screen.stage.widget("menu") is None
    assert [str(move) for move in record(session).tree.to_game().main_line()] == ["h2e2", "c6c5"]


def test_what_cannot_be_done_cannot_be_chosen() -> None:
    session = opened()
    session.click_widget("moves.menu")
    choose(session, "Delete variation")
    assert session.screen.stage.widget("menu") is not None
    assert not record(session).unsaved
    session.click(session.point("e4"))
    assert session.screen.stage.widget("menu") is None
    assert session.state.selection.selected is None


def test_the_menu_by_keyboard() -> None:
    session = opened()
    session.send(GoTo(1))
    session.draw()
    session.key(pygame.K_F10, SHIFT)
    session.key(pygame.K_DOWN)
    assert menu(session).items[session.screen.memory.rows["menu"]].text == "Delete from here on"
    session.key(pygame.K_UP)
    assert menu(session).items[session.screen.memory.rows["menu"]].text == "Show: Red – Black"
    session.key(pygame.K_DOWN)
    session.key(pygame.K_RETURN)
    assert moves(session) == "h2e2"
    session.key(pygame.K_F10, SHIFT)
    session.key(pygame.K_ESCAPE)
    assert session.screen.stage.widget("menu") is None
    assert session.state.document.play is None


def test_keys_edit_the_tree() -> None:
    session = opened()
    session.send(GoTo(2))
    session.key(pygame.K_RIGHT, SHIFT)
    assert moves(session) == "h2e2 h7e7 h0g2"
    session.key(pygame.K_UP, CTRL)
    session.key(pygame.K_DELETE, CTRL | SHIFT)
    assert [str(move) for move in record(session).tree.to_game().main_line()] == ["h2e2", "h7e7"]
    session.key(pygame.K_z, CTRL)
    session.key(pygame.K_z, CTRL)
    assert not record(session).unsaved
    session.key(pygame.K_z, CTRL | SHIFT)
    assert record(session).unsaved
    assert session.key(pygame.K_s, CTRL) == [Save()]


def test_marks_are_set_and_taken_away_by_clicks() -> None:
    session = opened()
    assert session.screen.stage.widget("mark.3") is None, "the start is no move"
    session.send(GoTo(1))
    session.draw()
    session.click_widget("mark.3")
    session.click_widget("mark.6")
    assert session.screen.stage.widget("mark.6").chosen  # type: ignore[union-attr]
    assert record(session).tree.nags(record(session).node) == (6,)
    session.click_widget("mark.6")
    assert record(session).tree.nags(record(session).node) == ()


def test_copies_of_many_kinds() -> None:
    session = opened()
    session.click_widget("head.more")
    wanted = [item.action for item in menu(session).items]
    first = wanted.index(CopyGame())
    assert wanted[first : first + 6] == [
        CopyGame(),
        CopyPosition(),
        CopyMoves(),
        CopyMoves(traditional=True),
        CopyGame("dhtmlxq"),
        OpenShare(),
    ]


def test_the_running_game_is_annotated_from_its_menu() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    session.click_widget("moves.menu")
    choose(session, "Annotate game")
    assert moves(session) == "h2e2 h9g7"
    session.click_widget("moves.menu")
    choose(session, "Game details…")
    assert session.state.panel is Panel.DETAILS
    session.send(ClosePanel())
    session.draw()
    session.click_widget("moves.menu")
    choose(session, "Stop annotating")
    assert session.screen.stage.widget("comment") is None


def test_a_game_that_is_over_is_found_again_in_the_menu() -> None:
    session = Session()
    session.play("h2e2 h9g7")
    session.send(Resign(), Answer(True))
    over = session.state.current_game.id
    session.send(NewGame(session.state.play.setup))
    session.draw()
    session.click_widget("moves.menu")
    choose(session, "Show: Red – Black · Black wins")
    assert session.state.document.id == over


def test_a_format_gives_the_name_its_suffix() -> None:
    session = opened()
    session.key(pygame.K_s, CTRL | SHIFT)
    assert session.screen.memory.texts["save.name"] == "record.pgn"
    choice = session.widget("save.kind")
    assert isinstance(choice, Choice)
    session.click(choice.cells()[1].center)
    assert session.screen.memory.texts["save.name"] == "record.xqf"
    session.screen.memory.texts["save.name"] = "第 1.5 局"
    session.draw()
    session.click(choice.cells()[2].center)
    assert session.screen.memory.texts["save.name"] == "第 1.5 局.ubb"


def test_a_format_keeps_the_typed_name_and_the_caret_before_its_suffix() -> None:
    session = opened()
    session.key(pygame.K_s, CTRL | SHIFT)
    session.click_widget("save.name")
    session.key(pygame.K_a, CTRL)
    session.write("Final")
    session.draw()
    choice = session.widget("save.kind")
    assert isinstance(choice, Choice)
    session.click(choice.cells()[1].center)
    assert session.screen.memory.focus == "save.name"
    session.draw()
    session.write(" 2")
    assert session.screen.memory.texts["save.name"] == "Final 2.xqf"


def leave(session: Session) -> None:
    session.click_widget("head.more")
    choose(session, "Back to the game")


def test_leaving_has_three_answers() -> None:
    session = Session()
    session.open_record(f"{TEXT}\n\n{TEXT}")  # where there are two games a name is asked for
    session.send(ClosePanel())
    session.send(WriteComment("x"))
    session.draw()
    leave(session)
    session.click_widget("question.no")
    assert session.state.document.play is None
    leave(session)
    session.key(pygame.K_RETURN)
    assert session.state.panel is Panel.SAVE_FILE
    session.key(pygame.K_ESCAPE)
    leave(session)
    session.click_widget("question.yes")
    assert session.state.document.play is not None
