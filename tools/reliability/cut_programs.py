"""Parts of the program that are at work when the power is cut, and report everything confirmed to the player.

`tools.reliability.power_cuts` runs each in its own process. A report is a line of JSON with a `Told`; it is
written only after the message, the frame or the exit code that it reports has appeared.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol
from unittest import mock

from tools.reliability.kept_things import few_masters
from tools.reliability.killed_player import PATIENCE_FRAMES, click, loop_and_look
from tools.reliability.library_kills import game_of, random_line
from xiangqi.app.event import Notify
from xiangqi.app.exercises.asks import ExerciseService, KeepSolving
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.orders import KeepMistakes
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.training import ReviewMistake
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.cli import main as command
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.library import Library, Played, Query, masters
from xiangqi.library.library import default_path
from xiangqi.library.schema import connect, transaction
from xiangqi.local_time import utc_now
from xiangqi.match.record import RecordFile
from xiangqi.records.files import write_games
from xiangqi.storage.star_file import LESSONS

_GAMES: Final = 4  # games per window, and times that another program holds the library
_PLIES: Final = (3, 9)
_ROUNDS: Final = 12  # by the other programs
_LEFT: Final = 0.3  # the share of the games that are abandoned before their end
_FREE_S: Final = 1.0  # the longest time between two locks of the library
_TAKEN_S: Final = 6.0
_PAUSE_S: Final = 0.5  # the longest time between two exercises
_GLANCE_S: Final = 0.005
_RESULTS: Final = {RED: "1-0", BLACK: "0-1", None: "1/2-1/2"}


class Told(NamedTuple):
    """Data that a program has confirmed as saved.

    Attributes:
        kind: `game`: its moves are on the screen, with its result, "*" while it goes on, and without a toast
            that they are not saved yet.
            `setting`: the volume has been changed, and nothing waits to be written.
            `record`: the window, or a command that has ended without a fault, has saved this file.
            `match`: a game has been added to the record of a match.
            `attempt`, `card`: the result of an exercise, or a mistake for the deck, is in the library, or in
            the file where it waits to be added.
            `star`, `lesson`, `starred`: a star of the first lessons by its key, a lesson that is done, and the
            moves of a game with a star.
            `masters`: the library of masters' games was open, with this number of games.
            `import`: `library import` has reported this player's game as imported.
        name: identifies it: moves, a number, a file and its moves, a key, a position, or a player.
        result: the result of a game.
    """

    kind: str
    name: str
    result: str = "*"


class Place(NamedTuple):
    """The folders in which a program works, its number, and the pipe for its reports.

    Attributes:
        home: the program's folder, on the disk whose power is cut.
        aside: a folder on another disk.
        life: number of this start, used for unique names.
        report_to: descriptor of a pipe.
    """

    home: Path
    aside: Path
    life: int
    report_to: int

    def tell(self, kind: str, name: str, result: str = "*") -> None:
        """Write a report."""
        os.write(self.report_to, json.dumps(Told(kind, name, result)).encode() + b"\n")


def text_of(moves: tuple[Move, ...] | list[Move]) -> str:
    """Return the moves on one line."""
    return " ".join(move.iccs for move in moves)


class Window:
    """Plays, resigns, leaves, saves and changes settings in the program's window, and closes it."""

    def __init__(self, place: Place, chance: random.Random) -> None:
        """Start the session as the program does."""
        self._place = place
        self._chance = chance
        self._runner = Runner()
        self._doings = self._play_games()

    def work(self) -> None:
        """Play, save and change settings, frame by frame."""
        loop_and_look(self._runner, lambda: next(self._doings, None))
        self._runner.close()

    def _play_games(self) -> Iterator[None]:
        send = self._runner.send
        for number in range(_GAMES):
            send(NewGame(Setup(Player(), Player())))
            if self._runner.state.question is not None:  # the previous game is abandoned
                send(Answer(yes=True))
            yield
            for _ in range(self._chance.randint(*_PLIES)):
                yield from self._move()
            yield from self._save(number)
            yield from self._set(number)
            if self._chance.random() > _LEFT:
                send(Resign())
                send(Answer(yes=True))
                yield
                self._tell_game()
        send(Quit())

    def _tell_game(self) -> None:
        play = self._runner.state.play
        result = "*" if play.end is None else _RESULTS[play.end.winner]
        self._place.tell("game", text_of(play.moves), result)

    def _move(self) -> Iterator[None]:
        state, frames = self._runner.state, 0
        before, board = state.play.moves, Board()
        for made in before:
            board.push(made)
        if state.play.end is not None:
            return
        move = self._chance.choice(board.legal_moves())
        while self._runner.state.play.moves == before:
            if frames % PATIENCE_FRAMES == 0:
                click(move, state.flipped)
            frames += 1
            yield
        self._tell_game()

    def _save(self, number: int) -> Iterator[None]:
        path = self._place.home / "records" / f"{self._place.life}-{number}.pgn"
        moves = text_of(self._runner.state.play.moves)
        self._runner.send(SaveFile(path))
        while not any(
            shown.message.key == "toast.saved" and shown.message.arguments["name"] == str(path)
            for shown in self._runner.state.toasts
        ):
            yield
        self._place.tell("record", f"records/{path.name}={moves}")

    def _set(self, number: int) -> Iterator[None]:
        step = self._place.life * _GAMES + number + 1
        self._runner.send(ChangeSettings({"volume": step / 10_000}))
        yield
        while self._runner.is_writing:
            yield
        self._place.tell("setting", str(step))


