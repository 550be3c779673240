"""The user's repertoire in the window, for tests and pictures."""

from __future__ import annotations

from datetime import datetime, timezone

from ui_session import Session

from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.background_work.repertoire_round import assignment_of
from xiangqi.app.openings.asks import RepertoireRead
from xiangqi.app.openings.repertoire import OpenRepertoire
from xiangqi.app.openings.state import SideView
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.insights.figures import FamilyResults
from xiangqi.openings import practice
from xiangqi.repertoire.gaps import gaps
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.training import CardCounts, CardQuestion, new_card

LINES = ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4", "h2e2 h7e7 h0g2 h9g7 i0h0")
NOW = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)


def kept() -> Repertoire:
    """Return a repertoire for Red."""
    made = Repertoire(RED)
    for line in LINES:
        made = made.with_moves(moves_of_line(tuple(map(Move.from_iccs, line.split())), RED))
    return made


def repertoire(session: Session) -> None:
    """Show the panel, with six positions of which three are known."""
    made, none = kept(), Repertoire(BLACK)
    sides = {
        RED: SideView(
            made,
            CardCounts(6, 3, 2, 1, 1),
            tuple(gaps(made, practice.weights, 0.005)),
            (FamilyResults("C00", 5, 1, 3),),
        ),
        BLACK: SideView(none, CardCounts(0, 0, 0, 0, 0), ()),
    }
    session.send(OpenRepertoire(RED), RepertoireRead(sides))
    session.draw()


def question(session: Session) -> None:
    """Show an exercise for a position of the repertoire."""
    line = tuple(map(Move.from_iccs, LINES[0].split()))
    asked = CardQuestion(new_card("", NOW), line[:6], line[6:])
    request = TrainingRequest(ExerciseSet.REPERTOIRE, "red")
    session.send(TrainingRead(request, (assignment_of(asked),), (None,)))
    session.draw()
