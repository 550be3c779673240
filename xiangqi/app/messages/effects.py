"""What `update` wants done in the world. The runner performs all but the view effects.

`ViewEffect`s need the display or the sound card: the window fetches them with `Runner.take_view_effects()`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from xiangqi.app.messages.library_effects import LibraryEffect
from xiangqi.app.model.training import Assignment, Slip, TrainingRequest
from xiangqi.board import Move
from xiangqi.coach.notes import Question
from xiangqi.disk import FileStamp
from xiangqi.engine.common.types import Limits
from xiangqi.records.revision import Revision
from xiangqi.referee import DEFAULT_RULES, Rules
from xiangqi.storage.settings import Settings


class Role(str, Enum):
    """What an engine's process is for; each role has processes of its own, so that none waits for another."""

    GAME = "game"
    ANALYSIS = "analysis"


@dataclass(frozen=True)
class StartSearch:
    """Let an engine think. Replies carry the id; an engine still at another search is stopped first.

    Attributes:
        search_id: stamp of the replies.
        command: the engine's program and arguments, () for the built-in one.
        start_fen: where the game began.
        moves: played since.
        limits: when to stop.
        level: how strong the built-in engine plays; other engines are not told.
        rules: of the game, for the built-in engine; other engines are not told.
        options: names and values that the player has chosen for the engine.
        restart: start the engine's process anew first, after a failure.
        role: which of the engine's processes searches.
        rating: at which the built-in engine plays instead of the level; None for the level.
        lines: how many of the best moves an analysing engine tells, each with what would follow.
    """

    search_id: int
    command: tuple[str, ...]
    start_fen: str
    moves: tuple[Move, ...]
    limits: Limits
    level: int
    rules: Rules = DEFAULT_RULES
    options: tuple[tuple[str, str], ...] = ()
    restart: bool = False
    role: Role = Role.GAME
    rating: int | None = None
    lines: int = 1


@dataclass(frozen=True)
class StopSearch:
    """Stop the search with this id; its replies are no longer wanted."""

    search_id: int


@dataclass(frozen=True)
class PrepareEngines:
    """A new game begins: its engines start, or clear what they remember of the old one; other players end.

    Attributes:
        commands: of its engines, () for the built-in one, which never ends.
    """

    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ProbeEngine:
    """Start an engine only to ask who it is and what can be set; the answer carries the id."""

    probe_id: int
    command: tuple[str, ...]


@dataclass(frozen=True)
class DropProbe:
    """End the engine that is being asked."""


@dataclass(frozen=True)
class PressEngineButton:
    """Set off an option of an engine that is a button, if the engine runs."""

    command: tuple[str, ...]
    name: str


@dataclass(frozen=True)
class WriteJournal:
    """Keep the game that is played, durably.

    Attributes:
        document_id: which game.
        game: as it is now, with the tags from which it can be taken up again.
    """

    document_id: int
    game: Revision


@dataclass(frozen=True)
class KeepGame:
    """A game is over, or is left with moves in it: the place for it is a library.

    Attributes:
        document_id: which game; when it is given again it has changed.
        game: as it is now, as it would be written.
        clocks: what was left to the mover after each move, in milliseconds, -1 where that is not known; empty
            without a clock.
    """

    document_id: int
    game: Revision
    clocks: tuple[int, ...] = ()


@dataclass(frozen=True)
class DeleteJournal:
    """The game is over and seen, or left: nothing is to be resumed. What the library refuses is kept."""


@dataclass(frozen=True)
class KeepJournal:
    """Put the journal of an unfinished game aside under a name of its own."""


@dataclass(frozen=True)
class WriteDraft:
    """Keep the unsaved documents, durably.

    Attributes:
        games: as they are now, the uppermost first.
        awaited: before the change is shown, as a move of a game is.
    """

    games: tuple[Revision, ...]
    awaited: bool


@dataclass(frozen=True)
class DeleteDraft:
    """All documents are saved or given up: there is nothing to recover."""


@dataclass(frozen=True)
class LoadFile:
    """Read a file of games in the background."""

    load_id: int
    path: Path


@dataclass(frozen=True)
class LoadText:
    """Read games from pasted text in the background."""

    load_id: int
    text: str


@dataclass(frozen=True)
class SaveSolved:
    """Keep which puzzles have been solved."""

    positions: frozenset[str]


@dataclass(frozen=True)
class LoadPractice:
    """Read what has been done of exercises, courses and the deck, and how strong the player is."""


@dataclass(frozen=True)
class LoadTraining:
    """Choose exercises."""

    request: TrainingRequest


@dataclass(frozen=True)
class JudgeAnswer:
    """Look at a move of the player in an exercise.

    Attributes:
        document_id: the exercise; the answer carries it.
        assignment: what is asked for.
        played: moves since its position, both sides'.
        move: the player's, legal.
    """

    document_id: int
    assignment: Assignment
    played: tuple[Move, ...]
    move: Move


