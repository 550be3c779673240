"""Tests with real pictures of other programs' boards, if available: most are exact, no wrong one is certain."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.recognition import outcome, pictures


def test_no_real_picture_is_silently_wrong(shared_data: Path) -> None:
    if not (shared_data / "pictures" / "labels.jsonl").is_file():
        pytest.skip("there are no pictures")
    read = {case.name: outcome(case, is_told=False) for case in pictures(shared_data / "pictures")}
    assert [name for name, made in read.items() if made.is_certain and made.wrong] == []
    assert sum(made.wrong == 0 for made in read.values()) >= 0.75 * len(read)
    assert sum(made.is_found for made in read.values()) >= 0.9 * len(read)
