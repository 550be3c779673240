"""A repertoire as data: for each position the player's answers, or the opponent's moves that it covers.

Positions are keys of `openings.places`, so mirror images and transpositions are one position, and stored moves
are on the wing of the key. Boards and moves from callers may be on either wing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.fen import START_FEN
from xiangqi.openings import as_in_books, mirrored, mirrored_place, turned_place
from xiangqi.records.tree import Game, GameNode

Moves = Mapping[str, tuple[Move, ...]]

MOST_ANSWERS = 2
"""The most answers that a position may have; the first one is preferred."""


class RepertoireMove(NamedTuple):
    """A move of a repertoire."""

    place: str  # the key of the position before it
    move: Move  # on the wing of the position's key
    own: bool  # whether it is the player's, rather than the opponent's


class RepertoireStep(NamedTuple):
    """A move of a repertoire, with the moves from the start that lead to it."""

    way: tuple[Move, ...]  # the moves before it
    move: Move
    known: RepertoireMove  # the same move as it is stored
    after: str  # the key of the position after it


@dataclass(frozen=True)
class Repertoire:
    """The lines of one side."""

    side: int  # the player's side, RED or BLACK
    answers: Moves = field(default_factory=dict)  # the player's moves by position, the preferred one first
    covered: Moves = field(default_factory=dict)  # the opponent's moves that it has lines for, by position

    def own_moves(self, board: Board) -> tuple[Move, ...]:
        """Return the player's answers in a position, the preferred one first."""
        return _in_position(board, self.answers)

    def covered_moves(self, board: Board) -> tuple[Move, ...]:
        """Return the opponent's moves that are covered in a position."""
        return _in_position(board, self.covered)

    def fits(self, board: Board, move: Move) -> bool:
        """Return whether a move is in the repertoire; in a symmetrical position either wing will do."""
        return self.has(RepertoireMove(*canonical(board, move), own=board.turn == self.side))

    def has(self, known: RepertoireMove) -> bool:
        """Return whether the repertoire has a move that is given as stored."""
        return known.move in (self.answers if known.own else self.covered).get(known.place, ())

    def moves(self) -> Iterator[RepertoireMove]:
        """Yield all moves of the repertoire, on both sides."""
        for own, table in ((True, self.answers), (False, self.covered)):
            for place, moves in table.items():
                yield from (RepertoireMove(place, move, own) for move in moves)

    def with_moves(self, added: Iterable[RepertoireMove], *, replacing: bool = False) -> Repertoire:
        """Return the repertoire with more moves.

        Answers beyond MOST_ANSWERS are left out. If any are, or with `replacing`, so are added moves that
        cannot be reached.

        Args:
            added: the moves, preferred ones first.
            replacing: whether added answers replace the existing answers in the same position.
        """
        growth = Growth(self, replacing=replacing)
        for known in added:
            growth.take(known)
        return growth.repertoire()

    def without(self, removed: Iterable[RepertoireMove]) -> Repertoire:
        """Return the repertoire without the removed moves, and without moves that can no longer be reached."""
        gone = {(place, move) for place, move, _ in removed}
        tables = [
            {
                place: left
                for place, moves in table.items()
                if (left := tuple(move for move in moves if (place, move) not in gone))
            }
            for table in (self.answers, self.covered)
        ]
        return Repertoire(self.side, *tables).reachable()

    def reachable(self, more: Iterable[RepertoireMove] = ()) -> Repertoire:
        """Return the repertoire without moves that cannot be reached from the start, except those in `more`."""
        kept = {step.known for step in self.walk()} | set(more)
        tables = [
            {place: left for place, moves in table.items() if (left := _those(kept, place, moves, own))}
            for own, table in ((True, self.answers), (False, self.covered))
        ]
        return Repertoire(self.side, *tables)

    def places(self) -> list[str]:
        """Return the positions with answers that can be reached from the start, the main line first.

        These and no others can be trained.
        """
        return list(dict.fromkeys(step.known.place for step in self.walk() if step.known.own))

    def preferring(self, place: str, move: Move) -> Repertoire:
        """Return the repertoire with one of a position's answers as the preferred one."""
        others = tuple(other for other in self.answers[place] if other != move)
        return Repertoire(self.side, {**self.answers, place: (move, *others)}, self.covered)

    def walk(self) -> Iterator[RepertoireStep]:
        """Yield every move that can be reached from the start, each once, the main line first."""
        board = Board()
        seen: set[str] = set()
        waiting: list[tuple[tuple[Move, ...], tuple[str, bool]]] = [((), turned_place(board))]
        while waiting:
            way, (place, turned) = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            _go(board, way)
            own = board.turn == self.side
            stored = (self.answers if own else self.covered).get(place, ())
            deeper = []
            for kept, move in zip(stored, _on_wing(board, place, turned, stored), strict=True):
                board.push_unchecked(move)
                reached = turned_place(board)
                board.pop()
                yield RepertoireStep(way, move, RepertoireMove(place, kept, own), reached[0])
                deeper.append(((*way, move), reached))
            waiting += reversed(deeper)


