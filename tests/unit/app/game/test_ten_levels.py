"""What a program with ten levels left: its level 10 was full strength, which is level 16 now."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.strength import limits_for
from xiangqi.app.session.transcript import from_journal, journalled, stored
from xiangqi.board import START_FEN
from xiangqi.core.constants import RED
from xiangqi.engine.common.levels import LEVELS, Level
from xiangqi.ladder import FORMER_FULL_STRENGTHS, FULL_STRENGTH
from xiangqi.library import Library, Played
from xiangqi.library.salvage import salvage
from xiangqi.records.tree import Game
from xiangqi.storage.journal import Journal
from xiangqi.storage.settings import load_settings, save_settings, settings_path, with_values

LEFT = Path(__file__).parents[3] / "data" / "ten_levels"


@pytest.fixture
def left(home: Path) -> Path:
    """The home folder of that program."""
    home.mkdir()
    for name in ("settings.json", "journal.pgn"):
        (home / name).write_bytes((LEFT / name).read_bytes())
    (home / "library.db").write_bytes(gzip.decompress((LEFT / "library.db.gz").read_bytes()))
    return home


def test_the_tenth_of_ten_is_the_highest_and_the_tenth_of_today_is_not() -> None:
    assert LEVELS[FULL_STRENGTH] == Level(network=True)
    for former in FORMER_FULL_STRENGTHS:
        assert (LEVELS[former].nodes or 0) > (LEVELS[9].nodes or 0)


# ---- Settings ----


def test_the_level_of_the_settings_is_full_strength_once(left: Path) -> None:
    settings, aside = load_settings()
    assert (settings.level, aside) == (FULL_STRENGTH, None)
    save_settings(settings, base=settings)
    assert load_settings()[0].level == FULL_STRENGTH
    save_settings(with_values(settings, {"level": 10}), base=settings)
    assert load_settings()[0].level == 10
    assert settings_path().parent == left


def test_so_is_that_of_red_where_the_computer_plays_itself(left: Path) -> None:
    path = left / "settings.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"level": 10', '"level": 9, "red_level": 10'))
    settings, _ = load_settings()
    assert (settings.level, settings.red_level) == (9, FULL_STRENGTH)


def test_other_levels_of_the_settings_stay(left: Path) -> None:
    path = left / "settings.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"level": 10', '"level": 9'), encoding="utf-8")
    assert load_settings()[0].level == 9


def test_damaged_settings_give_full_strength_too(left: Path) -> None:
    path = left / "settings.json"
    path.write_bytes(path.read_bytes()[:-20])
    settings, aside = load_settings()
    assert aside is not None
    assert settings.level == FULL_STRENGTH


# ---- The running game ----


def test_an_unfinished_game_goes_on_at_full_strength(left: Path) -> None:
    found = Journal().find()
    assert found is not None
    assert found.game is not None
    assert not found.damaged
    offer = from_journal(found.game)
    assert offer.play.setup.black == Player(PlayerKind.COMPUTER, FULL_STRENGTH)
    tags = journalled(offer.document, offer.flipped).headers
    assert (tags["BlackLevel"], tags["Levels"], tags["Black"]) == ("16", "16", "Computer, level 16")
    assert from_journal(Game(headers=dict(tags))).play.setup.black.level == FULL_STRENGTH
    assert left.joinpath("journal.pgn").exists()


def test_an_engine_of_another_program_keeps_its_time() -> None:
    tags = {"RedKind": "engine", "RedLevel": "10", "Red": "strong, level 10", "RedEngine": "/opt/strong"}
    offer = from_journal(Game(headers=tags))
    assert limits_for(offer.play.setup.red).movetime_ms == 8_000
    assert journalled(offer.document, False).headers["Red"] == "strong, level 16"
    named = from_journal(Game(headers=tags | {"Red": "Level 10 Ltd"}))
    assert named.play.setup.red.name == "Level 10 Ltd"


def test_a_finished_game_that_the_library_did_not_take_keeps_its_level() -> None:
    tags = {"Black": "Computer, level 10", "BlackKind": "computer", "BlackLevel": "10", "Game": "1"}
    for _ in range(2):
        kept = stored(Game(headers=tags)).headers
        assert (kept["Black"], kept["BlackLevel"]) == ("Computer, level 16", "16")
        tags = kept
    assert stored(Game(headers=kept | {"BlackLevel": "11"})).headers["BlackLevel"] == "11"


@pytest.mark.parametrize("level", [9, 10, 11, 12, 15, 16])
def test_a_game_of_today_keeps_its_own_level(level: int) -> None:
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, level))
    tags = journalled(Document.of(1, Game(), GameInProgress(setup=setup)), False).headers
    assert from_journal(Game(headers=dict(tags))).play.setup == setup


def test_the_twelfth_of_twelve_in_a_journal_is_full_strength_and_the_eleventh_is_not() -> None:
    tags = {"BlackKind": "computer", "Levels": "12"}
    highest, eleventh = (
        from_journal(Game(headers=tags | {"BlackLevel": level, "Black": f"Computer, level {level}"}))
        for level in ("12", "11")
    )
    assert highest.play.setup.black == Player(PlayerKind.COMPUTER, FULL_STRENGTH)
    assert eleventh.play.setup.black == Player(PlayerKind.COMPUTER, 11)


def test_the_twelfth_of_twelve_in_settings_is_full_strength_once(left: Path) -> None:
    path = left / "settings.json"
    text = path.read_text(encoding="utf-8").replace('"level": 10', '"level": 12')
    assert '"version": 1' in text
    path.write_text(text.replace('"version": 1', '"version": 2'), encoding="utf-8")
    settings, _ = load_settings()
    assert settings.level == FULL_STRENGTH
    save_settings(with_values(settings, {"level": 12}), base=settings)
    assert load_settings()[0].level == 12


# ---- The library ----


def test_results_stand_at_the_levels_they_were_played_on(left: Path) -> None:
    path = left / "library.db"
    with Library(path) as library:
        assert sorted(library.statistics().by_level) == [9, FULL_STRENGTH]
        full, ninth = sorted(library.own_games(), key=lambda game: game.number)
        assert (full.played.level, full.black) == (FULL_STRENGTH, "Computer, level 16")
        assert (ninth.played.level, ninth.red) == (9, "Computer, level 9")
        tags = library.load(full.number).headers
        assert (tags["Black"], tags["BlackLevel"]) == ("Computer, level 16", "16")
        assert library.load(ninth.number).headers["RedLevel"] == "9"
        lost = Game(headers={"Red": "Player", "Black": "Computer, level 10"}, start_fen=START_FEN, result="0-1")
        library.keep(lost, Played("2027-01-01T12:00:00", RED, black_level=10))
    with Library(path) as library:
        assert sorted(library.statistics().by_level) == [9, 10, FULL_STRENGTH]


def test_what_is_saved_of_a_library_that_was_never_brought_up_to_date_says_so_too(left: Path) -> None:
    assert salvage(left / "library.db", left / "saved.db") == (2, [])
    with Library(left / "saved.db") as library:
        assert sorted(library.statistics().by_level) == [9, FULL_STRENGTH]
