"""Tests of a home folder left by a program whose window had no places: everything in it is kept."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from xiangqi.app.exercises.practice import ContinueGame
from xiangqi.app.runner import Runner
from xiangqi.app.session.state import Panel
from xiangqi.app.start import first_intents, first_page
from xiangqi.app.start_options import Options
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.library import Library
from xiangqi.library.library import default_path
from xiangqi.repertoire.store import RepertoireStore
from xiangqi.storage.journal import Journal
from xiangqi.ui.parts.keys import key_map
from xiangqi.ui.window.screen import Screen

LEFT: Final = Path(__file__).parents[3] / "data" / "before_places"
PATIENCE_S: Final = 20.0
MOVES: Final = ["h2h9", "i9h9", "b2b9", "b7b6", "b9d9", "a9a7", "d9f9", "e9f9", "c0a2", "c6c5", "a0a1", "h7e7"]
EXPECTED: Final[dict[str, Any]] = json.loads((LEFT / "expected.json").read_text(encoding="utf-8"))
SETTINGS: Final[dict[str, Any]] = json.loads((LEFT / "settings.json").read_text(encoding="utf-8"))


@pytest.fixture
def left(home: Path) -> Path:
    """The home folder as that program left it."""
    home.mkdir()
    for name in ("settings.json", "journal.pgn", "lessons.json"):
        (home / name).write_bytes((LEFT / name).read_bytes())
    (home / "library.db").write_bytes(gzip.decompress((LEFT / "library.db.gz").read_bytes()))
    return home


@pytest.fixture
def begun(left: Path) -> Iterator[Runner]:  # noqa: ARG001 (first)
    """The session as the window begins it, without options; the progress has been read."""
    with Runner() as runner:
        for intent in first_intents(Options(), runner.state.settings):
            runner.send(intent)
        runner.send(first_page(runner.state))
        end = time.monotonic() + PATIENCE_S
        while runner.state.practice is None or not runner.state.stars:
            assert time.monotonic() < end, "the progress was never read"
            runner.step(time.monotonic())
            time.sleep(0.002)
        yield runner


def kept_in_library() -> dict[str, Any]:
    """Return what the library's file holds, as `expected.json` does."""
    return dict(json.loads(json.dumps(_from_library(default_path()))))


def _from_library(path: Path) -> dict[str, object]:
    with Library(path) as library, ExerciseLog(path) as log, RepertoireStore(path) as store:
        numbers = range(1, len(library) + 1)
        return {
            "games": [
                [dict(game.headers), game.result, [move.iccs for move in game.main_line()]]
                for game in map(library.load, numbers)
            ],
            "own": [[game.number, *astuple(game.played)] for game in library.own_games()],
            "reviews": [library.review(number) is not None for number in numbers],
            "deck": [[card.mistake.to_json(), card.memory, card.due.isoformat()] for card in log.cards()],
            "evidence": [[when.isoformat(), game.opponent, game.score] for when, game in log.evidence()],
            "repertoire": [
                [[move.place, move.move.iccs, move.own] for move in store.repertoire(side).moves()]
                for side in (RED, BLACK)
            ],
        }


def test_it_opens_on_home_with_the_running_game_as_the_next_step(begun: Runner) -> None:
    assert begun.state.panel is Panel.START
    screen = Screen((1366, 740))
    screen.draw(pygame.Surface((1366, 740)), begun.state, 0.0)
    assert screen.stage.meant() == [ContinueGame()]
    begun.send(ContinueGame())
    play = begun.state.play
    assert begun.state.panel is None
    assert [move.iccs for move in play.moves] == MOVES
    assert (play.setup.time.pgn, play.setup.black.level) == ("600+5", 1)
    assert play.paused, "its clock waits for the player"


def test_settings_and_keys_are_as_they_were(begun: Runner) -> None:
    settings = begun.state.settings
    now = {name: getattr(settings, name) for name in SETTINGS if name != "version"}
    assert {name: list(value) if isinstance(value, tuple) else value for name, value in now.items()} == {
        name: value for name, value in SETTINGS.items() if name != "version"
    }
    keys = key_map(begun.state)
    assert [keys.words(name) for name in ("hint", "flip", "mute")] == ["Ctrl J", "B", ""]


def test_rating_and_progress_are_as_they_were(begun: Runner) -> None:
    known, told = begun.state.practice, EXPECTED["progress"]
    assert known is not None
    assert known.estimate is not None
    assert [round(value, 3) for value in astuple(known.estimate)] == told["rating"]
    assert [known.cards, known.lines, dict(begun.state.stars)] == [told["cards"], told["lines"], told["stars"]]


def test_library_deck_and_repertoire_are_as_they_were(left: Path) -> None:
    assert kept_in_library() | {"progress": EXPECTED["progress"]} == EXPECTED
    assert left == default_path().parent


def test_looking_at_it_changes_nothing_that_was_kept(left: Path, begun: Runner) -> None:
    begun.close()
    kept = json.loads((left / "settings.json").read_text(encoding="utf-8"))
    assert {name: kept[name] for name in SETTINGS} == SETTINGS, "settings that are new have been added"
    journal = Journal().find()
    assert journal is not None
    assert journal.game is not None
    assert [move.iccs for move in journal.game.main_line()] == MOVES
    assert kept_in_library() | {"progress": EXPECTED["progress"]} == EXPECTED
