"""A file of positions is a set of puzzles, solved by winning (or drawing) against the engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from app_session import Session
from running import until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.exercises.asks import SaveSolved, SolvedLoaded
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.puzzle_goal import asks_for_draw, count_puzzles, is_puzzle
from xiangqi.app.exercises.puzzles import ListPuzzles, SolveAnother, SolvePuzzle
from xiangqi.app.game.asks import WriteJournal
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import SearchDone, StartSearch
from xiangqi.app.records.asks_reading import AbandonLoad, GamesRead, LoadFile
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Setup
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import PackedGame, pack

MATE = "3k5/4P4/9/9/9/9/9/9/R8/4K4 w - - 0 1"  # a1a9 is mate
OTHER = "4k4/9/9/9/9/9/9/9/r8/3K5 b - - 0 1"
DRAWN = "4k4/9/9/9/4c4/9/9/9/9/3K5 w - - 0 1"
TEXT = f"第一题\n{MATE}\n第二题\n{OTHER}\n红先和\n{DRAWN}\n"


def games() -> tuple[PackedGame, ...]:
    return tuple(map(pack, read_bytes(TEXT.encode(), "x")))


@pytest.fixture
def session(session: Session) -> Session:
    session.send(OpenFile(Path("set.fen")))
    session.send(GamesRead(session.one(LoadFile).load_id, "set.fen", Path("set.fen"), games(), complete=True))
    return session


def test_positions_without_moves_are_puzzles() -> None:
    assert [is_puzzle(game) for game in games()] == [True] * 3
    assert count_puzzles(games(), frozenset({key_of(MATE)})) == (3, 1)
    for text in ("1. 炮二平五 *", "position startpos moves h2e2"):
        (game,) = map(pack, read_bytes(text.encode(), "x"))
        assert not is_puzzle(game)
    assert [asks_for_draw(game.unpack()) for game in games()] == [False, False, True]


def test_the_side_to_move_plays_the_engine(session: Session) -> None:
    assert session.state.panel is Panel.GAME_LIST
    session.send(SolvePuzzle(0))
    assert session.state.document.play is not None
    assert session.state.panel is None
    assert session.state.play.setup.start_fen == MATE
    assert session.state.play.setup.human_side == RED
    assert session.one(AbandonLoad)
    session.send(SolveAnother(1))
    assert session.state.play.setup.human_side == BLACK
    assert session.state.flipped


def test_a_win_solves_it_for_good(session: Session) -> None:
    session.send(SolvePuzzle(0), PlayText("a1a9"))
    assert session.state.play.end is not None
    assert session.said == []  # its card tells it
    assert session.one(SaveSolved).positions == {key_of(MATE)}
    assert key_of(MATE) in session.state.solved
    session.send(SolveAnother(0))
    assert session.state.play.moves == ()
    assert session.state.mode(Puzzle) is not None


def test_a_loss_does_not(session: Session) -> None:
    session.send(SolvePuzzle(1), PlayText("a1a2"), Resign(), Answer(True))
    assert session.state.play.end is not None
    assert session.said == []
    assert session.state.solved == frozenset()


def test_a_draw_counts_where_it_is_asked_for(session: Session) -> None:
    session.send(SolvePuzzle(2))
    assert session.state.mode(Puzzle) is not None
    assert session.state.mode(Puzzle).draw
    while session.state.play.end is None:
        search = session.one(StartSearch) if session.state.search is not None else None
        if search is None:
            session.send(PlayText("d0d1" if len(session.state.play.moves) % 4 == 0 else "d1d0"))
        else:
            text = "e5f5" if len(session.state.play.moves) % 4 == 1 else "f5e5"
            session.send(SearchDone(search.search_id, Move.from_iccs(text)))
    assert session.state.play.end.winner is None
    assert key_of(DRAWN) in session.state.solved


def test_from_one_to_the_next_without_questions(session: Session) -> None:
    session.send(SolvePuzzle(1), PlayText("a1a2"), SolveAnother(-1))
    assert session.state.question is None
    assert session.state.play.setup.start_fen == MATE
    session.send(SolveAnother(-1))
    assert session.said[-1] == "no_more_puzzles"
    session.send(SolveAnother(2), ListPuzzles())
    assert session.state.panel is Panel.GAME_LIST
    assert session.state.document.play is None
    assert session.state.document.collection.index == 2


def test_an_unfinished_game_is_not_left_unasked(session: Session) -> None:
    session.send(NewGame(Setup()), PlayText("h2e2"))
    session.send(OpenFile(Path("set.fen")))
    session.send(GamesRead(session.one(LoadFile).load_id, "set.fen", Path("set.fen"), games(), complete=True))
    session.send(SolvePuzzle(0))
    assert session.state.question is not None
    assert session.state.mode(Puzzle) is None
    session.send(Answer(True))
    assert session.state.mode(Puzzle) is not None
    session.send(NewGame(Setup()))
    assert session.state.mode(Puzzle) is None


def test_a_puzzle_begun_is_never_the_game(session: Session) -> None:
    session.send(SolvePuzzle(1), PlayText("a1a2"))
    assert session.found(WriteJournal) == []
    session.send(OpenPanel(Panel.START))
    assert session.state.left_game is None
    session.send(NewGame(Setup()))
    assert session.state.question is None
    assert session.state.mode(Puzzle) is None


def test_what_was_solved_before_is_known(session: Session) -> None:
    session.send(SolvedLoaded(frozenset({key_of(OTHER)})))
    assert key_of(OTHER) in session.state.solved


def test_lists_with_solutions_are_puzzles() -> None:
    fen = "4k4/9/9/9/9/9/9/4r4/9/3K5 b"
    for text in (f"Mate|{fen}|e2e1\n", f"{fen} - - 0 1\n1... e2e1\n", f"{fen}, e2e1, 0-1\n"):
        (game,) = map(pack, read_bytes(text.encode(), "list"))
        assert (is_puzzle(game), game.plies) == (True, 1)
    (game,) = map(pack, read_bytes(f'[FEN "{fen} - - 0 1"]\n\n1... e2e1 *\n'.encode(), "game"))
    assert not is_puzzle(game)


def test_solved_puzzles_of_an_earlier_version_are_taken_into_the_library_once(home: Path) -> None:
    home.mkdir()
    old = home / "puzzles.json"
    keys = sorted((key_of(MATE), key_of(OTHER)))
    old.write_text(json.dumps({"version": 1, "solved": keys}))
    for _ in range(2):
        with Runner() as runner:
            pass
        assert not old.exists()
        assert (home / "puzzles.taken.json").exists()
    with ExerciseLog() as log:
        assert [attempt.exercise for attempt in log.attempts()] == keys
    with Runner() as runner:
        until(runner, lambda: runner.state.solved == set(keys))
        runner.send(SolvedLoaded(frozenset({"more"})))


def test_a_solved_puzzle_is_kept_in_the_library(home: Path) -> None:
    with Runner() as runner:
        runner._perform(SaveSolved(frozenset({key_of(MATE)})))
        runner._perform(SaveSolved(frozenset({key_of(MATE), key_of(OTHER)})))
    assert (home / "library.db").exists()
    with ExerciseLog() as log:
        assert log.solved() == {key_of(MATE), key_of(OTHER)}
        assert len(log.attempts()) == 2
