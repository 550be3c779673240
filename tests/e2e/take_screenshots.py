"""Takes the README's pictures of the real window: ``python tests/e2e/take_screenshots.py``.

A game left unfinished is taken up in a real window on an X server in memory, so that the picture is always of
the same position. Needs what the tests beside it need, and ImageMagick's ``convert``.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

import pygame
from window_driver import Display, GameWindow, state_for

from xiangqi.app import intents
from xiangqi.app.archive import from_record
from xiangqi.app.events import JournalFound
from xiangqi.app.state import Setup
from xiangqi.records.files import read_games

TARGET = Path(__file__).parents[2] / "docs" / "images"
COLOURS = 200  # of the palette, with dithering: no difference to be seen, a third of the bytes

GAME = """[Game "Chinese Chess"]
[Red "Player"]
[Black "Computer"]
[RedKind "human"]
[BlackKind "computer"]
[BlackLevel "6"]
[Result "*"]

1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 马２进３ 4. 兵七进一 卒７进１ 5. 车二进六 炮８平９
6. 车二平三 炮９退１ 7. 马八进七 士４进５ 8. 炮八平九 炮９平７ 9. 车三平四 马７进８ 10. 车九平八 车１平２ *
"""
PIECE = "b0"  # Red's chariot, which now attacks along its whole file


def take(target: Path, home: Path, display: Display) -> None:
    """Take the game up, pick up a piece and write the picture."""
    journal = home / "journal.pgn"
    journal.write_text(GAME, encoding="utf-8")
    window = GameWindow(display, home)
    try:
        offer = JournalFound(from_record(next(iter(read_games(journal)))))
        window.click_widget("resume.yes", state_for(intents.NewGame(Setup()), offer))
        time.sleep(1.0)  # a toast says that the game goes on: not in the picture
        window.click(window.point(PIECE))
        time.sleep(8.0)
        picture = home / "window.png"
        pygame.image.save(window.screenshot("screen"), str(picture))
        words = ["convert", str(picture), "-strip", "-colors", str(COLOURS), f"png8:{target}"]
        subprocess.run(words, check=True)
    finally:
        window.kill()


def main() -> None:
    """Take every picture."""
    TARGET.mkdir(exist_ok=True)
    display = Display.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "home"
            home.mkdir()
            take(TARGET / "window.png", home, display)
    finally:
        display.stop()


if __name__ == "__main__":
    main()
