"""The list of solved puzzles of earlier versions is read, also where it is damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xiangqi.errors import StorageError
from xiangqi.storage.solved import load_solved

FENS = frozenset({"4k4/9/9/9/9/9/9/9/9/R2K5 w", "3k5/9/9/9/9/9/9/9/9/R2K5 b"})


def saved(path: Path) -> Path:
    """Return the file as earlier versions have written it."""
    path.write_text(json.dumps({"version": 1, "solved": sorted(FENS)}, indent=1) + "\n")
    return path


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    assert load_solved(path) == (frozenset(), None)
    assert load_solved(saved(path)) == (FENS, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 2, "solved": []}',
        '{"version": 1}',
        '{"version": 1, "solved": [1]}',
        "\xff",
    ],
)
def test_a_damaged_file_or_one_of_a_newer_version_is_put_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.json"
    path.write_bytes(text.encode("latin-1"))
    positions, aside = load_solved(path)
    assert positions == frozenset()
    assert aside is not None
    assert aside.read_bytes() == text.encode("latin-1")
    assert not path.exists()


def test_of_a_damaged_file_whole_lines_are_kept(tmp_path: Path) -> None:
    path = saved(tmp_path / "puzzles.json")
    torn = path.read_bytes().rpartition(b" b")[0]
    path.write_bytes(torn)
    positions, aside = load_solved(path)
    assert positions == {fen for fen in FENS if fen.encode() in torn}
    assert aside is not None
    assert aside.read_bytes() == torn


def test_a_place_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "blocker").write_text("")
    with pytest.raises(StorageError):
        load_solved(tmp_path / "blocker" / "puzzles.json")
