"""A player's openings: a tree of first moves with their frequencies and results.

The player's frequencies are shrunk towards everybody's, the more strongly the fewer games there are, so that
a single game does not look like certainty. Positions that mirror each other are counted as one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.engine.book import Book
from xiangqi.insights.games import PlayedGame
from xiangqi.openings import mirrored, mirrored_place, practice, turned_place

PLIES: Final = 20
"""The number of plies that count as first moves."""

_EVERYBODY: Final = 4.0  # weight of everybody's frequencies in each position, in games
_SURE: Final = 1.0  # total weight of a uniform choice among all legal moves, in games
_FULL: Final = 1000  # the weight in a book of a move that is always played


class PositionPlace:
    """A position's key and its moves, reflected as the key is; symmetrical positions merge mirrored moves.

    Attributes:
        key: the result of `openings.place_of`.
    """

    def __init__(self, board: Board) -> None:
        self.key, self._turned = turned_place(board)
        self._is_symmetrical = self.key == mirrored_place(self.key)

    def kept(self, move: Move) -> Move:
        """Return a move on the board, reflected as the key is."""
        turned = mirrored(move) if self._turned else move
        return min(turned, mirrored(turned)) if self._is_symmetrical else turned

    def images(self, move: Move) -> int:
        """Return the number of moves on the board that the given one represents."""
        return 2 if self._is_symmetrical and mirrored(move) != move else 1


@dataclass
class Here:
    """The player's moves and results in one position."""

    # by move, reflected as the position's key is
    games: Counter[Move] = field(default_factory=Counter)
    points: float = 0.0  # from the finished games
    finished: int = 0


Frequencies = Mapping[str, Mapping[Move, float]]
"""The frequency of each move in each position, with keys and moves as in `PositionPlace`."""


class FirstMoves:
    """The first moves of a player's games.

    Attributes:
        places: the player's moves in each position, by side and key.
    """

    def __init__(self, games: Iterable[PlayedGame], everybody: Frequencies | None = None) -> None:
        """Read some games.

        Args:
            games: the player's games from the starting position.
            everybody: everybody's frequencies; by default those of the masters' practice.
        """
        self.places: dict[tuple[int, str], Here] = {}
        self._everybody = everybody
        self._known: dict[
            int, PositionPlace
        ] = {}  # by board key, since the first positions recur in many games
        self._likely: dict[int, dict[Move, float]] = {}
        for game in games:
            for board, move in steps(game, PLIES):
                self._note(game, self.place(board), move)

    def place(self, board: Board) -> PositionPlace:
        """Return a position's key and its moves; those of the first positions are kept."""
        if board.key not in self._known:
            self._known[board.key] = PositionPlace(board)
        return self._known[board.key]

    def here(self, board: Board) -> Here | None:
        """Return the player's record in a position as the side to move, or None if it never occurred."""
        return self.places.get((board.turn, self.place(board).key))

    def _note(self, game: PlayedGame, place: PositionPlace, move: Move) -> None:
        here = self.places.setdefault((game.side, place.key), Here())
        here.games[place.kept(move)] += 1
        if game.score is not None:
            here.points += game.score
            here.finished += 1

    def likelihoods(self, board: Board) -> dict[Move, float]:
        """Return the probability that the player makes each legal move; the probabilities add up to 1."""
        if board.key not in self._likely:
            self._likely[board.key] = self._likelihoods(board)
        return self._likely[board.key]

    def _likelihoods(self, board: Board) -> dict[Move, float]:
        place, common, here = self.place(board), self.common(board), self.here(board)
        if here is None:
            return common
        whole = here.games.total() + _EVERYBODY
        own = {move: here.games[place.kept(move)] / place.images(move) for move in common}
        return {move: (own[move] + _EVERYBODY * share) / whole for move, share in common.items()}

    def common(self, board: Board) -> dict[Move, float]:
        """Return the probability of each legal move in everybody's games; the probabilities add up to 1."""
        legal, counts = board.legal_moves(), self._counts(board)
        whole = sum(counts.values()) + _SURE
        return {move: (counts.get(move, 0.0) + _SURE / len(legal)) / whole for move in legal}

    def _counts(self, board: Board) -> Mapping[Move, float]:
        if self._everybody is None:
            return {move: float(games) for move, games in practice.weights(board).items()}
        place = self.place(board)
        known = self._everybody.get(place.key, {})
        return {
            move: known[kept] / place.images(move)
            for move in board.legal_moves()
            if (kept := place.kept(move)) in known
        }

    def book(self) -> Book:
        """Return a book with which an engine plays the player's moves by their probability."""
        book = Book()
        for (_, key), here in self.places.items():
            board = Board(f"{key} - - 0 1")
            likely = self.likelihoods(board)
            for move in here.games:
                book.add(board, move, max(1, round(_FULL * likely[move])))
        return book


def everybody(games: Iterable[PlayedGame]) -> dict[str, Counter[Move]]:
    """Return the counts of the moves played by the games' players, by key of the position."""
    counts: dict[str, Counter[Move]] = defaultdict(Counter)
    for game in games:
        for board, move in steps(game, PLIES):
            place = PositionPlace(board)
            counts[place.key][place.kept(move)] += 1
    return counts


def steps(game: PlayedGame, plies: int) -> Iterator[tuple[Board, Move]]:
    """Yield the player's first moves, each with the board before it; the board is reused and changes."""
    board = Board()
    for move in game.moves[:plies]:
        if board.turn == game.side:
            yield board, move
        board.push_unchecked(move)
