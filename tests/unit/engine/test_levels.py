"""The ladder of levels: what weaker players overlook, and that their games can be repeated."""

from __future__ import annotations

import itertools

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine.common.levels import LEVELS, RATINGS, Level, level_for, on_the_day
from xiangqi.engine.common.types import Limits
from xiangqi.engine.search.blunders import Blunders, chance_of, difficulty
from xiangqi.engine.worker import Engine
from xiangqi.ladder import FULL_STRENGTH

NEAR = "rnbakab1r/9/1c5c1/p1p1p1p1p/9/4n4/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "e3e4"  # a horse before a pawn
FAR = "rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "h2h9"  # by a cannon, over another
MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w"


def engine(**options: str) -> Engine:
    made = Engine(hash_mb=1)
    for name, value in options.items():
        made.set_option(name, value)
    return made


def game(plies: int, **options: str) -> list[Move]:
    """Return the moves of an engine against itself, fewer where one is mated before."""
    player = engine(**options)
    player.clear()
    board = Board()
    while len(board.move_stack) < plies and board.legal_moves():
        player.set_position(START_FEN, board.move_stack)
        move = player.search(Limits()).best_move
        assert move is not None
        board.push(move)
    return board.move_stack


def test_long_shots_are_harder_to_see_than_what_stands_side_by_side() -> None:
    board = Board("3k5/9/9/9/9/9/n3p3n/4P4/C7C/3RK3n w")

    def hard(text: str) -> float:
        return difficulty(board, Move.from_iccs(text))

    far = Board("n2k5/9/p8/9/9/9/9/9/C8/4K4 w")
    near = Board("3k5/9/9/9/9/9/n8/p8/C8/4K4 w")
    assert difficulty(far, Move.from_iccs("a1a9")) > difficulty(near, Move.from_iccs("a1a3")) > hard("e2e3")
    chariot = Board("r2k5/9/p8/9/9/9/9/9/C8/4K4 w")
    assert difficulty(chariot, Move.from_iccs("a1a9")) < difficulty(far, Move.from_iccs("a1a9"))


def test_blindness_is_as_frequent_as_it_says_and_stays_with_the_position() -> None:
    board, shot = Board("n2k5/9/p8/9/9/9/9/9/C8/4K4 w"), Move.from_iccs("a1a9")
    level = Level(blindness=0.5)
    seen = [Blunders(level, seed, board).notices(board, shot) for seed in range(2000)]
    assert sum(seen) / 2000 == pytest.approx(1 - 0.5 * difficulty(board, shot), abs=0.03)
    assert seen == [Blunders(level, seed, board).notices(board, shot) for seed in range(2000)]
    assert all(Blunders(Level(), seed, board).notices(board, shot) for seed in range(50))


def test_misjudgements_have_the_size_that_is_said() -> None:
    board, level = Board(), Level(noise_cp=100)
    errors = [Blunders(level, seed, board).error_cp(move) for seed in range(50) for move in board.legal_moves()]
    assert sum(errors) / len(errors) == pytest.approx(0, abs=8)
    assert (sum(error**2 for error in errors) / len(errors)) ** 0.5 == pytest.approx(100, rel=0.05)
    assert Blunders(Level(), 1, board).error_cp(Move.from_iccs("h2e2")) == 0


def taken(level: int, fen: str, takes: str) -> int:
    """In how many of 60 games a level takes what hangs."""
    player = engine(Level=str(level))
    player.set_position(fen, ())
    found = 0
    for seed in range(1, 61):
        player.set_option("Seed", str(seed))
        found += player.search(Limits()).best_move == Move.from_iccs(takes)
    return found


def test_weak_players_take_what_stands_before_them_and_miss_what_is_far_away() -> None:
    near, far = [taken(level, *NEAR) for level in (1, 3)], [taken(level, *FAR) for level in (1, 3)]
    assert near[0] > far[0]
    assert near[1] > far[1]
    assert near[0] < near[1]
    assert far[0] < far[1]
    assert taken(8, *NEAR) == taken(8, *FAR) == 60


@pytest.mark.parametrize("level", sorted(LEVELS)[:-1])
def test_games_are_repeated_by_their_seed(level: int) -> None:
    first = game(12, Level=str(level), Seed="7")
    assert first == game(12, Level=str(level), Seed="7")
    if LEVELS[level].noise_cp:
        assert first != game(12, Level=str(level), Seed="8")


def test_without_a_seed_every_game_is_another() -> None:
    games = {tuple(game(8, Level="1")) for _ in range(4)}
    assert len(games) > 1


def test_a_weak_level_plays_legal_moves_when_nothing_can_be_overlooked() -> None:
    for fen in ("3k5/9/9/9/9/9/9/9/4K4/3r5 w", MATE_IN_ONE, NEAR[0]):
        player, board = engine(Level="1", Seed="3"), Board(fen)
        player.set_position(fen, ())
        move = player.search(Limits()).best_move
        assert move is not None
        assert board.is_legal(move)


def test_a_stopped_weak_level_still_answers() -> None:
    player = engine(Level="6", Seed="3")
    player.set_position(START_FEN, ())
    player.arm()
    player.stop()
    move = player.search(Limits()).best_move
    assert move is not None
    assert Board().is_legal(move)


def test_mates_are_counted_from_the_root() -> None:
    player = engine(Level="6", Seed="7")
    player.set_position(MATE_IN_ONE, ())
    info = player.search(Limits()).info
    assert info is not None
    assert (info.mate, len(info.pv)) == (1, 1)


def test_the_ladder_goes_up() -> None:
    assert sorted(LEVELS) == sorted(RATINGS) == list(range(1, FULL_STRENGTH + 1))
    assert LEVELS[FULL_STRENGTH] == Level(network=True)
    steps = [RATINGS[level + 1] - RATINGS[level] for level in range(1, FULL_STRENGTH)]
    assert all(100 <= step <= 300 for step in steps)


def test_ratings_lie_on_the_ladder_without_gaps() -> None:
    def mean(rating: int) -> float:
        return sum(level_for(rating, (n + 0.5) / 1000) for n in range(1000)) / 1000

    assert [mean(RATINGS[level]) for level in sorted(LEVELS)] == sorted(LEVELS)
    assert mean((RATINGS[3] + RATINGS[4]) // 2) == pytest.approx(3.5, abs=0.01)
    assert mean(RATINGS[1] - 500) == 1
    assert mean(RATINGS[FULL_STRENGTH] + 500) == FULL_STRENGTH
    means = [mean(rating) for rating in range(RATINGS[1], RATINGS[FULL_STRENGTH], 50)]
    assert all(low < high for low, high in itertools.pairwise(means))


def test_a_rating_decides_only_where_it_limits_the_strength() -> None:
    lowest = {"UCI_Elo": str(RATINGS[1]), "Seed": "7"}
    assert game(8, UCI_LimitStrength="true", **lowest) == game(8, Level="1", Seed="7")
    assert game(8, Level="2", **lowest) == game(8, Level="2", Seed="7")


def test_form_varies_from_game_to_game_round_the_level() -> None:
    level = Level(depth=2, blindness=1.0, noise_cp=100)
    forms = [on_the_day(level, chance_of(seed)).blindness for seed in range(500)]
    assert sum(forms) / 500 == pytest.approx(1, abs=0.01)
    assert 0.8 <= min(forms) < 0.84
    assert 1.16 < max(forms) <= 1.2
    assert on_the_day(Level(nodes=600), 0).nodes == 900
    assert on_the_day(Level(nodes=600), 1).nodes == 400
    assert on_the_day(Level(), 0.9) == Level()
