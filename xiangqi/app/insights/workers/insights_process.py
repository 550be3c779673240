"""The process that works out insights; as a thread, it would hold up the window's frames."""

from __future__ import annotations

import os
import pickle
import sys
from dataclasses import replace
from typing import Final

from xiangqi.app.insights.effects import AskInsights, InsightsRead
from xiangqi.app.insights.state import Report
from xiangqi.errors import XiangqiError
from xiangqi.library import Library
from xiangqi.library.players import SET_UP

COMMAND: Final = "tell"
"""The internal command that runs it."""


def main(_words: list[str]) -> int:
    """Run the internal command: read a pickled order from stdin, and write the answer to stdout."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    order: AskInsights = pickle.load(sys.stdin.buffer)
    try:
        with Library() as library:
            answer = InsightsRead(order.ask_id, report_of(library, order))
    except XiangqiError as error:
        answer = InsightsRead(order.ask_id, failure=str(error))
    pickle.dump(answer, answers)
    answers.flush()
    return 0


def report_of(library: Library, order: AskInsights) -> Report:
    """Return the insights into a player's games.

    Raises:
        LibraryError: the library cannot be read.
        ResourceError: the levels' rates are missing or damaged.
    """
    from xiangqi.insights.claims import claims
    from xiangqi.insights.dossier import dossier
    from xiangqi.insights.figures import figures
    from xiangqi.insights.first_moves import FirstMoves
    from xiangqi.insights.games import games_in
    from xiangqi.insights.rates import shipped_rates
    from xiangqi.insights.reviews import counted_moves

    games, rates = library.games_of(order.person), shipped_rates()
    wanted = [game for game in games if order.all_games or not game.left_out]
    moves, played = counted_moves(library, wanted), list(games_in(library, wanted))
    reviewed = len({move.game for move in moves})
    known = None
    if order.name:
        usual = {game.number for game in games if game.left_out != SET_UP}
        known = replace(dossier([game for game in played if game.number in usual]), first_moves=FirstMoves(()))
    said = claims(moves, rates, name=order.name)
    count = len({game.number for game in games})
    return Report(said, figures(moves, played, rates), count, reviewed, known)
