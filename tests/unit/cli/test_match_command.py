"""The match command as its users run it."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import run, start

from xiangqi.cli import main

ROOT = Path(__file__).parents[3]
GREEDY = shlex.join([sys.executable, str(ROOT / "tools" / "greedy_engine.py")])
ROGUE = """
import sys
for line in sys.stdin:
    print({"uci": "uciok", "isready": "readyok"}.get(line.strip(), "bestmove a0a9"), flush=True)
"""
QUICK = ("--nodes", "300", "--option-b", "Seed=4")


def test_result_as_an_object(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    done = run("match", "builtin:Hash=4", GREEDY, "--games", "4", *QUICK, "--json", "--pgn", str(pgn))
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
    done = run("match", GREEDY, "builtin:Hash=4", "--nodes", "300", *test)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0] == "Greedy against builtin Hash=4"
    assert any(line.startswith("SPRT [0, 400]: llr -") and line.endswith("H0 accepted") for line in lines)
    assert "Elo −∞" in done.out
    assert done.err.count("\n") < 100


def test_forfeits_are_listed() -> None:
    rogue = shlex.join([sys.executable, "-c", ROGUE])
    done = run("match", GREEDY, rogue, "--games", "2", "--depth", "1")
    assert done.code == 1
    assert "ends: illegal_move 2" in done.out
    assert "game 2 was forfeited: illegal_move: " in done.out


def test_ctrl_c_ends_with_the_result_so_far() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a child of one that ignores it would, too
    process = start("match", "builtin:Hash=4", GREEDY, *QUICK, "--games", "10000", "--json")
    assert process.stderr is not None
    assert process.stderr.readline().startswith("game 1: ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert 1 <= json.loads(out)["games"] < 10_000
    assert "interrupted" in err
    assert "Traceback" not in err
    assert_no_engine_is_left()


def assert_no_engine_is_left() -> None:
    """None of the greedy engines runs any more: they are told to leave, or else ended."""
    for _ in range(40):
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=False)
        if listed.returncode != 0 or GREEDY not in listed.stdout:
            return
        time.sleep(0.25)
    pytest.fail("an engine still runs")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("builtin",), "required"),
        (("builtin:Level=0", "builtin"), "Level takes 1 to 10"),
        (("builtin", "no-such-engine-here"), "cannot be started"),
        (("builtin", GREEDY, "--option-b", "Skill=1"), "no option 'Skill'"),
        (("builtin", "builtin", "--tc", "fast"), "10+0.1"),
        (("builtin", "builtin", "--tc", "1e999"), "10+0.1"),
        (("builtin", "builtin", "--sprt", "5", "0"), "lower"),
        (("builtin", "builtin", "--openings", "no-such-file"), "no-such-file: cannot be read"),
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


def test_openings_of_a_file(tmp_path: Path) -> None:
    openings, pgn = tmp_path / "openings.txt", tmp_path / "games.pgn"
    openings.write_text("3k5/9/3R5/9/9/9/9/9/4A4/R3K4 b\nstartpos moves a3a4 banana\n", encoding="utf-8")
    done = run("match", GREEDY, GREEDY, "--openings", str(openings))
    assert done.code == 2
    assert f"{openings}: line 2: move 2: " in done.err
    openings.write_text("3k5/9/3R5/9/9/9/9/9/4A4/R3K4 b\n", encoding="utf-8")
    limits = ("--openings", str(openings), "--games", "2", "--nodes", "500")
    done = run("match", "builtin:Hash=4", "builtin:Hash=4", *limits, "--pgn", str(pgn))
    assert done.code == 0, done.err
    assert "games 2  +1 =0 -1" in done.out
    assert pgn.read_text(encoding="utf-8").count('[FEN "3k5/9/3R5/') == 2
