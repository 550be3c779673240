"""A whole game reviewed: every move judged, every fault explained, and a summary.

`review_moves` is given the game and a judge, and yields the moves in order. The judge goes through the game
from its end: what an engine has learnt there it still knows when it comes to the moves before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Moves
from xiangqi.coach.findings import FactFinder, JudgedMove
from xiangqi.coach.grades import FAULTS, Grade, accuracy_of, grade_of, loss_of
from xiangqi.coach.opening_facts import OpeningTeller
from xiangqi.coach.repetition_facts import repetition_facts
from xiangqi.coach.scene import played
from xiangqi.coach.theory_facts import Probe, probe_usual_tables, theory_facts
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import format_fen
from xiangqi.referee import DEFAULT_RULES, Outcome, Rules, outcome

PHASES: Final = ("opening", "middlegame", "endgame")
_OPENING_PLIES: Final = 24
_ENDGAME_PIECES: Final = 4  # chariots, horses and cannons of both sides, at most


@dataclass(frozen=True)
class Opinion:
    """What a judge says of a position.

    Attributes:
        chance: of winning for the side to move, 0.0 to 1.0.
        line: what it would play and expect, best move first; empty at the end of a game.
        mate: moves to mate, negative when the side to move is mated; None without one.
    """

    chance: float
    line: Moves = ()
    mate: int | None = None


Judge = Callable[[str, Moves], Opinion]
"""What judges the position after some moves from a start; called for the last position first."""


@dataclass(frozen=True)
class MoveReview:
    """What is said about one move.

    Attributes:
        ply: the number of the move, from 1.
        side: RED or BLACK, who made it.
        move: the move.
        before, after: the mover's chance of winning, 0.0 to 1.0.
        loss: of that chance.
        grade: by the loss.
        best: the line that the judge preferred; it begins with the move where that is the best one.
        facts: what there is to say, the most important first; each with its proof.
        phase: of the game, one of PHASES.
    """

    ply: int
    side: int
    move: Move
    before: float
    after: float
    loss: float
    grade: Grade
    best: Moves
    facts: tuple[Fact, ...]
    phase: str

    @property
    def is_explained(self) -> bool:
        """Whether something tells why it is a fault, beyond what would have been better."""
        return any(fact.kind is not FactKind.BETTER for fact in self.facts)


@dataclass(frozen=True)
class SideSummary:
    """How a side has played.

    Attributes:
        accuracy: 0 to 100, as in grades.accuracy_of.
        counts: moves of each grade.
        phases: the accuracy in each phase in which the side has moved.
        themes: kinds of facts that explain more than one fault, with their number, the most frequent first.
    """

    accuracy: float
    counts: dict[Grade, int]
    phases: dict[str, float]
    themes: tuple[tuple[FactKind, int], ...]


@dataclass(frozen=True)
class GameSummary:
    """What is said about a game as a whole.

    Attributes:
        red, black: how each side has played.
        turning_point: the ply of the move after which the game was never the same: the costliest one among
            those that gave up an advantage or a level game; None without a fault.
        opening: key of the opening, None without a name.
    """

    red: SideSummary
    black: SideSummary
    turning_point: int | None
    opening: str | None


@dataclass(frozen=True)
class GameReview:
    """A game with all that is said about it."""

    start_fen: str
    moves: tuple[MoveReview, ...]
    summary: GameSummary


@dataclass
class Reviewer:
    """Reviews games.

    Attributes:
        judge: what judges positions.
        finder: what finds facts.
        openings: what knows the book and the names of openings.
        rules: for repetitions and the end of a game.
        probe: asks the endgame tables.
    """

    judge: Judge
    finder: FactFinder = field(default_factory=FactFinder)
    openings: OpeningTeller = field(default_factory=OpeningTeller)
    rules: Rules = DEFAULT_RULES
    probe: Probe = probe_usual_tables

    def review_moves(
        self, start_fen: str, moves: Sequence[Move], on_judged: Callable[[int], None] | None = None
    ) -> Iterator[MoveReview]:
        """The moves of a game, each with what is said about it.

        Args:
            start_fen: where the game begins.
            moves: its legal moves.
            on_judged: told how many positions are still to be judged, each time one has been.
        """
        opinions = self._opinions(start_fen, tuple(moves), on_judged)
        board = Board(start_fen)
        for ply, move in enumerate(moves, 1):
            yield self._review(board, ply, move, opinions[ply - 1], opinions[ply])
            board.push_unchecked(move)

    def review(
        self, start_fen: str, moves: Sequence[Move], on_judged: Callable[[int], None] | None = None
    ) -> GameReview:
        """The whole game; arguments as in review_moves."""
        reviewed = tuple(self.review_moves(start_fen, moves, on_judged))
        return GameReview(start_fen, reviewed, summary_of(reviewed, self.openings.name_of(start_fen, moves)))

    def _opinions(self, start_fen: str, moves: Moves, on_judged: Callable[[int], None] | None) -> list[Opinion]:
        """Of all positions, one more than there are moves."""
        ended = outcome(played(Board(start_fen), moves), self.rules)
        turn = played(Board(start_fen), moves).turn
        opinions = [self.judge(start_fen, moves) if ended is None else _of_end(ended, turn)]
        for ply in range(len(moves) - 1, -1, -1):
            if on_judged is not None:
                on_judged(ply + 1)
            opinions.append(self.judge(start_fen, moves[:ply]))
        return opinions[::-1]

    def _review(self, board: Board, ply: int, move: Move, before: Opinion, after: Opinion) -> MoveReview:
        chance = 1.0 - after.chance
        is_best = before.line[:1] == (move,)
        loss = loss_of(before.chance, chance, is_best=is_best)
        grade = grade_of(loss)
        return MoveReview(
            ply,
            board.turn,
            move,
            before.chance,
            chance,
            loss,
            grade,
            before.line,
            self._facts(board, move, before, after, grade),
            phase_of(board, ply),
        )

    def _facts(
        self, board: Board, move: Move, before: Opinion, after: Opinion, grade: Grade
    ) -> tuple[Fact, ...]:
        facts = list(self.openings.facts(board, move))
        if grade in FAULTS:
            facts += repetition_facts(board, move, self.rules)
            facts += theory_facts(board, move, self.probe)
            better = () if before.line[:1] == (move,) else before.line
            facts += self.finder.of_mistake(JudgedMove(board, move, better, after.line, self._defence(board)))
        else:
            facts += self.finder.of_only_move(JudgedMove(board, move, before.line, after.line))
        return tuple(facts)

    def _defence(self, board: Board) -> Callable[[Moves], Moves]:
        """What the judge would play and expect after some moves on a board."""
        start_fen, moves = format_fen(board.start), tuple(board.move_stack)
        return lambda more: self.judge(start_fen, (*moves, *more)).line


def _of_end(ended: Outcome, turn: int) -> Opinion:
    """The opinion on a position in which the game is over."""
    return Opinion(0.5 if ended.winner is None else float(ended.winner == turn))


def phase_of(board: Board, ply: int) -> str:
    """The phase of a game in a position: one of PHASES."""
    heavy = sum(code & 7 in (4, 5, 6) for code in board.pieces().values())
    if heavy <= _ENDGAME_PIECES:
        return PHASES[2]
    return PHASES[0] if ply <= _OPENING_PLIES else PHASES[1]


def summary_of(moves: Sequence[MoveReview], opening: str | None) -> GameSummary:
    """What the reviewed moves come to."""
    return GameSummary(_side(moves, RED), _side(moves, BLACK), _turning_point(moves), opening)


def _side(moves: Sequence[MoveReview], side: int) -> SideSummary:
    own = [move for move in moves if move.side == side]
    grades = Counter(move.grade for move in own)
    phases = {
        phase: accuracy_of(losses)
        for phase in PHASES
        if (losses := [move.loss for move in own if move.phase == phase])
    }
    themes = Counter(kind for move in own if move.grade in FAULTS for kind in _themes(move))
    repeated = tuple((kind, count) for kind, count in themes.most_common() if count > 1)
    accuracy = accuracy_of([move.loss for move in own])
    return SideSummary(accuracy, {grade: grades[grade] for grade in Grade}, phases, repeated)


def _themes(move: MoveReview) -> set[FactKind]:
    silent = (FactKind.BETTER, FactKind.OPENING, FactKind.LEAVES_BOOK)
    return {fact.kind for fact in move.facts if fact.kind not in silent}


def _turning_point(moves: Sequence[MoveReview]) -> int | None:
    """The costliest fault of a side that stood no worse than level, or held a draw, before it."""
    faults = [move for move in moves if move.grade in (Grade.MISTAKE, Grade.BLUNDER) and move.before >= 0.4]
    return max(faults, key=lambda move: (move.loss, -move.ply)).ply if faults else None
