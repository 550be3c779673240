"""Tests of the coach's facts about moves that give away a table's win or draw, with real tables."""

from __future__ import annotations

import pytest
from solved import write_tables

from xiangqi.board import Board
from xiangqi.coach.facts import FactKind, Start
from xiangqi.coach.scene import played
from xiangqi.coach.verdict_facts import theory_facts
from xiangqi.tables import Tables, TableVerdict

WON = "3k5/9/3P5/9/9/9/9/9/9/4K4 w"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """A soldier against a bare king."""
    folder = tmp_path_factory.mktemp("tables")
    write_tables(folder, "KPK")
    return Tables([folder])


@pytest.mark.parametrize("fen", [WON, WON.replace(" w", " b"), "4k4/9/9/9/9/4P4/9/9/9/4K4 w"])
def test_a_fact_is_there_where_the_verdict_gets_worse_and_nowhere_else(tables: Tables, fen: str) -> None:
    board = Board(fen)
    report = tables.probe(board)
    worth = {TableVerdict.WIN: 2, TableVerdict.DRAW: 1, TableVerdict.LOSS: 0}
    for move in board.legal_moves():
        facts = list(theory_facts(board, move, tables.probe))
        is_worse = worth[report.moves[move]] < worth[report.verdict]
        assert len(facts) == is_worse
        for fact in facts:
            assert (fact.kind, fact.start, fact.side) == (FactKind.THEORY, Start.BEFORE, board.turn)
            assert fact.name == report.verdict.value
            assert report.moves[fact.proof[0]] is report.verdict


def test_some_move_gives_the_win_away(tables: Tables) -> None:
    board = Board(WON)
    assert tables.probe(board).verdict is TableVerdict.WIN
    assert any(list(theory_facts(board, move, tables.probe)) for move in board.legal_moves())


def test_the_engines_move_is_named_where_it_keeps_the_verdict_else_the_quickest_win(tables: Tables) -> None:
    board = Board(WON)
    report = tables.probe(board)
    keeping = [move for move, verdict in report.moves.items() if verdict is report.verdict]
    losing = [move for move in board.legal_moves() if move not in keeping]
    for better in keeping:
        [fact] = theory_facts(board, losing[0], tables.probe, better)
        assert fact.proof == (better,)
    plies = {move: tables.probe(played(board, [move])).plies for move in keeping}
    for other in (None, losing[-1]):
        [fact] = theory_facts(board, losing[0], tables.probe, other)
        assert plies[fact.proof[0]] == min(number for number in plies.values() if number is not None)


def test_without_a_table_nothing_is_said(tables: Tables) -> None:
    board = Board("3k5/9/3R5/9/9/9/9/9/9/4K4 w")
    assert not any(list(theory_facts(board, move, tables.probe)) for move in board.legal_moves())
    assert not list(theory_facts(Board(), Board().legal_moves()[0], tables.probe))
