"""What the world reports to `update`: time, engines, files. Sent by the runner alone.

`Message` is everything that `update` understands: intents and events.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from xiangqi.app.messages.effects import SavedSource
from xiangqi.app.model.game.document import Stored
from xiangqi.app.model.intent import Intent
from xiangqi.app.model.state import FolderEntry, ResumeOffer
from xiangqi.app.model.training import Assignment, PracticeSummary, TrainingRequest
from xiangqi.board import Move
from xiangqi.coach.notes import Reply
from xiangqi.disk import FileStamp
from xiangqi.engine.common.types import Info, Option
from xiangqi.records.packed import PackedGame
from xiangqi.records.tree import Game


class Event:
    """What the world reports. The runner alone sends it."""


@dataclass(frozen=True)
class Tick(Event):
    """A frame begins; toasts and refusals whose time has come go.

    Attributes:
        now: seconds of a clock that never goes back.
    """

    now: float


@dataclass(frozen=True)
class DayBegan(Event):
    """The player's date is another one.

    Attributes:
        today: as PGN writes it, 2026.01.31.
    """

    today: str


@dataclass(frozen=True)
class SearchInfo(Event):
    """News from the search with this id."""

    search_id: int
    info: Info


@dataclass(frozen=True)
class SearchDone(Event):
    """The search with this id has ended.

    Attributes:
        search_id: its stamp.
        move: None when the engine found none.
        resigns: the engine gives the game up, whatever the move.
        offers_draw: it offers a draw with the move.
    """

    search_id: int
    move: Move | None
    resigns: bool = False
    offers_draw: bool = False


@dataclass(frozen=True)
class SearchFailed(Event):
    """The engine of the search with this id died, broke its protocol or never started."""

    search_id: int
    detail: str


@dataclass(frozen=True)
class EnginesPreparing(Event):
    """Which engines need a while before they are ready, and say so; all others are ready, or soon will be.

    Attributes:
        commands: of these engines, () for the built-in one.
    """

    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class EngineIntroduced(Event):
    """The engine of the probe with this id runs, and says what it is called and what can be set."""

    probe_id: int
    name: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class EngineRefused(Event):
    """The program of the probe with this id does not start, or is no engine."""

    probe_id: int
    detail: str


@dataclass(frozen=True)
class GamesRead(Event):
    """Some more games of the file with this load id.

    Attributes:
        name: of the file.
        path: None for pasted text.
        games: those since the last such message.
        complete: whether these were the last.
        share: how much of the file has been read, up to 1; 0 where its format does not tell.
        first: the first of these games unpacked, which takes longer than a frame for a large tree; None where
            nobody did it. It belongs to whoever takes the message in.
        stored: for each of the games, where it lies in the library; empty for those of a file.
        stamp: of the file as it was before it was read; None for what is no file.
    """

    load_id: int
    name: str
    path: Path | None
    games: tuple[PackedGame, ...]
    complete: bool
    share: float = 0.0
    first: Game | None = field(default=None, compare=False, repr=False)
    stored: tuple[Stored, ...] = ()
    stamp: FileStamp | None = None


@dataclass(frozen=True)
class LoadFailed(Event):
    """The file with this load id cannot be read, or not any further."""

    load_id: int
    name: str
    detail: str


@dataclass(frozen=True)
class FolderListed(Event):
    """The listing of a folder; `error` says why it is empty, `programs` whether it is one of programs."""

    path: Path
    entries: tuple[FolderEntry, ...]
    error: str = ""
    programs: bool = False


@dataclass(frozen=True)
class FileSaved(Event):
    """A game was written to a file.

    Attributes:
        path: of the file.
        source: what was written, None for a running game.
        missing: what of it the format has no place for, as `records.losses` names it.
    """

    path: Path
    source: SavedSource | None = None
    missing: tuple[str, ...] = ()


class Change(Enum):
    """What has become of a file."""

    WRITTEN = "written"
    GONE = "gone"


@dataclass(frozen=True)
class FileExists(Event):
    """A game was to be written, but the file must not be replaced unasked.

    Attributes:
        path: of the file.
        has_more: it is the file that the game was read from, and holds other games too.
        change: what another program has done to it since it was read or written here.
    """

    path: Path
    has_more: bool = False
    change: Change | None = None


@dataclass(frozen=True)
class SaveFailed(Event):
    """A game could not be written to a file."""

    path: Path
    detail: str


@dataclass(frozen=True)
class FilmProgress(Event):
    """So many moves of a film have been drawn."""

    film_id: int
    done: int
    count: int


@dataclass(frozen=True)
class PictureDone(Event):
    """A film or picture has come to its end.

    Attributes:
        film_id: of the film; 0 for a picture of the moment.
        path: of the file, None when there is nothing to say of it.
        detail: why it could not be written, "" if it is there.
    """

    film_id: int
    path: Path | None = None
    detail: str = ""


@dataclass(frozen=True)
class JournalFound(Event):
    """An unfinished game was found at the start.

    Attributes:
        offer: the game.
        set_aside: where a damaged journal was put, None when it was sound.
    """

    offer: ResumeOffer
    set_aside: Path | None = None


@dataclass(frozen=True)
class JournalDamaged(Event):
    """A journal was found from which nothing could be salvaged."""

    set_aside: Path | None


@dataclass(frozen=True)
class JournalKept(Event):
    """An unfinished game was put aside under this name."""

    path: Path


@dataclass(frozen=True)
class UnstoredGameKept(Event):
    """A game that the library did not take is in this file."""

    path: Path


@dataclass(frozen=True)
class UnstoredGameTaken(Event):
    """A game that the library did not take before, or that an earlier run left, is in the library.

    Attributes:
        red, black: names.
    """

    red: str
    black: str


@dataclass(frozen=True)
class DraftRecovered(Event):
    """What an earlier run had not saved of a record is in this file."""

    path: Path


@dataclass(frozen=True)
class JournalFailed(Event):
    """The journal cannot be written; the game goes on without."""

    detail: str


@dataclass(frozen=True)
class JournalDelayed(Event):
    """The disk does not answer: what is shown from now on is not kept yet."""


@dataclass(frozen=True)
class SolvedLoaded(Event):
    """The puzzles that were solved in earlier runs."""

    positions: frozenset[str]


@dataclass(frozen=True)
class SolvedDamaged(Event):
    """The list of solved puzzles was unreadable and was set aside."""

    set_aside: Path | None


@dataclass(frozen=True)
class ClipboardFailed(Event):
    """The window cannot copy anything: there is no clipboard, or it does not take it."""


@dataclass(frozen=True)
class NothingToPaste(Event):
    """The window gets no text from the clipboard: there is none, or more than comes through."""


@dataclass(frozen=True)
class EngineFileRefused(Event):
    """The built-in engine goes on without its network or a book that it cannot use.

    Attributes:
        detail: which file, and why.
    """

    detail: str


@dataclass(frozen=True)
class RunsInterpreted(Event):
    """Nothing can be compiled here, though nobody asked for that: the engine is much slower."""


@dataclass(frozen=True)
class SolvedFailed(Event):
    """The list of solved puzzles cannot be read or written."""

    detail: str


@dataclass(frozen=True)
class PracticeRead(Event):
    """What has been done of exercises so far."""

    summary: PracticeSummary


@dataclass(frozen=True)
class TrainingRead(Event):
    """Exercises that were asked for.

    Attributes:
        request: which ones they are.
        assignments: none where nothing fits.
        results: of each: solved without help or not, None while that is open.
    """

    request: TrainingRequest
    assignments: tuple[Assignment, ...]
    results: tuple[bool | None, ...]


@dataclass(frozen=True)
class AnswerJudged(Event):
    """What becomes of a move of the player in an exercise.

    Attributes:
        document_id: the exercise.
        played: the moves before it.
        move: the player's.
        good: whether it was right; None where that cannot be found out.
        line: after a right move the reply, () when nothing is left to be found; after a wrong one what
            refutes it.
    """

    document_id: int
    played: tuple[Move, ...]
    move: Move
    good: bool | None
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class PracticeFailed(Event):
    """Exercises, or what has been done of them, cannot be read or kept."""

    detail: str


@dataclass(frozen=True)
class PracticeLost(Event):
    """What came of an exercise could be kept neither in the library nor in a file."""

    detail: str


@dataclass(frozen=True)
class WaitingDamaged(Event):
    """What waited for the library was damaged in part; a copy of its file is here."""

    set_aside: Path


@dataclass(frozen=True)
class SettingsDamaged(Event):
    """The settings file was unreadable and was set aside."""

    set_aside: Path | None


@dataclass(frozen=True)
class SettingsFailed(Event):
    """The settings cannot be read or written; the program goes on with what it has."""

    detail: str


@dataclass(frozen=True)
class CoachSaid(Event):
    """What the coach answers to the question with this id."""

    question_id: int
    reply: Reply


@dataclass(frozen=True)
class CoachFailed(Event):
    """The coach has no answer to the question with this id: it has failed."""

    question_id: int
    detail: str


@dataclass(frozen=True)
class LibraryFailed(Event):
    """Something could not be done with the library.

    Attributes:
        detail: what, and why.
        lost_game: it is that a game which is over was not put into it.
    """

    detail: str
    lost_game: bool = False


Message = Intent | Event
