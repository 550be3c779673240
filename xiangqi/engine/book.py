"""The opening book: weighted moves for positions (docs/book.md). Mirror images share an entry."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.disk import read_file
from xiangqi.errors import ResourceError, XiangqiError
from xiangqi.openings.places import mirrored, mirrored_place, turned_place
from xiangqi.resources import asset, data_folder

NAME: Final = "book.txt"
_MOST_WEIGHT: Final = 1_000_000
LARGEST: Final = 256 << 20
"""The most bytes that the file of a book may have."""


CHOICES: Final = ("weight", "best", "near")
"""The ways to choose a move: at random by weight, the heaviest, or any that is nearly as heavy."""

_NEAR: Final = 0.5  # the share of the best weight from which a move counts as nearly as heavy


class Book:
    """Weighted moves for positions."""

    def __init__(self) -> None:
        """Create an empty book."""
        self._entries: dict[str, dict[Move, int]] = {}

    def __len__(self) -> int:
        """Return the number of positions, mirror images not counted."""
        return len(self._entries)

    def add(self, board: Board, move: Move, weight: int) -> None:
        """Add `weight`, 1 or more, to the weight of a legal move, up to a total of a million."""
        place, turned = turned_place(board)
        moves = self._entries.setdefault(place, {})
        kept = _turned(move, turned)
        if place == mirrored_place(place):  # a symmetrical position: one of the two moves represents both
            kept = min(kept, mirrored(kept))
        moves[kept] = min(moves.get(kept, 0) + weight, _MOST_WEIGHT)

    def moves(self, board: Board) -> dict[Move, int]:
        """Return the legal book moves of a position with their weights; in a symmetrical one, also mirrored."""
        place, turned = turned_place(board)
        found = {_turned(move, turned): weight for move, weight in self._entries.get(place, {}).items()}
        if place == mirrored_place(place):
            found |= {mirrored(move): weight for move, weight in found.items()}
        return {move: weight for move, weight in found.items() if board.is_legal(move)}

    def pick(
        self, board: Board, allowed: Iterable[Move], chance: random.Random, choice: str = "weight"
    ) -> Move | None:
        """Return a book move among those allowed, chosen as `choice` says; None if there is none.

        Args:
            board: the position.
            allowed: the moves that may be chosen.
            chance: the source of random numbers.
            choice: one of CHOICES.
        """
        choices = self.moves(board)
        moves = [move for move in allowed if move in choices]
        if not moves:
            return None
        best = max(choices[move] for move in moves)
        if choice == "best":
            return next(move for move in moves if choices[move] == best)
        if choice == "near":
            return chance.choice([move for move in moves if choices[move] >= _NEAR * best])
        return chance.choices(moves, [choices[move] for move in moves])[0]

    def lines(self, names: Mapping[str, str] | None = None) -> Iterator[str]:
        """Yield the lines of the book's file, without line ends, heaviest moves first.

        Args:
            names: comments to add to the lines, by their positions as the file writes them.
        """
        for place in sorted(self._entries):
            moves = sorted(self._entries[place].items(), key=lambda entry: (-entry[1], entry[0]))
            words = [place, *(f"{move} {weight}" for move, weight in moves)]
            remark = (names or {}).get(place)
            yield " ".join([*words, *([f"# {remark}"] if remark else [])])

    @classmethod
    def read(cls, path: Path) -> Book:
        """Read a book.

        Raises:
            ResourceError: it cannot be read, or a line is invalid; the message names the line.
        """
        try:
            text = read_file(path, LARGEST).decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ResourceError(f"book {path}: {error}") from error
        book = cls()
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            try:
                book._add_line(words)
            except (XiangqiError, ValueError) as error:
                raise ResourceError(f"book {path}, line {number}: {error}") from error
        return book

    def _add_line(self, words: list[str]) -> None:
        """Add the moves in a line of a book's file.

        Raises:
            XiangqiError, ValueError: the line is invalid.
        """
        if len(words) < 4 or len(words) % 2:
            raise ValueError("expected a position, the side to move, and pairs of a move and its weight")
        board = Board(" ".join(words[:2]))
        for text, weight in zip(words[2::2], words[3::2], strict=True):
            move = Move.from_iccs(text)
            if not board.is_legal(move):
                raise ValueError(f"{text} is not legal there")
            if not weight.isdecimal() or not 0 < int(weight) <= _MOST_WEIGHT:
                raise ValueError(f"weight {weight!r} is not between 1 and {_MOST_WEIGHT}")
            self.add(board, move, int(weight))


def own_book() -> Path:
    """Return the user's own book if there is one, otherwise the shipped book.

    Raises:
        ResourceError: there is neither.
    """
    own = data_folder() / NAME
    return own if own.is_file() else shipped_book()


def shipped_book() -> Path:
    """Return the book that comes with the program.

    Raises:
        ResourceError: it is missing.
    """
    return asset(NAME)


def _turned(move: Move, turned: bool) -> Move:
    return mirrored(move) if turned else move
