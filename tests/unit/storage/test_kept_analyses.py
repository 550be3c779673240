"""The analyses that are kept: the latest ten, from several windows."""

from __future__ import annotations

from pathlib import Path

import pytest

from xiangqi.board import Move
from xiangqi.errors import StorageError
from xiangqi.records.tree import Game
from xiangqi.storage.analyses import MOST, keep_analyses, load_analyses


def analysis(*moves: str) -> Game:
    game = Game(headers={"Event": " ".join(moves)})
    tip = game.root
    for move in moves:
        tip = tip.add(Move.from_iccs(move))
    return game


def moves_of(game: Game) -> list[str]:
    return [move.iccs for move in game.main_line()]


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    assert load_analyses(tmp_path / "analyses.pgn") == ({}, None)


def test_what_is_kept_comes_back_without_its_key(tmp_path: Path) -> None:
    path = tmp_path / "analyses.pgn"
    keep_analyses({"a": analysis("h2e2", "h9g7")}, path)
    found, aside = load_analyses(path)
    assert aside is None
    assert {key: moves_of(game) for key, game in found.items()} == {"a": ["h2e2", "h9g7"]}
    assert "a" not in found["a"].headers.values()


def test_the_last_ten_stay_those_of_other_windows_included(tmp_path: Path) -> None:
    path = tmp_path / "analyses.pgn"
    for number in range(MOST):
        keep_analyses({f"one-{number}": analysis("h2e2")}, path)
    keep_analyses({"other-1": analysis("b2e2")}, path)
    keep_analyses({"one-3": analysis("h2e2", "h9g7")}, path)  # changed again
    found, _ = load_analyses(path)
    rest = (f"one-{number}" for number in range(4, MOST))
    assert list(found) == ["one-1", "one-2", *rest, "other-1", "one-3"]
    assert moves_of(found["one-3"]) == ["h2e2", "h9g7"]


def test_a_file_that_is_no_record_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "analyses.pgn"
    path.write_bytes(b"\x00\x01 nonsense \xff" * 50)
    found, aside = load_analyses(path)
    assert found == {}
    assert aside is not None
    assert aside.exists()
    keep_analyses({"a": analysis("h2e2")}, path)
    assert list(load_analyses(path)[0]) == ["a"]


def test_a_file_that_cannot_be_opened_is_told_and_left(tmp_path: Path) -> None:
    path = tmp_path / "analyses.pgn"
    path.mkdir()
    with pytest.raises(StorageError):
        load_analyses(path)
    with pytest.raises(StorageError):
        keep_analyses({"a": analysis("h2e2")}, path)
