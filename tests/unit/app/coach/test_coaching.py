"""The coach in the session: words for a review, proofs on the board, lessons, hints, explanations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from app_session import COMPUTER, HUMAN, Session
from lines import moves
from reviewing import LINE, review

from xiangqi.app.coach import coached
from xiangqi.app.coach.asks import AskCoach, CoachFailed, CoachSaid
from xiangqi.app.coach.questions import ExplainPosition, is_asked
from xiangqi.app.coach.teaching import LeaveMove, SeeWhy
from xiangqi.app.event import Tick
from xiangqi.app.game.asks import JournalFound, WriteJournal
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.resuming import AnswerResume, ContinueUnfinished
from xiangqi.app.game.search_effects import SearchDone, SearchInfo, StartSearch
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.records.asks_reading import GamesRead, LoadText
from xiangqi.app.records.browse import ContinueFromHere, GoBack, GoForward, GoTo
from xiangqi.app.records.loading import PasteText, ShowDocument
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.session import view
from xiangqi.app.session.coaching import HintGiven, HintStep
from xiangqi.app.session.intents import Hint, Quit
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.update import Answer, Cancel, initial_state
from xiangqi.board import START_FEN, Move, parse_square
from xiangqi.cli.parts.text_coach import answer_to_coach, question_of_coach
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.notes import (
    HintLadder,
    HintQuestion,
    MistakeQuestion,
    MoveNotes,
    MoveQuestion,
    Offer,
    PositionNotes,
    PositionQuestion,
)
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.line import Line
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.records.revision import Revision
from xiangqi.records.tree import Game
from xiangqi.storage.settings import with_values
from xiangqi.ui.parts.i18n import Texts

CANNON = Placed(parse_square("b2"), RED | 6)
FACT = Fact(FactKind.HANGS, BLACK, Start.AFTER, (CANNON,), moves("a9a8"), 300, name="free")
OFFER = Offer(0.3, (FACT,))


def wait(session: Session, seconds: float) -> None:
    session.send(Tick(session.state.now + seconds))


def tell(session: Session, facts: tuple[Fact, ...] = (FACT,)) -> list[MoveQuestion]:
    """Answer every question about a move until there are no more; return the questions."""
    asked: list[MoveQuestion] = []
    orders = session.found(AskCoach)
    while orders:
        more: list[AskCoach] = []
        for order in orders:
            assert isinstance(order.question, MoveQuestion)
            asked.append(order.question)
            session.send(CoachSaid(order.question_id, MoveNotes(facts)))
        for _ in range(2):
            wait(session, 0.1)
            more += session.found(AskCoach)
        orders = more
    return asked


# ---- A review in words ----


@pytest.fixture
def reviewed(hot_seat: Session) -> Session:
    hot_seat.play(*LINE)
    review(hot_seat)
    return hot_seat


def test_the_coach_is_asked_about_every_judged_move_while_the_review_goes_on(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    review(hot_seat)
    waiting = hot_seat.state.coaching.asked
    assert len(waiting) == 2  # no further questions at the same time
    for number in waiting:
        hot_seat.send(CoachSaid(number, MoveNotes((FACT,))))
    wait(hot_seat, 0.1)
    rest = hot_seat.found(AskCoach)
    wait(hot_seat, 0.1)
    rest += hot_seat.found(AskCoach)
    assert len(rest) == 2
    questions = [order.question for order in rest if isinstance(order.question, MoveQuestion)]
    assert {question.line.moves for question in questions} == {
        moves(" ".join(LINE[:1])),
        moves(" ".join(LINE[:2])),
    }
    assert questions[0].before.line[0] == Move.from_iccs("h9g7")
    assert [coached.facts(hot_seat.state, ply) for ply in (1, 2, 3, 4)] == [None, None, (FACT,), (FACT,)]


def test_a_point_of_strategy_is_told_once_in_five_moves(reviewed: Session) -> None:
    point = Fact(FactKind.POINT, BLACK, Start.BEFORE, (CANNON,), moves("b2e2"), name="centre")
    for number in reviewed.state.coaching.asked:
        reviewed.send(CoachSaid(number, MoveNotes((FACT, point))))
    assert [coached.facts(reviewed.state, ply) for ply in (3, 4)] == [(FACT,), (FACT, point)]


def test_themes_and_the_turning_point_come_with_the_answers(reviewed: Session) -> None:
    for number in reviewed.state.coaching.asked:
        reviewed.send(CoachSaid(number, MoveNotes((FACT,))))
    wait(reviewed, 0.1)
    tell(reviewed)
    summary = coached.review(reviewed.state).summary
    assert summary.turning_point == 4
    assert summary.opening is not None
    assert summary.red.themes == ()  # a theme must occur more than once


def test_what_the_coach_cannot_answer_has_no_words(reviewed: Session) -> None:
    number = next(iter(reviewed.state.coaching.asked))
    reviewed.send(CoachFailed(number, "it died"))
    assert reviewed.said[-1] == "coach_failed"
    assert list(reviewed.state.coaching.told.values()) == [()]
    reviewed.send(CoachSaid(number, MoveNotes((FACT,))))  # the review no longer waits for this answer
    assert list(reviewed.state.coaching.told.values()) == [()]


def test_a_proof_plays_itself_out_and_its_marks_go_along(reviewed: Session) -> None:
    proof = ShowProof(
        Line(START_FEN, moves("h2e2")), moves("h9g7 e2e6"), (parse_square("e2"), parse_square("h9"))
    )
    reviewed.send(proof)
    preview = reviewed.state.preview
    assert preview is not None
    assert (preview.shown, preview.marked) == (0, proof.squares)
    wait(reviewed, 1.3)
    assert reviewed.state.preview is not None
    assert set(reviewed.state.preview.marked) == {parse_square("e2"), parse_square("g7")}
    wait(reviewed, 1.3)
    wait(reviewed, 9.0)
    preview = reviewed.state.preview
    assert preview is not None
    assert preview.shown == 2  # the last move stays on the board
    assert set(preview.marked) == {parse_square("e6"), parse_square("g7")}
    reviewed.send(Cancel())
    assert reviewed.state.preview is None
    assert view.line(reviewed.state).moves == moves(" ".join(LINE))


def test_a_step_by_hand_stops_a_proof(reviewed: Session) -> None:
    reviewed.send(ShowProof(Line(), moves("h2e2 h9g7 h0g2"), ()), GoForward())
    wait(reviewed, 5.0)
    assert reviewed.state.preview is not None
    assert reviewed.state.preview.shown == 1


def test_the_pieces_of_a_mate_are_marked_at_its_end(reviewed: Session) -> None:
    reviewed.send(ShowProof(Line(), moves("h2e2"), (parse_square("e2"),), at_end=True))
    assert reviewed.state.preview is not None
    assert reviewed.state.preview.marked == ()
    wait(reviewed, 1.3)
    assert reviewed.state.preview is not None
    assert reviewed.state.preview.marked == (parse_square("e2"),)


def test_a_proof_from_another_game_is_not_shown(reviewed: Session) -> None:
    reviewed.send(ShowProof(Line(START_FEN, moves("a9a8")), moves("h2e2")))
    assert reviewed.state.preview is None


# ---- Lessons ----


@pytest.fixture
def taught(against_computer: Session) -> Session:
    settings = with_values(against_computer.state.settings, {"coach_interrupts": "inaccuracy"})
    against_computer.state = against_computer.state.__class__(
        **{**vars(against_computer.state), "settings": settings}
    )
    return against_computer


def test_a_costly_move_waits_for_the_player(taught: Session) -> None:
    taught.play("h2e2")
    order = taught.one(AskCoach)
    assert order.question == MistakeQuestion(Line(START_FEN, moves("h2e2")), 0.1)
    assert not taught.thinking
    taught.send(CoachSaid(order.question_id, OFFER))
    wait(taught, 100.0)
    assert not taught.thinking
    taught.send(SeeWhy())
    lesson = view.interruption_at(taught.state)
    assert lesson is not None
    assert lesson.explained
    taught.send(LeaveMove())
    assert taught.one(StartSearch).line.moves == moves("h2e2")
    assert view.interruption_at(taught.state) is None


def test_the_coach_is_answered_in_words(taught: Session) -> None:
    english, chinese = Texts("en"), Texts("zh-Hans")
    taught.play("h2e2")
    assert question_of_coach(taught.state, english) == []
    assert answer_to_coach(taught.state, english, "why") is None
    taught.send(CoachSaid(taught.one(AskCoach).question_id, OFFER))
    (asked,) = question_of_coach(taught.state, english)
    assert "`see why`, `take it back` or `play it anyway`" in asked
    answers = [
        answer_to_coach(taught.state, english, line) for line in ("See why", "why", "take it back", "play")
    ]
    assert answers == [SeeWhy(), SeeWhy(), TakeBack(), LeaveMove()]
    assert answer_to_coach(taught.state, chinese, "就这么走") == LeaveMove()
    assert answer_to_coach(taught.state, english, "b2e2") is None


def test_a_costly_move_can_be_taken_back(taught: Session) -> None:
    taught.play("h2e2")
    taught.send(CoachSaid(taught.one(AskCoach).question_id, OFFER))
    taught.send(TakeBack())
    assert taught.moves == ""
    wait(taught, 0.1)
    assert taught.state.coaching.interruption is None
    taught.play("b2e2")
    assert taught.found(AskCoach)


def back_at_the_next_start(record: Game, asked: Session) -> None:
    asked.send(JournalFound(from_journal(record)), AnswerResume(yes=True))


def continued_from_games(record: Game, asked: Session) -> None:
    asked.send(ContinueUnfinished(Revision.of(record), 7))


@pytest.mark.parametrize("comes_back", [back_at_the_next_start, continued_from_games])
@pytest.mark.parametrize("has_answered", [True, False])
def test_a_move_in_question_is_asked_about_again_when_its_game_is_back(
    taught: Session, comes_back: Callable[[Game, Session], None], has_answered: bool
) -> None:
    taught.play("h2e2")
    record = taught.one(WriteJournal).game.to_game()
    if has_answered:
        taught.send(CoachSaid(taught.one(AskCoach).question_id, OFFER))
    taught.send(Quit())
    later = Session(initial_state(taught.state.settings))
    comes_back(record, later)
    order = later.one(AskCoach)
    assert order.question == MistakeQuestion(Line(START_FEN, moves("h2e2")), 0.1)
    assert not later.thinking
    later.send(CoachSaid(order.question_id, OFFER))
    assert view.shown_interruption(later.state) is not None
    later.send(TakeBack())
    assert later.moves == ""


def test_a_game_that_comes_back_at_the_player_s_turn_asks_nothing(taught: Session) -> None:
    taught.play("h2e2")
    taught.send(CoachSaid(taught.one(AskCoach).question_id, None))
    taught.reply("h9g7")
    record = taught.one(WriteJournal).game.to_game()
    later = Session(initial_state(taught.state.settings))
    back_at_the_next_start(record, later)
    assert later.moves == "h2e2 h9g7"
    assert not later.found(AskCoach)


def test_a_good_move_is_answered_at_once(taught: Session) -> None:
    taught.play("h2e2")
    taught.send(CoachSaid(taught.one(AskCoach).question_id, None))
    assert taught.one(StartSearch).line.moves == moves("h2e2")


@pytest.mark.parametrize("fails", [True, False])
def test_the_game_goes_on_without_the_coach(taught: Session, fails: bool) -> None:
    taught.play("h2e2")
    number = taught.one(AskCoach).question_id
    if fails:
        taught.send(CoachFailed(number, "it died"))
    else:
        wait(taught, 60.0)
    assert taught.one(StartSearch).line.moves == moves("h2e2")
    taught.send(CoachSaid(number, OFFER))
    assert view.interruption_at(taught.state) is None


def test_no_lesson_by_the_clock_between_people_or_unasked(taught: Session) -> None:
    taught.new(HUMAN, COMPUTER, time=TimeControl.from_pgn("600"))
    taught.play("h2e2")
    assert not taught.found(AskCoach)
    taught.new(HUMAN, HUMAN)
    taught.play("h2e2")
    assert not taught.found(AskCoach)
    plain = Session()
    plain.new(HUMAN, COMPUTER)
    plain.play("h2e2")
    assert plain.thinking
    assert not plain.found(AskCoach)


# ---- Hints ----


def hinted(session: Session) -> AskCoach:
    """Ask for a hint and let the engine find the cannon's move."""
    session.send(Hint())
    assert session.state.search is not None
    number, line = session.state.search.id, moves("h2e2 h9g7")
    session.send(SearchInfo(number, Info(9, 9, 1000, 50, 40, pv=line)), SearchDone(number, line[0]))
    return session.one(AskCoach)


