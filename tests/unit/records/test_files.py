"""Files are opened by content, written whole or not at all, and survive damage."""

from __future__ import annotations

import json
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from damage import outcomes, spoiled

from xiangqi.board import Move
from xiangqi.errors import RecordError
from xiangqi.notation import Style
from xiangqi.records.files import (
    MAX_BYTES,
    WRITERS,
    byte_readers,
    format_of,
    read_bytes,
    read_games,
    text_readers,
    write_game,
    write_games,
)
from xiangqi.records.tree import Game, TreeBuilder, same_tree

SPOILED = 150  # copies of each sample


def _game(*moves: str, red: str = "") -> Game:
    game = Game(headers={"Red": red} if red else {})
    builder = TreeBuilder(game)
    for text in moves:
        assert builder.play(Move.from_iccs(text))
    return game


def _branched() -> Game:
    game = _game("h2e2", "h9g7", "h0g2", red="杨")
    game.root.children[0].add(Move.from_iccs("h7e7"), "same")
    game.root.comment = "start"
    return game


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_every_format_that_is_written_is_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"game{WRITERS[form].suffix}"
    written = _branched()
    write_game(path, written, form)
    (read,) = read_games(path)
    assert not read.errors
    assert read.main_line() == written.main_line()
    if form != "iccs":
        assert same_tree(read.root, written.root)
        assert read.headers["Red"] == "杨"
    assert {"iccs": "uci"}.get(form, form) == read.format
    assert format_of(path) == form


def test_the_name_of_a_file_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "record.xqf"
    write_game(path, _branched(), "pgn", Style.WXF, "gb18030")
    assert [(game.format, game.encoding) for game in read_games(path)] == [("pgn", "gb18030")]


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_every_end_of_a_name_stands_for_its_format(form: str, tmp_path: Path) -> None:
    for suffix in WRITERS[form].suffixes:
        path = tmp_path / f"game{suffix.upper()}"
        write_game(path, _branched())
        (read,) = read_games(path)
        assert {"iccs": "uci"}.get(form, form) == read.format


def test_a_folder_gives_every_game_that_can_be_written(tmp_path: Path) -> None:
    names = [f"game{suffix}" for writer in WRITERS.values() for suffix in writer.suffixes]
    for name in names:
        write_game(tmp_path / name, _branched())
    assert len(list(read_games(tmp_path))) == len(names)


def test_a_format_that_is_only_read_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.cbr"
    with pytest.raises(RecordError, match=r"can be read but not written.*xqf"):
        write_game(path, _branched())
    assert not path.exists()
    write_game(path, _branched(), "pgn")
    assert format_of(tmp_path / "game.bak") == "pgn"


def test_old_formats_that_are_not_read_are_named() -> None:
    library = b"CCBridge" + struct.pack("<3I", 21, 1, 4) + zlib.compress(b"game")
    for data, name, what in (
        (library, "a.cbl", "a CCBridge 2 library"),
        (bytes(range(1, 200)), "a.XGF", "a XieXie record"),
    ):
        with pytest.raises(RecordError, match=what):
            list(read_bytes(data, name))
    (game,) = read_bytes(b"1. h2e2 h9g7 *", "a.xgf")
    assert len(game.main_line()) == 2


def test_all_readers_are_asked() -> None:
    names = [reader.NAME for reader in (*byte_readers(), *text_readers())]
    assert len(names) == len(set(names))
    assert names[-1] == "pgn"
    assert {"xqf", "cbr", "cbl", "cbf", "dhtmlxq", "mxq", "che", "chn", "ccm"} <= set(names)
    assert {"json", "xml", "wxf", "coordinates", "fen"} <= set(names)


