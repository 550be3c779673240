"""The engine client against real processes, well-behaved and not."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.engine.common.types import Limits
from xiangqi.errors import FenError, IllegalMoveError
from xiangqi.protocol.client import (
    EngineBestMove,
    EngineClient,
    EngineFailed,
    EngineInfo,
    EngineNote,
    EngineReady,
    Event,
    Patience,
)

ENGINE = Path(__file__).parent / "engines" / "scripted_engine.py"
PATIENT = Patience(second_word_s=0.1, overtime_s=20, stop_s=20)
QUICK = Limits(movetime_ms=10)
FOREVER = Limits(infinite=True)
H2E2, H9G7 = Move.from_iccs("h2e2"), Move.from_iccs("h9g7")
PATIENCE_S = 300.0  # for a first compile on a busy machine

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and process groups")
Kind = TypeVar("Kind")
Start = Callable[..., EngineClient]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a client of a scripted engine; what the engine is told is logged."""
    clients: list[EngineClient] = []

    def begin(behaviour: str, patience: Patience = PATIENT, protocol: str = "auto") -> EngineClient:
        command = [sys.executable, "-S", "-E", str(ENGINE), behaviour, str(tmp_path / "log")]
        client = EngineClient(command, protocol, patience)
        clients.append(client)
        client.start()
        return client

    yield begin
    for client in clients:
        client.close()


def told(folder: Path) -> list[str]:
    return (folder / "log").read_text(encoding="utf-8").splitlines()


def wait_for(client: EngineClient, kind: type[Kind], seen: list[Event] | None = None) -> Kind:
    """Return the first event of a kind; other events, but failures, are passed over."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for event in client.poll():
            if seen is not None:
                seen.append(event)
            if isinstance(event, kind):
                return event
            assert not isinstance(event, EngineFailed), event.reason
        time.sleep(0.005)
    raise AssertionError(f"no {kind.__name__} came")


def gone(pid: int) -> bool:
    """Return whether a process ends within the time that tests have; a zombie has ended."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
            if ") Z " in Path(f"/proc/{pid}/stat").read_text(encoding="ascii"):
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_greets_and_plays_in_uci(start: Start, tmp_path: Path) -> None:
    client = start("Scripted")
    ready = wait_for(client, EngineReady)
    assert (ready.name, ready.protocol, [o.name for o in ready.options]) == ("Scripted", "uci", ["Hash"])
    client.start_search(7, START_FEN, [], QUICK)
    seen: list[Event] = []
    best = wait_for(client, EngineBestMove, seen)
    assert best == EngineBestMove(7, H2E2)
    (news,) = [event for event in seen if isinstance(event, EngineInfo)]
    assert (news.search_id, news.info.depth, news.info.score_cp, news.info.pv) == (7, 3, 20, (H2E2,))
    assert told(tmp_path)[-3:] == ["isready", "position startpos", "go movetime 10"]


@pytest.mark.parametrize("behaviour", ["Ucci", "UcciOnly"])
def test_finds_out_that_an_engine_speaks_ucci(start: Start, tmp_path: Path, behaviour: str) -> None:
    client = start(behaviour)
    assert wait_for(client, EngineReady).protocol == "ucci"
    client.start_search(1, START_FEN, [H2E2], QUICK)
    seen: list[Event] = []
    assert wait_for(client, EngineBestMove, seen).move == H9G7
    infos = [event.info for event in seen if isinstance(event, EngineInfo)]
    assert (infos[-1].nodes, infos[-1].score_cp, infos[-1].depth) == (100, 90, 3)  # a fifth of a horse
    assert "setoption usemillisec true" in told(tmp_path)
    assert told(tmp_path)[-1] == "go time 10"


def test_talks_to_an_engine_that_counts_ranks_from_one(start: Start, tmp_path: Path) -> None:
    client = start("FromOne")
    client.start_search(1, START_FEN, [H2E2], QUICK)
    assert wait_for(client, EngineBestMove).move == H9G7
    assert "setoption name UCI_Variant value xiangqi" in told(tmp_path)
    assert "position startpos moves h3e3" in told(tmp_path)


def test_recognises_ranks_from_one_by_the_reply(start: Start, tmp_path: Path) -> None:
    client = start("FromOneSecretly")
    client.start_search(1, START_FEN, [], QUICK)
    assert wait_for(client, EngineBestMove).move == H2E2
    client.start_search(2, START_FEN, [H2E2], QUICK)
    assert wait_for(client, EngineBestMove) == EngineBestMove(2, H9G7)
    assert "position startpos moves h3e3" in told(tmp_path)


