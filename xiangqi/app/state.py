"""The whole session as plain frozen data: what `ui.draw` reads and `update` maps to its successor.

What can be computed from this (pieces on the shown board, legal targets, texts of the moves) is not stored
here: `app.view` derives it, cached.

Two things can be on the table at once: the running game (`AppState.game`) and an opened record
(`AppState.record`). While a record is open it is what the board shows; the game goes on behind it, and
closing the record returns to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xiangqi.app.analysis_state import Analysis, Preview
from xiangqi.app.clock import UNTIMED, Clock, TimeControl
from xiangqi.app.editor import Editor
from xiangqi.app.hand_state import Hand
from xiangqi.app.judgement import Judgement
from xiangqi.app.say import Notice
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.types import Info, Option
from xiangqi.fen import START_FEN
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.revision import Edit, Revision
from xiangqi.records.tree import Game, GameNode
from xiangqi.referee import Outcome, Rules
from xiangqi.storage.settings import Settings

if TYPE_CHECKING:
    from xiangqi.app.intents import Intent


RESIGNATION: Final = "resignation"
AGREEMENT: Final = "agreement"
TIME: Final = "time"
"""Ends that are the players' affair, beside those of the referee."""


class PlayerKind(str, Enum):
    """Who moves for a side."""

    HUMAN = "human"
    COMPUTER = "computer"  # the built-in engine
    ENGINE = "engine"  # an external UCI or UCCI program


@dataclass(frozen=True)
class Player:
    """Who moves for a side.

    Attributes:
        kind: human, computer or external engine.
        level: 1 to 10, how strong an engine plays; of no meaning for a human.
        command: program and arguments of an external engine.
        name: as a record names the player, "" for none.
    """

    kind: PlayerKind = PlayerKind.HUMAN
    level: int = 1
    command: tuple[str, ...] = ()
    name: str = ""

    @property
    def is_human(self) -> bool:
        """Whether a person moves."""
        return self.kind is PlayerKind.HUMAN


@dataclass(frozen=True)
class Setup:
    """How a game is played: everything the new-game panel chooses.

    Attributes:
        red, black: the players.
        start_fen: the first position.
        rules: for repetition and the natural limit.
        time: what each player gets.
    """

    red: Player = Player()
    black: Player = Player(PlayerKind.COMPUTER)
    start_fen: str = START_FEN
    rules: Rules = field(default_factory=Rules)
    time: TimeControl = UNTIMED

    def player(self, side: int) -> Player:
        """The player of RED or BLACK."""
        return self.red if side == RED else self.black

    @property
    def is_hot_seat(self) -> bool:
        """Two people at one screen."""
        return self.red.is_human and self.black.is_human

    @property
    def is_watched(self) -> bool:
        """Engines play each other."""
        return not (self.red.is_human or self.black.is_human)

    @property
    def human_side(self) -> int | None:
        """The side of the only human, None when there are two or none."""
        if self.red.is_human == self.black.is_human:
            return None
        return RED if self.red.is_human else BLACK


@dataclass(frozen=True)
class RunningGame:
    """The game being played, or just finished.

    Attributes:
        id: grows with every new game; replies for another game are dropped.
        setup: players, start and rules.
        moves: played so far.
        ply: which position is on the board: 0 the start, len(moves) the current one.
        undone: taken back, the next to redo last.
        end: the result once the game is over; to the referee's reasons come RESIGNATION, AGREEMENT and TIME.
        engine_score_cp: an engine's last judgement, from Red's view; None before it has thought.
        engine_failures: of the engine to move, since its last good move.
        date: when it began, as PGN writes it.
        clock: None in an untimed game.
        paused: nobody may move, the clock stands, no engine thinks.
    """

    id: int = 0
    setup: Setup = Setup()
    moves: tuple[Move, ...] = ()
    ply: int = 0
    undone: tuple[Move, ...] = ()
    end: Outcome | None = None
    engine_score_cp: int | None = None
    engine_failures: int = 0
    date: str = ""
    clock: Clock | None = None
    paused: bool = False


