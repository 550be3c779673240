"""Tests that classics are collected, verified and packed, and that the shipped ones make sense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.build_classics import classics_of, read_log
from tools.classics.collecting import (
    DRAW,
    FOLDERS,
    LAST_WORK,
    LINES,
    LOSS,
    RECORDS,
    WIN,
    Candidate,
    candidates,
    title_of,
)
from tools.classics.verifying import Verdict, verified
from xiangqi.board import Board, Move
from xiangqi.cli import main as command
from xiangqi.errors import ResourceError
from xiangqi.exercises.classics import (
    Classic,
    load_classics,
    of_goal,
    pack_classics,
    record_of,
    unpack_classics,
)
from xiangqi.exercises.old_books import ClassicGoal, page_in
from xiangqi.records.files import write_game
from xiangqi.records.tree import Game, flattened

MATE_FEN = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w - - 0 1"
MATE = ("a2a9", "d9d8", "b1b8", "d8d7", "a9a7")


def moves(*texts: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_iccs, texts))


def candidate(fen: str, goal: str, *line: str) -> Candidate:
    return Candidate("适情雅趣", "双车错", fen, goal, moves(*line))


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders as the repositories have them, with few own positions."""

    def write(folder: str, name: str, fen: str, line: tuple[str, ...], title: str, result: str = "*") -> None:
        game = Game(headers={"Title": title}, start_fen=fen, result=result)
        node = game.root
        for move in moves(*line):
            node = node.add(move)
        path = tmp_path / "records" / RECORDS / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_game(path, game)

    first, second = FOLDERS["适情雅趣"][0], FOLDERS["心武残编"][1]
    write(first, "a.xqf", MATE_FEN, MATE, "第007局 双车错", "1-0")
    write(second, "b.xqf", "5k3/9/9/9/9/9/9/8R/7R1/3K5 w - - 0 1", ("i2i9",), "又见双车")
    write(second, "c 正和.xqf", "4k4/9/9/9/9/9/9/9/4p4/3K4R w - - 0 1", ("i0i1",), "独卒")
    write(second, "d.xqf", "4k4/9/9/9/9/9/9/9/4p4/3K4C w - - 0 1", (), "无着")
    lines = tmp_path / "others" / LINES
    lines.parent.mkdir(parents=True)
    lines.write_text(
        f"远处|3k5/9/9/9/9/9/8R/R8/9/4K4 w|a2a9\n坏行\n双车|{MATE_FEN[:-8]}|a2a9\n", encoding="utf-8"
    )
    return tmp_path / "records", tmp_path / "others"


