"""How well a dossier predicts the first moves of unseen games, compared with everybody's frequencies.

    python -m benchmarks.first_moves GAMES.db

reads the players of a library with 30 games or more, at most 200 of them. Every third game is held out; the
others are known, both for the player and for everybody. In the first ten plies of the held-out games, the
player's moves are predicted twice: from the player's own frequencies, shrunk towards everybody's, and from
everybody's alone. Without a library, players are simulated who have a favourite move in every position.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine import masters
from xiangqi.insights.first_moves import FirstMoves, everybody, steps
from xiangqi.insights.games import PlayedGame, games_in
from xiangqi.ladder import FULL_STRENGTH
from xiangqi.library import Library, Person
from xiangqi.library.players import SET_UP

PLIES = 10
LEAST_GAMES = 30
HELD_OUT = 3  # every third game
FAITH = 2 / 3  # probability that simulated players make their favourite move


def of_library(path: Path, most: int) -> Iterator[list[PlayedGame]]:
    """Yield the games of each player in a library who has enough of them."""
    with Library(path) as library:
        names = [player.name for player in library.players() if player.games >= LEAST_GAMES]
        for name in names[:most]:
            games = [one for one in library.games_of(Person((name,))) if one.left_out != SET_UP]
            yield list(games_in(library, games))


def simulated(count: int, games: int = LEAST_GAMES) -> Iterator[list[PlayedGame]]:
    """Yield the games of simulated players against opponents who follow the masters' practice."""
    for number in range(count):
        chance, favourites = random.Random(number), dict[int, Move]()
        yield [_game(chance, favourites, game) for game in range(games)]


def _game(chance: random.Random, favourites: dict[int, Move], number: int) -> PlayedGame:
    board, side = Board(), RED if number % 2 else BLACK
    while len(board.move_stack) < PLIES:
        legal = board.legal_moves()
        move = masters.pick(board, FULL_STRENGTH, legal, chance) or chance.choice(legal)
        if board.turn == side:
            favourite = favourites.setdefault(board.key, move)
            move = favourite if chance.random() < FAITH else move
        board.push_unchecked(move)
    return PlayedGame(number, side, 0, 0, None, "", "", None, tuple(board.move_stack))


class Score:
    """Statistics of how well some moves were predicted."""

    def __init__(self) -> None:
        self.moves = 0
        self.logarithms = 0.0
        self.hits = 0.0

    def note(self, likely: dict[Move, float], move: Move) -> None:
        """Count a move; if several moves are equally likely, each counts as a fraction of a hit."""
        best = max(likely.values())
        first = [one for one, chance in likely.items() if chance >= best * (1 - 1e-9)]
        self.moves += 1
        self.logarithms += math.log(likely[move])
        self.hits += (move in first) / len(first)

    def __str__(self) -> str:
        return f"{self.logarithms / self.moves:8.3f} {self.hits / self.moves:8.1%}"


def foretold(players: Sequence[Sequence[PlayedGame]]) -> tuple[Score, Score]:
    """Return the scores on the held-out games: of dossiers, and of everybody's frequencies."""
    common = everybody(game for games in players for game in _known(games))
    own, usual, nobody = Score(), Score(), FirstMoves([], common)
    for games in players:
        known = FirstMoves(_known(games), common)
        for game in games[HELD_OUT - 1 :: HELD_OUT]:
            for board, move in steps(game, PLIES):
                own.note(known.likelihoods(board), move)
                usual.note(nobody.likelihoods(board), move)
    return own, usual


def _known(games: Sequence[PlayedGame]) -> Iterable[PlayedGame]:
    return (game for number, game in enumerate(games, 1) if number % HELD_OUT)


def main() -> None:
    """Print both scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "library", type=Path, nargs="?", help="a library's file; without one, players are simulated"
    )
    parser.add_argument("--players", type=int, default=200, help="at most (%(default)s)")
    arguments = parser.parse_args()
    found = (
        simulated(arguments.players)
        if arguments.library is None
        else of_library(arguments.library, arguments.players)
    )
    players = list(found)
    if not players:
        print(f"no player has {LEAST_GAMES} games")
        return
    own, usual = foretold(players)
    print(f"{len(players)} players, {own.moves} moves held out: log-likelihood by move, likeliest move played")
    print(f"dossier     {own}")
    print(f"everybody   {usual}")


if __name__ == "__main__":
    main()
