"""The start of the program: what may be loaded before the window, the title, and leaving it early."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pygame
import pytest

from xiangqi.app.model.start_options import Options
from xiangqi.core.compiler import steering
from xiangqi.errors import CancelledError
from xiangqi.i18n.catalogue import LANGUAGES, catalogue
from xiangqi.lock import FileLock
from xiangqi.storage.settings import Settings
from xiangqi.ui.shell.opening import ProgramLoading, draw_title, settings_for, show_title
from xiangqi.ui.toolkit.theme import BOARDS, Look, look

CLOSED_AT_ONCE = """
import pygame
from xiangqi.app.model.start_options import Options
from xiangqi.core.compiler import kernel_cache
from xiangqi.ui.shell import display, opening

def open_and_close(size):
    surface = display.open_window(size)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    return surface

opening.open_window = open_and_close
opening.run(Options())
assert not pygame.display.get_init()
print("left")
"""


@pytest.fixture
def surface() -> pygame.Surface:
    return pygame.Surface((800, 600))


def test_the_opening_loads_neither_rules_nor_numba() -> None:
    code = "import sys, xiangqi.ui.shell.opening; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "xiangqi.ui.shell.opening" in loaded
    assert loaded.isdisjoint({"numba", "numpy", "xiangqi.core.jit", "xiangqi.board", "xiangqi.ui.shell.window"})


@pytest.mark.parametrize("board", BOARDS)
def test_the_title_is_drawn_in_the_colours_of_the_board(surface: pygame.Surface, board: str) -> None:
    chosen = look(board, "traditional")
    draw_title(surface, chosen, "", 0.0)
    assert surface.get_at((0, 0))[:3] == chosen.board.field.light
    inked = {tuple(surface.get_at((x, y))[:3]) for x in range(300, 500) for y in range(200, 300)}
    assert chosen.board.red_label in inked


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_fit_into_the_smallest_window(surface: pygame.Surface, language: str) -> None:
    def picture(words: str) -> bytes:
        draw_title(surface, Look(), words, 0.0)
        return pygame.image.tobytes(surface, "RGB")

    without, words = picture(""), catalogue(language).template("opening.preparing")
    assert picture(words) != without
    background = Look().board.field.light
    assert all(surface.get_at((x, y))[:3] == background for x in (0, 799) for y in range(600))


def test_the_title_speaks_the_language_of_the_command_line() -> None:
    assert settings_for(Options()).language == Settings().language
    assert settings_for(Options(language="zh-Hant")).language == "zh-Hant"


def test_the_marks_move(surface: pygame.Surface) -> None:
    pictures = set()
    for now_s in (0.0, 0.3, 0.6):
        draw_title(surface, Look(), "", now_s)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == 3


def test_the_title_goes_when_everything_is_loaded() -> None:
    loading = ProgramLoading()
    assert show_title(loading, Settings(), cold=True)
    loading.check()
    assert "xiangqi.ui.shell.window" in sys.modules
    loading.give_up()


def test_a_failure_to_load_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xiangqi.ui.shell.window", None)
    loading = ProgramLoading()
    assert show_title(loading, Settings(), cold=False)
    with pytest.raises(ImportError):
        loading.check()


def test_closing_the_title_leaves_before_everything_is_compiled(home: Path) -> None:
    """In a process of its own, where nothing is compiled yet."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment = kept | {"XIANGQI_HOME": str(home), "TMPDIR": str(home.parent), "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, "-c", CLOSED_AT_ONCE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")
    kernels = home / "cache" / "kernels"
    assert not list(kernels.rglob("*.image"))
    assert all(FileLock(lock).acquire() for lock in kernels.rglob("*.lock"))  # nobody compiles any more


def test_waiting_for_kernels_that_is_called_off_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steering, "_unwanted", threading.Event())
    steering.check_wanted()
    steering.cancel()
    with pytest.raises(CancelledError):
        steering.check_wanted()
