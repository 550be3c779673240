"""Words for pieces, points and moves, in the player's language and notation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import KIND_MASK, PIECE_NAMES, RANKS, RED, rank_of, square_name
from xiangqi.fen import side_name
from xiangqi.i18n.message import catalogue
from xiangqi.notation import Style, format_move
from xiangqi.notation.vertical import (
    ADVANCE,
    ANY,
    FRONT,
    MIDDLE,
    REAR,
    RETREAT,
    TRAVERSE,
    VerticalMove,
    describe,
)

_ACTIONS: Final = {ADVANCE: "forward", RETREAT: "backward", TRAVERSE: "across"}
_WHICH: Final = {FRONT: "front", MIDDLE: "middle", REAR: "rear"}
_KINDS: Final = ("", "general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier")


class Teller:
    """Puts pieces, points and moves into words, in one language and notation.

    Attributes:
        texts: the catalogue of the language.
        style: the notation; Chinese notation names points as Chinese players do, the others by coordinates.
    """

    def __init__(self, language: str, style: Style) -> None:
        """Load a language.

        Raises:
            ResourceError: there is no such language.
        """
        self.texts = catalogue(language)
        self.style = style

    def __call__(self, key: str, **values: object) -> str:
        """Return a message of the language with its placeholders filled."""
        return self.texts.wording(key, values)

    @property
    def is_chinese(self) -> bool:
        """Whether points and moves are named as Chinese players name them."""
        return self.style.is_chinese and self.texts.row.reads_characters

    def side(self, side: int) -> str:
        """Return the name of RED or BLACK."""
        return self("side.red" if side == RED else "side.black")

    def piece(self, code: int, count: int = 1) -> str:
        """Return the name of a piece with its side, or of several such pieces."""
        return self._counted(self(f"piece.{side_name(code)}.{PIECE_NAMES[code & KIND_MASK]}"), count)

    def kind(self, code: int, count: int = 1) -> str:
        """Return the name of a piece without its side, though in Chinese each side has its own characters."""
        return self._counted(self(f"coach.piece.{side_name(code)}.{_KINDS[code & KIND_MASK]}"), count)

    def _counted(self, name: str, count: int) -> str:
        return name + (self.texts.row.piece_plural if count > 1 else "")

    def point(self, square: int) -> str:
        """Return the name of a point.

        In Chinese, the name of a point on Black's side says so, since 6路河沿 and 六路河沿 sound alike.
        """
        name = square_name(square)
        if not self.is_chinese:
            return name
        told = self.texts.point(name)
        return told if rank_of(square) < RANKS // 2 else self("spoken.black_point", point=told)

    def standing(self, code: int, square: int) -> str:
        """Return a piece and its point: "red cannon, h2"."""
        return self("spoken.standing", piece=self.piece(code), point=self.point(square))

    def listed(self, words: Iterable[str]) -> str:
        """Return words joined with commas."""
        return self.texts.listed(words)

    def move(self, before: Board, move: Move, *, points: bool = True) -> str:
        """Return the words for a legal move, with what it takes and whether it gives check or ends the game.

        Args:
            before: the position before the move. It is not changed.
            move: the move.
            points: whether to add the points that the move connects; in Chinese, only its end point.
        """
        parts = [self.way(before, move, points=points)]
        after = before.copy()
        after.push_unchecked(move)
        if not after.legal_moves():
            parts.append(self("spoken.mate" if after.is_check() else "spoken.stalemate"))
        elif after.is_check():
            parts.append(self("spoken.check"))
        return self("spoken.then").join(parts)

    def way(self, before: Board, move: Move, *, points: bool = True) -> str:
        """Return the words for a legal move and what it takes, not for its effect; arguments as for `move`."""
        taken = before.piece_at(move.to_square)
        takes = [self("spoken.takes", piece=self.kind(taken))] if taken else []
        return self("spoken.then").join([self._path(before, move, points), *takes])

    def _path(self, before: Board, move: Move, points: bool) -> str:
        start, end = self.point(move.from_square), self.point(move.to_square)
        if self.style is Style.ICCS:
            piece = self.kind(before.piece_at(move.from_square))
            return self("spoken.path" if points else "spoken.path.short", piece=piece, start=start, end=end)
        if self.is_chinese:
            told = format_move(before, move, self.style)
            return self("spoken.vertical.ending", move=told, end=end) if points else told
        told = self.by_files(describe(before, move), before.turn)
        return self("spoken.vertical.points", move=told, start=start, end=end) if points else told

    def by_files(self, words: VerticalMove, side: int) -> str:
        """Return a move of RED or BLACK in terms of files, such as "front cannon backward 2"."""
        piece = self.kind(side | words.kind)
        action = self(f"spoken.{_ACTIONS[words.action]}", number=words.number)
        if words.selector == ANY:
            return self("spoken.vertical", piece=piece, file=words.file, action=action)
        if words.selector > 0:
            which = self.texts.told("spoken.ordinal", {"occurrence": words.selector})
        else:
            which = self(f"spoken.{_WHICH[words.selector]}")
        return self("spoken.vertical.which", which=which, piece=piece, action=action)
