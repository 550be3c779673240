"""Tests of claims about simulated players with a weakness, without one, and with too few games."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import groupby

import pytest

from tests.unit.insights.players import FAULTY, Weakness, moves_of, ordinary, rates_of, usual_rates
from xiangqi.core.constants import CANNON
from xiangqi.exercises.pack import load_pack
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.insights.claims import LEAST_GAMES, POSITIONS, Insights, claims
from xiangqi.insights.dimensions import DIMENSIONS
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import Rates

PLAYERS = 20


@pytest.fixture(scope="module")
def rates() -> Rates:
    return usual_rates()


WEAKNESSES: dict[str, Weakness] = {
    "phase.endgame": lambda move: 3.0 if move.phase == "endgame" else 1.0,
    "clock.hurry": lambda move: 3.0 if move.left_s is not None and move.left_s < 30 else 1.0,
    "opening.C00": lambda move: 5.0 if move.opening == "C00" and move.ply <= 20 else 1.0,
    "cause.hangs": lambda move: 4.0 if move.cause == "hangs" and not move.missed else 1.0,
    "cannon.far": lambda move: 4.0 if move.punisher == CANNON and move.distance >= 4 else 1.0,
}


@pytest.mark.parametrize("key", WEAKNESSES)
def test_a_planted_weakness_is_the_first_claim_of_most(key: str, rates: Rates) -> None:
    first = []
    for seed in range(PLAYERS // 2):
        said = claims(moves_of(seed, weakness=WEAKNESSES[key]), rates)
        first += [claim.dimension.key for claim in said.claims[:1]]
    assert first.count(key) >= 8, first


def hasty_in_endings(seed: int, weakness: Weakness) -> list[CountedMove]:
    """Return the moves of a player who plays all endings, and a fifth of the other moves, in a hurry."""
    chance = random.Random(seed)

    def timed(move: CountedMove) -> float:
        return 20.0 if move.phase == "endgame" or (move.game + move.ply // 2) % 5 == 0 else 200.0

    drawn = (replace(move, left_s=timed(move)) for move in moves_of(seed))
    return [replace(move, loss=0.2 if chance.random() < FAULTY * weakness(move) else 0.0) for move in drawn]


@pytest.fixture(scope="module")
def hasty_rates() -> Rates:
    """The table of players who hurry in endings."""
    likely = [move for seed in range(100, 130) for move in hasty_in_endings(seed, ordinary)]
    numbered = [replace(move, game=move.game + 100 * (index // 1200)) for index, move in enumerate(likely)]
    return rates_of([[*game] for _, game in groupby(numbered, lambda move: move.game)])


@pytest.mark.parametrize("key", ["phase.endgame", "clock.hurry"])
def test_of_endings_and_hurry_the_one_goes_first_that_holds_without_the_other(
    key: str, hasty_rates: Rates
) -> None:
    firsts = []
    for seed in range(10):
        said = claims(hasty_in_endings(seed, WEAKNESSES[key]), hasty_rates).claims
        firsts += [claim.dimension.key for claim in said[:1]]
    assert firsts.count(key) >= 9, firsts


def test_hardly_anything_is_claimed_of_players_without_a_weakness(rates: Rates) -> None:
    false = [claim.dimension.key for seed in range(PLAYERS) for claim in claims(moves_of(seed), rates).claims]
    assert len(false) <= 1, false


def test_who_plays_worse_everywhere_has_no_weakness(rates: Rates) -> None:
    false = [
        claim.dimension.key
        for seed in range(PLAYERS // 2)
        for claim in claims(moves_of(seed, weakness=lambda _move: 2.5), rates).claims
    ]
    assert len(false) <= 1, false


def test_what_all_players_of_that_rating_do_is_no_weakness() -> None:
    """The same games that show a weakness beside ordinary players show none beside players who share it."""
    weakness = WEAKNESSES["phase.endgame"]
    likely = moves_of(78, 400, weakness)
    by_game = [[move for move in likely if move.game == number] for number in range(1, 401)]
    assert claims(moves_of(3, weakness=weakness), rates_of(by_game)).claims == ()


def test_a_claim_has_its_numbers_and_the_costliest_positions(rates: Rates) -> None:
    moves = moves_of(1, weakness=WEAKNESSES["phase.endgame"])
    claim = claims(moves, rates).claims[0]
    endings = [move for move in moves if move.phase == "endgame" and move.standing != "losing"]
    assert (claim.games, claim.moves) == (30, len(endings))
    assert 1 < claim.low < claim.effect < claim.high
    assert 1.5 < claim.effect < 3.5
    faults = sorted((move for move in endings if move.is_fault), key=lambda move: -move.loss)
    assert claim.positions[0] == faults[0]
    assert len(claim.positions) == POSITIONS
    assert len({move.game for move in claim.positions}) == POSITIONS
    assert all(move in faults for move in claim.positions)
    assert claim.text.arguments["faults"] == len(faults)


def test_of_a_cause_the_faults_are_counted(rates: Rates) -> None:
    moves = moves_of(1, weakness=WEAKNESSES["cannon.far"])
    claim = next(one for one in claims(moves, rates).claims if one.dimension.key == "cannon.far")
    shots = [move for move in moves if move.punisher == CANNON and move.distance >= 4]
    assert claim.moves == len(shots)
    assert claim.games == len({move.game for move in shots})


def test_no_games_few_games_and_games_without_faults(rates: Rates) -> None:
    assert claims([], rates) == Insights(0, 0, None, (), (), claims([], rates).text)
    assert claims([], rates).text.key == "claim.no_moves"
    few = claims(moves_of(1, LEAST_GAMES - 1, WEAKNESSES["phase.endgame"]), rates)
    assert (few.claims, few.undecided, few.text.key) == ((), (), "claim.too_few")
    assert few.text.arguments["count"] == LEAST_GAMES - 1
    assert claims(moves_of(1, 1), rates).text.key == "claim.too_few"
    sound = claims([move for move in moves_of(1) if not move.is_fault], rates)
    assert (sound.claims, sound.undecided, sound.text.key) == ((), (), "claim.nothing")


def test_games_that_are_all_the_same(rates: Rates) -> None:
    first = moves_of(2, 1)
    copies = [
        CountedMove(number, *(getattr(move, name) for name in CountedMove.__slots__[1:]))
        for number in range(1, 31)
        for move in first
    ]
    said = claims(copies, rates)
    assert said.games == 30
    assert all(claim.low > 1 for claim in said.claims)


def test_too_few_games_to_say_tells_how_many_would_do(rates: Rates) -> None:
    told = {}

    def weakness(move: CountedMove) -> float:
        return 2.2 if move.punisher == CANNON else 1.0

    for seed in range(12):
        said = claims(moves_of(seed, 10, weakness), rates)
        for one in said.undecided:
            if one.dimension.key == "cannon.far":
                told[seed] = one.games
                assert one.games > 10
                assert one.text.arguments["games"] == one.games
    assert len(told) >= 3
    enough = [claims(moves_of(seed, 2 * games, weakness), rates) for seed, games in list(told.items())[:3]]
    assert sum(any(one.dimension.key == "cannon.far" for one in said.claims) for said in enough) >= 2


def test_the_order_of_the_moves_does_not_matter(rates: Rates) -> None:
    moves = moves_of(5, weakness=WEAKNESSES["clock.hurry"])
    mixed = random.Random(1).sample(moves, len(moves))
    assert claims(mixed, rates) == claims(moves, rates)


def test_a_rating_that_is_given_is_compared_with(rates: Rates) -> None:
    assert claims(moves_of(1), rates, 1700).rating == 1700


@pytest.mark.parametrize("language", LANGUAGES)
def test_claims_are_told_in_all_languages(language: str, rates: Rates) -> None:
    words = catalogue(language)
    in_opening = moves_of(1, weakness=lambda move: 2 * WEAKNESSES["opening.C00"](move) - 1)
    in_endings = moves_of(1, weakness=WEAKNESSES["phase.endgame"])
    for moves in (in_opening, in_endings):
        own, other = claims(moves, rates).claims[0], claims(moves, rates, name="吕钦").claims[0]
        for claim, name in ((own, False), (other, True)):
            told = words.tell(claim.text)
            faults = claim.text.arguments["faults"]
            for number in (f"{claim.effect:.1f}", f"{claim.low:.1f}", f"{claim.high:.1f}", claim.games, faults):
                assert str(number) in told
            assert words.tell(claim.dimension.name) in told
            assert ("吕钦" in told) == name
    names = [words.tell(dimension.name) for dimension in DIMENSIONS]
    assert len(set(names)) == len(names)


def test_themes_practise_what_is_claimed(rates: Rates) -> None:
    known = {theme for exercise in load_pack() for theme in exercise.themes}
    claim = claims(moves_of(1, weakness=WEAKNESSES["cause.hangs"]), rates).claims[0]
    assert set(claim.themes) & known == {"hangs"}
    ending = claims(moves_of(1, weakness=WEAKNESSES["phase.endgame"]), rates).claims[0]
    assert not ending.dimension.themes
    assert set(ending.themes) & known


def test_ordinary_players_are_what_the_table_is_made_of(rates: Rates) -> None:
    moves = moves_of(1, weakness=ordinary)
    loss = sum(move.loss for move in moves) / len(moves)
    assert loss == pytest.approx(rates.levels[5].loss, rel=0.15)
