"""The judged cycle: opened after the game, gone through, explained move by move, left again."""

from __future__ import annotations

import pytest
from app_session import HUMAN, Session

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.effect import PlaySound
from xiangqi.app.event import Tick
from xiangqi.app.game import cycle
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast
from xiangqi.app.records.cycle_replay import STEP_SECONDS, CloseReplay, OpenReplay, PauseReplay
from xiangqi.app.records.editing import DeleteRest
from xiangqi.app.records.loading import PasteText
from xiangqi.app.session import positions, view
from xiangqi.app.session.selection import Reason
from xiangqi.app.update import Cancel
from xiangqi.board import parse_square
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Line
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.referee import Rules
from xiangqi.referee.rules import CHASE, CHECK, IDLE

CHASE_FEN = "3k5/9/9/9/9/5c3/9/8R/9/4K4 w"
CHASES = ["i2f2", "f4i4", "f2i2", "i4f4"]
CHECK_FEN = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
CHECKS = ["e1d1", "d9e9", "d1e1", "e9d9"]


def judged(fen: str = CHASE_FEN, moves: list[str] = CHASES, lead: tuple[str, ...] = ()) -> Session:
    """Return a game of two people that ends by repetition, after some other moves."""
    session = Session()
    session.new(HUMAN, HUMAN, fen)
    session.play(*lead, *moves, *moves)
    assert session.state.play.end is not None
    return session


@pytest.fixture
def chase() -> Session:
    return judged()


def test_the_cycle_is_only_the_part_that_repeats() -> None:
    session = judged("3k5/9/9/9/9/5c3/9/8R/9/5K3 w", lead=("f0e0", "d9d8"))
    session.send(OpenReplay())
    assert session.state.replay is not None
    assert session.state.replay.first == session.state.current_game.cursor.ply == 2
    assert [step.entry.ply for step in cycle.steps(session.state)] == list(range(3, 11))
    session.send(GoFirst())
    assert session.state.current_game.cursor.ply == 2
    session.send(GoBack())
    assert session.state.current_game.cursor.ply == 2


@pytest.mark.parametrize("variation", [("i2h2",), ("i2f2", "f4g4")])
def test_a_variation_of_a_judged_game_has_no_cycle(chase: Session, variation: tuple[str, ...]) -> None:
    chase.send(GoFirst())
    chase.play(*variation)
    assert view.judged_cycle(chase.state) is None
    chase.send(OpenReplay())
    assert chase.state.replay is None
    assert "no_cycle" in chase.said
    chase.send(GoFirst())
    chase.play(*CHASES, *CHASES)  # the game's own moves again
    chase.send(OpenReplay())
    assert chase.state.replay is not None


def test_moves_follow_each_other_by_the_clock(chase: Session) -> None:
    chase.send(Tick(50.0), OpenReplay(), Tick(50.1))
    assert chase.state.current_game.cursor.ply == 0
    chase.send(Tick(50.0 + STEP_SECONDS))
    assert chase.state.current_game.cursor.ply == 1
    assert len(chase.found(PlaySound)) == 1
    for number in range(2, 12):
        chase.send(Tick(50.0 + number * (STEP_SECONDS + 0.01)))
    assert chase.state.current_game.cursor.ply == 8
    assert chase.state.replay is not None
    assert not chase.state.replay.playing


def test_stepping_by_hand_stops_the_playing(chase: Session) -> None:
    chase.send(OpenReplay(), GoForward(), Tick(99.0))
    assert chase.state.current_game.cursor.ply == 1
    chase.send(PauseReplay(), Tick(99.0 + STEP_SECONDS))
    assert chase.state.current_game.cursor.ply == 2
    chase.send(PauseReplay(), Tick(199.0))
    assert chase.state.current_game.cursor.ply == 2


def test_playing_begins_anew_at_the_end(chase: Session) -> None:
    chase.send(OpenReplay(), GoLast(), PauseReplay())
    assert chase.state.current_game.cursor.ply == 0
    assert chase.state.replay is not None
    assert chase.state.replay.playing


@pytest.mark.parametrize("leave", [Cancel(), CloseReplay()])
def test_left_for_the_end_of_the_game(chase: Session, leave: Intent) -> None:
    chase.send(OpenReplay(), leave)
    assert chase.state.replay is None
    assert chase.state.current_game.cursor.ply == 8


def test_gone_with_what_it_is_about(chase: Session) -> None:
    chase.send(OpenReplay(), TakeBack())
    assert chase.state.replay is None
    assert chase.state.play.end is None
    chase.send(Redo(), OpenReplay(), NewGame(chase.state.play.setup))
    assert chase.state.replay is None


def test_gone_when_a_record_comes_on_the_board(chase: Session) -> None:
    games = tuple(map(pack, read_bytes("1. 炮二平五 *".encode(), "text")))
    chase.send(OpenReplay(), PasteText(""))
    assert chase.state.loading is not None
    chase.send(GamesRead(chase.state.loading.id, "", None, games, complete=True))
    assert chase.state.document.play is None
    assert chase.state.replay is None
    assert cycle.steps(chase.state) == ()


REPEATING = """[RuleSet "{rules}"]
[Result "{result}"]
[FEN "{fen}"]

{moves} {result}
"""


