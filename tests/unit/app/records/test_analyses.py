"""Analyses keep themselves: they are there again after the next start, and nobody is asked to save them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from app_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.event import Tick
from xiangqi.app.records.asks_analyses import AnalysesKnown, KeepAnalyses
from xiangqi.app.records.editing import UndoEdit, WriteComment
from xiangqi.app.runner import Runner
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.storage.analyses import MOST


@pytest.fixture
def kept(session: Session) -> Session:
    """A session that knows that nothing has been kept before."""
    session.send(AnalysesKnown("run", ()))
    return session


def board(session: Session, *moves: str) -> Document:
    """Open a new analysis board with moves."""
    session.send(GoToPlace(Place.ANALYSE))
    if session.state.document.line.moves:
        session.send(GoToPlace(Place.ANALYSE))
    session.play(*moves)
    return session.state.document


def test_what_is_on_an_analysis_board_is_there_after_the_next_start(home: Path) -> None:
    assert home
    with Runner() as runner:
        runner.send(GoToPlace(Place.ANALYSE))
        for move in ("h2e2", "h9g7"):
            runner.send(PlayText(move))
        runner.send(WriteComment("so"))
        runner.step(time.monotonic())
        runner.send(Quit())
        assert runner.state.quitting, "nobody is asked to save it"
    with Runner() as runner:
        assert not runner.state.document.is_analysis, "it lies beneath"
        runner.send(GoToPlace(Place.ANALYSE))
        document = runner.state.document
        assert [move.iccs for move in document.line.moves] == ["h2e2", "h9g7"]
        assert document.tree.comment(document.node) == "so"
        runner.step(time.monotonic())
        runner.send(PlayText("h0g2"))
        runner.step(time.monotonic())
    with Runner() as runner:
        runner.send(GoToPlace(Place.ANALYSE))
        assert len(runner.state.document.line.moves) == 3
        assert sum(document.is_analysis for document in runner.state.documents) == 1, "not a second one"


def test_it_is_kept_when_it_changes_and_only_then(kept: Session) -> None:
    board(kept)
    kept.send(Tick(1.0))
    assert not kept.found(KeepAnalyses), "an empty board"
    kept.play("h2e2")
    kept.send(Tick(2.0))
    ((key, revision),) = kept.one(KeepAnalyses).analyses
    assert key.startswith("run-")
    assert len(list(revision.line(revision.game.root))) == 1
    kept.send(Tick(3.0))
    assert not kept.found(KeepAnalyses)
    kept.play("h9g7")
    kept.send(Tick(4.0))
    assert [again for again, _ in kept.one(KeepAnalyses).analyses] == [key]


def test_moves_in_it_are_undone_like_those_of_a_record(kept: Session) -> None:
    board(kept, "h2e2", "h9g7")
    kept.send(UndoEdit())
    assert [move.iccs for move in kept.state.document.line.moves] == ["h2e2"]


def test_more_than_are_kept_are_closed_the_oldest_first(kept: Session) -> None:
    made = [board(kept, "h2e2").id for _ in range(MOST + 3)]
    kept.send(Tick(1.0))
    still = [document.id for document in kept.state.documents if document.is_analysis]
    assert still == made[3:]


def test_a_game_that_begins_and_a_record_that_is_opened_leave_them_open(kept: Session) -> None:
    made = board(kept, "h2e2").id
    kept.new(kept.state.draft.red, kept.state.draft.black)
    assert kept.state.find(made) is not None
