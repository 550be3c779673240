"""Short runs of the tools that kill users of the library, and fill it from a folder of all formats."""

from __future__ import annotations

import sys

import pytest

from tools.reliability import library_folder, library_kills


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
def test_a_few_kills_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_kills, "_FILES", 3)
    monkeypatch.setattr(library_kills, "_LONGEST_S", 0.3)
    report = library_kills.run(4, seed=1, tell=lambda _line: None)
    assert report.kills == 4
    assert report.faults == []


def test_a_folder_of_all_formats_is_kept() -> None:
    report = library_folder.run(60, seed=5, tell=lambda _line: None)
    assert report.lost == []
    assert report.games >= 60
    assert report.stored <= report.games
