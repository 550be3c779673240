"""Reviews of whole libraries, game by game, as the basis of insights into their players.

Only the positions before and after a person's own moves are searched, except those after a best move, and
nothing is proved. This takes half the work of a coach's review. The results are kept with the game like those
of a review in the window, and positions that such a review has covered are not searched again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final

from xiangqi.coach.grades import accuracy_of
from xiangqi.coach.judge import judge_of, opinion_of
from xiangqi.coach.notes import Opinion
from xiangqi.coach.reviewing import opinion_of_end
from xiangqi.coach.second_look import NODES, Verdict, first_verdict, looked_again
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.engine.evaluation.network import ASSET
from xiangqi.errors import LibraryError
from xiangqi.insights.moves import CountedMove, count_moves, kept_opinions, packed, unpacked
from xiangqi.library import CountedSide, Library, PlayerGame, Review, ReviewLimits
from xiangqi.library.kept_positions import kept_position
from xiangqi.line import Line
from xiangqi.local_time import local_text, utc_now
from xiangqi.records.packed import PackedGame, pack
from xiangqi.referee import outcome
from xiangqi.resources import asset_bytes

Searcher = Callable[[Line, int], Info | None]
"""Returns the engine's report on the position at the end of a line, after a multiple of the nodes of a review.

Above 1, the search begins with a cleared memory.
"""

_SIDES: Final = (RED, BLACK)


@dataclass(frozen=True)
class CountOrder:
    """An order to review one game."""

    number: int  # of the game in the library
    game: PackedGame
    sides: tuple[int, ...]  # the sides whose moves are counted
    nodes: int  # per position
    clocks: tuple[int, ...] = ()  # the mover's time left after each move, ms; empty if unknown
    known: tuple[object, ...] = ()  # results of an earlier review for each position, as JSON


@dataclass(frozen=True)
class Counted:
    """The result of reviewing one game."""

    positions: tuple[object, ...]  # the result for each position, as JSON; None for those not searched
    moves: tuple[CountedMove, ...]  # of the ordered sides


@lru_cache(maxsize=1)
def _engine() -> str:
    return f"built-in {zlib.crc32(asset_bytes(ASSET)):08x}"


def terms_of(nodes: int = NODES) -> ReviewLimits:
    """Return the terms of a review by this program's engine at this many nodes per position."""
    return ReviewLimits(_engine(), f"{nodes}+ nodes")


# ---- One game ----


def counted(order: CountOrder) -> Counted:
    """Review one game and count its moves; the result depends on the order alone."""
    judge = judge_of(order.nodes)
    judge.begin()
    return counted_by(order, judge.report_times)


def counted_by(order: CountOrder, search: Searcher) -> Counted:
    """Review one game with the given search function and count its moves."""
    game = order.game.unpack()
    line = Line(game.start_fen, tuple(game.main_line()))
    look = _Look(line, _thorough(order.known, len(line.moves) + 1, order.nodes), search)
    for ply in range(len(line.moves) - 1, -1, -1):
        if line.turn_at(ply) in order.sides:
            look.at_move(ply)
    verdicts = {ply: look.again(ply) for ply in look.marked(order.sides)}
    moves = count_moves(
        game,
        look.opinions,
        number=order.number,
        clocks=order.clocks,
        sides=order.sides,
        verdicts=verdicts,
    )
    return Counted(tuple(look.said), moves)


def _thorough(values: Sequence[object], count: int, nodes: int) -> Sequence[object]:
    """Return `count` results of an earlier review; None for each that is less thorough than `nodes` demands."""
    is_usual = nodes <= NODES  # deeper reviews start afresh
    said = [
        value if is_usual and isinstance(value, dict) and value.get("thorough") is True else None
        for value in values
    ]
    return [*said, *[None] * count][:count]


