"""What stands beside a game that goes on: the coach's switch, the move that waits, why it is check."""

from __future__ import annotations

import pygame
import pytest
from ui_session import Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.editing import AnnotateGame
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.session import view
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.update import Answer
from xiangqi.board import START_FEN, parse_square
from xiangqi.core.constants import BLACK, RED
from xiangqi.diagram.picture import Ink
from xiangqi.ui.board.player_marks import PlayerMarks
from xiangqi.ui.game.strips import PlayerCard
from xiangqi.ui.parts.actions import COMMENT
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button
from xiangqi.ui.window.board_content import board_picture


@pytest.fixture
def playing() -> Session:
    session = Session(size=(1366, 768))
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 2))), Answer(True))
    session.draw()
    return session


def arrows(session: Session) -> set[tuple[int, int, Ink]]:
    picture = board_picture(session.state, PlayerMarks(), (), None, 0.0)
    return {(arrow.from_square, arrow.to_square, arrow.ink) for arrow in picture.arrows}


def test_a_preview_says_that_it_is_one_and_calls_on_nobody() -> None:
    session = Session()
    session.play("h2e2 h9g7")

    def shown() -> tuple[str, list[tuple[bool, str]]]:
        cards = [session.widget(f"player.{side}") for side in (RED, BLACK)]
        return session.widget("head.kind").text, [(card.active, card.status) for card in cards]  # type: ignore[attr-defined]

    kind, players = shown()
    assert kind == "Live game"
    assert [active for active, _ in players] == [True, False]
    session.send(ShowProof(session.state.play.line.upto(0), session.state.play.line.moves, ()))
    session.draw()
    assert shown() == ("Preview", [(False, ""), (False, "")])


def test_the_coach_is_turned_on_and_off_beside_the_game(playing: Session) -> None:
    playing.choose_tab("game.tabs", "game")
    switch = playing.widget("game.coach")
    assert isinstance(switch, Button)
    assert switch.label == "Coach: off"
    playing.click_widget("game.coach")
    assert playing.state.settings.coach_interrupts == "mistake"
    switch = playing.widget("game.coach")
    assert isinstance(switch, Button)
    assert switch.label == "Coach: on"
    playing.click_widget("game.coach")
    assert playing.state.settings.coach_interrupts == ""


@pytest.mark.parametrize("level", [2, 6, 16])
def test_the_coach_can_be_turned_off_and_on_again_whatever_the_level(playing: Session, level: int) -> None:
    playing.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, level))), Answer(True))
    playing.settle(coach_interrupts="mistake")
    playing.choose_tab("game.tabs", "game")
    for label in ("Coach: on", "Coach: off", "Coach: on"):
        switch = playing.widget("game.coach")
        assert isinstance(switch, Button)
        assert switch.label == label
        place = switch.rect
        playing.click_widget("game.coach")
        assert playing.widget("game.coach").rect == place


def test_a_move_that_waits_is_an_arrow_and_a_right_click_takes_it_off(playing: Session) -> None:
    playing.play("h2e2")
    playing.send(ClickSquare(parse_square("h0")), ClickSquare(parse_square("g2")))
    playing.draw()
    assert (parse_square("h0"), parse_square("g2"), Ink.HINT) in arrows(playing)
    cards = [one for one in playing.screen.stage.widgets if isinstance(one, PlayerCard)]
    assert "Premove set. Press Esc to cancel it." in [card.status for card in cards]
    point = playing.point("e5")
    playing.post(pygame.MOUSEBUTTONDOWN, pos=point, button=3)
    playing.post(pygame.MOUSEBUTTONUP, pos=point, button=3)
    assert playing.state.selection.premove is None


