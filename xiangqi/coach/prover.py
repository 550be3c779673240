"""Proof searches: material that a side can win by force, and forced mates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from xiangqi.board import Board, Move
from xiangqi.coach.scene import value_of
from xiangqi.core.constants import KEY, opponent
from xiangqi.engine import proof_search
from xiangqi.engine.common.scores import INFINITY, MATE, MATE_BOUND
from xiangqi.engine.search.transposition import new_table
from xiangqi.line import Moves

DEPTH: Final = 6
"""Full-width plies of a search for material; captures and check evasions are searched further."""

LONGEST_MATE: Final = 6
"""The length in moves of the longest mate searched for."""

_NODES: Final = 4_000_000  # per search: half a second
_NODES_BETWEEN: Final = 1_000_000
_MATE_NODES: Final = 300_000
_UNLIMITED: Final = 1 << 60  # nodes
_REMEMBERED: Final = 10_000  # cached answers of each kind


@dataclass(frozen=True)
class Gain:
    """Material or mate that the side to move can force within the search depth."""

    # in the units of `engine.search.exchange`, for the side to move and relative to the current balance;
    # beyond scores.MATE_BOUND it is a mate
    value: int
    # the moves of both sides without repeated positions, except that a line with a given first move may return
    # to its start; a line that wins material ends with its last capture or check
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
        """The number of moves in which the side to move mates."""
        return (MATE - self.value + 1) // 2


def without_cycles(board: Board, line: Moves) -> Moves:
    """Return a legal line without its cycles, i.e. runs of moves that return to the position they began in.

    Cycles contain no captures, so the rest stays legal and keeps its value; and nobody has to win by checks
    that the referee would call perpetual. If the first move belongs to a cycle, the result begins with the move
    after the cycle.
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
    """Return a legal line up to, but excluding, the first move that repeats one of its positions."""
    walked, reached = board.copy(), {board.key}
    for index, move in enumerate(line):
        walked.push_unchecked(move)
        if walked.key in reached:
            return line[:index]
        reached.add(walked.key)
    return line


def without_idle_end(board: Board, line: Moves) -> Moves:
    """Return a legal line up to its last capture or check, at least its first move."""
    walked, end = board.copy(), 1
    for index, move in enumerate(line, 1):
        takes = walked.is_capture(move)
        walked.push_unchecked(move)
        if takes or walked.is_check():
            end = index
    return line[:end]


def _make_room(answers: dict[Any, Any]) -> None:
    """Forget all answers if there are too many."""
    if len(answers) >= _REMEMBERED:
        answers.clear()


