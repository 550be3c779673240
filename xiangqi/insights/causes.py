"""Causes of costly moves, according to the engine's lines.

The coach's finders name the motif in the line that punishes a move, or in the better line that was missed.
Unlike the coach's remarks on single moves, these names are not proved by deeper searches. They are counted
by the hundred, by the same method for every player, and cost a hundredth of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.prover import Prover, until_repeated
from xiangqi.coach.scene import as_if, kind_of, played
from xiangqi.coach.soundness import FOLLOWED, LEAST_GAIN
from xiangqi.coach.spoils import spoils_of
from xiangqi.coach.tactics import Win, wins
from xiangqi.coach.threats import WORTH_TAKING, Shot, exchange
from xiangqi.coach.verdict_facts import repetition_facts, theory_facts
from xiangqi.core.constants import file_of, rank_of
from xiangqi.line import Moves
from xiangqi.referee import DEFAULT_RULES

HANGS: Final = "hangs"
EXCHANGE: Final = "exchange"
FORK: Final = "fork"
DISCOVERED: Final = "discovered"
PIN: Final = "pin"
DEFENDER: Final = "defender"
MATE: Final = "mate"
THREAT: Final = "threat"
THEORY: Final = "theory"
REPETITION: Final = "repetition"
NONE: Final = "none"

CAUSES: Final = (HANGS, EXCHANGE, FORK, DISCOVERED, PIN, DEFENDER, MATE, THREAT, THEORY, REPETITION, NONE)
"""All causes of costly moves; NONE if no other applies."""

THEMES: Final[dict[FactKind, str]] = {
    FactKind.HANGS: HANGS,
    FactKind.TAKES: EXCHANGE,
    FactKind.WINS_MATERIAL: EXCHANGE,
    FactKind.FORK: FORK,
    FactKind.DOUBLE_THREAT: FORK,
    FactKind.DISCOVERED_ATTACK: DISCOVERED,
    FactKind.DISCOVERED_CHECK: DISCOVERED,
    FactKind.DOUBLE_CHECK: DISCOVERED,
    FactKind.MOUNT_MADE: DISCOVERED,
    FactKind.MOUNT_REMOVED: DISCOVERED,
    FactKind.LEG_FREED: DISCOVERED,
    FactKind.EYE_FREED: DISCOVERED,
    FactKind.PIN: PIN,
    FactKind.PINNED_DEFENDER: PIN,
    FactKind.TRAPPED: PIN,
    FactKind.OVERLOADED: DEFENDER,
    FactKind.DEFENDER_REMOVED: DEFENDER,
    FactKind.LEG_BLOCKED: DEFENDER,
    FactKind.EYE_BLOCKED: DEFENDER,
    FactKind.MATE: MATE,
    FactKind.THREAT: THREAT,
    FactKind.ATTACK: THREAT,
    FactKind.THEORY: THEORY,
    FactKind.REPETITION: REPETITION,
}
"""The cause under which each kind of fact is counted."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of a costly move."""

    kind: str  # one of CAUSES
    missed: bool = False  # True if the better move would have won it; False if the opponent wins it now
    punisher: int = 0  # kind of the piece that takes, or of the first to move; 0 if the line is unknown
    distance: int = 0  # length of that piece's move in points; 0 if the line is unknown
    targets: int = 0  # number of pieces the punisher attacks at once, if it is the first piece to move


@dataclass(frozen=True, slots=True)
class Costly:
    """A costly move with the engine's lines and mates before and after it."""

    before: Board  # includes the moves of the game
    move: Move
    better: Moves  # the engine's line instead of the move; empty if unknown
    refutation: Moves  # the engine's line after the move
    mated: bool  # whether the engine saw a mate against the mover after it
    mates: bool  # whether the engine saw a mate for the mover before it


