"""A picture in the clipboard of a real display becomes a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from clipboard import OwnClipboard
from window_driver import GameWindow, cell_centre, state_for

from xiangqi.app.intent import Intent
from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.asks import PictureOpened, PictureRead
from xiangqi.app.recognition.reading_pictures import ChooseMover, ConfirmReading, PlayRead, ReadPictures
from xiangqi.app.recognition.state import Recognition
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import RED
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.raster import board_image
from xiangqi.diagram.theme import themed
from xiangqi.fen import parse_fen
from xiangqi.recognition.reading import Reading

BOARD = "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R"


def read_state(*then: Intent) -> AppState:
    """Return the state after the picture has been read, and some intents."""
    opened = state_for(ReadPictures((Path("board.png"),)))
    held = opened.held(Recognition)
    assert held is not None
    return state_for(
        ReadPictures((Path("board.png"),)),
        PictureOpened(held.id, Pixels(100, 100, bytes(30_000))),
        PictureRead(held.id, Reading(BOARD, certain=True)),
        *then,
    )


def test_a_pasted_screenshot_is_played_on(
    open_window: Callable[..., GameWindow], own_clipboard: OwnClipboard, tmp_path: Path
) -> None:
    path = tmp_path / "board.png"
    board_image(BoardPicture(parse_fen(BOARD).placement), themed("wood", "traditional"), 600).save(path)
    owner = own_clipboard({"image/png": path})
    window = open_window("--side", "both")
    window.key("ctrl+v")
    state = read_state()
    window.wait_for_widget("picture.turn", state)
    window.click(cell_centre("picture.turn", 0, state, window.size))
    state = read_state(ChooseMover(RED))
    window.wait_for_widget("picture.right", state)  # it is pale until it has been said who moves
    window.click_widget("picture.right", state)
    state = read_state(ChooseMover(RED), ConfirmReading())
    window.wait_for_widget("picture.play", state)
    window.click_widget("picture.play", state)
    state = read_state(ChooseMover(RED), ConfirmReading(), PlayRead())
    window.wait_for_widget("new.start", state)
    window.click_widget("new.start", state)
    window.move("b2e2")
    window.wait_for_moves(1)
    game = window.journal()
    assert game is not None
    assert game.start_fen.startswith(BOARD)
    assert window.close() == 0
    assert owner.asked() == ["TARGETS", "TARGETS", "image/png"]  # for text neither, and it still is the owner
