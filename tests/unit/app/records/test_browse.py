"""Going through moves and records, and playing on from any position."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.effect import PlaySound, Sound
from xiangqi.app.game.search_effects import StopSearch
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.records.asks_reading import GamesRead, LoadFailed, LoadFile, LoadText
from xiangqi.app.records.browse import (
    ContinueFromHere,
    GoBack,
    GoFirst,
    GoForward,
    GoLast,
    GoTo,
    NextVariation,
    PlayFromHere,
)
from xiangqi.app.records.loading import ChooseGame, CloseRecord, OpenFile, PasteText
from xiangqi.app.session import view
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.turns import is_rated
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.update import Answer
from xiangqi.board import parse_square
from xiangqi.core.constants import RED
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import PackedGame, pack
from xiangqi.referee import Rules

PATH = Path("/records/club.pgn")

RECORD = """[Red "Red player"]
[Black "Black player"]
[Result "1-0"]

{Before the game} 1. 炮二平五 马８进７ {the usual answer} (1... 炮８平５ 2. 马二进三) (1... 卒３进１)
2. 马二进三 车９平８ 3. 车一平二 1-0
"""
FAULTY = "1. 炮二平五 马８进７ 2. 帅五进五 车９平８"


def games(*texts: str) -> tuple[PackedGame, ...]:
    return tuple(pack(game) for text in texts for game in read_bytes(text.encode(), "text"))


def opened(session: Session, *texts: str) -> Session:
    session.send(OpenFile(PATH))
    load_id = session.one(LoadFile).load_id
    session.send(GamesRead(load_id, PATH.name, PATH, games(*texts), complete=True))
    return session


def shown(session: Session) -> tuple[str, int]:
    line = view.line(session.state)
    return " ".join(move.iccs for move in line.moves), line.ply


def test_steps_through_the_running_game(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7", "h0g2")
    plies = []
    for message in (
        GoFirst(),
        GoForward(),
        GoForward(),
        GoBack(),
        GoLast(),
        GoForward(),
        GoTo(2),
        GoTo(-5),
        GoTo(99),
    ):
        hot_seat.send(message)
        plies.append(view.line(hot_seat.state).ply)
    assert plies == [0, 1, 2, 1, 3, 3, 2, 0, 3]
    assert hot_seat.moves == "h2e2 h9g7 h0g2"


def test_a_step_forward_is_heard(hot_seat: Session) -> None:
    hot_seat.play("h2h9", "i9h9")
    hot_seat.send(GoFirst())
    assert not hot_seat.found(PlaySound)
    hot_seat.send(GoForward())
    assert hot_seat.one(PlaySound).sound is Sound.CAPTURE
    hot_seat.send(GoBack())
    assert not hot_seat.found(PlaySound)


def test_the_engine_goes_on_while_the_player_looks_back(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(GoFirst())
    assert not against_computer.found(StopSearch)
    assert view.snapshot(against_computer.state).turn == RED
    assert view.status(against_computer.state) is view.Status.THINKING


# ---- Records ----


def test_opening_a_record_shows_its_start(session: Session) -> None:
    opened(session, RECORD)
    assert session.state.loading is None
    assert shown(session) == ("h2e2 h9g7 h0g2 i9h9 i0h0", 0)
    assert view.comment(session.state) == "Before the game"
    assert view.player(session.state, RED).name == "Red player"
    result = view.result(session.state)
    assert result is not None
    assert result.winner == RED
    assert view.status(session.state) is view.Status.BROWSING
    assert session.state.panel is None


def test_the_file_is_remembered(session: Session) -> None:
    opened(session, RECORD)
    settings = session.one(SaveSettings).settings
    assert settings.recent_files == (str(PATH),)
    assert settings.last_folder == str(PATH.parent)
    opened(session, RECORD)
    assert session.state.settings.recent_files == (str(PATH),)


def test_stepping_to_the_end_of_a_record(session: Session) -> None:
    opened(session, RECORD)
    for _ in range(10):
        session.send(GoForward())
    assert shown(session)[1] == 5
    session.send(GoTo(2))
    assert view.comment(session.state) == "the usual answer"


def test_variations_are_listed_and_changed(session: Session) -> None:
    opened(session, RECORD)
    session.send(GoTo(2))
    assert [entry.variations for entry in view.move_entries(session.state)] == [0, 2, 0, 0, 0]
    others = [view.other_text(session.state, 2, place) for place in (1, 2)]
    assert others == ["1… 炮８平５ 2. 马二进三", "1… 卒３进１"]
    session.send(NextVariation(1))
    assert shown(session) == ("h2e2 h7e7 h0g2", 2)
    session.send(NextVariation(-2))
    assert shown(session) == ("h2e2 c6c5", 2)
    session.send(NextVariation(1))
    assert shown(session) == ("h2e2 h9g7 h0g2 i9h9 i0h0", 2)
    session.send(GoFirst(), NextVariation(1))
    assert shown(session)[1] == 0


def test_moves_by_hand_follow_what_the_record_knows(session: Session) -> None:
    opened(session, RECORD)
    session.play("h2e2")
    assert shown(session)[1] == 1
    session.send(ClickSquare(parse_square("h7")), ClickSquare(parse_square("e7")))
    assert shown(session) == ("h2e2 h7e7 h0g2", 2)
    session.play("b2e2")
    assert shown(session) == ("h2e2 h7e7 h0g2", 2)
    assert session.state.document.play is None
    assert not session.state.document.unsaved


def test_the_running_game_goes_on_behind_a_record(against_computer: Session) -> None:
    against_computer.play("h2e2")
    opened(against_computer, RECORD)
    assert not against_computer.found(StopSearch)
    against_computer.reply("h9g7")
    assert shown(against_computer)[1] == 0
    against_computer.send(TakeBack(), Redo())
    assert against_computer.moves == "h2e2 h9g7"
    assert against_computer.said == ["browsing"]
    against_computer.send(CloseRecord())
    assert shown(against_computer) == ("h2e2 h9g7", 2)


def test_a_fault_is_told_and_the_game_opens_up_to_it(session: Session) -> None:
    opened(session, FAULTY)
    assert shown(session)[0] == "h2e2 h9g7"
    (toast,) = session.state.toasts
    assert toast.message.key == "toast.record_fault"
    assert toast.message.arguments == {"detail": str(session.state.document.original.errors[0])}


def test_several_games_open_their_list(session: Session) -> None:
    opened(session, RECORD, FAULTY)
    assert session.state.panel is Panel.GAME_LIST
    session.send(ChooseGame(1))
    assert session.state.panel is None
    assert shown(session)[0] == "h2e2 h9g7"
    assert session.said == ["record_fault"]
    session.send(ChooseGame(5))
    assert shown(session)[0] == "h2e2 h9g7"


def test_a_large_file_comes_in_parts(session: Session) -> None:
    session.send(OpenFile(PATH))
    load_id = session.one(LoadFile).load_id
    session.send(GamesRead(load_id, PATH.name, PATH, games(RECORD), complete=False))
    assert session.state.document.play is None
    assert session.state.loading is not None
    session.send(GoTo(3))
    session.send(GamesRead(load_id, PATH.name, PATH, games(FAULTY, RECORD), complete=False))
    assert session.state.loading.count == 3
    assert session.state.panel is Panel.GAME_LIST
    assert shown(session)[1] == 3
    assert len(session.state.document.games) == 3
    assert not session.state.document.collection.complete
    session.send(GamesRead(load_id, PATH.name, PATH, (), complete=True))
    assert session.state.document.collection.complete
    assert session.state.loading is None


def test_parts_of_a_file_that_is_no_longer_wanted_are_dropped(session: Session) -> None:
    session.send(OpenFile(PATH))
    old = session.one(LoadFile).load_id
    session.send(OpenFile(Path("other.pgn")))
    session.send(GamesRead(old, PATH.name, PATH, games(RECORD), complete=True), LoadFailed(old, "x", "y"))
    assert session.state.document.play is not None
    assert session.state.loading is not None
    assert session.said == []


def test_an_unreadable_file_is_told(session: Session) -> None:
    session.send(OpenPanel(Panel.OPEN_FILE), OpenFile(PATH))
    session.send(LoadFailed(session.one(LoadFile).load_id, PATH.name, "no such file"))
    assert session.state.panel is Panel.OPEN_FILE, "another can be chosen"
    (toast,) = session.state.toasts
    assert toast.message.arguments == {"name": "club.pgn", "detail": "no such file"}
    assert session.state.document.play is not None
    assert session.state.loading is None


def test_a_file_that_fails_half_way_keeps_what_came_before(session: Session) -> None:
    session.send(OpenFile(PATH))
    load_id = session.one(LoadFile).load_id
    session.send(GamesRead(load_id, PATH.name, PATH, games(RECORD), complete=False))
    session.send(LoadFailed(load_id, PATH.name, "byte 77"))
    assert session.state.document.play is None
    assert session.state.document.collection.complete
    assert session.said == ["cannot_open"]


def test_a_file_without_games_is_told(session: Session) -> None:
    opened(session)
    assert session.state.document.play is not None
    assert session.said == ["no_games_in_file"]


def test_pasted_text_opens_like_a_file_and_is_not_remembered(session: Session) -> None:
    session.send(PasteText(RECORD))
    order = session.one(LoadText)
    assert order.text == RECORD
    session.send(GamesRead(order.load_id, "", None, games(RECORD), complete=True))
    assert session.state.document.play is None
    assert session.state.settings.recent_files == ()
    session.send(PasteText("?"))
    session.send(LoadFailed(session.one(LoadText).load_id, "", "nothing"))
    assert session.said[-1] == "paste_unreadable"


ENDGAME = "3k5/9/9/9/9/9/9/9/9/R3K4"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"{ENDGAME} w; {ENDGAME} b", 2),
        (f"{ENDGAME} w {ENDGAME} b", 2),
        (f"{ENDGAME} w - - bm a0a9;", 1),
        (f"{ENDGAME} w a0a9", 1),
        (f"{ENDGAME} w - - 0 1", 1),
    ],
)
def test_pasted_lines_with_positions_are_read_as_files_are(session: Session, text: str, count: int) -> None:
    session.send(PasteText(text))
    assert session.said == []
    assert session.one(LoadText).text == text
    assert len(games(text)) == count


def test_a_pasted_position_that_cannot_be_is_told(session: Session) -> None:
    session.send(PasteText(f"{ENDGAME}/9 w"))
    assert session.said == ["bad_fen"]


# ---- Playing on ----


def test_play_on_from_a_record_against_the_computer(session: Session) -> None:
    opened(session, RECORD)
    session.send(GoTo(3), ContinueFromHere())
    game = session.state.play
    assert session.state.document.play is not None
    assert session.moves == "h2e2 h9g7 h0g2"
    assert game.setup.black.is_human
    assert not game.setup.red.is_human
    assert session.state.flipped
    session.play("i9h9")
    assert session.thinking
    session.send(TakeBack(), TakeBack())
    assert session.moves == "h2e2"


@pytest.mark.parametrize("ply", [0, 3])
def test_the_terms_of_a_game_from_a_record_are_chosen_first(session: Session, ply: int) -> None:
    opened(session, RECORD)
    session.send(GoTo(ply), PlayFromHere())
    assert session.state.document.play is None
    session.start()
    game = session.state.play
    assert session.moves == "h2e2 h9g7 h0g2"[: 5 * ply].strip()
    assert game.setup.player(game.line.turn).is_human
    assert is_rated(game) == (ply == 0)
    session.send(OpenPanel(Panel.NEW_GAME))
    assert session.state.draft_moves == ()


def test_play_on_from_a_record_against_a_friend(session: Session) -> None:
    opened(session, RECORD)
    session.send(GoTo(1), ContinueFromHere(HUMAN, HUMAN))
    session.play("h9g7", "h0g2")
    assert not session.thinking
    assert session.moves == "h2e2 h9g7 h0g2"


def test_hot_seat_players_play_on_in_hot_seat(session: Session) -> None:
    opened(session, RECORD)
    session.send(ChangeSettings({"side": "both"}), ContinueFromHere())
    assert session.state.play.setup.is_hot_seat


def test_leaving_an_unfinished_game_for_a_record_is_asked(against_computer: Session) -> None:
    against_computer.play("h2e2")
    opened(against_computer, RECORD)
    against_computer.send(GoTo(4), ContinueFromHere())
    assert against_computer.state.question is not None
    against_computer.send(Answer(False))
    assert against_computer.moves == "h2e2"
    assert against_computer.state.document.play is None
    against_computer.send(ContinueFromHere(), Answer(True))
    assert against_computer.moves == "h2e2 h9g7 h0g2 i9h9"


def test_play_on_from_the_end_of_a_record(session: Session) -> None:
    opened(session, RECORD)
    session.send(GoLast(), ContinueFromHere(HUMAN, COMPUTER))
    assert session.thinking
    opened(session, RECORD)
    session.send(GoLast(), ContinueFromHere(COMPUTER, HUMAN), Answer(True))
    assert session.moves.endswith("i0h0")
    session.play("b9c7")
    assert session.thinking


def test_an_impossible_position_is_not_played_on(session: Session) -> None:
    opened(session, '[FEN "4k4/9/9/9/9/9/9/9/9/4K4 w"]\n\n*')
    session.send(ContinueFromHere())
    assert session.said[-1] == "bad_position"
    assert session.state.document.play is None


def test_a_record_s_mate_is_not_played_on(session: Session) -> None:
    opened(session, '[FEN "4k4/R8/9/9/9/9/9/9/9/1R1K5 w"]\n\n1. b0b9 *')
    session.send(GoLast(), ContinueFromHere())
    assert session.said[-1] == "refusal.game_over"
    assert session.state.document.play is None


def test_play_on_from_an_earlier_position_of_the_game(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.reply("h9g7")
    against_computer.play("h0g2")
    against_computer.send(GoTo(1), ContinueFromHere())
    assert against_computer.moves == "h2e2"
    assert against_computer.found(StopSearch)
    assert against_computer.thinking
    against_computer.reply("h9g7")
    assert against_computer.state.play.undone


def test_play_on_after_a_resignation_with_other_players(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(ContinueFromHere(HUMAN, HUMAN))
    assert against_computer.state.play.setup.is_hot_seat
    assert against_computer.state.search is None
    against_computer.play("h9g7")
    assert against_computer.moves == "h2e2 h9g7"


def test_a_record_that_names_its_rules_is_played_on_by_them() -> None:
    rules = '[RuleSet "basic"]\n[Occurrences "4"]\n[NaturalLimit "none"]\n'
    session = Session()
    opened(session, rules + RECORD).send(ChangeSettings({"side": "both"}), ContinueFromHere())
    assert session.state.play.setup.rules == Rules("basic", 4, None)
    opened(session, RECORD).send(ChangeSettings({"rule_set": "cxa"}), ContinueFromHere(), Answer(True))
    assert session.state.play.setup.rules == Rules("cxa")
