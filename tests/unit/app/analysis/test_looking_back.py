"""Tests of reviewing the player's own game behind its result, and of keeping its lessons."""

from __future__ import annotations

import pytest
from app_session import COMPUTER, HUMAN, Session
from reviewing import judge, pv, tick

from xiangqi.app.analysis.review import ListMistakes, NextMistake, StopReview
from xiangqi.app.editor.setting_up import AnalyseEdited, OpenEditor
from xiangqi.app.event import Input
from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.puzzles import PractiseMistakes, costliest_mistake
from xiangqi.app.exercises.state import Assignment
from xiangqi.app.game.play import Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import SearchDone, SearchFailed, SearchInfo, StartSearch, StopSearch
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.library.asks_keeping import KeepReview
from xiangqi.app.session import analysed
from xiangqi.app.session.intents import StartReview, ToggleAnalysis
from xiangqi.app.session.orders import KeepMistakes
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.pack import ExerciseKind


def lost(session: Session) -> None:
    """Four moves against the computer, of which the second ones of both sides lose much, then resign."""
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.reply("h9g7")
    session.play("h0g2")
    session.reply("i9h9")
    session.send(Resign(), Answer(True))


def looked_back(session: Session) -> None:
    """Let the engine judge the lost game, from its end."""
    lost(session)
    tick(session)
    judge(session, 320, "a0a1")
    judge(session, 400, "a9a8 b2e2")
    judge(session, 60, "b0c2 a9a8")
    judge(session, -60, "h9g7")
    judge(session, 70, "h2e2")


def test_a_game_against_an_engine_is_reviewed_once_it_has_ended(session: Session) -> None:
    lost(session)
    assert session.state.analysis is None
    tick(session)
    assert session.one(StartSearch).limits.movetime_ms
    assert session.state.analysis is not None
    assert session.state.shown_analysis is None  # nothing but the result is on show


def test_the_players_mistakes_go_into_the_deck_unasked(session: Session) -> None:
    lost(session)
    tick(session)
    for score, line in ((320, "a0a1"), (400, "a9a8 b2e2"), (60, "b0c2 a9a8"), (-60, "h9g7")):
        judge(session, score, line)
    search = session.state.analysis.search if session.state.analysis is not None else None
    assert search is not None
    best = pv("h2e2")
    session.send(SearchInfo(search.id, Info(9, 9, 1000, 50, 70, pv=best)), SearchDone(search.id, best[0]))
    assert [slip.played.iccs for slip in session.one(KeepMistakes).slips] == ["h0g2"]
    assert "reviewed" not in session.said  # nobody has asked for it
    tick(session)
    assert session.one(KeepReview).document_id == session.state.document.id


def test_two_people_and_two_engines_are_not_reviewed_unasked(session: Session) -> None:
    for red, black in ((HUMAN, HUMAN), (COMPUTER, COMPUTER)):
        session.new(red, black)
        session.send(Answer(True))
        if red is HUMAN:
            session.play("h2e2")
            session.send(Resign(), Answer(True))
        tick(session)
        assert session.state.analysis is None


def test_the_review_stops_when_the_game_is_left(session: Session) -> None:
    lost(session)
    tick(session)
    session.send(Rematch(swap=True))
    assert session.found(StopSearch)
    tick(session)
    assert session.state.analysis is None
    assert session.state.play.setup.human_side == BLACK


FEN = "3a5/3k3P1/9/8N/C1N6/9/9/B3K4/9/9 w - - 0 1"
EXERCISE = Assignment(SolvingTask(FEN, pv("c5b7"), ExerciseKind.MATE), "", "daily")
TODAY = TrainingRead(TrainingRequest(ExerciseSet.TODAY), (EXERCISE,), (None,))


@pytest.mark.parametrize("sent", [TODAY, StartLesson("board"), PractiseMistakes(), OpenEditor()])
def test_nothing_that_follows_such_a_game_is_analysed(session: Session, sent: Input) -> None:
    looked_back(session)
    tick(session)
    lost_game = session.state.document.id
    session.send(sent)
    tick(session)
    assert session.state.document.id != lost_game
    assert session.state.analysis is None


# ---- A game that is left before its review is done ----

LATER = ((400, "a9a8 b2e2"), (60, "b0c2 a9a8"), (-60, "h9g7"), (70, "h2e2"))
"""What the engine says about the earlier positions of the lost game, from its end."""


def left_early(session: Session, *then: Input) -> None:
    """Leave the lost game when only its last position has been judged."""
    lost(session)
    tick(session)
    judge(session, 320, "a0a1")
    session.send(*then)
    tick(session)


def judge_the_rest(session: Session) -> list[str]:
    """Let the engine judge what is open, and return the mistakes that go into the deck."""
    kept = []
    for score, line in LATER:
        assert session.state.analysis is not None, "the review is under way"
        assert session.state.analysis.search is not None
        assert session.state.shown_analysis is None
        number, best = session.state.analysis.search.id, pv(line)
        session.send(SearchInfo(number, Info(9, 9, 1000, 50, score, pv=best)), SearchDone(number, best[0]))
        kept += session.found(KeepMistakes)
        tick(session)
    tick(session)
    assert session.state.analysis is None
    assert not session.state.owed_reviews
    return [slip.played.iccs for found in kept for slip in found.slips]


