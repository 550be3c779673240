"""Facts about a move from the names of openings, the masters' practice and the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.scene import placed, played, starts_usually
from xiangqi.core.constants import FILES, RANKS, RED, make_square
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.openings import LONGEST, main_name, opening_of, practice

Counts = Callable[[Board], Mapping[Move, tuple[int, float]]]
"""A library's moves of a position: each with its number of games and the mover's score, 0.0 to 1.0."""

_IMPORTANCE = 20
_DELAYED_CHARIOT = "D00"  # named after a chariot that stays at home longer than the other side's
_CORNERS = [make_square(file, rank) for file in (0, FILES - 1) for rank in (0, RANKS - 1)]
_LEAST_GAMES = 5  # fewer games are not significant
_LEAST_PRACTICE = 100  # the fewest games of masters whose choice is told


class OpeningTeller:
    """Reports when a move completes a named opening, and how moves have scored in a library."""

    def __init__(self, counts: Counts | None = None) -> None:
        """Create a teller.

        Args:
            counts: looks up moves in a library; without it, no library facts are reported.
        """
        self._counts = counts

    def facts(self, board: Board, move: Move) -> Iterator[Fact]:
        """Yield a fact with the opening's name if a move changes it; the board must hold the whole game."""
        if starts_usually(board):
            yield from _opening(board, move)

    def practised(self, board: Board, move: Move) -> Iterator[Fact]:
        """Yield a fact on the masters' choice if a move is the game's first to leave their practice."""
        if starts_usually(board):
            yield from _leaves_practice(board, move)

    def counted(self, board: Board, move: Move) -> Iterator[Fact]:
        """Yield a fact on how the move, or the most popular one if it has too few games, scored in the library.

        Fewer than five games are too few. Yield nothing from ply LONGEST on, if no move has five games, or
        without a library.
        """
        if self._counts is None or len(board.move_stack) >= LONGEST:
            return
        known = {
            other: (games, score)
            for other, (games, score) in self._counts(board).items()
            if games >= _LEAST_GAMES
        }
        if not known:
            return
        shown = move if move in known else max(known, key=lambda other: (known[other][0], -int(other)))
        games, score = known[shown]
        yield Fact(
            FactKind.LIBRARY,
            board.turn,
            Start.BEFORE,
            (placed(board, shown.from_square),),
            (shown,),
            name="played" if shown == move else "other",
            counts=(games, round(100 * score)),
            importance=_IMPORTANCE,
        )

    def name_of(self, line: Line) -> str | None:
        """Return the code of the game's opening, or None without one."""
        return _code(line.moves) if _is_usual(line.start_fen) else None


def _leaves_practice(board: Board, move: Move) -> Iterator[Fact]:
    """Yield the masters' choice as a fact if the game followed them until this move and does not come back."""
    known = practice.lookup(board)
    games = sum(one.games for one in known)
    if games < _LEAST_PRACTICE or move in practice.weights(board) or not _is_practice(board.move_stack):
        return
    if _comes_back(board, move):
        return
    best = known[0]
    yield Fact(
        FactKind.LEAVES_PRACTICE,
        board.turn,
        Start.BEFORE,
        (placed(board, best.move.from_square),),
        (best.move,),
        counts=(best.games, round(100 * best.games / games)),
        importance=_IMPORTANCE,
    )


def _comes_back(board: Board, move: Move) -> bool:
    """Return whether masters reach the position after a move and a reply, or play the move one move later."""
    after = played(board, [move])
    if any(practice.lookup(played(after, [reply])) for reply in after.legal_moves()):
        return True
    others = (played(board, [first]) for first in practice.weights(board))
    then = (played(other, [reply]) for other in others for reply in practice.weights(other))
    return any(move in practice.weights(later) for later in then)


def _is_practice(moves: Sequence[Move]) -> bool:
    """Return whether masters have played every move of a game."""
    board = Board()
    for move in moves:
        if move not in practice.weights(board):
            return False
        board.push_unchecked(move)
    return True


def _opening(board: Board, move: Move) -> Iterator[Fact]:
    """Yield a fact with the opening's name if Black's move has changed it."""
    if board.turn == RED or len(board.move_stack) >= LONGEST:
        return
    before, name = _name(board.move_stack), _name([*board.move_stack, move])
    if name is not None and name != before:
        side = played(board, [move]).turn
        yield Fact(FactKind.OPENING, side, Start.AFTER, name=name.key, importance=_IMPORTANCE - 10)


def _name(moves: Sequence[Move]) -> Message | None:
    """Return an opening's name, only its family's if the rest depends on an unmoved chariot; or None."""
    code = _code(moves)
    if code == _DELAYED_CHARIOT and not any(step.from_square in _CORNERS for step in moves):
        return Message(f"family.{code}")
    return None if code is None else main_name(code)


def _code(moves: Sequence[Move]) -> str | None:
    found = opening_of(moves)
    return found.code if found is not None else None


def _is_usual(start_fen: str) -> bool:
    return start_fen.split()[:2] == START_FEN.split()[:2]
