"""Draws games in a separate process, `xiangqi film`, which delays no frame and can be stopped.

A picture of the board as shown needs no process, since the window already has it.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import Final

from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.records.effects import FileExists, FilmProgress, MakeFilm, PictureDone, StopFilm
from xiangqi.disk import free_name, is_in_the_way, make_folder, write_atomically
from xiangqi.errors import StorageError
from xiangqi.i18n.message import Message, system_reason
from xiangqi.launch import start_own
from xiangqi.notation import Style
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game
from xiangqi.resources import pictures_folder

_PREFIX: Final = "xiangqi film: "
"""Begins what the process complains of, on a terminal."""


@dataclass
class _Job:
    """A film that is being drawn."""

    order: MakeFilm  # the order
    process: subprocess.Popen[bytes] | None = None  # the drawing process; None before it has started
    ended: bool = False  # whether it is no longer wanted


class FilmService:
    """Draws one film at a time; a new one stops the previous one."""

    def __init__(self, outbox: Outbox) -> None:
        """Create the service, which reports to the outbox."""
        self._outbox = outbox
        self._lock = threading.Lock()
        self._job: _Job | None = None

    def declare(self, performers: Performers) -> None:
        """Declare the effects that this worker performs."""
        performers.declare(MakeFilm, self.start)
        performers.declare(StopFilm, self.stop)

    def start(self, order: MakeFilm) -> None:
        """Start drawing."""
        self.close()
        self._job = job = _Job(order)
        threading.Thread(target=self._work, args=(job,), name="film", daemon=True).start()

    def stop(self, _order: StopFilm) -> None:
        """Stop drawing; the file is not written."""
        self.close()

    def close(self) -> None:
        """Stop drawing; the file is not written."""
        job, self._job = self._job, None
        if job is None:
            return
        with self._lock:
            job.ended = True
            if job.process is not None:
                job.process.kill()

    def _work(self, job: _Job) -> None:
        order = job.order
        try:
            if is_in_the_way(order.path) and not order.overwrite:
                self._outbox.put(FileExists(order.path))
                done: Event = PictureDone(order.film_id)
            else:
                done = self._draw(job)
        except OSError as error:
            done = PictureDone(order.film_id, order.path, system_reason(error))
        except ValueError as error:  # a name that no file can have
            done = PictureDone(order.film_id, order.path, str(error))
        if not job.ended:
            self._outbox.put(done)

    def _draw(self, job: _Job) -> Event:
        """Run the drawing process, reporting its progress, and return the outcome."""
        order = job.order
        make_folder(order.path.parent)
        pipe = subprocess.PIPE
        with start_own(*command_of(order), stdin=pipe, stdout=pipe, stderr=pipe) as process:
            with self._lock:
                job.process = process
                if job.ended:
                    process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(record_of(order).encode())
                process.stdin.close()
            for line in process.stdout:
                drawn, count = line.split()
                self._outbox.put(FilmProgress(order.film_id, int(drawn), int(count)))
            complaint = process.stderr.read().decode(errors="replace").strip().removeprefix(_PREFIX)
        failure = complaint or Message("detail.job.ended", code=process.returncode)
        return PictureDone(order.film_id, order.path, failure if process.returncode else "")


def command_of(order: MakeFilm) -> list[str]:
    """Return the command that draws a game given on its standard input."""
    words = ["film", "-", str(order.path), "--theme", order.theme, "--pieces", order.piece_set, "--progress"]
    return [*words, *["--flipped"] * order.flipped]


def record_of(order: MakeFilm) -> str:
    """Return the line to be drawn, written as a record."""
    game = Game(start_fen=order.line.start_fen)
    node = game.root
    for move in order.line.moves:
        node = node.add(move)
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