def test_repeats_a_search_whose_moves_were_misunderstood(start: Start, tmp_path: Path) -> None:
    client = start("FromOneSecretly")
    moves = [H2E2, H9G7]
    client.start_search(1, START_FEN, moves, QUICK)
    assert wait_for(client, EngineBestMove) == EngineBestMove(1, Move.from_iccs("h0g2"))
    assert told(tmp_path)[-2] == "position startpos moves h3e3 h10g8"


def test_sends_the_position_from_the_last_capture(start: Start, tmp_path: Path) -> None:
    client = start("Illegal")
    game = [Move.from_iccs(text) for text in ("h2h9", "i9h9", "b0c2")]
    board = Board()
    for move in game[:2]:
        board.push(move)
    client.start_search(1, START_FEN, game, QUICK)
    wait_for(client, EngineFailed)
    assert f"position fen {board.fen()} moves b0c2" in told(tmp_path)


def test_limits_are_passed_on(start: Start, tmp_path: Path) -> None:
    client = start("Scripted")
    clock = Limits(clock_ms=60_000, increment_ms=1000, moves_to_go=20, search_moves=(H2E2, H9G7))
    client.start_search(1, START_FEN, [], clock)
    wait_for(client, EngineBestMove)
    assert told(tmp_path)[-1].startswith(
        "go wtime 60000 winc 1000 btime 60000 binc 1000 movestogo 20 searchmoves h2e2"
    )
    only_one = tuple(move for move in Board().legal_moves() if move != H2E2)
    client.start_search(2, START_FEN, [], Limits(depth=2, nodes=9, mate=1, banned_moves=only_one))
    wait_for(client, EngineBestMove)
    assert told(tmp_path)[-1] == "go depth 2 nodes 9 mate 1 searchmoves h2e2"


def test_forbidden_moves_in_ucci(start: Start, tmp_path: Path) -> None:
    client = start("Ucci")
    client.start_search(1, START_FEN, [], Limits(depth=2, banned_moves=(Move.from_iccs("h2e2"),)))
    wait_for(client, EngineBestMove)
    assert told(tmp_path)[-3:] == ["position startpos", "banmoves h2e2", "go depth 2"]


def test_options_and_new_games_are_told_before_the_next_search(start: Start, tmp_path: Path) -> None:
    client = start("Scripted")
    client.set_option("hash", "32")
    client.set_option("NoSuchOption", "1")
    wait_for(client, EngineReady)
    client.start_search(1, START_FEN, [], FOREVER)
    client.set_option("Hash", "48")
    client.new_game()
    client.start_search(2, START_FEN, [], QUICK)
    assert wait_for(client, EngineBestMove).search_id == 2
    lines = told(tmp_path)
    assert lines.index("setoption name Hash value 32") < lines.index("go infinite")
    assert lines[lines.index("stop") + 1 :][:3] == ["setoption name Hash value 48", "ucinewgame", "isready"]
    assert not any("NoSuch" in line for line in lines)


def test_hashsize_of_ucci_is_the_option_hash(start: Start, tmp_path: Path) -> None:
    client = start("Ucci")
    client.set_option("Hash", "32")
    wait_for(client, EngineReady)
    assert "setoption hashsize 32" in told(tmp_path)


def test_the_answer_to_a_stopped_search_is_swallowed(start: Start) -> None:
    client = start("LateAnswer", PATIENT)
    client.start_search(1, START_FEN, [], FOREVER)
    wait_for(client, EngineInfo)
    client.start_search(2, START_FEN, [H2E2], QUICK)
    seen: list[Event] = []
    assert wait_for(client, EngineBestMove, seen) == EngineBestMove(2, H9G7)
    assert {event.search_id for event in seen if isinstance(event, EngineInfo)} == {2}


def test_after_stop_nothing_more_is_told(start: Start) -> None:
    client = start("Scripted")
    client.start_search(1, START_FEN, [], FOREVER)
    wait_for(client, EngineInfo)
    client.stop()
    client.set_option("Hash", "2")
    client.start_search(2, START_FEN, [], QUICK)
    assert wait_for(client, EngineBestMove).search_id == 2


