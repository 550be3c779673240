"""Tests of the strength tools: players, unused openings, and resumed tests."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from tools.strength import attacks, sprt, spsa
from tools.strength.games import BALANCED, openings, play_pair
from tools.strength.log import FILE, Log, Question
from tools.strength.players import Description, OtherCheckout, ThisEngine, make_player, read_description
from xiangqi.board import START_FEN, Board
from xiangqi.errors import XiangqiError

ROOT = Path(__file__).parents[3]


def test_a_player_is_parameters_and_techniques() -> None:
    assert read_description("") == Description()
    found = read_description("null_move_base=5, -singular,reverse_margin=-3")
    assert found == Description(None, {"null_move_base": 5, "reverse_margin": -3}, ("singular",))
    assert read_description(f"@{ROOT}").checkout == ROOT


@pytest.mark.parametrize(
    "text", ["magic=3", "null_move_base", "null_move_base=x", "-magic", "@/no/such/folder"]
)
def test_what_is_no_player_is_told(text: str) -> None:
    with pytest.raises(XiangqiError):
        read_description(text)


def test_another_checkout_plays_as_the_same_engine_here() -> None:
    here, there = ThisEngine(Description()), OtherCheckout(ROOT)
    try:
        for player in (here, there):
            player.begin()
        moves = Board().legal_moves()[:1]
        one, other = (player.think(START_FEN, moves, 3000) for player in (here, there))
        assert (one.move, one.score, one.nodes) == (other.move, other.score, other.nodes)
        assert 0 < other.seconds < 60
    finally:
        there.close()


def test_openings_are_balanced_and_none_comes_twice() -> None:
    judge = ThisEngine(Description())
    used: set[str] = set()
    first = list(itertools.islice(openings(judge, random.Random(1), used), 3))
    more = list(itertools.islice(openings(judge, random.Random(1), used), 3))
    assert len(used) == 6
    assert not set(map(tuple, first)) & set(map(tuple, more))
    judge.begin()
    assert abs(judge.think(START_FEN, first[0], 10_000).score) <= BALANCED


def test_both_colours_are_played_and_results_belong_to_the_first_player() -> None:
    strong, weak = make_player(""), make_player("-see,-history,-tt,-network,-pvs")
    opening = next(openings(ThisEngine(Description()), random.Random(2), set()))
    pair = play_pair(strong, weak, opening, (6000, 50))
    assert pair.half_points == [2, 2]
    assert pair.costs[0].nodes > pair.costs[1].nodes
    assert len(pair.endings) == 2


def arguments(folder: Path, games: int) -> list[str]:
    return [
        str(folder),
        "shallow",
        "--first",
        "reverse_margin=120",
        "--nodes",
        "60",
        "--games",
        str(games),
        "--equal",
        "nodes",
    ]


def test_a_stopped_test_goes_on_and_the_folder_tells_its_verdicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sprt.main(arguments(tmp_path, 2)) == 0
    assert sprt.main(arguments(tmp_path, 6)) == 0
    lines = [json.loads(line) for line in (tmp_path / FILE).read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 3
    assert len({line["opening"] for line in lines}) == 3
    capsys.readouterr()
    assert sprt.main([str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("shallow: 6 games +")
    assert "undecided" in out


def test_a_test_and_a_tuning_are_the_same_from_any_workers(tmp_path: Path) -> None:
    kept = []
    for processes in ("1", "2"):
        folder = tmp_path / processes
        assert sprt.main([*arguments(folder, 6), "--processes", processes]) == 0
        tuning = ["reverse_margin", "--nodes", "60", "--iterations", "2", "--batch", "2"]
        assert spsa.main([str(folder), *tuning, "--processes", processes]) == 0
        pairs = [json.loads(line) for line in (folder / FILE).read_text(encoding="utf-8").splitlines()]
        kept.append(
            (
                [{name: value for name, value in pair.items() if name != "seconds"} for pair in pairs],
                (folder / spsa.FILE).read_text(encoding="utf-8"),
            )
        )
    assert kept[0] == kept[1]


def test_results_of_different_questions_are_not_added_up(tmp_path: Path) -> None:
    assert sprt.main(arguments(tmp_path, 2)) == 0
    assert sprt.main([*arguments(tmp_path, 4), "--first", "reverse_margin=130"]) == 2


def test_a_damaged_log_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"test": 1, "opening": "x"}\n{"tes', encoding="utf-8")
    with pytest.raises(XiangqiError, match="line 2"):
        Log(tmp_path)


def test_speeds_are_those_of_all_pairs(tmp_path: Path) -> None:
    log = Log(tmp_path)
    assert log.speeds("shallow") == (1.0, 1.0)
    question = Question("shallow", "", "", 100, "time")
    opening = next(openings(ThisEngine(Description()), random.Random(3), log.used))
    for _ in range(2):
        pair = play_pair(make_player(""), make_player(""), opening, (100, 100))
        pair.costs[0].nodes, pair.costs[0].seconds = 300, 0.5
        pair.costs[1].nodes, pair.costs[1].seconds = 100, 1.0
        log.add(question, pair)
    assert Log(tmp_path).speeds("shallow") == pytest.approx((600, 100), rel=0.02)


def test_positions_before_a_mate_are_counted_as_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mates.fen"
    file.write_text("3k5/4P4/4R4/9/9/9/9/9/9/4K4 w - - 0 1\n" + START_FEN + "\n", encoding="utf-8")
    assert attacks.main(["measure", str(file), "--nodes", "3000"]) == 0
    assert capsys.readouterr().out.startswith("1 of 2 proved within 3,000 nodes")


def test_values_go_towards_the_winner_and_keep_their_bounds() -> None:
    tuned = spsa.parameters_of(["reverse_margin", "null_move_base"])
    values = {"reverse_margin": 100.0, "null_move_base": 4.0}
    signs = {"reverse_margin": 1, "null_move_base": -1}
    won = spsa.follow(values, signs, 1.0, tuned, 0)
    assert won["reverse_margin"] > 100
    assert won["null_move_base"] < 4
    assert spsa.follow(values, signs, 0.0, tuned, 0) == values
    later = spsa.follow(values, signs, 1.0, tuned, 1000)
    assert 100 < later["reverse_margin"] < won["reverse_margin"]
    edge = {"reverse_margin": float(tuned[0].high), "null_move_base": float(tuned[1].low)}
    assert spsa.follow(edge, signs, 1.0, tuned, 0) == edge


def test_means_are_of_the_second_half() -> None:
    rows = [{"a": 100.0, "b": 1.0}, {"a": 0.0, "b": 2.0}, {"a": 10.0, "b": 4.0}, {"a": 20.0, "b": 6.0}]
    assert spsa.means_of_second_half(rows) == {"a": 15, "b": 5}
    assert spsa.means_of_second_half(rows[:1]) == {"a": 100, "b": 1}


def test_tuning_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for iterations in ("1", "3"):
        assert spsa.main([str(tmp_path), "reverse_margin", "--nodes", "60", "--iterations", iterations]) == 0
    lines = [json.loads(line) for line in (tmp_path / spsa.FILE).read_text(encoding="utf-8").splitlines()]
    assert len({line["opening"] for line in lines}) == 3
    second, third = (line["values"]["reverse_margin"] for line in lines[1:])
    means = f"means of the second half: reverse_margin={round((second + third) / 2)}\n"
    assert means in capsys.readouterr().out
    assert spsa.main([str(tmp_path), "null_move_base"]) == 2
    assert spsa.main([str(tmp_path), "magic"]) == 2
