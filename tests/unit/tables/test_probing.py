"""Tests of tables on disk and of probing them."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest
from memory import traced_memory
from solved import fetch, has, positions, solve, write_tables

from xiangqi.board import Board
from xiangqi.errors import TableError
from xiangqi.tables import Tables, TableVerdict
from xiangqi.tables.making.tablebytes import table_bytes
from xiangqi.tables.material import Endgame, closure
from xiangqi.tables.packing import pack
from xiangqi.tables.tablefile import WDL, TableFile


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of a few materials."""
    folder = tmp_path_factory.mktemp("tables")
    write_tables(folder, "KPPKC", "KRKAB", "KNKP")
    return folder


@pytest.mark.parametrize("name", ["KRKAB", "KPKC", "KNKP", "KPPKC", "KPPK"])
def test_a_file_says_what_was_solved(folder: Path, name: str) -> None:
    material = Endgame.parse(name).canonical
    sets = fetch(material)
    tables = Tables([folder])
    rng = random.Random(name)
    numbers = [
        (rng.randrange(2), rng.randrange(sets.layout.cells), rng.randrange(sets.layout.bits))
        for _ in range(600)
    ]
    seen = set()
    for side, cell, bit, board in positions(sets, iter(numbers)):
        bounds = tables.bounds(board.state)
        assert bounds is not None
        won, lost = has(sets.won[side].moving, cell, bit), has(sets.won[1 - side].waiting, cell, bit)
        hoped = has(sets.possible[side].moving, cell, bit)
        feared = has(sets.possible[1 - side].waiting, cell, bit)
        low = 1 if won else -1 if lost or feared else 0
        high = -1 if lost else 1 if won or hoped else 0
        assert (bounds.low, bounds.high) == (low, high), board.fen()
        seen.add(bounds)
    assert len(seen) > 1
    assert not tables.refused


def test_a_line_of_best_moves_is_as_long_as_was_told(folder: Path) -> None:
    tables = Tables([folder])
    board = Board("3k5/9/4b4/9/9/9/9/9/9/R3K4 w")
    told = tables.probe(board)
    assert told.verdict is TableVerdict.WIN
    assert told.plies is not None
    plies = 0
    while True:
        best: list[tuple[int, int]] = []
        for move in board.legal_moves():
            taking = board.is_capture(move)
            board.push(move)
            after = tables.probe(board)
            board.pop()
            if after.verdict in (TableVerdict.LOSS, TableVerdict.WIN):
                left = 0 if taking else after.plies
                assert left is not None
                sign = 1 if after.verdict is TableVerdict.LOSS else -1
                best.append((sign * (1000 - left), move))
        value, move = max(best)
        assert (value > 0) == (plies % 2 == 0)
        plies += 1
        if board.is_capture(move):
            break
        board.push(move)
        if not board.legal_moves():
            break
    assert plies == told.plies


def test_moves_are_marked_with_what_they_keep(folder: Path) -> None:
    report = Tables([folder]).probe(Board("4k4/9/9/9/9/9/9/9/4r4/R3K4 w"))
    assert report.verdict is TableVerdict.NOT_COVERED
    board = Board("3k5/9/9/9/9/4n4/9/9/9/3PK4 b")  # cannot arise, but every other field is in order
    assert Tables([folder]).probe(board).verdict is TableVerdict.NOT_COVERED
    report = Tables([folder]).probe(Board("3k5/9/9/3P5/9/9/9/5n3/9/4K4 w"))
    kept = {move.iccs: verdict for move, verdict in report.moves.items()}
    assert set(kept) == {move.iccs for move in Board("3k5/9/9/3P5/9/9/9/5n3/9/4K4 w").legal_moves()}
    assert set(kept.values()) <= {TableVerdict.DRAW, TableVerdict.LOSS}


