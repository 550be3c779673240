"""The whole session as plain frozen data: what the window draws and `update` maps to its successor.

What can be computed from this (pieces on the shown board, legal targets, texts of the moves) is not stored
here: `model.view` derives it, cached.

Several documents may be open. They lie in a pile, `AppState.documents`: the last one is on the board. A game
goes on wherever it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from xiangqi.app.model.analysis.analysis_state import Analysis, Preview
from xiangqi.app.model.analysis.coaching import Coaching
from xiangqi.app.model.analysis.judgement import Judgement
from xiangqi.app.model.editor import Editor
from xiangqi.app.model.game.document import Document
from xiangqi.app.model.game.mode import Challenge, Play, Puzzle, SetUp
from xiangqi.app.model.game.players import EveningGame, Setup
from xiangqi.app.model.hand_state import Hand
from xiangqi.app.model.intent import Intent
from xiangqi.app.model.library_state import LibraryState
from xiangqi.app.model.say import Notice
from xiangqi.app.model.training import PracticeSummary, Training
from xiangqi.board import Move
from xiangqi.engine.common.types import Info, Option
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings


@dataclass(frozen=True)
class Replay:
    """The cycle that the referee has judged, gone through once more by the cursor on the board.

    Attributes:
        first: ply of the first position of the cycle; the last one is the end of the game.
        playing: whether the moves follow each other by themselves.
        due: time in seconds of the next move while they do.
    """

    first: int
    playing: bool = False
    due: float = 0.0


class Purpose(str, Enum):
    """What a search is for."""

    PLAY = "play"
    HINT = "hint"
    ADVICE = "advice"


@dataclass(frozen=True)
class Search:
    """The search that an engine is at.

    Attributes:
        id: stamps the engine's replies; never used again.
        document_id: the document whose game it belongs to.
        purpose: a move to play, a hint that is given step by step, or a move that is shown at once.
        side: RED or BLACK, whoever is to move; scores in `info` are from this side's view.
        started: time in seconds.
        info: the engine's last news; None before the first.
        found: the move that it has found, where its time has not come yet.
    """

    id: int
    document_id: int
    purpose: Purpose
    side: int
    started: float
    info: Info | None = None
    found: Move | None = None


class Tone(str, Enum):
    """How a toast looks."""

    QUIET = "quiet"
    NORMAL = "normal"
    ERROR = "error"


@dataclass(frozen=True)
class Toast:
    """A short notice that goes by itself.

    Attributes:
        notice: what it says.
        tone: how it looks.
        until: time in seconds when it goes.
    """

    notice: Notice
    tone: Tone
    until: float


class Panel(str, Enum):
    """The one panel that is open beside or over the board."""

    WELCOME = "welcome"  # at the first start: which pieces can be read
    START = "start"  # everything that one may want to begin with
    EXERCISES = "exercises"  # which exercises to solve
    COURSES = "courses"
    RATING = "rating"
    NEW_GAME = "new_game"
    OPEN_FILE = "open_file"
    SAVE_FILE = "save_file"
    EXPORT = "export"  # where games of the library are to be written
    GAME_LIST = "game_list"  # the games of a file with several
    SETTINGS = "settings"
    HELP = "help"
    RULES = "rules"
    DETAILS = "details"  # who played where and when, of an opened record
    ENGINES = "engines"  # the external engines that were added
    ADD_ENGINE = "add_engine"  # the program of another one is chosen
    LIBRARY = "library"
    ENGINE = "engine"  # what can be set of one of them


@dataclass(frozen=True)
class Question:
    """Asked before work would be lost, answered by Answer(yes).

    Attributes:
        notice: the question.
        then: what is done on yes.
        unsaved: the record has changes that yes would discard; they can be saved first.
        instead: another answer, which loses nothing; it is that of Enter.
    """

    notice: Notice
    then: Intent
    unsaved: bool = False
    instead: Intent | None = None


@dataclass(frozen=True)
class FolderEntry:
    """One line of the file list.

    Attributes:
        name: of the file or folder.
        is_folder: whether it can be entered.
        size: in bytes, 0 for folders.
    """

    name: str
    is_folder: bool
    size: int = 0


@dataclass(frozen=True)
class Folder:
    """What the open and save panels show.

    Attributes:
        path: the folder, None before the first listing.
        entries: folders first, then records, by name.
        error: why it cannot be listed, "" if it can.
        programs: what can be run is listed instead of records.
    """

    path: Path | None = None
    entries: tuple[FolderEntry, ...] = ()
    error: str = ""
    programs: bool = False


@dataclass(frozen=True)
class EngineProbe:
    """An engine that is asked who it is and what can be set.

    Attributes:
        id: stamps its answers.
        command: its program and arguments.
        name: "" until a new engine has said it.
        options: what can be set; None until it has answered.
        failure: why it does not answer, "" as long as it may.
    """

    id: int
    command: tuple[str, ...]
    name: str = ""
    options: tuple[Option, ...] | None = None
    failure: str = ""


@dataclass(frozen=True)
class Loading:
    """A file that is being read in the background.

    Attributes:
        id: stamps its messages; those of an older load are dropped.
        name: of the file.
        count: games read so far.
        share: how much of the file that is, up to 1; 0 where its format does not tell.
    """

    id: int
    name: str
    count: int = 0
    share: float = 0.0


@dataclass(frozen=True)
class Guide:
    """The guided first game.

    Attributes:
        document_id: of the game; another one is not guided.
        step: which of the things to say is said.
    """

    document_id: int
    step: int = 0


@dataclass(frozen=True)
class Film:
    """A game that is being drawn into a file.

    Attributes:
        id: stamps its reports.
        name: of the file.
        done: moves drawn so far.
        count: of all moves.
    """

    id: int
    name: str
    done: int
    count: int


@dataclass(frozen=True)
class ResumeOffer:
    """An unfinished game found at the start. Not modal: the board is usable, a bar asks.

    Attributes:
        document: the game as the journal holds it.
        flipped: whether the board was turned.
        damaged: the journal was faulty and this is what it holds before the fault.
    """

    document: Document
    flipped: bool = False
    damaged: bool = False

    @property
    def play(self) -> Play:
        """The game: its players, moves and clock."""
        if self.document.play is None:
            raise AssertionError("what is offered is a game")
        return self.document.play


@dataclass(frozen=True)
class AppState:
    """The session.

    Attributes:
        documents: all that are open; the last one is on the board, and one at least is a game that is played.
        solved: the puzzles that have been solved, as puzzle_goal.key_of names them.
        evening: games between friends that have ended since the start.
        flipped: Black at the bottom.
        hand: selection, drag, typed text, refusal.
        replay: the judged cycle that ended the line on the board is being looked at.
        notes: comments are written beside a game that is played, and what is tried out in it is a variation.
        analysis: positions are being analysed, None when they are not.
        judgements: what engines have said about positions, by their keys.
        preview: a line that is played out on the board for a look.
        coaching: what the coach has said, and is asked.
        attacks: how often each point is attacked is shown on the board.
        search: what the engine is thinking about.
        preparing: commands of the engines that need a while before they are ready.
        panel: the open one.
        draft: choices of the new-game panel, those of the last new game at first.
        folder: listing of the open and save panels.
        probe: the external engine that is shown.
        question: asked before work would be lost; modal.
        leaving: what is to be done once the document on the board is saved.
        given_up: numbers of the revisions that the player has agreed to lose.
        kept: numbers of the revisions of documents that are kept against a crash; less than 0 for what is kept
            of an earlier run.
        keep_due: time in seconds before which no other is kept; no part of what is compared.
        resume: an unfinished game is on offer.
        training: the exercises that are gone through.
        practice: what is known of those done before, None before it has been read.
        loading: a file being read.
        library: what is asked of the library.
        film: a game being drawn into a file.
        guide: the game is the guided first one.
        toasts: oldest first.
        settings: the player's choices.
        quitting: the window should close.
        today: the date as PGN writes it, for new games.
        next_id: the next search or load gets this stamp.
        now: time in seconds of the last tick; no part of what is compared, so that a tick alone changes
            nothing.
    """

    documents: tuple[Document, ...] = field(default_factory=lambda: (_empty_game(),))
    solved: frozenset[str] = frozenset()
    evening: tuple[EveningGame, ...] = ()
    flipped: bool = False
    hand: Hand = field(default_factory=Hand)
    replay: Replay | None = None
    notes: bool = False
    analysis: Analysis | None = None
    judgements: Mapping[int, Judgement] = field(default_factory=dict)
    preview: Preview | None = None
    coaching: Coaching = field(default_factory=Coaching)
    attacks: bool = False
    search: Search | None = None
    preparing: tuple[tuple[str, ...], ...] = ()
    panel: Panel | None = None
    draft: Setup = field(default_factory=Setup)
    folder: Folder = Folder()
    probe: EngineProbe | None = None
    question: Question | None = None
    leaving: Intent | None = None
    given_up: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    keep_due: float = field(default=0.0, compare=False)
    resume: ResumeOffer | None = None
    training: Training | None = None
    practice: PracticeSummary | None = None
    loading: Loading | None = None
    library: LibraryState = field(default_factory=LibraryState)
    film: Film | None = None
    guide: Guide | None = None
    toasts: tuple[Toast, ...] = ()
    settings: Settings = field(default_factory=Settings)
    quitting: bool = False
    today: str = ""
    next_id: int = 1
    now: float = field(default=0.0, compare=False)

    @property
    def document(self) -> Document:
        """What is on the board."""
        return self.documents[-1]

    @property
    def game(self) -> Document:
        """The game that is played: the exercise on the board, or the game that the journal holds."""
        return self.document if isinstance(self.document.mode, Challenge) else self.kept_game

    @property
    def kept_game(self) -> Document:
        """The game that the journal holds: the one that goes on, else the one that was on the board last."""
        games = [document for document in self.documents if document.play and not document.play.is_exercise]
        return next((game for game in reversed(games) if game.play and game.play.end is None), games[-1])

    @property
    def last_played(self) -> Play | None:
        """The game that can be played once more: the one on the board, else the last one; no puzzle is one."""
        plays = (document.play for document in reversed(self.documents))
        return next((play for play in plays if play is not None and not isinstance(play, Puzzle)), None)

    @property
    def play(self) -> Play:
        """How the game that is played stands."""
        play = self.game.play
        assert play is not None  # by which it was found
        return play

    @property
    def left_game(self) -> Document | None:
        """The unfinished game that the player would want to go on with, None where there is none."""
        games = [document for document in self.documents if document.play is not None]
        waiting = [game for game in games if game.play and game.play.is_unfinished]
        return waiting[-1] if waiting else None

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle on the board, None where there is none."""
        mode = self.document.mode
        return mode if isinstance(mode, Puzzle) else None

    @property
    def challenge(self) -> Challenge | None:
        """The exercise on the board, None where there is none."""
        mode = self.document.mode
        return mode if isinstance(mode, Challenge) else None

    @property
    def editor(self) -> Editor | None:
        """The position that is being set up on the board, None where none is."""
        mode = self.document.mode
        return mode.editor if isinstance(mode, SetUp) else None

    def must_keep(self, document: Document) -> bool:
        """Whether a document holds what nobody has saved nor agreed to lose."""
        unfinished = document.play is not None and document.play.end is None
        return document.unsaved and document.tree.number not in self.given_up and not unfinished

    def find(self, document_id: int) -> Document | None:
        """An open document."""
        return next((document for document in self.documents if document.id == document_id), None)

    def put(self, document: Document) -> AppState:
        """The state with a document as it is now, where it lies."""
        documents = tuple(document if old.id == document.id else old for old in self.documents)
        return replace(self, documents=documents)

    def put_play(self, play: Play) -> AppState:
        """The state with the game that is played gone on in some way that leaves its moves alone."""
        return self.put(self.game.with_play(play))

    def on_top(self, document: Document) -> AppState:
        """The state with a document on the board, whether it was open before or not."""
        others = tuple(other for other in self.documents if other.id != document.id)
        return replace(self, documents=(*others, document))

    def without(self, document_id: int) -> AppState:
        """The state with a document closed."""
        return replace(self, documents=tuple(other for other in self.documents if other.id != document_id))


def _empty_game() -> Document:
    game = Game()
    return Document.of(0, game, Play(game.root))
