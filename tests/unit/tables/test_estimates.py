"""Tables that keep means of distances: what they tell, and that the engine wins by them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from solved import write_tables

from tools.choose_tables import choose
from tools.play_tables import Opponent, Product, play, random_position, tried_colour
from xiangqi.tables import Endgame, Tables, TableVerdict

MATERIAL = Endgame.parse("KCPBK")


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables with distances."""
    folder = tmp_path_factory.mktemp("exact")
    write_tables(folder, MATERIAL.name)
    return folder


@pytest.fixture(scope="module")
def estimated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with estimates."""
    folder = tmp_path_factory.mktemp("estimated")
    write_tables(folder, MATERIAL.name, estimated=True)
    return folder


def test_they_take_less_room(exact: Path, estimated: Path) -> None:
    sizes = [(folder / f"{MATERIAL.name}.xqt").stat().st_size for folder in (exact, estimated)]
    assert sizes[1] < sizes[0] / 2


def test_they_are_near_the_distances_and_no_distances(exact: Path, estimated: Path) -> None:
    known, guessed = Tables([exact]), Tables([estimated])
    rng = random.Random(1)
    off = []
    while len(off) < 100:
        board = random_position(rng, MATERIAL)
        plies = known.plies(board.state)
        if plies is None or known.probe(board).verdict is not TableVerdict.LOSS:
            continue
        assert known.about(board.state) == plies
        assert guessed.probe(board).verdict is TableVerdict.LOSS
        about = guessed.about(board.state)
        assert about is not None
        off.append(abs(about - plies))
    assert sum(off) / len(off) < 2
    assert max(off) > 0


def test_a_capture_is_still_the_nearest(exact: Path, estimated: Path) -> None:
    """What wins at once is known without any distances."""
    known, guessed = Tables([exact]), Tables([estimated])
    rng = random.Random(2)
    found = 0
    while found < 10:
        board = random_position(rng, MATERIAL)
        if known.plies(board.state) == 1 and any(board.is_capture(move) for move in board.legal_moves()):
            found += 1
            assert guessed.plies(board.state) == 1


def test_the_engine_wins_by_them(exact: Path, estimated: Path) -> None:
    """Against the longest defence, without any search."""
    rng = random.Random(3)
    product, opponent = Product(estimated, 0, rng), Opponent([exact], rng)
    won = 0
    while won < 10:
        board = random_position(rng, MATERIAL)
        told = product.tables.probe(board).verdict
        if told in (TableVerdict.WIN, TableVerdict.LOSS):
            tried = tried_colour(board, told, rng)
            assert play(board, tried, product, opponent) == tried
            won += 1


def test_what_is_cheap_is_chosen_first() -> None:
    exact = {"KRK": 100, "KNK": 300, "KPK": 900, "KCK": 50}
    estimated = {"KRK": 40, "KNK": 50, "KPK": 100, "KRKB": 500}
    least = 40 + 50 + 100 + 500 + 50
    assert choose(exact, estimated, [], least) == {"KCK"}
    assert choose(exact, estimated, [], least + 60 + 250) == {"KCK", "KRK", "KNK"}
    assert choose(exact, estimated, ["KPK"], least + 850) == {"KCK", "KPK"}
    assert choose(exact, estimated, ["KPK"], least + 860) == {"KCK", "KPK", "KRK"}
