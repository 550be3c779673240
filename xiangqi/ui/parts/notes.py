"""The notes below the moves of a game or a record: each feature registers its own.

For example::

    @note_about(NoteSubject.COACH, height=coach_note_height, when=coach_speaks)
    def coach_note(scene: PanelContext, rect: pygame.Rect) -> list[Widget]: ...

`xiangqi.ui.game.notes` decides which of them is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

import pygame

from xiangqi.app.session.state import AppState
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.widgets import Widget


class NoteSubject(Enum):
    """The subject of a note."""

    LINE = "line"  # a line that is played through
    END = "end"  # the end of the game
    VERDICT = "verdict"  # the repetition that has ended the game
    COACH = "coach"  # a hint, or why a move was bad
    PUZZLE = "puzzle"  # the puzzle on the board
    GUIDE = "guide"  # the guided first game
    RESUME = "resume"  # a game that can be resumed
    COMMENT = "comment"  # the comment on the shown move
    PAUSE = "pause"  # the pause
    EARLIER = "earlier"  # an earlier position
    ENGINE = "engine"  # what the engine does


Layout = Callable[[PanelContext, pygame.Rect], list[Widget]]
Height = Callable[[PanelContext, int], float]
"""Returns the height that a note needs, points, in a column of a width in pixels."""

PLAIN_NOTE: Final = 92.0
"""Height in points of a note with a title and a line or two."""


class PlacedNote(NamedTuple):
    """A kind of note: its layout, its height, and whether it is shown."""

    lay_out: Layout
    height: Height
    when: Callable[[AppState], bool]


_NOTES: Final[dict[NoteSubject, PlacedNote]] = {}


def _plain(_scene: PanelContext, _width_px: int) -> float:
    return PLAIN_NOTE


def _always(_state: AppState) -> bool:
    return True


def note_about(
    subject: NoteSubject, height: Height = _plain, when: Callable[[AppState], bool] = _always
) -> Callable[[Layout], Layout]:
    """Return a decorator that registers the one function that lays out a note on a subject.

    Args:
        subject: the subject of the note.
        height: returns the height in points that the note needs.
        when: returns whether there is anything to say.
    """

    def register(lay_out: Layout) -> Layout:
        if subject in _NOTES:
            raise AssertionError(f"{subject} has a function already")
        _NOTES[subject] = PlacedNote(lay_out, height, when)
        return lay_out

    return register


def note_on(subject: NoteSubject) -> PlacedNote:
    """Return the note about a subject."""
    return _NOTES[subject]
