"""The action `xiangqi library review`, which reviews the games of a library that have not been reviewed yet."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator, Sequence

from xiangqi.cli import DONE, FAULTS
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import add_action, number_within, print_json
from xiangqi.cli.parts.workers import HeadwayLine, add_cluster, workers_for
from xiangqi.coach.second_look import NODES
from xiangqi.core.constants import RED
from xiangqi.errors import LibraryError
from xiangqi.insights.moves import COSTLY
from xiangqi.insights.reviews import Counted, CountOrder, counted, keep, order_of, standing_of
from xiangqi.jobs.work import Returned, run_chunks
from xiangqi.library import Library, Person, PlayerGame


def add_library_review(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the action and its arguments."""
    parser = add_action(actions, "command.library.review")
    parser.add_argument("--player", action="append", metavar="NAME", help="option.library.review.player")
    parser.add_argument("--mine", action="store_true", help="option.library.review.mine")
    parser.add_argument("--all", dest="all_games", action="store_true", help="option.library.review.all")
    parser.add_argument(
        "--nodes", type=number_within(100, 1_000_000_000), default=NODES, help="option.review.nodes"
    )
    parser.add_argument(
        "--processes",
        type=number_within(1, 256),
        default=os.cpu_count() or 1,
        metavar="K",
        help="option.review.processes",
    )
    add_cluster(parser)


def review_library(library: Library, args: argparse.Namespace) -> int:
    """Review the games that have not been reviewed yet, storing each review as soon as it is done.

    Returns:
        1 if a game is damaged or could not be reviewed.

    Raises:
        JobError: the cluster cannot be used.
        LibraryError: the library cannot be read or written.
    """
    person = Person(tuple(args.player or ()), here=args.mine) if args.player or args.mine else None
    standing = standing_of(library, library.games_of(person), args.nodes, all_games=args.all_games)
    code = DONE
    if standing.waiting:
        code = _review_all(library, standing.waiting, args)
    language.remark("cli.library_reviewed", known=standing.counted, left=standing.left_out)
    return code


def _review_all(library: Library, waiting: Sequence[Sequence[PlayerGame]], args: argparse.Namespace) -> int:
    orders = _Orders(library, args.nodes)
    line = HeadwayLine(library.path.name)
    with contextlib.ExitStack() as stack:
        stack.callback(line.end)
        workers = stack.enter_context(workers_for(args, max(1, min(args.processes, len(waiting)))))
        for back in run_chunks(workers, counted, orders.of(waiting), line, len(waiting)):
            line.end()
            orders.code = max(orders.code, _kept(library, back, args))
    return orders.code


class _Orders:
    """Makes review orders one by one, as workers become free; damaged games are reported and left out.

    Attributes:
        code: FAULTS if a game was left out, otherwise DONE.
    """

    def __init__(self, library: Library, nodes: int) -> None:
        self.code = DONE
        self._library = library
        self._nodes = nodes

    def of(self, waiting: Sequence[Sequence[PlayerGame]]) -> Iterator[CountOrder]:
        """Yield the review orders for these games."""
        for sides in waiting:
            try:
                yield order_of(self._library, sides, self._nodes)
            except LibraryError as error:
                self.code = FAULTS
                language.repeat(str(error))


def _kept(library: Library, back: Returned[CountOrder, Counted], args: argparse.Namespace) -> int:
    """Store and print the review of a game or report its failure, and return the exit code."""
    order = back.chunk
    if back.error is not None:
        reason = language.tell(str(back.error))
        language.remark("cli.of_game", file=str(library.path), number=order.number, reason=reason)
        return FAULTS
    found = back.value()
    keep(library, order, found)
    costly = sum(move.loss > COSTLY for move in found.moves)
    if args.json:
        sides = ["red" if side == RED else "black" for side in order.sides]
        print_json({"id": order.number, "sides": sides, "moves": len(found.moves), "costly": costly})
    else:
        told = language.say("cli.counted_game", costly=costly, moves=len(found.moves))
        print(f"{order.number}: {order.game.red or '?'} - {order.game.black or '?'}  {told}", flush=True)
    return DONE
