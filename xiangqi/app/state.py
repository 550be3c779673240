"""The whole session as plain frozen data: what the window draws, and what `update` maps to its successor.

Pieces on the shown board, legal targets and texts of moves are not stored here: `app.view` derives and caches
them. Several documents may be open. They lie in a pile, `AppState.documents`; the last one is on the board. A
game goes on wherever it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from xiangqi.app.analysis.judgement import Judgement
from xiangqi.app.analysis.state import Analysis, Preview
from xiangqi.app.board_input.selection import Selection
from xiangqi.app.coach.state import Coaching, Guide
from xiangqi.app.document import Document
from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.engines.state import EngineProbe, Search
from xiangqi.app.event import Tone
from xiangqi.app.exercises.state import PracticeSummary, Training
from xiangqi.app.game.players import SessionGame, Setup
from xiangqi.app.game.state import Replay, ResumeOffer
from xiangqi.app.intent import Intent
from xiangqi.app.library.state import LibraryState
from xiangqi.app.mode import Challenge, GameInProgress, Puzzle, SetUp
from xiangqi.app.records.state import Film, Folder, Loading
from xiangqi.app.share.state import Share
from xiangqi.i18n.message import Message
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings


@dataclass(frozen=True)
class Toast:
    """A short notice that goes by itself."""

    message: Message  # what it says
    tone: Tone  # how it looks
    until: float  # time in seconds when it goes


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
    SHARE = "share"  # how the game looks as a picture or a document


@dataclass(frozen=True)
class Question:
    """Asked before work would be lost, answered by Answer(yes)."""

    message: Message  # the question
    then: Intent  # what is done on yes
    unsaved: bool = False  # the record has changes that yes would discard; they can be saved first
    instead: Intent | None = None  # another answer, which loses nothing; it is that of Enter


@dataclass(frozen=True)
class AppState:
    """The session."""

    # all that are open; the last one is on the board, and one at least is a game that is played
    documents: tuple[Document, ...] = field(default_factory=lambda: (_empty_game(),))
    solved: frozenset[str] = frozenset()  # the puzzles that have been solved, as puzzle_goal.key_of names them
    session_results: tuple[SessionGame, ...] = ()  # games between friends that have ended since the start
    flipped: bool = False  # Black at the bottom
    selection: Selection = field(default_factory=Selection)  # selection, drag, typed text, refusal
    replay: Replay | None = None  # the judged cycle that ended the line on the board is being looked at
    # comments are written beside a game that is played, and what is tried out in it is a variation
    notes: bool = False
    analysis: Analysis | None = None  # positions are being analysed, None when they are not
    # what engines have said about positions, by their keys
    judgements: Mapping[int, Judgement] = field(default_factory=dict)
    preview: Preview | None = None  # a line that is played out on the board for a look
    coaching: Coaching = field(default_factory=Coaching)  # what the coach has said, and is asked
    attacks: bool = False  # how often each point is attacked is shown on the board
    search: Search | None = None  # what the engine is thinking about
    # commands of the engines that need a while before they are ready
    preparing: tuple[tuple[str, ...], ...] = ()
    panel: Panel | None = None  # the open one
    # choices of the new-game panel, those of the last new game at first
    draft: Setup = field(default_factory=Setup)
    folder: Folder = field(default_factory=Folder)  # listing of the open and save panels
    probe: EngineProbe | None = None  # the external engine that is shown
    question: Question | None = None  # asked before work would be lost; modal
    leaving: Intent | None = None  # what is to be done once the document on the board is saved
    discarded_revisions: tuple[int, ...] = ()  # numbers of the revisions that the player has agreed to lose
    # numbers of the revisions of documents that are kept against a crash; less than 0 for what is kept of an
    # earlier run
    kept: tuple[int, ...] = ()
    # time in seconds before which no other is kept; no part of what is compared
    keep_due: float = field(default=0.0, compare=False)
    resume: ResumeOffer | None = None  # an unfinished game is on offer
    training: Training | None = None  # the exercises that are gone through
    practice: PracticeSummary | None = None  # what is known of those done before, None before it has been read
    loading: Loading | None = None  # a file being read
    library: LibraryState = field(default_factory=LibraryState)  # what is asked of the library
    film: Film | None = None  # a game being drawn into a file
    share: Share | None = None  # what is looked at before it is written
    guide: Guide | None = None  # the game is the guided first one
    toasts: tuple[Toast, ...] = ()  # oldest first
    settings: Settings = field(default_factory=Settings)  # the player's choices
    quitting: bool = False  # the window should close
    today: str = ""  # the date as PGN writes it, for new games
    next_id: int = 1  # the next search or load gets this stamp
    # time in seconds of the last tick; no part of what is compared, so that a tick alone changes nothing
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
    def last_played(self) -> GameInProgress | None:
        """The game that can be played once more: the one on the board, else the last one; no puzzle is one."""
        plays = (document.play for document in reversed(self.documents))
        return next((play for play in plays if play is not None and not isinstance(play, Puzzle)), None)

    @property
    def play(self) -> GameInProgress:
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
        """Return whether a document has unsaved changes nobody agreed to lose; never an unfinished game."""
        unfinished = document.play is not None and document.play.end is None
        return document.unsaved and document.tree.number not in self.discarded_revisions and not unfinished

    def find(self, document_id: int) -> Document | None:
        """Return an open document."""
        return next((document for document in self.documents if document.id == document_id), None)

    def put(self, document: Document) -> AppState:
        """Return the state with a document as it is now, where it lies."""
        documents = tuple(document if old.id == document.id else old for old in self.documents)
        return replace(self, documents=documents)

    def put_play(self, play: GameInProgress) -> AppState:
        """Return the state with the game that is played gone on in some way that leaves its moves alone."""
        return self.put(self.game.with_play(play))

    def on_top(self, document: Document) -> AppState:
        """Return the state with a document on the board, whether it was open before or not."""
        others = tuple(other for other in self.documents if other.id != document.id)
        return replace(self, documents=(*others, document))

    def without(self, document_id: int) -> AppState:
        """Return the state with a document closed."""
        return replace(self, documents=tuple(other for other in self.documents if other.id != document_id))


def _empty_game() -> Document:
    game = Game()
    return Document.of(0, game, GameInProgress(game.root))
