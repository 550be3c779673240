"""One refereed game between two engines, ended by the rules, by a forfeit or by adjudication."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.engine.common.types import Info, Limits
from xiangqi.fen import sound_position
from xiangqi.i18n.message import Message
from xiangqi.match.player import FORFEITS, NO_MOVE, TIME, ForfeitError, MatchPlayer, MoveAnswer
from xiangqi.match.start_positions import Opening
from xiangqi.referee import DEFAULT_RULES, Rules, outcome

RESIGNATION: Final = "resignation"
ADJUDICATION: Final = "adjudication"

_MATE_CP: Final = 30_000


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game, the same for both engines."""

    limits: Limits  # for each move; if clock_ms is set, clock and increment are for the whole game
    rules: Rules = DEFAULT_RULES
    margin_ms: int = 200  # tolerance for late answers
    # (moves, centipawns): an engine loses if its own score is that bad for this many consecutive moves; None to
    # play on
    resign: tuple[int, int] | None = None
    # (move, moves, centipawns): from that move on, the game is drawn if the scores of both engines stay within
    # that bound for this many consecutive moves; None to play on
    draw: tuple[int, int, int] | None = None
    longest: int | None = None  # the number of full moves after which the game is drawn; None for no limit

    @property
    def is_timed(self) -> bool:
        """Whether the game depends on a clock."""
        return self.limits.clock_ms is not None or self.limits.movetime_ms is not None


@dataclass
class MovePace:
    """The time and nodes that one engine spent on its moves."""

    seconds: list[float] = field(default_factory=list)  # the time for each move
    late_s: float = 0.0  # the largest delay of an answer, within the margin or not
    nodes: int = 0  # searched in all moves
    depths: list[int] = field(default_factory=list)  # the depth of each search that reported one

    def note(self, answer: MoveAnswer) -> None:
        """Count a move, given the engine's answer."""
        self.seconds.append(answer.seconds)
        if answer.info is not None:
            self.nodes += answer.info.nodes
            self.depths.append(answer.info.depth)

    @classmethod
    def from_json(cls, value: Any) -> MovePace:
        """Parse a JSON object with the fields of a pace.

        Raises:
            KeyError, TypeError, ValueError: the value is invalid.
        """
        seconds = [float(second) for second in value["seconds"]]
        late_s = float(value["late_s"])
        if not all(map(math.isfinite, (*seconds, late_s))):
            raise ValueError("a time is not finite")
        return cls(seconds, late_s, int(value["nodes"]), [int(depth) for depth in value["depths"]])

    def join(self, other: MovePace) -> None:
        """Add the moves that the engine made in another game."""
        self.seconds += other.seconds
        self.late_s = max(self.late_s, other.late_s)
        self.nodes += other.nodes
        self.depths += other.depths


@dataclass(frozen=True)
class FinishedGame:
    """A finished game."""

    winner: int | None  # RED, BLACK, or None for a draw
    reason: str  # a code of the referee, one of FORFEITS, RESIGNATION or ADJUDICATION
    detail: str  # details beyond the reason, or ""
    opening: Opening
    moves: tuple[Move, ...]  # all moves, including those of the opening
    comments: tuple[str, ...]  # the engine's evaluation of each move, "" for those of the opening
    paces: Mapping[int, MovePace]  # by side, RED and BLACK

    @property
    def is_forfeit(self) -> bool:
        """Whether an engine lost because it failed as a program."""
        return self.reason in FORFEITS

    def to_json(self) -> object:
        """Return a JSON object of the fields: the opening as start_fen and opening, moves in ICCS."""
        return {
            "winner": self.winner,
            "reason": self.reason,
            "detail": self.detail,
            "start_fen": self.opening.start_fen,
            "opening": [move.iccs for move in self.opening.moves],
            "moves": [move.iccs for move in self.moves],
            "comments": self.comments,
            "paces": [vars(self.paces[side]) for side in (RED, BLACK)],
        }

    @classmethod
    def from_json(cls, value: Any) -> FinishedGame:
        """Parse the result of `to_json`.

        Raises:
            KeyError, TypeError, ValueError: the value is not such a result.
        """
        opening = Opening(str(value["start_fen"]), tuple(map(Move.from_iccs, value["opening"])))
        moves = tuple(map(Move.from_iccs, value["moves"]))
        comments = tuple(map(str, value["comments"]))
        sound_position(opening.start_fen)
        board = Board(opening.start_fen)
        for move in moves:
            board.push(move)
        if (
            value["winner"] not in (RED, BLACK, None)
            or moves[: len(opening.moves)] != opening.moves
            or len(comments) != len(moves)
        ):
            raise ValueError("its parts do not belong together")
        paces = dict(zip((RED, BLACK), map(MovePace.from_json, value["paces"]), strict=True))
        reason, detail = str(value["reason"]), str(value["detail"])
        return cls(value["winner"], reason, detail, opening, moves, comments, paces)


def play_game(
    players: Mapping[int, MatchPlayer], opening: Opening, terms: Conditions, seed: int
) -> FinishedGame:
    """Play a game to its end; an engine that fails forfeits it.

    Args:
        players: the players by side, RED and BLACK.
        opening: the opening.
        terms: the conditions of the game.
        seed: the seed of the random numbers used by the built-in engine's weaker levels.
    """
    return _Game(players, opening, terms).play(seed)