def ladder(theme: FactKind | None = FactKind.FORK) -> HintLadder:
    reason = None if theme is None else Fact(theme, RED, Start.BEFORE, (CANNON, CANNON), moves("h2e2"))
    return HintLadder(Placed(parse_square("h2"), RED | 6), moves("h2e2")[0], reason, moves("h2e2 h9g7"))


def step_of(session: Session) -> HintStep | None:
    hint = coached.hint_at(session.state)
    return None if hint is None else hint.step


def test_a_hint_is_told_step_by_step(against_computer: Session) -> None:
    order = hinted(against_computer)
    assert order.question == HintQuestion(Line(), moves("h2e2 h9g7"))
    assert against_computer.state.selection.hint is None
    against_computer.send(CoachSaid(order.question_id, ladder()))
    assert step_of(against_computer) is HintStep.THEME
    assert coached.hinted_square(against_computer.state) is None
    against_computer.send(Hint())
    assert coached.hinted_square(against_computer.state) == parse_square("h2")
    assert against_computer.state.selection.hint is None
    against_computer.send(Hint())
    assert against_computer.state.selection.hint == Move.from_iccs("h2e2")
    assert step_of(against_computer) is HintStep.MOVE
    against_computer.send(Hint())
    assert step_of(against_computer) is HintStep.MOVE
    assert not against_computer.thinking


