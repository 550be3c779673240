"""The last window after an internal error, which names the files that were saved and the report.

A player who started the program from a menu has no terminal in which an error could be read.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

import pygame

from xiangqi import __version__
from xiangqi.disk import write_atomically
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message, catalogue
from xiangqi.resources import data_folder
from xiangqi.storage.settings import Settings, glance_at_settings, with_values
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, SMALL, TITLE, palette
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Memory
from xiangqi.ui.window.display import open_window

_REPORT: Final = "internal-error.txt"
_WIDTH: Final = 560.0  # of the text, points
_POINTS: Final = (640, 420)  # the room that the text needs, points
_FRAMES_PER_SECOND: Final = 20


def tell(error: Exception, for_this_run: Mapping[str, str]) -> None:
    """Write a report about an internal error, and show what was kept until the player closes the window.

    Errors of the display or the disk are suppressed, since the caller also reports the error in the terminal.

    Args:
        error: the error.
        for_this_run: settings that override the player's.
    """
    with contextlib.suppress(pygame.error, OSError, XiangqiError):
        _show(_paragraphs(_report(error)), with_values(glance_at_settings(), dict(for_this_run)))


def _report(error: Exception) -> Path | None:
    """Write a report to a file, and return its path, or None if it could not be written.

    It contains versions and a traceback, but nothing of the player's games. The home folder, whose name is
    often the player's, is written as "~".
    """
    lines = [_without_home(line) for line in traceback.format_exception(error)]
    versions = f"xiangqi {__version__}, Python {sys.version.split()[0]}, {sys.platform}"
    head = f"{versions}, {datetime.now():%Y-%m-%d %H:%M}\n"
    path = data_folder() / _REPORT
    try:
        write_atomically(path, (head + "".join(lines)).encode(errors="replace"))
    except OSError:
        return None
    return path


def _without_home(text: str) -> str:
    try:
        home = Path.home()
    except RuntimeError:  # there is none
        return text
    return text.replace(str(home), "~") if home != Path(home.anchor) else text


def _paragraphs(report: Path | None) -> list[Message]:
    """Return the paragraphs below the title."""
    kept = "failure.kept" if _keeps_something() else "failure.nothing_open"
    if report is None:
        return [Message("failure.text"), Message(kept), Message("failure.no_report")]
    return [Message("failure.text"), Message(kept), Message("failure.report", path=str(report))]


def _keeps_something() -> bool:
    """Return whether a game in progress or a draft of unsaved changes is stored on disk."""
    folder = data_folder()
    return any(next(folder.glob(pattern), None) for pattern in ("journal*.pgn", "unsaved*.pgn"))


def _show(paragraphs: list[Message], settings: Settings) -> None:
    """Show the text with a button until the button or a key is pressed or the window is closed."""
    surface, memory, clock = open_window(settings.window_size), Memory(), pygame.time.Clock()
    button = Button("failure.close", pygame.Rect(0, 0, 0, 0), action=HANDLED, primary=True)
    button.label = catalogue(settings.language).tell(Message("failure.close"))
    while True:
        for event in pygame.event.get():
            clicked = event.type == pygame.MOUSEBUTTONDOWN and button.rect.collidepoint(event.pos)
            pressed = event.type == pygame.KEYDOWN and event.key in (
                pygame.K_RETURN,
                pygame.K_KP_ENTER,
                pygame.K_SPACE,
                pygame.K_ESCAPE,
            )
            if event.type == pygame.QUIT or clicked or pressed:
                return
        surface = pygame.display.get_surface() or surface
        _draw(surface, settings, paragraphs, button, memory)
        pygame.display.flip()
        clock.tick(_FRAMES_PER_SECOND)


def _draw(
    surface: pygame.Surface, settings: Settings, paragraphs: list[Message], button: Button, memory: Memory
) -> None:
    """Draw the whole window, and place the button below the text."""
    colours, words = palette(settings.dark, settings.safe_colours), catalogue(settings.language)
    width, height = surface.get_size()
    unit = min(2.0, max(0.8, min(width / _POINTS[0], height / _POINTS[1]))) * min(1.5, settings.ui_scale)
    painter = Painter(surface, colours, min(unit, width / _POINTS[0]))
    surface.fill(colours.background)
    column = pygame.Rect(0, 0, min(painter.px(_WIDTH), width - painter.px(24)), height)
    column.centerx = width // 2
    column.top = max(painter.px(16), (height - painter.px(_POINTS[1])) // 2)
    title = words.tell(Message("failure.title"))
    column.top += painter.paragraph(title, column, size=TITLE, colour=colours.text, bold=True) + painter.px(14)
    for place, message in enumerate(paragraphs):
        size, colour = (SMALL, colours.muted) if place == len(paragraphs) - 1 else (BODY, colours.text)
        column.top += painter.paragraph(words.tell(message), column, size=size, colour=colour) + painter.px(12)
    button.rect = pygame.Rect(column.left, column.top + painter.px(8), painter.px(160), painter.px(CONTROL))
    button.draw(painter, memory)
