"""A small board that only shows a position, and miniatures of positions for lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import pygame

from xiangqi.board import Board
from xiangqi.core.constants import BLACK, BOARD_SQUARES, FILES, KIND_MASK, KING, RANKS, RED
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import Arrow, BoardPicture
from xiangqi.storage.settings import Settings
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.parts.labels import file_numbers
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import Colour
from xiangqi.ui.toolkit.theme import BoardTheme, Look, PieceTheme, look
from xiangqi.ui.toolkit.widgets import Memory, Widget

_LEAST_CELL: Final = 14  # smallest cell size at which a miniature is drawn before it is scaled down, px
_OVERSAMPLING: Final = 4


@dataclass
class SmallBoard(Widget):
    """The board with its pieces, the last move, arrows, and where a piece can go."""

    pieces: Mapping[int, int]  # piece codes by square
    settings: Settings  # the look of board and pieces, and the numbering of files
    last_move: tuple[int, int] | None = None  # its squares
    flipped: bool = False  # whether Black is at the bottom
    plain: bool = False  # whether it is too small for the numbers or letters of files
    targets: tuple[int, ...] = ()  # points that a piece can reach
    arrows: tuple[Arrow, ...] = ()
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        numbers = "" if self.plain else file_numbers(self.settings)
        letters = not numbers and not self.plain
        picture = BoardPicture(
            self.pieces,
            targets=self.targets,
            last_move=self.last_move,
            arrows=self.arrows,
            coordinates=letters,
            numbers=numbers,
        )
        view = _views(self.rect.size)(look(self.settings.theme, self.settings.piece_set))
        view.draw(
            painter.surface,
            BoardLayout.fit(self.rect.left, self.rect.top, *self.rect.size, self.flipped),
            picture,
        )


@lru_cache(maxsize=4)
def _views(_size: tuple[int, int]) -> Callable[[Look], BoardView]:
    """Return a cached constructor for views of small boards of one size; each view caches its last board."""
    return lru_cache(maxsize=2)(BoardView)


@lru_cache(maxsize=256)
def miniature(height: int, points: bytes, shown_as: Look, flipped: bool = False) -> pygame.Surface:
    """Return a miniature of a position, which shows only the pattern of the pieces.

    Args:
        height: the height of the picture in px.
        points: the piece on each of the 90 points, as `xiangqi.core.constants.BOARD_SQUARES` lists them, 0 for
            none; with any other number of points, the board is empty.
        shown_as: the look of board and pieces.
        flipped: whether Black is at the bottom.
    """
    cell = max(_LEAST_CELL, -(-height // RANKS))
    surface = _empty(shown_as.board, cell).copy()
    for place, code in enumerate(points if len(points) == len(BOARD_SQUARES) else b""):
        if code:
            row, column = divmod(len(BOARD_SQUARES) - 1 - place if flipped else place, FILES)
            disc = _disc(shown_as.pieces, code, cell)
            surface.blit(disc, disc.get_rect(center=(column * cell + cell // 2, row * cell + cell // 2)))
    return pygame.transform.smoothscale(surface, (round(height * FILES / RANKS), height))


def board_picture_of(fen: str, settings: Settings) -> Callable[[int], pygame.Surface]:
    """Return a function from a height in px to a miniature of a position, seen by the side to move."""
    board = Board(fen)
    points = bytes(board.piece_at(square) for square in BOARD_SQUARES)
    shown_as = look(settings.theme, settings.piece_set)
    return partial(miniature, points=points, shown_as=shown_as, flipped=board.turn == BLACK)


@lru_cache(maxsize=8)
def _empty(theme: BoardTheme, cell: int) -> pygame.Surface:
    """Return the field without pieces: its lines, interrupted by the river, and the palaces."""
    width, height, half = FILES * cell, RANKS * cell, cell // 2
    surface = pygame.Surface((width, height))
    surface.fill(_mixed(theme.field.light, theme.field.dark, 0.3))
    line = _mixed(theme.field.light, theme.line, 0.5)
    for row in range(RANKS):
        surface.fill(line, (half, row * cell + half, (FILES - 1) * cell + 1, 1))
    for column in range(FILES):
        for top in (0, RANKS // 2) if 0 < column < FILES - 1 else (0,):
            rows = RANKS // 2 - 1 if 0 < column < FILES - 1 else RANKS - 1
            surface.fill(line, (column * cell + half, top * cell + half, 1, rows * cell + 1))
    for top in (0, RANKS - 3):
        for left, right in ((3, 5), (5, 3)):
            upper, lower = top * cell + half, (top + 2) * cell + half
            pygame.draw.aaline(surface, line, (left * cell + half, upper), (right * cell + half, lower))
    pygame.draw.rect(surface, theme.frame.light, surface.get_rect(), max(1, cell // 6))
    return surface


@lru_cache(maxsize=64)
def _disc(theme: PieceTheme, code: int, cell: int) -> pygame.Surface:
    """Return a piece as a disc of its colour; generals have a broad rim, Black's pieces a dot."""
    diameter = cell + 1
    ink, wood = (theme.red, theme.red_face) if code & RED else (theme.black, theme.black_face)
    face, rim = wood.light, ink
    if sum(face) > sum(ink):  # if the symbol is darker than its disc, the symbol's colour fills the disc
        face, rim = ink, _mixed(wood.light, ink, 0.15)
    side = diameter * _OVERSAMPLING
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*rim, 0))
    pygame.draw.circle(large, rim, (side / 2, side / 2), side / 2)
    broad = 0.24 if code & KIND_MASK == KING else 0.1
    pygame.draw.circle(large, face, (side / 2, side / 2), side * (0.5 - broad))
    if code & BLACK:  # so that colour is not the only difference from Red's
        pygame.draw.circle(large, rim, (side / 2, side / 2), side * 0.13)
    return pygame.transform.smoothscale(large, (diameter, diameter))


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