class _Game:
    """A game in progress."""

    def __init__(self, players: Mapping[int, MatchPlayer], opening: Opening, terms: Conditions) -> None:
        self._players = players
        self._opening = opening
        self._terms = terms
        self._board = opening.board()
        self._left_ms = dict.fromkeys((RED, BLACK), float(terms.limits.clock_ms or 0))
        self._paces = {RED: MovePace(), BLACK: MovePace()}
        self._scores: dict[int, list[int]] = {RED: [], BLACK: []}  # since the last move without a score
        self._comments = [""] * len(opening.moves)

    def play(self, seed: int) -> FinishedGame:
        """Play the game to its end."""
        side = RED
        try:
            for side in (RED, BLACK):
                self._players[side].get_ready(seed)
            while True:
                ended = outcome(self._board, self._terms.rules)
                if ended is not None:
                    return self._end(ended.winner, ended.reason)
                side = self._board.turn
                end = self._agreed_end() or self._move(side)
                if end is not None:
                    return end
        except ForfeitError as error:
            return self._end(opponent(side), error.reason, str(error))

    def _end(self, winner: int | None, reason: str, detail: str = "") -> FinishedGame:
        moves, comments = tuple(self._board.move_stack), tuple(self._comments)
        return FinishedGame(winner, reason, detail, self._opening, moves, comments, self._paces)

    def _move(self, side: int) -> FinishedGame | None:
        """Let an engine play one move; return the finished game if it resigns, else None.

        Raises:
            ForfeitError: the engine failed.
        """
        player = self._players[side]
        answer = player.think(self._board, self._limits(side))
        self._paces[side].note(answer)
        self._watch_clock(side, answer.seconds * 1000)
        if answer.resigns:
            return self._end(opponent(side), RESIGNATION)
        if answer.move is None:
            fen = self._board.fen()
            raise ForfeitError(NO_MOVE, Message("detail.knows_no_move", name=player.name, fen=fen))
        self._board.push_unchecked(answer.move)
        self._comments.append(_comment(answer, self._terms.is_timed))
        score = _score(answer.info)
        self._scores[side] = [] if score is None else [*self._scores[side], score]
        return None

    def _limits(self, side: int) -> Limits:
        if self._terms.limits.clock_ms is None:
            return self._terms.limits
        own_ms, other_ms = (max(1, int(self._left_ms[player])) for player in (side, opponent(side)))
        return replace(self._terms.limits, clock_ms=own_ms, opponent_clock_ms=other_ms)

    def _watch_clock(self, side: int, spent_ms: float) -> None:
        """Deduct a move's time from the clock.

        Raises:
            ForfeitError: the time exceeded the limit and the margin.
        """
        limits = self._terms.limits
        if limits.clock_ms is not None:
            allowed_ms = self._left_ms[side]
            self._left_ms[side] = max(0.0, allowed_ms - spent_ms) + limits.increment_ms
        elif limits.movetime_ms is not None:
            allowed_ms = limits.movetime_ms
        else:
            return
        late_ms = spent_ms - allowed_ms
        self._paces[side].late_s = max(self._paces[side].late_s, late_ms / 1000)
        if late_ms > self._terms.margin_ms:
            name, spent, allowed = self._players[side].name, f"{spent_ms:.0f}", f"{allowed_ms:.0f}"
            raise ForfeitError(TIME, Message("detail.too_slow", name=name, spent=spent, allowed=allowed))

    def _agreed_end(self) -> FinishedGame | None:
        """Return the finished game if one of its conditions for adjudication holds, else None."""
        terms = self._terms
        for side, own in self._scores.items():
            if terms.resign is not None and _stays(own, terms.resign[0], -_MATE_CP, -terms.resign[1]):
                return self._end(opponent(side), ADJUDICATION, Message("detail.hopeless"))
        number = self._board.fullmove_number
        if terms.draw is not None and number >= terms.draw[0]:
            _, moves, limit = terms.draw
            if all(_stays(own, moves, -limit, limit) for own in self._scores.values()):
                return self._end(None, ADJUDICATION, Message("detail.level"))
        if terms.longest is not None and number > terms.longest:
            return self._end(None, ADJUDICATION, Message("detail.longest", count=terms.longest))
        return None


def _stays(scores: list[int], moves: int, low: int, high: int) -> bool:
    """Return whether the last `moves` scores all lie between two bounds."""
    return len(scores) >= moves and all(low <= score <= high for score in scores[-moves:])


def _score(info: Info | None) -> int | None:
    """Return the score in centipawns from the mover's view, a very large one for a mate; None if unknown."""
    if info is None:
        return None
    if info.mate is not None:
        return _MATE_CP if info.mate > 0 else -_MATE_CP
    return info.score_cp


def _comment(answer: MoveAnswer, timed: bool) -> str:
    """Return score, depth and time in the usual format of engine testers: ``+0.35/12 0.10s``.

    The time is omitted if it is not limited, so that a repeated game has the same comments.
    """
    info = answer.info
    seconds = f"{answer.seconds:.2f}s" if timed else ""
    if info is None or (info.mate is None and info.score_cp is None):
        return seconds
    score = (
        f"{(info.score_cp or 0) / 100:+.2f}"
        if info.mate is None
        else f"{'-' * (info.mate < 0)}M{abs(info.mate)}"
    )
    return f"{score}/{info.depth} {seconds}".rstrip()
