"""Tests of the coach in the window: sentences, their proofs on the board, lessons, hints, explanations."""

from __future__ import annotations

import re

import pygame
import pytest
from analysing import pv, review, tell, tick
from screens import prepared
from ui_session import Session

from xiangqi.app.coach.asks import AskCoach, CoachSaid
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.event import Tick
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.search_effects import SearchDone, SearchInfo
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.editing import AnnotateGame
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.update import Answer
from xiangqi.board import Board, parse_square
from xiangqi.coach.facts import STALEMATE, Fact, FactKind, Placed, Start
from xiangqi.coach.notes import HintLadder, Hold, MoveNotes, MoveQuestion, Offer, PositionNotes
from xiangqi.coach.scene import placed, played
from xiangqi.core.constants import BLACK, RED, square_name
from xiangqi.engine.common.types import Info
from xiangqi.ui.parts.coach_rows import SentenceRow
from xiangqi.ui.toolkit.widgets import Label
from xiangqi.ui.window.board_content import board_picture

SCORES = (35, -30, 490, -45, 60)
"""Black's first move is a blunder, and so is Red's answer."""

COMPUTER = Setup(red=Player(), black=Player(PlayerKind.COMPUTER, 2))


@pytest.fixture
def session() -> Session:
    """Return a session after h2e2 h9g7 h0g2 i9h9, with moves in coordinates."""
    session = Session()
    session.settle(notation="iccs")
    session.play("h2e2 h9g7 h0g2 i9h9")
    return session


def sentences(session: Session, key: str) -> list[str]:
    """Return the rows of a key, in order."""
    rows = [widget for widget in session.screen.stage.widgets if widget.key.startswith(f"{key}.")]
    return [row.text for row in rows if isinstance(row, SentenceRow)]


def circles(session: Session) -> set[int]:
    """Return the points that are marked on the board."""
    picture = board_picture(session.state, session.screen._sketch, (), None, 0.0)
    return {circle.square for circle in picture.circles}


def asked(session: Session) -> list[AskCoach]:
    return [effect for effect in session.effects if isinstance(effect, AskCoach)]


def hanging() -> Fact:
    """Return a fact: after the second move of the line the cannon on e2 can take on e6."""
    after = played(Board(), pv("h2e2 h9g7"))
    pieces = (placed(after, parse_square("e2")), placed(after, parse_square("e6")))
    return Fact(FactKind.HANGS, RED, Start.AFTER, pieces, pv("e2e6"), 66, name="free", importance=500)


def tell_about(session: Session, ply: int, facts: tuple[Fact, ...]) -> None:
    """Answer all questions: those about one move with facts, all others with nothing."""
    answered: set[int] = set()
    for _ in range(20):
        for order in asked(session):
            if order.question_id not in answered and isinstance(order.question, MoveQuestion):
                answered.add(order.question_id)
                said = facts if len(order.question.line.moves) == ply else ()
                session.send(CoachSaid(order.question_id, MoveNotes(said)))
        session.now += 0.1
        session.send(Tick(session.now))
    session.draw()


def test_a_fault_is_explained_and_a_click_proves_it(session: Session) -> None:
    review(session, *SCORES)
    tell_about(session, 2, (hanging(),))
    session.send(GoTo(2))
    session.draw()
    first, *others = sentences(session, "review.why")
    assert first == "Red can still take Black's soldier on e6 with the cannon, since nothing protects it."
    better = analysed.assessment(session.state).marked[0].better
    assert others == [f"Better: general to {square_name(better[0].to_square)}"]
    session.click_widget("review.why.0")
    assert session.state.preview is not None
    assert view.board_line(session.state).here.moves == pv("h2e2 h9g7")
    assert circles(session) >= {parse_square("e2"), parse_square("e6")}
    session.now += 2.0
    session.send(Tick(session.now))
    assert view.board_line(session.state).here.moves == pv("h2e2 h9g7 e2e6")
    assert circles(session) >= {parse_square("e6")}


def test_without_a_reason_two_moves_are_named(session: Session) -> None:
    review(session, *SCORES)
    session.send(GoTo(2))
    session.draw()
    assert sentences(session, "review.why")[0] == "Looking for the reason…"
    tell_about(session, 2, ())
    texts = sentences(session, "review.why")
    verdict = analysed.assessment(session.state).marked[0]
    assert texts == ["Reply: general to e1", f"Better: general to {square_name(verdict.better[0].to_square)}"]
    session.click_widget("review.why.1")
    assert session.state.preview is not None
    assert session.state.preview.moves == verdict.better  # the whole line is played out


