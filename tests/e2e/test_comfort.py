"""What a player has chosen is there at the next start; silence."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from window_driver import GameWindow, cell_centre, state_for, wait_for, widget_of

from xiangqi.app.session.files import Folder, FolderEntry
from xiangqi.app.session.panels import ChangeDraft, OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.strength import HIGHEST, LOWEST
from xiangqi.app.update import update
from xiangqi.storage.saved_engines import SavedEngine, to_plain
from xiangqi.storage.settings import Settings, load_settings
from xiangqi.ui.toolkit.controls import Stepper
from xiangqi.ui.toolkit.widgets import Slider

Open = Callable[..., GameWindow]

SIZE = (1010, 760)
LEVEL = 3
ENGINE = SavedEngine("Another Engine", (sys.executable, "-m", "xiangqi", "uci"))


def kept(window: GameWindow) -> Settings:
    return load_settings(window.home / "settings.json")[0]


def panel(opened: Panel, **settings: object) -> AppState:
    """Return a panel as it looks with some settings."""
    state = state_for(OpenPanel(opened))
    return replace(state, settings=replace(state.settings, **settings))  # type: ignore[arg-type]


def choose_looks(window: GameWindow) -> None:
    """Jade, and the panel in 简体中文."""
    before = panel(Panel.SETTINGS)
    window.click_widget("rail.settings", state_for())
    window.wait_for_widget("settings.theme", before)
    window.click(cell_centre("settings.theme", 1, before, window.size))
    wait_for("the board", lambda: kept(window).theme == "jade")
    window.click(cell_centre("settings.language", 1, before, window.size))
    wait_for("the language", lambda: kept(window).language == "zh-Hans")
    window.key("Escape")


def choose_engine(window: GameWindow) -> None:
    """A new game against the engine that was added, at a low level."""
    before = panel(Panel.NEW_GAME, engines=(ENGINE,), language="zh-Hans")
    window.key("ctrl+n")
    window.wait_for_widget("new.engine", before)
    stepper = widget_of("new.engine", before, window.size)
    assert isinstance(stepper, Stepper)
    window.click((stepper.rect.right - stepper.rect.height // 2, stepper.rect.centery))
    assert isinstance(stepper.after, ChangeDraft)
    chosen, _ = update(before, stepper.after)
    slider = widget_of("new.level", chosen, window.size)
    assert isinstance(slider, Slider)
    knob = slider.rect.height / 2
    stop = slider.rect.left + knob + (slider.rect.width - 2 * knob) * (LEVEL - LOWEST) / (HIGHEST - LOWEST)
    window.click((round(stop), slider.rect.centery))
    window.click_widget("new.start", chosen)
    wait_for("the engine", lambda: kept(window).engine == ENGINE.command)


def test_choices_are_there_at_the_next_start(open_window: Open, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for name in ("one.pgn", "two.pgn"):
        (folder / name).write_text("1. h2e2 *", "utf-8")
    home.mkdir()
    plain = {"version": 1, "language": "en", "engines": to_plain((ENGINE,)), "side": "red", "guided": True}
    (home / "settings.json").write_text(json.dumps(plain), "utf-8")
    window = open_window(str(folder / "one.pgn"))
    wait_for("the record", lambda: kept(window).last_folder == str(folder))
    window.resize(*SIZE)
    choose_looks(window)
    choose_engine(window)
    assert window.close() == 0

    again = open_window()
    assert again.size == SIZE
    settings = kept(again)
    assert (settings.theme, settings.language, settings.level) == ("jade", "zh-Hans", LEVEL)
    shown = panel(Panel.SETTINGS, theme="jade", language="zh-Hans")
    again.click_widget("rail.settings", state_for())
    again.wait_for_widget("settings.theme", shown)  # in Chinese the settings fit on one page
    again.key("ctrl+n")
    chosen = panel(Panel.NEW_GAME, engines=(ENGINE,), engine=ENGINE.command, level=LEVEL, language="zh-Hans")
    again.wait_for_widget("new.start", chosen)
    again.key("Return")
    again.wait_for_widget("game.flip", replace(state_for(), settings=settings))
    again.move("h2e2")
    again.wait_for_moves(2)
    game = again.journal()
    assert game is not None
    assert game.headers["Black"] == ENGINE.name

    again.key("ctrl+o")
    entries = tuple(FolderEntry(name, False, 9) for name in ("one.pgn", "two.pgn"))
    listing = panel(Panel.OPEN_FILE, language="zh-Hans", recent_files=kept(again).recent_files)
    listing = replace(listing, folder=Folder(folder, entries))
    again.wait_for_widget("folder", listing)
    again.write("two")
    again.key("Return")
    again.key("Tab", "Tab", "Return")  # yes, though the game will not count: its moves are help
    wait_for("the other record", lambda: kept(again).recent_files[:1] == (str(folder / "two.pgn"),))
    assert again.close() == 0


def loudness(samples: bytes) -> int:
    """Return the largest of some samples of 16 bits."""
    return max(map(abs, array("h", samples[: len(samples) // 2 * 2])), default=0)


def test_a_move_is_heard_unless_it_is_muted(open_window: Open, tmp_path: Path) -> None:
    """The sound card is a file here."""
    card = tmp_path / "card.raw"
    window = open_window("--side", "both", SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(card))
    assert loudness(card.read_bytes()) == 0
    window.move("h2e2")
    wait_for("the sound", lambda: loudness(card.read_bytes()) > 100)
    window.key("m")
    wait_for("the mute", lambda: kept(window).muted)
    wait_for("a second of silence", lambda: loudness(card.read_bytes()[-176_400:]) == 0)
    before = card.stat().st_size
    window.move("h9g7")
    window.wait_for_moves(2)
    wait_for("a second of the card", lambda: card.stat().st_size > before + 176_400)
    assert loudness(card.read_bytes()[before:]) == 0
    assert window.close() == 0
    assert kept(window).muted
