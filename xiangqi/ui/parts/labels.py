"""The labels at the edges of a board: file numbers, and letters and numbers of coordinates."""

from __future__ import annotations

from xiangqi.diagram.labels import RED_DIGITS, RED_LABELS
from xiangqi.i18n.languages import language_named, written_in
from xiangqi.storage.settings import Settings
from xiangqi.ui.toolkit.theme import look


def shows_coordinates(settings: Settings) -> bool:
    """Return whether the board shows coordinates, which most languages' sentences and ICCS moves use."""
    return not language_named(settings.language).reads_characters or settings.notation == "iccs"


def file_numbers(settings: Settings) -> str:
    """Return the numerals of Red's files for the player; "" if files are named only by letters."""
    western = look(settings.theme, settings.piece_set).pieces.symbols == "western"
    if western and settings.notation == "iccs":
        return ""
    reads = language_named(settings.language).reads_characters or written_in(settings.notation)
    return RED_LABELS if reads else RED_DIGITS