def test_second_answers_belong_to_the_past(start: Start) -> None:
    client = start("Twice")
    game: list[Move] = []
    for number, text in enumerate(("h2e2", "h9g7", "h0g2", "i9h9"), 1):
        client.start_search(number, START_FEN, game, QUICK)
        assert wait_for(client, EngineBestMove) == EngineBestMove(number, Move.from_iccs(text))
        game.append(Move.from_iccs(text))


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("Silent", "neither UCI nor UCCI"),
        ("NeverReady", "did not become ready"),
        ("Mute", "stopped responding"),
        ("Deaf", "stopped responding"),
        ("Flood", "stopped responding"),
        ("HalfLine", "exit code 3"),
        ("Dies", "exit code 7: cannot open the network file"),
        ("DiesAtOnce", "exit code 5"),
        ("Illegal", "a0a9, which is not legal"),
        pytest.param("Frozen", "stopped responding", marks=posix_only),
    ],
)
def test_rogues_are_ended_and_reported(start: Start, behaviour: str, reason: str) -> None:
    hurry = {
        "Silent": Patience(second_word_s=0.2, greeting_s=0.2),
        "NeverReady": Patience(ready_s=0.2),
        "stopped responding": Patience(overtime_s=0.2, stop_s=0.2),
    }
    client = start(behaviour, hurry.get(behaviour) or hurry.get(reason) or PATIENT)
    pid = client.pid
    client.start_search(1, START_FEN, [], QUICK)
    failure = wait_for(client, EngineFailed)
    assert reason in failure.reason
    assert "\n" not in failure.reason
    assert client.pid is None
    assert pid is not None
    assert gone(pid)


@pytest.mark.parametrize("behaviour", ["LongLine", "Garbage", "StderrFlood"])
def test_noise_does_not_harm(start: Start, behaviour: str) -> None:
    client = start(behaviour)
    client.start_search(1, START_FEN, [], QUICK)
    assert wait_for(client, EngineBestMove) == EngineBestMove(1, H2E2)


def test_polling_a_flood_takes_few_lines_at_a_time(start: Start) -> None:
    client = start("Flood")
    client.start_search(1, START_FEN, [], FOREVER)
    wait_for(client, EngineInfo)
    for _ in range(50):
        assert len(client.poll()) <= 1  # the latest news, not all
        time.sleep(0.002)


def test_a_failed_engine_can_be_started_again_with_its_options(start: Start, tmp_path: Path) -> None:
    client = start("Dies")
    client.set_option("Hash", "8")
    client.start_search(1, START_FEN, [], QUICK)
    wait_for(client, EngineFailed)
    client.start()
    assert wait_for(client, EngineReady).name == "Scripted"
    assert told(tmp_path).count("setoption name Hash value 8") == 2


def test_a_program_that_does_not_exist() -> None:
    client = EngineClient(["/no/such/engine"])
    client.start_search(1, START_FEN, [], QUICK)
    (failure,) = client.poll()
    assert isinstance(failure, EngineFailed)
    assert "/no/such/engine" in failure.reason


def test_an_impossible_game_is_refused_and_changes_nothing(start: Start) -> None:
    client = start("Scripted")
    with pytest.raises(IllegalMoveError):
        client.start_search(1, START_FEN, [H9G7], QUICK)
    with pytest.raises(FenError):
        client.start_search(1, "nonsense", [], QUICK)
    client.start_search(2, START_FEN, [], QUICK)
    assert wait_for(client, EngineBestMove).search_id == 2


@posix_only
@pytest.mark.parametrize("behaviour", ["Deaf", "Scripted"])
def test_close_leaves_no_process(start: Start, behaviour: str) -> None:
    client = start(behaviour)
    wait_for(client, EngineReady)
    pid = client.pid
    client.close()
    assert pid is not None
    assert gone(pid)
    assert client.poll() == []


@posix_only
def test_children_of_the_engine_end_with_it(start: Start) -> None:
    client = start("Parent")
    client.start_search(1, START_FEN, [], FOREVER)
    note = wait_for(client, EngineNote)
    assert "exit code 1" in wait_for(client, EngineFailed).reason
    assert gone(int(note.text.split()[-1]))


def test_the_built_in_engine() -> None:
    client = EngineClient(None, patience=Patience(overtime_s=60))
    try:
        client.start_search(1, START_FEN, [H2E2], Limits(depth=4))
        seen: list[Event] = []
        best = wait_for(client, EngineBestMove, seen)
        board = Board()
        board.push(H2E2)
        assert best.move in board.legal_moves()
        infos = [event.info for event in seen if isinstance(event, EngineInfo)]
        assert infos[-1].depth == 4
        assert infos[-1].pv[0] == best.move
    finally:
        client.close()


def test_a_name_without_end_is_cut(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(
        "input(); print('id name ' + 'x' * 9000); print('uciok', flush=True)\n"
        "input(); print('readyok', flush=True)\ninput()\n"
    )
    client = EngineClient([sys.executable, str(script)], "uci", PATIENT)
    client.start()
    try:
        assert wait_for(client, EngineReady).name == "x" * 200
    finally:
        client.close()