def test_the_natural_limit_is_known(folder: Path) -> None:
    tables = Tables([folder])
    late = tables.probe(Board("3k5/9/4b4/9/9/9/9/9/9/R3K4 w - - 119 80"))
    assert late.verdict is TableVerdict.WIN
    assert not late.within_limit
    assert tables.probe(Board("3k5/9/4b4/9/9/9/9/9/9/R3K4 w - - 119 80"), None).within_limit


def test_without_attackers_it_is_a_draw(folder: Path) -> None:
    assert Tables([folder]).probe(Board("3k1a3/9/9/9/9/9/9/9/4A4/4K4 w")).verdict is TableVerdict.DRAW


@pytest.mark.parametrize("where", [0, 3, 9, 14, 40, -1])
def test_a_damaged_file_is_refused_by_name(folder: Path, tmp_path: Path, where: int) -> None:
    data = bytearray((folder / "KRKAB.xqt").read_bytes())
    data[where] ^= 0x41
    (tmp_path / "KRKAB.xqt").write_bytes(data)
    tables = Tables([tmp_path])
    assert tables.probe(Board("3k1a3/9/4b4/9/9/9/9/9/9/R3K4 w")).verdict is TableVerdict.NOT_COVERED
    (reason,) = tables.refused.values()
    assert "KRKAB.xqt" in reason
    both = Tables([tmp_path, folder])  # a sound file of the next folder takes its place
    assert both.probe(Board("3k1a3/9/4b4/9/9/9/9/9/9/R3K4 w")).verdict is TableVerdict.WIN


@pytest.mark.parametrize("size", [100, 50 << 20])
def test_a_block_of_another_size_is_damaged(folder: Path, tmp_path: Path, size: int) -> None:
    """With a right checksum: too little is not read beyond its end, too much is not even unpacked."""
    data = (folder / "KRKAB.xqt").read_bytes()
    start = 16 + int.from_bytes(data[8:12], "little")
    header = json.loads(data[16:start])
    count = sum(plane[3] for plane in header["planes"])
    block = pack(b"\xff" * size, 19)
    body = data[16:start] + len(block).to_bytes(2, "little") * count + block * count
    crafted = data[:12] + zlib.crc32(body).to_bytes(4, "little") + body
    (tmp_path / "KRKAB.xqt").write_bytes(crafted)
    tables = Tables([tmp_path])
    with pytest.raises(TableError, match=r"KRKAB\.xqt: block \d+ is damaged: its length is wrong"):
        tables.probe(Board("3k1a3/9/4b4/9/9/9/9/9/9/R3K4 w"))
    table = TableFile(tmp_path / "KRKAB.xqt")
    with traced_memory():
        for name in table.planes:
            with pytest.raises(TableError, match="its length is wrong"):
                table.unpacked(name)
        _, most = tracemalloc.get_traced_memory()
    assert most < 10 << 20


@pytest.mark.parametrize("data", [b"", b"XQTABLE1", b"\x00" * 4000, b"{}\n" * 100])
def test_a_foreign_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "KRKAB.xqt"
    path.write_bytes(data)
    with pytest.raises(TableError, match=r"KRKAB\.xqt"):
        TableFile(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "KRKAB.xqt")
    (reason,) = Tables([tmp_path]).check()
    assert "KRKAB.xqt: cannot be read: it is a named pipe" in reason


