"""On a terminal: the game is played there, and no text of a file or an engine steers it."""

from __future__ import annotations

import io
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run
from ports import IS_TOLD, family, ports

from xiangqi.disk import write_output
from xiangqi.launch import own_command
from xiangqi.terminal import guarded_output, json_text, visible

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

from terminal import END_OF_INPUT, Terminal

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\x08\r\u202e"
STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]")
COLOURS = re.compile("\x1b\\[(1;31|1;36|0)m")
BRACKETED = re.compile("\x1b\\[\\?2004[hl]")  # of the line editor that Python has for `input`

ENGINE = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Evil\\x1b]0;owned\\x07\\x9b31m\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        print("info depth 1 score cp 1 string \\x1b[2J\\nbestmove h2e2", flush=True)
"""


def steering_in(text: str) -> list[str]:
    """Return what would steer a terminal, but for the program's own colours."""
    return STEERING.findall(BRACKETED.sub("", COLOURS.sub("", text)))


def test_control_characters_are_spelt_out() -> None:
    assert visible("a\tb\nc") == "a\tb\nc"
    assert visible("炮二平五") == "炮二平五"
    assert not steering_in(visible(EVIL))
    assert visible("\x1b\x9b\u202e") == r"\x1b\x9b\u202e"
    assert json.loads(json_text({"name": EVIL})) == {"name": EVIL}
    assert not STEERING.search(json_text({"name": EVIL}))


def test_both_streams_are_guarded_and_given_back(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    with guarded_output():
        print(EVIL)
        print(EVIL, file=sys.stderr)
    assert (sys.stdout, sys.stderr) == before
    shown = capsys.readouterr()
    assert not steering_in(shown.out + shown.err)


def test_bytes_are_as_they_are_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", pipe)
    with guarded_output():
        sys.stdout.buffer.write(b"XQ\x00\x1b")
    assert pipe.buffer.getvalue() == b"XQ\x00\x1b"  # type: ignore[attr-defined]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game whose tags, comment and moves carry control characters."""
    path = tmp_path / "evil.pgn"
    text = f'[Event "{EVIL}"]\n[Red "{EVIL}"]\n\n1. 炮二平五 {{{EVIL}}} 马８{EVIL} 2. {EVIL} *\n'
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize("form", ["pgn", "json", "iccs", "dhtmlxq", "xml", "xqf"])
def test_nothing_in_a_record_steers_the_terminal(record: Path, form: str) -> None:
    terminal = Terminal("convert", str(record), "--to", form)
    terminal.finish()
    assert len(terminal.shown) > 20
    assert not steering_in(terminal.shown)


@pytest.mark.parametrize("kind", ["-", "device"])
def test_nor_does_what_is_written_to_it_as_a_file(kind: str) -> None:
    ours, theirs = os.openpty()
    name = os.ttyname(theirs) if kind == "device" else kind
    before = os.dup(1)
    os.dup2(theirs, 1)
    try:
        write_output(Path(name), [f"[Red {EVIL}".encode(), "炮".encode()[:2], "炮".encode()[2:] + b"]"])
    finally:
        os.dup2(before, 1)
    shown = os.read(ours, 4096).decode()
    for descriptor in (before, ours, theirs):
        os.close(descriptor)
    assert not steering_in(shown)
    assert shown.startswith("[Red ")
    assert shown.endswith("炮]")


def test_neither_do_dhtmlxq_and_json(tmp_path: Path) -> None:
    ubb = tmp_path / "evil.ubb"
    ubb.write_text(
        f"[DhtmlXQ][DhtmlXQ_title]{EVIL}[/DhtmlXQ_title][DhtmlXQ_movelist]77\x1b[2J[/DhtmlXQ_movelist][/DhtmlXQ]"
    )
    lines = tmp_path / "evil.json"
    lines.write_text(
        json.dumps({"start_fen": f"x{EVIL}", "iccs": [EVIL], "headers": {EVIL: EVIL}}, ensure_ascii=False)
    )
    for path in (ubb, lines):
        for words in (("convert", str(path)), ("play", "--text", str(path))):
            terminal = Terminal(*words)
            if words[0] == "play":
                terminal.type(END_OF_INPUT)
            terminal.finish()
            assert not steering_in(terminal.shown), words
    done = run("judge", text=json.dumps({"start_fen": EVIL, "moves": []}, ensure_ascii=False))
    assert not steering_in(done.out + done.err)


def test_neither_does_an_engine(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE, encoding="utf-8")
    command = f"{sys.executable} {engine}"
    done = run("match", command, "builtin", "--games", "2", "--nodes", "10", "--max-moves", "3")
    assert "Evil" in done.err
    assert not steering_in(done.out + done.err)


# ---- A game on a terminal ----


def test_a_game_with_colours_and_a_prompt(home: Path) -> None:
    terminal = Terminal("play", "--text", "--side", "both")
    assert COLOURS.search(terminal.read_until("> "))
    terminal.type("h2e2\n")
    assert "(h2e2)" in terminal.read_until("Black to move")
    terminal.type("quit\n")
    assert terminal.finish() == 0
    assert "Internal" not in terminal.shown
    assert "h2e2" in (home / "journal.pgn").read_text(encoding="utf-8") or "炮二平五" in terminal.shown


def test_the_end_of_the_input_ends_the_game() -> None:
    terminal = Terminal("play", "--text", "--side", "both")
    terminal.read_until("> ")
    terminal.type(END_OF_INPUT)
    assert terminal.finish() == 0


@pytest.mark.parametrize("word", ["uci", "ucci"])
def test_an_engine_without_any_input_ends(word: str) -> None:
    """`xiangqi uci <&-`: standard input is closed, not empty."""
    code = "import os, sys; os.close(0); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", code, *own_command(word)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not IS_TOLD, reason="only Linux tells who has what open")
def test_a_game_in_words_and_its_engine_have_no_port() -> None:
    terminal = Terminal("play", "--words", "--side", "red", "--level", "1", "--notation", "iccs")
    terminal.read_until("> ")
    terminal.type("h2e2\n")
    terminal.read_until("Black: ")
    assert len(family(terminal.process_id)) > 1, "the engine"
    assert ports(terminal.process_id) == set()
    terminal.type(END_OF_INPUT)
    terminal.finish()


@pytest.mark.skipif(not IS_TOLD, reason="only Linux tells who has what open")
def test_a_port_would_be_seen() -> None:
    before = ports(os.getpid())
    with socket.create_server(("127.0.0.1", 0)), socket.socket(type=socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        assert {port.kind for port in ports(os.getpid()) - before} == {"tcp", "udp"}
