"""The referee in the window: warnings before the move, the verdict, the replay, the rules to choose."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from ui_session import HOT_SEAT, Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.browse import GoForward, GoLast
from xiangqi.app.records.cycle_replay import OpenReplay
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.view import judged_cycle
from xiangqi.board import parse_square
from xiangqi.core.constants import BLACK, RED
from xiangqi.diagram.picture import Arrow, BoardPicture, Circle, Ink
from xiangqi.referee import Rules
from xiangqi.ui.board.player_marks import PlayerMarks
from xiangqi.ui.toolkit.widgets import Choice, Label
from xiangqi.ui.window.board_content import board_picture
from xiangqi.ui.window.overlay import Pill

CHASED_FIRST = ("3k5/9/9/9/9/5c3/9/5R3/9/4K4 b", "f4i4 f2i2 i4f4 i2f2 f4i4 f2i2 i4f4")
"""The chaser's next move, i2f2, is the third occurrence."""
CHASER_FIRST = ("3k5/9/9/9/9/5c3/9/8R/9/4K4 w", "i2f2 f4i4 f2i2 i4f4 i2f2 f4i4")
"""The chaser's next move, f2i2, lets the chased side complete the third occurrence by i4f4."""
CHECKS = ("3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1d1 d9e9 d1e1 e9d9 " * 2)
FALSE_ROOT = ("4k1b2/9/4n4/2c6/9/9/6R2/4R4/9/3K5 w", "g3c3 c6g6 c3g3 g6c6 " * 2)


def played(fen: str, moves: str, rules: Rules | None = None) -> Session:
    session = Session()
    session.send(NewGame(replace(HOT_SEAT, start_fen=fen, rules=rules or Rules())))
    session.play(moves)
    return session


def picture(session: Session, hovered: str | None = None) -> BoardPicture:
    square = None if hovered is None else parse_square(hovered)
    return board_picture(session.state, PlayerMarks(), (), square, 0.0)


def said(session: Session) -> str:
    pill = session.widget("toast")
    assert isinstance(pill, Pill)
    return pill.text


def label(session: Session, key: str) -> str:
    widget = session.widget(key)
    assert isinstance(widget, Label)
    return widget.text


# ---- Before the move ----


def test_a_losing_target_carries_a_sign_and_is_told_at_once() -> None:
    session = played(*CHASED_FIRST)
    session.click(session.point("i2"))
    assert picture(session).warned == (parse_square("f2"),)
    assert said(session) == (
        "The position will occur for the third time, and you will lose "
        "because you chase the cannon on f4 with every move"
    )
    assert Circle(parse_square("f4"), Ink.THREAT) in picture(session).circles


def test_it_may_be_played_all_the_same() -> None:
    session = played(*CHASED_FIRST)
    session.click(session.point("i2"))
    session.click(session.point("f2"))
    end = session.state.play.end
    assert end is not None
    assert end.reason == "perpetual_chase"


def test_the_last_move_that_could_be_another_is_told_too() -> None:
    session = played(*CHASER_FIRST)
    session.click(session.point("f2"))
    assert picture(session).risky == (parse_square("i2"),)
    assert picture(session).warned == ()
    assert said(session).startswith(
        "Your opponent can now repeat a position for the third time; because you chase the cannon on i4"
    )


def test_a_repetition_is_told_quietly_where_it_is_pointed_at() -> None:
    session = played(CHASER_FIRST[0], "i2f2 f4i4 f2i2")
    session.click(session.point("i4"))
    square = parse_square("f4")
    assert picture(session).repeating == (square,)
    assert session.screen.stage.widget("toast") is None
    session.move_mouse(session.point("f4"))
    assert said(session).startswith(
        "The position will occur for the second time, and your opponent chases the cannon"
    )
    session.move_mouse(session.point("g4"))
    assert session.screen.stage.widget("toast") is None


def test_the_keyboard_points_too() -> None:
    session = played(CHASER_FIRST[0], "i2f2 f4i4 f2i2")
    session.send(ClickSquare(parse_square("i4")))
    for _ in range(5):  # the first one only shows the keyboard's square, on e0
        session.key(pygame.K_UP)
    assert session.screen.stage.widget("toast") is None
    session.key(pygame.K_RIGHT)
    assert said(session).startswith("The position will occur for the second time, and your opponent chases")


def test_a_typed_move_is_warned_of_before_enter() -> None:
    session = played(*CHASED_FIRST)
    session.write("i2f2")
    assert said(session).startswith("The position will occur for the third time, and you will lose because")
    assert session.state.play.end is None
    session.key(pygame.K_RETURN)
    assert session.state.play.end is not None


def test_other_rules_warn_of_other_things() -> None:
    session = played(*CHASED_FIRST, Rules("basic"))
    session.click(session.point("i2"))
    assert picture(session).warned == ()
    session.move_mouse(session.point("f2"))
    assert said(session) == "The position will occur for the third time, which is a draw"


