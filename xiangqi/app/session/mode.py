"""Modes of a document: which moves are allowed on its board, and to whom.

In `Study` any move may be made anywhere. In `GameInProgress` the players move in turn at the end of the game's
line; a `Puzzle` is such a game with a goal, and a game between engines is watched (`Setup.is_watched`). In
`SetUp` pieces may be placed anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import lru_cache

from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session.players import Setup
from xiangqi.app.session.time_control import Clock
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info
from xiangqi.line import Line
from xiangqi.records.tree import GameNode
from xiangqi.referee import Outcome


@dataclass(frozen=True)
class Study:
    """Any side may move in any position; a new move becomes a variation."""


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
    GIVEN = "given moves"  # moves already on the board when the game began


@dataclass(frozen=True)
class GameInProgress:
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
    paused: bool = False  # whether moves are blocked, the clock is stopped and no engine is thinking
    stepping: bool = False  # whether to pause again after the next move
    helped: bool = False  # whether two people at one screen have agreed to be shown good moves
    unrated: tuple[Unrated, ...] = ()  # the kinds of help the player has had, in order
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

    def word(self, side: int) -> Info | None:
        """Return the latest report of RED's or BLACK's engine, from that side's view."""
        return self.words[side != RED]

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has begun and is not over, so that leaving it would lose something."""
        return self.tip.parent is not None and self.end is None

    @property
    def is_contest(self) -> bool:
        """Whether the game is timed and not over, so that neither help nor take-backs are allowed."""
        return self.clock is not None and self.end is None

    @property
    def is_exercise(self) -> bool:
        """Whether the game is an exercise, in which no engine plays and each move is judged."""
        return False


@dataclass(frozen=True)
class Improvement:
    """The task of finding a better move than the one played in a position."""

    played: Move  # the mistake
    best: Move  # the engine's move
    chance: float  # its winning chance for the side to move, 0.0 to 1.0

    @property
    def headers(self) -> dict[str, str]:
        """The task as tags of a record."""
        return {"Played": str(self.played), "Best": str(self.best), "Chance": f"{self.chance:.3f}"}


@dataclass(frozen=True)
class Origin:
    """The document in which a practised mistake was made, to which the player returns."""

    document_id: int
    analysed: bool  # whether its analysis was on show


@dataclass(frozen=True)
class Puzzle(GameInProgress):
    """A game with a goal, such as a win or a better first move."""

    draw: bool = False  # the goal is a draw rather than a win
    task: Improvement | None = None  # the better move to be found; None to play the game to its end
    found: bool | None = None  # whether the first move was a better one; None while unknown
    origin: Origin | None = None  # where the mistake was made; None for a puzzle of a file

    @property
    def is_unfinished(self) -> bool:
        """The same as for a game, but False for a mistake being practised, which can be started again."""
        return self.task is None and super().is_unfinished


class ChallengeState(str, Enum):
    """The states of a challenge."""

    ASKED = "asked"  # the player is to move or to judge
    JUDGED = "judged"  # the player's move is being judged
    ANSWERED = "answered"  # the move was right; the reply is about to be made
    REFUTED = "refuted"  # the move was wrong; its refutation is shown
    SHOWN = "shown"  # the player has requested the solution
    SOLVED = "solved"


class HintLevel(IntEnum):
    """How much of the next move has been revealed."""

    NOTHING = 0
    THEME = 1
    PIECE = 2
    SQUARE = 3
    LINE = 4


@dataclass(frozen=True, kw_only=True)
class Challenge(Puzzle):
    """An exercise: every move of the player is judged, and wrong moves are refuted and taken back."""

    assignment: Assignment  # the task
    state: ChallengeState = ChallengeState.ASKED
    reply: Move | None = None  # the reply about to be made
    refutation: tuple[Move, ...] = ()  # the last wrong move and its refutation; () before the first one
    hint_level: HintLevel = HintLevel.NOTHING  # how much of the move to find has been revealed
    hints: int = 0  # the number of hint levels requested in all
    wrong: int = 0  # the number of wrong moves
    kept: bool = False  # whether the outcome is known and stored, after which nothing changes it
    # time in seconds when it was started; ignored in comparisons
    asked_at: float = field(default=0.0, compare=False)
    took_s: float | None = None  # time taken until the outcome was known
    # time in seconds of the next automatic step; excluded from comparisons
    due: float = field(default=0.0, compare=False)

    @property
    def is_unfinished(self) -> bool:
        """False, since an exercise can be started again."""
        return False

    @property
    def is_exercise(self) -> bool:
        """True, since no engine plays."""
        return True

    @property
    def keeps_goal(self) -> bool:
        """Whether a finished game has ended as the task requires."""
        if self.end is None:
            return False
        held = self.end.winner is None and self.assignment.task.kind.value == "save"
        return held or self.end.winner == self.setup.human_side

    @property
    def is_answer(self) -> bool:
        """Whether the last move is the player's, who makes the first move and every second one after it."""
        return len(self.moves) % 2 == 1

    @property
    def card(self) -> int | None:
        """The number of the deck's card if it has been reviewed and can be removed, or None."""
        over = self.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
        return self.assignment.card.number if over and self.assignment.card is not None else None

    @property
    def next_move(self) -> Move | None:
        """The move to be found; None if play has left the solution or reached its end."""
        solution, played = self.assignment.task.solution, self.moves
        on_it = solution[: len(played)] == played and len(played) < len(solution)
        return solution[len(played)] if on_it and not self.is_answer else None


@dataclass(frozen=True)
class SetUp:
    """A position is being set up: any piece may be placed anywhere."""

    editor: Editor  # the position, with undo and redo


Mode = Study | GameInProgress | SetUp | Learning
