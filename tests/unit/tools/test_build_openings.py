"""Tests that the opening assets are built from facts, and the shipped ones from their source folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.build_openings import other_names, table_of
from tools.masters.counting import named
from xiangqi.board import Board
from xiangqi.errors import ResourceError
from xiangqi.openings import place_of, practice
from xiangqi.openings.table import packed, table, unpacked

CODES: list[dict[str, Any]] = [
    {"code": "A00", "parent": None, "moves": [], "games": 0, "move_sets": []},
    {"code": "A03", "parent": None, "moves": ["h2i2"], "games": 0},
    {
        "code": "B00",
        "parent": "A00",
        "moves": ["h2e2"],
        "games": 9,
        "move_sets": [{"moves": ["r h2e2"], "share": 1}],
    },
    {
        "code": "C00",
        "parent": "B05",
        "moves": [],
        "games": 5,
        "move_sets": [
            {"moves": ["r h2e2", "b h9g7", "b b9c7"], "share": 0.5},
            {"moves": ["r h2e2", "b h9g7"], "share": 0.1},
        ],
    },
]


def test_a_table_has_edges_and_the_common_sets() -> None:
    entries = iter([{"moves": ["h2e2"], "code": "B00", "from": ["A00"]}])
    made = table_of(CODES, entries)
    assert made.parents == {"A03": "A00", "B00": "A00", "C00": "B05"}
    assert made.entries == ((("h2e2",), "B00", ("A00",)), (("h2i2",), "A03", ("A00",)))
    assert made.sets == ((frozenset({"h2e2", "-h9g7", "-b9c7"}), "C00"),)
    assert unpacked(packed(made)) == made


@pytest.mark.parametrize("data", [b"", b"nothing", packed(table())[:-20]])
def test_a_damaged_table_is_told(data: bytes) -> None:
    with pytest.raises(ResourceError, match=r"openings\.xz"):
        unpacked(data)


def test_positions_have_the_code_of_the_usual_way() -> None:
    start, central = Board(), Board()
    central.push(practice.lookup(start)[0].move)
    counts = {"b2e2": (5, 3, 2)}
    positions = {place_of(start): counts, place_of(central): {"b9c7": (1, 1, 1)}, "somewhere else w": counts}
    assert {place: code for place, code, _ in named(positions)} == {
        place_of(start): "A00",
        place_of(central): "B00",
        "somewhere else w": "A00",
    }


def test_the_shipped_table_is_made_from_the_facts(shared_data: Path) -> None:
    folder = shared_data / "openings"
    if not folder.is_dir():
        pytest.skip("the folder of samples has no openings")
    rows = {
        name: [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]
        for name in ("ecco.jsonl", "entries.jsonl")
    }
    assert table_of(rows["ecco.jsonl"], iter(rows["entries.jsonl"])) == table()


def test_other_names_keep_the_word_that_they_stand_for() -> None:
    table = """alias\tcodes\tname in the classification\tnote
当头炮\tB00-B56\t中炮\tother word for the same: replace it in the query, also inside a longer one
高车保马\tC40\t屏风马平炮兑车\tno code of its own
五四炮\t\t中炮\tno code of its own
"""
    assert other_names(table).splitlines()[1:] == [
        "当头炮\tB00-B56\t中炮",
        "高车保马\tC40\t",
        "五四炮\tB20 B24 C00\t",
    ]
