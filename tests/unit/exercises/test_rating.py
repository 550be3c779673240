"""Tests of the rating: the estimate of a player's strength from results and moves, and its uncertainty."""

from __future__ import annotations

import random

import pytest

from xiangqi.board import START_FEN
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.levels import RATINGS
from xiangqi.errors import IllegalMoveError
from xiangqi.exercises.figures import CHOSEN, LOST
from xiangqi.exercises.likelihood import (
    CHOICE_CLASSES,
    CONTEXTS,
    LOSS_CLASSES,
    RUNGS,
    WeighedMove,
    choice_class,
    context_of,
    loss_class,
)
from xiangqi.exercises.rating import GameEvidence, curve, estimate, next_opponent
from xiangqi.exercises.weighing import SEARCHES, weigh_both, weigh_game
from xiangqi.ladder import FULL_STRENGTH


def moves(losses: list[float], phase: str = "middlegame") -> tuple[WeighedMove, ...]:
    return tuple(WeighedMove(phase, 0.5, loss) for loss in losses)


PRIOR = estimate([])
WELL = moves([0.0] * 12 + [0.01] * 8)
FAIRLY = moves([0.0] * 8 + [0.01] * 4 + [0.05] * 4 + [0.1] * 2 + [0.2] * 2)
BADLY = moves([0.0] * 4 + [0.05] * 6 + [0.2] * 5 + [0.4] * 5)


def test_without_games_there_is_the_prior() -> None:
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


def chosen(found: list[int], loss: float, slip: int) -> tuple[WeighedMove, ...]:
    return tuple(WeighedMove("middlegame", 0.5, loss, each, 0 if each else slip) for each in found)


def test_every_class_has_figures_for_every_level() -> None:
    assert [len(LOST), *map(len, LOST)] == [CONTEXTS] + [LOSS_CLASSES] * CONTEXTS
    assert list(map(len, CHOSEN)) == [CHOICE_CLASSES] * 2
    assert all(len(row) == len(RUNGS) for table in (*LOST, *CHOSEN) for row in table)
    for table in (*LOST, *CHOSEN):
        assert [sum(level) for level in zip(*table, strict=True)] == pytest.approx(
            [10_000] * len(RUNGS), abs=20
        )
    classes = [choice_class(move) for move in chosen([1, 2, 3, 4, 5, 6, 7], 0.0, 0)]
    slips = [
        choice_class(WeighedMove("opening", 0.5, 0.0, 0, slip)) for slip in (0, 9, 24, 49, 99, 199, 399, 3000)
    ]
    assert classes + slips == list(range(CHOICE_CLASSES))
    assert choice_class(WeighedMove("opening", 0.5, 0.0)) is None


@pytest.mark.parametrize("rung", range(len(RUNGS)))
def test_who_chooses_as_a_level_does_is_known_better_than_by_losses(rung: int) -> None:
    chance = random.Random(rung)
    lost = [level[rung] for level in LOST[1]]
    choices = [level[rung] for level in CHOSEN[1]]
    games, by_losses = [], []
    for _ in range(8):
        losses = chance.choices([0.0, 0.002, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4], lost, k=30)
        classes = chance.choices(range(CHOICE_CLASSES), choices, k=30)
        slips = (0, 9, 24, 49, 99, 199, 399, 3000)
        played = [
            WeighedMove("opening", 0.5, loss, number + 1, 0)
            if number < 7
            else WeighedMove("opening", 0.5, loss, 0, slips[number - 7])
            for loss, number in zip(losses, classes, strict=True)
        ]
        games.append(GameEvidence(None, None, tuple(played)))
        by_losses.append(GameEvidence(None, None, moves(losses)))
    known, guessed = estimate(games), estimate(by_losses)
    assert known.low - 40 < RUNGS[rung] < known.high + 40
    assert RUNGS[rung] < 1500 or known.width < 0.9 * guessed.width  # weak levels lose as much as they err


def test_who_plays_well_but_unlike_the_levels_is_not_taken_for_a_weak_one() -> None:
    """As strong people play: next to nothing is lost, and the levels would choose half of the moves."""
    played = (chosen([7] * 8 + [0] * 12, 0.0, 60) + chosen([0] * 5, 0.01, 120)) * 2
    known = estimate([GameEvidence(None, None, played)] * 6)
    assert known.low > 2000


def test_a_phase_is_judged_by_its_own_moves() -> None:
    games = [GameEvidence(1500, 0.0, WELL + moves([0.3] * 8, "endgame"))] * 3
    assert estimate(games, "middlegame").mean > estimate(games).mean > estimate(games, "endgame").mean
    assert estimate(games, "opening").mean == pytest.approx(PRIOR.mean, abs=1)


def test_moves_count_only_while_something_is_at_stake() -> None:
    assert context_of(WeighedMove("opening", 0.99, 0.0)) is None
    assert context_of(WeighedMove("opening", 0.01, 0.0)) is None
    assert [context_of(WeighedMove("opening", before, 0.0)) for before in (0.1, 0.5, 0.9)] == [0, 1, 2]
    assert loss_class(WeighedMove("opening", 0.5, 0.0)) == 0
    assert loss_class(WeighedMove("opening", 0.5, 0.5)) == LOSS_CLASSES - 1
    decided = GameEvidence(None, None, tuple(WeighedMove("endgame", 0.99, 0.3) for _ in range(30)))
    assert estimate([decided]).mean == pytest.approx(PRIOR.mean, abs=1)


def test_the_interval_narrows_with_games_but_a_long_game_stays_one_game() -> None:
    games = [GameEvidence(1500, score, FAIRLY) for score in (1.0, 0.0, 1.0, 0.5, 0.0, 1.0)]
    known = curve(games)
    assert [one.mean for one in known] == pytest.approx([estimate(games[: n + 1]).mean for n in range(6)])
    assert known[-1].width < known[1].width < PRIOR.width
    endless = estimate([GameEvidence(None, None, FAIRLY * 50)])
    assert endless.width > 380


def test_the_opponent_is_as_strong_as_the_player_and_one_that_there_is() -> None:
    assert next_opponent([]) == round(PRIOR.mean)
    assert next_opponent([GameEvidence(800, 0.0, moves([0.4] * 20))] * 10) == RATINGS[1]
    assert RATINGS[11] < next_opponent([GameEvidence(2440, 1.0, WELL)] * 40) < RATINGS[FULL_STRENGTH]
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
    assert red[2].found == 0
    assert red[2].slip == max(move.slip or 0 for move in red) > 0
    assert all(0 <= move.found < 1 << len(SEARCHES) and move.slip is not None for move in red + black)
    assert all(move.phase == "opening" for move in red + black)
    assert weigh_game(START_FEN, game, RED) == red
    with pytest.raises(IllegalMoveError):
        weigh_game(START_FEN, ["a0a9"], RED)
