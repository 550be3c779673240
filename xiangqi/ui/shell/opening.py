"""The first second of the program: loads everything else, behind a title where that takes long.

At the first start of all the rules have to be compiled, which takes seconds; later they come from the cache,
and the window opens as it will stay. This module must not load the rules, nor what needs them.
"""

from __future__ import annotations

import threading
import time
from typing import Final

import pygame

from xiangqi.app.model.start_options import Options
from xiangqi.core.compiler import kernel_cache, steering
from xiangqi.errors import CancelledError, XiangqiError
from xiangqi.i18n.catalogue import catalogue
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import Settings, glance_at_settings, with_values
from xiangqi.ui.shell.display import open_display, open_window
from xiangqi.ui.toolkit.fonts import Face, text
from xiangqi.ui.toolkit.theme import Colour, Look, look

_UNSEEN_S: Final = 2.5
"""A start from the cache takes a third of it on a quiet machine, and then shows no title."""

_FRAMES_PER_SECOND: Final = 30
_MARKS: Final = 5
_ROUND_S: Final = 1.5  # from one end of the row of marks to the other and back


def run(options: Options) -> None:
    """Open the window and stay until it is closed.

    Raises:
        XiangqiError: there is no display, or the file or position of the options cannot be read.
    """
    if not getattr(pygame, "IS_CE", False):
        raise XiangqiError(Message("cli.not_pygame_ce"))
    if not open_display():
        raise XiangqiError(Message("cli.no_display"))
    kernel_cache.prepare_cache()
    cold = kernel_cache.is_cold()
    loading = ProgramLoading()
    try:
        if not loading.wait(0 if cold else _UNSEEN_S) and not show_title(loading, settings_for(options), cold):
            return
        loading.check()
        from xiangqi.ui.shell import window

        window.run(options)
    finally:
        pygame.quit()
        loading.give_up()


def settings_for(options: Options) -> Settings:
    """The player's settings as far as they can be read, with what the command line replaces for this run."""
    return with_values(glance_at_settings(), options.for_this_run)


class ProgramLoading:
    """The program being imported, kernels and all, in a thread, so that a window can answer meanwhile."""

    def __init__(self) -> None:
        """Begin."""
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._load, name="loading", daemon=True)
        self._thread.start()

    def _load(self) -> None:
        try:
            import xiangqi.ui.shell.window  # noqa: F401 - loads the kernels
            from xiangqi.core import jit

            jit.settle()
        except CancelledError:  # by give_up
            pass
        except BaseException as error:  # check raises it in the thread that waits
            self._error = error

    def wait(self, seconds: float) -> bool:
        """Whether it has ended, after at most so many seconds."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def check(self) -> None:
        """Go on with what has been loaded.

        Raises:
            Exception: whatever kept it from being loaded.
        """
        if self._error is not None:
            raise self._error

    def give_up(self) -> None:
        """End it if it has not ended, after the kernel that is just being compiled."""
        if self._thread.is_alive():
            steering.cancel()
            self._thread.join()


def show_title(loading: ProgramLoading, settings: Settings, cold: bool) -> bool:
    """Open the window with a title in it and let it answer until everything is loaded.

    Args:
        loading: what is waited for.
        settings: language, colours and size.
        cold: whether it takes long because everything is compiled.

    Returns:
        Whether that came about; False: the player has closed the window before.
    """
    surface = open_window(settings.window_size)
    words = catalogue(settings.language).template("opening.preparing") if cold else ""
    chosen = look(settings.theme, settings.piece_set)
    clock = pygame.time.Clock()
    while not loading.wait(0):
        if any(map(_closes, pygame.event.get())):
            return False
        surface = pygame.display.get_surface() or surface
        draw_title(surface, chosen, words, time.monotonic())
        pygame.display.flip()
        clock.tick(_FRAMES_PER_SECOND)
    return True


def _closes(event: pygame.event.Event) -> bool:
    if event.type == pygame.KEYDOWN:
        return bool(event.key == pygame.K_q and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    return bool(event.type == pygame.QUIT)


def draw_title(surface: pygame.Surface, chosen: Look, words: str, now_s: float) -> None:
    """Draw the title of the program, a line of words, and marks that tell that it is at work.

    Args:
        surface: of the window, drawn over.
        chosen: its colours.
        words: what is being done, "" for nothing to say.
        now_s: seconds of a clock; the marks follow it.
    """
    board, unit = chosen.board, min(surface.get_width() / 1180, surface.get_height() / 900)
    surface.fill(board.field.light)
    middle, height = surface.get_rect().center
    title = text("象棋", round(132 * unit), board.red_label, Face.BOARD)
    surface.blit(title, title.get_rect(midbottom=(middle, height)))
    name = text("Xiangqi", round(34 * unit), board.line, Face.BOLD)
    surface.blit(name, name.get_rect(midtop=(middle, height + round(6 * unit))))
    _draw_marks(surface, (middle, height + round(104 * unit)), unit, (board.field.dark, board.red_label), now_s)
    if words:
        line = text(words, max(14, round(19 * unit)), board.line)
        surface.blit(line, line.get_rect(midtop=(middle, height + round(136 * unit))))


def _draw_marks(
    surface: pygame.Surface,
    centre: tuple[int, int],
    unit: float,
    colours: tuple[Colour, Colour],
    now_s: float,
) -> None:
    """A row of discs; a second colour wanders from end to end and back."""
    there_and_back = abs(now_s / _ROUND_S % 1 * 2 - 1) * (_MARKS - 1)
    for mark in range(_MARKS):
        nearness = max(0.0, 1 - abs(mark - there_and_back))
        colour = pygame.Color(colours[0]).lerp(colours[1], nearness)
        place = centre[0] + round((mark - (_MARKS - 1) / 2) * 30 * unit), centre[1]
        pygame.draw.aacircle(surface, colour, place, (5 + 2 * nearness) * unit)
