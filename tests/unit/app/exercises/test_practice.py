"""Mistakes that a review has found are puzzles: the position before each, to be played better."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from app_session import HUMAN, Session
from reviewing import LINE, judge, review, tick

from xiangqi.app.analysis.review import LIMITS
from xiangqi.app.coach.asks import CoachSaid
from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import KeepImprovement, SaveSolved
from xiangqi.app.exercises.modes import Improvement, Puzzle
from xiangqi.app.exercises.puzzle_goal import improvement_in, is_puzzle
from xiangqi.app.exercises.puzzles import (
    ListPuzzles,
    PractiseMistakes,
    SolveAnother,
    SolvePuzzle,
)
from xiangqi.app.game.asks import WriteJournal
from xiangqi.app.game.play import NewGame, Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import SearchInfo, StartSearch
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoLast
from xiangqi.app.records.loading import ChooseGame, CloseRecord, PasteText
from xiangqi.app.session import analysed, view
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.moments import own_moments
from xiangqi.app.session.orders import KeepMistakes
from xiangqi.app.session.players import Setup
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import Board, Move
from xiangqi.coach.notes import DeepLook, MoveNotes
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.chances import winning_chance
from xiangqi.engine.common.types import Info
from xiangqi.records.files import read_bytes, read_games, write_game
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game

OWN = Improvement(Move.from_iccs("h0g2"), Move.from_iccs("b0c2"), winning_chance(60))


@pytest.fixture
def reviewed(against_computer: Session) -> Session:
    """A finished game against the computer, of which both sides' moves have been judged."""
    session = against_computer
    for own, answer in zip(LINE[::2], LINE[1::2], strict=True):
        session.play(own)
        session.reply(answer)
    session.send(Resign(), Answer(True))
    review(session)
    return session


@pytest.fixture
def practising(reviewed: Session) -> Session:
    reviewed.send(PractiseMistakes())
    return reviewed


def found(session: Session) -> bool | None:
    assert session.state.mode(Puzzle) is not None
    return session.state.mode(Puzzle).found


def answer(session: Session, score_cp: int) -> None:
    """The engine's reply to the first move, and its judgement from its own view."""
    assert session.state.search is not None
    session.send(SearchInfo(session.state.search.id, Info(9, 9, 1000, 50, score_cp)))
    session.reply("a9a8")


def test_only_the_players_own_mistakes_count(reviewed: Session) -> None:
    assert [verdict.ply for verdict in own_moments(reviewed.state)] == [3]


