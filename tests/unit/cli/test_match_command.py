"""The match command as its users run it."""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import called, start

from xiangqi.cli import main
from xiangqi.cli.match import _clock, _terms, add_arguments
from xiangqi.engine.common.types import Limits
from xiangqi.jobs.pool import open_workers
from xiangqi.jobs.workers import Workers

ROOT = Path(__file__).parents[3]
GREEDY = shlex.join([sys.executable, str(ROOT / "tools" / "strength" / "greedy_engine.py"), "of-this-file"])
"""With a word that it does not read, and that tells it from those of tests that run meanwhile."""
ROGUE = """
import sys
for line in sys.stdin:
    print({"uci": "uciok", "isready": "readyok"}.get(line.strip(), "bestmove a0a9"), flush=True)
"""
QUICK = ("--nodes", "300", "--option-b", "Seed=4")


def test_result_as_an_object(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    done = called("match", "builtin:Hash=4", GREEDY, "--games", "4", *QUICK, "--json", "--pgn", str(pgn))
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert (found["a"], found["b"]) == ("builtin Hash=4", "Greedy")
    assert (found["games"], found["wins"], found["pairs"]) == (4, 4, [0, 0, 0, 0, 2])
    assert (found["elo"], found["elo_high"], found["forfeits"]) == (None, None, [])
    assert found["elo_low"] > 0
    assert sum(found["ends"].values()) == 4
    assert done.err.count("\n") == 4
    assert pgn.read_text(encoding="utf-8").count("[Result") == 4


def test_result_in_words_with_a_test_that_stops() -> None:
    test = ("--sprt", "0", "400", "--alpha", "0.2", "--beta", "0.2")
    done = called("match", GREEDY, "builtin:Hash=4", "--nodes", "300", *test)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0] == "Greedy against builtin Hash=4"
    assert any(line.startswith("SPRT [0, 400]: llr -") and line.endswith("H0 accepted") for line in lines)
    assert "Elo −∞" in done.out
    assert done.err.count("\n") < 100


def test_the_smallest_clock_is_a_thousandth_of_a_second() -> None:
    few = ("--games", "1", "--max-moves", "1", "--margin", "60000")
    done = called("match", GREEDY, GREEDY, "--tc", "0.001", *few)
    assert done.code == 0, done.err
    for wrong in ("0.0004", "0", "-1", "1+-1", "nan"):
        done = called("match", GREEDY, GREEDY, f"--tc={wrong}", *few)
        assert done.code == 2
        assert f"{wrong!r} should be a base time plus an increment in seconds" in done.err


def test_forfeits_are_listed() -> None:
    rogue = shlex.join([sys.executable, "-c", ROGUE])
    done = called("match", GREEDY, rogue, "--games", "2", "--depth", "1")
    assert done.code == 1
    assert "ends: illegal_move 2" in done.out
    assert "game 2 was forfeited: illegal_move: " in done.out