def test_the_coachs_own_words_on_the_better_move_are_shown(session: Session) -> None:
    review(session, *SCORES)
    better = analysed.assessment(session.state).marked[0].better
    mover = placed(played(Board(), pv("h2e2")), better[0].from_square)
    tell_about(session, 2, (Fact(FactKind.BETTER, BLACK, Start.BEFORE, (mover,), better, name="develops"),))
    session.send(GoTo(2))
    session.draw()
    assert len(sentences(session, "review.why")) == 1
    assert sentences(session, "review.why")[0].startswith(
        f"Better: general to {square_name(better[0].to_square)}, bringing it"
    )


def test_praise_stands_on_a_card_of_its_own(session: Session) -> None:
    review(session, *SCORES)
    mover = placed(played(Board(), pv("h2e2 h9g7 h0g2")), parse_square("i9"))
    praise = Fact(FactKind.ONLY_MOVE, BLACK, Start.BEFORE, (mover,), pv("i9h9"), 300)
    tell_about(session, 4, (praise,))
    label = session.widget("review.grade")
    assert isinstance(label, Label)
    assert label.text == "Well found"
    assert sentences(session, "review.why")[0].startswith("Well found: chariot to h9 is the only good move.")


def test_the_summary_goes_to_the_turning_point(session: Session) -> None:
    review(session, *SCORES)
    tell_about(session, 0, ())
    words = sentences(session, "summary.words")
    assert words[-1].startswith("Turning point: move ")
    session.click_widget(f"summary.words.{len(words) - 1}")
    assert view.line(session.state).ply in (2, 3)


def test_stepping_back_through_an_analysed_line_names_no_turning_point_too_early(session: Session) -> None:
    """What has been judged is the end of the line at first, and its beginning may hold a costlier mistake."""
    session.send(ToggleAnalysis())
    for ply in range(4, -1, -1):
        session.send(GoTo(ply))
        tick(session)
        best = positions.board_at(view.line(session.state).here).legal_moves()[0]
        tell(session, SCORES[ply], [best.iccs], done=True)
        session.send(GoTo(0))
        session.draw()
        words = sentences(session, "summary.words")
        assert any(text.startswith("Turning point: move ") for text in words) == (ply == 0)


def interrupt(session: Session) -> None:
    """Play a move against the computer that the coach interrupts."""
    session.settle(coach_interrupts="inaccuracy")
    session.send(NewGame(COMPUTER), Answer(True))
    session.effects.clear()
    session.play("h2e2")
    (order,) = asked(session)
    cannon = placed(played(Board(), pv("h2e2")), parse_square("e2"))
    fact = Fact(
        FactKind.HANGS,
        BLACK,
        Start.AFTER,
        (Placed(parse_square("h9"), BLACK | 4), cannon),
        pv("h9g7"),
        name="free",
    )
    session.send(CoachSaid(order.question_id, Offer(0.31, (fact,))))
    session.draw()


def test_a_lesson_offers_three_ways(session: Session) -> None:
    interrupt(session)
    assert session.widget("tutor.loss").text == "−31% winning chances"  # type: ignore[attr-defined]
    session.click_widget("tutor.why")
    assert "your cannon on e2" in sentences(session, "tutor.reason")[0]
    session.click_widget("tutor.take_back")
    assert session.state.play.moves == ()
    assert sentences(session, "tutor.reason") == []


HINTED = "h2e2 h9g7"
CANNON = placed(Board(), parse_square("h2"))


def hint(session: Session, reason: Fact | None) -> None:
    """Ask for a hint in a new game; the engine answers HINTED, and the coach with a reason."""
    session.send(NewGame(COMPUTER), Answer(True))
    session.effects.clear()
    session.key(pygame.K_SPACE)
    assert session.state.search is not None
    number, line = session.state.search.id, pv(HINTED)
    session.send(SearchInfo(number, Info(9, 9, 1000, 50, 40, pv=line)), SearchDone(number, line[0]))
    (order,) = asked(session)
    session.send(CoachSaid(order.question_id, HintLadder(CANNON, line[0], reason, line)))
    session.draw()


