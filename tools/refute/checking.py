"""The check of one game, as a chunk of work that depends on its order alone."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tools.refute.verdict import HOLDS
from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact
from xiangqi.coach.grades import Grade
from xiangqi.coach.judge import review_game
from xiangqi.coach.notes import NO_CAUSES, MoveReview
from xiangqi.core.constants import square_name

if TYPE_CHECKING:
    from tools.refute.claims import Refuter

EXPLAINED_FROM: Final = 0.10
"""Loss of winning chance from which a cause is expected."""


@dataclass(frozen=True)
class CheckOrder:
    """A game whose sentences are to be judged.

    Attributes:
        name: the name of the game; it seeds the choice of sentences.
        start_fen: the first position.
        moves: the moves in coordinates.
        nodes: the nodes of the reviewing engine, per position.
        most: the most sentences judged.
        depth: plies of the refuting search; None to trust all sentences.
    """

    name: str
    start_fen: str
    moves: tuple[str, ...]
    nodes: int
    most: int
    depth: int | None


@lru_cache(maxsize=1)
def _refuter(depth: int) -> Refuter:
    from tools.refute.claims import Refuter  # which compiles kernels

    return Refuter(depth)


def checked_game(order: CheckOrder) -> dict[str, Any]:
    """Review a game and judge some of its sentences, unless they are trusted; return the entry for the log."""
    refuter = None if order.depth is None else _refuter(order.depth)
    moves = [Move.from_iccs(move) for move in order.moves]
    entry: dict[str, Any] = {"game": order.name, "plies": len(moves), "kinds": Counter(), "refuted": []}
    entry |= {
        "reasons": Counter(),
        "undecided": 0,
        "losses": 0,
        "explained": 0,
        "faults": 0,
        "trusted": refuter is None,
    }
    began_s = time.process_time()
    reviewed = review_game(order.start_fen, moves, order.nodes).moves
    entry["seconds"] = time.process_time() - began_s
    board, said = Board(order.start_fen), []
    for review in reviewed:
        entry["faults"] += review.grade not in (Grade.EXCELLENT, Grade.GOOD)
        if review.loss >= EXPLAINED_FROM:
            entry["losses"] += 1
            entry["explained"] += review.is_explained
            entry["reasons"][_reason(review)] += 1
        said += [(board.fen(), review.move, fact) for fact in review.facts]
        board.push_unchecked(review.move)
    for fen, move, fact in random.Random(order.name).sample(said, min(order.most, len(said))):
        entry["kinds"][f"{fact.kind.value}.{fact.start.value}"] += 1
        verdict = refuter.judge(Board(fen).position(), int(move), fact) if refuter else HOLDS
        entry["undecided"] += verdict.undecided
        if verdict.refuted:
            entry["refuted"].append(_shown(fen, move, fact) | {"why": verdict.refuted})
    return entry


def _reason(review: MoveReview) -> str:
    """Return the kind of the first fact that explains a costly move."""
    return next((fact.kind.value for fact in review.facts if fact.kind not in NO_CAUSES), "none")


def _shown(fen: str, move: Move, fact: Fact) -> dict[str, object]:
    """Return a sentence about a move in the form reported when it is refuted."""
    return {
        "fen": fen,
        "move": str(move),
        "kind": fact.kind.value,
        "start": fact.start.value,
        "gain": fact.gain,
        "name": fact.name,
        "pieces": [square_name(piece.square) for piece in fact.pieces],
        "proof": [str(step) for step in fact.proof],
    }
