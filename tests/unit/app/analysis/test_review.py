"""Tests of reviews: the loss of every move of a line, and lines that are played out on the board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from app_session import Session
from reviewing import LINE, judge, pv, review, tick, told

from xiangqi.app.analysis.review import NextMistake, StopReview
from xiangqi.app.analysis.story import OpenStory
from xiangqi.app.board_input.moving import ClickSquare, PlayText
from xiangqi.app.game.search_effects import SearchDone, SearchFailed, SearchInfo, StartSearch
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast, GoTo
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.records.preview import CloseLine, ShowBest, ShowLine
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.assess import Looks, Subject, assess
from xiangqi.app.session.intents import StartReview, ToggleAnalysis
from xiangqi.app.session.judgement import Engine, Judgement
from xiangqi.app.update import Cancel
from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.grades import Grade, fault_of
from xiangqi.coach.notes import DeepLook
from xiangqi.coach.scene import played
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.chances import winning_chance
from xiangqi.engine.common.types import Info
from xiangqi.line import Line
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.referee import DEFAULT_RULES


def ply_in_review(session: Session) -> int | None:
    assert session.state.analysis is not None
    review = session.state.analysis.review
    return None if review is None else review.ply


@pytest.fixture
def reviewed(hot_seat: Session) -> Session:
    hot_seat.play(*LINE)
    review(hot_seat)
    return hot_seat


def test_a_review_goes_from_the_end_to_the_beginning(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    hot_seat.send(StartReview())
    seen = []
    while ply_in_review(hot_seat) is not None:
        tick(hot_seat)
        seen.append(told(hot_seat))
        assert hot_seat.one(StartSearch).limits.movetime_ms
        judge_silently(hot_seat)
    assert seen == [played(Board(), pv(" ".join(LINE[:ply]))).fen() for ply in (4, 3, 2, 1, 0)]
    assert hot_seat.said == [], "the story says it"
    assert analysed.assessment(hot_seat.state).is_complete
    tick(hot_seat)
    assert hot_seat.one(StartSearch).limits.infinite


def judge_silently(session: Session) -> None:
    assert session.state.analysis is not None
    assert session.state.analysis.search is not None
    number, task = session.state.analysis.search.id, session.state.analysis.search.task
    move = next(iter(positions.board_at(task.line).legal_moves()))
    session.send(SearchInfo(number, Info(5, 5, 10, 5, 0, pv=(move,))), SearchDone(number, move))


def test_moves_are_graded_by_lost_chances(reviewed: Session) -> None:
    found = analysed.assessment(reviewed.state)
    losses = [verdict.loss for verdict in found.verdicts if verdict is not None]
    assert losses == pytest.approx(
        [0.0, 0.0, winning_chance(60) - winning_chance(-400), winning_chance(400) - winning_chance(-320)]
    )
    assert [verdict.grade for verdict in found.marked] == [Grade.MISTAKE, Grade.BLUNDER]
    assert [str(move) for move in found.marked[0].better] == ["b0c2", "a9a8"]
    assert found.chances[0] == winning_chance(70)


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0.0, None), (0.05, None), (0.06, Grade.INACCURACY), (0.11, Grade.MISTAKE), (0.21, Grade.BLUNDER)],
)
def test_a_loss_has_the_grade_of_its_band(loss: float, grade: Grade | None) -> None:
    assert fault_of(loss) is grade


def test_summaries_count_what_was_judged(reviewed: Session) -> None:
    found = analysed.assessment(reviewed.state)
    red, black = found.summary(RED), found.summary(BLACK)
    assert red.counts[Grade.MISTAKE] == 1
    assert sum(black.counts.values()) == 1
    loss = winning_chance(60) - winning_chance(-400)
    assert red.accuracy == pytest.approx((100 + 100 * 0.5 ** (loss / 0.08)) / 2)


def test_a_mate_on_the_board_needs_no_engine(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4")
    assert hot_seat.state.play.end is not None
    hot_seat.send(StartReview())
    assert ply_in_review(hot_seat) == 6
    assert analysed.assessment(hot_seat.state).chances[-1] == 1.0


def test_a_move_that_repeats_once_too_often_is_graded_by_the_result() -> None:
    """Both chariots come and go: the 8th ply is a draw, unless the record goes on."""
    fen = "r3k4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"
    moves = pv("a0b0 a9b9 b0a0 b9a9 a0b0 a9b9 b0a0 b9a9 a0b0 a9b9")
    red = winning_chance(400)
    assert after_repeating(fen, moves[:8])[6:] == pytest.approx([red, 0.5])
    assert after_repeating(fen, moves)[6:9] == pytest.approx([red, 1 - red, red])


def after_repeating(fen: str, moves: tuple[Move, ...]) -> list[float]:
    """Return the mover's chance after each move of a line in which Red stands at +400 throughout."""
    subject = Subject(Line(fen, moves), DEFAULT_RULES, ())
    info = Info(9, 9, 1000, 50, 400)
    turns = [RED if ply % 2 == 0 else BLACK for ply in range(len(moves) + 1)]
    judged = {
        key: Judgement(turn, replace(info, score_cp=400 if turn == RED else -400), (), thorough=True)
        for key, turn in zip(subject.keys, turns, strict=True)
    }
    found = assess(subject, judged, dict.fromkeys(subject.keys))
    return [verdict.after for verdict in found.verdicts if verdict is not None]


