"""A position set up with the mouse in a real window, played from, and left by Esc and a yes."""

from __future__ import annotations

from collections.abc import Callable

from window_driver import GameWindow, state_for, wait_for

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.editor.arrangement import Tool
from xiangqi.app.editor.setting_up import OpenEditor, PlayEdited, UseTool
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.loading import PasteText
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.update import Cancel
from xiangqi.core.constants import RED, ROOK

Open = Callable[..., GameWindow]

FEN = "9/3k5/9/9/9/9/9/9/R8/4K4 b - - 0 1"
HOT_SEAT = NewGame(Setup(Player(), Player()))


def test_esc_brings_the_game_back_and_a_position_is_played_from(open_window: Open) -> None:
    window = open_window("--side", "both")
    window.move("h2e2")
    window.wait_for_moves(1)
    playing = state_for(HOT_SEAT)
    editing = state_for(HOT_SEAT, OpenEditor())

    window.key("ctrl+e")
    window.wait_for_widget("editor.fen", editing)
    window.click_widget("editor.clear", editing)
    window.key("Escape")
    leaving = state_for(HOT_SEAT, OpenEditor(), UseTool(Tool.CLEAR), Cancel())
    window.wait_for_widget("question.yes", leaving)
    window.click_widget("question.yes", leaving)
    window.wait_for_widget("game.flip", playing)
    window.move("h9g7")
    assert window.wait_for_moves(2) == ["h2e2", "h9g7"]

    window.key("ctrl+e")
    window.wait_for_widget("editor.play", editing)
    window.click_widget("editor.clear", editing)
    window.click_widget("editor.turn", editing)  # the middle is the beginning of Black's half
    window.click_widget(f"editor.piece.{RED | ROOK}", editing)
    window.click(window.point("a1"))
    window.drag("d9d8")
    placed = state_for(HOT_SEAT, OpenEditor(), PasteText(FEN))
    window.wait_for_widget("editor.fen", placed)
    window.click_widget("editor.two_people", placed)
    position = (OpenEditor(), PasteText(FEN), PlayEdited(two_people=True))
    filled = state_for(HOT_SEAT, PlayText("h2e2"), *position)
    window.wait_for_widget("new.start", filled)
    window.click_widget("new.start", filled)
    asked = state_for(HOT_SEAT, PlayText("h2e2"), *position, NewGame(filled.draft))
    window.wait_for_widget("question.yes", asked)
    window.click_widget("question.yes", asked)
    window.wait_for_widget("game.flip", playing)
    window.move("d8d7")
    wait_for("the game from the position", lambda: window.moves() == ["d8d7"])
    game = window.journal()
    assert game is not None
    assert game.start_fen == FEN
    assert window.close() == 0