def test_several_games_need_a_format_that_holds_them(tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    write_games(path, [_game("h2e2"), _game("c3c4")])
    assert [str(game.main_line()[0]) for game in read_games(path)] == ["h2e2", "c3c4"]
    with pytest.raises(RecordError, match="can store only one game, not 2"):
        write_games(tmp_path / "two.xqf", [_game("h2e2"), _game("c3c4")])
    assert not (tmp_path / "two.xqf").exists()


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    huge = tmp_path / "huge.pgn"
    with huge.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    for path, reason in (
        (tmp_path / "missing.pgn", "cannot be opened"),
        (Path("nul\0name"), "cannot be opened"),
        (huge, "too large"),
    ):
        with pytest.raises(RecordError, match=reason):
            list(read_games(path))


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(b"old")
    with pytest.raises(LookupError):
        write_game(path, _game("h2e2"), encoding="no such encoding")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(RecordError, match="cannot be written"):
        write_game(tmp_path / "no such folder" / "game.pgn", _game("h2e2"))


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_written_file_has_the_usual_permissions_or_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    write_game(path, _game("h2e2"))
    assert path.stat().st_mode & 0o777 == 0o644
    path.chmod(0o640)
    write_game(path, _game("h2e2"))
    assert path.stat().st_mode & 0o777 == 0o640


def _samples() -> list[bytes]:
    written = [WRITERS[form].write(_branched(), Style.CHINESE, "utf-8") for form in WRITERS]
    return [
        *written,
        WRITERS["pgn"].write(_branched(), Style.CHINESE_TRADITIONAL, "gb18030"),
        '[Event "x"]\n\n1. 炮二平五 马8进7 (1... 炮8平5 {a} 2. 马二进三!) 2. 马二进三 *\n'.encode(
            "big5", "replace"
        ),
        '[A "x"]\n\n{开局} 0-炮二平五{好} 1-马８进７ 1-炮８平５ 3-马二进三{x}'.encode(),
        '[A "x"]\n\n　开始\n　　↓\n炮二平五…兵七进一\n　　↓\n马８进７\n\n(1,0): {好}\n'.encode(),
        b"FORMAT WXF\nRED a;;;\nSTART{\n1. C2.5 h8+7 2. H2+3 R9.8\n}END\n",
        b'4k4/9/9/9/9/9/9/4r4/9/3K5 b - - bm e2e1; id "a";\n4k4/9/9/9/9/9/9/4r4/9/3K5 w\n',
        b"1;h2e2,h9g7,h0g2\n2;c3c4,b7c7\n",
        b"h2e2h9g7h0g2\n\n",
    ]


@pytest.mark.parametrize("number", range(len(_samples())))
def test_spoiled_files_are_refused_or_opened(number: int) -> None:
    refused, faulty, clean = outcomes(
        lambda data: read_bytes(data, "spoiled"), spoiled(_samples()[number], SPOILED, seed=number)
    )
    assert refused + faulty + clean == SPOILED
    assert clean < SPOILED


def test_verified_games_are_read_exactly(shared_data: Path) -> None:
    wrong = []
    truths = (shared_data / "records/truth.jsonl").read_text(encoding="utf-8").splitlines()
    opened: dict[str, list[Game]] = {}
    for truth in map(json.loads, truths):
        name = truth["file"]
        if name not in opened:
            opened[name] = list(read_games(shared_data / "records" / name))
        game = opened[name][truth["index"]]
        same = [move.iccs for move in game.main_line()] == truth["iccs"]
        if not same or game.final_board().fen().split()[0] != truth["final_fen_board"]:
            wrong.append(f"{name}#{truth['index']}")
    assert truths
    assert wrong == []


def test_malformed_files_are_told_as_expected(shared_data: Path) -> None:
    wrong = []
    lines = (shared_data / "records/bad/MANIFEST.jsonl").read_text(encoding="utf-8").splitlines()
    for case in map(json.loads, lines):
        games: list[Game] = []
        try:
            games.extend(read_games(shared_data / "records" / case["file"]))
            refused = False
        except RecordError:
            refused = True
        errors = [fault for game in games for fault in game.errors]
        if case["accept"] is True and refused:
            wrong.append(f"{case['file']}: refused")
        if case["accept"] is False and not refused and not errors:
            wrong.append(f"{case['file']}: not noticed")
        wrong += [f"{case['file']}: {what}" for what in _misreported(case, games)]
    assert lines
    assert wrong == []


def _misreported(case: dict[str, object], games: list[Game]) -> Iterator[str]:
    """Yield what is said otherwise than the manifest wants it: place, token and position up to the fault."""
    fault = games[0].errors[0] if games and games[0].errors else None
    for key, value in (
        ("fault_ply", fault and fault.ply),
        ("token", fault and fault.token),
        ("line", fault and fault.line),
        ("plies", games and len(games[0].main_line())),
        ("salvage_plies", games and len(games[0].main_line())),
        ("salvage_board", games and games[0].final_board().fen().split()[0]),
        ("board", games and games[0].final_board().fen().split()[0]),
    ):
        if key in case and case[key] != value:
            yield f"{key} is {value}, not {case[key]}"


def test_a_folder_is_one_collection(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "a.pgn").write_text("1. h2e2 *\n\n1. c3c4 *\n")
    (tmp_path / "more" / "b.pgn").write_text("1. b2e2 *\n")
    (tmp_path / "bad.xqf").write_bytes(b"junk")
    (tmp_path / "picture.png").write_bytes(b"no record")
    (tmp_path / ".hidden.pgn").write_text("1. g3g4 *\n")
    found = list(read_games(tmp_path))
    assert [[str(move) for move in game.main_line()] for game in found] == [["h2e2"], ["c3c4"], [], ["b2e2"]]
    assert found[2].headers == {"Title": "bad.xqf"}
    assert "not a known game record format" in str(found[2].errors[0])
    (tmp_path / "empty").mkdir()
    with pytest.raises(RecordError, match="this folder contains no game records"):
        list(read_games(tmp_path / "empty"))
