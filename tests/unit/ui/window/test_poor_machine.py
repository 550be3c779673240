"""A machine without clipboard, sounds or fonts: the player is told in words, and what can go on goes on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from xiangqi.app.effect import PlaySound
from xiangqi.app.game.play import NewGame
from xiangqi.app.recognition.state import Recognition
from xiangqi.app.records.clipboard import CopyPosition
from xiangqi.app.runner import Runner
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.searches import Purpose, Search
from xiangqi.app.session.state import Panel
from xiangqi.core.constants import RED
from xiangqi.ui.parts.actions import PasteClipboard
from xiangqi.ui.parts.window_layout import SMALLEST_SIZE
from xiangqi.ui.window.display import open_window, shown_window
from xiangqi.ui.window.window import Window

ROOT = Path(__file__).parents[4]


@pytest.fixture
def no_video() -> Iterator[None]:
    """Lets a test end the video system, and with it the clipboard."""
    yield
    pygame.display.init()
    pygame.display.set_mode((800, 600))


@pytest.mark.usefixtures("no_video")
def test_without_a_clipboard_the_player_is_told() -> None:
    with Runner() as runner:
        runner.send(NewGame(Setup(Player(), Player())))
        window = Window(runner)
        runner.send(CopyPosition())
        pygame.display.quit()
        (copy,) = [effect for effect in runner.take_view_effects() if not isinstance(effect, PlaySound)]
        window._perform(copy)
        assert [toast.message.key.removeprefix("toast.") for toast in runner.state.toasts] == [
            "clipboard_failed"
        ]


@pytest.mark.parametrize("has_clipboard", [True, False])
@pytest.mark.usefixtures("no_video")
def test_a_clipboard_from_which_no_text_comes_is_told(has_clipboard: bool) -> None:
    with Runner() as runner:
        runner.send(NewGame(Setup(Player(), Player())))
        window = Window(runner)
        pygame.scrap.put_text("")
        if not has_clipboard:
            pygame.display.quit()
        window._act(PasteClipboard())
        while runner.state.held(Recognition) is not None:  # a process looks for a picture
            runner.step(time.monotonic())
            time.sleep(0.01)
        (toast,) = runner.state.toasts
        assert toast.message.key in (
            "toast.nothing_to_paste",
            "toast.no_picture_program",
        )
        assert runner.state.loading is None


def copy_without(what: str, folder: Path) -> None:
    """The program as it is, but for one folder or file of assets."""
    shutil.copytree(ROOT / "xiangqi", folder / "xiangqi")  # with its bytecode, which takes long to make
    shutil.copytree(ROOT / "assets", folder / "assets", ignore=shutil.ignore_patterns(what))


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run code upon the copy, interpreted: kernels would be compiled anew."""
    environment = os.environ | {"PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1", "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_without_its_fonts_the_program_says_so_in_one_line(tmp_path: Path) -> None:
    copy_without("fonts", tmp_path)
    done = run(tmp_path, "import sys; from xiangqi.cli import main; sys.exit(main(['play', '--side', 'both']))")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "fonts" in line
    assert "missing" in line


def test_a_missing_sound_goes_unheard(tmp_path: Path) -> None:
    copy_without("sounds", tmp_path)
    code = """
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.runner import Runner
from xiangqi.ui.window.display import open_display
from xiangqi.ui.window.window import Window
assert open_display()
runner = Runner()
Window(runner)._perform(PlaySound(Sound.MOVE))
runner.close()
"""
    done = run(tmp_path, code)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_its_network_the_computer_plays_and_the_player_is_told(tmp_path: Path) -> None:
    copy_without("network.npz", tmp_path)
    code = """
import time
from xiangqi.app.game.play import NewGame
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, PlayerKind, Setup
runner = Runner()
runner.send(NewGame(Setup(Player(PlayerKind.COMPUTER, 1), Player())))
while not runner.state.play.moves:
    runner.step(time.monotonic())
    time.sleep(0.01)
(toast,) = runner.state.toasts
print(toast.message.key.removeprefix("toast."), toast.message.arguments["detail"])
runner.close()
"""
    done = run(tmp_path, code)
    assert done.stdout.startswith("engine_file_refused asset 'network.npz' is missing"), (
        done.stdout + done.stderr
    )


def test_what_a_panel_shows_is_there_at_once() -> None:
    with Runner() as runner:
        runner.send(NewGame(Setup(Player(), Player())))
        window = Window(runner)
        now_s = time.monotonic()
        window._draw(now_s)
        runner.send(OpenPanel(Panel.SETTINGS))
        window._draw(now_s + 1)
        assert not window._looks_different(now_s + 1)


def test_the_time_that_an_engine_has_thought_is_shown_when_it_changes() -> None:
    with Runner() as runner:
        began_s = time.monotonic() + 0.7
        search = Search(1, runner.state.current_game.id, Purpose.PLAY, RED, began_s)
        window = Window(runner)
        for seconds, before in ((3.5, 2.9), (3.9, 3.1)):
            runner.state = replace(runner.state, search=search, now=began_s + before)
            window._draw(began_s + before)
            runner.state = replace(runner.state, now=began_s + seconds)
            assert window._looks_different(began_s + seconds) is (int(before) != int(seconds))


@pytest.mark.usefixtures("no_video")
def test_a_window_cannot_be_made_too_small_for_its_buttons() -> None:
    pygame.display.quit()
    pygame.display.init()
    open_window((300, 300))
    window = shown_window()
    assert window.minimum_size == SMALLEST_SIZE == window.size
    window.size = (300, 300)
    pygame.event.pump()
    assert window.size == SMALLEST_SIZE
