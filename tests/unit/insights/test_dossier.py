"""Tests of a player's dossier, and of how well it predicts the first moves of other games."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from xiangqi.board import Board, Move
from xiangqi.coach.scene import value_of
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine import masters
from xiangqi.engine.common.types import Limits
from xiangqi.engine.worker import Engine
from xiangqi.insights.dossier import Dossier, ResultGroup, dossier
from xiangqi.insights.first_moves import FirstMoves, everybody, steps
from xiangqi.insights.games import PlayedGame
from xiangqi.openings import mirrored, opening_of, practice

CENTRAL = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"


def played(words: str, number: int = 1, side: int = RED, score: float | None = 1.0) -> PlayedGame:
    moves = tuple(map(Move.from_iccs, words.split()))
    found = opening_of(moves)
    return PlayedGame(number, side, 2024, 3, score, found.code if found else "", "Wang", None, moves)


def mirrored_game(game: PlayedGame) -> PlayedGame:
    return replace(game, moves=tuple(map(mirrored, game.moves)))


@pytest.mark.parametrize(
    ("years", "career"),
    [
        ({}, None),
        ({"": 3}, None),
        ({"1999": 1}, (1999, 1999)),
        ({"1997": 36, "1999": 3, "": 1}, (1997, 1999)),
        ({"1954": 2, "1988": 10, "1995": 300, "2013": 50, "2006": 90}, (1988, 2013)),
        ({"1990": 100, "2006": 100, "2019": 1}, (1990, 2006)),
        ({"1960": 1, "1975": 1}, (1960, 1975)),  # of two games none is a stray one
        ({"1970": 5, "1990": 100}, (1970, 1990)),  # too many for strays
    ],
)
def test_a_few_games_far_from_the_others_do_not_stretch_a_career(
    years: dict[str, int], career: tuple[int, int] | None
) -> None:
    groups = tuple(ResultGroup(name, games, games, 0, 0) for name, games in reversed(years.items()))
    assert replace(dossier([]), by_year=groups).career == career


# ---- First moves ----


def test_likelihoods_are_a_distribution_and_move_towards_what_was_played() -> None:
    board, move = Board(), Move.from_iccs("h2e2")
    nobody = FirstMoves([])
    before = nobody.likelihoods(board)
    assert before.keys() == set(board.legal_moves())
    assert sum(before.values()) == pytest.approx(1)
    counts = practice.weights(board)
    assert before[move] == pytest.approx(counts[move] / sum(counts.values()), rel=0.01)
    shares = [FirstMoves([played(CENTRAL)] * games).likelihoods(board)[move] for games in (0, 1, 5, 50)]
    assert shares == sorted(shares)
    assert len(set(shares)) == 4
    assert sum(FirstMoves([played(CENTRAL)] * 5).likelihoods(board).values()) == pytest.approx(1)


def test_mirrored_games_are_the_same_games() -> None:
    game = played(CENTRAL)
    one, other = FirstMoves([game] * 4), FirstMoves([mirrored_game(game)] * 4)
    board = Board()
    for move in game.moves:
        likely, image = one.likelihoods(board), other.likelihoods(board)
        assert {key: pytest.approx(value) for key, value in likely.items()} == image
        board.push(move)


def test_only_the_players_own_moves_count() -> None:
    black = FirstMoves([played(CENTRAL, side=BLACK)] * 9)
    board = Board()
    assert black.likelihoods(board) == FirstMoves([]).likelihoods(board)
    board.push(Move.from_iccs("h2e2"))
    assert black.likelihoods(board)[Move.from_iccs("h9g7")] > 0.5


def test_a_level_follows_the_book_of_first_moves(tmp_path: Path) -> None:
    rare = "a3a4 i9i8 a0a2 i8f8 i0i2 b9c7"
    book = tmp_path / "book.txt"
    lines = FirstMoves([played(rare)] * 40).book().lines()
    book.write_text("".join(f"{line}\n" for line in lines))
    engine = Engine(hash_mb=1)
    for name, value in (("Level", "3"), ("Book File", str(book)), ("OwnBook", "true"), ("Seed", "3")):
        engine.set_option(name, value)
    board = Board()
    for ply, move in enumerate(played(rare).moves):
        if ply % 2 == 0:
            engine.set_board(board)
            found = engine.search(Limits()).best_move
            assert found in (move, mirrored(move) if ply == 0 else move)
        board.push(move)


def habits(chance: random.Random, games: int) -> list[PlayedGame]:
    """Return the games of a player with a favourite in every position, played two times of three."""
    favourites: dict[int, Move] = {}
    found = []
    for number in range(games):
        board, side = Board(), RED if number % 2 else BLACK
        for _ in range(10):
            legal = board.legal_moves()
            usual = masters.pick(board, 16, legal, chance) or chance.choice(legal)
            favourite = favourites.setdefault(board.key, usual)
            mine = board.turn == side
            board.push(favourite if mine and chance.random() < 0.67 else usual)
        found.append(PlayedGame(number, side, 2024, 1, 0.5, "", "", None, tuple(board.move_stack)))
    return found


def test_habits_foretell_other_games_better_than_everybodys_frequencies() -> None:
    chance = random.Random(4)
    players = [habits(chance, 30) for _ in range(12)]
    common = everybody(game for games in players for game in games[:20])
    own = usual = 0.0
    for games in players:
        known, nobody = FirstMoves(games[:20], common), FirstMoves([], common)
        for game in games[20:]:
            for board, move in steps(game, 10):
                own += math.log(known.likelihoods(board)[move])
                usual += math.log(nobody.likelihoods(board)[move])
    assert own > usual + 20


# ---- The dossier ----


def test_openings_by_side_and_year_with_their_points() -> None:
    games = [
        played(CENTRAL, 1, RED, 1.0),
        played(CENTRAL, 2, RED, 0.0),
        replace(played(CENTRAL, 3, RED, 0.5), year=2025),
        replace(played(CENTRAL, 4, BLACK, None), year=0),
    ]
    found = dossier(games)
    family = games[0].family
    assert [(one.side, one.family, one.games, one.points, one.finished) for one in found.openings] == [
        (RED, family, 3, 1.5, 3),
        (BLACK, family, 1, 0.0, 0),
    ]
    assert [(one.year, one.side, one.games) for one in found.years] == [
        (2025, RED, 1),
        (2024, RED, 2),
        (0, BLACK, 1),
    ]


def test_masters_score_from_where_their_practice_ends() -> None:
    found = dossier([played(CENTRAL, 1, RED, 1.0), played(CENTRAL, 2, RED, 0.0)])
    board = Board()
    for move in played(CENTRAL).moves[:-1]:
        board.push(move)
    last = next(one for one in practice.lookup(board) if one.move.iccs == "b9c7")
    own, expected, games = found.practice[RED]
    assert (own, games) == (0.5, 2)
    assert expected == pytest.approx((last.red_wins + last.draws / 2) / last.games)
    assert BLACK not in found.practice


def test_where_practice_is_left_by_the_player_and_not_by_the_opponent() -> None:
    odd = "h2e2 h9g7 e0e1 i9h9"
    found = dossier([played(odd, 1, RED), played(odd, 2, RED, 0.0), mirrored_game(played(odd, 3, RED, 0.5))])
    [left] = found.leaves
    assert (left.ply, left.move.iccs, left.games, left.score) == (3, "e0e1", 3, 0.5)
    assert left.usual in practice.weights(Board(left.fen))
    assert dossier([played(odd, 1, BLACK)]).leaves == ()


def exchanges(moves: int) -> str:
    """Return a game in which both sides capture whenever they can."""
    board, words = Board(), []
    chance = random.Random(9)
    for _ in range(moves):
        legal = board.legal_moves()
        if not legal:
            break
        takes = [move for move in legal if board.is_capture(move)]
        move = chance.choice(takes or legal)
        words.append(move.iccs)
        board.push(move)
    return " ".join(words)


def test_endings_by_how_they_stood() -> None:
    words = exchanges(160)
    board, balance = Board(), 0
    for word in words.split():
        board.push(Move.from_iccs(word))
        codes = list(board.pieces().values())
        if sum(code & 7 in (4, 5, 6) for code in codes) <= 4:
            balance = sum(value_of(code) * (1 if code & RED else -1) for code in codes)
            break
    assert abs(balance) > 200
    better, worse = (RED, BLACK) if balance > 0 else (BLACK, RED)
    won, drawn = dossier([played(words, 1, better, 1.0)]), dossier([played(words, 1, worse, 0.5)])
    assert [(one.standing, one.games, one.won, one.drawn, one.lost) for one in won.endings] == [
        ("ahead", 1, 1, 0, 0)
    ]
    assert [(one.standing, one.games, one.drawn) for one in drawn.endings] == [("behind", 1, 1)]
    assert dossier([played(CENTRAL)]).endings == ()
    assert won.plies == len(words.split())


def test_results_by_the_opponents_rating() -> None:
    games = [
        replace(played(CENTRAL, number, score=score), opponent_rating=rating)
        for number, (rating, score) in enumerate(
            ((1100, 1.0), (1199, 0.0), (1200, 1.0), (2500, 0.5), (None, 1.0))
        )
    ]
    found = dossier(games).against
    assert [(one.low, one.high, one.games, one.score.value) for one in found] == [
        (None, 1200, 2, 0.5),
        (1200, 1600, 1, 1.0),
        (2400, None, 1, 0.5),
    ]


def test_positions_to_aim_for_are_bad_ones_that_can_be_reached() -> None:
    bad, good = "h2e2 h9g7 h0g2 i9h9", "h2e2 b9c7 h0g2 h9g7"
    games = [played(bad, number, BLACK, 0.0) for number in range(6)]
    games += [played(good, number, BLACK, 1.0) for number in range(10, 13)]
    [aim, *_] = dossier(games).aims
    assert aim.side == BLACK
    assert aim.score < 0.5
    assert 0 < aim.likely <= 1
    board = Board()
    for move in aim.moves:
        board.push(move)
    assert board.fen() == aim.fen
    assert dossier([played(bad, number, BLACK, 1.0) for number in range(6)]).aims == ()


def test_a_score_is_told_of_enough_games_and_as_it_was() -> None:
    bad, usual = "b0c2 h9g7 h0g2 i9h9", "h2e2 b9c7 h0g2 h9g7"
    others = [replace(played(usual, 100, BLACK, 1.0), number=number) for number in range(100, 690)]
    lost = [played(bad, number, BLACK, 0.0) for number in range(6)]
    assert dossier([*others, *lost[:4]]).aims == (), "four games, however bad, say nothing"
    assert len(dossier(lost).aims) == 1
    assert dossier([*others, *lost[:5]]).aims == (), "five of 595 are too few"
    unfinished = played(bad, 9, BLACK, None)
    [aim] = dossier([*others, *lost, played(bad, 8, BLACK, 1.0), unfinished]).aims
    assert (aim.games, aim.of, aim.score) == (7, 597, pytest.approx(1 / 7))


def test_a_game_against_oneself_is_one_game_without_a_result_against_others() -> None:
    both = [
        replace(played(CENTRAL, 1, side, score), opponent_rating=1500)
        for side, score in ((RED, 1.0), (BLACK, 0.0))
    ]
    other = played("h2e2 h9g7", 2)
    found = dossier([*both, other])
    assert (found.games, found.plies) == (2, (6 + 2) / 2)
    assert found.against == ()
    assert [one.side for one in found.openings] == [RED, RED, BLACK]


def test_no_games_are_a_dossier_without_anything() -> None:
    found = dossier([])
    assert isinstance(found, Dossier)
    assert (found.games, found.openings, found.leaves, found.aims, found.plies) == (0, (), (), (), None)


def test_the_latest_games_come_first_and_one_against_oneself_once() -> None:
    games = [
        replace(played(CENTRAL, number), year=year) for number, year in enumerate((1990, 0, 2001, 2001), 1)
    ]
    games.append(replace(games[0], side=BLACK, score=0.0))
    latest = dossier(games).latest
    assert [(one.number, one.year) for one in latest] == [(4, 2001), (3, 2001), (1, 1990), (2, 0)]
    assert (latest[0].opponent, latest[0].plies, latest[0].score) == ("Wang", 6, 1.0)
