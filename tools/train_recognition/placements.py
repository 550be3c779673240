"""Placements of pieces on synthetic boards: random, from games, or the starting position."""

from __future__ import annotations

from typing import Final

import numpy as np

from tools.train_recognition.paint import Random, chance
from xiangqi.core.constants import BLACK, FILES, KINDS, RANKS, RED, make_square
from xiangqi.fen import can_stand

Placement = dict[tuple[int, int], str]
"""The letters of pieces, by row and column as seen."""

LETTERS: Final = "KABNRCP"
_START: Final = ("rnbakabnr", ".........", ".c.....c.", "p.p.p.p.p", "." * 9)


def start() -> Placement:
    """Return the starting position, with Red at the bottom."""
    top = {(row, column): letter for row, line in enumerate(_START) for column, letter in enumerate(line)}
    bottom = {(9 - row, column): letter.upper() for (row, column), letter in top.items()}
    return {place: letter for place, letter in {**top, **bottom}.items() if letter != "."}


_ROOM: Final = {
    (letter if colour == RED else letter.lower()): [
        (9 - rank, file)
        for rank in range(RANKS)
        for file in range(FILES)
        if can_stand(kind, colour, make_square(file, rank))
    ]
    for colour in (RED, BLACK)
    for kind, letter in zip(KINDS, LETTERS, strict=True)
}
"""The points that each piece can stand on, with Red at the bottom."""


def turned(placement: Placement) -> Placement:
    """Return a placement as seen from the other side."""
    return {(9 - row, 8 - column): letter for (row, column), letter in placement.items()}


def moved(random: Random, count: int) -> Placement:
    """Return the starting position after up to `count` random displacements, some of them captures."""
    placement = start()
    for _ in range(count):
        places = list(placement)
        place = places[int(random.integers(len(places)))]
        letter = placement[place]
        room = [to for to in _ROOM[letter] if to != place]
        to = room[int(random.integers(len(room)))]
        if placement.get(to, "p").upper() == "K" or (placement.get(to) and not chance(random, 0.5)):
            continue
        del placement[place]
        placement[to] = letter
    return placement


def chaos(random: Random, soldiers: float = 1.0) -> Placement:
    """Return random pieces on random points; `soldiers` is the weight of soldiers; others have 1.1 or 1.2."""
    share = random.uniform(0.15, 0.95)
    weights = np.array([1.2, 1.1, 1.1, 1.2, 1.2, 1.2, soldiers])
    letters = [*LETTERS, *LETTERS.lower()]
    chosen = random.choice(letters, (RANKS, FILES), p=np.tile(weights, 2) / weights.sum() / 2)
    filled = random.random((RANKS, FILES)) < share
    return {(row, column): str(chosen[row, column]) for row, column in np.argwhere(filled).tolist()}


def drawn(random: Random) -> Placement:
    """Return a placement for training."""
    kind = random.random()
    if kind < 0.5:
        return chaos(random)
    placement = start() if kind < 0.56 else moved(random, int(random.integers(1, 90)))
    if kind > 0.75:
        kept = random.uniform(0.2, 1)
        placement = {p: x for p, x in placement.items() if x in "Kk" or chance(random, kept)}
    return turned(placement) if chance(random, 0.35) else placement


def played(random: Random) -> Placement:
    """Return a placement for measurements: a position from a game."""
    placement = start() if chance(random, 0.15) else moved(random, int(random.integers(2, 80)))
    if chance(random, 0.5):
        kept = random.uniform(0.3, 1)
        placement = {place: x for place, x in placement.items() if x in "Kk" or chance(random, kept)}
    return turned(placement) if chance(random, 0.3) else placement
