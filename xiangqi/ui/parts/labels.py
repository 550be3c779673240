"""What a player reads off the edges of a board: numbers of the files, letters and numbers of coordinates."""

from __future__ import annotations

from xiangqi.diagram.labels import RED_DIGITS, RED_LABELS
from xiangqi.storage.settings import SCRIPTS, Settings
from xiangqi.ui.toolkit.theme import look


def shows_coordinates(settings: Settings) -> bool:
    """Return whether points are named by coordinates, as in English sentences and in coordinate notation."""
    return settings.language == "en" or settings.notation == "iccs"


def file_numbers(settings: Settings) -> str:
    """Return what counts Red's files, as the player reads it; "" where letters alone name them."""
    western = look(settings.theme, settings.piece_set).pieces.symbols == "western"
    if western and settings.notation == "iccs":
        return ""
    reads_chinese = settings.language in SCRIPTS or settings.notation in SCRIPTS.values()
    return RED_LABELS if reads_chinese else RED_DIGITS
