"""A film saved from a real window, and a picture of the moment."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from window_driver import GameWindow, state_for, wait_for

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import Panel

Open = Callable[..., GameWindow]

HOT_SEAT = NewGame(Setup(Player(), Player()))


def test_a_film_and_a_picture_are_saved(open_window: Open, home: Path, tmp_path: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"version": 1, "last_folder": str(tmp_path)}), "utf-8")
    window = open_window("--side", "both")
    window.move("h2e2")
    window.wait_for_moves(1)
    window.key("F12")
    shot = wait_for("the picture", lambda: next((home / "pictures").glob("*.png"), None))
    with Image.open(shot) as picture:
        assert picture.size[0] > 400

    saving = state_for(HOT_SEAT, PlayText("h2e2"), OpenPanel(Panel.SAVE_FILE))
    window.key("ctrl+shift+s")
    window.wait_for_widget("save.save", saving)
    window.key(*["BackSpace"] * 3)
    window.write("gif")
    window.key("Return")
    path = wait_for("the film", lambda: next(tmp_path.glob("xiangqi *.gif"), None))  # named by the day
    with Image.open(path) as film:
        assert film.n_frames == 5  # type: ignore[attr-defined]
    assert window.close() == 0
