"""Tests that files of nested JSON, and pipes in the place of files, are damage like any other."""

from __future__ import annotations

import lzma
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from xiangqi import resources
from xiangqi.errors import ResourceError, TableError
from xiangqi.exercises import courses
from xiangqi.insights import rates
from xiangqi.lessons import lesson
from xiangqi.openings import table
from xiangqi.tables.making import working
from xiangqi.tables.material import Endgame

NESTED = b"[" * 200_000
KRKP = Endgame.parse("KRKP")

ASSETS = [
    (lesson, lesson.load_lessons.__wrapped__),
    (courses, courses.load_courses.__wrapped__),
    (rates, rates.shipped_rates.__wrapped__),
    (resources, table.table.__wrapped__),
]


@pytest.mark.parametrize("content", [NESTED, b"[]", b"{}", b"null"])
@pytest.mark.parametrize(("module", "load"), ASSETS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_damaged_asset_is_named(
    module: ModuleType,
    load: Callable[[], object],
    content: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "asset"
    file.write_bytes(lzma.compress(content, preset=0) if module is resources else content)
    monkeypatch.setattr(module, "asset", lambda _name: file)
    with pytest.raises(ResourceError):
        load()


def test_damaged_sets_are_refused(tmp_path: Path) -> None:
    path = working.path_of(tmp_path, KRKP)
    for content in (NESTED + b"\n", b"[]\n", b"{}\n", b"{}"):
        path.write_bytes(content)
        assert not working.is_there(tmp_path, KRKP)
        with pytest.raises(TableError):
            working.load(tmp_path, KRKP)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="There are no named pipes")
def test_a_pipe_in_the_place_of_sets_is_refused(tmp_path: Path) -> None:
    os.mkfifo(working.path_of(tmp_path, KRKP))
    assert not working.is_there(tmp_path, KRKP)
    with pytest.raises(TableError, match="named pipe"):
        working.load(tmp_path, KRKP)
