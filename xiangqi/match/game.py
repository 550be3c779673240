"""One game between two engines, refereed: it ends by the rules, by a forfeit, or as was agreed before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.engine.common.types import Info, Limits
from xiangqi.i18n.message import Message
from xiangqi.match.player import FORFEITS, NO_MOVE, TIME, ForfeitError, MatchPlayer, MoveAnswer
from xiangqi.match.start_positions import Opening
from xiangqi.referee import DEFAULT_RULES, Rules, outcome

RESIGNATION: Final = "resignation"
ADJUDICATION: Final = "adjudication"

_MATE_CP: Final = 30_000


@dataclass(frozen=True)
class Terms:
    """What both engines have agreed to."""

    limits: Limits  # for each move; with clock_ms set it is the clock of the whole game, increment included
    rules: Rules = DEFAULT_RULES  # by which the referee judges
    margin_ms: int = 200  # how much later than allowed an answer may come
    # (moves, centipawns): an engine that sees itself that far behind for so many of its moves in a row has
    # lost; None to play on
    resign: tuple[int, int] | None = None
    # (move, moves, centipawns): from that move of the game on, it is drawn when both engines have seen no more
    # than that for so many moves in a row; None to play on
    draw: tuple[int, int, int] | None = None
    longest: int | None = None  # moves of a game after which it is drawn; None for no such end

    @property
    def is_timed(self) -> bool:
        """Whether the clock decides what is played."""
        return self.limits.clock_ms is not None or self.limits.movetime_ms is not None


@dataclass
class MovePace:
    """What one engine spent on its moves."""

    seconds: list[float] = field(default_factory=list)  # for each move
    late_s: float = 0.0  # by how much the worst answer came after its time, allowed or not; 0 when none did
    nodes: int = 0  # of all searches together
    depths: list[int] = field(default_factory=list)  # reached by each search that told

    def note(self, answer: MoveAnswer) -> None:
        """Count a move."""
        self.seconds.append(answer.seconds)
        if answer.info is not None:
            self.nodes += answer.info.nodes
            self.depths.append(answer.info.depth)

    def join(self, other: MovePace) -> None:
        """Count the moves of another game, too."""
        self.seconds += other.seconds
        self.late_s = max(self.late_s, other.late_s)
        self.nodes += other.nodes
        self.depths += other.depths


@dataclass(frozen=True)
class FinishedGame:
    """A finished game."""

    winner: int | None  # RED, BLACK, or None for a draw
    reason: str  # a code of the referee, of FORFEITS, RESIGNATION or ADJUDICATION
    detail: str  # what happened, where the reason alone does not tell; else ""
    opening: Opening  # where it began
    moves: tuple[Move, ...]  # all moves from there on, the opening's own included
    comments: tuple[str, ...]  # for each move what its engine thought of it, "" for those of the opening
    paces: Mapping[int, MovePace]  # of Red and Black

    @property
    def is_forfeit(self) -> bool:
        """Whether an engine lost because it failed as a program."""
        return self.reason in FORFEITS


def play_game(players: Mapping[int, MatchPlayer], opening: Opening, terms: Terms, seed: int) -> FinishedGame:
    """Play a game to its end.

    Args:
        players: by side, RED and BLACK.
        opening: where the game begins.
        terms: how it is played.
        seed: of the chance that the built-in engine's weaker levels use.
    """
    return _Game(players, opening, terms).play(seed)


class _Game:
    """A game in progress."""

    def __init__(self, players: Mapping[int, MatchPlayer], opening: Opening, terms: Terms) -> None:
        self._players = players
        self._opening = opening
        self._terms = terms
        self._board = opening.board()
        self._left_ms = dict.fromkeys((RED, BLACK), float(terms.limits.clock_ms or 0))
        self._paces = {RED: MovePace(), BLACK: MovePace()}
        self._scores: dict[int, list[int]] = {RED: [], BLACK: []}  # since one was missing
        self._comments = [""] * len(opening.moves)

    def play(self, seed: int) -> FinishedGame:
        """Play to the end."""
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
        """Have one move played; the game's end when there is none.

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
        """Take the time of a move off the clock.

        Raises:
            ForfeitError: that was more than the clock and the margin had.
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
        """The end that was agreed on before the game, if it has come."""
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
    """Whether the last so many scores all lie between two bounds."""
    return len(scores) >= moves and all(low <= score <= high for score in scores[-moves:])


def _score(info: Info | None) -> int | None:
    """Centipawns from the mover's view, a mate counting as very many."""
    if info is None:
        return None
    if info.mate is not None:
        return _MATE_CP if info.mate > 0 else -_MATE_CP
    return info.score_cp


def _comment(answer: MoveAnswer, timed: bool) -> str:
    """Score, depth and time as engine testers write them: ``+0.35/12 0.10s``.

    The time is left out where it is no limit: it is another one whenever the same game is played again.
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
