"""Editing an open record in a session: what is shown afterwards, undone, saved, and asked before it is lost."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session
from walks import walk_with_board

from xiangqi.app.effect import CopyText
from xiangqi.app.event import Tick
from xiangqi.app.game.asks import DeleteDraft, WriteDraft
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import AgreeDraw
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_reading import FolderListed, GamesRead, ListFolder, LoadFile
from xiangqi.app.records.asks_writing import CopyRecord, FileExists, FileSaved, SaveFailed, WriteRecord
from xiangqi.app.records.browse import (
    ChooseVariation,
    ContinueFromHere,
    GoBack,
    GoFirst,
    GoLast,
    GoTo,
    NextVariation,
)
from xiangqi.app.records.clipboard import CopyGame, CopyMoves
from xiangqi.app.records.editing import (
    AnnotateGame,
    DeleteRest,
    DeleteVariation,
    KeepVariation,
    MakeMainLine,
    MoveVariation,
    RedoEdit,
    SetMark,
    SetResult,
    UndoEdit,
    WriteComment,
    WriteHeader,
)
from xiangqi.app.records.loading import ChooseGame, CloseRecord, OpenFile, PasteText
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.records.saving import Save, SaveFile, SaveFirst
from xiangqi.app.session import view
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import Quit
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.players import Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import Move
from xiangqi.core.constants import RED
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import PackedGame, pack
from xiangqi.records.tree import same_tree

PATH = Path("/records/club.pgn")
TEXT = (
    "1. 炮二平五 马８进７ {usual} (1... 炮８平５ 2. 马二进三 马８进７) (1... 卒３进１) 2. 马二进三 车９平８ *"
)


def games(*texts: str) -> tuple[PackedGame, ...]:
    return tuple(pack(game) for text in texts for game in read_bytes(text.encode(), "text"))


def opened(*texts: str) -> Session:
    session = Session()
    session.send(OpenFile(PATH))
    load_id = session.one(LoadFile).load_id
    session.send(GamesRead(load_id, PATH.name, PATH, games(*(texts or (TEXT,))), complete=True))
    return session


def record(session: Session) -> Document:
    assert session.state.document.play is None
    return session.state.document


def shown(session: Session) -> tuple[str, int]:
    line = view.line(session.state)
    return " ".join(move.iccs for move in line.moves), line.ply


def alternatives(session: Session) -> tuple[str, int]:
    """Return the moves that the record knows in place of the shown one, and which of them that is."""
    siblings = record(session).tree.siblings(record(session).node)
    return " ".join(str(node.move) for node in siblings), siblings.index(record(session).node)


MAIN = "h2e2 h9g7 h0g2 i9h9"


def test_a_move_by_hand_follows_or_adds() -> None:
    session = opened()
    session.play("h2e2", "h9g7")
    assert shown(session) == (MAIN, 2)
    assert not record(session).unsaved
    session.play("b0c2")
    assert shown(session) == ("h2e2 h9g7 b0c2", 3)
    assert record(session).unsaved
    session.play("b9c7")
    assert alternatives(session) == ("b9c7", 0)
    session.send(GoBack())
    assert alternatives(session) == ("h0g2 b0c2", 1)
    assert view.other_text(session.state, 3, 0) == "2. 马二进三 车９平８"
    session.send(GoBack())
    session.play("b0c2")
    assert shown(session) == ("h2e2 h9g7 b0c2 b9c7", 3)
    session.send(UndoEdit(), UndoEdit())
    assert shown(session) == (MAIN, 2)
    assert not record(session).unsaved
    session.send(UndoEdit())
    assert session.said == ["nothing_to_undo"]
    session.send(RedoEdit(), RedoEdit(), RedoEdit())
    assert shown(session) == ("h2e2 h9g7 b0c2 b9c7", 4)
    assert session.said[-1] == "no_edit_to_redo"


def test_an_edit_after_an_undo_forgets_what_was_undone() -> None:
    session = opened()
    session.play("h2e2", "g6g5")
    session.send(UndoEdit())
    session.play("i6i5")
    session.send(UndoEdit())
    session.play("a6a5")
    assert record(session).undone == ()
    assert [entry.text for entry in view.move_entries(session.state)] == ["炮二平五", "卒１进１"]


def test_the_line_shown_stays_while_an_earlier_move_is_remarked() -> None:
    session = opened()
    session.send(GoTo(2), NextVariation(1), GoLast(), GoTo(1), WriteComment("x"), SetMark(3))
    assert shown(session) == ("h2e2 h7e7 h0g2 h9g7", 1)
    assert view.move_entries(session.state)[0].marks == "!!"
    assert view.mark(session.state) == 3
    session.send(SetMark(None))
    assert view.mark(session.state) is None
    session.send(GoFirst(), SetMark(1))
    assert session.said == ["no_move_to_mark"]


def test_variations_are_moved_and_deleted() -> None:
    session = opened()
    session.send(GoTo(2), NextVariation(1), GoLast(), MoveVariation(-1))
    assert shown(session) == ("h2e2 h7e7 h0g2 h9g7", 4)
    session.send(GoTo(2))
    assert alternatives(session) == ("h7e7 h9g7 c6c5", 0)
    assert view.other_text(session.state, 2, 1) == "1… 马８进７ 2. 马二进三 车９平８"
    session.send(MoveVariation(-1))
    assert session.said == ["no_promotion"]
    session.send(MoveVariation(1), MoveVariation(1), MoveVariation(1))
    assert session.said[-1] == "no_demotion"
    session.send(DeleteVariation())
    assert shown(session) == (MAIN, 1)
    assert session.said[-1] == "deleted"
    session.send(UndoEdit())
    assert shown(session) == ("h2e2 h7e7 h0g2 h9g7", 2)
    assert session.said == ["no_promotion", "no_demotion"]
    session.send(MakeMainLine(), DeleteRest())
    assert shown(session) == ("h2e2 h7e7", 2)
    assert alternatives(session)[1] == 0
    session.send(DeleteRest(), DeleteVariation(), MakeMainLine())
    assert session.said[-3:] == ["nothing_follows", "no_deletion", "is_main_line"]


def test_an_alternative_is_chosen_by_its_place() -> None:
    session = opened()
    session.send(GoTo(4), ChooseVariation(2, 2))
    assert shown(session) == ("h2e2 c6c5", 2)
    session.send(ChooseVariation(2, 7), ChooseVariation(9, 0), ChooseVariation(0, 0))
    assert shown(session) == ("h2e2 c6c5", 2)


def test_what_is_typed_in_one_go_is_one_change() -> None:
    session = opened()
    session.send(GoTo(2), WriteComment("u"), WriteComment("us "), WriteComment("us two"))
    assert view.comment(session.state) == "us two"
    assert len(record(session).done) == 1
    session.send(GoTo(3), WriteComment("a"), GoTo(2), UndoEdit())
    assert shown(session)[1] == 3
    assert view.comment(session.state) == ""
    session.send(UndoEdit())
    assert view.comment(session.state) == "usual"
    assert not record(session).unsaved


def test_tags_and_result() -> None:
    session = opened()
    session.send(
        WriteHeader("Red", "王"), WriteHeader("Red", "王天"), WriteHeader("Event", "e"), SetResult("1-0")
    )
    assert view.player(session.state, RED).name == "王天"
    result = view.result(session.state)
    assert result is not None
    assert result.winner == RED
    session.send(UndoEdit(), UndoEdit(), UndoEdit())
    assert view.player(session.state, RED).name == ""
    assert not record(session).unsaved


# ---- Notes in a game that is played ----


def test_edits_leave_the_moves_of_a_game_alone(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(GoTo(1), DeleteRest(), SetResult("1-0"))
    assert hot_seat.said == ["game_keeps_moves"]
    hot_seat.send(AgreeDraw(), GoFirst())
    hot_seat.play("b2e2")
    assert shown(hot_seat) == ("b2e2", 1)
    hot_seat.send(MakeMainLine(), MoveVariation(-1))
    assert hot_seat.moves == "h2e2 h9g7"
    assert [
        node.move for node in hot_seat.state.document.tree.line(hot_seat.state.document.original.root)
    ] == list(hot_seat.state.play.moves)
    hot_seat.send(DeleteVariation(), GoLast())
    assert shown(hot_seat) == ("h2e2 h9g7", 2)
    hot_seat.send(WriteComment("x"), SetMark(1), WriteHeader("Red", "Anna"))
    assert (view.comment(hot_seat.state), view.mark(hot_seat.state)) == ("x", 1)
    hot_seat.send(CopyGame())
    copied = hot_seat.one(CopyRecord).game.to_game()
    assert (copied.headers["Red"], copied.root.end().comment) == ("Anna", "x")


def test_a_game_goes_on_while_notes_are_taken_and_gets_no_variations(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(AnnotateGame(), GoFirst())
    against_computer.play("b2e2")
    assert against_computer.said[-1] == "not_at_the_end"
    assert against_computer.moves == "h2e2"
    assert not against_computer.thinking
    against_computer.reply("h9g7")
    assert shown(against_computer) == ("h2e2 h9g7", 0), "nobody is torn away from what is being noted"
    against_computer.send(GoTo(1))
    assert alternatives_in(against_computer) == "h2e2"
    against_computer.send(GoLast())
    against_computer.play("h0g2")
    assert against_computer.moves == "h2e2 h9g7 h0g2"
    assert against_computer.thinking


def test_a_variation_becomes_the_game(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(AgreeDraw(), GoFirst())
    hot_seat.play("b2e2", "b9c7")
    hot_seat.send(ContinueFromHere())
    assert hot_seat.moves == "b2e2 b9c7"
    hot_seat.play("b0c2")
    hot_seat.send(GoTo(1))
    assert alternatives_in(hot_seat) == "b2e2 h2e2", "what was played is a variation now"


@pytest.mark.parametrize("base", ["", "h2e2", "h2e2 h9g7", "b0c2", "b0c2 b9c7"])
def test_a_line_is_kept_beside_a_game_that_is_over_alone(hot_seat: Session, base: str) -> None:
    """While a game is played, nothing but its players' moves comes into it."""
    hot_seat.play("h2e2", "h9g7")
    line = ShowProof(Line().then(*map(Move.from_iccs, base.split())), (), ())
    board = line.base.board()
    proof = replace(line, moves=(board.legal_moves()[0],))
    before = hot_seat.state.document
    hot_seat.send(proof, KeepVariation())
    assert hot_seat.state.document == before
    assert not hot_seat.state.notes
    hot_seat.send(AgreeDraw(), proof, KeepVariation())
    assert hot_seat.moves == "h2e2 h9g7"
    assert shown(hot_seat)[0].split() == [*base.split(), proof.moves[0].iccs]
    for place, node in walk_with_board(hot_seat.state.document.tree.to_game()):
        assert node.move is None or place.is_legal(node.move)


