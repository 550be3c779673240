"""Tests of the table for reading the coach: one draw for a seed, a row for each sentence, room to judge."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

from tools.read_coach import HEAD, drawn, sentences, write
from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.grades import Grade
from xiangqi.coach.notes import GameReview, MoveReview
from xiangqi.coach.scene import placed
from xiangqi.coach.summary import summary_of
from xiangqi.core.constants import RED
from xiangqi.line import Line


def test_a_table_has_the_sentences_of_marked_moves(tmp_path: Path) -> None:
    move, better = Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),)
    fact = Fact(FactKind.BETTER, RED, Start.BEFORE, (placed(Board(), better[0].from_square),), better)
    marked = MoveReview(1, RED, move, 0.5, 0.4, 0.1, Grade.INACCURACY, better, (fact,), "opening")
    review = GameReview(Line(START_FEN, (move,)), (marked,), summary_of((marked,), None))
    [row] = sentences("game 1", review)
    assert row[6:8] == ("Better: cannon on h2 to e2.", "应走炮二平五。")
    quiet = replace(marked, loss=0.01, grade=Grade.EXCELLENT)
    assert not [*sentences("game 1", replace(review, moves=(quiet,)))]
    write(tmp_path / "table.tsv", [row])
    with (tmp_path / "table.tsv").open(encoding="utf-8", newline="") as stream:
        head, read = csv.reader(stream, delimiter="\t")
    assert tuple(head) == HEAD
    assert read == [*row, "", "", "", ""]


def test_a_draw_depends_on_its_seed_alone() -> None:
    rows = [(str(number),) for number in range(50)]
    assert drawn(rows, 5, 1) == drawn(rows, 5, 1) != drawn(rows, 5, 2)
    assert len(drawn(rows, 80, 1)) == 50
