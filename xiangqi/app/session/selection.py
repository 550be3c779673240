"""The player's selection and drag, and refused moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xiangqi.board import Move
from xiangqi.referee import RepetitionWarning
from xiangqi.referee.warnings import EXPOSES, LOSES


class Reason(str, Enum):
    """The reasons why a move or click is refused; the window has a text for each."""

    EMPTY_SQUARE = "empty_square"  # there is no piece to move
    NOT_YOUR_PIECE = "not_your_piece"
    NOT_YOUR_TURN = "not_your_turn"  # the engine is to move
    GAME_OVER = "game_over"
    PAUSED = "paused"
    OWN_PIECE = "own_piece"  # the target holds a piece of the same side
    LEG_BLOCKED = "leg_blocked"  # 蹩马腿; the leg is the blocker
    EYE_BLOCKED = "eye_blocked"  # 塞象眼; the eye is the blocker
    PATH_BLOCKED = "path_blocked"  # a chariot or cannon cannot pass; the blockers are listed
    NO_SCREEN = "no_screen"  # a cannon captures over exactly one piece, but there is none
    SCREENS = "screens"  # as above, but there are several; the blockers are the pieces between
    RIVER = "river"  # elephants do not cross it
    PALACE = "palace"  # kings and advisors do not leave it
    PAWN_BACK = "pawn_back"
    PAWN_SIDEWAYS = "pawn_sideways"  # before it has crossed the river
    SHAPE = "shape"  # the piece does not move like that
    KINGS_FACE = "kings_face"  # 将帅照面; the blockers are both kings
    STILL_IN_CHECK = "still_in_check"  # the blockers are the checking pieces
    INTO_CHECK = "into_check"  # the king would be attacked; the blockers are the attackers


@dataclass(frozen=True)
class RefusedMove:
    """A move that the rules forbid, and the obstacles, as drawn on the board."""

    reason: Reason  # why it is refused
    from_square: int | None  # the piece to be moved; None if the click itself was refused
    to_square: int  # the target, or the clicked square
    blockers: tuple[int, ...] = ()  # squares to mark: the leg, the eye, the pieces between, the checking pieces
    piece: int = 0  # code of the piece on from_square, 0 for none
    until: float = 0.0  # time in seconds after which it is no longer shown


@dataclass(frozen=True)
class Target:
    """A square that the selected piece may move to."""

    square: int  # the target
    capture: bool  # whether the target has a piece
    # the repetition by the move, and the referee's verdict on it; None if the position after it is new
    warning: RepetitionWarning | None = None

    @property
    def loses(self) -> bool:
        """Whether the move would lose the game at once by the repetition rules."""
        return self.warning is not None and self.warning.kind == LOSES

    @property
    def exposes(self) -> bool:
        """Whether the move would let the opponent win by repeating once more."""
        return self.warning is not None and self.warning.kind == EXPOSES


@dataclass(frozen=True)
class Drag:
    """A piece that is being dragged."""

    square: int  # the origin
    position: tuple[int, int]  # the pointer's position in pixels; only the window understands it


@dataclass(frozen=True)
class Selection:
    """The selected or dragged piece, the typed text, the last refusal, the hint and the premove."""

    selected: int | None = None  # square of the selected piece
    targets: tuple[Target, ...] = ()  # the squares it may go to
    drag: Drag | None = None  # the dragged piece; `selected` is then its origin
    refusal: RefusedMove | None = None  # the last refused attempt
    typed: str = ""  # a move being typed, shown until Enter or Esc
    hint: Move | None = None  # a move the engine proposes
    premove: Move | None = None  # the player's next move, entered while the opponent thinks
