"""Tests of the tables shipped with the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xiangqi.board import Board
from xiangqi.resources import asset
from xiangqi.tables import Endgame, Tables, TableVerdict
from xiangqi.tables.material import closure
from xiangqi.tables.tablefile import DTC

FOLDER = asset("tables")
MOST_BYTES = 25_000_000


def test_they_are_sound_and_small_enough() -> None:
    tables = Tables([FOLDER])
    found = [tables.table(Endgame.parse(name)) for name in tables.names()]
    assert not tables.refused
    assert sum(table.size for table in found if table is not None) <= MOST_BYTES
    assert any(table is not None and table.metric == DTC for table in found)


def test_a_win_that_may_take_too_long_is_called_so() -> None:
    """Some wins against a horse take 154 plies to the next capture, and no distances of them are shipped."""
    fen = "3k5/9/9/3P4n/9/9/4N4/9/9/4K4 w - - 0 1"
    tables = Tables([FOLDER])
    report = tables.probe(Board(fen))
    assert report.verdict is TableVerdict.WIN
    assert report.within_limit is None
    assert tables.probe(Board(fen), None).within_limit
    assert tables.probe(Board(fen), 200).within_limit


def test_what_captures_lead_to_is_there() -> None:
    names = Tables([FOLDER]).names()
    needed = closure([Endgame.parse(name) for name in names])
    assert {material.name for material in needed} == set(names)


@pytest.mark.parametrize(
    ("fen", "verdict"),
    [
        ("4kab2/4a4/4b4/9/9/8R/9/9/9/4K4 w", TableVerdict.DRAW),  # a chariot against full guards
        ("4k4/9/4b4/9/2b6/9/9/9/4R4/4K4 w", TableVerdict.WIN),  # against two elephants
        ("5k3/9/9/9/9/6B2/9/4K4/9/1C4B2 w", TableVerdict.DRAW),  # a cannon without a screen on its side
        ("4k4/4a4/9/2P1P4/9/9/9/9/4K4/9 w", TableVerdict.WIN),  # two soldiers against an advisor
        ("3k5/4a4/b3b4/9/2P6/9/4N4/9/9/4K4 w", TableVerdict.WIN),  # horse and soldier against three guards
    ],
)
def test_textbook_endings_have_their_verdicts(fen: str, verdict: TableVerdict) -> None:
    assert Tables([FOLDER]).probe(Board(fen)).verdict is verdict


def test_they_agree_with_a_sample_of_textbooks(shared_data: Path) -> None:
    tables = Tables([FOLDER])
    covered, wrong = 0, []
    for line in (shared_data / "rules" / "theory_sample.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        verdict = tables.probe(Board(case["fen"])).verdict
        if verdict in (TableVerdict.WIN, TableVerdict.DRAW, TableVerdict.LOSS):
            covered += 1
            if verdict.value != case["expected"]:
                wrong.append(case["title"])
    assert covered >= 42
    assert wrong == []