def test_with_the_game_its_hint_ends(against_computer: Session) -> None:
    hinted(against_computer)
    assert coached.hint_at(against_computer.state) is not None
    against_computer.send(Resign(), Answer(True))
    assert against_computer.state.play.end is not None
    assert coached.hint_at(against_computer.state) is None


def test_help_with_a_game_is_none_with_the_next(against_computer: Session) -> None:
    """The next game begins with the same position, for which nobody has asked anything yet."""
    order = hinted(against_computer)
    against_computer.send(CoachSaid(order.question_id, ladder()), Hint(), Hint(), ExplainPosition())
    assert step_of(against_computer) is HintStep.MOVE
    assert against_computer.state.coaching.insight is not None
    against_computer.new(HUMAN, COMPUTER)
    wait(against_computer, 0.1)
    assert step_of(against_computer) is None
    assert against_computer.state.selection.hint is None
    assert against_computer.state.coaching.insight is None
    assert against_computer.state.play.unrated == ()
    against_computer.send(Hint())
    assert against_computer.thinking, "a hint is asked for anew"


def test_help_with_one_game_is_none_with_another_that_is_open(against_computer: Session) -> None:
    first = against_computer.state.document.id
    against_computer.play("h2e2")
    against_computer.send(Resign(), Answer(True))
    against_computer.new(HUMAN, COMPUTER)
    order = hinted(against_computer)
    against_computer.send(
        CoachSaid(order.question_id, ladder()), Hint(), ExplainPosition(), ShowDocument(first)
    )
    against_computer.send(GoTo(0), ContinueFromHere())
    wait(against_computer, 0.1)
    assert against_computer.state.document.id > first
    assert step_of(against_computer) is None
    assert against_computer.state.coaching.insight is None


