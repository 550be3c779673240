"""Takes the README's pictures: ``python tests/e2e/take_screenshots.py``.

A game left unfinished is taken up in a real window on an X server in memory, so that a picture is always of
the same position: once as it is played, once as it is analysed. ``xiangqi film`` draws the same game. Needs
what the tests beside it need, and ImageMagick's ``convert``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pygame

sys.path.insert(0, str(Path(__file__).parents[1]))  # what all tests share, as pytest finds it

from window_driver import Display, GameWindow, state_for

from xiangqi.app.game.asks import JournalFound
from xiangqi.app.game.play import NewGame
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.transcript import from_journal
from xiangqi.core import jit
from xiangqi.records.files import read_games

TARGET = Path(__file__).parents[2] / "docs" / "images"
COLOURS = 128  # of the palette, with dithering: no difference to be seen, a third of the bytes
WIDTH = 940
FILM = ("--width", "340", "--pace", "1200")
ANALYSED_S = 12.0  # until three lines have some depth

# the player has had help, so that the analysis need not ask whether the game shall count no longer
GAME = """[Game "Chinese Chess"]
[Red "Player"]
[Black "Computer"]
[RedKind "human"]
[BlackKind "computer"]
[BlackLevel "6"]
[Unrated "hint"]
[Result "*"]

1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 马２进３ 4. 兵七进一 卒７进１ 5. 车二进六 炮８平９
6. 车二平三 炮９退１ 7. 马八进七 士４进５ 8. 炮八平九 炮９平７ 9. 车三平四 马７进８ 10. 车九平八 车１平２ *
"""
PIECE = "b0"  # Red's chariot, which now attacks along its whole file


Act = Callable[[GameWindow], None]


def pick_up(window: GameWindow) -> None:
    """Show where a piece can go."""
    window.click(window.point(PIECE))
    time.sleep(8.0)


def analyse(window: GameWindow) -> None:
    """Let the engine speak."""
    window.key("l")
    time.sleep(ANALYSED_S)


def take(name: str, act: Act, home: Path, display: Display, **settings: object) -> None:
    """Take the game up, do something and write the picture."""
    (home / "settings.json").write_text(json.dumps({"version": 1, "guided": True, **settings}), "utf-8")
    journal = home / "journal.pgn"
    journal.write_text(GAME, encoding="utf-8")
    window = GameWindow(display, home)
    try:
        offer = JournalFound(from_journal(next(iter(read_games(journal)))))
        window.click_widget("home.likely", state_for(NewGame(Setup()), offer, OpenPanel(Panel.START)))
        time.sleep(1.0)  # a toast says that the game goes on: not in the picture
        act(window)
        picture = home / name
        pygame.image.save(window.screenshot("screen"), str(picture))
        smaller = ("-strip", "-resize", str(WIDTH), "-colors", str(COLOURS))
        subprocess.run(["convert", str(picture), *smaller, f"png8:{TARGET / name}"], check=True)
    finally:
        window.kill()


def film(home: Path) -> None:
    """Draw the game move by move."""
    record = home / "game.pgn"
    record.write_text(GAME, encoding="utf-8")
    command = [sys.executable, "-m", "xiangqi", "film", str(record), str(TARGET / "game.gif"), *FILM]
    subprocess.run(command, check=True)


def main() -> None:
    """Take every picture."""
    assert jit.COMPILED, "without compiled kernels no engine is ready in time"
    TARGET.mkdir(exist_ok=True)
    display = Display.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "home"
            home.mkdir()
            film(home)
            take("window.png", pick_up, home, display)
            take("analysis.png", analyse, home, display, language="zh-Hans", theme="jade")
    finally:
        display.stop()


if __name__ == "__main__":
    main()
