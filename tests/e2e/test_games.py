"""Games as they are agreed upon: clocks, handicaps, pauses, other engines, by hand in a real window."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from window_driver import GameWindow, cell_centre, near, state_for, wait_for, widget_centre, widget_of

from xiangqi.app.engines.asks import EngineIntroduced, EngineRefused
from xiangqi.app.engines.engine_list import AddEngine
from xiangqi.app.exercises.practice import ContinueGame
from xiangqi.app.game.asks import JournalFound
from xiangqi.app.game.handicap import handicap_fen
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.asks_reading import FolderListed
from xiangqi.app.session.files import FolderEntry
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.time_control import TimeControl, parse_time
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.update import update
from xiangqi.storage.settings import load_settings
from xiangqi.ui.toolkit.roles import DARK

Open = Callable[..., GameWindow]

MORE = "new.more"
FEN = "9/3k5/9/9/9/9/9/9/R8/4K4 w - - 0 1"


def settle(home: Path, **values: object) -> None:
    """Write settings before the program starts."""
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_text(json.dumps({"version": 1, "language": "en", **values}))


def header(window: GameWindow, name: str) -> str | None:
    """Return a tag of the journal, None while there is none."""
    game = window.journal()
    return None if game is None else game.headers.get(name)


def test_a_flag_falls(open_window: Open, home: Path) -> None:
    settle(home, friends_clock="2")
    window = open_window("--side", "both")
    window.move("h2e2")
    wait_for("the end", lambda: header(window, "Termination") == "time")
    game = window.journal()
    assert game is not None
    assert game.result == "1-0"
    assert game.headers["BlackClock"] == "0:00:00.0"
    assert window.close() == 0


def test_clock_and_handicap_are_chosen_in_the_panel(open_window: Open) -> None:
    window = open_window("--side", "both")
    panel = state_for(NewGame(Setup(Player(), Player())), OpenPanel(Panel.NEW_GAME))
    window.key("ctrl+n")
    window.wait_for_widget("new.start", panel)
    window.click(cell_centre("new.clock", 3, panel, window.size))
    window.click(widget_centre(MORE, panel, window.size))
    handicap = widget_of("new.handicap", panel, window.size, {MORE: 1}).rect
    window.click((handicap.right - 10, handicap.centery))
    window.click(widget_centre("new.start", panel, window.size))
    window.move("h2e2")
    window.wait_for_moves(1)
    game = window.journal()
    assert game is not None
    assert game.headers["TimeControl"] == "600+5"
    assert game.start_fen == handicap_fen("knight")
    assert window.close() == 0
    settings, _ = load_settings(window.home / "settings.json")
    assert settings.friends_clock == "600+5"


def test_a_crash_keeps_the_clock_and_the_game_goes_on_after_a_pause(open_window: Open, home: Path) -> None:
    settle(home, friends_clock="900")
    window = open_window("--side", "both")
    for number, move in enumerate(("h2e2", "h9g7", "h0g2"), start=1):
        window.move(move)
        window.wait_for_moves(number)
    window.kill()
    game = window.journal()
    assert game is not None
    kept = parse_time(game.headers["BlackClock"])
    assert kept is not None
    assert 0 < kept < 900

    window = open_window()
    found = JournalFound(from_journal(game))
    offered = state_for(NewGame(Setup(Player(), Player())), found, OpenPanel(Panel.START))
    window.click_widget("home.likely", offered)
    resumed = update(offered, ContinueGame())[0]
    window.wait_for_widget("pause.go_on", resumed)
    assert len(window.moves()) == 3
    window.click(window.point("i9"))  # lets the game go on, and takes up no piece
    wait_for("the game to go on", lambda: not is_accent(window, "pause.go_on", resumed))
    window.move("i9h9")
    window.wait_for_moves(4)
    later = parse_time(header(window, "BlackClock") or "")
    assert later is not None
    assert later <= kept


def is_accent(window: GameWindow, key: str, state: AppState) -> bool:
    """Return whether a primary button is on the window: its ground beside the label."""
    x, y = widget_centre(key, state, window.size)
    return near(window.screenshot("button").get_at((x - 90, y + 10)), DARK.accent)


def test_computers_that_play_each_other_are_paused(open_window: Open) -> None:
    window = open_window("--side", "none", "--level", "1")
    window.wait_for_moves(2)
    window.key("ctrl+p")
    played = wait_for("the pause", lambda: rests(window))
    window.key("ctrl+p")
    assert len(window.wait_for_moves(played + 2)) >= played + 2 or header(window, "Termination")


def rests(window: GameWindow) -> int | None:
    """Return how many moves there are, once no more come."""
    before = len(window.moves())
    time.sleep(1.0)
    return before if len(window.moves()) == before else None


def test_the_board_turns_to_the_mover(open_window: Open, home: Path) -> None:
    settle(home, turn_board=True)
    window = open_window("--side", "both")
    for number, move in enumerate(("h2e2", "h9g7", "h0g2"), start=1):
        window.flipped = number % 2 == 0
        window.move(move)
        window.wait_for_moves(number)


def test_a_game_begins_from_a_typed_position(open_window: Open) -> None:
    window = open_window("--side", "both")
    panel = state_for(NewGame(Setup(Player(), Player())), OpenPanel(Panel.NEW_GAME))
    window.key("ctrl+n")
    window.wait_for_widget("new.start", panel)
    window.click(widget_centre(MORE, panel, window.size))
    window.click(widget_of("new.fen", panel, window.size, {MORE: 1}).rect.center)
    window.write(FEN)
    window.click(widget_centre("new.start", panel, window.size))
    window.move("a1a8")
    wait_for("the move", lambda: window.moves() == ["a1a8"])
    game = window.journal()
    assert game is not None
    assert game.start_fen == FEN


# ---- Other engines ----

ENGINE = """#!{python}
import sys
from xiangqi.board import Board, Move
board = Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Real Engine\\noption name Hash type spin default 16 min 1 max 64\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        board = Board(" ".join(words[2:8])) if words[1] == "fen" else Board()
        for word in words[words.index("moves") + 1:] if "moves" in words else []:
            board.push(Move.from_iccs(word))
    elif words[:1] == ["go"]:
        print("bestmove", board.legal_moves()[0], flush=True)
    elif words[:1] == ["quit"]:
        break