def opened(result: str = "*", moves: list[str] = CHASES, rules: str = "wxf") -> Session:
    """Return a record that ends in a repetition, and its last position."""
    session = Session()
    text = REPEATING.format(rules=rules, result=result, fen=CHASE_FEN, moves=" ".join(moves * 2))
    games = tuple(map(pack, read_bytes(text.encode(), "record.pgn")))
    session.send(PasteText(text))
    assert session.state.loading is not None
    session.send(GamesRead(session.state.loading.id, "", None, games, complete=True), GoLast())
    assert len(view.line(session.state).moves) == 2 * len(moves)
    return session


@pytest.mark.parametrize("result", ["*", "0-1", "1/2-1/2"])
def test_the_cycle_of_a_record_is_gone_through_by_the_same_means(result: str) -> None:
    session = opened(result)
    session.send(Tick(50.0), OpenReplay(), Tick(50.0 + STEP_SECONDS))
    assert view.line(session.state).ply == 1
    assert [step.move.kind for step in cycle.steps(session.state)] == [CHASE, IDLE] * 4
    assert cycle.shown_step(session.state) is cycle.steps(session.state)[0].move
    assert session.state.current_game.cursor.ply == 0  # of the game that waits behind the record
    session.send(CloseReplay())
    assert session.state.replay is None
    assert session.state.document.play is None
    assert view.line(session.state).at_end


def test_a_record_is_judged_by_its_own_rules() -> None:
    losers = []
    for rules in ("wxf", "basic"):
        verdict = view.judged_cycle(opened(rules=rules).state)
        assert verdict is not None
        losers.append(verdict.loser)
    assert losers == [RED, None]


def test_another_line_of_the_record_ends_the_replay() -> None:
    session = opened()
    session.send(OpenReplay(), GoForward(), DeleteRest())
    assert session.state.replay is None
    session.send(OpenReplay())
    assert session.state.replay is None


def test_nothing_to_go_through() -> None:
    session = Session()
    session.new(HUMAN, HUMAN)
    session.send(OpenReplay(), PauseReplay(), CloseReplay())
    assert session.state.replay is None
    assert session.said == ["no_cycle"]
    assert cycle.shown_step(session.state) is None


def test_pieces_stay_where_they_are_meanwhile(chase: Session) -> None:
    chase.send(OpenReplay(), ClickSquare(parse_square("i2")))
    assert chase.state.selection.selected is None
    assert chase.state.selection.refusal is not None
    assert chase.state.selection.refusal.reason is Reason.GAME_OVER
    chase.play("i2f2")
    assert chase.state.current_game.cursor.ply == 0


# ---- In words ----


def test_steps_have_class_and_text(chase: Session) -> None:
    chase.send(OpenReplay())
    steps = cycle.steps(chase.state)
    assert [step.move.kind for step in steps] == [CHASE, IDLE] * 4
    assert [step.entry.text for step in steps] == [entry.text for entry in view.move_entries(chase.state)]
    assert cycle.shown_step(chase.state) is None
    chase.send(GoForward())
    assert cycle.shown_step(chase.state) is steps[0].move


def test_remarks_on_an_unprotected_piece(chase: Session) -> None:
    chase.send(OpenReplay(), GoForward())
    step = cycle.shown_step(chase.state)
    assert step is not None
    (remark,) = cycle.remarks(step)
    assert remark.key == "attack.unprotected"
    assert remark.arguments == {
        "chaser": "red chariot",
        "from_place": "f2",
        "target": "black cannon",
        "place": "f4",
        "article": "D9(i)",
    }


def remark_keys(fen: str, moves: str) -> list[list[str]]:
    session = judged(fen, moves.split())
    session.send(OpenReplay())
    return [[remark.key for remark in cycle.remarks(step.move)] for step in cycle.steps(session.state)[:4]]


def test_remarks_on_protection_that_is_none() -> None:
    keys = remark_keys("4k4/9/9/2c1r4/9/9/R8/4R4/9/3K5 w", "a3c3 c6a6 c3a3 a6c6")
    assert keys[0][:2] == ["attack.false_root", "guard.forbidden"]


def test_remarks_on_attacks_that_do_not_count() -> None:
    standing = remark_keys("3k5/9/9/9/7c1/9/9/9/9/4K2R1 w", "h0h1 h5h4 h1h0 h4h5")
    assert standing[0] == ["attack.standing"]


def test_threat_of_mate_is_told() -> None:
    fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
    session = Session()
    session.new(HUMAN, HUMAN, fen, rules=Rules("cxa"))
    session.play(*CHECKS, *CHECKS)
    session.send(OpenReplay())
    assert all(step.move.kind in (CHECK, IDLE) for step in cycle.steps(session.state))


@pytest.mark.parametrize(
    ("fen", "moves", "red", "black"),
    [
        (CHECK_FEN, CHECKS, "cycle.all_check", "cycle.all_idle"),
        (CHASE_FEN, CHASES, "cycle.one_piece", "cycle.all_idle"),
    ],
)
def test_summary_of_a_side(fen: str, moves: list[str], red: str, black: str) -> None:
    end = judged(fen, moves).state.play.end
    assert end is not None
    assert end.verdict is not None
    assert cycle.summary(end.verdict, RED).key == red
    assert cycle.summary(end.verdict, BLACK).key == black


def test_who_gives_check() -> None:
    session = judged(CHECK_FEN, CHECKS)
    moves = session.state.play.moves
    assert positions.checkers(Line(CHECK_FEN, moves[:1])) == (parse_square("d1"),)
    assert positions.checkers(Line(CHECK_FEN, moves[:2])) == ()
