"""A game from its beginning to its end: moves, taking back, resigning, agreeing, the journal's orders."""

from __future__ import annotations

from dataclasses import replace

import pytest
from app_session import COMPUTER, ENGINE, HUMAN, Session, offer_of

from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.game.asks import DeleteJournal, JournalFound, KeepGame, KeepJournal, WriteJournal
from xiangqi.app.game.at_once import last_terms
from xiangqi.app.game.handicap import handicap_fen
from xiangqi.app.game.play import NewGame, Rematch, setup_from, setup_given, terms_of
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.search_effects import PrepareEngines, SearchInfo, StartSearch, StopSearch
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session import transcript, view
from xiangqi.app.session.document import Collection, Document, Stored
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import Flip
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.training import PracticeSummary
from xiangqi.app.session.transcript import from_journal
from xiangqi.app.update import Answer, initial_state
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.i18n.message import Message
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game
from xiangqi.referee import Rules

MATE_IN_ONE = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w"
STALEMATE_IN_ONE = "3k5/9/4P4/9/9/9/9/9/9/4K4 w"


def test_the_first_move_is_journalled_and_answered(against_computer: Session) -> None:
    against_computer.play("h2e2")
    written = against_computer.one(WriteJournal)
    assert written.game.to_game().main_line() == [Move.from_iccs("h2e2")]
    order = against_computer.one(StartSearch)
    assert order.line.moves == (Move.from_iccs("h2e2"),)
    assert order.command == ()
    assert order.limits.movetime_ms
    assert view.status(against_computer.state) is view.Status.THINKING