@dataclass(frozen=True)
class OpenRecord:
    """An opened file with its games; one of them is on the board.

    Attributes:
        load_id: stamp of the load that fills it.
        name: for the title, the file name or "clipboard".
        path: of the file, None for pasted text.
        games: read so far.
        complete: False while the file is still being read.
        index: which game is shown.
        nodes: the shown line of its tree from the root to the line's end; nodes[ply] is on the board.
        tree: the game on the board as it has been edited.
        moves: of the shown line, one fewer than the nodes.
        ply: which position of the line is on the board.
        done: the edits that led from the game as it was read to the tree, oldest first.
        undone: the edits that were undone, the next to redo last.
        saved: number of the revision that is in a file.
        target: the file that it was saved to in this session, None before.
    """

    load_id: int
    name: str
    path: Path | None
    games: tuple[PackedGame, ...]
    complete: bool
    index: int
    nodes: tuple[GameNode, ...]
    tree: Revision
    moves: tuple[Move, ...] = ()
    ply: int = 0
    done: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()
    saved: int = 0
    target: Path | None = None

    @classmethod
    def of(
        cls,
        load_id: int,
        name: str,
        path: Path | None,
        games: tuple[PackedGame, ...],
        complete: bool,
        first: Game | None = None,
    ) -> OpenRecord:
        """The first of some games, at its start; it is unpacked unless it is given."""
        game = first or games[0].unpack()
        return cls(load_id, name, path, games, complete, 0, (game.root,), Revision.of(game))

    @classmethod
    def alone(cls, load_id: int, game: Game) -> OpenRecord:
        """A game that comes from no file, at its start."""
        return cls(load_id, "", None, (pack(game),), True, 0, (game.root,), Revision.of(game))

    def choose(self, index: int) -> OpenRecord:
        """Another game of the file, at its start; changes to this one are forgotten."""
        first = OpenRecord.of(self.load_id, self.name, self.path, (self.games[index],), self.complete)
        return replace(first, games=self.games, index=index)

    def sealed(self) -> OpenRecord:
        """The same; what is typed from now on is an edit of its own."""
        return replace(self, done=(*self.done[:-1], replace(self.done[-1], topic=None))) if self.done else self

    @property
    def game(self) -> Game:
        """The game on the board as it was read."""
        return self.tree.game

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that are in no file."""
        return self.tree.number != self.saved

    @property
    def node(self) -> GameNode:
        """The node on the board: its comment, its variations."""
        return self.nodes[self.ply]


@dataclass(frozen=True)
class Improvement:
    """A move to be found that is better than one that was played.

    Attributes:
        played: the mistake.
        best: what an engine would have played.
        chance: of winning with that, 0.0 to 1.0, for the side to move.
    """

    played: Move
    best: Move
    chance: float

    @property
    def headers(self) -> dict[str, str]:
        """As tags of a record."""
        return {"Played": str(self.played), "Best": str(self.best), "Chance": f"{self.chance:.3f}"}


@dataclass(frozen=True)
class Puzzle:
    """What the running game is to solve.

    Attributes:
        record: the file it is from, standing at it.
        draw: it is to be drawn, else won.
        task: only a better move is to be found; None for a game to its end.
        found: whether the first move has been such a one, None where that is not known yet.
    """

    record: OpenRecord
    draw: bool
    task: Improvement | None = None
    found: bool | None = None


@dataclass(frozen=True)
class Replay:
    """The cycle that the referee has judged, gone through once more on the board after the game.

    What is on the board is the position of the running game that `RunningGame.ply` tells, as always.

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