def test_marks_stay_as_shown_when_a_deeper_look_says_otherwise() -> None:
    line = Line(START_FEN, pv("h2e2 a9a8"))
    subject = Subject(line, DEFAULT_RULES, ())
    info = Info(9, 9, 1000, 50, 0)
    judged = {
        key: Judgement(turn, replace(info, score_cp=score), (), thorough=True)
        for key, turn, score in zip(subject.keys, (RED, BLACK, RED), (0, 0, 400), strict=True)
    }
    shown = assess(subject, judged, {}).verdicts
    last = subject.keys[-1]
    deeper = Judgement(RED, replace(info, depth=20, score_cp=0), ()).after(judged[last])
    deepest = Judgement(RED, replace(info, depth=30, score_cp=-900), (), thorough=True).after(deeper)
    assert deepest.red_chance < 0.5
    assert assess(subject, {**judged, last: deepest}, {}).verdicts == shown
    hasty = Judgement(RED, replace(info, depth=3, score_cp=-900), ())
    assert judged[last].after(hasty).compared == judged[last].best


def looked(depth: int, *lines: tuple[str, int]) -> Judgement:
    """What a search with Red to move found: the beginning of each line and its score."""
    found = tuple(Info(depth, depth, 1000, 50, score, pv=pv(moves)) for moves, score in lines)
    return Judgement(RED, found[0], found)


DEEP = (("h2e2 h9g7", -683),)
AGREES = (("h2e2", -583), ("b2e2", -700), ("b0c2", -900))
DIFFERS = (("b2e2", -583), ("h2e2", -640), ("b0c2", -900))


@pytest.mark.parametrize(
    ("before", "now", "shown"),
    [
        (looked(12, *DEEP), looked(5, *AGREES), [-683, -700, -900]),
        (looked(12, *DEEP), looked(5, *DIFFERS), [-683, -900]),
        (looked(12, *DEEP), looked(13, *DIFFERS), [-583, -640, -900]),
        (looked(12, *AGREES), looked(5, *DIFFERS), [-583, -700, -900]),
        (looked(12, *AGREES), looked(12, *DEEP), [-683]),
    ],
)
def test_the_first_line_is_the_best_while_a_new_search_catches_up(
    before: Judgement, now: Judgement, shown: list[int]
) -> None:
    merged = now.after(before)
    assert [line.score_cp for line in merged.lines] == shown
    assert merged.best == merged.lines[0]


