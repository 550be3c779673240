"""The rating: what results and moves say of a player's strength, and how sure that is."""

from __future__ import annotations

import random

import pytest

from xiangqi.board import START_FEN
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.levels import RATINGS
from xiangqi.errors import IllegalMoveError
from xiangqi.exercises.rating import (
    CLASSES,
    PRIOR,
    GameEvidence,
    WeighedMove,
    class_of,
    context_of,
    curve,
    estimate,
    next_opponent,
)
from xiangqi.exercises.weighing import weigh_both, weigh_game


def moves(losses: list[float], phase: str = "middlegame") -> tuple[WeighedMove, ...]:
    return tuple(WeighedMove(phase, 0.5, loss) for loss in losses)


WELL = moves([0.0] * 12 + [0.01] * 8)
BADLY = moves([0.0] * 4 + [0.05] * 6 + [0.2] * 5 + [0.4] * 5)


def test_without_games_there_is_the_prior() -> None:
    assert estimate([]) == PRIOR
    assert PRIOR.low < 800
    assert PRIOR.high > 2200
    assert curve([]) == []


def test_results_move_the_rating_towards_the_opponents() -> None:
    won, drawn, lost = (estimate([GameEvidence(1500, score)] * 3).mean for score in (1.0, 0.5, 0.0))
    assert won > drawn > lost
    assert estimate([GameEvidence(2400, 1.0)]).mean > estimate([GameEvidence(1000, 1.0)]).mean
    unknown = estimate([GameEvidence(None, 1.0), GameEvidence(1500, None)])
    assert unknown.mean == pytest.approx(PRIOR.mean, abs=1)


def test_moves_that_lose_less_are_a_stronger_players() -> None:
    good, bad = (estimate([GameEvidence(None, None, played)]) for played in (WELL, BADLY))
    assert good.mean > PRIOR.mean + 150
    assert bad.mean < PRIOR.mean - 150
    assert good.width < PRIOR.width
    assert bad.width < PRIOR.width


def test_a_phase_is_judged_by_its_own_moves() -> None:
    games = [GameEvidence(1500, 0.0, WELL + moves([0.3] * 8, "endgame"))] * 3
    assert estimate(games, "middlegame").mean > estimate(games).mean > estimate(games, "endgame").mean
    assert estimate(games, "opening").mean == pytest.approx(PRIOR.mean, abs=1)


def test_moves_count_only_while_something_is_at_stake() -> None:
    assert context_of(WeighedMove("opening", 0.99, 0.0)) is None
    assert context_of(WeighedMove("opening", 0.01, 0.0)) is None
    assert [context_of(WeighedMove("opening", before, 0.0)) for before in (0.1, 0.5, 0.9)] == [0, 1, 2]
    assert class_of(WeighedMove("opening", 0.5, 0.0)) == 0
    assert class_of(WeighedMove("opening", 0.5, 0.5)) == CLASSES - 1
    decided = GameEvidence(None, None, tuple(WeighedMove("endgame", 0.99, 0.3) for _ in range(30)))
    assert estimate([decided]).mean == pytest.approx(PRIOR.mean, abs=1)


def test_the_interval_narrows_with_games_but_a_long_game_stays_one_game() -> None:
    games = [GameEvidence(1500, score, WELL) for score in (1.0, 0.0, 1.0, 0.5, 0.0, 1.0)]
    known = curve(games)
    assert [one.mean for one in known] == pytest.approx([estimate(games[: n + 1]).mean for n in range(6)])
    assert known[-1].width < known[1].width < PRIOR.width
    endless = estimate([GameEvidence(None, None, WELL * 50)])
    assert endless.width > 500


def test_the_opponent_is_as_strong_as_the_player_and_one_that_there_is() -> None:
    assert next_opponent([]) == round(PRIOR.mean)
    assert next_opponent([GameEvidence(800, 0.0, BADLY * 2)] * 10) == RATINGS[1]
    assert next_opponent([GameEvidence(2440, 1.0, WELL)] * 40) == RATINGS[9]
    games = [GameEvidence(1500, 1.0, WELL)] * 2
    assert next_opponent(games) == round(estimate(games).mean)


def test_intervals_hold_players_who_have_days() -> None:
    """Players drawn from the prior, who meet whom the rating chooses: results alone, day by day."""
    chance = random.Random(5)
    held = 0
    for _ in range(60):
        strength = chance.gauss(1500, 500)
        games: list[GameEvidence] = []
        for _ in range(8):
            opponent = next_opponent(games)
            day = strength + chance.gauss(0, 200)
            ours, theirs = 10 ** (day / 400), 10 ** (opponent / 400)
            draw = 0.17 * (ours * theirs) ** 0.5
            drawn = chance.random() * (ours + theirs + draw)
            score = 1.0 if drawn < ours else 0.5 if drawn < ours + draw else 0.0
            games.append(GameEvidence(opponent, score))
        known = estimate(games)
        held += known.low <= strength <= known.high
    assert 48 <= held <= 60


def test_a_blunder_weighs_and_good_moves_do_not() -> None:
    game = ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6", "h7h4"]  # the cannon takes on e6 and is taken for a pawn
    red, black = weigh_game(START_FEN, game, RED), weigh_game(START_FEN, game, BLACK)
    assert [len(red), len(black)] == [3, 3]
    assert weigh_both(START_FEN, game)[::2] == red
    assert red[0].loss < 0.03
    assert red[2].loss == max(move.loss for move in red)
    assert all(move.phase == "opening" for move in red + black)
    assert weigh_game(START_FEN, game, RED) == red
    with pytest.raises(IllegalMoveError):
        weigh_game(START_FEN, ["a0a9"], RED)
