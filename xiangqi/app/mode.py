"""Modes of a document: who may move what on its board.

`Study` lets anybody move anywhere. In `Play` the players move, one after the other, at the end of the game's
line; a `Puzzle` is such a game with a goal, and a game between engines is watched (`Play.is_watched`). In
`SetUp` pieces are put where they are wanted; in `Learning` a first lesson is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import lru_cache

from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.players import Setup
from xiangqi.app.game.time_control import Clock
from xiangqi.app.lessons.state import Learning
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.engine.common.types import Info
from xiangqi.line import Line
from xiangqi.records.tree import GameNode
from xiangqi.referee import Outcome


@dataclass(frozen=True)
class Study:
    """Moves are made for both sides, wherever the cursor is; one that is not known there is a variation."""


@lru_cache(maxsize=16)
def _way(tip: GameNode) -> tuple[tuple[GameNode, ...], tuple[Move, ...]]:
    """Return the nodes from the root to a node, both included, and their moves."""
    path = tip.path()
    root = path[0].parent if path else tip
    nodes = path if root is None else [root, *path]
    return tuple(nodes), tuple(node.move for node in path if node.move is not None)


class Unrated(str, Enum):
    """Why a game says nothing of the player's strength; the value stands in its tags."""

    HINT = "hint"
    TAKE_BACK = "take-back"  # includes take-backs the coach offered and playing on from an earlier move
    ANALYSIS = "analysis"  # from the engine, the coach or the library, about the game in progress
    GIVEN = "given moves"  # moves already on the board when the game began


@dataclass(frozen=True)
class GameInProgress:
    """A game that is being played, or has been.

    The game is the way from the root of the document's tree to `tip`. What else hangs on that way are
    variations, which nobody has played.
    """

    tip: GameNode = field(default_factory=GameNode)  # the last move of the game, the root before the first one
    setup: Setup = field(default_factory=Setup)  # players, rules and what the clock gives
    # moves that were taken back, the next to redo last. They are no longer in the tree.
    undone: tuple[GameNode, ...] = ()
    # the result once the game is over; besides the referee's reasons: RESIGNATION, AGREEMENT, TIME
    end: Outcome | None = None
    # an engine's last judgement, from Red's view; None before it has thought
    engine_score_cp: int | None = None
    # the latest report of Red's and of Black's engine, each from its own view
    words: tuple[Info | None, Info | None] = (None, None)
    engine_failures: int = 0  # of the engine to move, since its last good move
    clock: Clock | None = None  # None in an untimed game
    paused: bool = False  # nobody may move, the clock stands, no engine thinks
    stepping: bool = False  # pause again after the next move
    unrated: tuple[Unrated, ...] = ()  # what help the player has had, in the order in which it came
    # time of the last move in seconds; excluded from comparisons
    moved_at: float = field(default=0.0, compare=False)

    @property
    def nodes(self) -> tuple[GameNode, ...]:
        """The game's way through the tree, from the root to its last move."""
        return _way(self.tip)[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """What has been played."""
        return _way(self.tip)[1]

    @property
    def line(self) -> Line:
        """The game's start position and moves."""
        return Line(self.setup.start_fen, self.moves)

    def standing(self, now: float) -> GameInProgress:
        """Return the same with its clock as it stands at a time: what can be written down."""
        return self if self.clock is None else replace(self, clock=self.clock.standing(now))

    def word(self, side: int) -> Info | None:
        """Return the latest report of RED's or BLACK's engine, from its own view."""
        return self.words[side != RED]

    @property
    def is_unfinished(self) -> bool:
        """Whether something would be lost by leaving the game."""
        return self.tip.parent is not None and self.end is None

    @property
    def is_contest(self) -> bool:
        """Whether it is played by the clock and is not over: no help, nothing is taken back."""
        return self.clock is not None and self.end is None

    @property
    def is_exercise(self) -> bool:
        """Whether each move is judged and answered by what is known of the position, and no engine plays."""
        return False


@dataclass(frozen=True)
class Improvement:
    """A move to be found that is better than one that was played."""

    played: Move  # the mistake
    best: Move  # what an engine would have played
    chance: float  # of winning with that, 0.0 to 1.0, for the side to move

    @property
    def headers(self) -> dict[str, str]:
        """The improvement as tags of a record."""
        return {"Played": str(self.played), "Best": str(self.best), "Chance": f"{self.chance:.3f}"}


@dataclass(frozen=True)
class Puzzle(GameInProgress):
    """A game with a goal."""

    draw: bool = False  # the goal is a draw rather than a win
    task: Improvement | None = None  # find a better move only; None to play the game to its end
    found: bool | None = None  # whether the first move was such a better one; None while unknown


class ChallengeState(str, Enum):
    """How far a challenge is."""

    ASKED = "asked"  # the player is to move, or to say how it ends
    JUDGED = "judged"  # the player's move is being looked at
    ANSWERED = "answered"  # it was right; the reply is about to be made
    REFUTED = "refuted"  # it was wrong; what follows is being shown
    SHOWN = "shown"  # the player has asked for the solution
    SOLVED = "solved"


class HintLevel(IntEnum):
    """How much of the next move has been told."""

    NOTHING = 0
    THEME = 1
    PIECE = 2
    SQUARE = 3
    LINE = 4


@dataclass(frozen=True, kw_only=True)
class Challenge(Puzzle):
    """An exercise: every move of the player is judged, wrong ones are refuted and taken back."""

    assignment: Assignment  # what is to be found
    stage: ChallengeState = ChallengeState.ASKED  # how far it is
    reply: Move | None = None  # what is about to be answered
    refutation: tuple[Move, ...] = ()  # what follows the last wrong move, that move first; () before the first
    rung: HintLevel = HintLevel.NOTHING  # how much has been told of the move to find
    hints: int = 0  # rungs that were asked for in all
    wrong: int = 0  # moves that were wrong
    kept: bool = False  # the outcome is known and stored; nothing changes it from now on
    # time in seconds when it was begun; no part of what is compared
    asked_at: float = field(default=0.0, compare=False)
    took_s: float | None = None  # time taken until the outcome was known
    # time in seconds of the next automatic step; excluded from comparisons
    due: float = field(default=0.0, compare=False)

    @property
    def is_unfinished(self) -> bool:
        """Nothing is lost: an exercise can be begun again."""
        return False

    @property
    def is_exercise(self) -> bool:
        """No engine plays."""
        return True

    @property
    def keeps_goal(self) -> bool:
        """Whether a game that is over has ended as the task asks."""
        if self.end is None:
            return False
        held = self.end.winner is None and self.assignment.task.kind.value == "save"
        return held or self.end.winner == self.setup.human_side

    @property
    def is_answer(self) -> bool:
        """Whether the last move is one of the player, who has every second one from the first."""
        return len(self.moves) % 2 == 1

    @property
    def card(self) -> int | None:
        """Number of the deck's card that this is, once it has been looked at: it can be removed then."""
        over = self.stage in (ChallengeState.SOLVED, ChallengeState.SHOWN)
        return self.assignment.card.number if over and self.assignment.card is not None else None

    @property
    def next_move(self) -> Move | None:
        """The move to be found; None where play has left the solution, or is at its end."""
        solution, played = self.assignment.task.solution, self.moves
        on_it = solution[: len(played)] == played and len(played) < len(solution)
        return solution[len(played)] if on_it and not self.is_answer else None


@dataclass(frozen=True)
class SetUp:
    """A position is being set up: any piece may be put anywhere."""

    editor: Editor  # what is in the hand, and the steps back and forth


Mode = Study | GameInProgress | SetUp | Learning
