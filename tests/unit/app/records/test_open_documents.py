"""Documents: what the players and what edits do to one, and how several lie in a pile."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_session import COMPUTER, ENGINE, HUMAN, Session, offer_of

from xiangqi.app.event import Tick
from xiangqi.app.game.asks import JournalFound, KeepGame, WriteDraft
from xiangqi.app.game.engine_match import StepGame
from xiangqi.app.game.play import NewGame, Rematch
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.search_effects import SearchDone, SearchInfo, StartSearch, StopSearch
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.asks_reading import GamesRead, LoadFailed
from xiangqi.app.records.browse import GoFirst, GoLast, GoTo
from xiangqi.app.records.editing import WriteComment
from xiangqi.app.records.loading import ChooseGame, CloseRecord, OpenFile, PasteText, ShowDocument
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session import analysed, view
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.panels import ClosePanel, Flip, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.strength import HIGHEST
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.start import first_intents
from xiangqi.app.start_options import Options
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.types import Info
from xiangqi.fen import START_FEN
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings

KINGS = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"


def move(text: str) -> Move:
    return Move.from_iccs(text)


def opened(session: Session, text: str = "1. 炮二平五 马８进７ *") -> Document:
    session.send(OpenFile(Path("a.pgn")))
    games = tuple(map(pack, read_bytes(text.encode(), "text")))
    assert session.state.loading is not None
    session.send(GamesRead(session.state.loading.id, "a.pgn", Path("a.pgn"), games, complete=True))
    return session.state.document


# ---- One of them ----


def test_edits_are_undone_and_typing_is_one_edit() -> None:
    document = Document.of(1, Game()).playing(move("h2e2"), 1).playing(move("h9g7"), 2)
    assert (document.cursor.moves, document.cursor.ply) == ((move("h2e2"), move("h9g7")), 2)
    back = document.undo()
    assert (back.cursor.ply, back.undo().unsaved, back.redo().cursor.moves) == (1, False, document.cursor.moves)
    assert document.to_ply(0).playing(move("h2e2"), 3).cursor.moves == document.cursor.moves, (
        "what is known is followed"
    )


def test_a_game_and_its_variations_are_one_tree(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7", "h0g2")
    game = hot_seat.state.current_game
    aside = game.at(game.cursor.nodes[1]).playing(move("b9c7"), 90)
    assert aside.cursor.moves == (move("h2e2"), move("b9c7"))
    assert not aside.at_tip
    later = aside.played(move("i9h9"), 91)
    assert later.at_tip
    assert [str(played) for played in later.cursor.moves] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert later.keeps_game()
    assert len(later.tree.children(later.cursor.nodes[1])) == 2


# ---- The pile ----


def test_a_game_that_is_over_stays_open_and_goes_to_the_library(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    first = hot_seat.state.current_game.id
    hot_seat.send(Resign(), Answer(True))
    kept = hot_seat.one(KeepGame)
    assert (kept.document_id, kept.game.result) == (first, "1-0")
    assert kept.game.to_game().main_line() == [move("h2e2")]
    hot_seat.send(NewGame(Setup(HUMAN, HUMAN)))
    assert not hot_seat.found(KeepGame), "it has been given before"
    hot_seat.play("b2e2")
    hot_seat.send(ShowDocument(first))
    assert view.status(hot_seat.state) is view.Status.OVER
    assert hot_seat.moves == "b2e2", "the other one is played"
    hot_seat.send(GoFirst())
    hot_seat.play("h0g2")
    assert view.line(hot_seat.state).moves == (move("h0g2"),), "a game that is over can be studied"
    hot_seat.send(CloseRecord())
    assert hot_seat.state.question is not None
    assert hot_seat.state.question.unsaved
    hot_seat.send(Answer(True))
    assert [document.id for document in hot_seat.state.documents] == [hot_seat.state.current_game.id]


def test_a_game_that_is_left_with_moves_goes_to_the_library(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    left = hot_seat.state.current_game.id
    hot_seat.send(NewGame(Setup()), Answer(True))
    assert hot_seat.one(KeepGame).document_id == left
    assert hot_seat.one(KeepGame).game.result == "*"
    hot_seat.send(NewGame(Setup()))
    assert not hot_seat.found(KeepGame), "one without moves is nothing to keep"
    assert hot_seat.state.find(left) is None


def test_of_two_games_the_one_that_has_ended_goes_on_as_a_third(against_computer: Session) -> None:
    against_computer.new(HUMAN, COMPUTER, "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1")
    against_computer.play("b0b9")  # mate, which may be taken back
    first = against_computer.state.current_game.id
    against_computer.send(NewGame(Setup(HUMAN, COMPUTER)))
    against_computer.play("b2e2")
    second = against_computer.state.current_game
    ended = against_computer.state.find(first)
    against_computer.send(ShowDocument(first), TakeBack())
    assert against_computer.state.question is not None, "the unfinished game would be put aside"
    assert against_computer.state.find(second.id) is not None
    against_computer.send(Answer(True))
    assert against_computer.found(StopSearch)
    assert against_computer.one(KeepGame).document_id == second.id
    after = against_computer.state.find(first)
    assert after is not None
    assert ended is not None
    assert after.play == ended.play, "the game that has ended stays"
    assert against_computer.state.current_game.id not in (first, second.id)
    against_computer.play("a8a7")
    assert against_computer.found(StartSearch)


def one_comes_later(session: Session) -> Document:
    """Return a document with a change, over which a file lies that was asked for before the change."""
    first = opened(session)
    session.send(OpenFile(Path("b.pgn")))
    loading = session.state.loading
    assert loading is not None
    session.send(WriteComment("mine"))
    games = tuple(map(pack, read_bytes("1. 兵七进一 *".encode(), "text")))
    session.send(GamesRead(loading.id, "b.pgn", Path("b.pgn"), games, complete=True))
    return first


def test_what_is_unsaved_is_never_dropped_by_a_file_that_comes_later(session: Session) -> None:
    first = one_comes_later(session)
    assert session.state.document.id != first.id
    kept = session.state.find(first.id)
    assert kept is not None
    assert kept.unsaved
    session.send(Quit())
    assert not session.state.quitting
    assert session.state.document.id == first.id, "it is shown with the question"


def test_the_changes_of_all_documents_are_kept_against_a_crash(session: Session) -> None:
    first = one_comes_later(session)
    session.send(WriteComment("two"), Tick(1.0))
    kept = session.one(WriteDraft).games
    assert [game.comment(game.game.root) for game in kept] == ["two", "mine"], "the one on the board first"
    session.send(Tick(2.0))
    assert not session.effects
    session.send(ShowDocument(first.id), WriteComment("mine, too"), Tick(3.0))
    kept = session.one(WriteDraft).games
    assert [game.comment(game.game.root) for game in kept] == ["mine, too", "two"]


def test_each_document_with_changes_is_asked_about(session: Session) -> None:
    first, second = one_comes_later(session), session.state.document
    session.send(WriteComment("two"))
    session.send(Quit(), Answer(True))
    assert session.state.document.id == first.id, "the other one is shown with a question of its own"
    assert session.state.question is not None
    assert not session.state.quitting
    session.send(Answer(False), Quit())
    assert session.state.document.id in (first.id, second.id)
    assert session.state.question is not None, "who stays has given up nothing"
    session.send(Answer(True), Answer(True))
    assert session.state.quitting


def test_each_request_asks_about_all_changes(session: Session) -> None:
    one_comes_later(session)
    session.send(WriteComment("two"), Quit(), Answer(True), Cancel(), Quit(), Answer(True))
    assert session.state.question is not None, "the one that was given up before Esc is asked about again"
    assert not session.state.quitting


def test_changes_are_asked_about_again_where_nothing_came_of_a_file(session: Session) -> None:
    opened(session)
    session.send(WriteComment("mine"), OpenFile(Path("b.pgn")), Answer(True))
    assert session.state.loading is not None
    session.send(LoadFailed(session.state.loading.id, "b.pgn", "it is gone"), Quit())
    assert session.state.question is not None
    assert not session.state.quitting


def test_saving_is_about_the_document_that_was_saved(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(WriteComment("good"), SaveFile(Path("/game.pgn")))
    assert hot_seat.state.document.unsaved
    document = opened(hot_seat)
    assert [other.unsaved for other in hot_seat.state.documents] == [True, False]
    assert document.name == "a.pgn"


# ---- Beginning ----


def test_a_start_plays_nothing_by_itself() -> None:
    for side in ("none", "black"):
        settings = Settings(language="en", side=side)
        session = Session()
        session.send(*first_intents(Options(), settings))
        assert not session.found(StartSearch)
        assert view.status(session.state) is view.Status.PAUSED
        session.send(PauseGame())
        assert session.found(StartSearch)
        session.send(*first_intents(Options(side=side), settings))
        assert session.found(StartSearch), "unless the command line asks for it"


def test_a_watched_game_is_taken_up_in_a_pause(session: Session) -> None:
    session.send(JournalFound(offer_of(Setup(COMPUTER, ENGINE), "h2e2", "h9g7")), AnswerResume(True))
    assert session.moves == "h2e2 h9g7"
    assert view.status(session.state) is view.Status.PAUSED
    assert not session.thinking
    session.send(PauseGame())
    assert session.thinking


def test_the_panel_begins_with_the_opening_and_the_player_s_own_level(session: Session) -> None:
    session.new(HUMAN, Player(PlayerKind.COMPUTER, 7))
    session.new(HUMAN, Player(PlayerKind.COMPUTER, 2), KINGS)
    session.send(OpenPanel(Panel.NEW_GAME))
    assert session.state.draft.start_fen == START_FEN
    assert session.state.draft.black.level == 7


def test_a_rematch_keeps_terms_and_swaps_or_raises_players(session: Session) -> None:
    session.new(HUMAN, Player(PlayerKind.COMPUTER, HIGHEST - 1), time=TimeControl(60))
    session.send(Rematch(swap=True))
    setup = session.state.play.setup
    assert (setup.human_side, setup.red.level, setup.time) == (BLACK, HIGHEST - 1, TimeControl(60))
    session.send(Rematch(step=1), Rematch(step=1))
    assert session.state.play.setup.red.level == HIGHEST, "there is none higher"
    session.play("h2e2")
    session.reply("h2e2")
    session.send(Rematch())
    assert session.state.question is not None, "an unfinished game is not left without asking"


# ---- Watching ----


def watched() -> Session:
    session = Session()
    session.send(Tick(100.0))
    session.new(COMPUTER, ENGINE)
    return session


def test_moves_of_engines_follow_at_a_pace() -> None:
    session = watched()
    session.send(Tick(100.1))
    session.reply("h2e2")
    assert session.moves == "h2e2", "the first one need not wait"
    session.send(Tick(100.2))
    session.reply("h9g7")
    assert session.moves == "h2e2"
    assert view.is_thinking(session.state)
    session.send(Tick(101.0))
    assert session.moves == "h2e2"
    session.send(Tick(101.2))
    assert session.moves == "h2e2 h9g7"
    assert session.thinking


def test_no_clock_runs_while_a_move_waits_for_its_time() -> None:
    session = Session()
    session.send(Tick(100.0))
    session.new(COMPUTER, ENGINE, time=TimeControl(600))
    session.reply("h2e2")
    session.send(Tick(100.2))
    session.reply("h9g7")
    session.send(Tick(100.9))
    assert session.moves == "h2e2"
    session.send(Tick(101.2))
    assert session.moves == "h2e2 h9g7"
    clock = session.state.play.clock
    assert clock is not None
    assert clock.left_s(BLACK) == pytest.approx(599.8)
    session.send(Tick(101.7))
    assert clock.reading(RED, session.state.now).left_s == pytest.approx(599.5), "the other one's runs"


def test_engines_move_step_by_step() -> None:
    session = watched()
    session.reply("h2e2")
    session.send(PauseGame(), StepGame())
    assert session.thinking
    session.reply("h9g7")
    assert session.moves == "h2e2 h9g7"
    assert view.status(session.state) is view.Status.PAUSED
    assert not session.thinking


def test_both_engines_words_are_kept() -> None:
    session = watched()
    for text, score in (("h2e2", 30), ("h9g7", -20)):
        assert session.state.search is not None
        session.send(SearchInfo(session.state.search.id, Info(5, 5, 100, 10, score)))
        session.send(SearchDone(session.state.search.id, move(text)), Tick(session.state.now + 2.0))
    words = [session.state.play.latest_report(side) for side in (RED, BLACK)]
    assert [word.score_cp for word in words if word is not None] == [30, -20]


def test_nobody_resigns_or_offers_a_draw_for_engines() -> None:
    session = watched()
    session.send(Resign(), OfferDraw())
    assert session.said == ["no_game"]


# ---- At the end ----


def test_the_end_of_a_game_is_not_called_an_advantage(hot_seat: Session) -> None:
    hot_seat.play("h2e2")
    hot_seat.send(Resign(), Answer(True))
    assert analysed.red_chance(hot_seat.state) == 1.0
    end = view.result(hot_seat.state)
    assert end is not None
    assert view.reason_key(end) == "resignation.black"
    hot_seat.send(GoTo(0))
    assert analysed.red_chance(hot_seat.state) is None
    hot_seat.send(GoLast())


def test_an_impossible_position_that_is_pasted_is_told_as_such(session: Session) -> None:
    session.send(PasteText("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR w"))
    assert session.said == ["bad_fen"]
    assert session.state.loading is None
    session.send(PasteText(KINGS))
    assert session.state.loading is not None


def test_who_played_a_record_sits_below_it_and_the_game_lies_as_before(session: Session) -> None:
    session.new(COMPUTER, HUMAN)
    assert session.state.flipped
    opened(session)
    assert not session.state.flipped, "Red, where nobody is known"
    opened(session, '[RedKind "computer"]\n[BlackKind "human"]\n\n1. 炮二平五 马８进７ *')
    assert session.state.flipped
    opened(session, '[RedKind "human"]\n[BlackKind "computer"]\n\n1. 炮二平五 马８进７ *')
    assert not session.state.flipped
    session.send(CloseRecord())
    assert session.state.flipped


def test_a_board_that_was_turned_stays_so_within_a_file(session: Session) -> None:
    opened(session, '[Red "甲"]\n\n1. 炮二平五 *\n\n[Red "乙"]\n\n1. 兵三进一 *')
    session.send(ClosePanel(), Flip(), ChooseGame(1))
    assert session.state.flipped