class Prover:
    """Exact searches, whose results are proofs unless a quick search is requested.

    Every search is independent of earlier ones, so equal questions have equal answers.
    """

    def __init__(self, depth: int = DEPTH, *, quick: bool = False) -> None:
        """Create a prover.

        Args:
            depth: full-width plies of searches for material.
            quick: search for gains quickly; they must then be proved by `wins`.
        """
        self.depth = depth
        self._quick = quick
        self._state = proof_search.proof_state()
        self._table = new_table(2)
        self._gains: dict[tuple[int, int], Gain | None] = {}  # by position key and depth
        # the answer and the nodes that it took, by position key and what was asked of it
        self._between: dict[tuple[int, ...], tuple[Gain | None, int]] = {}
        self._values: dict[tuple[int, ...], tuple[int | None, int]] = {}
        self._left = _UNLIMITED  # nodes of deep searches

    @contextmanager
    def limited(self, nodes: int) -> Iterator[None]:
        """Bound the total nodes of all deep searches in the block, those of more plies than usual.

        Remembered answers count as if they were searched again, so that equal questions have equal answers. An
        inner block has a limit of its own; its nodes do not count for the outer block.
        """
        outer, self._left = self._left, nodes
        try:
            yield
        finally:
            self._left = outer

    def gain(self, board: Board, depth: int | None = None) -> Gain | None:
        """Return the gain that the side to move can force, or None if the node limit was reached."""
        deepest = self.depth if depth is None else depth
        asked = (int(board.state[KEY]), deepest)
        if asked not in self._gains:
            _make_room(self._gains)
            self._gains[asked] = self._gain(board, deepest)
        return self._gains[asked]

    def _gain(self, board: Board, deepest: int) -> Gain | None:
        value = self._search(board, deepest, -INFINITY, INFINITY, _NODES, quick=self._quick)
        if value is None:
            return None
        line = without_cycles(board, self._line())
        return Gain(value, line if abs(value) > MATE_BOUND else without_idle_end(board, line))

    def gain_by(self, board: Board, move: int, depth: int | None = None) -> Gain | None:
        """Return the gain that a legal move forces against any reply, or None if the node limit was reached."""
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
        quick: bool = False,
        nodes: int = _NODES,
    ) -> bool:
        """Return whether a legal move forces a gain of at least `gain` against any reply.

        Args:
            board: the position.
            move: a legal move in it.
            gain: the material that must be won.
            depth: the search depth in plies.
            quick: look less deep after idle and unlikely moves, which is faster but no longer a proof.
            nodes: the node limit; the answer is False if it is reached.
        """
        plies = (self.depth if depth is None else depth) - 1
        wanted = gain - value_of(board.piece_at(move & 255))
        board.push_unchecked(move)
        winner = opponent(board.turn)
        value = self._within(board, plies, -wanted, 1 - wanted, winner, quick=quick, nodes=nodes)
        board.pop()
        return value is not None and value <= -wanted

    def gain_between(self, board: Board, move: int, least: int, most: int, depth: int) -> Gain | None:
        """Return the gain that a legal move forces; None if it is below `least` or unknown.

        Args:
            board: the position.
            move: a legal move in it.
            least, most: the search window; larger gains are reported as `most`.
            depth: the search depth in plies.
        """
        nodes = self._allowed(depth - 1, _NODES_BETWEEN)
        asked = (int(board.state[KEY]), move, least, most, depth, nodes)
        if asked not in self._between:
            _make_room(self._between)
            found = self._gain_between(board, move, least, most, depth, nodes)
            self._between[asked] = found, proof_search.nodes_of(self._state)
        gain, spent = self._between[asked]
        self._spend(depth - 1, spent)
        return gain

    def _gain_between(
        self, board: Board, move: int, least: int, most: int, depth: int, nodes: int
    ) -> Gain | None:
        captured = value_of(board.piece_at(move & 255))
        board.push_unchecked(move)
        value = self._search(board, depth - 1, captured - most - 1, captured - least + 1, nodes, quick=False)
        line = (Move(move), *without_cycles(board, self._line()))
        board.pop()
        if value is None or captured - value < least:
            return None
        return Gain(min(captured - value, most), without_idle_end(board, line))

    def reaches(self, board: Board, gain: int, depth: int) -> bool:
        """Return whether the side to move wins at least `gain` by force, according to a quick search."""
        value = self._within(board, depth, gain - 1, gain, board.turn, quick=True)
        return value is not None and value >= gain

    def holds(self, board: Board, most: int, depth: int = 5) -> bool:
        """Return whether the side to move wins at most `most`; True if the node limit was reached."""
        value = self._within(board, depth, most, most + 1)
        return value is None or value <= most

    def keeps(self, board: Board, most: int, depth: int = 5) -> bool:
        """Return whether the side to move can limit its loss to `most`; True if the node limit was reached."""
        value = self._within(board, depth, -most - 1, -most)
        return value is None or value >= -most

    def loses(
        self, board: Board, move: int, loss: int, depth: int | None = None, *, quick: bool = False
    ) -> bool:
        """Return whether the opponent wins `loss` or more by force after a move, beyond what the move captures.

        The arguments are those of `wins`. The result is False if the node limit was reached.
        """
        plies = (self.depth if depth is None else depth) - 1
        wanted = loss + value_of(board.piece_at(move & 255))
        board.push_unchecked(move)
        value = self._within(board, plies, wanted - 1, wanted, board.turn, quick=quick)
        board.pop()
        return value is not None and value >= wanted

    def _within(
        self,
        board: Board,
        plies: int,
        alpha: int,
        beta: int,
        winner: int = 0,
        *,
        quick: bool = False,
        nodes: int = _NODES,
    ) -> int | None:
        """Return the value of a position within a window; None if the node limit was reached."""
        most = self._allowed(plies, nodes)
        asked = (int(board.state[KEY]), plies, alpha, beta, winner, most, quick)
        if asked not in self._values:
            _make_room(self._values)
            value = self._search(board, plies, alpha, beta, most, winner, quick=quick)
            self._values[asked] = value, proof_search.nodes_of(self._state)
        value, spent = self._values[asked]
        self._spend(plies, spent)
        return value

    def _allowed(self, plies: int, nodes: int) -> int:
        """Return the node limit of a search, given its limit outside a `limited` block."""
        return max(0, min(nodes, self._left)) if plies > self.depth else nodes

    def _spend(self, plies: int, nodes: int) -> None:
        self._left -= nodes if plies > self.depth else 0

    def _search(
        self, board: Board, plies: int, alpha: int, beta: int, nodes: int, winner: int = 0, *, quick: bool
    ) -> int | None:
        """Return the value of a position within a window, searched again two plies deeper each time.

        None means that the node limit was reached. Afterwards `_line` holds the line found.
        """
        self._load(board, nodes, winner, quick=quick)
        value: int | None = None
        for depth in range(plies % 2, plies + 1, 2):
            value = proof_search.search_material(self._state, self._table, depth, alpha, beta)
            if value is None:
                break
        return value

    def mate(self, board: Board, longest: int = LONGEST_MATE) -> Moves:
        """Return the shortest forced mate or stalemate by checks, with the longest defence.

        The last two moves may be quiet. The result is empty if no mate in `longest` moves is found within the
        node limit.
        """
        for moves in range(1, longest + 1):
            if self._mates_within(board, 2 * moves - 1):
                return self._longest_defence(board, 2 * moves - 1)
        return ()

    def mates_by(self, board: Board, move: int, longest: int = LONGEST_MATE) -> Moves:
        """Return the shortest mate that begins with a legal move, like `mate`; empty if there is none."""
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
        return bool(proof_search.forces_mate(self._state, self._table, plies, 0))

    def _longest_defence(self, board: Board, plies: int) -> Moves:
        """Return the line of the mate just found, with the replies that delay it the longest."""
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

    def _load(self, board: Board, nodes: int, winner: int = 0, *, quick: bool = False) -> None:
        proof_search.load_position(self._state, board.state, nodes, quick=quick, winner=winner)
        self._table[:] = 0

    def _line(self) -> Moves:
        return tuple(Move(move) for move in proof_search.line_found(self._state))
