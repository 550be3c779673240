"""Tests of the table of rates by level: how games are added up, stored, and looked up."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from tests.unit.insights.players import game, moves_of, usual_rates
from xiangqi.engine.common.levels import RATINGS
from xiangqi.insights.dimensions import APART, DIMENSIONS, OPENING_PLIES, DivisionKind
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import Games, Rates, cell_of, level_rates, shipped_rates
from xiangqi.insights.statistics import between_games, within_games


def by_game(moves: list[CountedMove]) -> list[list[CountedMove]]:
    return [[move for move in moves if move.game == number] for number in sorted({move.game for move in moves})]


def test_faults_are_summed_as_by_hand() -> None:
    games = by_game(moves_of(1, 6))
    cells = {cell_of(move): 0.1 if move.phase == "endgame" else 0.2 for one in games for move in one}
    table = Games(games)
    for dimension in (*DIMENSIONS, *APART.values()):
        if dimension.kind is DivisionKind.LOSSES:
            continue
        rows = []
        for one in games:
            parts: dict[object, list[float]] = {}
            for move in one:
                verdict = dimension.test(move)
                if verdict is None:
                    continue
                row = parts.setdefault(dimension.given(move) if dimension.given else None, [0.0] * 4)
                at = 0 if verdict else 2
                row[at] += move.is_fault
                for part in (0, 2) if dimension.kind is DivisionKind.CAUSE else (at,):
                    row[part + 1] += cells[cell_of(move)]
            rows += parts.values()
        sums = between_games if dimension.kind is DivisionKind.BETWEEN else within_games
        found, expected = table.sums(dimension, table.weights(cells)), sums(np.array(rows))
        assert found.faults == expected.faults, dimension.key
        assert (found.own, found.other, found.spread) == pytest.approx(
            (expected.own, expected.other, expected.spread)
        ), dimension.key


def test_openings_are_compared_by_what_the_first_moves_lost() -> None:
    games = by_game(moves_of(1, 30))
    table = Games(games)
    opening = next(one for one in DIMENSIONS if one.key == "opening.C00")
    found = table.sums(opening, table.weights({}))
    first = [[move for move in one if move.ply <= OPENING_PLIES] for one in games]
    parts = [[move for one in first for move in one if (move.opening == "C00") is own] for own in (True, False)]
    mine, others = ([move.loss for move in part] for part in parts)
    assert found.ratio == pytest.approx(math.log(sum(mine) / len(mine) / (sum(others) / len(others))))
    assert found.faults == sum(move.is_fault for move in parts[0])
    square = sum(loss**2 for loss in (*mine, *others)) / sum((*mine, *others))
    assert found.variance == pytest.approx(square * (1 / sum(mine) + 1 / sum(others)))


def test_what_goes_together_is_told_apart_where_the_other_is_the_same() -> None:
    """A player weak in a hurry makes more mistakes in endings, which are hurried, but not because of them."""

    def hasty(move: CountedMove) -> float:
        return 3.0 if move.left_s is not None and move.left_s < 30 else 1.0

    moves = [
        replace(move, left_s=20.0 if move.phase == "endgame" or move.ply % 4 < 2 else 200.0)
        for move in moves_of(1, 400)
    ]
    chance = random.Random(2)
    games = by_game([replace(move, loss=0.2 if chance.random() < 0.1 * hasty(move) else 0.0) for move in moves])
    table = Games(games)
    ending = next(one for one in DIMENSIONS if one.key == "phase.endgame")
    even = np.ones(len(moves))
    assert table.sums(ending, even).ratio > math.log(1.3)
    assert table.sums(APART["phase.endgame"], even).ratio == pytest.approx(0, abs=0.1)


def test_a_table_comes_back_from_its_text() -> None:
    rates = usual_rates()
    again = Rates.from_json(rates.to_json())
    assert again.levels.keys() == rates.levels.keys()
    assert again.levels[5].cells == pytest.approx(rates.levels[5].cells)
    for key, sums in rates.levels[5].sums.items():
        assert again.levels[5].sums[key].own == pytest.approx(sums.own, rel=1e-5)
    assert Rates.from_json(again.to_json()) == again


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"5": {}}', '{"x": 1}'])
def test_damaged_tables_are_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError, AttributeError)):
        Rates.from_json(text)


def test_the_nearest_levels_are_asked_and_the_nearer_the_more() -> None:
    chance = random.Random(1)
    few, many = ([game(chance, number) for number in range(1, count)] for count in (40, 80))
    rates = Rates({3: level_rates(few), 6: level_rates(many)})
    ending = next(one for one in DIMENSIONS if one.key == "phase.endgame")
    alone = {level: found.sums[ending.key].faults for level, found in rates.levels.items()}
    assert rates.usual(ending, RATINGS[6]).faults == alone[6]
    assert rates.usual(ending, 3900).faults == pytest.approx(alone[6] / 2)
    middle = rates.usual(ending, (RATINGS[3] + RATINGS[6]) / 2)
    assert 0 < middle.faults < alone[3] + alone[6]


def test_who_loses_more_by_move_has_a_lower_rating() -> None:
    rates = shipped_rates()
    losses = [0.01 * step for step in range(16)]
    ratings = [rates.rating_of(loss) for loss in losses]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > ratings[-1]
    low, high = min(rates.levels), max(rates.levels)
    assert (ratings[-1], ratings[0]) == (RATINGS[low], RATINGS[high])


def test_the_shipped_table_knows_most_dimensions() -> None:
    rates = shipped_rates()
    for level, found in rates.levels.items():
        assert found.games >= 10, level
        assert sum(sums.faults > 0 for sums in found.sums.values()) > 20, level
        assert all(0 < share < 0.9 for share in found.cells.values()), level
