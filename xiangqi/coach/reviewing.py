"""Review of a whole game: every move judged, every mistake explained, and a summary.

The judge works backwards through the game, so that the engine's hash table helps with earlier positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.grades import FAULTS, Grade, grade_of, loss_of
from xiangqi.coach.notes import GameReview, MoveReview, Opinion
from xiangqi.coach.opening_facts import OpeningTeller
from xiangqi.coach.scene import played
from xiangqi.coach.soundness import JudgedMove
from xiangqi.coach.strategy import thinned, without_points
from xiangqi.coach.summary import phase_of, summary_of
from xiangqi.coach.verdict_facts import Probe, probe_usual_tables, repetition_facts, theory_facts
from xiangqi.fen import format_fen
from xiangqi.line import Line, Moves
from xiangqi.referee import DEFAULT_RULES, Outcome, Rules, outcome

Judge = Callable[[Line], Opinion]
"""Judges the position after some moves from a start; called for the last position first."""


@dataclass
class Reviewer:
    """Reviews games."""

    judge: Judge
    finder: FactFinder = field(default_factory=FactFinder)
    openings: OpeningTeller = field(default_factory=OpeningTeller)
    rules: Rules = DEFAULT_RULES  # for repetitions and the end of a game
    probe: Probe = probe_usual_tables

    def review(self, line: Line) -> GameReview:
        """Review a whole game, whose moves must be legal."""
        reviewed = thinned(tuple(self._moves(line)))
        return GameReview(line, reviewed, summary_of(reviewed, self.openings.name_of(line)))

    def _moves(self, line: Line) -> Iterator[MoveReview]:
        """Yield the review of each move of a game."""
        opinions = self._opinions(line)
        board = line.upto(0).board()
        for ply, move in enumerate(line.moves, 1):
            yield self._review(board, ply, move, opinions[ply - 1], opinions[ply])
            board.push_unchecked(move)

    def _opinions(self, line: Line) -> list[Opinion]:
        """Return the opinions of all positions of a line, one more than there are moves."""
        ended = outcome(line.board(), self.rules)
        opinions = [self.judge(line) if ended is None else opinion_of_end(ended, line.turn)]
        opinions += [self.judge(line.upto(ply)) for ply in range(len(line.moves) - 1, -1, -1)]
        return opinions[::-1]

    def _review(self, board: Board, ply: int, move: Move, before: Opinion, after: Opinion) -> MoveReview:
        after = self._as_ruled(board, move, after)
        chance = 1.0 - after.chance
        loss = _loss(move, before, after)
        return MoveReview(
            ply,
            board.turn,
            move,
            before.chance,
            chance,
            loss,
            grade_of(loss),
            before.line,
            self.facts_about(board, move, before, after),
            phase_of(board, ply),
        )

    def facts_about(self, board: Board, move: Move, before: Opinion, after: Opinion) -> tuple[Fact, ...]:
        """Return the facts about a move: its causes first, opening knowledge last.

        A move that is no fault has only the facts that it was the only one and that it decides the opening.

        Args:
            board: before the move, with the moves of the game. It is not changed.
            move: a legal move.
            before, after: the judge's opinions on the positions before and after it.
        """
        after = self._as_ruled(board, move, after)
        opening = self.openings.facts(board, move)
        grade = grade_of(_loss(move, before, after))
        if grade not in FAULTS:
            praise = self.finder.of_only_move(JudgedMove(board, move, before.line, after.line))
            return (*praise, *(fact for fact in opening if fact.kind is not FactKind.LEAVES_PRACTICE))
        better = () if before.line[:1] == (move,) else before.line
        repetition = tuple(repetition_facts(board, move, self.rules))
        causes = _with_theory(
            theory_facts(board, move, self.probe, next(iter(better), None)),
            self.finder.of_mistake(JudgedMove(board, move, better, after.line, self.defence(board))),
        )
        causes = causes if grade is Grade.INACCURACY else without_points(causes)
        if repetition:  # the game is over, so nothing follows the move
            causes = tuple(fact for fact in causes if fact.start is Start.BEFORE)
        practised = tuple(self.openings.practised(board, move))
        return (*repetition, *causes, *opening, *practised, *self.openings.counted(board, move))

    def _as_ruled(self, board: Board, move: Move, after: Opinion) -> Opinion:
        """Return the opinion after a move, replaced by the verdict if it ends the game by repetition.

        A record may continue nevertheless; its next move is judged by the position.
        """
        position = played(board, [move])
        ended = outcome(position, self.rules)
        return after if ended is None or ended.verdict is None else opinion_of_end(ended, position.turn)

    def defence(self, board: Board) -> Callable[[Moves], Moves]:
        """Return a function that gives the judge's line after some moves on a board."""
        line = Line(format_fen(board.start), tuple(board.move_stack))
        return lambda more: self.judge(line.then(*more)).line


def _with_theory(theory: Iterable[Fact], causes: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the tablebase facts and the proven causes of a mistake, with a single better move.

    A missed mate replaces the tablebase facts; a move suggested by the tables replaces any other suggestion.
    """
    if any(fact.kind is FactKind.MATE and fact.start is Start.BEFORE for fact in causes):
        return causes
    told = tuple(theory)
    return (*told, *(fact for fact in causes if not told or fact.start is Start.AFTER or fact.gain))


def _loss(move: Move, before: Opinion, after: Opinion) -> float:
    """Return the loss of the mover's winning chance."""
    return loss_of(before.chance, 1.0 - after.chance, is_best=before.line[:1] == (move,))


def opinion_of_end(ended: Outcome, turn: int) -> Opinion:
    """Return the opinion on a position in which the game is over."""
    return Opinion(0.5 if ended.winner is None else float(ended.winner == turn))
