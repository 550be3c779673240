"""Orders for films and pictures of the board, their reports, and the worker that has them drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xiangqi.app.effect import Effect
from xiangqi.app.event import Event
from xiangqi.app.outbox import Outbox
from xiangqi.app.own_process import OwnProcess
from xiangqi.app.records.asks_writing import FileExists, PictureDone
from xiangqi.app.worker import Answers, Worker, answers, performs
from xiangqi.disk import is_in_the_way, make_folder
from xiangqi.i18n.message import system_reason
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game


@dataclass(frozen=True)
class MakeFilm(Effect):
    """Draw a whole line of moves as a GIF, or its last position as a PNG."""

    film_id: int  # identifies the reports
    path: Path  # the file; its suffix decides between the two
    line: Line
    # theme, piece_set: its appearance
    theme: str
    piece_set: str
    flipped: bool  # whether Black is at the bottom
    overwrite: bool  # whether an existing file may be replaced


@dataclass(frozen=True)
class StopFilm(Effect):
    """Stop drawing; the file is not written."""


@dataclass(frozen=True)
class FilmProgress(Event):
    """Some moves of a film have been drawn."""

    film_id: int
    done: int
    count: int


class FilmService(Worker):
    """Has `xiangqi film` draw one film at a time; a new one stops the previous one."""

    name = "film"

    def __init__(self, outbox: Outbox) -> None:
        """Create the worker, which reports to the outbox."""
        super().__init__(outbox)
        self._process: OwnProcess | None = None

    @answers(MakeFilm, alone=True)
    def make(self, question: MakeFilm) -> Answers:
        """Draw a film and report the progress, unless its file exists and may not be replaced."""
        try:
            if is_in_the_way(question.path) and not question.overwrite:
                yield FileExists(question.path)
                yield PictureDone(question.film_id)
            else:
                yield from self._drawn(question)
        except OSError as error:
            yield PictureDone(question.film_id, question.path, system_reason(error))
        except ValueError as error:  # a name that no file can have
            yield PictureDone(question.film_id, question.path, str(error))

    def _drawn(self, question: MakeFilm) -> Answers:
        """Have the process draw, and yield its progress and the outcome."""
        make_folder(question.path.parent)
        self._process = process = OwnProcess(command_of(question), record_of(question).encode())
        if self.is_dropped:
            return
        for line in process.lines():
            drawn, count = line.split()
            yield FilmProgress(question.film_id, int(drawn), int(count))
        yield PictureDone(question.film_id, question.path, process.failure)

    def failed(self, question: Effect, detail: str) -> Answers:
        """Answer with the reason for the failure."""
        assert isinstance(question, MakeFilm)
        yield PictureDone(question.film_id, question.path, detail)

    @performs(StopFilm)
    def stop(self, _question: StopFilm) -> None:
        """Stop drawing; the file is not written."""
        self.drop()

    def drop(self) -> None:
        """Stop drawing, in addition to `Worker.drop`."""
        super().drop()
        if self._process is not None:
            self._process.end()


def command_of(order: MakeFilm) -> list[str]:
    """Return the command that draws a game given on its standard input."""
    words = ["film", "-", str(order.path), "--theme", order.theme, "--pieces", order.piece_set, "--progress"]
    return [*words, *["--flipped"] * order.flipped]


def record_of(order: MakeFilm) -> str:
    """Return the line to be drawn, written as a record."""
    game = Game(start_fen=order.line.start_fen)
    game.root.extend(order.line.moves)
    return pgn_writer.format_game(game, Style.ICCS)