@pytest.mark.parametrize("size", [(800, 600), (1366, 740), (1920, 1050), (900, 1400)])
@pytest.mark.parametrize("interrupts", [True, False])
def test_the_coach_is_heard_while_notes_are_open(size: tuple[int, int], interrupts: bool) -> None:
    session = Session(size=size)
    if interrupts:
        interrupt(session)
    else:
        hint(session, Fact(FactKind.FORK, RED, Start.BEFORE, (CANNON, CANNON, CANNON), pv(HINTED)))
    key = "tutor.take_back" if interrupts else "hint.more"
    assert session.screen.stage.widget(key) is not None
    session.send(AnnotateGame())
    session.draw()
    assert session.state.notes
    assert session.screen.stage.widget(key) is not None
    session.click_widget(key)


def test_a_hint_begins_with_the_theme_and_a_circle_shows_the_piece(session: Session) -> None:
    hint(session, Fact(FactKind.FORK, RED, Start.BEFORE, (CANNON, CANNON, CANNON), pv(HINTED)))
    assert sentences(session, "hint.words") == ["Theme: fork."]
    assert parse_square("h2") not in circles(session)
    session.click_widget("hint.more")
    assert sentences(session, "hint.words") == ["Look at your cannon on h2."]
    assert parse_square("h2") in circles(session)
    session.key(pygame.K_SPACE)
    told, why = sentences(session, "hint.words")
    assert told == "Play cannon on h2 to e2."
    assert why.startswith("Cannon on h2 to e2 wins material, because it attacks ")
    assert session.screen.stage.widget("hint.more") is None, "there is no more to tell"


def test_a_hint_without_a_reason_says_that_there_is_none(session: Session) -> None:
    hint(session, None)
    session.click_widget("hint.more")
    assert sentences(session, "hint.words") == [
        "Play cannon on h2 to e2.",
        "There is no single reason: the engine finds this move best.",
    ]


def test_a_hint_at_a_stalemate_does_not_promise_a_mate(session: Session) -> None:
    reason = Fact(FactKind.MATE, RED, Start.BEFORE, (CANNON,), pv(HINTED), name=STALEMATE, moves=1)
    hint(session, reason)
    assert sentences(session, "hint.words") == ["Theme: stalemate."]


@pytest.mark.parametrize("size", [(1180, 900), (1600, 1000), (800, 600)])
def test_a_position_is_explained_in_place_of_the_column(size: tuple[int, int]) -> None:
    session = Session(size)
    session.settle(notation="iccs")
    session.play("h2e2 h9g7")
    session.effects.clear()
    session.write("w")
    (order,) = asked(session)
    board = played(Board(), pv("h2e2 h9g7"))
    hold = Hold(*(placed(board, parse_square(square)) for square in ("e2", "e6", "g7")))
    takes = Fact(
        FactKind.HANGS,
        RED,
        Start.BEFORE,
        (placed(board, parse_square("e2")), placed(board, parse_square("e6"))),
        pv("e2e6"),
        name="free",
    )
    session.send(CoachSaid(order.question_id, PositionNotes((takes,), (), (hold,))))
    session.draw()
    assert sentences(session, "insight.red_threatens") == [
        "The cannon wins Black's soldier on e6, which is unprotected."
    ]
    assert sentences(session, "insight.black_threatens") == ["None found."]
    assert sentences(session, "insight.holds") == [
        "Black's horse on g7 alone protects Black's soldier on e6 from Red's cannon on e2."
    ]
    session.click_widget("insight.holds.0")
    assert circles(session) >= {parse_square(square) for square in ("e2", "e6", "g7")}
    session.click_widget("insight.leave")
    assert session.state.preview is None
    session.click_widget("insight.leave")
    assert session.state.coaching.insight is None


def test_a_position_that_was_reviewed_says_what_the_review_says() -> None:
    session = prepared("reviewed", (1180, 900), "en")
    faulty = analysed.assessment(session.state).marked[0]
    session.send(GoTo(faulty.ply), ExplainPosition())
    session.draw()
    keys = [widget.key for widget in session.screen.stage.widgets]
    first = session.widget("insight.review.0")
    assert isinstance(first, SentenceRow)
    assert "better" in first.text or "winning" in first.text or first.text == "Equal"
    said = [widget.text for widget in session.screen.stage.widgets if isinstance(widget, SentenceRow)]
    assert any(text.startswith("Best now: ") for text in said)
    heard = [node.name for node in session.screen.described(session.state).walk()]
    assert any(re.match(r"Best now: (Red|Black): ", name) for name in heard)
    assert keys.index("insight.review") < keys.index("insight.wait.0")


def test_a_position_that_nobody_has_judged_says_nothing_of_a_review() -> None:
    session = prepared("playing", (1180, 900), "en")
    session.send(ExplainPosition())
    session.draw()
    assert "insight.review" not in {widget.key for widget in session.screen.stage.widgets}