class Student:
    """Does exercises and receives cards for the deck, in the program's own exercise mode."""

    def __init__(self, place: Place, chance: random.Random) -> None:
        """Open the exercise mode."""
        self._place = place
        self._chance = chance
        self._outbox: Outbox = queue.SimpleQueue()
        self._room = ExerciseService(self._outbox)
        self._performers = Performers()
        self._room.declare(self._performers)

    def work(self) -> None:
        """Do some exercises."""
        for number in range(_ROUNDS):
            board = Board()
            for move in random_line(self._chance, 12):
                board.push(move)
            move = self._chance.choice(board.legal_moves())
            key = f"{self._place.life}-{number}"
            task = SolvingTask(board.fen(), (move,), ExerciseKind.MATE)
            is_solved = self._chance.random() < 0.5
            self._performers.perform(KeepSolving(Assignment(task, key, "pack"), is_solved, 0, 0, 1.0))
            self._await_kept()
            self._place.tell("attempt", key)
            self._performers.perform(KeepMistakes((ReviewMistake(board.fen(), move, (move,), 0.5),)))
            self._await_kept()
            self._place.tell("card", board.fen())
            time.sleep(self._chance.uniform(0.0, _PAUSE_S))
        self._room.close()

    def _await_kept(self) -> None:
        """Wait until everything ordered is in the library, or in the file where it waits to be added."""
        while not self._room.is_idle:
            time.sleep(_GLANCE_S)
        self._room.retry(time.monotonic())
        while not self._outbox.empty():
            event = self._outbox.get()
            assert not isinstance(event, Notify), event


class Pupil:
    """Earns stars, ends lessons, marks games, and looks at masters' games."""

    def __init__(self, place: Place, chance: random.Random) -> None:
        """Create the pupil without opening anything."""
        self._place = place
        self._chance = chance

    def work(self) -> None:
        """Earn stars, end lessons, mark games and look at masters' games, several times."""
        course = f"life{chr(ord('a') + self._place.life)}"
        for number in range(1, _ROUNDS + 1):
            key = f"{course}.{number}"
            LESSONS.keep({key: 3})
            self._place.tell("star", key)
            with ExerciseLog() as log:
                log.note_lesson(course, key, utc_now())
            self._place.tell("lesson", key)
            line = random_line(self._chance, 30)
            with Library() as library:
                library.star(library.keep(game_of(line), Played("2026-03-02")), starred=True)
            self._place.tell("starred", text_of(line))
            self._place.tell("masters", str(masters_games()))
            time.sleep(self._chance.uniform(0.0, _PAUSE_S))


class Rival:
    """Another program that repeatedly locks the library for a while."""

    def __init__(self, _place: Place, chance: random.Random) -> None:
        """Create the rival without opening anything."""
        self._chance = chance

    def work(self) -> None:
        """Lock and release the library repeatedly."""
        for _ in range(_GAMES):
            time.sleep(self._chance.uniform(0.0, _FREE_S))
            if default_path().exists():
                with contextlib.closing(connect(default_path())) as library, transaction(library):
                    time.sleep(self._chance.uniform(0.0, _TAKEN_S))


class Clerk:
    """Imports, converts and records games with the program's commands."""

    def __init__(self, place: Place, chance: random.Random) -> None:
        """Create the clerk without opening anything."""
        self._place = place
        self._chance = chance

    def work(self) -> None:
        """Import, convert and record games, several times."""
        home, aside, life = self._place.home, self._place.aside, self._place.life
        for number in range(_ROUNDS):
            name = f"{life}-{number}"
            line = random_line(self._chance, 30)
            moves = text_of(line)
            source = aside / f"{name}.pgn"
            write_games(source, [game_of(line, Red=name)])
            self._run("library", "import", str(source))
            self._place.tell("import", name)
            (home / "records").mkdir(exist_ok=True)
            self._run("convert", str(source), "-o", str(home / "records" / f"{name}.xml"), "--to", "xml")
            self._place.tell("record", f"records/{name}.xml={moves}")
            match = RecordFile(home / "match.pgn")
            match.add(game_of(line, Red=name))
            self._place.tell("match", name)
            match.close()

    @staticmethod
    def _run(*words: str) -> None:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            code = command(words)
        assert code == 0, said.getvalue()


class Program(Protocol):
    """A part of the program that is at work."""

    def work(self) -> None:
        """Do the work, report each confirmed result, and end."""


def masters_games() -> int:
    """Return the number of games in the library of masters' games, making it if it is missing or damaged."""
    with (
        mock.patch.object(masters, "shipped", few_masters),
        masters.open_masters(masters.Script.SIMPLIFIED) as library,
    ):
        return len(library.places(Query()))


Begin = Callable[[Place, random.Random], Program]
PROGRAMS: Final[tuple[Begin, ...]] = (Window, Student, Pupil, Clerk, Rival)
