"""What is asked about pictures, what is answered, and the worker, which has a process read them."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import threading
from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.pixels import Pixels
from xiangqi.app.recognition.state import Source
from xiangqi.app.recognition.workers.picture_process import PictureOrder
from xiangqi.app.worker import Service, Site, performs
from xiangqi.i18n.message import Message, system_reason
from xiangqi.launch import start_own
from xiangqi.recognition.reading import Corners, Reading


@dataclass(frozen=True)
class ReadPicture(Effect):
    """Open a picture and read the position in it, abandoning any picture still being read."""

    recognition_id: int  # stamps the events
    source: Source
    corners: Corners | None = None  # corners of the board, if the player has set them
    near: str | None = None  # position of the current game, which may be a few moves away


@dataclass(frozen=True)
class StopPicture(Effect):
    """Stop reading; nothing is reported."""


@dataclass(frozen=True)
class PictureOpened(Event):
    """The picture has been opened and can be shown."""

    recognition_id: int
    picture: Pixels


@dataclass(frozen=True)
class PictureRead(Event):
    """The picture has been read, or reading it has failed."""

    recognition_id: int
    reading: Reading | None
    failure: str = ""


class PictureService(Service):
    """Reads one picture at a time; a new one stops the previous one."""

    def __init__(self, outbox: Outbox) -> None:
        """Create the service.

        Args:
            outbox: receives the events.
        """
        self._outbox = outbox
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def at(cls, site: Site) -> Service:
        """Build the worker of a session."""
        return cls(site.outbox)

    @performs(ReadPicture)
    def start(self, order: ReadPicture) -> None:
        """Stop reading the previous picture, and start reading this one."""
        self.close()
        pipe = subprocess.PIPE
        try:
            process = start_own("read-picture", stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        except OSError as error:
            self._outbox.put(PictureRead(order.recognition_id, None, system_reason(error)))
            return
        self._process = process
        threading.Thread(target=self._follow, args=(process, order), name="picture", daemon=True).start()

    def _follow(self, process: subprocess.Popen[bytes], order: ReadPicture) -> None:
        """Pass on the answers of the process until it ends."""
        assert process.stdin is not None
        assert process.stdout is not None
        event: Event | None = None
        with process, contextlib.suppress(BrokenPipeError, EOFError, pickle.UnpicklingError):
            pickle.dump(PictureOrder(order.source, order.corners, order.near), process.stdin)
            process.stdin.close()
            while not isinstance(event, PictureRead):
                event = _told(order.recognition_id, pickle.load(process.stdout))
                self._outbox.put(event)
        if not isinstance(event, PictureRead) and self._process is process:
            self._outbox.put(PictureRead(order.recognition_id, None, Message("detail.reader_ended")))

    @performs(StopPicture)
    def stop(self, _order: StopPicture) -> None:
        """Stop reading; nothing is reported."""
        self.close()

    def close(self, _seconds: float = 0.0) -> None:
        """Stop reading; nothing is reported."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()


def _told(number: int, answer: object) -> PictureOpened | PictureRead:
    if isinstance(answer, Pixels):
        return PictureOpened(number, answer)
    if isinstance(answer, Reading):
        return PictureRead(number, answer)
    return PictureRead(number, None, str(answer))