class CauseFinder:
    """Finds the causes of costly moves."""

    def __init__(self) -> None:
        self._prover = Prover()

    def cause_of(self, costly: Costly) -> Cause:
        """Return the cause of a costly move, NONE if none is found.

        Verdicts and mates come first, then losses, then missed chances.
        """
        return next(self._causes(costly), Cause(NONE))

    def _causes(self, costly: Costly) -> Iterator[Cause]:
        before, after = costly.before, played(costly.before, [costly.move])
        if next(repetition_facts(before, costly.move, DEFAULT_RULES), None) is not None:
            yield Cause(REPETITION)
        if costly.mates:
            yield _taken_by(MATE, before, costly.better, missed=True)
        if next(theory_facts(before, costly.move, better=next(iter(costly.better), None)), None) is not None:
            yield Cause(THEORY)
        if costly.mated:
            yield _taken_by(MATE, after, costly.refutation, missed=False)
        taken = spoils_of(costly.before, (costly.move,), costly.before.turn).balance
        lost = self._fact(after, costly.refutation, Start.AFTER, taken)
        if lost is not None:
            is_old = self._was_threatened(costly.before, lost)
            kind = THREAT if is_old and THEMES[lost.kind] in (HANGS, EXCHANGE) else THEMES[lost.kind]
            yield _taken_by(kind, after, lost.proof, missed=False)
        missed = self._fact(costly.before, costly.better, Start.BEFORE, max(0, taken))
        if missed is not None:
            yield _taken_by(THEMES[missed.kind], costly.before, missed.proof, missed=True)

    def _fact(self, board: Board, line: Moves, start: Start, paid: int) -> Fact | None:
        """Return the fact that names how a line wins LEAST_GAIN or more beyond `paid`, or None."""
        line = until_repeated(board, line[:FOLLOWED])
        gain, won = max(
            ((spoils_of(board, line[:end], board.turn).balance, line[:end]) for end in _ends(board, line)),
            key=lambda found: found[0],
            default=(0, line),
        )
        if gain - paid < LEAST_GAIN:
            return None
        return next(iter(wins(Win(Shot(board, won[0], self._prover), won, gain, start))), None)

    def _was_threatened(self, before: Board, lost: Fact) -> bool:
        """Return whether the first capture of the losing line was possible and worth it before the move."""
        turned = as_if(before, lost.side)
        taking = lost.proof[0]
        return (
            turned.is_capture(taking)
            and turned.is_legal(taking)
            and exchange(turned, taking, self._prover) >= WORTH_TAKING
        )


def _ends(board: Board, line: Moves) -> Iterator[int]:
    """Yield the lengths of a line's prefixes at which material can be counted.

    Such a prefix ends with a capture by the side to move, and the move after it is not a capture.
    """
    walked = board.copy()
    captures = []
    for move in line:
        captures.append(walked.is_capture(move))
        walked.push_unchecked(move)
    for end in range(1, len(line) + 1, 2):
        if captures[end - 1] and not any(captures[end : end + 1]):
            yield end


def _taken_by(kind: str, board: Board, line: Moves, *, missed: bool) -> Cause:
    """Return a cause with the piece that makes the first capture of the side to move in a line.

    If there is no capture, use the piece that moves first and the distance of its move.
    """
    if not line:
        return Cause(kind, missed)
    walked, taking = board.copy(), line[0]
    for ply, move in enumerate(line):
        if ply % 2 == 0 and walked.is_capture(move):
            taking = move
            break
        walked.push_unchecked(move)
    else:
        walked = board
    same = taking == line[0] or taking.from_square == line[0].to_square
    targets = most_attacked(board, line[0]) if same else 0
    return Cause(kind, missed, kind_of(walked.piece_at(taking.from_square)), distance_of(taking), targets)


def most_attacked(board: Board, move: Move) -> int:
    """Return the most enemy pieces, general included, that a piece attacks either before or after its move."""
    after = as_if(played(board, [move]), board.turn)
    return max(_attacked(board, move.from_square), _attacked(after, move.to_square))


def _attacked(board: Board, square: int) -> int:
    return sum(move.from_square == square and board.is_capture(move) for move in board.pseudo_legal_moves())


def distance_of(move: Move) -> int:
    """Return the length of a move: the greater of the differences in files and ranks."""
    start, end = move.from_square, move.to_square
    return max(abs(file_of(start) - file_of(end)), abs(rank_of(start) - rank_of(end)))