def test_a_contest_by_the_clock_is_annotated_and_gets_no_variations(session: Session) -> None:
    session.new(HUMAN, HUMAN, time=TimeControl(60))
    session.play("h2e2")
    session.send(AnnotateGame(), WriteComment("so"))
    assert view.comment(session.state) == "so"
    session.send(GoFirst())
    session.play("b2e2")
    assert session.moves == "h2e2"
    assert len(session.state.document.tree.children(session.state.document.original.root)) == 1


def test_what_was_taken_back_comes_again_with_its_remarks(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7")
    hot_seat.send(WriteComment("good"), TakeBack())
    assert shown(hot_seat) == ("h2e2", 1)
    hot_seat.play("h9g7")
    assert view.comment(hot_seat.state) == "good"
    hot_seat.send(UndoEdit())
    assert hot_seat.moves == "h2e2 h9g7", "a move of the game is not undone as an edit"


def alternatives_in(session: Session) -> str:
    document = session.state.document
    return " ".join(str(node.move) for node in document.tree.siblings(document.node))


def test_the_running_game_is_annotated(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.reply("h9g7")
    against_computer.play("h0g2")
    against_computer.reply("i9h9")
    against_computer.send(TakeBack(), GoTo(1), AnnotateGame())
    assert view.takes_notes(against_computer.state)
    assert shown(against_computer) == ("h2e2 h9g7", 1)
    assert not against_computer.state.document.unsaved
    against_computer.send(WriteComment("centre"), AnnotateGame())
    assert view.comment(against_computer.state) == "centre"
    assert against_computer.state.document.unsaved
    against_computer.send(CloseRecord())
    assert against_computer.state.question is None, "the game stays, and what was written in it"
    assert not view.takes_notes(against_computer.state)
    against_computer.send(Redo())
    assert shown(against_computer) == (MAIN, 4)
    against_computer.send(GoTo(1))
    assert view.comment(against_computer.state) == "centre"
    against_computer.send(NewGame(Setup()))
    assert against_computer.state.question is not None
    assert against_computer.state.question.unsaved


# ---- Saving ----


def edited(*texts: str) -> Session:
    session = opened(*texts)
    session.send(GoTo(2), WriteComment("mine"))
    return session


def saved(session: Session, *missing: str) -> None:
    order = session.one(WriteRecord)
    session.send(FileSaved(order.path, order.source, missing))


def test_a_record_that_is_alone_in_its_file_is_saved_there_at_once() -> None:
    session = edited()
    session.send(Save())
    order = session.one(WriteRecord)
    assert (order.path, order.overwrite) == (PATH, True)
    assert session.state.panel is None
    saved(session)
    assert not record(session).unsaved


def test_a_record_without_a_file_of_its_own_asks_for_a_name() -> None:
    faulty = TEXT.replace("usual", "usual} lost {")
    for texts in ((TEXT, TEXT), (faulty,)):
        session = edited(*texts)
        session.send(Save())
        assert session.state.panel is Panel.SAVE_FILE
        assert session.one(ListFolder).path == PATH.parent


def test_saving_writes_the_edited_tree_and_clears_the_mark() -> None:
    session = edited()
    session.send(OpenPanel(Panel.SAVE_FILE))
    session.send(SaveFile(Path("mine.xqf")), FolderListed(PATH.parent, ()))
    order = session.one(WriteRecord)
    assert order.path == PATH.parent / "mine.xqf", "also when the folder is not listed yet"
    expected = games(TEXT.replace("usual", "mine"))[0].unpack()
    assert same_tree(order.game.to_game().root, expected.root)
    assert record(session).unsaved
    saved(session)
    assert not record(session).unsaved
    session.send(UndoEdit())
    assert record(session).unsaved
    session.send(Save())
    order = session.one(WriteRecord)
    assert (order.path, order.overwrite) == (PATH.parent / "mine.xqf", True)
    saved(session)
    assert not record(session).unsaved


def test_what_changes_while_it_is_written_stays_unsaved() -> None:
    session = edited()
    session.send(SaveFile(Path("/a.pgn")))
    order = session.one(WriteRecord)
    session.send(WriteComment("more"), FileSaved(order.path, order.source))
    assert record(session).unsaved
    session.send(UndoEdit())
    assert not record(session).unsaved


def test_who_leaves_while_the_file_is_written_need_not_answer() -> None:
    session = edited()
    session.send(SaveFile(Path("/a.pgn")))
    order = session.one(WriteRecord)
    session.send(Quit())
    assert session.state.question is not None
    session.send(FileSaved(order.path, order.source))
    settings = session.found(SaveSettings)[-1].settings
    assert (settings.recent_files[0], settings.last_folder) == (str(order.path), str(order.path.parent))
    assert session.state.question is None
    assert session.state.quitting


def test_a_saving_that_lacks_the_latest_change_answers_no_question() -> None:
    session = edited()
    session.send(SaveFile(Path("/a.pgn")))
    order = session.one(WriteRecord)
    session.send(WriteComment("more"), Quit(), FileSaved(order.path, order.source))
    assert session.state.question is not None
    assert not session.state.quitting


def test_a_file_that_lacks_something_does_not_count_as_saved() -> None:
    session = edited(TEXT, TEXT)
    session.send(Quit(), SaveFirst(), SaveFile(Path("/a.xqf")))
    saved(session, "marks", "headers")
    assert record(session).unsaved
    assert session.state.toasts[-1].message.arguments["missing"] == (
        Message("missing.marks"),
        Message("missing.headers"),
    )
    assert not session.state.quitting


def test_a_failed_saving_loses_nothing() -> None:
    session = edited()
    session.send(CloseRecord(), SaveFirst(), SaveFile(Path("/a.pgn")), SaveFailed(Path("/a.pgn"), "disk full"))
    assert record(session).unsaved
    assert session.said == ["cannot_save"]
    session.send(FileSaved(Path("/b.pgn")))
    assert session.state.document.play is None


def test_a_report_about_another_game_is_none_about_this_one() -> None:
    session = opened(TEXT, TEXT)
    session.send(ChooseGame(0), WriteComment("x"), SaveFile(Path("/a.pgn")))
    order = session.one(WriteRecord)
    assert order.collection == PATH
    session.send(ChooseGame(1), Answer(True), WriteComment("y"), FileSaved(order.path, order.source))
    assert record(session).unsaved
    assert record(session).target is None


def test_a_file_with_other_games_is_not_replaced() -> None:
    session = opened(TEXT, TEXT)
    session.send(WriteComment("x"), SaveFile(PATH), FileExists(PATH, has_more=True))
    assert session.state.question is None
    assert session.said == ["holds_other_games"]


def test_names_to_save_under() -> None:
    session = opened()
    assert view.suggested_name(session.state) == "club.pgn"
    session = opened(TEXT, TEXT)
    session.send(ChooseGame(1))
    assert view.suggested_name(session.state) == "club-2.pgn"
    session.send(WriteComment("x"), SaveFile(Path("/a.xqf")))
    saved(session)
    assert view.suggested_name(session.state) == "a.xqf"
    session = Session()
    session.send(AnnotateGame())
    assert view.suggested_name(session.state) == "xiangqi.pgn"
    session.send(WriteHeader("Red", "a/b"), WriteHeader("Black", "..."))
    assert view.suggested_name(session.state) == "ab.pgn"


# ---- Leaving ----

LEAVING: list[Intent] = [
    Quit(),
    OpenFile(Path("/other.pgn")),
    PasteText("x"),
    NewGame(Setup(HUMAN, COMPUTER)),
    CloseRecord(),
    ContinueFromHere(),
]


def has_left(session: Session) -> bool:
    state = session.state
    return state.quitting or state.document.play is not None or state.loading is not None


@pytest.mark.parametrize("intent", LEAVING, ids=lambda intent: type(intent).__name__)
def test_leaving_a_changed_record_asks_first(intent: Intent) -> None:
    session = opened()
    session.send(intent)
    assert has_left(session)
    session = edited()
    session.send(intent)
    assert session.state.question is not None
    assert session.state.question.unsaved
    assert not has_left(session)
    session.send(Answer(False))
    assert not has_left(session)
    session.send(intent, Cancel())
    assert session.state.question is None
    assert not has_left(session)
    session.send(intent, SaveFirst())
    assert not has_left(session)
    session.send(SaveFile(Path("/a.pgn")))
    assert not has_left(session)
    saved(session)
    assert has_left(session)
    session = edited()
    session.send(intent, Answer(True))
    assert has_left(session)


@pytest.mark.parametrize("way_out", [ClosePanel(), Cancel()])
def test_who_gives_up_saving_stays(way_out: Intent) -> None:
    session = edited(TEXT, TEXT)
    session.send(CloseRecord(), SaveFirst(), way_out, SaveFile(Path("/a.pgn")))
    saved(session)
    assert session.state.document.play is None
    assert not record(session).unsaved


def test_who_does_not_overwrite_stays() -> None:
    session = edited()
    session.send(
        CloseRecord(), SaveFirst(), SaveFile(Path("/a.pgn")), FileExists(Path("/a.pgn")), Answer(False)
    )
    session.send(SaveFile(Path("/b.pgn")))
    saved(session)
    assert session.state.document.play is None


def test_a_second_question_can_still_be_declined() -> None:
    session = Session()
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    session.send(AnnotateGame(), WriteComment("x"), NewGame(Setup()), Answer(True))
    assert session.state.question is not None
    assert not session.state.question.unsaved
    session.send(Answer(False))
    assert session.state.document.unsaved
    session.send(NewGame(Setup()))
    assert session.state.question.unsaved, "what was once given up is asked about again"


# ---- Against a crash ----


def test_a_draft_is_kept_while_there_are_unsaved_changes() -> None:
    session = opened()
    session.send(Tick(10.0))
    assert session.effects == ()
    for text in ("a", "ab"):
        session.send(WriteComment(text), Tick(11.0))
        draft = session.one(WriteDraft)
        (kept,) = draft.games
        assert kept is record(session).tree
        assert draft.awaited
        assert kept.comment(record(session).node) == text
    session.send(Tick(20.0))
    assert session.effects == ()
    session.send(UndoEdit(), Tick(21.0))
    assert session.one(DeleteDraft)
    session.send(WriteComment("c"), Tick(30.0), Quit(), Answer(True))
    assert session.found(DeleteDraft)


def test_a_large_record_is_kept_now_and_then() -> None:
    session = opened(f"1. C2.5 {{{random.Random(1).randbytes(9000).hex()}}} *")
    session.send(WriteComment("a"), Tick(11.0))
    assert not session.one(WriteDraft).awaited
    session.send(WriteComment("ab"), Tick(12.0))
    assert session.effects == ()
    session.send(Tick(13.5))
    (kept,) = session.one(WriteDraft).games
    assert kept.comment(record(session).node) == "ab"


# ---- Copies ----


def test_copies_are_of_the_edited_game() -> None:
    session = edited()
    session.send(CopyGame("dhtmlxq"))
    order = session.one(CopyRecord)
    assert (order.form, order.game) == ("dhtmlxq", record(session).tree)
    session.send(NextVariation(1), CopyMoves(traditional=True))
    assert session.one(CopyText).text == "1. 炮二平五 砲８平５\n2. 馬二進三 馬８進７\n"
