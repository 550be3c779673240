"""`convert` as scripts use it: one process, its output and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import called

from xiangqi.launch import own_command

GAME = '[Event "x"]\n[Red "甲"]\n[Result "1-0"]\n\n1. 炮二平五 {好} 马８进７ (1... 炮８平５) 2. 马二进三 1-0\n'
BROKEN = '[Event "y"]\n\n1. 炮二平五 马８进７\n2. 车九进九 *\n'


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Names of files: a good one in GB18030, one with a fault, one that is no record."""
    contents = {
        "good": GAME.encode("gb18030"),
        "faulty": (GAME + "\n" + BROKEN).encode(),
        "none": b"\0\1\2\3" * 100,
        "other": b"h2e2h9g7\n\n",
    }
    paths = {name: tmp_path / f"{name}.pgn" for name in contents}
    for name, content in contents.items():
        paths[name].write_bytes(content)
    return {name: str(path) for name, path in paths.items()}


def test_json_tells_all_about_each_game(files: dict[str, str]) -> None:
    outcome = called("convert", "--to", "json", files["good"], files["faulty"])
    assert (outcome.code, outcome.err) == (1, "")
    good, same, broken = map(json.loads, outcome.out.splitlines())
    assert (good["file"], good["index"]) == (files["good"], 0)
    assert (good["format"], good["encoding"]) == ("pgn", "gb18030")
    assert good["iccs"] == ["h2e2", "h9g7", "h0g2"]
    assert good["final_fen"] == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2"
    assert (good["headers"]["Red"], good["result"]) == ("甲", "1-0")
    assert (good["variations"], good["comments"], good["errors"]) == (1, 1, [])
    assert (same["index"], broken["index"], broken["iccs"]) == (0, 1, ["h2e2", "h9g7"])
    (error,) = broken["errors"]
    assert (error["ply"], error["token"], error["line"]) == (3, "车九进九", 10)


def test_other_files_are_converted_though_one_cannot_be_read(files: dict[str, str]) -> None:
    outcome = called("convert", "--to", "iccs", files["none"], files["good"], "missing.pgn", files["other"])
    assert outcome.code == 2
    assert outcome.out.splitlines() == [
        "position startpos moves h2e2 h9g7 h0g2",
        "position startpos moves h2e2 h9g7",
    ]
    first, second = outcome.err.splitlines()
    assert first.startswith(f"xiangqi convert: {files['none']}: byte 0: not a known game record format")
    assert "missing.pgn: cannot be opened" in second


def test_pgn_in_every_notation(files: dict[str, str], tmp_path: Path) -> None:
    moves = {
        "chinese": "1. 炮二平五 {好} 1... 马８进７ ( 1... 炮８平５)",
        "chinese-traditional": "1. 炮二平五 {好} 1... 馬８進７ ( 1... 砲８平５)",
        "wxf": "1. C2.5 {好} 1... H8+7 ( 1... C8.5)",
        "iccs": "1. H2-E2 {好} 1... H9-G7 ( 1... H7-E7)",
    }
    for notation, text in moves.items():
        outcome = called("convert", "--notation", notation, files["good"])
        assert outcome.code == 0
        assert text in outcome.out
    target = tmp_path / "out.pgn"
    assert called("convert", "--encoding", "gb18030", "-o", str(target), files["faulty"]).code == 1
    assert "炮二平五".encode("gb18030") in target.read_bytes()
    assert len(called("convert", "--to", "json", str(target)).out.splitlines()) == 2


def test_formats_of_one_game(files: dict[str, str], tmp_path: Path) -> None:
    target = tmp_path / "out.xqf"
    assert called("convert", "--to", "xqf", "-o", str(target), files["good"]).code == 0
    (game,) = map(json.loads, called("convert", "--to", "json", str(target)).out.splitlines())
    assert (game["format"], game["iccs"], game["variations"]) == ("xqf", ["h2e2", "h9g7", "h0g2"], 1)
    outcome = called("convert", "--to", "xqf", "-o", str(target), files["faulty"])
    assert outcome.code == 2
    assert "xqf can store only one game" in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_what_a_format_cannot_hold_is_told(tmp_path: Path) -> None:
    source, target = tmp_path / "in.pgn", tmp_path / "out"
    tags = '[Red "象象象象象象象象象"]\n[RedTeam "T"]\n[Author "A"]\n[Variation "V"]\n[Variant "xiangqi"]\n'
    source.write_text(f"{tags}\n1. h2e2! {{c}} h9g7 (1... h7e7) *\n", encoding="utf-8")
    for form, lost in (
        ("xqf", "annotation marks; headers RedTeam, Variation, Variant; the full text of Red"),
        ("dhtmlxq", "annotation marks"),
        ("xml", ""),
        ("pgn", ""),
        ("json", ""),
        ("iccs", ""),
    ):
        outcome = called("convert", "--to", form, "-o", str(target), str(source))
        assert outcome.code == (1 if lost else 0), form
        assert outcome.err == (f"{source}, game 1: cannot be stored in {form}: {lost}\n" if lost else "")


