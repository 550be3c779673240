"""Tests of the command that reads positions from pictures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import called
from PIL import Image

from xiangqi.cli import main
from xiangqi.diagram.picture import BoardPicture
from xiangqi.diagram.raster import board_image
from xiangqi.diagram.theme import themed
from xiangqi.fen import parse_fen


def test_a_picture_without_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.png"
    Image.new("RGB", (300, 300), "white").save(path)
    assert main(["recognise", "--json", str(path)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["fen"] is None
    assert found["certain"] is False
    assert found["doubtful"] == []
    assert found["file"] == str(path)
    assert found["reason"] == "no Xiangqi board found"
    assert main(["recognise", "--language", "zh-Hans", str(path)]) == 1
    assert "没有找到象棋棋盘" in capsys.readouterr().out


BOARD = "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R"


def test_a_drawn_board_is_read_from_a_file_and_from_the_input(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    board_image(BoardPicture(parse_fen(BOARD).placement), themed("wood", "traditional"), 600).save(path)
    told = called("recognise", "--json", str(path))
    found = json.loads(told.out)
    assert found["fen"] == f"{BOARD} w - - 0 1"
    assert found["bottom"] == "red"
    assert (told.code, found["reason"]) == ((0, None) if found["certain"] else (1, found["reason"]))
    piped = subprocess.run(
        [sys.executable, "-m", "xiangqi", "recognise", "-", "--language", "zh-Hant"],
        input=path.read_bytes(),
        capture_output=True,
        check=False,
    )
    words = piped.stdout.decode()
    assert piped.returncode == told.code
    assert words.startswith(f"-\n{BOARD} w - - 0 1\n")
    assert "暫定紅方先走" in words


def test_what_cannot_be_read_is_told_on_one_line_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "bad.png").write_bytes(b"hello")
    Image.new("RGB", (300, 300), "white").save(tmp_path / "plain.png")
    one = called("recognise", str(tmp_path / "bad.png"))
    assert (one.code, one.out) == (2, "")
    assert one.err.startswith("xiangqi recognise: ")
    assert "not a readable picture" in one.err
    assert one.err.count("\n") == 1
    names = [str(tmp_path / "bad.png"), str(tmp_path / "plain.png"), str(tmp_path)]
    two = called("recognise", "--json", *names)
    assert two.code == 2
    found = [json.loads(line) for line in two.out.splitlines()]
    assert [one["file"] for one in found] == names
    assert "it is a folder" in found[2]["reason"]
    assert two.err.count("\n") == 2


def test_an_empty_input_is_told() -> None:
    empty = called("recognise", "-")
    assert empty.code == 2
    assert empty.err == "xiangqi recognise: -: the file is empty; expected a picture\n"