def test_a_move_advised_late_is_not_marked_on_another_board(against_computer: Session) -> None:
    against_computer.send(Hint(at_once=True))
    assert against_computer.state.search is not None
    number = against_computer.state.search.id
    against_computer.send(PasteText("1. 兵七进一 *"))
    order = against_computer.one(LoadText)
    games = tuple(map(pack, read_bytes(order.text.encode(), "text")))
    against_computer.send(GamesRead(order.load_id, "", None, games, True))
    assert against_computer.state.document.play is None
    against_computer.send(SearchDone(number, Move.from_iccs("h2e2")))
    assert against_computer.state.selection.hint is None


def test_a_hint_without_a_theme_begins_with_the_piece(against_computer: Session) -> None:
    order = hinted(against_computer)
    against_computer.send(CoachSaid(order.question_id, ladder(None)))
    assert step_of(against_computer) is HintStep.PIECE
    against_computer.send(Hint(), Hint())
    assert step_of(against_computer) is HintStep.MOVE


def test_a_hint_needs_no_coach(against_computer: Session) -> None:
    order = hinted(against_computer)
    against_computer.send(CoachFailed(order.question_id, "it died"))
    assert step_of(against_computer) is HintStep.PIECE


@pytest.mark.parametrize("at_once", [True, False])
def test_what_a_hint_proposed_is_no_lesson(taught: Session, at_once: bool) -> None:
    if at_once:
        taught.send(Hint(at_once=True))
        taught.reply("h2e2")
    else:
        hinted(taught)
    taught.play("h2e2")
    assert not taught.found(AskCoach)
    assert taught.thinking


