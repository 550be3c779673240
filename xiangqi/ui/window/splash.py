"""Starts the window: the display first, so that a missing one is reported at once, then everything else."""

from __future__ import annotations

import pygame

from xiangqi.app.start_options import Options
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.system_libraries import with_packages
from xiangqi.ui.window.display import missing_libraries, open_display


def run(options: Options) -> None:
    """Open the window and return when it is closed. An internal error is shown in a window, then raised again.

    Raises:
        XiangqiError: pygame is not pygame-ce, there is no display, the system lacks a library for it, or the
            file or position of the options cannot be read.
    """
    if not getattr(pygame, "IS_CE", False):
        raise XiangqiError(Message("cli.not_pygame_ce"))
    if not open_display():
        missing = with_packages(missing_libraries())
        lacks = Message("cli.no_library_of_system", **missing)
        raise XiangqiError(lacks if missing["libraries"] else Message("cli.no_display"))
    try:
        from xiangqi.ui.window import window  # imported here, since it takes longest

        window.run(options)
    except (XiangqiError, ImportError):  # told in the terminal, since no session has begun
        raise
    except Exception as error:
        from xiangqi.ui.window import failure

        failure.tell(error, options.for_this_run)
        raise
    finally:
        pygame.quit()