def test_faults_are_told_when_the_output_cannot(files: dict[str, str]) -> None:
    outcome = called("convert", files["faulty"])
    assert outcome.code == 1
    assert outcome.err.startswith(
        f"{files['faulty']}, game 2: line 10, move 3 (counting both sides; 车九进九): "
    )


def test_wrong_usage_is_told_in_one_line(files: dict[str, str], tmp_path: Path) -> None:
    for words in ([], [files["good"], "--to", "doc"], [files["good"], "-o", str(tmp_path / "no" / "out.pgn")]):
        outcome = called("convert", *words)
        assert outcome.code == 2
        assert len(outcome.err.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pgn"
    os.mkfifo(pipe)
    for name, kind in ((str(pipe), "named pipe"), ("/dev/zero", "device")):
        outcome = called("convert", name)
        assert outcome.code == 2
        assert f"cannot be opened: it is a {kind}" in outcome.err
        assert f"it is a {kind}" in called("perft", "1", "--file", name).err


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")
def test_output_to_devices_and_links(files: dict[str, str], tmp_path: Path) -> None:
    full = called("convert", files["good"], "-o", "/dev/full")
    assert full.code == 2
    assert "the disk is full" in full.err
    assert Path("/dev/full").is_char_device()
    with Path("/dev/full").open("wb") as device:
        words = [sys.executable, "-m", "xiangqi", "convert", files["good"]]
        ended = subprocess.run(words, stdout=device, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 2
    assert ended.stderr.decode().splitlines() == ["xiangqi convert: the disk is full"]
    assert called("convert", files["good"], "-o", "/dev/stdout").out == called("convert", files["good"]).out
    link = tmp_path / "link.pgn"
    link.symlink_to("target.pgn")
    assert called("convert", files["good"], "-o", str(link)).code == 0
    assert link.is_symlink()
    assert (tmp_path / "target.pgn").read_text(encoding="utf-8") == called("convert", files["good"]).out


def test_what_an_encoding_loses_is_told(tmp_path: Path) -> None:
    record = tmp_path / "rare.pgn"
    record.write_text('[Red "\ufffd\U0001f600"]\n\n1. h2e2 *\n', encoding="utf-8")
    for encoding, code, said in (("utf-8", 0, ""), ("gb18030", 1, "Red")):
        outcome = called(
            "convert",
            "--notation",
            "iccs",
            "--encoding",
            encoding,
            "-o",
            str(tmp_path / "out.pgn"),
            str(record),
        )
        assert outcome.code == code
        assert said in outcome.err


def test_a_dash_is_standard_input() -> None:
    done = called("convert", "-", "--to", "json", text="1. h2e2 h9g7 *\n")
    assert (done.code, json.loads(done.out)["iccs"]) == (0, ["h2e2", "h9g7"])
    assert json.loads(done.out)["file"] == "-"
    nothing = called("convert", "-")
    assert nothing.code == 2
    assert nothing.err.startswith("xiangqi convert: stdin: ")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without an end")
def test_standard_input_without_an_end_is_refused() -> None:
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            own_command("convert", "-"), stdin=endless, capture_output=True, check=False, timeout=120
        )
    assert done.returncode == 2
    assert b"64 MiB" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("ending", "form"),
    [
        (".xqf", "xqf"),
        (".XML", "xml"),
        (".json", "json"),
        (".ubb", "dhtmlxq"),
        (".iccs", "uci"),
        (".pgn", "pgn"),
    ],
)
def test_the_name_of_the_output_says_the_format(
    ending: str, form: str, files: dict[str, str], tmp_path: Path
) -> None:
    target = str(tmp_path / f"out{ending}")
    assert "whatever its name says" not in called("convert", files["good"], "-o", target).err
    (game,) = map(json.loads, called("convert", "--to", "json", target).out.splitlines())
    assert game["iccs"] == ["h2e2", "h9g7", "h0g2"]
    assert json.loads(called("convert", "--to", "json", target).out)["format"] == form


def test_a_name_that_says_another_format_is_told(files: dict[str, str], tmp_path: Path) -> None:
    for name, words, form in (
        ("out.xqf", ["--to", "pgn"], "pgn"),
        ("out.cbr", ["--to", "xqf"], "xqf"),
        ("out.txt", ["--to", "pgn"], "pgn"),
        ("out.foo", [], "pgn"),
    ):
        target = str(tmp_path / name)
        done = called("convert", files["good"], "-o", target, *words)
        assert (done.code, done.err) == (
            0,
            f"{target} is written as {form}, although its name suggests another format\n",
        )
        assert json.loads(called("convert", "--to", "json", target).out)["format"] == form
    assert called("convert", files["good"], "-o", str(tmp_path / "out"), "--to", "xqf").err == ""


def test_a_format_that_is_only_read_is_not_written(files: dict[str, str], tmp_path: Path) -> None:
    target = tmp_path / "out.cbr"
    done = called("convert", files["good"], "-o", str(target))
    assert (done.code, target.exists()) == (2, False)
    assert ".cbr files can be read but not written" in done.err
