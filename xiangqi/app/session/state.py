"""The whole session as plain frozen data: what the window draws and `update` transforms.

Pieces, legal targets and move texts of the shown board are not stored here: `session.view` derives and caches
them. Several documents may be open. They form a pile, `AppState.documents`, of which the last is on the board.
A game continues even if it is not on top of the pile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.session.analysis import Analysis, Preview, ReviewProgress
from xiangqi.app.session.coaching import Coaching
from xiangqi.app.session.document import Document
from xiangqi.app.session.files import Film, Folder, Loading, Saving
from xiangqi.app.session.judgement import Judgement
from xiangqi.app.session.mode import DocumentKind, GameInProgress, Mode
from xiangqi.app.session.players import SessionGame, Setup
from xiangqi.app.session.replay import Replay, ResumeOffer
from xiangqi.app.session.searches import EngineProbe, Search
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.training import PracticeSummary
from xiangqi.board import Move
from xiangqi.i18n.message import Message
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings

M = TypeVar("M", bound=Mode)
P = TypeVar("P")


@dataclass(frozen=True)
class Toast:
    """A short message that disappears after a while."""

    message: Message  # the text
    tone: Tone  # its look
    until: float  # the time at which it disappears, in seconds


class Panel(str, Enum):
    """The panels, one of which may be open beside or over the board."""

    WELCOME = "welcome"  # at the first start: which pieces the player can read
    START = "start"  # everything that can be started or continued
    EXERCISES = "exercises"  # the choice of exercises
    COURSES = "courses"
    CLASSICS = "classics"  # the levels of one course of classics
    RATING = "rating"
    NEW_GAME = "new_game"
    OPEN_FILE = "open_file"
    SAVE_FILE = "save_file"
    EXPORT = "export"  # a file for games of the library
    GAME_LIST = "game_list"  # the games of a file with several
    SETTINGS = "settings"
    HELP = "help"
    RULES = "rules"
    LESSONS = "lessons"  # the first lessons, with the progress in them
    DETAILS = "details"  # players, place and date of an opened record
    ENGINES = "engines"  # the external engines that were added
    ADD_ENGINE = "add_engine"  # choosing the program of a new engine
    LIBRARY = "library"
    FOUND_GAMES = "found_games"  # the games of the library that were asked for last, on whichever page
    INSIGHTS = "insights"  # insights into a player's games
    PLAYER = "player"  # the pages about another player
    ENGINE = "engine"  # the options of one engine
    SHARE = "share"  # the game as a picture or a document
    PICTURE = "picture"  # a picture from which a position is read


@dataclass(frozen=True)
class Question:
    """A question to the player, which an Answer answers."""

    message: Message  # the text
    then: Intent  # the intent carried out on a yes
    unsaved: bool = False  # whether a yes would discard changes, which can be saved first
    instead: Intent | None = None  # the intent of a third answer that loses nothing, also given by Enter
    stops_clock: bool = False  # whether the clock of the game is stopped until the answer


class Overlay:
    """The base of a feature's part of the state that lies over everything while the state holds it."""


