"""What a listener is told of changes, and questions that are typed on the board."""

from __future__ import annotations

from dataclasses import replace

import pygame
from screens import prepared
from ui_session import HOT_SEAT, Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.game.play import NewGame
from xiangqi.app.session.told import announced
from xiangqi.app.update import Answer
from xiangqi.board import parse_square
from xiangqi.ui.window.reader_news import news

SIZE = (1366, 740)


def game() -> Session:
    session = Session(SIZE)
    session.settle(notation="iccs")
    return session


def told(session: Session, *moves: str) -> list[str]:
    before = session.state
    session.play(" ".join(moves))
    return announced(before, session.state)


def test_each_move_is_told_once_with_what_it_does() -> None:
    session = game()
    assert told(session, "h2e2") == ["Red: cannon h2 to e2"]
    assert told(session, "h9g7", "e2e6") == [
        "Black: horse h9 to g7",
        "Red: cannon e2 to e6, takes soldier",
    ]
    assert announced(session.state, session.state) == []


def test_a_move_is_one_announcement_and_so_is_going_back_to_it() -> None:
    """Of the board and of the page beside it together."""
    session = prepared("playing", SIZE, "en")
    session.settle(notation="iccs")
    session.screen.listens = True
    session.draw()

    def said(*keys: int, typed: str = "") -> list[str]:
        state, tree = session.state, session.screen.described(session.state)
        session.write(typed)
        for key in keys:
            session.key(key)
        return announced(state, session.state) + news(tree, session.screen.described(session.state))

    assert said(pygame.K_RETURN, typed="b0c2") == ["Red: horse b0 to c2"]
    assert said(pygame.K_LEFT) == ["Move 2 (Black) of 3"]
    assert said(pygame.K_RIGHT) == ["Red: horse b0 to c2"]


def test_of_many_moves_at_once_only_the_last_is_told() -> None:
    session = game()
    assert told(session, "h2e2", "h9g7", "h0g2") == ["Red: horse h0 to g2"]


def test_another_document_is_no_move() -> None:
    session = game()
    session.play("h2e2")
    before = session.state
    session.send(NewGame(HOT_SEAT), Answer(True))
    session.play("b2e2")
    assert not any("cannon" in text for text in announced(before, session.state))


def test_a_refusal_is_told_with_what_prevents_the_move() -> None:
    session = game()
    before = session.state
    session.send(ClickSquare(parse_square("b0")), ClickSquare(parse_square("d1")))
    assert announced(before, session.state) == ["A piece next to the horse blocks its leg: red elephant, c0"]


def test_the_end_is_told() -> None:
    session = game()
    session.send(NewGame(replace(HOT_SEAT, start_fen="4k4/9/4P4/9/9/9/9/9/9/2RK5 w")), Answer(True))
    assert told(session, "c0c9")[:2] == ["Red: chariot c0 to c9, checkmate", "Red wins (by checkmate)"]


def test_questions_are_typed_after_a_semicolon_and_answered() -> None:
    session = game()
    session.write(";s e")
    assert session.state.selection.typed == ";s e"
    before = session.state
    session.key(pygame.K_RETURN)
    assert session.state.selection.typed == ""
    assert announced(before, session.state) == [
        "File e: red general, e0; red soldier, e3; black soldier, e6; black general, e9"
    ]


def test_a_question_about_a_point_is_about_the_cursor() -> None:
    session = game()
    session.key(pygame.K_UP)  # the cursor appears on e0
    session.key(pygame.K_UP)
    session.write(";at")
    before = session.state
    session.key(pygame.K_RETURN)
    assert announced(before, session.state) == [
        "e1: empty; Red covers it with red advisor, d0; red general, e0; red advisor, f0; "
        "Black does not cover it"
    ]


def test_what_is_no_question_says_what_is() -> None:
    session = game()
    session.write(";xyz")
    before = session.state
    session.key(pygame.K_RETURN)
    assert announced(before, session.state)[0].startswith("Not a question. Try ;p")


def test_news_of_a_page_are_its_new_texts_alone() -> None:
    session = prepared("exercise", SIZE, "en")
    session.screen.listens = True
    session.draw()
    before = session.screen.described(session.state)
    assert news(before, before) == []
    assert "Red to move: mate in 2" in news(None, before)
    other = prepared("exercise with a hint", SIZE, "en")
    other.screen.listens = True
    other.draw()
    fresh = news(before, other.screen.described(other.state))
    assert fresh
    assert "Red to move: mate in 2" not in fresh
    assert not any("Home" in text for text in fresh)
