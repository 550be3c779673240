"""Tests that a failure to save is reported, and that later saves succeed all the same."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from running import said, until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.editing import SetMark, WriteComment
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.records.files import read_games

SIX_PAWNS = "rnb1kabnr/9/1c5c1/p1p1p1p1p/4p4/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def test_a_game_that_a_format_cannot_hold(tmp_path: Path) -> None:
    """XQF has numbers for five pawns of a side; the record has six, and its moves are played all the same."""
    path = tmp_path / "six.pgn"
    path.write_text(f'[FEN "{SIX_PAWNS}"]\n\n1. C2.5 *\n')
    with Runner() as runner:
        runner.send(OpenFile(path))
        until(runner, lambda: runner.state.document.play is None)
        runner.send(SaveFile(tmp_path / "mine.xqf"))
        until(runner, lambda: "cannot_save" in said(runner))
        assert not (tmp_path / "mine.xqf").exists()
        runner.send(SaveFile(tmp_path / "mine.pgn"))
        until(runner, lambda: "saved" in said(runner))
    (saved,) = read_games(tmp_path / "mine.pgn")
    assert [move.iccs for move in saved.main_line()] == ["h2e2"]


def test_a_game_played_here_names_its_opening_and_a_record_stays_as_it_is(tmp_path: Path) -> None:
    opened = tmp_path / "club.pgn"
    opened.write_text("1. C2.5 H8+7 *\n")
    with Runner() as runner:
        runner.send(NewGame(Setup(Player(), Player())))
        for text in ("h2e2", "h9g7"):
            runner.send(PlayText(text))
        runner.send(SaveFile(tmp_path / "mine.pgn"))
        until(runner, lambda: "saved" in said(runner))
        runner.send(OpenFile(opened))
        until(runner, lambda: runner.state.document.play is None)
        runner.send(SaveFile(tmp_path / "copy.pgn"))
        until(runner, (tmp_path / "copy.pgn").exists)
    (mine,), (copied,) = read_games(tmp_path / "mine.pgn"), read_games(tmp_path / "copy.pgn")
    assert (mine.headers["ECCO"], mine.headers["Opening"]) == ("B05", "Central Cannon against Left Horse")
    assert not {"ECCO", "Opening"} & copied.headers.keys()


@pytest.mark.parametrize(
    ("players", "moves", "written"),
    [("許銀川 胡榮華", "炮二平五 馬8進7", "馬８進７"), ("许银川 胡荣华", "炮二平五 马8进7", "马８进７")],
)
def test_a_file_keeps_its_chinese_script_and_its_tags(
    players: str, moves: str, written: str, tmp_path: Path
) -> None:
    path, (red, black) = tmp_path / "club.pgn", players.split()
    tags = f'[Red "{red}"]\n[RedTeam "廣東"]\n[Black "{black}"]\n'
    path.write_text(f"{tags}\n1. {moves} *\n", encoding="big5" if "進" in moves else "gb18030")
    with Runner() as runner:
        runner.send(ChangeSettings({"notation": "chinese"}))
        runner.send(OpenFile(path))
        until(runner, lambda: runner.state.document.play is None)
        runner.send(WriteComment("x"))
        runner.send(SaveFile(path, overwrite=True))
        until(runner, lambda: "saved" in said(runner))
    content = path.read_text(encoding="utf-8")
    assert written in content
    assert '[RedTeam "廣東"]' in content


@pytest.mark.parametrize("name", ["journal.pgn", "journal-2.pgn", "unsaved.pgn", "link.pgn"])
def test_nothing_is_saved_onto_a_file_of_the_programs_own(home: Path, name: str) -> None:
    home.mkdir()
    (home / "link.pgn").symlink_to(home / "journal-2.pgn")
    runner = Runner()
    try:
        runner.send(SaveFile(home / name))
        until(runner, lambda: bool(said(runner)))
        assert said(runner) == ["cannot_save"]
        assert "choose another file" in runner.state.toasts[0].message
    finally:
        runner.close()
    assert not (home / name).exists()


@pytest.mark.usefixtures("awaited_disk")
def test_unsaved_changes_survive_a_crash(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "club.pgn"
    path.write_text("1. C2.5 H8+7 *\n")
    with Runner() as runner:
        runner.send(OpenFile(path))
        until(runner, lambda: runner.state.document.play is None)
        for text in ("当", "当头", "当头炮"):
            runner.send(WriteComment(text))
            runner.step(time.monotonic())
            while not runner.await_journal():
                pass
            assert next(read_games(home / "unsaved.pgn")).root.comment == text

    with Runner() as runner:  # before anything could be shown
        runner.recover_drafts(show=True)

    with Runner() as runner:
        runner.recover_drafts(show=True)
        until(runner, lambda: runner.state.document.play is None)
        assert "draft_recovered" in said(runner)
        record = runner.state.document
        assert record is not None
        assert record.tree.comment(record.node) == "当头炮"
        assert not record.unsaved, "it has a file of its own now"
        assert record.collection is not None
        assert record.collection.path is not None
        assert record.collection.path.parent == home
        runner.step(time.monotonic())
    assert not (home / "unsaved.pgn").exists()


def test_only_a_file_with_everything_counts_as_saved(tmp_path: Path) -> None:
    path = tmp_path / "club.pgn"
    path.write_text("1. C2.5 H8+7 *\n")
    runner = Runner()

    def unsaved() -> bool:
        return runner.state.document.play is None and runner.state.document.unsaved

    try:
        runner.send(OpenFile(path))
        until(runner, lambda: runner.state.document.play is None)
        runner.send(GoTo(1))
        runner.send(SetMark(1))
        runner.send(SaveFile(tmp_path / "mine.xqf"))
        until(runner, lambda: "saved_without" in said(runner))
        assert unsaved()
        runner.send(SaveFile(path))
        until(runner, lambda: runner.state.question is not None)
        runner.send(Answer(True))
        until(runner, lambda: not unsaved())
    finally:
        runner.close()
    assert next(read_games(path)).root.children[0].nags == (1,)


def test_a_collection_is_not_replaced_by_one_of_its_games(tmp_path: Path) -> None:
    path = tmp_path / "club.pgn"
    path.write_text('[Red "a"]\n\n1. C2.5 *\n\n[Red "b"]\n\n1. C2.6 *\n')
    before = path.read_bytes()
    with Runner() as runner:
        runner.send(OpenFile(path))
        until(runner, lambda: runner.state.loading is None)
        runner.send(WriteComment("x"))
        runner.send(SaveFile(path, overwrite=True))
        until(runner, lambda: "holds_other_games" in said(runner))
    assert path.read_bytes() == before
