"""Counts which moves masters play in each position, with which results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from xiangqi.board import Board, Move
from xiangqi.library.masters_asset import MastersGame
from xiangqi.openings import as_in_books, mirrored, mirrored_place, opening_of, place_of, turned_place

Results = dict[str, tuple[int, int, int]]
"""Moves in coordinates, with the numbers of games that Red won, that were drawn, and that Black won."""

_LEAST: Final = 5
"""The least number of games in which a position must occur."""

_ORDER: Final = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}
"""The place in the counts for each result."""


class _Position(NamedTuple):
    key: int  # equal for mirror images
    board: Board  # with the position, for a moment
    move: Move  # what was played


def counted(games: Sequence[MastersGame]) -> Iterator[tuple[str, str, Results]]:
    """Yield each position that occurs in at least _LEAST games, with its opening, and its moves with results.

    A game counts once in a position, with the move that was played there first; mirror images are one position.
    """
    occurrences = Counter(position.key for game in games for position in _positions(game.moves))
    places: dict[int, tuple[str, bool]] = {}  # by the key of one wing
    found: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
    for game in games:
        for key, board, move in _positions(game.moves):
            if occurrences[key] >= _LEAST:
                known = places.get(board.key) or places.setdefault(board.key, turned_place(board))
                text = _on_its_wing(board, move, *known).iccs
                found[known[0]].setdefault(text, [0, 0, 0])[_ORDER[game.result]] += 1
    return named(
        {
            place: {move: (red, drawn, black) for move, (red, drawn, black) in sorted(moves.items())}
            for place, moves in found.items()
        }
    )


def _on_its_wing(board: Board, move: Move, place: str, turned: bool) -> Move:
    """Return a move as it is stored under a place; in symmetrical positions, on the wing that books use."""
    if place == mirrored_place(place):
        return as_in_books(board, move)
    return mirrored(move) if turned else move


def _positions(moves: Sequence[int]) -> Iterator[_Position]:
    """Yield the positions of a game in which a move was played, each once."""
    board, image = Board(), Board()
    seen = set()
    for each in moves:
        move = Move(each)
        key = min(board.key, image.key)
        if key not in seen:
            seen.add(key)
            yield _Position(key, board, move)
        board.push(move)
        image.push(mirrored(move))


def named(positions: dict[str, Results]) -> Iterator[tuple[str, str, Results]]:
    """Return each position with the code of the move order by which masters reach it most often."""
    layer: dict[str, tuple[int, list[Move]]] = {place_of(Board()): (0, [])}
    codes: dict[str, str] = {}
    while layer:
        deeper: dict[str, tuple[int, list[Move]]] = {}
        for place, (_, way) in layer.items():
            found = opening_of(way)
            codes[place] = found.code if found is not None else "A00"
            board = Board()
            for move in way:
                board.push(move)
            turned = turned_place(board)[1]
            for text, results in positions[place].items():
                move = mirrored(Move.from_iccs(text)) if turned else Move.from_iccs(text)
                board.push(move)
                reached, games = place_of(board), sum(results)
                board.pop()
                if reached in positions and reached not in codes and games > deeper.get(reached, (0, []))[0]:
                    deeper[reached] = games, [*way, move]
        layer = deeper
    return ((place, codes.get(place, "A00"), moves) for place, moves in positions.items())
