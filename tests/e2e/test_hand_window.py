"""The hand without a mouse in a real window: the board by arrows, and a key of one's own that stays."""

from __future__ import annotations

import json
from collections.abc import Callable

import pygame
from window_driver import GameWindow, state_for, wait_for

from xiangqi.app.game.play import NewGame
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import Panel
from xiangqi.storage.settings import Settings
from xiangqi.ui.parts.keys import all_commands
from xiangqi.ui.window.screen import Screen

Open = Callable[..., GameWindow]

HOT_SEAT = NewGame(Setup(Player(), Player()))


def test_the_board_by_arrows_and_a_key_that_is_remembered(open_window: Open) -> None:
    window = open_window("--side", "both")
    playing = state_for(HOT_SEAT)
    window.key("Up", "Up", "Up", "Up", "Return", "Up", "Return")  # the soldier of the middle file
    assert window.wait_for_moves(1) == ["e3e4"]

    window.key("question")
    helped = state_for(HOT_SEAT, OpenPanel(Panel.HELP))
    window.wait_for_widget("help.reset", helped)
    screen = Screen(window.size)
    screen.draw(pygame.Surface(window.size), helped, 0.0)
    reached = [key for key in screen.stage.focusable() if not key.startswith("rail.")]
    window.key(*["Tab"] * (reached.index("help.keys") + 1))  # Tab begins in the page
    window.key(*["Down"] * [command.name for command in all_commands()].index("take_back"))
    window.key("Return", "F7")

    def kept() -> bool:
        path = window.home / "settings.json"
        return path.exists() and json.loads(path.read_text("utf-8"))["keys"] == {"take_back": "f7"}

    wait_for("the key in the settings", kept)
    assert window.close() == 0

    again = open_window("--side", "both")
    again.move("h2e2")
    again.wait_for_moves(1)
    again.key("F7")
    wait_for("the move to be taken back", lambda: again.moves() == [])
    changed = state_for(HOT_SEAT, OpenPanel(Panel.HELP), settings=Settings(keys={"take_back": "f7"}))
    again.key("question")
    again.wait_for_widget("help.reset", changed)
    again.click_widget("help.reset", changed)
    again.key("Escape")
    again.wait_for_widget("game.flip", playing)
    again.move("h2e2")
    again.wait_for_moves(1)
    again.key("ctrl+z")
    wait_for("the move to be taken back", lambda: again.moves() == [])