@dataclass(frozen=True)
class Search:
    """The search that an engine is at.

    Attributes:
        id: stamps the engine's replies; never used again.
        game_id: the game it belongs to.
        purpose: a move to play or a hint.
        side: RED or BLACK, whoever is to move; scores in `info` are from this side's view.
        started: time in seconds.
        info: the engine's last news; None before the first.
    """

    id: int
    game_id: int
    purpose: Purpose
    side: int
    started: float
    info: Info | None = None


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

    NEW_GAME = "new_game"
    OPEN_FILE = "open_file"
    SAVE_FILE = "save_file"
    GAME_LIST = "game_list"  # the games of a file with several
    SETTINGS = "settings"
    HELP = "help"
    RULES = "rules"
    DETAILS = "details"  # who played where and when, of an opened record
    ENGINES = "engines"  # the external engines that were added
    ADD_ENGINE = "add_engine"  # the program of another one is chosen
    ENGINE = "engine"  # what can be set of one of them


@dataclass(frozen=True)
class Question:
    """Asked before work would be lost, answered by Answer(yes).

    Attributes:
        notice: the question.
        then: what is done on yes.
        unsaved: the record has changes that yes would discard; they can be saved first.
    """

    notice: Notice
    then: Intent
    unsaved: bool = False


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
class Probe:
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
        game_id: of the game; another one is not guided.
        step: which of the things to say is said.
    """

    game_id: int
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
        setup: as it was played.
        moves: all that the journal holds.
        flipped: whether the board was turned.
        date: when it began, as PGN writes it.
        damaged: the journal was faulty and these are the moves before the fault.
        clock: as it stood when the journal was written last.
    """

    setup: Setup
    moves: tuple[Move, ...]
    flipped: bool = False
    date: str = ""
    damaged: bool = False
    clock: Clock | None = None


@dataclass(frozen=True)
class AppState:
    """The session.

    Attributes:
        game: being played or just finished.
        record: open instead of the game on the board, None when there is none.
        puzzle: what the running game is to solve, None for an ordinary game.
        solved: the puzzles that have been solved, as puzzle_goal.key_of names them.
        flipped: Black at the bottom.
        hand: selection, drag, typed text, refusal.
        replay: the judged cycle of the finished game is being looked at.
        editor: a position is being set up; it is on the board instead of game and record.
        analysis: positions are being analysed, None when they are not.
        judgements: what engines have said about positions, by their keys.
        preview: a line that is played out on the board for a look.
        attacks: how often each point is attacked is shown on the board.
        search: what the engine is thinking about.
        preparing: commands of the engines that need a while before they are ready.
        panel: the open one.
        draft: choices in the new-game panel while it is open.
        folder: listing of the open and save panels.
        probe: the external engine that is shown.
        question: asked before work would be lost; modal.
        leaving: what is to be done once the open record is saved.
        kept: number of the revision of the record that is kept against a crash, 0 for none, less for one of an
            earlier run.
        keep_due: time in seconds before which no other is kept; no part of what is compared.
        resume: an unfinished game is on offer.
        loading: a file being read.
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

    game: RunningGame = RunningGame()
    record: OpenRecord | None = None
    puzzle: Puzzle | None = None
    solved: frozenset[str] = frozenset()
    flipped: bool = False
    hand: Hand = field(default_factory=Hand)
    replay: Replay | None = None
    editor: Editor | None = None
    analysis: Analysis | None = None
    judgements: Mapping[int, Judgement] = field(default_factory=dict)
    preview: Preview | None = None
    attacks: bool = False
    search: Search | None = None
    preparing: tuple[tuple[str, ...], ...] = ()
    panel: Panel | None = None
    draft: Setup = Setup()
    folder: Folder = Folder()
    probe: Probe | None = None
    question: Question | None = None
    leaving: Intent | None = None
    kept: int = 0
    keep_due: float = field(default=0.0, compare=False)
    resume: ResumeOffer | None = None
    loading: Loading | None = None
    film: Film | None = None
    guide: Guide | None = None
    toasts: tuple[Toast, ...] = ()
    settings: Settings = field(default_factory=Settings)
    quitting: bool = False
    today: str = ""
    next_id: int = 1
    now: float = field(default=0.0, compare=False)