@dataclass(frozen=True)
class AppState:
    """The state of the session."""

    # all open documents; the last one is on the board, and at least one is a game
    documents: tuple[Document, ...] = field(default_factory=lambda: (_empty_game(),))
    stars: Mapping[str, int] = field(default_factory=dict)  # the stars, 1 to 3, by task of the first lessons
    solved: frozenset[str] = frozenset()  # the puzzles that have been solved, as solved.key_of names them
    session_results: tuple[SessionGame, ...] = ()  # games between friends that have ended since the start
    flipped: bool = False  # Black at the bottom
    selection: Selection = field(default_factory=Selection)  # selection, drag, typed text, refusal
    replay: Replay | None = None  # the replay of the judged cycle that ended the line on the board
    notes: bool = False  # whether notes on a game are open, so that comments can be written
    analysis: Analysis | None = None  # the analysis in progress, or None
    # reviews of ended games that were begun without being asked for and are not finished, oldest first
    owed_reviews: tuple[ReviewProgress, ...] = ()
    # engines' judgements of positions, by key
    judgements: Mapping[int, Judgement] = field(default_factory=dict)
    preview: Preview | None = None  # the line previewed on the board
    coaching: Coaching = field(default_factory=Coaching)  # the coach's questions and answers
    attacks: bool = False  # whether the board shows how often each point is attacked
    search: Search | None = None  # the current search for the game
    # commands of the engines that are not ready yet
    preparing: tuple[tuple[str, ...], ...] = ()
    panel: Panel | None = None  # the open panel
    # choices of the new-game panel, those of the last new game at first
    draft: Setup = field(default_factory=Setup)
    draft_moves: tuple[Move, ...] = ()  # moves on the board when that game begins, as in a record played on
    folder: Folder = field(default_factory=Folder)  # listing of the open and save panels
    typed: Folder = field(default_factory=Folder)  # listing of the folder of a path being typed there
    probe: EngineProbe | None = None  # the external engine whose options are shown
    question: Question | None = None  # a modal question asked before something is lost
    saving: Saving = field(default_factory=Saving)  # unsaved changes and their draft
    resume: ResumeOffer | None = None  # the unfinished game that is offered
    practice: PracticeSummary | None = None  # the progress in exercises; None before it has been read
    loading: Loading | None = None  # the file being read
    film: Film | None = None  # the film being drawn
    # the features' parts, by their classes
    parts: Mapping[type[object], object] = field(default_factory=dict)
    toasts: tuple[Toast, ...] = ()  # oldest first
    settings: Settings = field(default_factory=Settings)  # the player's choices
    acting: int | None = None  # the game that goes on beneath an exercise, while it is acted upon
    quitting: bool = False  # whether the window should close
    today: str = ""  # the date in PGN form, for new games
    next_id: int = 1  # the id of the next search, load or document
    # time in seconds of the last tick; ignored in comparisons, so that a tick alone changes nothing
    now: float = field(default=0.0, compare=False)

    @property
    def document(self) -> Document:
        """The document on the board."""
        return self.documents[-1]

    @property
    def current_game(self) -> Document:
        """The current game: the one acted upon, the exercise on the board, or the game in the journal."""
        acting = None if self.acting is None else self.find(self.acting)
        if acting is not None:
            return acting
        return (
            self.document
            if self.document.play is not None and self.document.play.is_exercise
            else self.kept_game
        )

    @property
    def kept_game(self) -> Document:
        """The game in the journal: the running one, or else the one that was last on the board."""
        games = [document for document in self.documents if document.play and not document.play.is_exercise]
        return next((game for game in reversed(games) if game.play and game.play.end is None), games[-1])

    @property
    def own_game(self) -> Document | None:
        """The game that Play shows: the live one, or else the latest that has ended; None before the first."""
        games = [document for document in self.documents if document.is_own_game]
        running = [game for game in games if game.play is not None and game.play.end is None]
        return max(running or games, key=lambda game: game.id, default=None)

    @property
    def last_played(self) -> GameInProgress | None:
        """The topmost game that is not an exercise, which a rematch repeats; None if there is none."""
        plays = (document.play for document in reversed(self.documents))
        return next(
            (play for play in plays if play is not None and play.kind is not DocumentKind.EXERCISE), None
        )

    @property
    def play(self) -> GameInProgress:
        """The state of the current game."""
        play = self.current_game.play
        assert play is not None  # the game was found by it
        return play

    @property
    def left_game(self) -> Document | None:
        """The unfinished game that the player can continue, or None."""
        games = [document for document in self.documents if document.play is not None]
        waiting = [game for game in games if game.play and game.play.is_unfinished]
        return waiting[-1] if waiting else None

    @property
    def is_overlaid(self) -> bool:
        """Whether an overlay lies over everything but a question, so that nothing else reacts."""
        return any(isinstance(part, Overlay) for part in self.parts.values())

    @property
    def is_board_covered(self) -> bool:
        """Whether a question, an overlay or a panel is open, below which nothing reacts.

        A position read from a picture is corrected on the board, beside its panel.
        """
        corrected = self.panel is Panel.PICTURE and self.document.mode.arranges
        over = self.question is not None or self.is_overlaid
        return over or (self.panel is not None and not corrected)

    def part(self, kind: type[P]) -> P:
        """Return a feature's part of the state, whose class has a default for every field."""
        found = self.held(kind)
        return kind() if found is None else found

    def held(self, kind: type[P]) -> P | None:
        """Return a feature's part of the state, or None if it has none now."""
        found = self.parts.get(kind)
        return found if isinstance(found, kind) else None

    def with_part(self, part: object) -> AppState:
        """Return the state with a new version of a feature's part."""
        return replace(self, parts={**self.parts, type(part): part})

    def without_part(self, kind: type[object]) -> AppState:
        """Return the state without a feature's part."""
        return replace(self, parts={own: part for own, part in self.parts.items() if own is not kind})

    def mode(self, kind: type[M]) -> M | None:
        """Return the mode of the document on the board if it is of a kind, or None."""
        mode = self.document.mode
        return mode if isinstance(mode, kind) else None

    @property
    def shown_analysis(self) -> Analysis | None:
        """The analysis that the player sees; None while an ended game is reviewed in the background."""
        return None if self.analysis is None or self.analysis.quiet else self.analysis

    @property
    def reviews_another(self) -> bool:
        """Whether the review in progress is of a line other than the one on the board."""
        review = self.analysis.review if self.analysis is not None else None
        return review is not None and review.line != self.document.line

    def must_keep(self, document: Document) -> bool:
        """Return whether a document has unsaved changes that the player has not agreed to lose.

        It is False for an analysis, which is kept, and for an unfinished game, unless the disk refused that.
        """
        if document.mode.needs_no_saving or document.tree.number in self.saving.discarded:
            return False
        unfinished = document.play is not None and document.play.end is None
        return self.is_refused(document) or (document.unsaved and not unfinished)

    def is_refused(self, document: Document) -> bool:
        """Return whether a document is a game with moves that would be lost, since the disk refused it."""
        return document.id in self.saving.unkept and document.play is not None and bool(document.play.moves)

    def find(self, document_id: int) -> Document | None:
        """Return the open document with this id, or None."""
        return next((document for document in self.documents if document.id == document_id), None)

    def put(self, document: Document) -> AppState:
        """Return the state with a new version of an open document at the same place."""
        documents = tuple(document if old.id == document.id else old for old in self.documents)
        return replace(self, documents=documents)

    def put_play(self, play: GameInProgress) -> AppState:
        """Return the state with a new state of the current game, which has the same moves."""
        return self.put(self.current_game.with_play(play))

    def on_top(self, document: Document) -> AppState:
        """Return the state with a document on the board, opening it if necessary."""
        others = tuple(other for other in self.documents if other.id != document.id)
        return replace(self, documents=(*others, document))

    def without(self, document_id: int) -> AppState:
        """Return the state with a document closed."""
        return replace(self, documents=tuple(other for other in self.documents if other.id != document_id))


def _empty_game() -> Document:
    game = Game()
    return Document.of(0, game, GameInProgress(game.root))
