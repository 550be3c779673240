"""Modes of a document: which moves are allowed on its board, and to whom.

In `Study` any move may be made anywhere. In `GameInProgress` the players move in turn at the end of the
game's line; a game between engines is watched (`Setup.is_watched`). Other modes are defined by their
features: the editor's, those of exercises, and that of the first lessons.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import ClassVar

from xiangqi.app.session.players import Setup
from xiangqi.app.session.time_control import Clock
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.records.tree import GameNode
from xiangqi.referee import Outcome


class DocumentKind(str, Enum):
    """The kinds of documents."""

    LIVE_GAME = "live_game"  # a game that is being played
    RECORD = "record"  # an opened record, or a game that has ended
    ANALYSIS = "analysis"  # a board of the player's own, or a position being set up
    EXERCISE = "exercise"
    LESSON = "lesson"
    OPENINGS = "openings"  # the board of Openings


@dataclass(frozen=True)
class Mode:
    """The rules on what may be done with a document on the board, and by whom."""

    # key of the message about requests that have no meaning in this mode; "" if all have one
    refusal: ClassVar[str] = ""
    arranges: ClassVar[bool] = (
        False  # whether pieces are placed freely, so that no move has led to the position
    )
    needs_no_saving: ClassVar[bool] = False  # whether changes are never asked about: kept, or of no worth

    @property
    def kind(self) -> DocumentKind:
        """The kind of document."""
        return DocumentKind.RECORD

    @property
    def is_about_openings(self) -> bool:
        """Whether the document belongs to Openings, whatever its kind."""
        return False

    @property
    def carried(self) -> tuple[int, int] | None:
        """The position in the window, in pixels, of a piece dragged from beside the board, or None."""
        return None

    @property
    def back(self) -> Message | None:
        """The name of Back's destination, or None to name the destination after its page."""
        return None

    @property
    def move_before(self) -> Move | None:
        """The move that led to the document's first position; None if it is not known."""
        return None


@dataclass(frozen=True)
class Study(Mode):
    """Any side may move in any position; a new move becomes a variation."""


@dataclass(frozen=True)
class AnalysisBoard(Study):
    """A study of the player's own, which is kept without being saved."""

    needs_no_saving: ClassVar[bool] = True

    @property
    def kind(self) -> DocumentKind:
        """The kind of document."""
        return DocumentKind.ANALYSIS


@dataclass(frozen=True)
class OpeningsBoard(Study):
    """The board on which openings are looked up, of which there is one; it is not kept."""

    needs_no_saving: ClassVar[bool] = True

    @property
    def kind(self) -> DocumentKind:
        """The kind of document."""
        return DocumentKind.OPENINGS


@lru_cache(maxsize=16)
def _way(tip: GameNode) -> tuple[tuple[GameNode, ...], tuple[Move, ...]]:
    """Return the nodes from the root to a node, both included, and their moves."""
    path = tip.path()
    root = path[0].parent if path else tip
    nodes = path if root is None else [root, *path]
    return tuple(nodes), tuple(node.move for node in path if node.move is not None)


class Unrated(str, Enum):
    """Reasons why a game is unrated; the values are written in its tags."""

    HINT = "hint"
    TAKE_BACK = "take-back"  # includes take-backs the coach offered and playing on from an earlier move
    ANALYSIS = "analysis"  # from the engine, the coach or the library, about the game in progress
    CHOSEN = "choice"  # the player wants no rated games
    GIVEN = "given moves"  # moves already on the board when the game began


@dataclass(frozen=True)
class GameInProgress(Mode):
    """A game that is being played or has ended.

    The game is the path from the root of the document's tree to `tip`. Everything else is a variation that was
    not played.
    """

    tip: GameNode = field(default_factory=GameNode)  # the last move of the game; the root before the first one
    setup: Setup = field(default_factory=Setup)  # players, rules and time control
    # moves that were taken back, the next to redo last. They are no longer in the tree.
    undone: tuple[GameNode, ...] = ()
    # the result of a finished game; in addition to the referee's reasons: RESIGNATION, AGREEMENT, TIME
    end: Outcome | None = None
    # an engine's last judgement, from Red's view; None before it has thought
    engine_score_cp: int | None = None
    # the latest report of Red's and of Black's engine, each from its own view
    words: tuple[Info | None, Info | None] = (None, None)
    engine_failures: int = 0  # failures of the engine to move since its last good move
    clock: Clock | None = None  # None in an untimed game
    begun: bool = True  # False for the placeholder until a game is begun
    paused: bool = False  # whether moves are blocked, the clock is stopped and no engine is thinking
    stepping: bool = False  # whether to pause again after the next move
    helped: bool = False  # whether two people at one screen have agreed to be shown good moves
    unrated: tuple[Unrated, ...] = ()  # the kinds of help the player has had, in order
    continues: int = 0  # the number in the library of the unfinished game that goes on, 0 for none
    # time of the last move in seconds; excluded from comparisons
    moved_at: float = field(default=0.0, compare=False)

    @property
    def nodes(self) -> tuple[GameNode, ...]:
        """The path of the game through the tree, from the root to its last move."""
        return _way(self.tip)[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that have been played."""
        return _way(self.tip)[1]

    @property
    def line(self) -> Line:
        """The game's start position and moves."""
        return Line(self.setup.start_fen, self.moves)

    def standing(self, now: float) -> GameInProgress:
        """Return the same game with its clock stopped at a given time, so that it can be saved."""
        return self if self.clock is None else replace(self, clock=self.clock.standing(now))

    def latest_report(self, side: int) -> Info | None:
        """Return the latest report of RED's or BLACK's engine, from that side's view; None before the first."""
        return self.words[side != RED]

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has a move and is not over, so that it must not be lost."""
        return self.tip.parent is not None and self.end is None

    @property
    def is_done_with(self) -> bool:
        """Whether nothing is left to do in the game, so that its place shows its first page again."""
        return self.end is not None

    @property
    def is_contest(self) -> bool:
        """Whether the game is timed and not over, so that help and take-backs are restricted."""
        return self.clock is not None and self.end is None

    @property
    def kind(self) -> DocumentKind:
        """The kind of document: games that have ended are records."""
        return DocumentKind.LIVE_GAME if self.end is None else DocumentKind.RECORD

    @property
    def is_journalled(self) -> bool:
        """Whether the game is kept in the journal while it is played."""
        return True

    @property
    def is_exercise(self) -> bool:
        """Whether the game is an exercise, in which no engine plays and each move is judged."""
        return False

    @property
    def is_answered(self) -> bool:
        """Whether an engine whose turn it is plays a move; otherwise it only judges the move before."""
        return True

    @property
    def is_judged(self) -> bool:
        """Whether an engine has nothing left to judge, although it is the engine's turn."""
        return False