# ---- Explaining a position ----


def test_a_position_is_explained_and_the_explanation_follows_the_board(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(ExplainPosition())
    order = hot_seat.one(AskCoach)
    assert order.question == PositionQuestion(Line(START_FEN, moves("h2e2")))
    notes = PositionNotes((FACT,), (), ())
    hot_seat.send(CoachSaid(order.question_id, notes))
    assert hot_seat.state.coaching.insight is not None
    assert hot_seat.state.coaching.insight.notes == notes
    hot_seat.send(GoBack())
    wait(hot_seat, 0.1)
    assert hot_seat.one(AskCoach).question == PositionQuestion(Line())
    hot_seat.send(CoachSaid(order.question_id, notes))  # these notes are about the position before
    assert hot_seat.state.coaching.insight.notes is None
    hot_seat.send(ExplainPosition())
    assert hot_seat.state.coaching.insight is None


def test_a_lesson_is_not_explained_like_a_game(hot_seat: Session) -> None:
    """Its few pieces, mostly without generals, are beyond the coach, asked there or before."""
    hot_seat.send(ExplainPosition(), StartLesson("horse"))
    wait(hot_seat, 0.1)
    assert hot_seat.state.coaching.insight is None
    assert not hot_seat.found(AskCoach)
    hot_seat.send(ExplainPosition())
    assert not hot_seat.found(AskCoach)


def test_nothing_is_explained_by_the_clock(session: Session) -> None:
    session.new(HUMAN, COMPUTER, time=TimeControl.from_pgn("600"))
    session.send(ExplainPosition())
    assert session.said[-1] == "no_analysis"
    assert not session.found(AskCoach)


def test_an_explanation_that_fails_says_so(hot_seat: Session) -> None:
    hot_seat.send(ExplainPosition())
    hot_seat.send(CoachFailed(hot_seat.one(AskCoach).question_id, "it died"))
    assert hot_seat.state.coaching.insight is not None
    assert hot_seat.state.coaching.insight.failure == "it died"
    hot_seat.send(Cancel())
    assert hot_seat.state.coaching.insight is None


def test_a_move_that_the_engine_alone_proposed_waits_for_no_answer(hot_seat: Session) -> None:
    """It has no question to the coach, and whoever waits for the coach would wait for ever."""
    state = hot_seat.state
    move = (Move.from_iccs("h2e2"),)
    hinted = [HintGiven(number, state.document.id, state.document.line, move) for number in (0, 5)]
    waiting = [is_asked(replace(state, coaching=replace(state.coaching, hint=hint))) for hint in hinted]
    assert waiting == [False, True]