def test_a_reply_is_played_and_journalled(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.reply("h9g7")
    assert against_computer.moves == "h2e2 h9g7"
    assert len(against_computer.one(WriteJournal).game.to_game().main_line()) == 2
    assert not against_computer.thinking
    assert view.status(against_computer.state) is view.Status.RED_TO_MOVE


def test_hot_seat_needs_no_engine(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7", "h0g2")
    assert not hot_seat.thinking
    assert hot_seat.moves == "h2e2 h9g7 h0g2"
    assert view.status(hot_seat.state) is view.Status.BLACK_TO_MOVE


def test_the_computer_opens_when_it_has_red(session: Session) -> None:
    session.new(COMPUTER, HUMAN)
    assert session.thinking
    assert session.state.flipped
    assert session.one(PrepareEngines).commands == ((),)


def test_two_engines_play_on_by_themselves(session: Session) -> None:
    session.new(COMPUTER, ENGINE)
    assert session.one(PrepareEngines).commands == ((), ("some-engine", "--fast"))
    session.reply("h2e2")
    assert session.one(StartSearch).command == ("some-engine", "--fast")
    session.reply("h9g7")
    assert not session.thinking, "people want to follow"
    session.send(Tick(session.state.now + 5.0))
    assert session.one(StartSearch).command == ()


def test_capture_and_check_sound_different(hot_seat: Session) -> None:
    hot_seat.play("h2h9")
    assert hot_seat.one(PlaySound).sound is Sound.CAPTURE
    hot_seat.new(HUMAN, HUMAN, "3k5/9/9/9/9/9/9/9/R8/4K4 w")
    hot_seat.send(Answer(True))
    hot_seat.play("a1a9")
    assert hot_seat.one(PlaySound).sound is Sound.CHECK


@pytest.mark.parametrize(
    ("red", "black", "sound"),
    [(HUMAN, COMPUTER, Sound.WIN), (COMPUTER, HUMAN, Sound.LOSS), (HUMAN, HUMAN, Sound.WIN)],
)
def test_checkmate_ends_the_game(session: Session, red: object, black: object, sound: Sound) -> None:
    session.new(red, black, MATE_IN_ONE)  # type: ignore[arg-type]
    if red is HUMAN:
        session.play("b0b9")
    else:
        session.reply("b0b9")
    end = session.state.play.end
    assert end is not None
    assert (end.winner, end.reason) == (RED, "checkmate")
    assert [effect.sound for effect in session.found(PlaySound)] == [Sound.CHECK, sound]
    journal = session.one(WriteJournal).game
    assert (journal.result, journal.headers["Termination"]) == ("1-0", "checkmate")
    assert not session.thinking
    assert view.status(session.state) is view.Status.OVER
    assert view.result(session.state) == end


def test_stalemate_is_a_loss(session: Session) -> None:
    session.new(HUMAN, HUMAN, STALEMATE_IN_ONE)
    session.play("e7e8")
    end = session.state.play.end
    assert end is not None
    assert (end.winner, end.reason) == (RED, "stalemate")


def test_the_rules_of_the_game_decide(session: Session) -> None:
    session.new(HUMAN, HUMAN, rules=Rules(natural_limit_rounds=1))
    session.play("h2e2", "h9g7")
    assert session.state.play.end is not None
    assert session.state.play.end.reason == "natural_limit"
    assert session.found(PlaySound)[-1].sound is Sound.DRAW


def test_a_second_occurrence_is_noted_quietly(hot_seat: Session) -> None:
    hot_seat.play("h0g2", "h9g7", "g2h0")
    assert hot_seat.said == []
    hot_seat.play("g7h9")
    assert hot_seat.said == ["repeated"]


def test_what_was_said_of_repetitions_goes_when_the_game_ends(hot_seat: Session) -> None:
    hot_seat.play("h0g2", "h9g7", "g2h0", "g7h9")
    assert [shown.message.key for shown in hot_seat.state.toasts] == ["toast.repeated"]
    hot_seat.play("h0g2", "h9g7", "g2h0", "g7h9")
    assert hot_seat.state.play.end is not None
    assert "toast.repeated" not in [shown.message.key for shown in hot_seat.state.toasts]


# ---- Taking back ----


def test_take_back_against_the_computer_takes_two(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.reply("h9g7")
    against_computer.send(TakeBack())
    assert against_computer.moves == ""
    assert against_computer.one(WriteJournal).game.to_game().main_line() == []
    assert not against_computer.thinking


def test_take_back_while_the_computer_thinks_cancels_its_search(against_computer: Session) -> None:
    against_computer.play("h2e2")
    search = against_computer.state.search
    assert search is not None
    against_computer.send(TakeBack())
    assert against_computer.one(StopSearch).search_id == search.id
    assert against_computer.state.search is None
    assert against_computer.moves == ""


def test_take_back_in_hot_seat_takes_one(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(TakeBack())
    assert hot_seat.moves == "h2e2"


def test_take_back_after_the_end_goes_on_with_the_game(session: Session) -> None:
    session.new(HUMAN, COMPUTER, MATE_IN_ONE)
    session.play("b0b9")
    session.send(TakeBack())
    assert session.state.play.end is None
    assert view.status(session.state) is view.Status.RED_TO_MOVE


def test_nothing_to_take_back(session: Session) -> None:
    session.new(COMPUTER, HUMAN)
    session.reply("h2e2")
    assert not view.can_take_back(session.state)
    session.send(TakeBack())
    assert session.said == ["nothing_to_take_back"]
    assert session.moves == "h2e2"


def test_redo_plays_both_moves_again(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.reply("h9g7")
    against_computer.send(TakeBack())
    assert against_computer.state.play.undone
    against_computer.send(Redo())
    assert against_computer.moves == "h2e2 h9g7"
    assert not against_computer.thinking
    assert not against_computer.state.play.undone


def test_redo_of_a_move_without_reply_lets_the_computer_think(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(TakeBack(), Redo())
    assert against_computer.moves == "h2e2"
    assert against_computer.thinking


def test_redo_in_hot_seat_goes_move_by_move(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(TakeBack(), TakeBack(), Redo())
    assert hot_seat.moves == "h2e2"
    hot_seat.send(Redo(), Redo())
    assert hot_seat.moves == "h2e2 h9g7"
    assert hot_seat.said == ["nothing_to_redo"]


def test_another_move_forgets_what_could_be_redone(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(TakeBack(), TakeBack())
    hot_seat.play("h2e2")
    assert hot_seat.state.play.undone
    hot_seat.play("b9c7")
    assert not hot_seat.state.play.undone


def test_redo_of_the_mating_move_ends_the_game_again(session: Session) -> None:
    session.new(HUMAN, HUMAN, MATE_IN_ONE)
    session.play("b0b9")
    session.send(TakeBack(), Redo())
    assert session.state.play.end is not None


# ---- Giving up and agreeing ----


def test_resignation_is_asked_first(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(Resign())
    assert against_computer.state.play.end is None
    assert against_computer.state.question is not None
    against_computer.send(Answer(False))
    assert against_computer.state.question is None
    assert against_computer.state.play.end is None
    against_computer.send(Resign(), Answer(True))
    end = against_computer.state.play.end
    assert end is not None
    assert (end.winner, end.reason) == (BLACK, "resignation")
    assert against_computer.found(StopSearch)
    assert against_computer.one(WriteJournal).game.headers["Termination"] == "resignation"


def test_in_hot_seat_whoever_is_to_move_resigns(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(Resign(), Answer(True))
    assert hot_seat.state.play.end is not None
    assert hot_seat.state.play.end.winner == RED


def test_a_finished_game_cannot_be_resigned(session: Session) -> None:
    session.new(COMPUTER, HUMAN, MATE_IN_ONE)
    session.send(Resign())
    session.reply("b0b9")
    session.send(Answer(True))
    assert session.state.play.end is not None
    assert session.state.play.end.reason == "checkmate"
    session.send(Resign())
    assert session.state.question is None
    assert session.said == ["no_game"]


def test_engines_among_themselves_cannot_be_resigned_for(session: Session) -> None:
    session.new(COMPUTER, COMPUTER)
    session.send(Resign(), OfferDraw())
    assert session.state.question is None
    assert session.said == ["no_game"]


def test_two_people_agree_to_a_draw(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(OfferDraw())
    assert hot_seat.state.question is not None
    assert hot_seat.state.question.message.arguments == {"who": "black", "answerer": "red"}
    hot_seat.send(Answer(True))
    end = hot_seat.state.play.end
    assert end is not None
    assert (end.winner, end.reason) == (None, "agreement")


def _shuffle(session: Session, rounds: int) -> None:
    """Harmless moves of both sides that never repeat a position too often."""
    red = ["a3a4", "c3c4", "e3e4", "g3g4", "i3i4", "a0a1", "a1a2", "i0i1", "i1i2", "c0e2", "b0c2", "d0e1"]
    black = ["a6a5", "c6c5", "e6e5", "g6g5", "i6i5", "a9a8", "a8a7", "i9i8", "i8i7", "c9e7", "b9c7", "d9e8"]
    for one, other in list(zip(red, black, strict=True))[:rounds]:
        session.play(one)
        session.reply(other)


def _judged(session: Session, score_cp: int) -> None:
    """The engine's opinion during its next search, from its own view."""
    session.play("e1d0")
    assert session.state.search is not None
    session.send(SearchInfo(session.state.search.id, Info(5, 5, 100, 10, score_cp=score_cp)))
    session.reply("e8d9")


@pytest.mark.parametrize(
    ("rounds", "score_cp", "agreed"), [(12, -200, True), (12, 100, False), (3, -200, False)]
)
def test_an_engine_agrees_to_a_draw_by_its_evaluation(
    against_computer: Session, rounds: int, score_cp: int, agreed: bool
) -> None:
    _shuffle(against_computer, rounds)
    if rounds == 12:
        _judged(against_computer, score_cp)
    against_computer.send(OfferDraw())
    assert against_computer.state.play.end is None, "one click ends no game"
    against_computer.send(Answer(False))
    assert "draw_declined" not in against_computer.said
    against_computer.send(OfferDraw(), Answer(True))
    assert (against_computer.state.play.end is not None) == agreed
    assert ("draw_declined" in against_computer.said) != agreed


# ---- A new game ----


def test_an_unfinished_game_is_not_left_without_asking(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.new(HUMAN, HUMAN)
    assert against_computer.moves == "h2e2"
    assert against_computer.state.question is not None
    against_computer.send(Answer(True))
    assert against_computer.moves == ""
    assert against_computer.state.play.setup.is_hot_seat
    assert against_computer.found(DeleteJournal)
    assert against_computer.found(StopSearch)


def test_a_finished_game_is_left_at_once_and_its_journal_goes(session: Session) -> None:
    session.new(HUMAN, HUMAN, MATE_IN_ONE)
    session.play("b0b9")
    before = session.state.current_game.id
    session.new(HUMAN, HUMAN)
    assert session.state.question is None
    assert session.state.current_game.id > before
    assert session.found(DeleteJournal)


def test_the_choices_are_remembered(session: Session) -> None:
    session.new(ENGINE, HUMAN, rules=Rules("asian", 4, None))
    saved = session.one(SaveSettings).settings
    assert (saved.side, saved.level, saved.engine) == ("black", 2, ())
    assert (saved.rule_set, saved.occurrences, saved.natural_limit) == ("asian", 4, 0)
    assert Session(type(session.state)(settings=saved)).state.settings == saved


def test_two_computers_are_remembered_with_their_levels(session: Session) -> None:
    session.new(Player(PlayerKind.COMPUTER, 5), Player(PlayerKind.COMPUTER, 1))
    saved = session.one(SaveSettings).settings
    again = initial_state(saved).play.setup
    assert (again.red.level, again.black.level) == (5, 1)


def test_watched_engines_leave_the_terms_of_ones_own_games_alone(session: Session) -> None:
    session.new(HUMAN, Player(PlayerKind.COMPUTER, 2))
    own = session.one(SaveSettings).settings
    session.new(Player(PlayerKind.COMPUTER, 5), Player(PlayerKind.COMPUTER, 1))
    kept = session.one(SaveSettings).settings
    assert last_terms(kept).black.level == own.level == 2
    engines = setup_from(kept)
    assert (engines.red.level, engines.black.level) == (5, 1)
    levels = setup_given(kept, {"level": 7})
    assert (levels.red.level, levels.black.level) == (7, 7), "a given level is that of both"


def test_an_impossible_position_is_not_played(session: Session) -> None:
    session.new(HUMAN, HUMAN, "9/9/9/9/9/9/9/9/9/4K4 w")
    assert session.said == ["bad_position"]
    assert session.state.current_game.id == 1, "the one of the start"


def test_a_position_without_moves_is_over_at_once(session: Session) -> None:
    session.new(HUMAN, COMPUTER, "3k5/4R4/9/9/9/9/9/9/9/4K4 b")
    assert session.state.play.end is not None
    assert not session.thinking


def test_black_can_begin_a_position(session: Session) -> None:
    session.new(HUMAN, COMPUTER, "3k5/9/9/9/9/9/9/9/9/R3K4 b")
    assert session.thinking


# ---- The journal of an earlier run ----


def offer(*texts: str) -> ResumeOffer:
    return offer_of(Setup(HUMAN, COMPUTER), *texts, flipped=True)


def test_an_unfinished_game_is_taken_up_again(session: Session) -> None:
    session.send(JournalFound(offer("h2e2", "h9g7", "h0g2")))
    assert session.state.resume is not None
    session.send(AnswerResume(True))
    assert session.moves == "h2e2 h9g7 h0g2"
    assert session.state.flipped
    assert session.state.resume is None
    assert session.thinking
    assert not session.found(DeleteJournal)
    assert tuple(session.one(WriteJournal).game.to_game().main_line()) == session.state.play.moves


def test_a_declined_game_is_put_aside(session: Session) -> None:
    session.send(JournalFound(offer("h2e2")), AnswerResume(False))
    assert session.state.resume is None
    assert session.found(KeepJournal)
    assert not session.found(DeleteJournal)
    kept = session.one(KeepGame)
    assert [str(move) for move in kept.game.to_game().main_line()] == ["h2e2"]
    assert kept.game.result == "*"
    session.new(HUMAN, HUMAN)
    assert session.state.document.id != kept.document_id, "the library would take them for one game"


def test_a_new_game_leaves_the_offer_and_its_journal_alone(session: Session) -> None:
    session.send(JournalFound(offer("h2e2")))
    session.new(COMPUTER, HUMAN)
    assert not session.found(DeleteJournal)
    session.reply("h2e2")
    assert not session.found(WriteJournal)
    assert session.state.resume is not None
    session.send(Quit())
    assert not session.found(DeleteJournal)


def test_a_move_by_hand_puts_the_offered_game_aside(session: Session) -> None:
    session.send(JournalFound(offer("h2e2")))
    session.new(COMPUTER, HUMAN)
    session.reply("h2e2")
    session.play("h9g7")
    kinds = [type(effect) for effect in session.effects]
    assert kinds.index(KeepJournal) < kinds.index(WriteJournal)
    assert len(session.one(KeepGame).game.to_game().main_line()) == 1
    assert session.state.resume is None


def test_quitting_keeps_an_unfinished_game_and_drops_a_finished_one(session: Session) -> None:
    session.new(HUMAN, HUMAN, MATE_IN_ONE)
    session.play("a8a7")
    session.send(Quit())
    assert session.state.quitting
    assert not session.found(DeleteJournal)
    assert session.found(SaveSettings)
    session.play("d9d8", "a7a8", "d8d9", "b0b9")
    assert session.state.play.end is not None
    session.send(Quit())
    assert session.found(DeleteJournal)


def test_flip_turns_the_board_and_nothing_else(against_computer: Session) -> None:
    game = against_computer.state.current_game
    against_computer.send(Flip())
    assert against_computer.state.flipped
    assert against_computer.state.current_game == replace(game, turned=True)


def test_the_reply_brings_the_board_back_to_the_last_position(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(GoTo(0))
    against_computer.reply("h9g7")
    assert view.line(against_computer.state).at_end


def test_messages_do_not_change_the_state_they_are_given(hot_seat: Session) -> None:
    before = hot_seat.state
    game = before.current_game
    hot_seat.play("h2e2")
    assert before.current_game is game
    assert before.play.moves == ()


def test_an_adaptive_opponent_plays_at_a_rating_and_follows_the_player(session: Session) -> None:
    adaptive = Player(PlayerKind.COMPUTER, 2, rating=1450)
    session.new(HUMAN, adaptive)
    assert session.state.settings.opponent_rating == 1450
    session.play("h2e2")
    assert session.one(StartSearch).rating == 1450
    document = from_journal(transcript.journalled(session.state.current_game, flipped=False).to_game()).document
    assert document.play is not None
    assert document.play.setup.black.rating == 1450
    session.send(Resign(), Answer(True), PracticeRead(PracticeSummary(opponent=1380)), Rematch())
    assert session.state.play.setup.black.rating == 1380
    session.new(HUMAN, COMPUTER)
    assert session.state.settings.opponent_rating == 0
    session.play("h2e2")
    assert session.one(StartSearch).rating is None


# ---- Friends at one board ----


def friends() -> Session:
    session = Session()
    setup = Setup(Player(name="Anna"), Player(name="Ben"))
    session.send(NewGame(setup))
    return session


def test_friends_agree_to_a_take_back() -> None:
    session = friends()
    session.play("h2e2", "h9g7")
    session.send(TakeBack())
    question = session.state.question
    assert question is not None
    assert question.message == Message("ask.take_back_two", who="Ben", answerer="Anna")
    session.send(Answer(False))
    assert session.moves == "h2e2 h9g7"
    session.send(TakeBack(), Answer(True))
    assert session.moves == "h2e2"


def test_odds_follow_the_players_when_they_change_sides() -> None:
    session = Session()
    strong, weak = Player(name="Ada"), Player(name="Ben")
    horse, short, long = "knight", TimeControl(60), TimeControl(300)
    session.send(NewGame(Setup(strong, weak, handicap_fen(horse), time=short, black_time=long)))
    session.play("h2e2")
    session.send(Resign(), Answer(True), Rematch(swap=True))
    assert session.state.play.setup == Setup(
        weak, strong, handicap_fen(horse, BLACK), session.state.play.setup.rules, time=long, black_time=short
    )
    session.play("h2e2")
    session.send(Resign(), Answer(True), Rematch(swap=True))
    assert session.state.play.setup.start_fen == handicap_fen(horse)


def test_the_score_of_the_evening_follows_the_names() -> None:
    session = friends()
    assert view.session_score(session.state, RED) is None
    session.play("h2e2")
    session.send(Resign(), Answer(True))  # by Ben, who is to move
    assert view.session_score(session.state, RED) == 1
    session.send(Rematch(swap=True))
    assert (view.session_score(session.state, RED), view.session_score(session.state, BLACK)) == (0, 1)
    session.play("h2e2")
    session.send(OfferDraw(), Answer(True))
    assert (view.session_score(session.state, RED), view.session_score(session.state, BLACK)) == (0.5, 1.5)
    session.send(NewGame(Setup(Player(), Player())))
    assert view.session_score(session.state, RED) is None


@pytest.mark.parametrize(("stored", "level"), [(True, 7), (False, 2)])
def test_a_rematch_repeats_an_own_game_of_the_library(
    against_computer: Session, stored: bool, level: int
) -> None:
    """A file of another program may have the same tags."""
    session = against_computer
    session.play("h2e2")
    session.reply("h9g7")
    session.send(Resign(), Answer(True))
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, 7))
    tags = transcript.headers(Document.of(0, Game(), GameInProgress(Game().root, setup)))
    games = (pack(Game(dict(tags) | {"TimeControl": "600+5"})),)
    place = (Stored(3, 0),) if stored else ()
    record = Document.of(99, games[0].unpack(), collection=Collection("", None, games, stored=place))
    session.state = session.state.on_top(record)
    assert (terms_of(session.state.document) is not None) is stored
    session.send(Rematch(swap=True))
    now = session.state.play.setup
    assert (now.human_side, now.red.level) == (BLACK, level)
    assert now.time.is_timed is stored
