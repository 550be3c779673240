"""The command line's contract: answers, exit codes, one line for what is wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import called, run, start

from xiangqi import __version__
from xiangqi.board import START_FEN, Board, Move
from xiangqi.cli import COMMANDS, main
from xiangqi.engine.bench import POSITIONS
from xiangqi.notation import Style, format_move

ROOT = Path(__file__).parents[3]
MATED = "3k5/3P5/3R5/9/9/9/9/9/9/4K4 b - - 0 1"
ONE_MOVE = "3k5/9/3R5/9/9/9/9/9/9/3K5 b - - 0 1"
TWO_FAULTS = "3k5/9/9/9/9/9/9/9/9/K3B4 w"
Capture = pytest.CaptureFixture[str]


def lines_of(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


# ---- The program ----


def test_help_names_every_command_and_loads_nothing_heavy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "xiangqi", "--help"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert all(f"  {name} " in result.stdout for name in COMMANDS)
    assert not {"numpy", "numba", "pygame", "argparse"} & {
        line.split("|")[-1].strip() for line in result.stderr.splitlines()
    }


def test_perft_loads_no_window() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "xiangqi", "perft", "1"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout == "44\n"
    loaded = {line.split("|")[-1].strip() for line in result.stderr.splitlines() if "|" in line}
    assert "xiangqi.core.perft" in loaded
    assert not {"pygame", "xiangqi.app", "xiangqi.records", "xiangqi.engine", "xiangqi.protocol"} & loaded


def test_a_file_or_a_position_needs_no_command(tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    record.write_text("1. C2.5 *", encoding="utf-8")
    for words in (["--text", "startpos"], [str(record), "--text"], [START_FEN, "--text", "--side", "both"]):
        assert called(*words, text="fen\nquit\n").code == 0
    assert "game.pgn: game 1 of 1" in called(str(record), "--text").out
    assert called("startpos", "--text", "--side", "both", text="fen\n").out.count(START_FEN) == 1
    absent = called(str(tmp_path / "absent.pgn"))
    assert absent.code == 2
    assert f"'{tmp_path / 'absent.pgn'}' is neither a command nor a file" in absent.err


def test_startpos_is_the_opening_wherever_a_fen_is() -> None:
    assert json.loads(called("check", "startpos", "--json").out)["fen"] == START_FEN
    assert json.loads(called("perft", "1", "--fen", "startpos", "--json").out)["fen"] == START_FEN
    assert lines_of(called("analyse", "startpos", "--depth", "1", "--json").out)[-1]["depth"] == 1


def test_moves_are_spelt_as_asked() -> None:
    usual = json.loads(called("check", ONE_MOVE, "--json").out)["legal_moves"]
    assert usual == ["d9e9"]
    chinese = called("check", ONE_MOVE, "--notation", "chinese")
    assert chinese.out.splitlines()[-1] == "将４平５"
    words = ("analyse", "startpos", "--depth", "3", "--moves", "h2e2")
    iccs = lines_of(called(*words, "--json").out)[-1]["pv"]
    wxf = lines_of(called(*words, "--json", "--notation", "wxf").out)[-1]["pv"]
    assert isinstance(iccs, list)
    assert isinstance(wxf, list)
    board = Board()
    board.push(Move.from_iccs("h2e2"))
    for move, spelt in zip(iccs, wxf, strict=True):
        assert format_move(board, Move.from_iccs(move), Style.WXF) == spelt
        board.push(Move.from_iccs(move))
    assert f"best move {wxf[0]}" in called(*words, "--notation", "wxf").out


def test_a_film_says_what_it_wrote(tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    record.write_text("1. C2.5 H8+7 *", encoding="utf-8")
    done = run("film", str(record), str(tmp_path / "game.gif"))
    assert done.out == ""
    assert done.err.startswith(f"written: {tmp_path / 'game.gif'} (2 moves, ")


def test_one_program_by_several_names() -> None:
    module = called("--version")
    script = subprocess.run(
        [sys.executable, "main.py", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert module.out == script.stdout == f"xiangqi {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: Capture) -> None:
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: xiangqi {command}")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["prft"], "did you mean 'perft'"),
        (["xyzzy"], "the commands are play"),
        (["perft"], "DEPTH"),
        (["perft", "x"], "'x' should be a whole number from 0 to"),
        (["perft", "-1"], "-1"),
        (["perft", "999"], "from 0 to"),
        (["perft", "9" * 5000], "from 0 to"),
        (["perft", "1", "--fen", "nonsense"], "1 row;"),
        (["perft", "1", "--file", "/no/such/file"], "/no/such/file cannot be read"),
        (["perft", "1", "--file", "f", "--divide"], "--file"),
        (["perft", "1", "2"], "2"),
        (["check"], "FEN"),
        (["check", "nonsense"], "1 row;"),
        (["analyse"], "FEN"),
        (["analyse", TWO_FAULTS, "--depth", "1"], "general cannot stand on a0"),
        (["analyse", START_FEN, "--depth", "0"], "from 1 to"),
        (["analyse", START_FEN, "--depth", "1", "--nodes", "5"], "--nodes"),
        (["analyse", START_FEN, "--depth", "1", "--moves", "h2e2 h2e2"], "move 2"),
        (["bench", "--without", "tt,magic"], "'magic'"),
        (["uci", "now"], "now"),
        (["play", "--level", "17"], "from 1 to 16"),
        (["play", "--side", "blue"], "blue"),
        (["play", "--engine", "no-such-program -x"], "no-such-program"),
        (["play", "--engine", "'"], "--engine"),
        (["play", "no-such-file.pgn", "--text"], "neither a file nor a position"),
        (["play", "a" * 5000, "--text"], "neither a file nor a position"),
        (["convert", "a" * 5000], "cannot be opened"),
        (["film", "a" * 5000, "x.gif"], "cannot be opened"),
        (["review", "a" * 5000], "cannot be opened"),
        (["library", "stats", "--library", "a" * 5000], "unable to open"),
        (["library", "salvage", "a" * 5000, "--library", "a" * 5000], "unable to open"),
    ],
)
def test_wrong_usage_is_told_in_one_line(words: list[str], part: str, capsys: Capture) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("xiangqi")
    assert part in err


def test_a_fault_of_the_program_is_no_traceback(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board, "is_check", lambda _: 1 // 0)
    assert main(["check", START_FEN]) == 2
    assert "internal error, ZeroDivisionError" in capsys.readouterr().err
    monkeypatch.setenv("XIANGQI_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check", START_FEN])


def test_missing_requirements_are_told_with_what_to_do() -> None:
    command = [sys.executable, "-S", "main.py", "check", START_FEN]  # -S: without site-packages
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "No module named" in result.stderr
    assert "pip install ." in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupt_ends_a_command_without_a_traceback() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    try:
        process = start("analyse", START_FEN, "--movetime", "100000000")
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("depth  1")
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(300) == 130
        finally:
            process.kill()
        assert process.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_command_that_is_ended_leaves_no_half_file(tmp_path: Path, name: str, code: int) -> None:
    record = tmp_path / "game.pgn"
    record.write_text("1. h2e2 h9g7 *\n\n" * 1000, encoding="utf-8")
    number = getattr(signal, name)
    before = signal.signal(number, signal.SIG_DFL)  # `nohup` may have been there before
    try:
        process = start("convert", *[str(record)] * 1000, "-o", str(tmp_path / "out.pgn"))
    finally:
        signal.signal(number, before)
    with process:
        try:
            while not list(tmp_path.glob(".out.pgn.*")):
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(number)
            assert process.wait(300) == code
        finally:
            process.kill()
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert [path.name for path in tmp_path.iterdir()] == ["game.pgn"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_signal_that_is_to_be_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        process = start("judge")
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        for number in (signal.SIGHUP, signal.SIGTERM):
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("{}\n")
            process.stdin.flush()
            assert process.stdout.readline()
            process.send_signal(number)
        assert process.wait(300) == 143


def test_a_reader_that_leaves_is_no_fault() -> None:
    with start("analyse", START_FEN, "--movetime", "100000000") as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(300) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


# ---- perft ----


def test_perft_prints_the_number(capsys: Capture) -> None:
    assert main(["perft", "4"]) == 0
    out, err = capsys.readouterr()
    assert out == "3290240\n"
    assert "nodes/s" in err


def test_perft_as_json(capsys: Capture) -> None:
    assert main(["perft", "2", "--fen", START_FEN.split()[0], "--json"]) == 0
    (answer,) = lines_of(capsys.readouterr().out)
    assert answer.pop("seconds") is not None
    assert answer == {"fen": START_FEN, "depth": 2, "nodes": 1920}


def test_divided_perft_adds_up_to_the_total(capsys: Capture) -> None:
    assert main(["perft", "3", "--divide"]) == 0
    *parts, total = capsys.readouterr().out.splitlines()
    counts = dict(part.split(": ") for part in parts)
    assert total == "79666"
    assert len(counts) == 44
    assert counts["h2e2"] == "1564"
    assert sum(map(int, counts.values())) == 79666


SLOW_PERFT = """
import sys
from xiangqi.cli import main, perft