def test_positions_are_collected_once_with_title_and_goal(folders: tuple[Path, Path]) -> None:
    found = candidates(*folders)
    assert [(one.work, one.title, one.goal) for one in found] == [
        ("适情雅趣", "双车错", WIN),
        ("心武残编", "独卒", DRAW),
        (LAST_WORK, "远处", WIN),
    ]  # the mirror image and the same position of another book are left out, and what has no moves
    assert [move.iccs for move in found[0].line] == list(MATE)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("第263局 跃鲤吞饵", "跃鲤吞饵"),
        ("车和三卒066", "车和三卒"),
        ("怒射江潮 红胜", "怒射江潮"),
        ("037辅弼功高变二(红胜)", "辅弼功高变二"),
        ("二马盘宫 红胜2", "二马盘宫"),
        ("竹香斋初集-第6局幽涧鸣泉", "幽涧鸣泉"),
        ("车马冷着(第1局)007", "车马冷着"),
        ("轮●离奇", "轮囷离奇"),
        ("红胜", "红胜"),
    ],
)
def test_titles_lose_number_and_result(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_mate_is_verified_and_false_claims_are_not() -> None:
    found = verified(candidate(MATE_FEN, WIN, *MATE))
    assert (found.goal, found.reason) == ("mate", "mate")
    assert 1 < found.mate <= 3
    assert found.rating > 0
    assert 1 <= len(found.first) <= 2
    assert verified(candidate(MATE_FEN, DRAW, "a2a9")).goal == ""
    thrown_away = candidate("5k3/9/9/9/9/9/9/9/3p5/R3K4 w - - 0 1", DRAW, "a0d0", "d1d0", "e0d0")
    assert verified(thrown_away).goal == ""
    assert verified(candidate(MATE_FEN, LOSS, "a2a9")).goal == ""
    assert verified(candidate("4k4/9/9/9/9/9/9/4p4/4p4/3K5 w - - 0 1", WIN, "d0d1")).goal == ""


def test_what_was_found_is_logged_and_packed(folders: tuple[Path, Path], tmp_path: Path) -> None:
    wanted = candidates(*folders)
    log, asset = tmp_path / "log.jsonl", tmp_path / "classics.xz"
    verdicts = {wanted[0].name: Verdict("mate", "mate", 2, 900, ("a2a9",)), wanted[1].name: Verdict("", "+900")}
    lines = [json.dumps({"position": name, **verdict.__dict__}) for name, verdict in verdicts.items()]
    log.write_text("\n".join(lines) + '\n{"position": "cut', encoding="utf-8")
    assert read_log(log) == verdicts
    [classic] = classics_of(wanted, read_log(log))
    assert (classic.key, classic.goal, classic.mate, classic.rating) == (
        MATE_FEN[:-8],
        ClassicGoal.MATE,
        2,
        900,
    )
    asset.write_bytes(pack_classics([classic]))
    assert unpack_classics(asset.read_bytes()) == (classic,)


@pytest.mark.parametrize("data", [b"", b"nothing", pack_classics([])[:-4]])
def test_a_damaged_asset_is_told(data: bytes) -> None:
    with pytest.raises(ResourceError):
        unpack_classics(data)


def test_a_wrong_line_is_told_with_its_place() -> None:
    bad = Classic(MATE_FEN, ClassicGoal.MATE, 2, 900, "书", "题\t多", moves(*MATE))
    with pytest.raises(ResourceError, match="line 2"):
        unpack_classics(pack_classics([bad]))


def test_the_shipped_classics_can_be_played() -> None:
    found = load_classics()
    assert len(found) == len({one.key for one in found}) > 800
    assert [one.rating for one in found] == sorted(one.rating for one in found)
    for one in found[::23]:
        board = Board(one.fen)
        for move in one.line:
            board.push(move)
        assert (one.mate > 0) == (one.goal is ClassicGoal.MATE)
    for goal in ClassicGoal:
        assert 100 < len(of_goal(found, goal)) < len(found)
    assert of_goal(found, None) == list(found)


def test_a_record_asks_for_the_goal_and_shows_no_moves() -> None:
    classic = of_goal(load_classics(), ClassicGoal.DRAW)[0]
    record = record_of(classic)
    assert record.result == "1/2-1/2"
    page = page_in(record)
    assert page is not None
    assert (page.title, page.book, page.line) == (classic.title, classic.book, classic.line)
    assert "Event" not in record.headers
    assert page_in(Game()) is None
    assert not flattened(record.root).moves[1:]


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["puzzles", "--set", "classics", "--goal", "win", "--most", "1500", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found
    assert {(one["goal"], one["mate"]) for one in found} == {("win", None)}
    assert command(["puzzles", "--set", "classics", "--goal", "mate", "--limit", "3", "--language", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all("  mate in " in line and " · " in line for line in lines)
    assert command(["puzzles", "--goal", "win"]) == 2
    assert command(["puzzles", "--set", "classics", "--theme", "mate"]) == 2
    assert "--goal" in capsys.readouterr().err


@pytest.mark.parametrize("title", ["横槊赋诗", "金斗潼关", "春催杜鹃", "流兵讲和"])
def test_no_draw_is_shipped_that_a_longer_search_refutes(title: str) -> None:
    # 2,000,000 nodes see more than 2.50 for one side; 200,000 did not.
    assert title not in {one.title for one in load_classics() if one.goal is ClassicGoal.DRAW}
