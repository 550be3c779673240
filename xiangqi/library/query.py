"""Queries to a library, as data, and the games they match."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.board import Board, Move, parse_square
from xiangqi.core.constants import BLACK, COUNTS, LETTERS, RED, mirror_square
from xiangqi.core.values import COUNT_UNIT
from xiangqi.errors import LibraryError, XiangqiError
from xiangqi.fen import Position, format_fen
from xiangqi.i18n.message import Message
from xiangqi.library import replay
from xiangqi.library.chunks import DELETED, MINE, TWIN, UNCODED, Columns
from xiangqi.library.coding import at_least, at_most
from xiangqi.openings import as_in_books, codes_meant, number_of
from xiangqi.records.tree import RESULTS

Mask = npt.NDArray[np.bool_]

MOST_PAIRS: Final = 90
_LAST_DAY: Final = 1231  # the last day of a year, as month * 100 + day
_MATERIAL: Final = re.compile(r"(K[RNCABP]*)(K[RNCABP]*)")
_PAIR: Final = re.compile(r"([a-i][0-9])=([KABNRCPkabnrcp.])")
_START_COUNTS: Final = int(Board().state[COUNTS])


@dataclass(frozen=True)
class Query:
    """A query; fields left at their defaults match everything."""

    player: str = ""  # part of a name, for either side unless `side` specifies one
    side: int | None = None  # RED or BLACK, the player's side
    opponent: str = ""  # part of the opponent's name
    # whether `player` and `opponent` are whole names, in any spelling; games count as in `players.players_in`
    whole_names: bool = False
    event: str = ""  # part of the event's name
    result: str = ""  # one of RESULTS
    opening: str = ""  # as in openings.codes_meant: a code, its beginning, or part of a name
    # year * 10000 + month * 100 + day, both inclusive; 0 for no bound
    first_date: int = 0
    last_date: int = 0
    # length of the main line; 0 for no bound
    least_plies: int = 0
    most_plies: int = 0
    words: str = ""  # part of a comment
    position: str = ""  # FEN; its counters are ignored
    material: str = ""  # for instance ``"KRKAABB"``, at any time in the game, with either colour first
    # (square, piece code) pairs on the board at the same time; code 0 for an empty point
    part: tuple[tuple[int, int], ...] = ()
    mirror: bool = False  # whether mirror images of the position or part match as well
    # the move that was played in the position, or with `mirror` in its mirror image; None for any
    move: int | None = None
    mine: bool = False  # only games played in this program
    own: int | None = None  # RED or BLACK, the user's side in a game played in this program
    twins: bool = False  # whether to include games that repeat the moves of an earlier game with other texts

    @property
    def looks_at_boards(self) -> bool:
        """Whether games have to be replayed to answer the query."""
        return bool(self.position or self.material or self.part)


@dataclass(frozen=True)
class Scan:
    """A query about positions, as `replay.scan` takes it."""

    query: npt.NDArray[np.int64]  # int64, beginning with replay.MODE
    may_hold: Callable[[Columns], Mask]  # which games can contain a match, judged by start and end alone


def check(query: Query) -> None:
    """Validate a query.

    Raises:
        LibraryError: there is no such result or opening, or a move is given without a position.
    """
    if query.move is not None and not query.position:
        raise LibraryError(Message("detail.move_without_position"))
    if query.result and query.result not in RESULTS:
        raise LibraryError(Message("detail.no_result", name=repr(query.result), names=", ".join(RESULTS)))
    if query.opening and not codes_meant(query.opening):
        raise LibraryError(Message("detail.no_such_opening", name=repr(query.opening)))


def scan_of(query: Query) -> Scan:
    """Return the scan for a query about positions.

    Raises:
        LibraryError: the position, the material or the part is unusable, or not exactly one of them is given.
    """
    if sum(map(bool, (query.position, query.material, query.part))) != 1:
        raise LibraryError(Message("detail.one_search"))
    if query.position:
        return _position_scan(query.position, query.mirror)
    if query.material:
        return _material_scan(query.material)
    return _part_scan(query.part, query.mirror)


def _position_scan(fen: str, mirror: bool) -> Scan:
    try:
        board = Board(fen)
    except XiangqiError as error:
        raise LibraryError(Message("detail.of_position", reason=str(error))) from None
    pieces = board.pieces()
    key = board.key
    other = mirrored_board(board).key if mirror else key
    counts = int(board.state[COUNTS])
    return _counted_scan([replay.BY_KEY, key, other, len(pieces)], [counts])


def one_wing_of(query: Query) -> Callable[[Move], Move] | None:
    """Return a function that maps a move and its mirror image to the same move.

    The result is None unless the query has `mirror` and a symmetrical position.
    """
    if not (query.mirror and query.position):
        return None
    board = Board(query.position)
    if board.key != mirrored_board(board).key:
        return None
    return lambda move: as_in_books(board, move)


def mirrored_board(board: Board) -> Board:
    """Return a board with the mirrored position, i.e. with files a and i exchanged and so on."""
    placement = {mirror_square(square): code for square, code in board.pieces().items()}
    position = board.position()
    return Board(format_fen(Position(placement, position.turn)))


def _material_scan(text: str) -> Scan:
    found = _MATERIAL.fullmatch(text.strip().upper())
    if found is None:
        raise LibraryError(Message("detail.no_material_pair", text=repr(text)))
    attacker, defender = found.groups()
    targets = [
        _signed(sum(_unit(colour, letter) for colour, side in pairs for letter in side))
        for pairs in (((RED, attacker), (BLACK, defender)), ((BLACK, attacker), (RED, defender)))
    ]
    return _counted_scan([replay.BY_COUNTS, *targets, len(attacker) + len(defender)], targets)


def _unit(colour: int, letter: str) -> int:
    return int(COUNT_UNIT[colour | LETTERS.index(letter)])


def _signed(number: int) -> int:
    return int(np.uint64(number & (1 << 64) - 1).astype(np.int64))


def _counted_scan(head: list[int], targets: list[int]) -> Scan:
    """Return a scan for piece counts: a game must end with at most, and begin with at least, as many pieces."""

    def may_hold(columns: Columns) -> Mask:
        possible = np.zeros(len(columns), bool)
        usual_start = bool(at_least(np.array([_START_COUNTS]), targets[0])[0])
        for target in targets:
            possible |= at_most(columns["counts"], target) & (usual_start | (columns["start"] != 0))
        return possible

    return Scan(np.array([*head, 0], np.int64), may_hold)


def _part_scan(part: tuple[tuple[int, int], ...], mirror: bool) -> Scan:
    if len(part) > MOST_PAIRS:
        raise LibraryError(Message("detail.part_too_large", most=MOST_PAIRS))
    turned = tuple((mirror_square(square), code) for square, code in part) if mirror else part
    flat = [number for pair in (*part, *turned) for number in pair]
    needed = [code for _, code in part if code]
    least = sum(int(COUNT_UNIT[code]) for code in needed)

    def may_hold(columns: Columns) -> Mask:
        usual = bool(at_least(np.array([_START_COUNTS]), _signed(least))[0])
        return np.full(len(columns), usual) | (columns["start"] != 0)

    return Scan(np.array([replay.BY_SQUARES, 0, 0, len(needed), len(part), *flat], np.int64), may_hold)


def read_part(text: str) -> tuple[tuple[int, int], ...]:
    """Parse a part of a board such as ``"e9=k,d9=a,e2=C,e5=."``; a dot is an empty point.

    Raises:
        LibraryError: a pair cannot be read, which the message names, or there is none.
    """
    pairs = []
    for item in filter(None, re.split(r"[,\s]+", text)):
        found = _PAIR.fullmatch(item)
        if found is None:
            raise LibraryError(Message("detail.no_pair", text=repr(item)))
        letter = found[2]
        code = 0 if letter == "." else LETTERS.index(letter.upper()) | (RED if letter.isupper() else BLACK)
        pairs.append((parse_square(found[1]), code))
    if not pairs:
        raise LibraryError(Message("detail.no_part"))
    return tuple(pairs)


def needs_its_month(query: Query, columns: Columns) -> Mask:
    """Return which games may have a month in their headers that the column of dates lacks.

    Earlier versions of the program stored only the year of dates in words or without separators.
    """
    bounds = ((query.first_date, 0), (query.last_date, _LAST_DAY))
    years = [bound - bound % 10000 for bound, edge in bounds if bound and bound % 10000 not in (0, edge)]
    return np.isin(columns["date"], years)


def chosen_by_columns(query: Query, columns: Columns, names: Callable[[str], npt.NDArray[np.int64]]) -> Mask:
    """Return which games match the conditions on columns and are not deleted.

    Args:
        query: the query.
        columns: the columns of some games.
        names: returns the numbers of all names that a text of the query means.
    """
    mask: Mask = columns["flags"] & DELETED == 0
    if not query.twins:
        mask &= columns["flags"] & TWIN == 0
    if query.mine or query.own is not None:
        mask &= columns["flags"] & MINE != 0
    if query.looks_at_boards or query.whole_names:
        mask &= columns["flags"] & UNCODED == 0
    if query.player or query.opponent:
        mask &= _players(query, columns, names)
    if query.event:
        mask &= np.isin(columns["event"], names(query.event))
    if query.result:
        mask &= columns["result"] == RESULTS.index(query.result)
    if query.opening:
        mask &= np.isin(columns["opening"], list(map(number_of, codes_meant(query.opening))))
    bounds = (("date", query.first_date, query.last_date), ("plies", query.least_plies, query.most_plies))
    for name, low, high in bounds:
        if low:
            mask &= columns[name] >= low
        if high:
            mask &= (columns[name] <= high) & (columns[name] > 0)
    return mask


def _players(query: Query, columns: Columns, names: Callable[[str], npt.NDArray[np.int64]]) -> Mask:
    """Return a mask of the games in which the player is on the right side against the right opponent."""
    mask = np.zeros(len(columns), bool)
    for side, own, other in ((RED, "red", "black"), (BLACK, "black", "red")):
        if query.side in (None, side):
            here = np.ones(len(columns), bool)
            if query.player:
                here &= np.isin(columns[own], names(query.player))
            if query.opponent:
                here &= np.isin(columns[other], names(query.opponent))
            mask |= here
    if query.whole_names:
        both = names(query.player)
        mask &= ~(np.isin(columns["red"], both) & np.isin(columns["black"], both))
    return mask
