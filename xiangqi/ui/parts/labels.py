"""The labels at the edges of a board: file numbers, and letters and numbers of coordinates."""

from __future__ import annotations

from xiangqi.diagram.labels import RED_DIGITS, RED_LABELS
from xiangqi.storage.settings import SCRIPTS, Settings
from xiangqi.ui.toolkit.theme import look


def shows_coordinates(settings: Settings) -> bool:
    """Return whether the board shows coordinates, as used in English sentences and coordinate notation."""
    return settings.language == "en" or settings.notation == "iccs"


def file_numbers(settings: Settings) -> str:
    """Return the numerals of Red's files for the player; "" if files are named only by letters."""
    western = look(settings.theme, settings.piece_set).pieces.symbols == "western"
    if western and settings.notation == "iccs":
        return ""
    reads_chinese = settings.language in SCRIPTS or settings.notation in SCRIPTS.values()
    return RED_LABELS if reads_chinese else RED_DIGITS