@dataclass(frozen=True)
class KeepSolving:
    """Keep what came of an exercise.

    Attributes:
        assignment: the exercise.
        solved: whether it was solved without giving up.
        wrong: wrong moves on the way.
        hints: rungs of the ladder that were asked for.
        seconds: from the question until it was decided.
    """

    assignment: Assignment
    solved: bool
    wrong: int
    hints: int
    seconds: float


@dataclass(frozen=True)
class KeepSlips:
    """Put the player's mistakes of a reviewed game into the deck; those that are there stay as they are."""

    slips: tuple[Slip, ...]


@dataclass(frozen=True)
class DropCard:
    """Take a card out of the deck for good."""

    number: int


@dataclass(frozen=True)
class AbandonLoad:
    """Read no more of the file or text that is being read."""


@dataclass(frozen=True)
class ListFolder:
    """List a folder; None for the player's own documents.

    Attributes:
        path: the folder.
        programs: list what can be run instead of records.
    """

    path: Path | None
    programs: bool = False


@dataclass(frozen=True)
class SavedSource:
    """Which revision of which open document is written.

    Attributes:
        document_id: of the document.
        index: of the game in its file.
        number: of the revision.
    """

    document_id: int
    index: int
    number: int


@dataclass(frozen=True)
class WriteRecord:
    """Write a game in the format that the name of the file tells.

    Attributes:
        path: of the file.
        game: what to write.
        notation: one of settings.NOTATIONS.
        overwrite: whether an existing file may be replaced.
        source: what the report is to be about; None where nobody asks.
        collection: a file of several games that this one was read from: never replaced by this one alone.
        unchanged: replace the file only if it is as the document of the source read or wrote it last.
        seen: what the file was like when the document was read from it, None if it was not.
    """

    path: Path
    game: Revision
    notation: str
    overwrite: bool
    source: SavedSource | None = None
    collection: Path | None = None
    unchanged: bool = False
    seen: FileStamp | None = None


@dataclass(frozen=True)
class CopyRecord:
    """Write a game and put the text on the clipboard: the runner turns it into a CopyText.

    Attributes:
        game: what to write.
        notation: one of settings.NOTATIONS.
        form: a key of WRITERS, of a format that is text.
    """

    game: Revision
    notation: str
    form: str = "pgn"


@dataclass(frozen=True)
class SaveSettings:
    """Keep the settings."""

    settings: Settings


@dataclass(frozen=True)
class MakeFilm:
    """Draw a line of moves into a file: the whole of it as GIF, or its last position as PNG.

    Attributes:
        film_id: stamp of the reports.
        path: of the file; its ending says which of the two.
        start_fen: where the line begins.
        moves: of the line.
        theme, piece_set: how it looks.
        flipped: Black at the bottom.
        overwrite: whether an existing file may be replaced.
    """

    film_id: int
    path: Path
    start_fen: str
    moves: tuple[Move, ...]
    theme: str
    piece_set: str
    flipped: bool
    overwrite: bool


@dataclass(frozen=True)
class StopFilm:
    """End what is being drawn; its file is not written."""


@dataclass(frozen=True)
class AskCoach:
    """Put a question to the coach.

    Attributes:
        question_id: stamp of the answer.
        question: what is asked.
    """

    question_id: int
    question: Question


class Sound(str, Enum):
    """Kinds of sounds."""

    MOVE = "move"
    CAPTURE = "capture"
    CHECK = "check"
    ILLEGAL = "illegal"
    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    LOW_TIME = "low_time"


@dataclass(frozen=True)
class PlaySound:
    """Let a sound be heard, at the volume of the settings."""

    sound: Sound


@dataclass(frozen=True)
class CopyText:
    """Put text on the clipboard."""

    text: str


@dataclass(frozen=True)
class TakePicture:
    """Keep a picture of the board as it is seen, with everything that is drawn upon it."""


ViewEffect = PlaySound | CopyText | TakePicture
Effect = (
    StartSearch
    | StopSearch
    | PrepareEngines
    | ProbeEngine
    | DropProbe
    | PressEngineButton
    | WriteJournal
    | KeepGame
    | DeleteJournal
    | KeepJournal
    | WriteDraft
    | DeleteDraft
    | LoadFile
    | LoadText
    | AbandonLoad
    | SaveSolved
    | LoadPractice
    | LoadTraining
    | JudgeAnswer
    | KeepSolving
    | KeepSlips
    | DropCard
    | ListFolder
    | WriteRecord
    | CopyRecord
    | SaveSettings
    | MakeFilm
    | StopFilm
    | LibraryEffect
    | AskCoach
    | ViewEffect
)