"""


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the list of programs begins; nothing else is in it."""
    person = tmp_path / "person"
    folder = person / "Documents"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(person))
    return folder


def choose_program(window: GameWindow, path: Path) -> None:
    """From the game through the panels to the only program in the list, and choose it."""
    panel = state_for(OpenPanel(Panel.NEW_GAME))
    window.key("ctrl+n")
    window.wait_for_widget("new.start", panel)
    window.click_widget("new.engines", panel)
    listed = state_for(OpenPanel(Panel.NEW_GAME), OpenPanel(Panel.ENGINES))
    window.wait_for_widget("engines.add", listed)
    window.click_widget("engines.add", listed)
    chooser = state_for(
        OpenPanel(Panel.ADD_ENGINE),
        FolderListed(path.parent, (FolderEntry(path.name, False, path.stat().st_size),), programs=True),
    )
    row = widget_of("folder", chooser, window.size).rect
    row.height = 30
    wait_for("the list", lambda: is_written_on(window.screenshot("list").subsurface(row)))
    window.click((row.left + 60, row.centery))


def is_written_on(picture: pygame.Surface) -> bool:
    """Return whether there is more than the ground of a list."""
    width, height = picture.get_size()
    return any(not near(picture.get_at((x, height // 2)), DARK.field) for x in range(width // 2))


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_another_engine_is_added_and_played_against(open_window: Open, documents: Path) -> None:
    program = documents / "real-engine"
    program.write_text(ENGINE.format(python=sys.executable))
    program.chmod(0o755)
    window = open_window("--side", "red", "--level", "1")
    choose_program(window, program)
    command = (str(program),)
    wait_for("the engine", lambda: load_settings(window.home / "settings.json")[0].engines)
    asked = state_for(OpenPanel(Panel.NEW_GAME), AddEngine(program))
    assert asked.probe is not None
    form = state_for(
        OpenPanel(Panel.NEW_GAME),
        AddEngine(program),
        EngineIntroduced(asked.probe.id, "Real Engine", ()),
    )
    window.wait_for_widget("engine.play", form)
    window.click_widget("engine.play", form)
    panel = state_for(OpenPanel(Panel.NEW_GAME))
    window.wait_for_widget("new.start", panel)
    window.click_widget("new.start", panel)
    window.move("h2e2")
    window.wait_for_moves(2)
    assert header(window, "Black") == "Real Engine"
    assert header(window, "BlackKind") == "engine"
    assert window.close() == 0
    settings, _ = load_settings(window.home / "settings.json")
    assert settings.engine == command


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_a_program_that_is_no_engine_leads_back_to_the_built_in_one(open_window: Open, documents: Path) -> None:
    program = documents / "no-engine"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no licence')\n")
    program.chmod(0o755)
    window = open_window("--side", "red", "--level", "1")
    choose_program(window, program)
    asked = state_for(OpenPanel(Panel.NEW_GAME), AddEngine(program))
    assert asked.probe is not None
    failed = state_for(
        OpenPanel(Panel.NEW_GAME), AddEngine(program), EngineRefused(asked.probe.id, "no licence")
    )
    wait_for("the failure", lambda: is_accent(window, "engine.built_in", failed))
    window.screenshot("failure")
    window.click_widget("engine.built_in", failed)
    panel = state_for(OpenPanel(Panel.NEW_GAME))
    window.wait_for_widget("new.start", panel)
    window.click_widget("new.start", panel)
    window.move("h2e2")
    window.wait_for_moves(2)
    assert header(window, "BlackKind") == "computer"


# ---- The clock against the computer ----


def test_the_computer_keeps_to_its_clock(open_window: Open, home: Path) -> None:
    settle(home, time_control=TimeControl(600, 2).pgn)
    window = open_window("--side", "red", "--level", "3")
    window.move("h2e2")
    window.wait_for_moves(2)
    window.move("h0g2")
    window.wait_for_moves(4)
    left = parse_time(header(window, "BlackClock") or "")
    assert left is not None
    assert left > 0
