"""A repertoire as data: for each position the player's answers, or the opponent's moves that it covers.

Positions are keys of `openings.places`, so mirror images and transpositions are one position, and stored moves
are on the wing of the key. Boards and moves from callers may be on either wing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.openings import as_in_books, mirrored, mirrored_place, place_of, turned_place
from xiangqi.records.tree import Game, GameNode

Moves = Mapping[str, tuple[Move, ...]]

MOST_ANSWERS = 2
"""The most answers that a position may have; the first one is preferred."""


class Known(NamedTuple):
    """A move of a repertoire."""

    place: str  # the key of the position before it
    move: Move  # on the wing of the key
    own: bool  # whether it is the player's, rather than the opponent's


class Step(NamedTuple):
    """A move of a repertoire, with the moves from the start that lead to it."""

    way: tuple[Move, ...]  # the moves before it
    move: Move
    known: Known  # the same move as it is stored


@dataclass(frozen=True)
class Repertoire:
    """The lines of one side."""

    side: int  # RED or BLACK, the player's
    answers: Moves = field(default_factory=dict)  # by position, the preferred one first
    covered: Moves = field(default_factory=dict)  # the opponent's moves that it has lines for, by position

    def own_moves(self, board: Board) -> tuple[Move, ...]:
        """Return the player's answers in a position, the preferred one first."""
        return _on_wing(board, self.answers)

    def covered_moves(self, board: Board) -> tuple[Move, ...]:
        """Return the opponent's moves that are covered in a position."""
        return _on_wing(board, self.covered)

    def fits(self, board: Board, move: Move) -> bool:
        """Return whether a move is in the repertoire; in a symmetrical position either wing will do."""
        place, kept = canonical(board, move)
        return kept in (*self.answers.get(place, ()), *self.covered.get(place, ()))

    def moves(self) -> Iterator[Known]:
        """Yield all moves."""
        for own, table in ((True, self.answers), (False, self.covered)):
            for place, moves in table.items():
                yield from (Known(place, move, own) for move in moves)

    def with_moves(self, added: Iterable[Known], *, replacing: bool = False) -> Repertoire:
        """Return the repertoire with more moves; answers beyond MOST_ANSWERS are left out.

        Args:
            added: the moves, preferred ones first.
            replacing: whether added answers replace the existing answers in the same position.
        """
        tables: dict[bool, dict[str, tuple[Move, ...]]] = {True: dict(self.answers), False: dict(self.covered)}
        seen: set[str] = set()
        for place, move, own in added:
            table = tables[own]
            if replacing and own and place not in seen:
                seen.add(place)
                table[place] = ()
            there = table.get(place, ())
            if move not in there and not (own and len(there) >= MOST_ANSWERS):
                table[place] = (*there, move)
        return Repertoire(self.side, tables[True], tables[False])

    def without(self, removed: Iterable[Known]) -> Repertoire:
        """Return the repertoire without some moves, and without moves that can no longer be reached."""
        gone = {(place, move) for place, move, _ in removed}
        tables = [
            {
                place: left
                for place, moves in table.items()
                if (left := tuple(move for move in moves if (place, move) not in gone))
            }
            for table in (self.answers, self.covered)
        ]
        smaller = Repertoire(self.side, *tables)
        reached = {step.known for step in smaller.walk()}
        return Repertoire(self.side).with_moves(known for known in smaller.moves() if known in reached)

    def preferring(self, place: str, move: Move) -> Repertoire:
        """Return the repertoire with one of the answers of a position preferred."""
        others = tuple(other for other in self.answers[place] if other != move)
        return Repertoire(self.side, {**self.answers, place: (move, *others)}, self.covered)

    def walk(self) -> Iterator[Step]:
        """Yield each move that can be reached from the start, once and the main line first."""
        seen: set[str] = set()
        waiting: list[tuple[Move, ...]] = [()]
        while waiting:
            way = waiting.pop()
            board = _after(way)
            place = place_of(board)
            if place in seen:
                continue
            seen.add(place)
            own = board.turn == self.side
            moves = self.own_moves(board) if own else self.covered_moves(board)
            for move in moves:
                yield Step(way, move, Known(place, canonical(board, move)[1], own))
            waiting += [(*way, move) for move in reversed(moves)]


def canonical(board: Board, move: Move) -> tuple[str, Move]:
    """Return the key of a position and the move on its wing; of two mirrored moves, the lower number."""
    place, turned = turned_place(board)
    kept = mirrored(move) if turned else move
    return place, min(kept, mirrored(kept)) if place == mirrored_place(place) else kept


def _on_wing(board: Board, table: Moves) -> tuple[Move, ...]:
    place, turned = turned_place(board)
    moves = table.get(place, ())
    if place == mirrored_place(place):
        return tuple(as_in_books(board, move) for move in moves)
    return tuple(map(mirrored, moves)) if turned else moves


def _after(moves: Sequence[Move]) -> Board:
    board = Board()
    for move in moves:
        board.push_unchecked(move)
    return board


def moves_of_line(moves: Sequence[Move], side: int) -> Iterator[Known]:
    """Yield a side's repertoire moves in a line from the usual start, up to the last move of that side."""
    board = Board()
    found = []
    for move in moves:
        found.append(Known(*canonical(board, move), board.turn == side))
        board.push(move)
    while found and not found[-1].own:  # drop a final move of the opponent, which has no answer
        found.pop()
    yield from found


def moves_of_game(game: Game, side: int) -> Iterator[Known]:
    """Yield the moves of a record and its variations; nothing if it starts from another position."""
    if game.start_fen.split()[:2] != START_FEN.split()[:2]:
        return
    board = Board()
    waiting: list[tuple[GameNode, int]] = [(child, 0) for child in reversed(game.root.children)]
    while waiting:
        node, ply = waiting.pop()
        while len(board.move_stack) > ply:
            board.pop()
        if node.move is None:
            continue
        own = board.turn == side
        if own or any(child.move is not None for child in node.children):
            yield Known(*canonical(board, node.move), own)
        board.push(node.move)
        waiting += [(child, ply + 1) for child in reversed(node.children)]


def game_of(repertoire: Repertoire, name: str = "") -> Game:
    """Return a repertoire as a record, with preferred lines first and each position continued only once."""
    game = Game(headers={"Event": name, "Red" if repertoire.side == RED else "Black": name} if name else {})
    nodes: dict[tuple[Move, ...], GameNode] = {(): game.root}
    for way, move, _ in repertoire.walk():
        reached = (*way, move)
        nodes[reached] = nodes[way].add(move)
    return game
