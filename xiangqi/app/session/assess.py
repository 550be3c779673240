"""Computes the cost of moves from the judgements of the positions before and after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.session import positions
from xiangqi.app.session.judgement import Engine, Judgement, line_keys, red_chance
from xiangqi.coach.grades import FAULTS, Grade, accuracy_of, fault_of, loss_of
from xiangqi.coach.notes import DeepLook
from xiangqi.coach.second_look import SURE, told_loss
from xiangqi.core.constants import RED
from xiangqi.line import Line, Moves
from xiangqi.referee import Outcome, Rules


@dataclass(frozen=True)
class MoveVerdict:
    """The loss that a move has caused, and its grade."""

    ply: int  # the ply of the position after it
    side: int  # the side that made it, RED or BLACK
    after: float  # the mover's winning chance after it, 0.0 to 1.0; the result if it ends the game
    loss: float  # the loss of winning chance, 0.0 to 1.0
    grade: Grade | None  # None for a move that is good enough
    better: Moves  # the engine's better line; empty if the move was best


@dataclass(frozen=True)
class Summary:
    """A summary of one side's play as far as it has been judged."""

    accuracy: float | None  # 0 to 100, as in coach.grades.accuracy_of; None if no move was judged
    counts: Mapping[Grade, int]  # the number of moves of each grade


@dataclass(frozen=True)
class Assessment:
    """A line with the judgements and grades of its moves, as far as known."""

    # Red's chance of winning in each position, one more than there are moves; None if unknown
    chances: tuple[float | None, ...] = (None,)
    # a verdict for each move; None if the position after or before it has not been judged thoroughly
    verdicts: tuple[MoveVerdict | None, ...] = ()
    waiting: int = 0  # the number of marks that wait for the coach's second look

    @property
    def is_settled(self) -> bool:
        """Whether every move has been judged and every mark looked at again, so that no marks will be added."""
        return self.is_complete and not self.waiting

    @property
    def marked(self) -> tuple[MoveVerdict, ...]:
        """The moves with a grade, in order."""
        return tuple(verdict for verdict in self.verdicts if verdict is not None and verdict.grade is not None)

    @property
    def is_complete(self) -> bool:
        """Whether every move has been judged."""
        return None not in self.verdicts

    def verdict(self, ply: int) -> MoveVerdict | None:
        """Return the verdict on the move that led to the position at a ply, or None if there is none."""
        return self.verdicts[ply - 1] if 0 < ply <= len(self.verdicts) else None

    def summary(self, side: int) -> Summary:
        """Return the summary of RED's or BLACK's play."""
        own = [verdict for verdict in self.verdicts if verdict is not None and verdict.side == side]
        grades = [verdict.grade for verdict in own]
        accuracy = accuracy_of([verdict.loss for verdict in own])
        return Summary(accuracy, {grade: grades.count(grade) for grade in FAULTS})


@dataclass(frozen=True)
class Subject:
    """A line to be assessed."""

    line: Line
    rules: Rules  # the rules on repetitions and the end of the game
    engine: Engine  # the engine whose judgements count

    @property
    def keys(self) -> tuple[int, ...]:
        """The judgement keys of the line's positions."""
        return line_keys(self.line, self.rules, self.engine)


Looks = Mapping[int, DeepLook | None]
"""The costs of moves by the coach's own searches, by the keys of the positions after them."""


class _Assessor:
    """Caches the last assessment, which is rebuilt only when the line, its judgements or looks change."""

    def __init__(self) -> None:
        self._subject: Subject | None = None
        self._judged: Mapping[int, Judgement] = {}
        self._looked: Looks = {}
        self._made = Assessment()

    def of(self, subject: Subject, judged: Mapping[int, Judgement], looked: Looks) -> Assessment:
        if judged is not self._judged or looked is not self._looked or subject != self._subject:
            self._subject, self._judged, self._looked = subject, judged, looked
            self._made = _assess(subject, judged, looked)
        return self._made


assess: Final = _Assessor().of
"""Returns the assessment of a line from the judgements and the coach's looks stored by position key."""


def _assess(subject: Subject, judged: Mapping[int, Judgement], looked: Looks) -> Assessment:
    line = subject.line
    known = [judged.get(key) for key in subject.keys]
    chances = [None if said is None else red_chance(said.compared, said.turn) for said in known]
    thorough = [judgement is not None and judgement.thorough for judgement in known]
    end = positions.outcome(line, subject.rules)
    if end is not None:
        chances[-1], thorough[-1] = _result(end), True
    lines = [() if judgement is None else judgement.compared.pv for judgement in known]
    first = _verdicts(line, chances, thorough, lines)
    keyed = tuple(zip(first, subject.keys[1:], strict=True))
    told = (None if verdict is None else _certain(verdict, key, subject, looked) for verdict, key in keyed)
    waiting = sum(verdict is not None and _waits(verdict, key, subject, looked) for verdict, key in keyed)
    return Assessment(tuple(chances), tuple(told), waiting)


def _result(end: Outcome) -> float:
    """Return Red's score in a finished game: 1.0 for a win, 0.5 for a draw, 0.0 for a loss."""
    return {None: 0.5, RED: 1.0}.get(end.winner, 0.0)


def _verdicts(
    line: Line, chances: Sequence[float | None], thorough: Sequence[bool], lines: Sequence[Moves]
) -> Iterable[MoveVerdict | None]:
    """Yield the verdict on each move according to the judgements; None where one is missing or not thorough."""
    for index, move in enumerate(line.moves):
        before, after = chances[index : index + 2]
        if before is None or after is None or not all(thorough[index : index + 2]):
            yield None
            continue
        side = line.turn_at(index)
        if side != RED:
            before, after = 1.0 - before, 1.0 - after
        is_best = lines[index][:1] == (move,)
        loss = told_loss(before, loss_of(before, after, is_best=is_best))
        yield MoveVerdict(index + 1, side, after, loss, fault_of(loss), () if is_best else lines[index])


def _certain(verdict: MoveVerdict, key: int, subject: Subject, looked: Looks) -> MoveVerdict:
    """Return a verdict corrected by the coach's look at the move; a mark that waits for a look is withheld."""
    look = looked.get(key)
    if look is not None:
        return replace(verdict, after=look.after, loss=look.loss, grade=fault_of(look.loss), better=look.better)
    return replace(verdict, grade=None) if _waits(verdict, key, subject, looked) else verdict


def _waits(verdict: MoveVerdict, key: int, subject: Subject, looked: Looks) -> bool:
    """Return whether a mark is withheld until the coach has looked at the move."""
    unsure = verdict.grade is not None and verdict.loss < SURE
    return unsure and key not in looked and not subject.engine