# ---- After the verdict ----


@pytest.fixture
def judged() -> Session:
    return played(*FALSE_ROOT)


def test_the_result_card_leads_to_the_replay(judged: Session) -> None:
    judged.click_widget("note.replay")
    assert judged.state.replay is not None
    assert judged.screen.stage.widget("moves") is None
    assert label(judged, "replay.why") == "Red chases the cannon on c6 with every move"
    assert label(judged, f"replay.side.{BLACK}") == "Black neither checks nor chases"
    assert label(judged, "replay.rules") == "WXF rules · judged after 3 occurrences · D12"


def test_v_opens_it_space_plays_arrows_step_escape_leaves(judged: Session) -> None:
    judged.write("v")
    assert judged.state.replay is not None
    assert judged.state.replay.playing
    judged.key(pygame.K_SPACE)
    assert not judged.state.replay.playing
    judged.key(pygame.K_UP)  # the keyboard's square stays away: arrows step
    judged.key(pygame.K_RIGHT)
    assert judged.state.current_game.cursor.ply == 1
    judged.write("c3")
    assert judged.state.selection.typed == ""
    judged.key(pygame.K_ESCAPE)
    assert judged.state.replay is None
    assert judged.state.current_game.cursor.ply == 8


def test_v_without_a_verdict_says_so() -> None:
    session = played(*CHASED_FIRST)
    session.write("v")
    assert session.state.replay is None
    assert said(session) == "No repetition has been judged in this game"


def test_arrows_from_chaser_to_chased_and_from_false_protection(judged: Session) -> None:
    judged.send(OpenReplay())
    assert picture(judged).arrows == ()
    judged.send(GoForward())
    judged.draw()
    shown = picture(judged)
    assert set(shown.arrows) == {
        Arrow(parse_square("c3"), parse_square("c6"), Ink.THREAT),
        Arrow(parse_square("e7"), parse_square("c6"), Ink.OTHER, 0.3),
    }
    assert shown.circles == (Circle(parse_square("c6"), Ink.THREAT),)
    assert (
        label(judged, "replay.remark.1")
        == "The horse on e7 cannot recapture, because its general would be exposed"
    )


def test_arrows_from_who_checks() -> None:
    session = played(*CHECKS)
    session.send(OpenReplay(), GoForward())
    assert picture(session).arrows == (Arrow(parse_square("d1"), parse_square("d9"), Ink.OWN),)
    assert picture(session).checked == parse_square("d9")
    session.draw()
    assert label(session, "replay.remark.0") == "Gives check"


def test_a_click_on_a_move_of_the_cycle_goes_there(judged: Session) -> None:
    judged.click_widget("note.replay")
    box = judged.widget("replay.moves").rect
    judged.click((box.left + 30, box.top + 5))
    assert judged.state.current_game.cursor.ply == 1
    judged.click_widget("replay.next")
    assert judged.state.current_game.cursor.ply == 2
    judged.click_widget("replay.leave")
    assert judged.state.replay is None


def test_a_long_cycle_stays_in_view() -> None:
    rules = Rules(occurrences=10)
    session = played(CHECKS[0], "e1d1 d9e9 d1e1 e9d9 " * 9, rules)
    assert judged_cycle(session.state) is not None
    session.send(OpenReplay(), GoLast())
    session.draw()
    assert session.screen.memory.scroll["replay.moves"] > 0


def test_a_draw_tells_both_sides() -> None:
    session = played("4k4/6r2/2c3n2/9/6R2/9/9/9/9/3K5 w", "g5c5 g8c8 c5g5 c8g8 " * 2)
    session.send(OpenReplay())
    session.draw()
    assert label(session, "replay.why") == "The position was repeated, and neither side broke a rule: draw"
    assert label(session, f"replay.side.{RED}") == "Red chases different pieces in turn"
    assert label(session, "replay.rules").endswith("moves of equal weight on both sides")


# ---- The rules ----


def test_rules_are_chosen_remembered_and_played_by() -> None:
    session = Session()
    session.send(OpenPanel(Panel.NEW_GAME))
    session.draw()
    session.click_widget("new.more")
    for key, index in (("new.rules", 2), ("new.occurrences", 0), ("new.limit", 3)):
        choice = session.widget(key)
        assert isinstance(choice, Choice)
        session.click(choice.cells()[index].center)
    session.click_widget("new.start")
    rules = Rules("cxa", 2, None)
    assert session.state.play.setup.rules == rules
    settings = session.state.settings
    assert (settings.rule_set, settings.occurrences, settings.natural_limit) == ("cxa", 2, 0)
    session.send(OpenPanel(Panel.NEW_GAME))
    assert session.state.draft.rules == rules