def test_a_mark_waits_for_the_coach_unless_it_is_beyond_doubt() -> None:
    """Marks that the coach withdraws are never shown; another engine's own marks count as they are."""
    line, info = Line(START_FEN, pv("h2e2 a9a8")), Info(9, 9, 1000, 50)

    def marked(score_cp: int, looked: Looks, engine: Engine = ()) -> list[float]:
        subject = Subject(line, DEFAULT_RULES, engine)
        judged = {
            key: Judgement(turn, replace(info, score_cp=score), (), thorough=True)
            for key, turn, score in zip(subject.keys, (RED, BLACK, RED), (0, 0, score_cp), strict=True)
        }
        looks = {subject.keys[ply]: look for ply, look in looked.items()}
        return [verdict.loss for verdict in assess(subject, judged, looks).marked]

    first = winning_chance(200) - 0.5
    assert marked(200, {}) == []
    assert marked(200, {2: None}) == marked(200, {}, ("other",)) == [pytest.approx(first)]
    assert marked(200, {2: DeepLook(0.48, 0.02, ())}) == []
    assert marked(200, {2: DeepLook(0.3, 0.2, pv("h9g7"))}) == [0.2]
    assert marked(500, {}) == [pytest.approx(winning_chance(500) - 0.5)]


def test_what_was_judged_is_not_judged_again(reviewed: Session) -> None:
    reviewed.play("h0g2")
    reviewed.send(GoFirst(), GoLast(), StartReview())
    assert ply_in_review(reviewed) is None


