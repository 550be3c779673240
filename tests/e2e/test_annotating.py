"""A game with variations and comments is edited by clicks and keys, saved as PGN and XQF, and opened again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
from window_driver import PATIENCE_S, GameWindow, state_for, wait_for

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.event import Input
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import ChooseVariation, GoBack, GoTo, NextVariation
from xiangqi.app.records.editing import (
    DeleteVariation,
    MoveVariation,
    RedoEdit,
    SetMark,
    UndoEdit,
    WriteComment,
)
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import AppState
from xiangqi.app.update import update
from xiangqi.errors import RecordError
from xiangqi.records.files import read_bytes, read_games
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game, same_tree
from xiangqi.ui.parts.move_list import MoveList
from xiangqi.ui.parts.move_sheet import Other
from xiangqi.ui.window.screen import Screen

Open = Callable[..., GameWindow]

TEXT = """[Event "杯赛"]
[Red "甲"]
[Black "乙"]

{开局} 1. 炮二平五 {当头炮} 马8进7 (1... 炮8平5 {顺炮} 2. 马二进三) (1... 卒3进1) 2. 马二进三 车9平8 *
"""
EDITED = """{开局} 1. 炮二平五 {当头炮} 炮8平5 $3 {顺炮 ok} (1... 马8进7 2. 马二进三 (2. 马八进七) 2... 车9平8)
2. 马二进三 *"""


class Annotator:
    """The hand at the window of a record, and the session as it must be by now: that tells where things are."""

    def __init__(self, window: GameWindow, path: Path) -> None:
        self.window = window
        self.state: AppState = state_for(NewGame(Setup()), OpenFile(path))
        games = tuple(map(pack, read_games(path)))
        assert self.state.loading is not None
        self.expect(GamesRead(self.state.loading.id, path.name, path, games, complete=True))
        self.look()

    def expect(self, *messages: Input) -> None:
        """What was just done in the window does what the messages say."""
        for message in messages:
            self.state, _ = update(self.state, message)

    def look(self) -> None:
        """The moves beside the board come to look as they must."""
        self.window.wait_for_widget("moves", self.state)

    def press(self, keys: str, *messages: Input) -> None:
        """Press keys."""
        self.window.key(*keys.split())
        self.expect(*messages)

    def click(self, key: str, *messages: Input) -> None:
        """Click on a widget."""
        self.look()
        self.window.click_widget(key, self.state)
        self.expect(*messages)

    def click_other(self, ply: int, place: int) -> None:
        """Click on the row of another move."""
        self.look()
        screen = Screen(self.window.size)
        screen.draw(pygame.Surface(self.window.size), self.state, 0.0)
        moves = screen.stage.widget("moves")
        assert isinstance(moves, MoveList)
        row = moves.sheet.rows.index(Other(ply, place))
        top = moves.rect.top + row * moves.row_height - moves.offset(screen.memory)
        self.window.click((moves.rect.centerx, top + moves.row_height // 2))
        self.expect(ChooseVariation(ply, place))

    def save_as(self, path: Path) -> Game:
        """Save under a name in the folder of the record, and read the file."""
        self.window.key("ctrl+shift+s", *["BackSpace"] * 12)
        self.window.write(path.name)
        self.window.key("Return")
        return wait_for(f"the file {path}", lambda: game_in(path))


def game_in(path: Path) -> Game | None:
    try:
        return next(read_games(path))
    except RecordError:
        return None


def test_a_record_is_edited_saved_and_opened_again(open_window: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(TEXT, encoding="utf-8")
    edited = next(read_bytes(EDITED.encode(), "edited"))

    hand = Annotator(open_window(str(path), "--level", "1"), path)
    hand.press("Right Right", GoTo(2))
    hand.window.move("b0c2")
    hand.expect(PlayText("b0c2"))
    hand.press("Left", GoBack())
    hand.click_other(2, 1)
    hand.press("ctrl+Up", MoveVariation(-1))
    hand.click("mark.3", SetMark(3))
    hand.press("F2")
    hand.window.write(" ok")
    hand.press("Escape", WriteComment("顺炮 ok"))
    hand.press("shift+Left", NextVariation(-1))
    hand.press("ctrl+Delete", DeleteVariation())
    hand.press("ctrl+z", UndoEdit())
    hand.press("ctrl+y", RedoEdit())
    hand.look()

    assert same_tree(hand.save_as(tmp_path / "mine.pgn").root, edited.root)
    in_xqf = hand.save_as(tmp_path / "mine.xqf")
    for node in edited.root.walk():
        node.nags = ()  # the format has no place for them
    assert same_tree(in_xqf.root, edited.root)
    assert in_xqf.headers == {"Event": "杯赛", "Red": "甲", "Black": "乙"}
    assert hand.window.close() == 0, "nothing was asked: all is in the PGN"

    for name in ("mine.pgn", "mine.xqf"):
        hand = Annotator(open_window(str(tmp_path / name), "--level", "1"), tmp_path / name)
        assert hand.window.close() == 0


def test_unsaved_changes_are_not_left_behind(open_window: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(TEXT, encoding="utf-8")
    hand = Annotator(open_window(str(path), "--level", "1"), path)
    hand.click("comment")
    hand.window.write("!")
    hand.expect(WriteComment("开局!"))
    hand.window.key("ctrl+q")
    asked, _ = update(hand.state, Quit())
    hand.window.wait_for_widget("question", asked)
    hand.window.key("Escape", "ctrl+q", "Return")  # save, in the file that it comes from
    assert hand.window.process.wait(PATIENCE_S) == 0
    saved = game_in(path)
    assert saved is not None
    assert saved.root.comment == "开局!"