class Growth:
    """A repertoire to which moves are being added.

    Attributes:
        left_out: the answers left out so far, since their positions have too many.
    """

    def __init__(self, before: Repertoire, *, replacing: bool = False) -> None:
        """Begin with a repertoire.

        Args:
            before: the repertoire, which stays as it is.
            replacing: whether the first answer taken in a position replaces its earlier answers.
        """
        self._before, self._replacing = before, replacing
        self._tables: dict[bool, dict[str, tuple[Move, ...]]] = {
            True: dict(before.answers),
            False: dict(before.covered),
        }
        self._replaced: set[str] = set()
        self.left_out: dict[RepertoireMove, None] = {}

    def take(self, known: RepertoireMove) -> bool:
        """Add a move, and return whether the repertoire has it now."""
        place, move, own = known
        table = self._tables[own]
        if self._replacing and own and place not in self._replaced:
            self._replaced.add(place)
            table[place] = ()
        there = table.get(place, ())
        if move in there:
            return True
        if own and len(there) >= MOST_ANSWERS:
            self.left_out[known] = None
            return False
        table[place] = (*there, move)
        return True

    def take_game(self, game: Game) -> None:
        """Add the moves of a record and its variations, each line up to an answer that is left out."""
        for _ in moves_of_game(game, self._before.side, self.take):
            pass

    def repertoire(self) -> Repertoire:
        """Return the repertoire with the added moves.

        Once answers have been replaced or left out, additions that cannot be reached are omitted.
        """
        grown = Repertoire(self._before.side, self._tables[True], self._tables[False])
        pruned = self._replacing or self.left_out
        return grown.reachable(self._before.moves()) if pruned else grown


def canonical(board: Board, move: Move) -> tuple[str, Move]:
    """Return a position's key, and the move on the key's wing; of two mirrored moves, the lower one."""
    place, turned = turned_place(board)
    kept = mirrored(move) if turned else move
    return place, min(kept, mirrored(kept)) if place == mirrored_place(place) else kept


def _in_position(board: Board, table: Moves) -> tuple[Move, ...]:
    place, turned = turned_place(board)
    return _on_wing(board, place, turned, table.get(place, ()))


def _on_wing(board: Board, place: str, turned: bool, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves stored under a position's key as moves on the board."""
    if moves and place == mirrored_place(place):
        return tuple(as_in_books(board, move) for move in moves)
    return tuple(map(mirrored, moves)) if turned else moves


def _those(kept: set[RepertoireMove], place: str, moves: tuple[Move, ...], own: bool) -> tuple[Move, ...]:
    return tuple(move for move in moves if RepertoireMove(place, move, own) in kept)


def _go(board: Board, way: tuple[Move, ...]) -> None:
    """Take back and play moves on a board so that its moves from the starting position become `way`."""
    made = board.move_stack
    common = next((at for at, (one, other) in enumerate(zip(made, way, strict=False)) if one != other), None)
    shared = min(len(made), len(way)) if common is None else common
    for _ in range(len(made) - shared):
        board.pop()
    for move in way[shared:]:
        board.push_unchecked(move)


def moves_of_line(moves: Sequence[Move], side: int) -> Iterator[RepertoireMove]:
    """Yield a side's repertoire moves in a line from the starting position, up to the side's last move."""
    board = Board()
    found = []
    for move in moves:
        found.append(RepertoireMove(*canonical(board, move), board.turn == side))
        board.push(move)
    while found and not found[-1].own:  # drop a final move of the opponent, which has no answer
        found.pop()
    yield from found


def moves_of_game(
    game: Game, side: int, taken: Callable[[RepertoireMove], bool] = lambda _known: True
) -> Iterator[RepertoireMove]:
    """Yield the moves of a record and its variations; nothing if it starts from another position.

    A line's last move is omitted if it is the opponent's, since it has no answer.

    Args:
        game: the record.
        side: the side whose lines they are, RED or BLACK.
        taken: returns whether a move is taken; the moves after one that is not are omitted.
    """
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
        known = RepertoireMove(*canonical(board, node.move), board.turn == side)
        if known.own or any(child.move is not None for child in node.children):
            if not taken(known):
                continue
            yield known
        board.push(node.move)
        waiting += [(child, ply + 1) for child in reversed(node.children)]


def game_of(repertoire: Repertoire, name: str = "") -> Game:
    """Return a repertoire as a record, with preferred lines first and each position continued only once."""
    game = Game(headers={"Event": name, "Red" if repertoire.side == RED else "Black": name} if name else {})
    nodes: dict[tuple[Move, ...], GameNode] = {(): game.root}
    for way, move, *_ in repertoire.walk():
        reached = (*way, move)
        nodes[reached] = nodes[way].add(move)
    return game