def test_notes_are_written_beside_the_game_which_goes_on() -> None:
    session = Session(size=(1920, 1050))
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 2))), Answer(True))
    session.play("h2e2")
    session.draw()
    field = session.widget(COMMENT)
    assert isinstance(field, TextField)
    assert field.rect.bottom <= session.widget("notes.card").rect.bottom
    session.click_widget(COMMENT)
    session.write("Take the centre")
    assert view.comment(session.state) == "Take the centre"
    assert session.state.document.play is not None
    assert session.state.document.play.end is None
    assert [str(move) for move in session.state.document.play.moves] == ["h2e2"], "nothing is typed as a move"


@pytest.mark.parametrize("width", [1366, 1920])
def test_notes_have_one_name_until_after_the_game(width: int) -> None:
    session = Session(size=(width, 1050))
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 2))), Answer(True))
    session.play("h2e2")
    for step in ((AnnotateGame(),), (Resign(), Answer(True), AnnotateGame(), GoTo(0))):
        session.send(*step)
        session.draw()
        told = [getattr(one, "text", "") for one in session.screen.stage.widgets]
        assert "Comment" not in told
    assert "Notes" in told


def test_check_shows_the_piece_that_gives_it() -> None:
    session = Session()
    session.send(NewGame(Setup(Player(), Player(), "3k5/9/9/9/9/9/9/9/9/1R2K4 w - - 0 1")), Answer(True))
    assert arrows(session) == set()
    session.play("b0b9")
    assert arrows(session) == {(parse_square("b9"), parse_square("d9"), Ink.THREAT)}


def test_mate_shows_what_covers_the_points_of_flight() -> None:
    session = Session()
    session.send(NewGame(Setup(Player(), Player(), "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1")), Answer(True))
    session.play("b0b9")
    assert arrows(session) == {
        (parse_square("b9"), parse_square("d9"), Ink.THREAT),
        (parse_square("a8"), parse_square("d8"), Ink.OTHER),
        (parse_square("e0"), parse_square("e9"), Ink.OTHER),
    }


def test_a_games_terms_stand_below_its_moves_until_these_need_the_room() -> None:
    session, shown = Session(size=(1366, 740)), list[tuple[pygame.Rect | None, bool]]()
    moves = [
        "a3a4",
        "a6a5",
        "c3c4",
        "c6c5",
        "e3e4",
        "e6e5",
        "g3g4",
        "g6g5",
        "i3i4",
        "i6i5",
        "b2b3",
        "b7b6",
        "h0g2",
        "h7h6",
        "a0a1",
        "a9a8",
        "i0i1",
        "i9i8",
        "a1b1",
        "a8b8",
        "i1h1",
        "i8h8",
        "b1c1",
        "b8c8",
    ]
    for move in moves:
        session.play(move)
        session.draw()
        terms = session.screen.stage.widget("terms.card")
        counts = session.screen.stage.widget("counts.card")
        shown.append((terms.rect if terms is not None else None, counts is not None))
    first = shown[0][0]
    assert first is not None
    assert {rect and tuple(rect) for rect, _ in shown} == {tuple(first), None}, (
        "it does not move before it goes"
    )
    assert not any(has for _, has in shown), "nothing is repeated, and a capture is not far"
    assert shown[-1][0] is None


@pytest.mark.parametrize(
    ("moves", "fen", "told"),
    [
        ("h2e2 h9g7", START_FEN, False),
        ("h0g2 h9g7 g2h0 g7h9", START_FEN, True),
        ("h0g2 h9g7", START_FEN.replace("- - 0 1", "- - 36 19"), False),
        ("h0g2 h9g7", START_FEN.replace("- - 0 1", "- - 38 20"), True),
    ],
)
def test_repetitions_and_the_draw_count_are_told_once_there_is_something_to_tell(
    moves: str, fen: str, told: bool
) -> None:
    session = Session(size=(1366, 768))
    session.send(NewGame(Setup(start_fen=fen, black=Player())), Answer(True))
    session.play(moves)
    session.draw()
    assert (session.screen.stage.widget("counts.card") is not None) is told
