"""The card of a puzzle: its task at the top, the verdict with what was best, stars, and the way on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from screens import prepared
from ui_session import Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.coach.asks import CoachSaid
from xiangqi.app.exercises.levels import MOST_STARS
from xiangqi.app.exercises.modes import Challenge, Puzzle
from xiangqi.app.exercises.puzzles import ListPuzzles, SolveAnother
from xiangqi.app.game.search_effects import SearchDone
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint
from xiangqi.board import Board
from xiangqi.coach.explaining import hint_of
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.findings import FactFinder
from xiangqi.coach.notes import HintLadder
from xiangqi.coach.scene import played
from xiangqi.core.constants import opponent
from xiangqi.line import Line
from xiangqi.ui.parts.coach_rows import SentenceRow, about_move, about_position, told_moves

SIZE = (1280, 800)


def words(session: Session, key: str) -> str:
    widget = session.screen.stage.widget(key)
    assert widget is not None
    return widget.label if hasattr(widget, "label") else widget.text  # type: ignore[attr-defined]


def test_the_task_stands_above_the_moves() -> None:
    session = prepared("puzzle", SIZE, "en")
    goal, moves = (session.screen.stage.widget(key) for key in ("puzzle.goal", "game.tabs.title"))
    assert goal is not None
    assert moves is not None
    assert goal.rect.bottom < moves.rect.top


def test_in_a_wide_window_the_moves_have_the_second_column() -> None:
    session = prepared("puzzle", (1920, 1050), "en")
    goal, moves = (session.screen.stage.widget(key) for key in ("puzzle.goal", "game.tabs.title"))
    assert goal is not None
    assert moves is not None
    assert goal.rect.right < moves.rect.left


def test_a_better_move_that_is_not_the_best_hears_the_best() -> None:
    session = prepared("practice, improved", SIZE, "en")
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.found
    assert session.state.toasts == ()
    assert words(session, "puzzle.told").startswith("Better than ")


def test_the_coach_says_why_a_solution_is_better_than_the_mistake() -> None:
    session = prepared("exercise, an own mistake", SIZE, "en")
    challenge, asked = session.state.mode(Challenge), session.state.coaching.better
    assert challenge is not None
    assert asked is not None
    assert (asked.fen, asked.reason) == (challenge.setup.start_fen, None)
    assert words(session, "exercise.message") == "Theme: horse and cannon."
    ladder = hint_of(Board(asked.fen), challenge.assignment.task.solution, FactFinder())
    assert ladder.reason is not None
    session.send(CoachSaid(asked.question_id, ladder))
    session.draw()
    why = about_position(session.state, ladder.reason, asked.fen).text
    assert (
        words(session, "exercise.message") == why == "Mate in 2 (horse and cannon): 马七进八 将４进１ 炮九进二."
    )
    assert session.state.coaching.better == replace(asked, reason=ladder.reason), "asked once"
    board = Board(asked.fen)
    answer = played(board, [asked.played]).legal_moves()[0]
    fault = Fact(FactKind.FORCED_MATE, opponent(board.turn), Start.AFTER, (), (answer,), moves=3)
    session.send(CoachSaid(asked.question_id, replace(ladder, fault=fault)))
    session.draw()
    told = about_move(session.state, fault, Line(asked.fen, (asked.played,))).text
    mistake = told_moves(session.state, Line(asked.fen), (asked.played,))
    assert words(session, "exercise.message") == f"After {mistake}: {told} {why}"
    tips = [session.widget(f"exercise.{name}").tip for name in ("remove_card", "more")]
    assert tips == ["Take this position out of My mistakes", "Another round of the same kind"]


def test_the_coach_says_why_the_best_move_in_a_moment_is_better() -> None:
    session = prepared("practice, improved", SIZE, "en")
    puzzle, asked = session.state.mode(Puzzle), session.state.coaching.better
    assert puzzle is not None
    assert puzzle.task is not None
    assert asked is not None
    board, best, before = Board(asked.fen), puzzle.task.best, words(session, "puzzle.told")
    piece = Placed(best.from_square, board.piece_at(best.from_square))
    reason = Fact(FactKind.MATE, board.turn, Start.BEFORE, (piece,), (best,))
    session.send(CoachSaid(asked.question_id, HintLadder(piece, best, reason, (best,))))
    session.draw()
    assert words(session, "puzzle.told") == f"{before} {about_position(session.state, reason, asked.fen).text}"


def test_a_cleared_level_shows_its_stars_and_leads_on() -> None:
    session = prepared("classic, cleared", SIZE, "en")
    stars = session.screen.stage.widget("puzzle.stars")
    assert stars is not None
    assert stars.count == MOST_STARS  # type: ignore[attr-defined]
    on, levels = (session.screen.stage.widget(key) for key in ("puzzle.after", "puzzle.list"))
    assert on is not None
    assert levels is not None
    assert (on.label, on.action, on.primary) == ("Next level", SolveAnother(1), True)  # type: ignore[attr-defined]
    assert (levels.label, levels.action) == ("Levels", ListPuzzles())  # type: ignore[attr-defined]
    assert session.screen.stage.widget("game.leave") is None, "there is no game to go back to"
    assert words(session, "head.kind") == "Level"
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.page is not None
    assert words(session, "puzzle.title").endswith(puzzle.page.name)
    session.state = replace(session.state, solved=frozenset())
    session.draw()
    assert words(session, "puzzle.title").endswith(f" · {puzzle.page.book}")
    assert puzzle.page.title not in words(session, "puzzle.title"), "it may give the way away"


@pytest.mark.parametrize("size", [SIZE, (1920, 1050)])
def test_a_hint_leaves_the_task_on_show(size: tuple[int, int]) -> None:
    session = prepared("puzzle", size, "en")
    session.send(Hint())
    assert session.state.search is not None
    board = Board(session.state.play.setup.start_fen)
    move = board.legal_moves()[0]
    session.send(SearchDone(session.state.search.id, move))
    hint = session.state.coaching.hint
    assert hint is not None
    session.send(
        CoachSaid(
            hint.question_id,
            HintLadder(Placed(move.from_square, board.piece_at(move.from_square)), move, None, (move,)),
        )
    )
    session.draw()
    assert session.screen.stage.widget("hint.title") is not None
    assert session.screen.stage.widget("puzzle.goal") is not None


@pytest.mark.parametrize("size", [(800, 600), (1366, 740), (1920, 1050)])
def test_no_button_moves_with_the_answer_which_can_be_played_out(size: tuple[int, int]) -> None:
    session = prepared("practice", size, "en")
    before = places(session)
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.task is not None
    session.send(PlayText(str(puzzle.task.played)))
    missed = session.state.mode(Puzzle)
    assert missed is not None
    reply = Board(view.snapshot(session.state).fen).legal_moves()[0]
    session.state = session.state.put_play(replace(missed, reply_line=(reply,)))
    session.draw()
    assert places(session) == before
    assert words(session, "puzzle.goal") == "The same move. Try another?"
    row = session.screen.stage.widget("puzzle.told")
    assert isinstance(row, SentenceRow)
    assert isinstance(row.action, ShowProof)


def test_the_answer_to_a_wrong_try_says_what_it_takes() -> None:
    session = prepared("practice", (1366, 740), "en")
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.task is not None
    session.send(PlayText(str(puzzle.task.played)))
    tried, board = session.state.mode(Puzzle), Board(view.snapshot(session.state).fen)
    assert tried is not None
    moves = board.legal_moves()
    for taking in (True, False):
        reply = next(move for move in moves if bool(board.piece_at(move.to_square)) is taking)
        session.state = session.state.put_play(replace(tried, reply_line=(reply,)))
        session.draw()
        row = session.screen.stage.widget("puzzle.told")
        assert isinstance(row, SentenceRow)
        assert (" and takes your " in row.text) is taking


def places(session: Session) -> dict[str, tuple[int, ...]]:
    """Return where the buttons of the card are."""
    found = session.screen.stage.widgets
    return {
        one.key: tuple(one.rect) for one in found if one.key in ("puzzle.again", "game.leave", "puzzle.before")
    }
