"""Lets players of known strength play games of a log, to see how well the rating estimates them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tools.rating.games import LEAST, MOST, RatedGame
from xiangqi.exercises.rating import GameEvidence, curve, next_opponent

GAMES: Final = 15
_LIKENESS: Final = 6.0  # weight of the player's rating relative to the opponent's
_SCATTER: Final = 40.0  # Elo by which the order of similar games is randomised


@dataclass(frozen=True)
class Tried:
    """One player of the trial.

    Attributes:
        rating: the true rating.
        held: after each game, whether the true rating was in the interval.
        widths: the widths of the interval after each game.
        scores: the scores of the games.
        mismatch: mean distance between this rating and that of the logged game's player.
    """

    rating: int
    held: tuple[bool, ...]
    widths: tuple[float, ...]
    scores: tuple[float, ...]
    mismatch: float


def try_player(rating: int, bank: Sequence[RatedGame], chance: random.Random) -> Tried:
    """Let a player of known strength play GAMES games against the opponents that the program offers."""
    left = list(bank)
    played: list[GameEvidence] = []
    off = []
    for _ in range(GAMES):
        opponent = next_opponent(played)

        def distance(game: RatedGame, opponent: int = opponent) -> float:
            assert game.evidence.opponent is not None
            return (
                _LIKENESS * abs(game.rating - rating)
                + abs(game.evidence.opponent - opponent)
                + chance.uniform(0, _SCATTER)
            )

        game = min(left, key=distance)
        left.remove(game)
        played.append(game.evidence)
        off.append(abs(game.rating - rating))
    known = curve(played)
    return Tried(
        rating,
        tuple(one.low <= rating <= one.high for one in known),
        tuple(one.width for one in known),
        tuple(game.score for game in played if game.score is not None),
        float(np.mean(off)),
    )


def report(players: int, bank: Sequence[RatedGame], seed: int) -> str:
    """Return the results of this many players with evenly distributed random ratings."""
    chance = random.Random(seed)
    tried = [try_player(round(chance.uniform(LEAST, MOST)), bank, chance) for _ in range(players)]
    lines = [
        f"{players} players from {LEAST} to {MOST}, {GAMES} games each of {len(bank)} that others have played;"
        f" {np.mean([one.mismatch for one in tried]):.0f} Elo between a player and whose game it was",
        "games  held by the interval  its width  score of the game  score so far",
    ]
    for number in range(GAMES):
        held = np.mean([one.held[number] for one in tried])
        width = np.mean([one.widths[number] for one in tried])
        score = np.mean([one.scores[number] for one in tried])
        so_far = np.mean([np.mean(one.scores[: number + 1]) for one in tried])
        lines.append(f"{number + 1:5}  {held:20.1%}  {width:9.0f}  {score:17.1%}  {so_far:12.1%}")
    return "\n".join(lines)