def test_a_file_under_another_name_is_refused(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "KRKAA.xqt"
    path.write_bytes((folder / "KRKAB.xqt").read_bytes())
    with pytest.raises(TableError, match="table of KRKAB"):
        TableFile(path)


def _file_of(header: bytes, rest: bytes) -> bytes:
    """Return a table whose checksum is right, whatever its header says."""
    body = header + rest
    return b"XQTABLE1" + len(header).to_bytes(4, "little") + zlib.crc32(body).to_bytes(4, "little") + body


def test_a_file_of_five_soldiers_is_refused(tmp_path: Path) -> None:
    """Numbers for all their places would take hundreds of megabytes."""
    header = {"material": "KPPPPPK", "rules": "wxf", "metric": "wdl", "generator": 1, "planes": []}
    path = tmp_path / "KPPPPPK.xqt"
    path.write_bytes(_file_of(json.dumps(header).encode(), b""))
    with pytest.raises(TableError, match=r"KPPPPPK\.xqt: .*too many soldiers"):
        TableFile(path)


@pytest.mark.parametrize(
    ("plane", "changes"),
    [
        (["0m", [0, 1, 2], 1, 1], {"longest": ["1e999"]}),
        (["0m", [0, 1, 2], 1, 1], {"longest": [float("inf")]}),
        (["0m", [0, 1, 2], 1, 1], {"metric": "furlongs"}),
        (["0m", [0, 1, 2], 8, 1], {}),
        (["0>", [0, 1, 2], 1, 1], {}),  # the search reads a byte for each of its bits
        (["0~", [0, 1, 2], 8, -1], {}),
        (["0m", [0, 1, 2], 1, 1, 16384, 3], {}),  # a search would look behind its end
        (["0#", [0, 1, 2], 1, 1], {}),
        (["0#", [0, 1, 2], 8.0, 1], {}),
        (["0m", [0.0, 1, 2], 1, 1], {}),
        (["0m", [0, 1, 1], 1, 1], {}),
        (["0m", [0, 1, 2], 1, 2], {}),
        (["0m", [0, 1, 2], 1, 1, 16384.0], {}),
    ],
)
def test_a_header_that_lies_is_refused(tmp_path: Path, plane: list[object], changes: dict[str, object]) -> None:
    """What is read by addresses must be as large as it is said to be."""
    header = {"material": "KRK", "rules": "wxf", "metric": "wdl", "generator": 1}
    path = tmp_path / "KRK.xqt"
    path.write_bytes(_file_of(json.dumps({**header, "planes": [["0m", [0, 1, 2], 1, 1]]}).encode(), bytes(2)))
    assert TableFile(path).metric == "wdl"
    path.write_bytes(_file_of(json.dumps({**header, "planes": [plane], **changes}).encode(), bytes(2)))
    with pytest.raises(TableError, match=r"KRK\.xqt: not an endgame table"):
        TableFile(path)


def test_an_older_file_has_blocks_of_one_size(tmp_path: Path) -> None:
    """Its header does not tell how large they are."""
    solver, sets, _plies = solve(Endgame.parse("KPK"))
    data = table_bytes(solver, sets, None, WDL)
    size = int.from_bytes(data[8:12], "little")
    header = json.loads(data[16 : 16 + size])
    header["planes"] = [plane[:4] for plane in header["planes"]]
    words = json.dumps(header).encode()
    (tmp_path / "KPK.xqt").write_bytes(_file_of(words, data[16 + size :]))
    tables = Tables([tmp_path])
    assert tables.probe(Board("3k5/9/3P5/9/9/9/9/9/9/4K4 w")).verdict is TableVerdict.WIN
    assert tables.probe(Board("3k5/9/9/9/9/9/9/9/3P5/4K4 w")).verdict is TableVerdict.NOT_COVERED
    assert not tables.refused


def test_order_of_materials() -> None:
    made = closure([Endgame.parse("kncaakpab")])
    assert made[-1].name == "KNCAAKPAB"
    places = {material: place for place, material in enumerate(made)}
    for material in made:
        for smaller in material.after_capture():
            assert smaller.is_dead or places[smaller.canonical] < places[material]


@pytest.mark.parametrize("name", ["", "KR", "RKK", "KRKX", "KRRRK", "KKK", "KAAAK"])
def test_what_is_no_material(name: str) -> None:
    with pytest.raises(TableError, match="not a material"):
        Endgame.parse(name)


def test_sides_come_in_one_order() -> None:
    assert Endgame.parse("KAABBKR").canonical.name == "KRKAABB"
    assert Endgame.parse("KHKE").name == "KNKB"
    assert Endgame.parse("KPPKN").is_canonical


def test_asking_needs_no_compiler() -> None:
    """Every engine asks tables, and none should load what makes them."""
    code = "import sys, xiangqi.engine.worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "setkernels" not in done.stdout
