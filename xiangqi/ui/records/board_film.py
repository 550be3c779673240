"""Films of a game: an animated GIF of the board, or a single picture of it.

No display is needed, since everything is drawn in memory.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import pygame
from PIL import Image

from xiangqi.app.session import positions
from xiangqi.core.constants import BOARD_SQUARES
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import BoardPicture
from xiangqi.line import Line
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.board.motion import Motion
from xiangqi.ui.toolkit.theme import Look

SLIDE_MS: Final = 50
"""How long each picture of a sliding piece is shown, in milliseconds."""

_SLIDE_SHARES: Final = (0.25, 0.5, 0.75)
_FIRST_MS: Final = 1500
_LAST_MS: Final = 3000
_COLOURS: Final = 255  # number of colours; one more of 256 is reserved for unchanged pixels


@dataclass(frozen=True)
class FilmOrder:
    """The content and the look of a film."""

    line: Line
    look: Look  # the look of the board and pieces
    flipped: bool = False  # whether Black is at the bottom
    cell: int = 56  # distance between neighbouring points, px
    move_ms: int = 1000  # time from one move to the next, ms


def picture(film: FilmOrder) -> bytes:
    """Return the position after all moves as a PNG."""
    surface = _Studio(film).draw(_still(film, len(film.line.moves)))
    data = io.BytesIO()
    _image(surface).save(data, "PNG", optimize=True)
    return data.getvalue()


def animation(film: FilmOrder, progress: Callable[[int, int], None]) -> bytes:
    """Return the whole game as an animated GIF that repeats.

    Args:
        film: what to draw.
        progress: called after every move with the number of moves drawn and the total.
    """
    studio = _Studio(film)
    palette = _palette(studio)
    durations = list(_durations(film))
    images = _reported(studio, film, palette, progress)
    data = io.BytesIO()
    next(images).save(
        data, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=True, disposal=1
    )
    return data.getvalue()


class _Studio:
    """Draws pictures of one size in one look."""

    def __init__(self, film: FilmOrder) -> None:
        self.film = film
        self._layout = BoardLayout(0, 0, film.cell, film.flipped)
        self._view = BoardView(film.look)
        self._surface = pygame.Surface((self._layout.width, self._layout.height), depth=32)

    def draw(self, shown: BoardPicture) -> pygame.Surface:
        """Return the drawn board; the surface is valid until the next call."""
        self._view.draw(self._surface, self._layout, shown)
        return self._surface


def _still(film: FilmOrder, ply: int) -> BoardPicture:
    """Return the picture of the board after `ply` moves, at rest."""
    snapshot = positions.snapshot(film.line.upto(ply))
    last = film.line.moves[ply - 1] if ply else None
    return BoardPicture(
        pieces=snapshot.pieces,
        last_move=(last.from_square, last.to_square) if last is not None else None,
        checked=snapshot.check_square,
    )


def _moving(film: FilmOrder, ply: int) -> Iterator[BoardPicture]:
    """Yield the pictures of the slide that leads to the position after `ply` moves."""
    motion = Motion()
    motion.show(_still(film, ply - 1).pieces, 0.0)
    after = _still(film, ply)
    motion.show(after.pieces, 0.0)
    for share in _SLIDE_SHARES:
        slides = tuple(replace(slide, progress=share) for slide in motion.slides(0.0))
        yield replace(after, slides=slides, checked=None)


def _durations(film: FilmOrder) -> Iterator[int]:
    """Yield the duration of each frame, in ms."""
    yield _FIRST_MS
    rest = max(film.move_ms - SLIDE_MS * len(_SLIDE_SHARES), SLIDE_MS)
    for ply in range(1, len(film.line.moves) + 1):
        yield from [SLIDE_MS] * len(_SLIDE_SHARES)
        yield rest if ply < len(film.line.moves) else _LAST_MS


def _reported(
    studio: _Studio, film: FilmOrder, palette: Image.Image, progress: Callable[[int, int], None]
) -> Iterator[Image.Image]:
    """Yield all frames in order, reporting the progress."""
    count = len(film.line.moves)
    yield _reduced(studio.draw(_still(film, 0)), palette)
    for ply in range(1, count + 1):
        for shown in (*_moving(film, ply), _still(film, ply)):
            yield _reduced(studio.draw(shown), palette)
        progress(ply, count)


def _palette(studio: _Studio) -> Image.Image:
    """Return the film's palette: the colours of the board with everything that may appear on it."""
    opening = _still(studio.film, 0)
    squares = tuple(opening.pieces) or BOARD_SQUARES  # an unreadable position is shown as an empty board
    marked = replace(opening, checked=squares[0], last_move=(squares[-1], squares[-1]))
    image = _image(studio.draw(marked))
    return image.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def _reduced(surface: pygame.Surface, palette: Image.Image) -> Image.Image:
    """Return a frame in the film's palette, undithered, so that unchanged areas compress well."""
    return _image(surface).quantize(palette=palette, dither=Image.Dither.NONE)


def _image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
