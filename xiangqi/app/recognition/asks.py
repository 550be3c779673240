"""Questions about pictures, their answers, and the worker, which has a process read the pictures."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.pixels import Pixels
from xiangqi.app.process_worker import ProcessWorker
from xiangqi.app.recognition.state import Source
from xiangqi.app.worker import Answers, answers, performs
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


class PictureService(ProcessWorker):
    """Has a process read one picture at a time; a new one stops the previous one.

    Reading holds the GIL for longer than a frame takes, may be stopped at any time, and opens files from
    untrusted sources.
    """

    name = "picture"
    module = __name__

    @answers(ReadPicture, alone=True)
    def read(self, question: ReadPicture) -> Answers:
        """Have the process read a picture."""
        yield from self.in_process(question)

    def failed(self, question: Effect, detail: str) -> Answers:
        """Yield the failure with its reason."""
        assert isinstance(question, ReadPicture)
        yield PictureRead(question.recognition_id, None, detail)

    @performs(StopPicture)
    def stop(self, _question: StopPicture) -> None:
        """Stop reading; nothing is reported."""
        self.drop()


def answer(question: ReadPicture) -> Answers:
    """Open a picture and read the position in it, yielding both events; runs in the process.

    Raises:
        PictureError: there is no picture, or it cannot be opened.
    """
    from xiangqi.app.recognition.background_work.clipboard_picture import clipboard_picture
    from xiangqi.board import Board
    from xiangqi.recognition import recognise
    from xiangqi.recognition.images import picture_of

    image = picture_of(clipboard_picture() if question.source is None else question.source)
    yield PictureOpened(question.recognition_id, Pixels(image.width, image.height, image.tobytes()))
    near = None if question.near is None else Board(question.near)
    yield PictureRead(question.recognition_id, recognise(image, corners=question.corners, near=near))
