"""The engine's server, spoken to through pipes."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from xiangqi import rule_sets
from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine.options import OPTIONS
from xiangqi.engine.worker import Engine
from xiangqi.protocol import server
from xiangqi.protocol.messages import BestMove, InfoMessage, ProbeAnswer
from xiangqi.protocol.server import LONGEST_LINE, serve
from xiangqi.protocol.ucci import Ucci
from xiangqi.protocol.uci import Uci
from xiangqi.referee import DEFAULT_RULES

PATIENCE_S = 300.0  # for a first compile on a busy machine
MATED = "3ak4/3R5/3P5/9/9/9/9/9/4R4/3K5 b"  # the side to move can only wait


class Conversation:
    """Both ends of the pipes to a server that runs in a thread."""

    def __init__(self, protocol: str) -> None:
        read_end, write_end = os.pipe()
        answers, sink = os.pipe()
        self._to = os.fdopen(write_end, "wb", buffering=0)
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._server = threading.Thread(target=self._serve, args=(protocol, read_end, sink), daemon=True)
        self._reader = threading.Thread(target=self._read, args=(answers,), daemon=True)
        self._server.start()
        self._reader.start()

    def _serve(self, protocol: str, read_end: int, sink: int) -> None:
        with os.fdopen(read_end, "rb") as source, os.fdopen(sink, "wb") as out:
            serve(protocol, source, out)

    def _read(self, answers: int) -> None:
        with os.fdopen(answers, "rb") as stream:
            for line in stream:
                self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def say(self, *lines: str) -> None:
        for line in lines:
            self._to.write(line.encode() + b"\n")

    def until(self, word: str) -> list[str]:
        """Return the lines up to the first that begins with a word, which is the last of them."""
        found: list[str] = []
        while not found or not found[-1].startswith(word):
            line = self._lines.get(timeout=PATIENCE_S)
            assert line is not None, f"ended without {word!r}: {found}"
            found.append(line)
        return found

    def ask(self, *lines: str) -> list[str]:
        """Say something and have everything that is answered before the next readyok."""
        self.say(*lines, "isready")
        return self.until("readyok")[:-1]

    def rest(self) -> list[str]:
        """Return what is still said after the input has ended."""
        if not self._to.closed:
            self._to.close()
        found = []
        while (line := self._lines.get(timeout=PATIENCE_S)) is not None:
            found.append(line)
        self._server.join(PATIENCE_S)
        assert not self._server.is_alive()
        return found


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Conversation]]:
    """Begins a conversation with a server that asks for no patience, however slow a busy machine loads it."""
    monkeypatch.setattr(server, "_PATIENCE_S", PATIENCE_S)
    conversations: list[Conversation] = []

    def begin(protocol: str) -> Conversation:
        conversations.append(Conversation(protocol))
        return conversations[-1]

    yield begin
    for conversation in conversations:
        if not conversation._to.closed:
            conversation.rest()


Talk = Callable[[str], Conversation]


def best(line: str) -> BestMove:
    reply = Uci().parse_reply(line)
    assert isinstance(reply, BestMove)
    return reply


def test_uci_greeting_names_every_option(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("uci")
    lines = uci.until("uciok")
    assert lines[0].startswith("id name ")
    assert lines[1].startswith("id author ")
    names = [
        line.split(" type ")[0].removeprefix("option name ") for line in lines if line.startswith("option")
    ]
    assert names == [option.name for option in OPTIONS]


def test_the_greeting_waits_for_no_kernel() -> None:
    code = "import sys; import xiangqi.protocol.server; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_who_waits_for_the_engine_is_told_why(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    load, waited = server._load_engine, threading.Event()

    def slow(loaded: Future[Engine]) -> None:
        waited.wait(PATIENCE_S)
        load(loaded)

    monkeypatch.setattr(server, "_load_engine", slow)
    monkeypatch.setattr(server, "_PATIENCE_S", 0.0)
    uci = talk("uci")
    uci.say("isready")
    assert uci.until("info string")[-1].startswith("info string the engine is still being loaded")
    waited.set()
    assert uci.until("readyok") == ["readyok"]


def test_the_options_start_with_the_rules_of_the_referee() -> None:
    options = {option.name: option for option in OPTIONS}
    assert options["Rules"].choices == rule_sets.NAMES
    assert options["Rules"].default == DEFAULT_RULES.name
    assert options["Occurrences"].default == str(DEFAULT_RULES.occurrences)
    assert options["Natural Limit"].default == str(DEFAULT_RULES.natural_limit_rounds)


def test_ucci_greets_with_its_own_options(talk: Talk) -> None:
    ucci = talk("ucci")
    ucci.say("uci", "ucci")
    lines = ucci.until("ucciok")
    assert "uciok" not in lines
    assert "option usemillisec type check default false" in lines
    assert any(line.startswith("option hashsize type spin min 1 max") for line in lines)
    ucci.say("quit")
    assert ucci.rest()[-1] == "bye"


def test_search_reports_depths_and_plays_a_legal_move(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position startpos moves h2e2 h9g7", "go depth 4")
    *news, last = uci.until("bestmove")
    infos = [info for line in news if isinstance(info := Uci().parse_reply(line), InfoMessage)]
    assert [info.depth for info in infos] == [1, 2, 3, 4]
    assert infos[-1].pv[0] == best(last).move
    assert infos[-1].nodes
    board = Board()
    for text in ("h2e2", "h9g7"):
        board.push(Move.from_iccs(text))
    assert best(last).move in [move.iccs for move in board.legal_moves()]


def test_is_ready_while_thinking_and_stops_when_told(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position startpos", "go infinite")
    uci.until("info depth 3")
    uci.say("isready")
    assert not any(line.startswith("bestmove") for line in uci.until("readyok"))
    uci.say("stop")
    assert best(uci.until("bestmove")[-1]).move
    assert uci.ask("stop") == []


def test_a_search_stopped_at_once_has_looked_at_every_move(talk: Talk) -> None:
    uci = talk("uci")
    uci.ask()
    uci.say("position fen 4k4/9/9/9/9/9/9/9/r8/R2K5 w\ngo infinite\nstop")  # in one piece
    news, last = uci.until("bestmove")[-2:]
    assert news.startswith("info depth ")
    assert best(last).move == "a0a1"


def test_an_infinite_search_waits_for_the_stop_even_when_all_is_known(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position fen " + MATED, "go infinite depth 2")
    uci.until("info depth 2")
    assert not any(line.startswith("bestmove") for line in uci.ask())
    uci.say("stop")
    uci.until("bestmove")


def test_an_infinite_search_without_a_move_waits_for_the_stop(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position fen 3k5/3R5/3R5/9/9/9/9/9/9/4K4 b", "go infinite")
    assert not any(line.startswith("bestmove") for line in uci.ask())
    uci.say("stop")
    assert uci.until("bestmove")[-1] == "bestmove (none)"


def test_a_ban_that_is_not_legal_leaves_the_others(talk: Talk) -> None:
    ucci = talk("ucci")
    ucci.say("position fen 3k5/9/9/9/9/9/9/9/9/4K4 w", "banmoves e0d0 e0e1", "go depth 2")
    lines = ucci.until("bestmove")
    assert any("e0d0 is not legal" in line for line in lines)
    assert best(lines[-1]).move == "e0f0"


def test_pondering_ends_after_the_hit(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position startpos moves h2e2", "go ponder wtime 50 btime 50")
    uci.until("info depth 2")
    assert not any(line.startswith("bestmove") for line in uci.ask())
    uci.say("ponderhit")
    assert best(uci.until("bestmove")[-1]).move


def test_the_clock_of_the_side_to_move_counts(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position startpos moves h2e2", "go wtime 100000000 btime 1 winc 0 binc 0")
    assert best(uci.until("bestmove")[-1]).move


def test_without_a_legal_move(talk: Talk) -> None:
    position = "position fen 3k5/3P5/3R5/9/9/9/9/9/9/4K4 b"
    uci, ucci = talk("uci"), talk("ucci")
    uci.say(position, "go depth 3")
    assert uci.until("bestmove") == ["bestmove (none)"]
    ucci.say(position, "go depth 3")
    assert ucci.until("nobestmove") == ["nobestmove"]


def test_only_the_moves_wanted_are_searched(talk: Talk) -> None:
    uci, ucci = talk("uci"), talk("ucci")
    uci.say("position startpos", "go depth 2 searchmoves a3a4")
    assert best(uci.until("bestmove")[-1]).move == "a3a4"
    others = [move.iccs for move in Board().legal_moves() if move.iccs != "a3a4"]
    ucci.say("position startpos", "banmoves " + " ".join(others), "go depth 2")
    assert best(ucci.until("bestmove")[-1]).move == "a3a4"
    ucci.say("position startpos", "go depth 4")
    assert best(ucci.until("bestmove")[-1]).move != "a3a4"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("go depth x", "depth"),
        ("go searchmoves a0a9", "a0a9"),
        ("banmoves a0a9", "a0a9"),
        ("setoption name Hash value lots", "Hash"),
        ("setoption name NoSuchThing value 1", "NoSuchThing"),
    ],
)
def test_malformed_input_is_answered_and_changes_nothing(talk: Talk, line: str, part: str) -> None:
    uci = talk("uci")
    uci.say("position fen 3k5/9/9/9/9/9/9/9/9/4K3R w")
    (answer,) = uci.ask(line)
    assert answer.startswith("info string error: ")
    assert part in answer
    uci.say("go depth 1 searchmoves i0i1")
    assert best(uci.until("bestmove")[-1]).move == "i0i1"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("position fen nonsense", "10"),
        ("position fen 9/9/9/9/9/9/9/9/9/9 w", "general"),
        ("position fen 3k5/9/9/9/9/9/9/9/9/3R1K3 w", "in check"),
        ("position fen 3k5/9/9/9/9/9/9/9/9/4K3R[c] w", "in hand"),
        ("position fen 3k5/9/9/9/9/9/9/9/9/4K3R x", "side to move"),
        ("position", "startpos"),
        ("position startpos moves h2e2 h2e2", "move 2"),
        ("position startpos moves zz", "zz"),
        ("position startpos moves " + "h2e2 " * (LONGEST_LINE // 5), "bytes"),
    ],
)
def test_no_search_answers_for_the_position_before_a_refused_one(talk: Talk, line: str, part: str) -> None:
    uci, ucci = talk("uci"), talk("ucci")
    for protocol, none in ((uci, "bestmove (none)"), (ucci, "nobestmove")):
        protocol.say("position fen 3k5/9/9/9/9/9/9/9/9/4K3R w")
        (answer,) = protocol.ask(line)
        assert "error: " in answer
        assert part in answer
        found, reason = protocol.ask("go depth 1")
        assert (found, "no position" in reason) == (none, True)
        (reason,) = protocol.ask("banmoves i0i1")
        assert "no position" in reason
        protocol.say("position fen 3k5/9/9/9/9/9/9/9/9/4K3R w", "go depth 1")
        assert best(protocol.until("bestmove")[-1]).move


def test_a_composed_position_is_searched_with_a_word(talk: Talk) -> None:
    uci = talk("uci")
    (note,) = uci.ask("position fen 3k1p3/9/9/9/9/9/9/4R4/9/R3K4 w - - 0 1")
    assert "could not arise" in note
    assert "a black soldier cannot stand on f9" in note
    uci.say("go depth 3")
    assert best(uci.until("bestmove")[-1]).move is not None
    assert uci.ask("position startpos") == []


def test_tables_that_cannot_be_used_are_named(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "KRK.xqt").write_bytes(b"no table")
    uci = talk("uci")
    (answer,) = uci.ask(f"setoption name TablePath value {tmp_path}")
    assert answer.startswith("info string error: ")
    assert str(tmp_path / "KRK.xqt") in answer
    (answer,) = uci.ask(f"setoption name TablePath value {tmp_path / 'nowhere'}")
    assert "nowhere" in answer


@pytest.mark.parametrize("name", ["a" * 5000, "~nobody of that name/a"])
@pytest.mark.parametrize("option", ["TablePath", "EvalFile", "Book File"])
def test_names_that_no_file_can_have_change_nothing(talk: Talk, option: str, name: str) -> None:
    uci = talk("uci")
    assert uci.ask("setoption name OwnBook value true") == []
    (answer,) = uci.ask(f"setoption name {option} value {name}")
    assert answer.startswith("info string error: ")
    uci.say("go nodes 1")
    assert best(uci.until("bestmove")[-1]).move


def test_a_byte_order_mark_before_the_first_command(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("\ufeffuci")
    assert uci.until("uciok")[0].startswith("id name ")


def test_unknown_words_and_foreign_greetings_are_ignored(talk: Talk) -> None:
    uci = talk("uci")
    assert uci.ask("hello", "", "ucci", "debug on", "register later", "\x00\xff") == []
    assert uci.ask("joho ucinewgame") == []


def test_what_has_to_wait_is_refused_while_thinking(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position startpos", "go infinite")
    uci.until("info depth 1")
    for line in ("setoption name Hash value 2", "ucinewgame", "go depth 1"):
        answers = [answer for answer in uci.ask(line) if not answer.startswith("info depth")]
        assert len(answers) == 1
        assert "has to wait" in answers[0]
    uci.say("stop", "setoption name Hash value 2", "go depth 1")
    assert not any("error" in line for line in uci.until("bestmove") + uci.until("bestmove"))


def test_the_end_of_input_stops_the_search_and_has_it_answered(talk: Talk) -> None:
    uci = talk("uci")
    uci.say("position startpos", "go infinite")
    uci.until("info depth 2")
    assert [line.split()[0] for line in uci.rest() if not line.startswith("info")] == ["bestmove"]


def test_quit_of_ucci_answers_first(talk: Talk) -> None:
    ucci = talk("ucci")
    ucci.say("position startpos", "go depth infinite")
    ucci.until("info time")
    ucci.say("quit")
    words = [line.split()[0] for line in ucci.rest() if not line.startswith("info")]
    assert words == ["bestmove", "bye"]


def test_ucci_accepts_what_its_programs_send(talk: Talk) -> None:
    ucci = talk("ucci")
    assert ucci.ask("setoption nosuchthing 1", "setoption newgame", "setoption hashsize 0") == []
    assert ucci.ask("stop") == ["nobestmove"]
    assert ucci.ask("probe startpos") == ["pophash"]
    ucci.say("position startpos", "go depth 6")
    reply = Ucci().parse_reply(ucci.until("bestmove")[-1])
    assert isinstance(reply, BestMove)
    assert reply.move is not None
    (line,) = ucci.ask(f"probe startpos moves {reply.move}")
    answer = Ucci().parse_reply(line)
    assert isinstance(answer, ProbeAnswer)
    assert answer.lower or answer.upper
    assert all(bound.depth is not None for bound in (answer.lower, answer.upper) if bound)
    (complaint,) = ucci.ask("probe startpos moves h2e9")
    assert complaint.startswith("info message error: position: move 1")
    static, none = ucci.ask(f"position fen {START_FEN}", "go depth 0")
    reply = Ucci().parse_reply(static)
    assert isinstance(reply, InfoMessage)
    assert reply.score_cp is not None
    assert none == "nobestmove"


def test_batch_mode_reads_nothing_while_thinking(talk: Talk) -> None:
    ucci = talk("ucci")
    lines = ucci.ask("setoption batch true", "position startpos", "go depth 4")
    assert lines[-1].startswith("bestmove")


@pytest.mark.parametrize("search", ["go infinite", "go depth infinite", "go ponder depth 2", "go"])
@pytest.mark.parametrize("end", ["stop", "quit"])
def test_batch_mode_hears_what_alone_can_end_a_search(talk: Talk, search: str, end: str) -> None:
    ucci = talk("ucci")
    ucci.say("setoption batch true", "position startpos", search)
    ucci.until("info time")
    ucci.say(end)
    ucci.until("bestmove")


@pytest.mark.parametrize(("fen", "accepted"), [(MATED, True), ("3ak4/9/3P5/9/9/9/9/9/R8/3K5 w", False)])
def test_a_draw_is_accepted_by_the_side_that_does_not_stand_better(
    talk: Talk, fen: str, accepted: bool
) -> None:
    ucci = talk("ucci")
    ucci.say(f"position fen {fen}", "go draw depth 3")
    assert ucci.until("bestmove")[-1].endswith(" draw") is accepted