def test_a_review_can_be_left_off_and_taken_up(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    hot_seat.send(StartReview())
    tick(hot_seat)
    judge(hot_seat, 0, "a0a1")
    hot_seat.send(StopReview())
    tick(hot_seat)
    assert ply_in_review(hot_seat) is None
    assert hot_seat.state.analysis is not None
    hot_seat.send(StartReview())
    assert ply_in_review(hot_seat) == 3


def test_stepping_does_not_disturb_a_review(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    hot_seat.send(StartReview())
    tick(hot_seat)
    hot_seat.send(GoFirst())
    tick(hot_seat)
    assert not hot_seat.effects
    assert ply_in_review(hot_seat) == 4


def test_a_failing_engine_ends_a_review(hot_seat: Session) -> None:
    hot_seat.play(*LINE)
    hot_seat.send(StartReview())
    tick(hot_seat)
    assert hot_seat.state.analysis is not None
    assert hot_seat.state.analysis.search is not None
    hot_seat.send(SearchFailed(hot_seat.state.analysis.search.id, "it died"))
    tick(hot_seat)
    assert ply_in_review(hot_seat) == 4
    assert hot_seat.state.analysis.search is not None
    hot_seat.send(SearchFailed(hot_seat.state.analysis.search.id, "it died"))
    assert ply_in_review(hot_seat) is None
    assert "analysis_failed" in hot_seat.said


def test_without_moves_there_is_nothing_to_review(hot_seat: Session) -> None:
    hot_seat.send(StartReview())
    assert hot_seat.said == ["no_moves_to_review"]


def test_mistakes_are_gone_through(reviewed: Session) -> None:
    reviewed.send(OpenStory(is_open=False), GoFirst(), NextMistake())
    assert view.line(reviewed.state).ply == 3
    reviewed.send(NextMistake())
    assert view.line(reviewed.state).ply == 4
    reviewed.send(NextMistake())
    assert view.line(reviewed.state).ply == 3, "from the other end again"
    assert reviewed.state.toasts[-1].message.key == "toast.mistakes_from_start"
    reviewed.send(NextMistake(-1))
    assert view.line(reviewed.state).ply == 4
    assert reviewed.state.toasts[-1].message.key == "toast.mistakes_from_end"
    reviewed.send(NextMistake(-1))
    assert view.line(reviewed.state).ply == 3


def test_at_the_end_of_a_reviewed_game_the_next_mistake_is_the_first(hot_seat: Session) -> None:
    hot_seat.play(*LINE, "a0a1")
    review(hot_seat, (-320, "a9a8"))
    assert [verdict.ply for verdict in analysed.assessment(hot_seat.state).marked] == [3, 4]
    assert view.line(hot_seat.state).ply == 5, "where the review leaves the board"
    hot_seat.send(OpenStory(is_open=False), NextMistake())
    assert view.line(hot_seat.state).ply == 3
    assert hot_seat.state.toasts[-1].message.key == "toast.mistakes_from_start"


# ---- Lines played out for a look ----


def on_board(session: Session) -> list[str]:
    return [str(move) for move in view.board_line(session.state).here.moves]


def test_the_better_line_is_played_out_and_left(reviewed: Session) -> None:
    reviewed.send(GoTo(3), ShowLine(2, pv("b0c2 a9a8")))
    assert on_board(reviewed) == ["h2e2", "h9g7", "b0c2"]
    reviewed.send(GoForward())
    assert on_board(reviewed)[-1] == "a9a8"
    reviewed.send(GoForward())
    assert len(on_board(reviewed)) == 4
    reviewed.send(GoFirst())
    assert on_board(reviewed) == ["h2e2", "h9g7"]
    reviewed.send(GoLast(), Cancel())
    assert on_board(reviewed) == ["h2e2", "h9g7", "h0g2"]
    assert reviewed.state.play.moves == pv(" ".join(LINE))


def test_back_from_its_beginning_leaves_the_line(reviewed: Session) -> None:
    reviewed.send(GoTo(3), ShowLine(2, pv("b0c2"), 1), GoBack(), GoBack())
    assert reviewed.state.preview is None
    assert view.line(reviewed.state).ply == 3


def test_the_analysis_follows_a_line(hot_seat: Session) -> None:
    hot_seat.send(ToggleAnalysis())
    tick(hot_seat)
    hot_seat.send(ShowLine(0, pv("h2e2 h9g7"), 2))
    tick(hot_seat)
    assert told(hot_seat) == played(Board(), pv("h2e2 h9g7")).fen()


def test_own_moves_are_tried_in_a_line(reviewed: Session) -> None:
    reviewed.send(ShowLine(2, pv("b0c2 a9a8")), PlayText("c9e7"))
    assert on_board(reviewed) == ["h2e2", "h9g7", "b0c2", "c9e7"]
    assert reviewed.moves == " ".join(LINE)


def test_in_analysis_a_move_from_an_earlier_position_is_tried(reviewed: Session) -> None:
    reviewed.send(GoTo(2), PlayText("b0a2"))
    assert on_board(reviewed) == ["h2e2", "h9g7", "b0a2"]
    assert reviewed.moves == " ".join(LINE)


def test_the_best_move_goes_on_move_by_move(reviewed: Session) -> None:
    reviewed.send(GoTo(2), ShowBest(), ShowBest())
    assert on_board(reviewed) == ["h2e2", "h9g7", "b0c2", "a9a8"]
    reviewed.send(ShowBest())  # nothing is known there
    assert len(on_board(reviewed)) == 4


def test_a_line_goes_with_the_position_it_belongs_to(hot_seat: Session) -> None:
    hot_seat.send(ToggleAnalysis(), ShowLine(0, pv("h2e2")))
    tick(hot_seat)
    assert hot_seat.state.preview is not None
    text = '[Red "A"]\n\n1. h2e2 h9g7 *\n'
    hot_seat.send(OpenFile(Path("a.pgn")))
    assert hot_seat.state.loading is not None
    games = tuple(map(pack, read_bytes(text.encode(), "a.pgn")))
    hot_seat.send(GamesRead(hot_seat.state.loading.id, "a.pgn", Path("a.pgn"), games, complete=True))
    hot_seat.send(GoLast())
    tick(hot_seat)
    assert hot_seat.state.preview is None


def test_a_piece_taken_up_in_a_line_is_not_in_hand_after_it(against_computer: Session) -> None:
    against_computer.play("h2e2")
    against_computer.send(ToggleAnalysis(), ShowLine(1, pv("h9g7")), ClickSquare(pv("h0g2")[0].from_square))
    assert against_computer.state.selection.selected is not None
    against_computer.send(CloseLine())
    assert against_computer.state.selection.selected is None
    against_computer.send(ShowLine(1, pv("h9g7")), ClickSquare(pv("h0g2")[0].from_square), GoTo(1))
    assert against_computer.state.selection.selected is None


def test_an_impossible_line_is_not_shown(hot_seat: Session) -> None:
    hot_seat.send(ShowLine(0, pv("a0a9")), ShowBest())
    assert hot_seat.state.preview is None