def test_a_rematch_begun_early_loses_no_mistakes(session: Session) -> None:
    left_early(session, Rematch())
    rematch = session.state.document.id
    assert judge_the_rest(session) == ["h0g2"]
    assert session.state.document.id == rematch
    assert not session.state.play.moves
    assert "reviewed" not in session.said


def test_a_rematch_by_the_same_moves_is_not_marked_by_what_is_known_of_them(session: Session) -> None:
    left_early(session, Rematch())
    judge_the_rest(session)
    for move, reply in (("h2e2", "h9g7"), ("h0g2", "i9h9")):
        session.play(move)
        session.reply(reply)
    assert [verdict.ply for verdict in analysed.assessment(session.state).marked] == [3, 4]
    assert not analysed.grades(session.state)
    session.send(ToggleAnalysis())
    tick(session)
    assert sorted(analysed.grades(session.state)) == [3, 4]


def test_it_waits_while_the_opponent_thinks(session: Session) -> None:
    left_early(session, Rematch(swap=True))
    assert session.state.analysis is None
    session.reply("h2e2")
    tick(session)
    assert judge_the_rest(session) == ["h0g2"]
    assert session.state.play.unrated == ()


@pytest.mark.parametrize("sent", [TODAY, StartLesson("board")])
def test_it_goes_on_behind_what_follows(session: Session, sent: Input) -> None:
    left_early(session, sent)
    assert judge_the_rest(session) == ["h0g2"]


def test_it_waits_for_an_analysis_that_is_asked_for(session: Session) -> None:
    left_early(session, Rematch(), ToggleAnalysis())
    assert session.state.shown_analysis is not None
    assert session.state.shown_analysis.review is None
    session.send(ToggleAnalysis())
    tick(session)
    assert judge_the_rest(session) == ["h0g2"]


def test_the_game_that_ended_last_comes_first(session: Session) -> None:
    left_early(session, Rematch())
    session.play("c3c4")
    session.reply("c6c5")
    session.send(Resign(), Answer(True))
    tick(session)
    lines = [review.line.moves[0].iccs for review in session.state.owed_reviews]
    assert lines == ["h2e2", "c3c4"]
    assert session.state.analysis is not None
    assert session.state.analysis.review is not None
    assert session.state.analysis.review.line == session.state.document.line


def test_a_review_that_was_stopped_does_not_come_back(session: Session) -> None:
    left_early(session, StartReview(), StopReview(), ToggleAnalysis(), Rematch())
    assert session.state.analysis is None
    assert not session.state.owed_reviews


def test_a_review_whose_engine_fails_does_not_come_back(session: Session) -> None:
    left_early(session, Rematch())
    for _ in range(2):
        assert session.state.analysis is not None
        assert session.state.analysis.search is not None
        session.send(SearchFailed(session.state.analysis.search.id, "it ended"))
        tick(session)
    tick(session)
    assert session.state.analysis is None
    assert not session.state.owed_reviews


def test_a_set_up_position_is_analysed_after_such_a_game(session: Session) -> None:
    lost(session)
    tick(session)
    session.send(OpenEditor(), AnalyseEdited())
    assert session.state.shown_analysis is not None


def test_a_review_that_is_asked_for_goes_on_from_the_quiet_one(session: Session) -> None:
    lost(session)
    tick(session)
    judge(session, 320, "a0a1")
    session.send(StartReview())
    shown = session.state.shown_analysis
    assert shown is not None
    assert shown.review is not None
    assert shown.review.ply == 3  # the last position is judged
    session.send(ToggleAnalysis())
    assert session.state.shown_analysis is None


def test_the_costliest_mistake_is_an_exercise_of_its_own(session: Session) -> None:
    looked_back(session)
    worst = costliest_mistake(session.state)
    assert worst is not None
    assert (worst.ply, worst.side) == (3, RED)
    session.send(PractiseMistakes(only=worst.ply))
    puzzle, collection = session.state.mode(Puzzle), session.state.document.collection
    assert puzzle is not None
    assert puzzle.task is not None
    assert puzzle.task.played.iccs == "h0g2"
    assert collection is not None
    assert len(collection.games) == 2  # the mistake, and the game it is from


def test_a_review_goes_through_the_players_own_mistakes_unless_all_are_wanted(session: Session) -> None:
    looked_back(session)
    session.send(ToggleAnalysis())
    assert [verdict.ply for verdict in analysed.marked(session.state)] == [3]
    session.send(NextMistake())
    session.send(ListMistakes(everything=True))
    assert [verdict.ply for verdict in analysed.marked(session.state)] == [3, 4]
    session.send(NextMistake())
    assert session.state.document.cursor.ply == 4