def test_between_two_people_all_mistakes_count(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    review(hot_seat)
    assert [verdict.ply for verdict in own_moments(hot_seat.state)] == [3, 4]


def test_the_position_before_the_mistake_is_on_the_board(practising: Session) -> None:
    state = practising.state
    board = Board()
    for text in LINE[:2]:
        board.push(Move.from_iccs(text))
    assert state.play.setup.start_fen == board.fen()
    assert state.play.setup.human_side == RED
    assert state.mode(Puzzle) is not None
    assert state.mode(Puzzle).task is not None
    assert state.mode(Puzzle).task == replace(OWN, chance=pytest.approx(OWN.chance, abs=0.001))
    assert state.analysis is None  # it would tell the move
    assert practising.moves == ""


def test_the_best_move_is_found_at_once(practising: Session) -> None:
    practising.play("b0c2")
    assert found(practising) is True
    assert practising.one(SaveSolved).positions == {key_of(practising.state.play.setup.start_fen)}
    assert practising.state.search is None  # nobody plays on


def test_the_mistake_is_still_one(practising: Session) -> None:
    practising.play("h0g2")
    assert found(practising) is False
    assert practising.state.search is None


@pytest.mark.parametrize(("score_cp", "good"), [(-60, True), (20, True), (80, False), (400, False)])
def test_another_move_is_judged_by_what_it_gives_away(practising: Session, score_cp: int, good: bool) -> None:
    practising.play("b2c2")
    assert found(practising) is None
    answer(practising, score_cp)
    assert found(practising) is good
    assert bool(practising.state.solved) is good
    assert practising.moves == "b2c2"  # the engine judges, and does not play on
    practising.send(Tick(practising.state.now + 60))
    assert practising.moves == "b2c2"


def test_the_engine_looks_at_another_move_no_longer_than_a_review(practising: Session) -> None:
    practising.play("b2c2")
    assert practising.found(StartSearch)[-1].limits == LIMITS


def test_it_can_be_tried_again(practising: Session) -> None:
    practising.play("b2c2")
    answer(practising, 400)
    practising.send(SolveAnother(0))
    assert found(practising) is None
    practising.play("b2c2")
    answer(practising, 400)
    practising.send(TakeBack())
    practising.play("b0c2")
    assert found(practising) is True


def test_the_game_waits_behind_its_mistakes(practising: Session) -> None:
    practising.send(ListPuzzles())
    record = practising.state.document
    assert record is not None
    assert practising.state.panel is Panel.GAME_LIST
    assert [is_puzzle(game) for game in record.games] == [True, False]
    practising.send(ChooseGame(1))
    assert [str(move) for move in view.line(practising.state).moves] == list(LINE)


def test_played_again_is_the_game_and_not_the_mistake(reviewed: Session) -> None:
    setup = reviewed.state.play.setup
    reviewed.send(PractiseMistakes())
    assert reviewed.state.last_played is not None
    assert reviewed.state.last_played.setup == setup
    reviewed.send(Rematch())
    assert reviewed.state.mode(Puzzle) is None
    assert reviewed.state.play.setup == setup
    assert reviewed.state.settings.level == setup.black.level


@pytest.mark.parametrize("leave", [CloseRecord(), Cancel()])
def test_a_mistake_leads_back_to_the_card_at_the_end_of_its_game(reviewed: Session, leave: Intent) -> None:
    game, flipped = reviewed.state.document, reviewed.state.flipped
    reviewed.send(PractiseMistakes(), leave)
    assert reviewed.state.document == game
    assert (reviewed.state.panel, reviewed.state.flipped) == (None, flipped)
    assert reviewed.state.last_played == game.play


def test_a_mistake_leads_back_after_its_answer_and_from_a_list(practising: Session) -> None:
    game, puzzle = practising.state.documents[0], practising.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.task is not None
    practising.play(str(puzzle.task.best))
    practising.send(ListPuzzles(), SolvePuzzle(0), SolveAnother(0), CloseRecord())
    assert practising.state.document == game
    assert practising.state.search is None or practising.state.search.purpose is not Purpose.PLAY


def test_a_mistake_is_no_game_to_be_continued(practising: Session) -> None:
    practising.play(str(practising.state.mode(Puzzle).task.best))  # type: ignore[union-attr]
    assert practising.state.left_game is None
    assert not practising.found(WriteJournal)
    practising.send(NewGame(Setup(HUMAN, HUMAN)))
    assert practising.state.question is None


def test_a_mistake_improved_on_is_told_to_the_deck(practising: Session) -> None:
    puzzle = practising.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.task is not None
    key = key_of(puzzle.setup.start_fen)
    practising.play(str(puzzle.task.played))
    assert practising.one(KeepImprovement) == KeepImprovement(key, found=False)
    practising.send(SolveAnother(0))
    practising.play(str(puzzle.task.best))
    assert practising.one(KeepImprovement) == KeepImprovement(key, found=True)


def test_the_mistakes_of_a_record_lead_back_to_it_and_its_review(session: Session) -> None:
    session.send(PasteText(""))
    assert session.state.loading is not None
    games = tuple(map(pack, read_bytes((" ".join(LINE) + " *").encode(), "text")))
    session.send(GamesRead(session.state.loading.id, "", None, games, complete=True), GoLast())
    review(session)
    record = session.state.document
    session.send(PractiseMistakes(), CloseRecord())
    assert session.state.document == record
    assert session.state.shown_analysis is not None
    session.send(CloseRecord())
    assert session.state.document.play is not None, "beneath a record there is always a game"


def test_a_mistake_of_a_game_that_was_given_up_leads_to_its_copy(
    hot_seat: Session,
) -> None:
    hot_seat.play(*LINE)
    review(hot_seat)
    copy = hot_seat.state.document
    assert copy.is_analysis
    hot_seat.send(PractiseMistakes(), Answer(True), CloseRecord())
    assert (hot_seat.state.document, hot_seat.state.panel) == (copy, None)
    assert hot_seat.state.left_game is None


def test_an_unfinished_game_is_not_left_without_asking(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    review(hot_seat)
    hot_seat.send(PractiseMistakes())
    assert hot_seat.state.question is not None
    assert hot_seat.state.mode(Puzzle) is None
    hot_seat.send(Answer(True))
    assert hot_seat.state.mode(Puzzle) is not None


def test_without_mistakes_there_is_nothing_to_practise(hot_seat: Session) -> None:
    hot_seat.send(PractiseMistakes())
    assert hot_seat.said == ["no_mistakes"]
    assert hot_seat.state.mode(Puzzle) is None


def test_a_mistake_in_the_first_move_of_a_game_stops_no_practice(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    hot_seat.send(StartReview())
    tick(hot_seat)
    for score_cp, line in ((320, "a0a1"), (400, "a9a8 b2e2"), (60, "b0c2 a9a8"), (900, "h9g7"), (70, "b0c2")):
        judge(hot_seat, score_cp, line)
    assert [verdict.ply for verdict in analysed.assessment(hot_seat.state).marked][:1] == [1]
    own = own_moments(hot_seat.state)
    assert own
    assert own[0].ply > 1
    hot_seat.send(PractiseMistakes(), Answer(True))
    assert hot_seat.state.mode(Puzzle) is not None


def test_the_mistakes_of_a_record_leave_it_in_the_list(session: Session) -> None:
    session.send(PasteText(""))
    assert session.state.loading is not None
    games = tuple(map(pack, read_bytes((" ".join(LINE) + " *").encode(), "text")))
    session.send(GamesRead(session.state.loading.id, "", None, games, complete=True), GoLast())
    review(session)
    session.send(PractiseMistakes())
    assert session.state.mode(Puzzle) is not None
    assert session.state.play.setup.human_side == RED
    assert session.state.document.games[-1].unpack().main_line() == games[0].unpack().main_line()
    session.send(SolveAnother(1))
    assert session.state.play.setup.human_side == BLACK


# ---- As tags of a record ----


def test_what_is_asked_survives_a_file(tmp_path: Path) -> None:
    fen = "3k5/9/9/9/9/5c3/9/8R/9/4K4 w - - 0 1"
    write_game(tmp_path / "mistake.pgn", Game(headers=OWN.headers, start_fen=fen))
    (game,) = read_games(tmp_path / "mistake.pgn")
    assert improvement_in(game) == replace(OWN, chance=pytest.approx(OWN.chance, abs=0.001))


@pytest.mark.parametrize(
    "tags", [{}, {"Played": "x"}, {"Best": "h9z9"}, {"Chance": "much"}, {"Chance": "7"}, {"Chance": "nan"}]
)
def test_other_tags_ask_for_nothing(tags: dict[str, str]) -> None:
    headers = {**OWN.headers, **tags} if tags else {}
    assert improvement_in(Game(headers=headers)) is None


def test_a_review_puts_the_players_mistakes_into_the_deck(reviewed: Session) -> None:
    reviewed.send(StartReview())  # all is judged already, and it ends at once
    (slip,) = reviewed.one(KeepMistakes).slips
    assert (slip.played, slip.better[0]) == (Move.from_iccs("h0g2"), Move.from_iccs("b0c2"))
    assert slip.loss > 0.1


def test_a_review_between_two_people_keeps_nothing(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    review(hot_seat)
    hot_seat.send(StartReview())
    assert hot_seat.found(KeepMistakes) == []


@pytest.mark.parametrize(("loss", "stays"), [(0.01, False), (0.3, True)])
def test_what_the_coach_withdraws_leaves_the_deck(reviewed: Session, loss: float, stays: bool) -> None:
    """A look deeper than the review's takes a mark back, or confirms it."""
    look, kept = DeepLook(0.5, loss, (Move.from_iccs("b0c2"),)), list[KeepMistakes]()
    for _ in range(4):
        for number in reviewed.state.coaching.asked:
            reviewed.send(CoachSaid(number, MoveNotes((), look)))
            kept += reviewed.found(KeepMistakes)
        tick(reviewed)
    slips = {slip.played.iccs for found in kept for slip in found.slips}
    gone = {move.iccs for found in kept for _, move in found.cleared}
    assert ("h0g2" in slips, "h0g2" in gone) == (stays, not stays)
    assert not {"h9g7", "i9h9"} & (slips | gone), "the computer's moves"
