"""The judge command: what it prints, and how it takes lines that make no sense."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import start

from xiangqi.cli import main
from xiangqi.launch import own_command

CHASE = {"start_fen": "4k4/9/9/2c1r4/9/9/R8/4R4/9/3K5 w", "moves": ["a3c3", "c6a6", "c3a3", "a6c6"] * 2}
DRAW = {"start_fen": "3k5/9/9/9/9/9/9/9/9/R4K3 w", "moves": ["a0a1", "d9d8", "a1a0", "d8d9"] * 2}


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: object, options: str = ""
) -> list[dict[str, Any]]:
    file = tmp_path / "games.jsonl"
    file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    assert main(["judge", "--file", str(file), *options.split()]) == 0
    return answers(capsys)


def test_verdict_with_its_cycle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = judge(tmp_path, capsys, CHASE)
    assert found["verdict"] == "black wins"
    assert found["reason"] == "perpetual_chase"
    assert found["loser"] == "red"
    assert found["article"] == "D12"
    assert found["weights"] == {"red": 1, "black": 0}
    assert [step["move"] for step in found["cycle"]] == CHASE["moves"]
    first = found["cycle"][0]
    assert (first["class"], first["chased"], first["article"], first["side"]) == (
        "chase",
        ["c6"],
        "D9(i)",
        "red",
    )
    attack = first["attacks"][0]
    assert (attack["chaser"], attack["chased"], attack["new"], attack["protected"]) == ("c3", "c6", True, False)
    assert attack["protectors"] == [{"square": "e6", "piece": "r", "real": False, "status": "forbidden"}]
    assert found["cycle"][1]["class"] == "idle"


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        ("", "black wins"),
        ("--rules asian", "black wins"),
        ("--rules cxa", "draw"),
        ("--rules basic", "draw"),
        ("--occurrences 4", "none"),
    ],
)
def test_rule_sets_and_occurrences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: str, verdict: str
) -> None:
    (found,) = judge(tmp_path, capsys, CHASE, options=options)
    assert found["verdict"] == verdict


def test_natural_limit_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = {"start_fen": "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 118 60", "moves": ["a0a1", "d9d8"]}
    for options, reason in (("", "natural_limit"), ("--natural-limit 70", None), ("--natural-limit off", None)):
        (found,) = judge(tmp_path, capsys, game, options=options)
        assert found["reason"] == reason


def test_small_natural_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A round is a move of each side; the limit of two is reached by the fourth quiet ply and no sooner."""
    start = "3k5/9/9/9/9/9/9/9/9/R4K3 w"
    plies = ["a0a1", "d9d8", "a1a2", "d8d9"]
    for options, count, verdict in (
        ("--natural-limit 1", 1, "none"),
        ("--natural-limit 1", 2, "draw"),
        ("--natural-limit 2", 3, "none"),
        ("--natural-limit 2", 4, "draw"),
        ("--natural-limit off", 4, "none"),
    ):
        (found,) = judge(tmp_path, capsys, {"start_fen": start, "moves": plies[:count]}, options=options)
        assert found["verdict"] == verdict, (options, count)


def test_threats_of_mate_and_their_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # The ladder of two chariots takes two moves; the cannon's waiting keeps it threatened.
    moves = ["i0i1", "d8d7", "i1i0", "d7d8"]
    (found,) = judge(
        tmp_path,
        capsys,
        {"start_fen": "R8/3k5/9/9/9/9/9/9/1R7/5K2C w", "moves": moves * 2},
        options="--rules cxa",
    )
    assert (found["reason"], found["article"], found["loser"]) == ("perpetual_threat", "C1", "red")
    step = found["cycle"][0]
    assert (step["class"], step["article"], step["bounded"]) == ("threat", "C2", False)
    assert len(step["proof"]) == 3  # a check, the answer, mate
    (found,) = judge(
        tmp_path,
        capsys,
        {"start_fen": "9/3k5/9/9/9/9/9/9/1R7/5K2C w", "moves": moves * 2},
        options="--rules cxa",
    )
    assert found["reason"] == "repetition"


def test_game_that_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = {"start_fen": DRAW["start_fen"], "moves": DRAW["moves"][:7]}
    assert judge(tmp_path, capsys, game) == [{"verdict": "none", "reason": None, "cycle": []}]


def test_lines_that_make_no_sense_are_named_and_the_others_judged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = DRAW["start_fen"]
    lines = [
        json.dumps(DRAW),
        "",
        "{",
        "[]",
        json.dumps({"moves": []}),
        json.dumps({"start_fen": start}),
        json.dumps({"start_fen": "x", "moves": []}),
        json.dumps({"start_fen": start, "moves": ["a0a1", "a0a1"]}),
        json.dumps({"start_fen": start, "moves": ["a0a1", 7]}),
        "[" * 100_000,
        json.dumps(CHASE),
    ]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    assert main(["judge"]) == 1
    printed = capsys.readouterr()
    found = [json.loads(line) for line in printed.out.splitlines()]
    assert [answer["verdict"] for answer in found] == ["draw"] + ["none"] * 8 + ["black wins"]
    messages = printed.err.splitlines()
    assert [message.split(": ")[1] for message in messages] == [f"line {number}" for number in range(3, 11)]
    assert [answer["error"] for answer in found[1:-1]] == [message.split(": ", 1)[1] for message in messages]
    assert "move 2, a0a1, is not legal" in messages[5]
    assert "move 2" in messages[6]


def test_missing_file_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--file", "no/such/file"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_sentences_and_moves_in_another_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = judge(tmp_path, capsys, CHASE, options="--language zh-Hans --notation chinese")
    assert found["sentence"] == "红方步步捉3路卒林线的黑炮（长捉），黑方胜"
    assert [(step["move"], step["text"]) for step in found["cycle"][:2]] == [
        ("a3c3", "车九平七"),
        ("c6a6", "炮３平１"),
    ]
    (plain,) = judge(tmp_path, capsys, CHASE)
    assert "text" not in plain["cycle"][0]
    assert plain["sentence"].isascii()


def test_a_soldier_keeps_its_name_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chase = {"start_fen": "3k5/9/9/9/9/5p3/9/5R3/9/4K4 b", "moves": ["f4e4", "f2e2", "e4f4", "e2f2"] * 2}
    (found,) = judge(tmp_path, capsys, chase)
    assert found["sentence"] == "Red chases the pawn on f4 with every move: Black wins"


def test_each_line_is_answered_before_the_next_is_there() -> None:
    with start("judge") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for game, verdict in ((DRAW, "draw"), (CHASE, "black wins")):
            process.stdin.write(json.dumps(game) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["verdict"] == verdict
        process.stdin.close()
        assert process.wait(300) == 0


def test_a_line_that_is_no_text_is_one_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [b"\xef\xbb\xbf" + json.dumps(DRAW).encode(), b"\xff\xfe", json.dumps(CHASE).encode()]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
    assert main(["judge"]) == 1
    printed = capsys.readouterr()
    found = [json.loads(line) for line in printed.out.splitlines()]
    assert [answer["verdict"] for answer in found] == ["draw", "none", "black wins"]
    assert found[1]["error"] == "line 2: byte 0 is not valid UTF-8"
    assert len(printed.err.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without an end")
def test_a_line_without_end_is_not_waited_for() -> None:
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            own_command("judge"), stdin=endless, capture_output=True, check=False, timeout=120
        )
    assert done.returncode == 2
    assert b"16 MiB" in done.stderr
    assert len(done.stderr.splitlines()) == 1
