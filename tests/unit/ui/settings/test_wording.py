"""Texts as a player would say them: moves in pairs, endings by their pieces, hints about your piece."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ui_session import Session

from xiangqi.app.game.play import NewGame
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session import positions
from xiangqi.app.session.players import Player, PlayerKind
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.update import Answer
from xiangqi.board import Board, parse_square
from xiangqi.coach.scene import placed
from xiangqi.ui.exercises.exercise_words import material_words
from xiangqi.ui.parts.coach_rows import wording
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.widgets import Button, Label
from xiangqi.ui.window.tips import Tip


@pytest.fixture
def session() -> Session:
    """A game of two people after seven plies."""
    session = Session()
    session.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4")
    return session


def shown(session: Session, key: str) -> str:
    session.draw()
    (label,) = [widget for widget in session.screen.stage.widgets if widget.key == key]
    assert isinstance(label, Label)
    return label.text


@pytest.mark.parametrize(
    ("ply", "text"),
    [
        (0, "Before the first move"),
        (1, "Move 1 (Red) of 4"),
        (2, "Move 1 (Black) of 4"),
        (5, "Move 3 (Red) of 4"),
    ],
)
def test_the_place_in_a_game_is_told_as_players_count(session: Session, ply: int, text: str) -> None:
    session.send(GoTo(ply))
    assert shown(session, "note.title") == text


@pytest.mark.parametrize(("plies", "moves"), [(0, 0), (1, 1), (2, 1), (19, 10), (20, 10)])
def test_two_plies_are_one_move(plies: int, moves: int) -> None:
    assert positions.full_moves(plies) == moves


@pytest.mark.parametrize(
    ("material", "english", "chinese"),
    [
        ("KPK", "Soldier against a lone general", "单兵对光将"),
        ("KNKAA", "Horse against two advisors", "单马对双士"),
        ("KRPKAABB", "Chariot and soldier against two advisors and two elephants", "车兵对士象全"),
        ("KPPPKAB", "Three soldiers against advisor and elephant", "三兵对士象"),
    ],
)
def test_an_ending_is_named_by_its_pieces(material: str, english: str, chinese: str) -> None:
    assert material_words(Texts("en"), material) == english
    assert material_words(Texts("zh-Hans"), material) == chinese


def test_a_hint_speaks_of_your_piece(session: Session) -> None:
    board = Board()
    horse = placed(board, parse_square("h0"))
    assert wording(session.state).piece(board, horse, yours=True) == "your horse on file 2"
    assert wording(session.state).piece(board, horse) == "Red's horse on file 2"


@pytest.mark.parametrize(
    ("fen", "mates"),
    [
        ("4k4/9/9/9/9/9/9/R8/9/1R3K3 w", False),
        ("3k5/9/9/9/9/9/9/9/R8/1R2K4 w", True),
        ("3k5/R8/9/9/9/9/9/9/9/1R2K4 w", True),
    ],
)
def test_a_mate_in_one_is_seen(fen: str, mates: bool) -> None:
    assert positions.mates_at_once(fen) is mates


def is_offered(session: Session) -> bool:
    button = session.widget("game.hint")
    assert isinstance(button, Button)
    return button.enabled


def tip(session: Session) -> str:
    shown = session.widget("tooltip")
    assert isinstance(shown, Tip)
    return shown.text


def test_a_game_with_a_clock_offers_no_hint(session: Session) -> None:
    setup = session.state.play.setup
    session.move_mouse(session.widget("game.hint").rect.center)
    assert tip(session) == "Hint  (Space)"
    assert is_offered(session)
    opponent = Player(PlayerKind.COMPUTER, 3)
    session.send(NewGame(replace(setup, black=opponent, time=TimeControl(600))), Answer(True))
    session.draw()
    assert tip(session).startswith("No hints in timed games")
    assert not is_offered(session)
