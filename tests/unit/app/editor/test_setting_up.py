"""Tests of setting up a position: the effects of the tools, the messages, and the return to the game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.board_input.moving import ClickSquare, DragDrop, DragStart, PlayText, TypeText
from xiangqi.app.editor import arrangement
from xiangqi.app.editor.arrangement import EMPTY, ERASER, Editor, Tool
from xiangqi.app.editor.mode import editor_of
from xiangqi.app.editor.setting_up import (
    AnalyseEdited,
    CarryBrush,
    ChooseBrush,
    CloseEditor,
    DropBrush,
    EraseSquare,
    OpenEditor,
    PlayEdited,
    SetTurn,
    TypeFen,
    UseTool,
)
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import ContinueFromHere, GoBack
from xiangqi.app.records.loading import PasteText
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint, ToggleAnalysis
from xiangqi.app.session.panels import ChangeStart
from xiangqi.app.session.places import Back
from xiangqi.app.session.state import Panel
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import parse_square
from xiangqi.core.constants import BISHOP, BLACK, KING, PAWN, RED, ROOK
from xiangqi.fen import MOST_PIECES, START_FEN, FaultKind

KINGS = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"


@pytest.fixture
def session() -> Session:
    session = Session()
    session.send(NewGame(session.state.play.setup), Answer(True))
    return session


@pytest.fixture
def kings(session: Session) -> Session:
    """An editor with nothing but the kings."""
    session.send(OpenEditor(), UseTool(Tool.CLEAR))
    return session


def held(session: Session) -> Editor:
    assert editor_of(session.state) is not None
    return editor_of(session.state)


def board(session: Session) -> str:
    return held(session).fen.split()[0]


def click(session: Session, *names: str) -> None:
    session.send(*(ClickSquare(parse_square(name)) for name in names))


def kinds(session: Session) -> list[FaultKind]:
    return [fault.kind for fault in arrangement.faults(held(session).fen)]


def test_it_begins_with_what_is_on_the_board_and_esc_brings_it_back(session: Session) -> None:
    session.play("h2e2")
    before = session.state
    session.send(OpenEditor())
    assert held(session).fen == view.snapshot(before).fen
    session.send(UseTool(Tool.CLEAR))
    assert view.snapshot(session.state).fen == KINGS
    session.send(Cancel(), Answer(True))
    assert replace(session.state, next_id=before.next_id) == before


def test_a_brush_places_replaces_and_takes_away(kings: Session) -> None:
    kings.send(ChooseBrush(RED | ROOK))
    click(kings, "a0", "d9")
    assert board(kings) == "3R5/9/9/9/9/9/9/9/9/R3K4"
    click(kings, "a0")
    assert board(kings) == "3R5/9/9/9/9/9/9/9/9/4K4"
    kings.send(ChooseBrush(ERASER))
    click(kings, "d9")
    assert kinds(kings) == [FaultKind.NO_KING]


def test_a_king_is_never_doubled(kings: Session) -> None:
    kings.send(ChooseBrush(RED | KING))
    click(kings, "d0", "f1")
    assert board(kings) == "3k5/9/9/9/9/9/9/9/5K3/9"


def test_the_bare_hand_moves_pieces(kings: Session) -> None:
    click(kings, "e0", "f2")
    assert board(kings) == "3k5/9/9/9/9/9/9/5K3/9/9"
    click(kings, "f2", "f2")
    assert kings.state.selection.selected is None


def test_a_typed_position_lets_go_of_a_piece(session: Session) -> None:
    session.send(OpenEditor())
    click(session, "a0")
    session.send(TypeFen(KINGS))
    click(session, "a1")
    assert board(session) == KINGS.split()[0]


def test_drags_move_pieces_and_take_them_off_the_board(kings: Session) -> None:
    kings.send(DragStart(parse_square("e0"), (1, 1)), DragDrop(parse_square("e1")))
    assert board(kings) == "3k5/9/9/9/9/9/9/9/4K4/9"
    kings.send(DragStart(parse_square("e1"), (1, 1)), DragDrop(None))
    assert board(kings) == "3k5/9/9/9/9/9/9/9/9/9"


def test_pieces_are_dragged_from_the_palette(kings: Session) -> None:
    kings.send(ChooseBrush(BLACK | ROOK), CarryBrush((5, 6)))
    assert held(kings).carried == (5, 6)
    kings.send(DropBrush(parse_square("a9")))
    assert board(kings) == "r2k5/9/9/9/9/9/9/9/9/4K4"
    kings.send(CarryBrush((5, 6)), Cancel(), CarryBrush((5, 6)), DropBrush(None))
    assert board(kings) == "r2k5/9/9/9/9/9/9/9/9/4K4"


def test_steps_are_taken_back_and_made_again(kings: Session) -> None:
    kings.send(SetTurn(BLACK), EraseSquare(parse_square("e0")), TakeBack())
    assert held(kings).fen == KINGS.replace(" w ", " b ")
    kings.send(TakeBack(), Redo(), Redo(), Redo())
    assert held(kings).fen.startswith("3k5/9/9/9/9/9/9/9/9/9 b")
    kings.send(*[TakeBack()] * 9)
    assert held(kings).fen == START_FEN


@pytest.mark.parametrize(
    ("tool", "fen"),
    [
        (Tool.OPENING, START_FEN),
        (Tool.CLEAR, KINGS),
        (Tool.MIRROR, "5k2r/9/9/9/9/9/9/8P/9/4K4 b - - 0 1"),
        (Tool.SWAP, "4k4/9/8p/9/9/9/9/9/9/5K2R w - - 0 1"),
    ],
)
def test_a_tool_changes_the_whole_position(session: Session, tool: Tool, fen: str) -> None:
    session.send(OpenEditor(), PasteText("r2k5/9/9/9/9/9/9/P8/9/4K4 b"), UseTool(tool))
    assert held(session).fen == fen
    session.send(UseTool(tool))
    again = {Tool.OPENING: START_FEN, Tool.CLEAR: KINGS}
    assert held(session).fen == again.get(tool, "r2k5/9/9/9/9/9/9/P8/9/4K4 b - - 0 1")


def test_points_are_marked_as_empty(kings: Session) -> None:
    kings.send(ChooseBrush(EMPTY))
    click(kings, "b3", "e0")
    assert held(kings).empty == {parse_square("b3"), parse_square("e0")}
    assert board(kings) == "3k5/9/9/9/9/9/9/9/9/9", "a piece gives way to the mark"
    kings.send(UseTool(Tool.SWAP), UseTool(Tool.MIRROR))
    assert held(kings).empty == {parse_square("b6"), parse_square("e9")}
    kings.send(TakeBack(), TakeBack(), TakeBack())
    assert held(kings).empty == {parse_square("b3")}
    kings.send(Redo(), ChooseBrush(RED | ROOK))
    click(kings, "b3")
    assert held(kings).empty == {parse_square("e0")}, "and the mark to a piece"
    kings.send(EraseSquare(parse_square("e0")), TakeBack(), ChooseBrush(EMPTY))
    click(kings, "e0")
    assert held(kings).empty == set()
    click(kings, "c3")
    kings.send(UseTool(Tool.CLEAR))
    assert held(kings).empty == set()


def test_faults_name_piece_and_squares(kings: Session) -> None:
    kings.send(ChooseBrush(RED | BISHOP))
    click(kings, "e7")
    (fault,) = arrangement.faults(held(kings).fen)
    assert (fault.kind, fault.piece, fault.squares) == (
        FaultKind.WRONG_POINT,
        RED | BISHOP,
        (parse_square("e7"),),
    )
    kings.send(UseTool(Tool.CLEAR), ChooseBrush(BLACK | ROOK))
    click(kings, "e5")
    assert kinds(kings) == []
    kings.send(SetTurn(BLACK))
    (fault,) = arrangement.faults(held(kings).fen)
    assert fault.kind is FaultKind.IN_CHECK
    assert fault.squares == (parse_square("e0"), parse_square("e5"))


def test_a_side_has_no_more_pieces_than_a_board_holds(kings: Session) -> None:
    kings.send(ChooseBrush(RED | PAWN))
    click(kings, *(f"{file}{rank}" for rank in "56" for file in "abcdefghi"))
    assert list(held(kings).position.placement.values()).count(RED | PAWN) == MOST_PIECES
    assert kings.said == ["too_many_pieces"]
    assert FaultKind.TOO_MANY in kinds(kings)


def test_a_composed_position_is_played_with_a_word(kings: Session) -> None:
    kings.send(ChooseBrush(BLACK | PAWN))
    click(kings, "f9", "i9")
    assert kinds(kings) == [FaultKind.WRONG_POINT, FaultKind.WRONG_POINT]
    kings.send(PlayEdited(two_people=True))
    kings.start()
    assert editor_of(kings.state) is None
    assert kings.state.play.setup.start_fen.split()[0] == "3k1p2p/9/9/9/9/9/9/9/9/4K4"
    assert kings.said == ["composed_position"]


@pytest.mark.parametrize("text", ["nonsense", "4k4/9/9 w", "kk7/9/9/9/9/9/9/9/9/4K4 w"])
def test_what_is_no_position_changes_nothing(kings: Session, text: str) -> None:
    kings.send(PasteText(text))
    assert held(kings).fen == KINGS
    assert kings.said == ["bad_fen"]


def test_two_people_play_from_the_position(kings: Session) -> None:
    kings.send(SetTurn(BLACK), PlayEdited(two_people=True))
    kings.start()
    assert editor_of(kings.state) is None
    assert kings.state.play.setup.is_hot_seat
    assert kings.state.play.setup.start_fen.split()[:2] == [KINGS.split()[0], "b"]


def test_the_terms_are_chosen_before_a_game_begins(kings: Session) -> None:
    kings.new(COMPUTER, HUMAN, time=TimeControl(600, 5))
    kings.send(OpenEditor(), UseTool(Tool.CLEAR), PlayEdited())
    draft = kings.state.draft
    assert (kings.state.panel, draft.start_fen) == (Panel.NEW_GAME, KINGS)
    assert (draft.human_side, draft.black.level, draft.time) == (RED, COMPUTER.level, TimeControl(600, 5))
    kings.send(ChangeStart(START_FEN))
    assert kings.state.draft.start_fen == START_FEN
    kings.send(Back())
    assert (kings.state.panel, held(kings).fen) == (None, KINGS)


def test_the_computer_takes_the_other_side(kings: Session) -> None:
    kings.send(SetTurn(BLACK), PlayEdited())
    kings.start()
    assert kings.state.play.setup.human_side == BLACK
    assert kings.state.flipped


def test_an_unfinished_game_is_left_only_on_a_yes(session: Session) -> None:
    session.play("h2e2")
    session.send(OpenEditor(), UseTool(Tool.CLEAR), PlayEdited())
    session.start()
    assert session.state.question is not None
    session.send(Answer(False))
    assert held(session).fen == KINGS
    session.start()
    session.send(Answer(True))
    assert editor_of(session.state) is None
    assert session.state.play.setup.start_fen == KINGS


def test_an_impossible_position_is_neither_played_nor_analysed(kings: Session) -> None:
    kings.send(EraseSquare(parse_square("e0")), PlayEdited(), AnalyseEdited())
    assert editor_of(kings.state) is not None
    assert kings.state.analysis is None


def test_analysis_shows_the_position_as_a_record_and_the_game_waits(session: Session) -> None:
    session.play("h2e2")
    session.send(OpenEditor(), UseTool(Tool.CLEAR), AnalyseEdited())
    assert session.state.document.start_fen == KINGS
    assert session.state.analysis is not None
    session.send(Back())
    assert session.moves == "h2e2"


def test_what_is_being_set_up_is_not_given_to_the_engine(session: Session) -> None:
    session.send(ToggleAnalysis(), OpenEditor(), UseTool(Tool.CLEAR), EraseSquare(parse_square("e0")))
    session.send(Tick(session.state.now + 1))
    assert session.state.analysis is not None
    assert session.state.analysis.search is None
    session.send(Cancel(), Answer(True), Tick(session.state.now + 1))
    assert session.state.analysis.search is not None


def test_the_analysis_does_not_come_along_into_a_game_from_the_position(session: Session) -> None:
    session.send(ToggleAnalysis(), Tick(1.0), OpenEditor(), UseTool(Tool.CLEAR), Tick(2.0))
    session.send(PlayEdited())
    session.start()
    session.send(Answer(True), Tick(3.0))
    assert session.state.document.start_fen == KINGS
    assert session.state.analysis is None
    assert session.state.play.unrated == ()


def test_nothing_of_the_game_is_touched_meanwhile(kings: Session) -> None:
    game = kings.state.current_game
    kings.send(
        PlayText("h2e2"),
        Hint(),
        GoBack(),
        Resign(),
        ContinueFromHere(),
        TypeText("h2"),
    )
    assert kings.state.current_game == game
    assert kings.state.question is None
    assert kings.state.search is None
    assert kings.state.selection.typed == ""


@pytest.mark.parametrize("leave", [CloseEditor(), Cancel()])
def test_a_position_that_was_changed_is_not_lost_at_one_click(session: Session, leave: Intent) -> None:
    session.send(OpenEditor(), UseTool(Tool.CLEAR), leave)
    cleared = editor_of(session.state)
    assert cleared is not None
    session.send(Cancel())
    assert (editor_of(session.state), session.state.question) == (cleared, None)
    session.send(leave, Answer(True))
    assert editor_of(session.state) is None


def test_the_editor_s_intents_mean_nothing_while_it_is_closed(session: Session) -> None:
    before = session.state
    session.send(
        ChooseBrush(1), CarryBrush((1, 2)), DropBrush(None), UseTool(Tool.CLEAR), PlayEdited(), CloseEditor()
    )
    assert session.state == before


def test_an_engine_s_reply_is_played_in_the_game_behind(session: Session) -> None:
    session.send(OpenEditor(), Cancel())
    session.play("h2e2")
    if not session.thinking:
        pytest.fail("the computer should be at work")
    session.send(OpenEditor())
    session.reply("h9g7")
    assert session.moves == "h2e2 h9g7"
    assert editor_of(session.state) is not None
