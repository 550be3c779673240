"""Matches between real engine processes, well-behaved and other."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Limits, Option
from xiangqi.errors import ProtocolError, StorageError
from xiangqi.jobs.pool import open_workers
from xiangqi.match.bouts import Match
from xiangqi.match.contestants import Contestant
from xiangqi.match.game import ADJUDICATION, RESIGNATION, Conditions, play_game
from xiangqi.match.player import CRASH, ILLEGAL_MOVE, NO_MOVE, TIME, MatchPlayer, MoveAnswer
from xiangqi.match.record import RecordFile, to_record
from xiangqi.match.series import Finished, Series
from xiangqi.match.start_positions import Opening
from xiangqi.notation import Style
from xiangqi.records.files import read_bytes
from xiangqi.records.tree import Game

ROOT = Path(__file__).parents[3]
SCRIPTED = ROOT / "tests" / "unit" / "protocol" / "engines" / "scripted_engine.py"
START = Opening(START_FEN)
TERMS = Conditions(Limits(depth=1))


def engine(code: str) -> Contestant:
    return Contestant("engine", (sys.executable, "-c", code))


def scripted(behaviour: str) -> Contestant:
    return Contestant(behaviour, (sys.executable, str(SCRIPTED), behaviour))


GREEDY = Contestant("greedy", (sys.executable, str(ROOT / "tools" / "strength" / "greedy_engine.py")))


def playing(answers: str) -> Contestant:
    """Return an engine that says the same whenever it is to search."""
    return engine(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'ucci': print('ucciok')\n"
        "    if word == 'isready': print('readyok')\n"
        f"    if word == 'go': print({answers!r})\n"
        "    if word == 'quit': break\n"
        "    sys.stdout.flush()\n"
    )


def games(
    first: Contestant,
    second: Contestant,
    terms: Conditions = TERMS,
    opening: Opening = START,
    count: int = 2,
    boards: int = 1,
    seed: int = 1,
) -> list[Finished]:
    with open_workers(boards) as workers:
        series = Series(Match((first, second), terms, seed), cycle([opening]), count, workers)
        series.check_in()
        return list(series.play())


def test_both_colours_from_one_opening_to_a_legal_end() -> None:
    opening = Opening(START_FEN, (Move.from_iccs("h2e2"), Move.from_iccs("h9g7")))
    built_in = Contestant("builtin", None, (("Hash", "4"),))
    first, second = games(built_in, GREEDY, Conditions(Limits(depth=4)), opening)
    assert [game.pairing.first_is_red for game in (first, second)] == [True, False]
    for game in (first, second):
        record = to_record(game, TERMS.rules, ("builtin", "greedy"))
        assert record.main_line()[:2] == list(opening.moves)
        assert record.final_board().fen()  # every move could be played
        assert game.played.reason not in (CRASH, TIME, ILLEGAL_MOVE, NO_MOVE)
        assert game.half_points == 2  # four plies against one
    assert (first.played.winner, second.played.winner) == (RED, BLACK)


def test_the_same_match_is_played_again() -> None:
    built_in = Contestant("builtin", None, (("Hash", "4"),))
    terms = Conditions(Limits(nodes=300), longest=15)
    first, again = (games(built_in, GREEDY, terms, count=3, boards=boards) for boards in (1, 2))
    assert [game.played.moves for game in first] == [game.played.moves for game in again]


def test_the_seed_decides_what_a_weaker_level_overlooks() -> None:
    weak = Contestant("weak", None, (("Hash", "1"), ("Level", "2")))
    terms = Conditions(Limits(nodes=300), longest=12)
    first, again, other = (
        [game.played.moves for game in games(weak, weak, terms, seed=seed)] for seed in (5, 5, 6)
    )
    assert first == again
    assert first != other
    assert first[0] != first[1]  # every game has chance of its own


@pytest.mark.parametrize(
    ("rogue", "reason"),
    [
        (scripted("Illegal"), ILLEGAL_MOVE),
        (scripted("Dies"), CRASH),
        (scripted("Mute"), TIME),
        (playing("nobestmove"), NO_MOVE),
    ],
)
def test_engines_that_fail_lose_with_the_reason(rogue: Contestant, reason: str) -> None:
    terms = (
        Conditions(Limits(movetime_ms=50), margin_ms=2000) if reason == TIME else TERMS
    )  # the other is in time
    found = games(GREEDY, rogue, terms)
    assert [game.played.reason for game in found] == [reason] * 2
    assert [game.half_points for game in found] == [2, 2]
    assert [len(game.played.moves) for game in found] == [1, 0]


def test_a_resignation_is_no_failure() -> None:
    (found,) = games(playing("bestmove a3a4 resign"), GREEDY, count=1)
    assert (found.played.reason, found.played.winner, found.played.is_forfeit) == (RESIGNATION, BLACK, False)


class Deliberate(MatchPlayer):
    """Plays the first legal move after a given time, and keeps the limits that it was told."""

    def __init__(self, seconds: float) -> None:
        super().__init__(GREEDY, {}, margin_ms=0)
        self._seconds = seconds
        self.told: list[Limits] = []

    def get_ready(self, seed: int | None = None) -> tuple[Option, ...]:
        del seed
        return ()

    def think(self, board: Board, limits: Limits) -> MoveAnswer:
        self.told.append(limits)
        return MoveAnswer(board.legal_moves()[0], resigns=False, seconds=self._seconds, info=None)


def test_engines_are_told_both_clocks() -> None:
    red, black = Deliberate(3), Deliberate(1)
    terms = Conditions(Limits(clock_ms=60_000, increment_ms=500), longest=2)
    play_game({RED: red, BLACK: black}, START, terms, seed=1)
    assert [(limits.clock_ms, limits.opponent_clock_ms) for limits in red.told] == [
        (60_000, 60_000),
        (57_500, 59_500),
    ]
    assert [(limits.clock_ms, limits.opponent_clock_ms) for limits in black.told] == [
        (60_000, 57_500),
        (59_500, 55_000),
    ]


def test_an_answer_that_comes_too_late_loses() -> None:
    late = engine(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'uci': print('uciok')\n"
        "    if word == 'isready': print('readyok')\n"
        "    if word == 'go': time.sleep(0.3); print('bestmove h2e2')\n"
        "    if word == 'quit': break\n"
        "    sys.stdout.flush()\n"
    )
    for limits in (Limits(movetime_ms=50), Limits(clock_ms=100, increment_ms=10)):
        (found,) = games(late, GREEDY, Conditions(limits, margin_ms=100), count=1)
        assert (found.played.reason, found.half_points) == (TIME, 0)
        assert found.played.paces[RED].late_s > 0.1


def test_ends_that_were_agreed_on() -> None:
    hopeless = playing("info depth 3 score -900\nbestmove a3a4")
    (found,) = games(hopeless, GREEDY, Conditions(Limits(depth=1), resign=(1, 800)), count=1)
    assert (found.played.reason, found.played.winner, len(found.played.moves)) == (ADJUDICATION, BLACK, 1)
    level = Contestant("builtin", None, (("Hash", "4"),))
    for terms, plies in (
        (Conditions(Limits(nodes=500), draw=(6, 3, 2000)), 10),
        (Conditions(Limits(nodes=500), longest=4), 8),
    ):
        (found,) = games(level, level, terms, count=1)
        assert (found.played.reason, found.played.winner, len(found.played.moves)) == (
            ADJUDICATION,
            None,
            plies,
        )


@pytest.mark.parametrize(
    ("contestant", "message"),
    [
        (Contestant("ghost", ("no-such-engine-here",)), "cannot be started"),
        (scripted("DiesAtOnce"), "exit code 5"),
        (Contestant("x", scripted("Scripted").command, (("Skill", "3"),)), "no option 'Skill'; it has Hash"),
    ],
)
def test_unusable_engines_are_told_before_the_first_game(contestant: Contestant, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        games(contestant, GREEDY)


def test_records_grow_by_complete_games(tmp_path: Path) -> None:
    file = tmp_path / "match.pgn"
    file.write_text('[Event "an older one"]\n\n1. C2-E2 *', encoding="utf-8")
    record = RecordFile(file)
    sizes = []
    for finished in games(GREEDY, scripted("Dies"), count=2):
        record.add(to_record(finished, TERMS.rules, ("one", "other")))
        sizes.append(len(list(read_games(file))))
    record.close()
    assert sizes == [2, 3]
    _, first, second = read_games(file)
    assert (first.headers["Red"], first.headers["Black"], first.result) == ("one", "other", "1-0")
    assert (second.headers["Red"], second.headers["Round"], second.result) == ("other", "1.2", "0-1")
    assert first.headers["Termination"] == CRASH
    assert "cannot open the network file" in first.root.end().comment


def test_records_are_written_in_any_notation_and_through_links_and_pipes(tmp_path: Path) -> None:
    (finished,) = games(GREEDY, GREEDY, count=1)
    kept, link = tmp_path / "kept.pgn", tmp_path / "link.pgn"
    kept.write_text("")
    link.symlink_to(kept)
    record = RecordFile(link, Style.WXF)
    record.add(to_record(finished, TERMS.rules, ("one", "other")))
    record.close()
    assert link.is_symlink()
    assert '[Format "WXF"]' in kept.read_text(encoding="utf-8")
    reading, writing = os.pipe()
    record = RecordFile(Path(f"/dev/fd/{writing}"))
    os.close(writing)
    record.add(Game(result="1-0"))
    record.close()
    with os.fdopen(reading, "rb") as pipe:
        assert b'[Result "1-0"]' in pipe.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_record_that_cannot_be_written_is_named_however_it_is_left() -> None:
    record = RecordFile(Path("/dev/full"))
    with pytest.raises(StorageError, match="/dev/full cannot be written"), contextlib.closing(record):
        record.add(Game(result="1-0"))


def read_games(file: Path) -> Iterator[Game]:
    return read_bytes(file.read_bytes(), file.name)