def test_ctrl_c_ends_with_the_result_so_far() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a child of one that ignores it would, too
    process = start("match", "builtin:Hash=4", GREEDY, *QUICK, "--games", "10000", "--json")
    assert process.stderr is not None
    assert process.stderr.readline().startswith("game 1: ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 1
    assert 1 <= json.loads(out)["games"] < 10_000
    assert "interrupted" in err
    assert "Traceback" not in err
    assert_no_engine_is_left()


def test_the_result_is_told_before_the_workers_are_let_go(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextlib.contextmanager
    def slow_to_leave(*_args: object, **_options: object) -> Iterator[Workers]:
        with open_workers(1) as workers:
            yield workers
        raise KeyboardInterrupt  # somebody who does not want to wait for that

    monkeypatch.setattr("xiangqi.cli.match.workers_for", slow_to_leave)
    assert main(["match", GREEDY, GREEDY, "--games", "1", "--depth", "1", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["games"] == 1


def assert_no_engine_is_left() -> None:
    """None of the greedy engines runs any more: they are told to leave, or else ended."""
    for _ in range(1200):
        listed = subprocess.run(["ps", "-wweo", "args"], capture_output=True, text=True, check=False)
        if listed.returncode != 0 or GREEDY not in listed.stdout:
            return
        time.sleep(0.25)
    pytest.fail("an engine still runs")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("builtin",), "required"),
        (("builtin:Level=0", "builtin"), "Level accepts 1 to 16"),
        (("builtin", "no-such-engine-here"), "cannot be started"),
        (("builtin", GREEDY, "--option-b", "Skill=1"), "no option 'Skill'"),
        (("builtin", "builtin", "--tc", "fast"), "10+0.1"),
        (("builtin", "builtin", "--tc", "1e999"), "10+0.1"),
        (("builtin", "builtin", "--sprt", "5", "0"), "lower"),
        (("builtin", "builtin", "--sprt", "0", "5000"), "from -1000 to 1000"),
        (("builtin", "builtin", "--openings", "no-such-file"), "no-such-file cannot be read"),
        (("builtin", "builtin", "--pgn", "no-such-folder/x.pgn"), "cannot be written"),
        (("builtin", "builtin", "--nodes", "5", "--depth", "5"), "not allowed"),
    ],
)
def test_wrong_usage_is_told_in_a_line(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert message in told.err


def test_a_small_natural_limit_ends_games() -> None:
    limits = ("--games", "2", "--depth", "1", "--natural-limit", "2", "--json")
    done = called("match", "builtin:Hash=4", "builtin:Hash=4", *limits)
    assert json.loads(done.out)["ends"] == {"natural_limit": 2}


def test_the_seed_is_that_of_the_engines_as_well(tmp_path: Path) -> None:
    """With the same openings a weak level errs otherwise with another seed, and alike with the same."""
    openings, pgn = tmp_path / "openings.txt", tmp_path / "games.pgn"
    openings.write_text("startpos\n", encoding="utf-8")
    terms = ("--games", "2", "--nodes", "200", "--max-moves", "12", "--openings", str(openings))

    def moves(*options: str) -> str:
        pgn.unlink(missing_ok=True)
        done = called(
            "match", "builtin:Level=2,Hash=4", "builtin:Level=2,Hash=4", *terms, *options, "--pgn", str(pgn)
        )
        assert done.code == 0, done.err
        text = pgn.read_text(encoding="utf-8")
        return re.sub(r"\[.*?\]|\{.*?\}", "", text, flags=re.DOTALL)

    first = moves("--seed", "1")
    assert first == moves("--seed", "1")
    assert first != moves("--seed", "2")
    own = ("--option-a", "Seed=7", "--option-b", "Seed=8")
    assert moves("--seed", "1", *own) == moves("--seed", "2", *own)  # a seed of one's own is kept


NAMED = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print(sys.argv[1], "uciok", sep="\\n")
    if word == "isready":
        print("readyok")
    if word == "go":
        print("bestmove (none)")
    sys.stdout.flush()
    if word == "quit":
        break
"""


def test_an_engine_has_the_name_it_gives_itself_or_that_of_its_program(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text(NAMED, encoding="utf-8")
    nameless = shlex.join([sys.executable, str(program), "info string hello"])
    named = shlex.join([sys.executable, str(program), "id name Jade Dragon"])
    done = called("match", named, nameless, "--games", "2", "--depth", "1", "--json")
    found = json.loads(done.out)
    assert (found["a"], found["b"]) == ("Jade Dragon", Path(sys.executable).name)
    assert called("match", named, named, "--games", "2", "--depth", "1").out.startswith(
        "Jade Dragon A against Jade Dragon B"
    )


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("0.001", Limits(clock_ms=1, increment_ms=0)),
        ("1+0.001", Limits(clock_ms=1000, increment_ms=1)),
        ("10+0.1", Limits(clock_ms=10_000, increment_ms=100)),
    ],
)
def test_a_clock_is_read_as_limits(text: str, limits: Limits) -> None:
    assert _clock(text) == limits


@pytest.mark.parametrize("text", ["0", "0.0004", "-1", "1+-1", "1+", "x", "nan", "1000001"])
def test_clocks_that_are_none(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"10\+0\.1"):
        _clock(text)


def test_the_smallest_clock_can_be_played_with() -> None:
    done = called(
        "match",
        "builtin:Hash=4",
        "builtin:Hash=4",
        "--games",
        "1",
        "--tc",
        "0.001",
        "--max-moves",
        "2",
        "--json",
    )
    assert json.loads(done.out)["games"] == 1
    assert "10+0.1" not in done.err


def test_lateness_is_borne_longer_with_a_fixed_time_a_move() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for words, margin in (
        ([], 1000),
        (["--movetime", "20"], 1000),
        (["--tc", "1"], 200),
        (["--margin", "7"], 7),
    ):
        assert _terms(parser.parse_args(["a", "b", *words])).margin_ms == margin


def test_openings_of_a_file(tmp_path: Path) -> None:
    openings, pgn = tmp_path / "openings.txt", tmp_path / "games.pgn"
    openings.write_text("3k5/9/3R5/9/9/9/9/9/4A4/R3K4 b\nstartpos moves a3a4 banana\n", encoding="utf-8")
    done = called("match", GREEDY, GREEDY, "--openings", str(openings))
    assert done.code == 2
    assert f"{openings}: line 2: move 2: " in done.err
    openings.write_text("3k5/9/3R5/9/9/9/9/9/4A4/R3K4 b\n", encoding="utf-8")
    limits = ("--openings", str(openings), "--games", "2", "--nodes", "500")
    done = called("match", "builtin:Hash=4", "builtin:Hash=4", *limits, "--pgn", str(pgn))
    assert done.code == 0, done.err
    assert "games 2  +1 =0 -1" in done.out
    assert pgn.read_text(encoding="utf-8").count('[FEN "3k5/9/3R5/') == 2
