"""A review told as a story: its pages, what is hidden until it is found or asked for, and the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from app_session import Session
from reviewing import LINE, review

from xiangqi.app.analysis.review import NextMistake
from xiangqi.app.analysis.story import (
    FIRST,
    LAST,
    OpenStory,
    ShowBetter,
    TurnPage,
    is_found,
    is_revealed,
    told_moment,
    told_story,
    waiting_story,
)
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.puzzles import PractiseMistakes, costliest_mistake
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session import analysed, view
from xiangqi.app.session.assess import Assessment, MoveVerdict, Subject, assess
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.judgement import Judgement
from xiangqi.app.session.moments import MOST, moments, own_moments
from xiangqi.app.session.places import Back, back_label
from xiangqi.app.update import Answer
from xiangqi.board import Move
from xiangqi.coach.grades import Grade, fault_of
from xiangqi.coach.notes import DeepLook
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.chances import winning_chance
from xiangqi.engine.common.types import Info
from xiangqi.fen import START_FEN
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.referee import DEFAULT_RULES


@pytest.fixture
def reviewed(hot_seat: Session) -> Session:
    hot_seat.play(*LINE)
    review(hot_seat)
    return hot_seat


@pytest.fixture
def own(against_computer: Session) -> Session:
    """A game against the computer that is over and has been reviewed on request."""
    session = against_computer
    for move, answer in zip(LINE[::2], LINE[1::2], strict=True):
        session.play(move)
        session.reply(answer)
    session.send(Resign(), Answer(True))
    review(session)
    return session


def pv(line: str) -> tuple[Move, ...]:
    return tuple(Move.from_iccs(text) for text in line.split())


def ply(session: Session) -> int:
    return view.line(session.state).ply


def test_a_review_begins_with_its_first_page(reviewed: Session) -> None:
    story = told_story(reviewed.state)
    assert story is not None
    assert (story.page, ply(reviewed)) == (FIRST, 4)
    assert [(one.number, one.ply, one.side) for one in moments(reviewed.state)] == [(1, 3, RED), (2, 4, BLACK)]


def test_a_moment_shows_the_position_before_its_move(reviewed: Session) -> None:
    reviewed.send(TurnPage(3))
    moment = told_moment(reviewed.state)
    assert moment is not None
    assert (moment.number, ply(reviewed)) == (1, 2)
    reviewed.send(GoTo(4))
    assert told_moment(reviewed.state) == moment, "going through the moves turns no page"
    reviewed.send(TurnPage(LAST))
    assert told_moment(reviewed.state) is None


def test_the_keys_for_mistakes_turn_the_pages(reviewed: Session) -> None:
    seen = []
    for step in (1, 1, 1, -1):
        reviewed.send(NextMistake(step))
        moment = told_moment(reviewed.state)
        seen.append(moment.number if moment is not None else 0)
    assert seen == [1, 2, 1, 2]
    assert reviewed.said == []


def test_a_better_move_is_shown_when_asked_for(reviewed: Session) -> None:
    reviewed.send(TurnPage(3))
    first, second = moments(reviewed.state)
    assert not is_revealed(reviewed.state, first)
    reviewed.send(ShowBetter())
    assert is_revealed(reviewed.state, first)
    assert not is_found(reviewed.state, first)
    assert not is_revealed(reviewed.state, second)


def test_a_better_move_that_was_found_leads_back_to_its_moment(own: Session) -> None:
    own.send(TurnPage(3), PractiseMistakes(only=3), Answer(True))
    puzzle, label = own.state.mode(Puzzle), back_label(own.state)
    assert puzzle is not None
    assert label is not None
    assert label == Message("back.moment", number=1)
    own.play("b0c2")
    own.send(Back())
    moment = told_moment(own.state)
    assert moment is not None
    assert (moment.ply, ply(own)) == (3, 2)
    assert is_found(own.state, moment)
    assert is_revealed(own.state, moment)


def test_the_opponents_moments_can_be_looked_for_but_are_not_practised(own: Session) -> None:
    assert [one.ply for one in own_moments(own.state)] == [3]
    own.send(PractiseMistakes(), Answer(True))
    assert len(own.state.document.games) == 2, "the mistake and the whole game"
    label = back_label(own.state)
    assert label is not None
    assert label.key == "back.review"
    own.send(Back(), PractiseMistakes(only=4), Answer(True))
    puzzle = own.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.setup.human_side == BLACK


def test_what_decided_a_game_is_the_dearest_own_moment(own: Session) -> None:
    own.send(StartReview(decisive=True))
    moment = told_moment(own.state)
    assert moment is not None
    assert (moment.side, ply(own)) == (RED, 2), "not the opponent's, which comes later"


def test_the_story_is_left_for_the_analysis_and_returned_to(reviewed: Session) -> None:
    reviewed.send(TurnPage(4), OpenStory(is_open=False))
    assert told_story(reviewed.state) is None
    assert waiting_story(reviewed.state) is not None
    reviewed.send(GoTo(0), OpenStory(is_open=True))
    story = told_story(reviewed.state)
    assert story is not None
    assert story.page == 4


def test_asking_for_the_review_again_tells_it_where_it_was(reviewed: Session) -> None:
    reviewed.send(TurnPage(3), ShowBetter(), OpenStory(is_open=False), StartReview())
    story = told_story(reviewed.state)
    assert story is not None
    assert (story.page, story.shown) == (3, {3})


def test_a_variation_on_the_board_has_no_story(reviewed: Session) -> None:
    reviewed.send(Resign(), Answer(True), GoTo(2))
    reviewed.play("b0c2")
    assert waiting_story(reviewed.state) is None


# ---- One list of moments for all ----


def verdicts(*losses: float) -> Assessment:
    """Moves of both sides in turn that lost so much, each with a better one."""
    return Assessment(
        (0.5,) * (len(losses) + 1),
        tuple(
            MoveVerdict(ply, RED if ply % 2 else BLACK, 0.5 - loss / 2, loss, fault_of(loss), ("better",))  # type: ignore[arg-type]
            for ply, loss in enumerate(losses, 1)
        ),
    )


@pytest.mark.parametrize(
    ("losses", "plies"),
    [
        ((0.0, 0.3, 0.12, 0.0, 0.25), [2, 3, 5]),
        ((0.4, 0.0, 0.0, 0.15), [4]),  # the first move of a game is none
        ((0.0, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17), [3, 4, 5, 6, 7, 8]),
        ((0.0, 0.06, 0.09, 0.3), [4]),  # an inaccuracy is none beside a mistake
        ((0.0, 0.06, 0.09, 0.08, 0.07), [3, 4, 5]),
        ((0.0, 0.01, 0.02), []),
    ],
)
def test_the_dearest_six_are_the_moments(
    hot_seat: Session, monkeypatch: pytest.MonkeyPatch, losses: tuple[float, ...], plies: list[int]
) -> None:
    monkeypatch.setattr(analysed, "assessment", lambda _state: verdicts(*losses))
    found = moments(hot_seat.state)
    assert [one.ply for one in found] == plies
    assert [one.number for one in found] == list(range(1, len(plies) + 1))
    assert len(found) <= MOST
    worst = costliest_mistake(hot_seat.state)
    assert (worst.ply if worst is not None else None) == (
        max(plies, key=lambda ply: (losses[ply - 1], -ply)) if plies else None
    )


def test_a_review_is_settled_once_every_mark_was_looked_at_again() -> None:
    """A mark of 12 % is told, and counted by the card at the end, only after the coach's own look."""
    subject = Subject(Line(START_FEN, pv("h2e2 a9a8")), DEFAULT_RULES, ())
    dear = min(range(400), key=lambda score: abs(winning_chance(score) - 0.62))
    info = Info(9, 9, 1000, 50, 0)
    judged = {
        key: Judgement(turn, replace(info, score_cp=score), (), thorough=True)
        for key, turn, score in zip(subject.keys, (RED, BLACK, RED), (0, 0, dear), strict=True)
    }
    before = assess(subject, judged, {})
    assert (before.is_complete, before.is_settled, before.marked) == (True, False, ())
    after = assess(subject, judged, {subject.keys[2]: DeepLook(0.3, 0.2, ())})
    assert (after.is_settled, [one.grade for one in after.marked]) == (True, [Grade.MISTAKE])
