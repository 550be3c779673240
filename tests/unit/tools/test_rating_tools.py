"""Tests of the tools behind the rating: logged games, the fitted figures, and the players of a trial."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tools.rating.fitting import as_source, fitted
from tools.rating.games import RatedGame, sides_of
from tools.rating.rating_log import RatingLog
from tools.rating.trial import report, try_player
from xiangqi.exercises.likelihood import CHOICE_CLASSES, CONTEXTS, LOSS_CLASSES, RUNGS, WeighedMove
from xiangqi.exercises.rating import GameEvidence
from xiangqi.jobs.pool import open_workers


def test_games_are_played_and_weighed_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with open_workers(1) as workers:
        log = RatingLog(path)
        log.play(1, workers)
        log.weigh(workers)
        sides = log.sides()
        text = path.read_text(encoding="utf-8")
        path.write_text(text + text.splitlines()[1][:40], encoding="utf-8")  # a line that was cut off
        again = RatingLog(path)
        again.play(1, workers)
        again.weigh(workers)
    assert again.sides() == sides
    assert [side.evidence.opponent for side in sides] == [side.rating for side in sides[::-1]]
    assert all(move.slip is not None for side in sides for move in side.evidence.moves)
    assert any(move.found for side in sides for move in side.evidence.moves)


def test_games_are_seen_from_both_sides() -> None:
    moves: list[list[object]] = [["opening", 0.5, loss, 1, 0] for loss in (0, 0, 0, 0, 0.1, 0.2, 0.3, 0.4)]
    red, black = sides_of(5, {"ratings": [900, 1500], "score": 0.0}, moves)
    assert (red.rating, red.evidence.opponent, red.evidence.score) == (900, 1500, 0.0)
    assert (black.rating, black.evidence.opponent, black.evidence.score) == (1500, 900, 1.0)
    assert [move.loss for move in red.evidence.moves] == [0.1, 0.3]
    assert [move.loss for move in black.evidence.moves] == [0.2, 0.4]


def a_game(number: int, chance: random.Random) -> RatedGame:
    """By somebody who finds a move more often, and loses less, the stronger he is: from 800 to 2530."""
    rating = chance.randint(RUNGS[0], RUNGS[-1])
    strong = (rating - RUNGS[0]) / (RUNGS[-1] - RUNGS[0])
    moves = tuple(
        WeighedMove("opening", before, 0.0, 7, 0)
        if chance.random() < 0.2 + 0.6 * strong
        else WeighedMove("opening", before, 0.2, 0, 300)
        for before in (0.2, 0.5, 0.8, 0.99) * 10
    )
    return RatedGame(number, rating, GameEvidence(rating, 0.5, moves))


def test_the_figures_say_how_often_each_level_chooses_what() -> None:
    chance = random.Random(3)
    by_loss, by_choice = fitted(a_game(number, chance) for number in range(400))
    assert [table.shape for table in by_loss] == [(LOSS_CLASSES, len(RUNGS))] * CONTEXTS
    assert [table.shape for table in by_choice] == [(CHOICE_CLASSES, len(RUNGS))] * 2
    assert by_choice[1].sum(axis=0) == pytest.approx(np.ones(len(RUNGS)))
    rungs = np.array(RUNGS)
    found = 0.2 + 0.6 * (rungs - rungs[0]) / (rungs[-1] - rungs[0])
    assert by_choice[1][6] == pytest.approx(found, abs=0.06)
    assert by_loss[1][0] == pytest.approx(found, abs=0.08)
    source: dict[str, object] = {}
    exec("from typing import Final\n" + as_source(by_loss, by_choice), source)
    assert np.array(source["CHOSEN"]) / 10_000 == pytest.approx(np.array(by_choice), abs=1e-4)
    assert np.array(source["LOST"]).shape == (CONTEXTS, LOSS_CLASSES, len(RUNGS))


def test_players_of_a_trial_have_games_of_their_strength() -> None:
    chance = random.Random(4)
    games = [a_game(number, chance) for number in range(120)]
    tried = try_player(1500, games, random.Random(1))
    assert len(tried.held) == len(tried.widths) == len(tried.scores) == 15
    assert tried.mismatch < 200
    assert tried.widths[-1] < tried.widths[0]
    assert len(report(2, games, 1).splitlines()) == 2 + 15
    with pytest.raises(ValueError, match="empty"):
        try_player(1500, games[:3], random.Random(1))