class _Look:
    """Evaluates the positions of a game that matter, the last ones first."""

    def __init__(self, line: Line, known: Sequence[object], search: Searcher) -> None:
        self.opinions: list[Opinion | None] = list(kept_opinions(known))
        self.said = [
            None if known is None else value for known, value in zip(self.opinions, known, strict=True)
        ]
        self._line = line
        self._search = search
        ended = outcome(line.board())
        if ended is not None:
            self.opinions[-1] = opinion_of_end(ended, line.turn)

    def at_move(self, ply: int) -> None:
        """Evaluate the positions before and after a move; the one after the best move needs no search."""
        before, move = self._opinion(ply), self._line.moves[ply]
        if self.opinions[ply + 1] is None and before.line[:1] == (move,):
            self.opinions[ply + 1] = Opinion(1.0 - before.chance)
        self._opinion(ply + 1)

    def marked(self, sides: Sequence[int]) -> list[int]:
        """Return the numbers, from 1, of the moves of some sides that seem to be mistakes."""
        return [
            ply
            for ply, move in enumerate(self._line.moves, 1)
            if self._line.turn_at(ply - 1) in sides and first_verdict(move, *self._around(ply)).is_fault
        ]

    def again(self, ply: int) -> Verdict:
        """Return the verdict on a move with this number after further looks."""
        before, after = self._around(ply)
        ends = ply == len(self._line.moves) and outcome(self._line.board()) is not None

        def look(times: int) -> tuple[Opinion, Opinion]:
            then = after if ends else opinion_of(self._search(self._line.upto(ply), times))
            return opinion_of(self._search(self._line.upto(ply - 1), times)), then

        return looked_again(self._line.moves[ply - 1], before, after, look)

    def _around(self, ply: int) -> tuple[Opinion, Opinion]:
        """Return the opinions on the positions before and after a move with this number."""
        return self._opinion(ply - 1), self._opinion(ply)

    def _opinion(self, ply: int) -> Opinion:
        known = self.opinions[ply]
        if known is None:
            report = self._search(self._line.upto(ply), 1)
            known = self.opinions[ply] = opinion_of(report)
            if report is not None:
                turn = self._line.turn_at(ply)
                self.said[ply] = kept_position(turn, report, (report,), thorough=True)
        return known


# ---- A library ----


@dataclass(frozen=True)
class ReviewCoverage:
    """The state of the review of a person's games."""

    counted: int  # games with results
    # games still to be reviewed, the latest first, each with one entry per side to count
    waiting: tuple[tuple[PlayerGame, ...], ...]
    left_out: int  # games with help, or that did not begin at the starting position


def standing_of(
    library: Library, games: Sequence[PlayerGame], nodes: int = NODES, *, all_games: bool = False
) -> ReviewCoverage:
    """Return the games that are reviewed and those that wait; games of fewer than two plies count as reviewed.

    Args:
        library: the library.
        games: the games of a person.
        nodes: the search limit per position in the reviews that count.
        all_games: whether games with help and from other positions also count.

    Raises:
        LibraryError: the library cannot be read.
    """
    wanted = [game for game in games if all_games or not game.left_out]
    open_still = library.uncounted(wanted, terms_of(nodes))
    waiting = tuple(tuple(sides) for _, sides in groupby(open_still, lambda game: game.number))
    numbers = {game.number for game in wanted}
    return ReviewCoverage(len(numbers) - len(waiting), waiting, len({game.number for game in games} - numbers))


def order_of(library: Library, sides: Sequence[PlayerGame], nodes: int = NODES) -> CountOrder:
    """Return the order to review one game, given with one entry for each side to count.

    Raises:
        LibraryError: the game or its review cannot be read.
    """
    number = sides[0].number
    review, told = library.review(number), list[LibraryError]()
    game = library.load_undamaged(number, told)
    if game is None:
        raise told[0]
    return CountOrder(
        number,
        pack(game),
        tuple(one.side for one in sides),
        nodes,
        library.clocks(number),
        () if review is None else tuple(review.moves),
    )


def keep(library: Library, order: CountOrder, found: Counted) -> None:
    """Keep the result of a review: the counted moves and, if thorough enough, the review itself.

    Raises:
        LibraryError: the library cannot be written.
    """
    made = local_text(utc_now())
    if order.nodes >= NODES:
        before = library.review(order.number) or Review(made, None, None)
        library.add_review(order.number, _merged(before, found, order.sides))
    for side in order.sides:
        moves = packed([move for move in found.moves if move.side == side])
        library.keep_counted(CountedSide(order.number, side, terms_of(order.nodes), made, moves))


def _merged(before: Review, found: Counted, sides: Sequence[int]) -> Review:
    """Return a game's review completed with new results for some sides; existing results take precedence."""
    accuracy = {side: accuracy_of([move.loss for move in found.moves if move.side == side]) for side in sides}
    red, black = before.red_accuracy, before.black_accuracy
    old = [*before.moves, *[None] * len(found.positions)]
    return replace(
        before,
        red_accuracy=accuracy.get(RED) if red is None else red,
        black_accuracy=accuracy.get(BLACK) if black is None else black,
        moves=tuple(word or other for word, other in zip(old, found.positions, strict=False)),
    )


def counted_moves(library: Library, games: Iterable[PlayerGame]) -> list[CountedMove]:
    """Return the counted moves of the given games, skipping games whose stored moves are damaged.

    Raises:
        LibraryError: the library cannot be read.
    """
    moves: list[CountedMove] = []
    for side in library.counted(games):
        try:
            moves += unpacked(side.moves, side.number)
        except ValueError:
            continue
    return moves
