"""Draws games in a separate process, `xiangqi film`, so that no frame is delayed and drawing can be stopped.

A picture of the board as shown needs no process, since the window already has it.
"""

from __future__ import annotations

import io
import threading
import time

from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.own_process import OwnProcess
from xiangqi.app.records.effects import FileExists, FilmProgress, MakeFilm, PictureDone, StopFilm
from xiangqi.app.worker import Service, Site, performs
from xiangqi.disk import free_name, is_in_the_way, make_folder, write_atomically
from xiangqi.errors import StorageError
from xiangqi.i18n.message import system_reason
from xiangqi.notation import Style
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game
from xiangqi.resources import pictures_folder


class FilmService(Service):
    """Draws one film at a time; a new one stops the previous one."""

    def __init__(self, outbox: Outbox) -> None:
        """Create the service, which reports to the outbox."""
        self._outbox = outbox
        self._process: OwnProcess | None = None

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox)

    @performs(MakeFilm)
    def start(self, order: MakeFilm) -> None:
        """Start drawing."""
        self.close()
        self._process = process = OwnProcess(command_of(order), record_of(order).encode())
        threading.Thread(target=self._work, args=(order, process), name="film", daemon=True).start()

    @performs(StopFilm)
    def stop(self, _order: StopFilm) -> None:
        """Stop drawing; the file is not written."""
        self.close()

    def close(self, _seconds: float = 0.0) -> None:
        """Stop drawing the current film; its file is not written."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _work(self, order: MakeFilm, process: OwnProcess) -> None:
        try:
            if is_in_the_way(order.path) and not order.overwrite:
                self._outbox.put(FileExists(order.path))
                done: Event = PictureDone(order.film_id)
            else:
                done = self._draw(order, process)
        except OSError as error:
            done = PictureDone(order.film_id, order.path, system_reason(error))
        except ValueError as error:  # a name that no file can have
            done = PictureDone(order.film_id, order.path, str(error))
        if not process.is_ended:
            self._outbox.put(done)

    def _draw(self, order: MakeFilm, process: OwnProcess) -> Event:
        """Have the process draw, reporting its progress, and return the outcome."""

        def tell(line: str) -> None:
            drawn, count = line.split()
            self._outbox.put(FilmProgress(order.film_id, int(drawn), int(count)))

        make_folder(order.path.parent)
        return PictureDone(order.film_id, order.path, process.run(tell))


def command_of(order: MakeFilm) -> list[str]:
    """Return the command that draws a game given on its standard input."""
    words = ["film", "-", str(order.path), "--theme", order.theme, "--pieces", order.piece_set, "--progress"]
    return [*words, *["--flipped"] * order.flipped]


def record_of(order: MakeFilm) -> str:
    """Return the line to be drawn, written as a record."""
    game = Game(start_fen=order.line.start_fen)
    game.root.extend(order.line.moves)
    return pgn_writer.format_game(game, Style.ICCS)


def kept_picture(size: tuple[int, int], pixels: bytes) -> Event:
    """Write a picture to the player's folder of pictures, named by the time, and return the outcome.

    Args:
        size: width and height in pixels.
        pixels: red, green and blue of each pixel, row by row.
    """
    from PIL import Image  # here, since it is seldom needed

    path = free_name(pictures_folder() / time.strftime("xiangqi-%Y%m%d-%H%M%S.png"))
    data = io.BytesIO()
    Image.frombytes("RGB", size, pixels).save(data, "PNG")
    try:
        write_atomically(path, data.getvalue())
    except StorageError as error:
        return PictureDone(0, path, str(error))
    return PictureDone(0, path)
