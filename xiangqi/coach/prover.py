"""The searches behind proofs: what a side wins by force, and mates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.scene import value_of
from xiangqi.core.constants import KEY
from xiangqi.engine import plain
from xiangqi.engine.common.scores import MATE, MATE_BOUND
from xiangqi.engine.search.transposition import new_table
from xiangqi.line import Moves

DEPTH: Final = 6
"""Plies of full width that a gain of material is searched, captures and answers to checks beyond them."""

LONGEST_MATE: Final = 6
"""Moves of the longest mate that is looked for."""

_NODES: Final = 4_000_000  # of one search: half a second
_MATE_NODES: Final = 300_000
_REMEMBERED: Final = 10_000  # gains


@dataclass(frozen=True)
class Gain:
    """What the side to move wins by force within the depth."""

    # in the units of `engine.search.exchange`, from the view of the side to move and counted from what is on
    # the board; beyond scores.MATE_BOUND it is a mate
    value: int
    # the play of both sides, without repetitions, but that with a first move that was given it may come back to
    # where it began; of a gain of material up to the last capture or check
    line: Moves

    @property
    def mates(self) -> bool:
        """Whether the side to move mates."""
        return self.value > MATE_BOUND

    @property
    def is_mated(self) -> bool:
        """Whether the side to move is mated."""
        return self.value < -MATE_BOUND

    @property
    def mate_moves(self) -> int:
        """Moves of the side to move until it mates."""
        return (MATE - self.value + 1) // 2


def without_cycles(board: Board, line: Moves) -> Moves:
    """A legal line without the pieces of it that come back to the position they began in.

    Nothing is taken in such a piece, so that what follows is as legal and worth as much without it; and nobody
    has to win by checks that the referee would call perpetual. Where the first move belongs to one, the line
    begins with the move after it.
    """
    walked, reached, kept = board.copy(), [board.key], list[Move]()
    for move in line:
        walked.push_unchecked(move)
        kept.append(move)
        if walked.key in reached:
            begin = reached.index(walked.key)
            del kept[begin:], reached[begin + 1 :]
        else:
            reached.append(walked.key)
    return tuple(kept)


def until_repeated(board: Board, line: Moves) -> Moves:
    """A legal line up to the move that comes back to an earlier position of it."""
    walked, reached = board.copy(), {board.key}
    for index, move in enumerate(line):
        walked.push_unchecked(move)
        if walked.key in reached:
            return line[:index]
        reached.add(walked.key)
    return line


def without_idle_end(board: Board, line: Moves) -> Moves:
    """A legal line up to its last capture or check, but no less than its first move."""
    walked, end = board.copy(), 1
    for index, move in enumerate(line, 1):
        takes = walked.is_capture(move)
        walked.push_unchecked(move)
        if takes or walked.is_check():
            end = index
    return line[:end]


class Prover:
    """Searches by exact and plain means. Every search stands for itself; equal questions have equal answers."""

    def __init__(self, depth: int = DEPTH) -> None:
        """Set up.

        Args:
            depth: plies of full width for gains of material.
        """
        self.depth = depth
        self._state = plain.proof_state()
        self._table = new_table(2)
        self._gains: dict[tuple[int, int], Gain | None] = {}  # by position and depth

    def gain(self, board: Board, depth: int | None = None) -> Gain | None:
        """What the side to move wins by force; None when it would take too long to know."""
        deepest = self.depth if depth is None else depth
        asked = (int(board.state[KEY]), deepest)
        if asked not in self._gains:
            if len(self._gains) >= _REMEMBERED:
                self._gains.clear()
            self._gains[asked] = self._gain(board, deepest)
        return self._gains[asked]

    def _gain(self, board: Board, deepest: int) -> Gain | None:
        self._load(board, _NODES)
        value = None
        for plies in range(1, deepest + 1):
            value = plain.search_material(self._state, self._table, plies)
            if value is None:
                return None
        if value is None:  # no ply of full width: captures alone
            value = plain.search_material(self._state, self._table, 0)
        if value is None:
            return None
        line = without_cycles(board, self._line())
        return Gain(value, line if abs(value) > MATE_BOUND else without_idle_end(board, line))

    def gain_by(self, board: Board, move: int, depth: int | None = None) -> Gain | None:
        """What the side to move wins by a legal move, whatever is answered; None when it is not known."""
        plies = (self.depth if depth is None else depth) - 1
        captured = board.piece_at(move & 255)
        board.push_unchecked(move)
        answer = self.gain(board, plies)
        board.pop()
        if answer is None:
            return None
        line = (Move(move), *answer.line)
        if answer.mates:
            return Gain(1 - answer.value, line)
        if answer.is_mated:
            return Gain(-answer.value - 1, line)
        return Gain(value_of(captured) - answer.value, without_idle_end(board, line))

    def wins(
        self,
        board: Board,
        move: int,
        gain: int,
        depth: int | None = None,
        *,
        passes: bool = False,
        nodes: int = _NODES,
    ) -> bool:
        """Whether a legal move wins so much by force, whatever is answered.

        Args:
            board: the position.
            move: of it.
            gain: what is asked for.
            depth: plies.
            passes: whether null moves make the search quicker; a proof is one without them.
            nodes: of the search; what takes more is not won.
        """
        plies = (self.depth if depth is None else depth) - 1
        wanted = gain - value_of(board.piece_at(move & 255))
        board.push_unchecked(move)
        value = self._within(board, plies, -wanted, 1 - wanted, passes=passes, nodes=nodes)
        board.pop()
        return value is not None and value <= -wanted

    def gain_between(self, board: Board, move: int, least: int, most: int, depth: int) -> Gain | None:
        """What a legal move wins, with null moves; None where it is less than asked for or not known.

        Args:
            board: the position.
            move: of it.
            least, most: where the gain is looked for; of more than `most` no more is told.
            depth: plies.
        """
        captured = value_of(board.piece_at(move & 255))
        board.push_unchecked(move)
        value = self._within(board, depth - 1, captured - most - 1, captured - least + 1, passes=True)
        line = (Move(move), *without_cycles(board, self._line()))
        board.pop()
        if value is None or captured - value < least:
            return None
        return Gain(min(captured - value, most), without_idle_end(board, line))

    def reaches(self, board: Board, gain: int, depth: int) -> bool:
        """Whether the side to move wins so much by force; null moves make the search quicker."""
        value = self._within(board, depth, gain - 1, gain, passes=True)
        return value is not None and value >= gain

    def holds(self, board: Board, most: int, depth: int = 5) -> bool:
        """Whether the side to move wins at most so much; True where it cannot be told."""
        value = self._within(board, depth, most, most + 1)
        return value is None or value <= most

    def loses(
        self, board: Board, move: int, loss: int, depth: int | None = None, *, passes: bool = False
    ) -> bool:
        """Whether after a legal move the opponent wins so much by force, what the move takes not counted.

        The arguments are those of `wins`.
        """
        plies = (self.depth if depth is None else depth) - 1
        wanted = loss + value_of(board.piece_at(move & 255))
        board.push_unchecked(move)
        value = self._within(board, plies, wanted - 1, wanted, passes=passes)
        board.pop()
        return value is not None and value >= wanted

    def _within(
        self, board: Board, plies: int, alpha: int, beta: int, *, passes: bool = False, nodes: int = _NODES
    ) -> int | None:
        """The value of a position within a window, found deeper and deeper; None when it takes too long."""
        self._load(board, nodes, passes=passes)
        value: int | None = None
        for depth in range(plies % 2, plies + 1, 2):
            value = plain.search_material(self._state, self._table, depth, alpha, beta)
            if value is None:
                break
        return value

    def mate(self, board: Board, longest: int = LONGEST_MATE) -> Moves:
        """The shortest mate or stalemate by checks that the side to move can force, and the longest defence.

        The last two moves of it may be quiet. Empty when there is none of at most `longest` moves.
        """
        for moves in range(1, longest + 1):
            if self._mates_within(board, 2 * moves - 1):
                return self._longest_defence(board, 2 * moves - 1)
        return ()

    def mates_by(self, board: Board, move: int, longest: int = LONGEST_MATE) -> Moves:
        """The same for a first move that is given; the line begins with it."""
        after = board.copy()
        after.push_unchecked(move)
        answers = after.legal_moves()
        if not answers:
            return (Move(move),)
        worst: Moves = ()
        for answer in answers:
            after.push_unchecked(answer)
            line = self.mate(after, longest - 1)
            after.pop()
            if not line:
                return ()
            if len(line) + 2 > len(worst):
                worst = (Move(move), answer, *line)
        return worst

    def _mates_within(self, board: Board, plies: int) -> bool:
        self._load(board, _MATE_NODES)
        return bool(plain.forces_mate(self._state, self._table, plies, 0))

    def _longest_defence(self, board: Board, plies: int) -> Moves:
        """The line of a mate that was just found, with answers that put it off as long as they can."""
        first = self._line()[0]
        if plies == 1:
            return (first,)
        after = board.copy()
        after.push_unchecked(first)
        worst: Moves = ()
        for answer in after.legal_moves():
            after.push_unchecked(answer)
            shortest = next(left for left in range(1, plies - 1, 2) if self._mates_within(after, left))
            if shortest + 2 > len(worst):
                worst = (first, answer, *self._longest_defence(after, shortest))
            after.pop()
        return worst

    def _load(self, board: Board, nodes: int, *, passes: bool = False) -> None:
        plain.load_position(self._state, board.state, nodes, passes=passes)
        self._table[:] = 0

    def _line(self) -> Moves:
        return tuple(Move(move) for move in plain.line_found(self._state))
