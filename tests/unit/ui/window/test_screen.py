"""What the window shows: board and column, what is said, records, movement."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from catalogues import example, texts
from screens import COMPUTER, GAME
from ui_session import HOT_SEAT, Session

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.event import Tone
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import ChooseVariation, GoFirst, GoLast, GoTo
from xiangqi.app.records.loading import loading
from xiangqi.app.session import view
from xiangqi.app.session.document import Stored
from xiangqi.app.session.panels import ClosePanel, OpenPanel
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState, Panel, Toast
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game
from xiangqi.ui.game.strips import PlayerCard
from xiangqi.ui.parts.move_list import MoveList
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Label
from xiangqi.ui.window.overlay import Pill

# ---- What is said ----


def pills(state: AppState, session: Session) -> dict[str, Pill]:
    session.state = state
    session.draw()
    return {widget.key: widget for widget in session.screen.stage.widgets if isinstance(widget, Pill)}


def test_an_illegal_attempt_says_why() -> None:
    session = Session()
    session.click(session.point("b0"))
    session.click(session.point("d1"))
    assert pills(session.state, session)["toast"].text == "A piece next to the horse blocks its leg"


@pytest.mark.parametrize("scale", [1.0, 3.0])
@pytest.mark.parametrize("size", [(800, 600), (1600, 1000)])
def test_no_toast_hides_a_piece(size: tuple[int, int], scale: float) -> None:
    session = Session(size)
    session.settle(ui_scale=scale)
    for text in ("a0a5", "炮九平五"):
        session.send(PlayText(text))
        pill = pills(session.state, session)["toast"]
        board = session.screen.stage.frame.board
        for square in view.snapshot(session.state).pieces:
            x, y = board.point(square)
            reach = board.cell * 0.46
            assert not pill.rect.colliderect(pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach))
        assert pygame.Rect((0, 0), size).contains(pill.rect)
        session.click(pill.rect.center)
        assert session.state.toasts == ()


def test_every_toast_can_be_said() -> None:
    session = Session()
    for key in (key for key in texts("en") if key.startswith("toast.")):
        toast = Toast(example(key), Tone.ERROR, 1e9)
        text = pills(replace(session.state, toasts=(toast,)), session)["toast"].text
        assert text
        assert "{" not in text


def test_a_player_is_named_and_a_check_is_said() -> None:
    session = Session()
    session.send(NewGame(replace(HOT_SEAT, start_fen="4k4/9/9/9/9/9/9/4R4/9/3K5 b - - 0 1")))
    session.draw()
    cards = [widget for widget in session.screen.stage.widgets if widget.key.startswith("player.")]
    assert [widget.status for widget in cards] == ["in check!", ""]  # type: ignore[attr-defined]
    session.settle(language="zh-Hans")
    cards = [widget for widget in session.screen.stage.widgets if widget.key.startswith("player.")]
    assert cards[0].name == "黑方"  # type: ignore[attr-defined]


# ---- Records ----


def title(session: Session) -> str:
    label = session.widget("note.title")
    assert isinstance(label, Label)
    return label.text


def note(session: Session) -> TextField:
    field = session.widget("comment")
    assert isinstance(field, TextField)
    return field


def test_an_engine_thinking_behind_a_record_is_not_shown_beside_it() -> None:
    session = Session()
    session.send(NewGame(Setup(COMPUTER, Player())))
    session.draw()
    assert any(getattr(widget, "status", "").startswith("thinking") for widget in session.screen.stage.widgets)
    session.open_record(GAME)
    session.draw()
    assert session.state.search is not None
    assert not any(
        getattr(widget, "status", "").startswith("thinking") for widget in session.screen.stage.widgets
    )


def test_a_record_shows_comment_variations_result_and_origin() -> None:
    session = Session()
    session.open_record(GAME)
    assert title(session) == "Comment · 2 Jan 2020"
    assert note(session).placeholder == "Write a comment here"
    session.send(GoTo(1))
    session.draw()
    assert note(session).value == "the central cannon"
    session.send(GoTo(3))
    session.draw()
    session.send(ChooseVariation(3, 1))
    assert str(session.state.document.cursor.moves[2]) == "b0c2"  # type: ignore[union-attr]
    session.send(ChooseVariation(3, 0), GoLast())
    session.draw()
    assert title(session) == "Red wins"
    assert note(session).placeholder == "Write a comment here"


def test_what_a_record_does_not_know_is_not_shown_as_a_question_mark() -> None:
    session = Session()
    session.open_record('[Event "?"]\n[Red "?"]\n[Black "?"]\n\n1. h2e2 *')
    assert session.widget("head.title").text == "record.pgn"  # type: ignore[attr-defined]
    names = [session.widget(f"player.{side}").name for side in (RED, BLACK)]  # type: ignore[attr-defined]
    assert names == ["Red", "Black"]


def test_a_faulty_record_says_where_it_ends() -> None:
    session = Session()
    session.open_record(GAME.replace("马8进7", "马5进7"))
    session.send(GoLast())
    session.draw()
    assert session.state.document.play is None
    assert session.state.document.cursor.ply == 1
    title = session.widget("note.title")
    assert isinstance(title, Label)
    assert title.text == "This game record has an error"
    moves = session.widget("moves")
    assert isinstance(moves, MoveList)
    assert "马5进7" in moves.sheet.rows[-1].text  # type: ignore[union-attr]


def test_games_of_a_file_are_listed_and_chosen() -> None:
    session = Session()
    session.open_record(GAME + GAME.replace("甲", "丙"))
    session.send(OpenPanel(Panel.GAME_LIST))
    session.draw()
    games = session.widget("games")
    assert isinstance(games, ListBox)
    assert [row.text for row in games.rows] == ["甲 – 乙", "丙 – 乙"]
    second = (games.rect.centerx, games.rect.top + games.row_height + 5)
    session.click(second)
    assert session.state.document.collection.index == 0, "only the board beside the list shows it"
    session.click(second)
    assert session.state.panel is None, "a double click leads to the moves"
    assert session.state.document.collection.index == 1


# ---- Movement ----


def test_a_played_move_slides() -> None:
    session = Session()
    session.send(PlayText("h2e2"))
    session.screen.draw(session.surface, session.state, session.now)
    assert session.screen.is_moving(session.now + 0.1)
    assert session.screen._picture.slides[0].to_square == Move.from_iccs("h2e2").to_square
    session.draw()
    assert not session.screen.is_moving(session.now)


def test_the_current_move_stays_in_view() -> None:
    session = Session((800, 600))
    session.play("a3a4 a6a5 b0a2 b9a7 a0a1 a9a8 i3i4 i6i5 g3g4 g6g5 c3c4 c6c5 h0i2 h9i7 h2h3 h7h6")
    session.play("a1a2 a8a7 a2a1 a7a8 b2b3 b7b6 b3b2 b6b7 i0i1 i9i8")
    moves = session.widget("moves")
    assert moves.content_height() > moves.rect.height  # type: ignore[attr-defined]
    last = moves.offset(session.screen.memory)  # type: ignore[attr-defined]
    assert last > 0
    session.send(GoFirst())
    session.draw()
    assert session.widget("moves").offset(session.screen.memory) == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("names", "shown", "title"),
    [
        (("Player", "Computer, level 8"), ("你", "电脑（8 级）"), "红方 – 电脑（8 级）"),
        (("Ada", "Pikafish"), ("Ada", "Pikafish"), "Ada – Pikafish"),
    ],
)
def test_players_of_a_record_of_this_program_are_named_in_every_language(
    names: tuple[str, str], shown: tuple[str, str], title: str
) -> None:
    session = Session()
    session.settle(language="zh-Hans")
    tags = (
        '[Red "{}"]\n[Black "{}"]\n[RedKind "human"]\n[BlackKind "computer"]\n[BlackLevel "8"]\n[Levels "12"]'
    )
    session.open_record(tags.format(*names) + "\n\n1. 炮二平五 *")
    cards = (session.widget(f"player.{side}") for side in (RED, BLACK))
    assert tuple(card.name for card in cards if isinstance(card, PlayerCard)) == shown
    heading = session.widget("head.title")
    assert isinstance(heading, Label)
    assert heading.text == title


def test_a_game_alone_or_among_others_is_called_by_its_players() -> None:
    session = Session()
    one = '[Red "Hu"]\n[Black "Tao"]\n\n1. h2e2 *\n'
    titles = []
    dated, unnamed = f'[Date "1957.11.02"]\n{one}', "1. h2e2 *\n"
    cup = '[Event "Cup"]\n'
    for text in (one, f"{one}\n{one}", one.replace("Tao", "?") * 2, dated, cup + dated, cup + unnamed, unnamed):
        session.open_record(text)
        session.send(ClosePanel())
        session.draw()
        titles.append(session.widget("head.title").text)  # type: ignore[attr-defined]
    assert titles[:3] == ["Hu – Tao", "Hu – Tao", "Hu – Black"]
    assert titles[3:] == ["Hu – Tao · 1957", "Hu – Tao · 1957", "Cup", "record.pgn"]


_OWN = {"Red": "Player", "Black": "Computer", "RedKind": "human", "BlackKind": "engine"}


@pytest.mark.parametrize(
    ("tags", "title"), [({"Red": "Hu", "Black": "Tao"}, "Hu – Tao"), ({}, "Library"), (_OWN, "You – Computer")]
)
def test_a_game_of_the_library_is_not_called_library_db(tags: dict[str, str], title: str) -> None:
    session = Session()
    state, number = loading(session.state, "library.db")
    session.state = state
    session.send(GamesRead(number, "library.db", None, (pack(Game(tags)),), True, stored=(Stored(1, 0),)))
    session.send(ClosePanel())
    session.draw()
    assert session.widget("head.title").text == title  # type: ignore[attr-defined]
