"""Damaged files of the program itself: each reader refuses them with one kind of error, naming the file."""

from __future__ import annotations

import io
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from xiangqi import folding, pinyin, resources
from xiangqi.board import Board
from xiangqi.errors import ResourceError
from xiangqi.exercises import courses
from xiangqi.library import masters_asset
from xiangqi.openings import aliases, practice, table
from xiangqi.recognition import network

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


def _archive(**parts: object) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **parts)
    return stream.getvalue()


def _practice() -> object:
    practice._rows.cache_clear()
    try:
        return practice.lookup(Board())
    finally:
        practice._rows.cache_clear()


READERS: dict[str, Callable[[], object]] = {
    "practice.xz": _practice,
    "openings.xz": table.table.__wrapped__,
    "opening_names.txt": aliases.aliases.__wrapped__,
    "variants.txt": folding._one_of_each.__wrapped__,
    "pinyin.txt": pinyin.readings.__wrapped__,
    "masters.xz": masters_asset.load_masters,
    "recognition.npz": network.layers.__wrapped__,
    "lessons.json": courses._shipped_lessons,
}


def _masters(**changes: object) -> bytes:
    """An asset without games, whose head has other values."""
    head = {"names": [], "events": [], "simplified": ""} | changes
    return lzma.compress(b"xiangqi masters 1\n0\n" + json.dumps(head).encode() + b"\n")


def test_masters_games_of_which_there_are_none() -> None:
    assert len(masters_asset.unpacked(_masters())) == 0


SOUND = lzma.compress(b"xiangqi practice 1\n")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("practice.xz", SOUND[:-5]),
        ("practice.xz", lzma.compress(b"\xff")),
        ("practice.xz", lzma.compress(b"xiangqi practice 1\n")),
        ("practice.xz", lzma.compress(b"xiangqi practice 1\none two")),
        ("practice.xz", lzma.compress(f"xiangqi practice 1\n{START} A00 h2e2 1".encode())),
        ("practice.xz", lzma.compress(f"xiangqi practice 1\n{START} A00 h2z2 1 2 3".encode())),
        ("practice.xz", lzma.compress(f"xiangqi practice 1\n{START} A00 h2e2 1 2 x".encode())),
        *(("masters.xz", _masters(names=names)) for names in (None, [1], [None], ["\ud800"], [["a"]])),
        *(("masters.xz", _masters(events=events)) for events in (7, [True], ["\udfff"])),
        *(("masters.xz", _masters(simplified=pairs)) for pairs in ("a", 5, [1, 2], ["ab", "c"], ["a", {}])),
        ("opening_names.txt", b"\xff"),
        ("opening_names.txt", b"a name"),
        ("variants.txt", b"\xff"),
        ("pinyin.txt", b"\xff"),
        ("pinyin.txt", b"a b"),
        ("recognition.npz", b""),
        ("recognition.npz", b"PK\x03\x04"),
        ("recognition.npz", _archive(**{"points.a.weights": np.ones(2, np.int8)})),
        ("recognition.npz", _archive(**{"points.a.weights": np.array(["a"])})),
        (
            "lessons.json",
            b'{"mates": [], "endings": [], "cycles": [], "openings": [{"code": "A00", "moves": 1}]}',
        ),
        ("lessons.json", b'{"mates": 1}'),
    ],
)
def test_a_damaged_file_is_refused_by_name(
    name: str, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    monkeypatch.setattr(resources, "asset", lambda _name: path)
    monkeypatch.setattr(courses, "asset", lambda _name: path)
    with pytest.raises(ResourceError):
        READERS[name]()