count = perft.perft

def told(state, depth):
    print("counting", flush=True)
    perft.perft = count
    return count(state, depth)

perft.perft = told
sys.exit(main(["perft", "9"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    ("command", "first"),
    [
        (["-m", "xiangqi", "perft", "6", "--divide"], ": "),  # as soon as it is known
        (["-c", SLOW_PERFT], "counting"),
    ],
)
def test_a_deep_perft_can_be_stopped(command: list[str], first: str) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen([sys.executable, *command], stdout=pipe, stderr=pipe, encoding="utf-8")
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert first in process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(300) == 130
        finally:
            process.kill()
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("depth", "fen", "nodes"), [("0", START_FEN, "1"), ("1", MATED, "0"), ("2", MATED, "0")]
)
def test_perft_where_nothing_can_be_played(depth: str, fen: str, nodes: str, capsys: Capture) -> None:
    assert main(["perft", depth, "--fen", fen]) == 0
    assert capsys.readouterr().out == f"{nodes}\n"


def test_perft_accepts_unsound_positions(capsys: Capture) -> None:
    assert main(["perft", "1", "--fen", "4k4/9/9/9/9/9/9/9/9/4K4 w"]) == 0
    assert capsys.readouterr().out == "2\n"


def test_perft_of_a_file(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"# two and a half\n{START_FEN}\n\nnonsense\n{MATED}\n", encoding="utf-8")
    assert main(["perft", "1", "--file", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == "44\nerror\n0\n"
    assert f"{file}: line 4: " in err
    assert main(["perft", "1", "--file", str(file), "--json"]) == 1
    answers = lines_of(capsys.readouterr().out)
    assert [answer.get("nodes") for answer in answers] == [44, None, 0]
    assert "1 row;" in str(answers[1]["error"])


def test_perft_of_lines_from_a_pipe() -> None:
    assert called("perft", "1", "--file", "-", text=f"{START_FEN}\n").out == "44\n"


def test_perft_answers_each_line_before_the_next_is_there() -> None:
    with start("perft", "1", "--file", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for fen, answer in ((START_FEN, "44\n"), (MATED, "0\n")):
            process.stdin.write(f"{fen}\n")
            process.stdin.flush()
            assert process.stdout.readline() == answer
        process.stdin.close()
        assert process.wait(300) == 0


def test_perft_of_a_line_that_is_no_text(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "positions.txt"
    file.write_bytes(f"{START_FEN}\n".encode() + b"\xff\xfe\n" + MATED.encode())
    assert main(["perft", "1", "--file", str(file)]) == 1
    assert capsys.readouterr().out == "44\nerror\n0\n"


# ---- check ----


def test_check_explains_a_position(capsys: Capture) -> None:
    assert main(["check", "3k5/9/9/9/9/9/9/9/3R5/5K3", "b"]) == 0
    fen, side, count, moves = capsys.readouterr().out.splitlines()
    assert fen == "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1"
    assert side == "black to move, in check"
    assert (count, moves) == ("legal moves: 1", "d9e9")


def test_check_as_json(capsys: Capture) -> None:
    assert main(["check", START_FEN.replace("N", "H").replace("b", "e", 1).replace(" w", " r"), "--json"]) == 0
    (answer,) = lines_of(capsys.readouterr().out)
    assert answer["fen"] == START_FEN
    assert (answer["valid"], answer["faults"], answer["turn"]) == (True, [], "red")
    assert (answer["in_check"], answer["side_in_check"]) == (False, None)
    assert answer["legal"] == 44
    assert answer["legal_moves"] == sorted(move.iccs for move in Board().legal_moves())


@pytest.mark.parametrize(("fen", "how"), [(MATED, "checkmate"), ("3k5/9/3P5/9/9/9/4R4/9/9/3K5 b", "stalemate")])
def test_check_knows_a_lost_position(fen: str, how: str, capsys: Capture) -> None:
    assert main(["check", fen]) == 0
    assert f"black loses by {how}" in capsys.readouterr().out


def test_check_lists_every_fault(capsys: Capture) -> None:
    assert main(["check", TWO_FAULTS]) == 1
    fen, *faults = capsys.readouterr().out.splitlines()
    assert fen == f"{TWO_FAULTS} - - 0 1"
    assert faults == ["error: a red general cannot stand on a0", "error: a red elephant cannot stand on e0"]
    assert main(["check", TWO_FAULTS, "--json"]) == 1
    (answer,) = lines_of(capsys.readouterr().out)
    assert answer == {"fen": fen, "valid": False, "faults": [fault.removeprefix("error: ") for fault in faults]}


def test_check_of_an_unreadable_position_as_json(capsys: Capture) -> None:
    assert main(["check", "nonsense", "--json"]) == 2
    out, err = capsys.readouterr()
    (answer,) = lines_of(out)
    assert answer["valid"] is False
    assert str(answer["faults"]).strip("[]'\"") in err


@pytest.mark.parametrize("words", [["3k5/9/9/9/9/9/9/9/9/R3K4 w", "4k4/9/9/9/9/9/9/9/9/3K4R b - - 3 7"]] * 2)
@pytest.mark.parametrize("is_quoted", [True, False])
def test_check_answers_every_position(words: list[str], is_quoted: bool, capsys: Capture) -> None:
    given = words if is_quoted else " ".join(words).split()
    assert main(["check", *given, "--json"]) == 0
    first, second = lines_of(capsys.readouterr().out)
    assert (first["fen"], first["turn"]) == ("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "red")
    assert (second["fen"], second["turn"]) == ("4k4/9/9/9/9/9/9/9/9/3K4R b - - 3 7", "black")
    assert main(["check", *given]) == 0
    assert capsys.readouterr().out.split("\n\n")[1].startswith("4k4/9/9/9/9/9/9/9/9/3K4R b - - 3 7\n")


def test_check_goes_on_after_a_position_that_cannot_be_read(capsys: Capture) -> None:
    assert main(["check", "3k5/9/9/9/9/9/9/9/9/R3K3 w", MATED, "--json"]) == 2
    out, err = capsys.readouterr()
    first, second = lines_of(out)
    assert (first["valid"], second["valid"]) == (False, True)
    assert err.startswith("xiangqi check: row 10: ")


def test_check_of_a_link(capsys: Capture) -> None:
    assert main(["check", "https://site.org/analysis?fen=2bak4/4a4/4b4/9/9/9/9/9/9/3RK4[]_b_-_-_0_1"]) == 0
    assert capsys.readouterr().out.startswith("2bak4/4a4/4b4/9/9/9/9/9/9/3RK4 b - - 0 1\nblack to move; ")


def test_check_tells_of_fields_that_mean_nothing(capsys: Capture) -> None:
    assert main(["check", "3k5/9/9/9/9/9/9/9/9/R3K4 w KQ b 0 1"]) == 0
    assert capsys.readouterr().err == "fields 3 and 4 are ignored: 'KQ b'\n"


def test_check_of_a_composed_position(capsys: Capture) -> None:
    composed = "3k1p3/9/9/9/9/9/9/4R4/9/R3K4 w - - 0 1"
    assert main(["check", composed]) == 1
    fen, word, *_, moves = capsys.readouterr().out.splitlines()
    assert (fen, "e2e9" in moves) == (composed, True)
    assert word == (
        "this position can be played but could not arise in a game: a black soldier cannot stand on f9"
    )
    assert main(["check", composed, "--json"]) == 1
    (answer,) = lines_of(capsys.readouterr().out)
    assert (answer["valid"], answer["playable"], answer["turn"]) == (False, True, "red")
    assert answer["faults"] == ["a black soldier cannot stand on f9"]


# ---- analyse and bench ----


def test_analyse_answers_every_position(capsys: Capture) -> None:
    composed = "3k1p3/9/9/9/9/9/9/4R4/9/R3K4 w - - 0 1"
    assert main(["analyse", MATED, "nonsense/9/9/9/9/9/9/9/9/9 w", composed, "--depth", "2", "--json"]) == 2
    out, err = capsys.readouterr()
    answers = lines_of(out)
    assert [answer["fen"] for answer in answers] == [Board(MATED).fen(), composed, composed]
    assert (answers[0]["mate"], bool(answers[-1]["pv"])) == (0, True)
    assert "xiangqi analyse: row 1" in err
    assert "a black soldier cannot stand on f9" in err
    assert main(["analyse", MATED, MATED, "--depth", "2"]) == 0
    lost = f"{Board(MATED).fen()}\nblack loses by checkmate\n"
    assert capsys.readouterr().out == f"{lost}\n{lost}"


def test_one_position_where_one_is_meant(capsys: Capture) -> None:
    assert main(["tables", "probe", MATED, MATED]) == 2
    assert "expected one FEN, not two" in capsys.readouterr().err


def test_analyse_as_depth_grows(capsys: Capture) -> None:
    assert main(["analyse", START_FEN, "--moves", "炮二平五 H8+7", "--depth", "4", "--json"]) == 0
    answers = lines_of(capsys.readouterr().out)
    assert [answer["depth"] for answer in answers] == [1, 2, 3, 4]
    assert all({"score_cp", "nodes", "pv"} <= answer.keys() for answer in answers)
    board = Board("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w")
    assert str(answers[-1]["pv"])[2:6] in [move.iccs for move in board.legal_moves()]


def test_analyse_several_lines(capsys: Capture) -> None:
    assert main(["analyse", START_FEN, "--depth", "2", "--multipv", "3", "--json"]) == 0
    answers = lines_of(capsys.readouterr().out)
    assert [answer["multipv"] for answer in answers] == [1, 2, 3] * 2
    assert len({str(answer["pv"])[2:6] for answer in answers[3:]}) == 3


def test_analyse_finds_a_mate(capsys: Capture) -> None:
    assert main(["analyse", "3k5/9/3P5/9/9/9/9/9/4R4/3K5 w", "--depth", "6"]) == 0
    out = capsys.readouterr().out
    assert "mate in " in out
    assert out.splitlines()[-1].startswith("best move ")


def test_analyse_says_which_side_is_mated(capsys: Capture) -> None:
    assert main(["analyse", "3k5/9/3P5/9/9/9/9/9/R8/3K5 b", "--depth", "5"]) == 0
    assert " mated in " in capsys.readouterr().out


def test_analyse_where_the_game_is_over(capsys: Capture) -> None:
    assert main(["analyse", MATED, "--depth", "2"]) == 0
    assert capsys.readouterr().out == "black loses by checkmate\n"
    assert main(["analyse", MATED, "--depth", "2", "--json"]) == 0
    (answer,) = lines_of(capsys.readouterr().out)
    assert (answer["mate"], answer["pv"]) == (0, [])


def test_bench_is_a_fingerprint(capsys: Capture) -> None:
    assert main(["bench", "--json"]) == 0
    out, err = capsys.readouterr()
    (answer,) = lines_of(out)
    assert answer.keys() == {"nodes", "nps", "seconds"}
    assert err.count(" nodes, ") == len(POSITIONS)
    assert main(["bench"]) == 0
    assert capsys.readouterr().out.startswith(f"nodes {answer['nodes']}\n")
    assert main(["bench", "--without", "killers,check-extension", "--without", "mate-distance"]) == 0
    assert not capsys.readouterr().out.startswith(f"nodes {answer['nodes']}\n")


# ---- The engine's servers ----


@pytest.mark.parametrize(("protocol", "greeting"), [("uci", "uciok"), ("ucci", "ucciok")])
def test_servers_on_stdin_and_stdout(protocol: str, greeting: str) -> None:
    result = called(protocol, text=f"{protocol}\nposition startpos\ngo depth 2\nquit\n")
    assert result.code == 0
    lines = result.out.splitlines()
    assert greeting in lines
    assert any(line.startswith("bestmove ") for line in lines)


def test_play_without_a_display_names_the_terminal() -> None:
    result = called("play")
    assert (result.code, result.out) == (2, "")
    assert "--text" in result.err.splitlines()[-1]
