"""Tests of reviews: losses, grades, facts and summary; the same result twice; small arguments of one call."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from xiangqi.board import START_FEN, Board, Move
from xiangqi.coach.facts import FactKind, Start
from xiangqi.coach.grades import Grade, accuracy_of, fault_of, grade_of, loss_of
from xiangqi.coach.judge import EngineJudge, review_game
from xiangqi.coach.notes import GameReview, MoveReview, Opinion
from xiangqi.coach.opening_facts import OpeningTeller
from xiangqi.coach.reviewing import Reviewer
from xiangqi.coach.scene import played
from xiangqi.coach.second_look import first_verdict
from xiangqi.coach.summary import phase_of, summary_of
from xiangqi.coach.wording import Wording
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.tables import TableReport, TableVerdict

# Black's third move puts a chariot where a cannon takes it; Red does not.
GAME = "h2e2 i9i8 h0g2 i8f8 i0i1 f8f2 c3c4 f2f8"

# The same with few pieces, which takes a tenth of the time to review.
ENDING = "4ka2r/4a4/9/9/9/4P4/9/9/R8/4K1B2 w - - 0 1"
ENDING_GAME = "a1b1 i9i8 b1b2 i8f8 e4e5 f8f2"


def moves(text: str) -> list[Move]:
    return [Move.from_iccs(word) for word in text.split()]


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (0.0, Grade.EXCELLENT),
        (0.02, Grade.EXCELLENT),
        (0.021, Grade.GOOD),
        (0.05, Grade.GOOD),
        (0.051, Grade.INACCURACY),
        (0.10, Grade.INACCURACY),
        (0.101, Grade.MISTAKE),
        (0.20, Grade.MISTAKE),
        (0.201, Grade.BLUNDER),
        (1.0, Grade.BLUNDER),
    ],
)
def test_grades_by_loss(loss: float, grade: Grade) -> None:
    assert grade_of(loss) is grade
    assert fault_of(loss) is (None if grade in (Grade.EXCELLENT, Grade.GOOD) else grade)


def test_a_loss_is_the_chance_given_away() -> None:
    assert loss_of(0.6, 0.4, is_best=False) == pytest.approx(0.2)
    assert loss_of(0.6, 0.4, is_best=True) == 0
    assert loss_of(0.4, 0.6, is_best=False) == 0
    assert accuracy_of([0.0, 0.08]) == pytest.approx(75)
    assert accuracy_of([]) is None


@pytest.fixture(scope="module")
def reviewed() -> tuple[MoveReview, ...]:
    return review_game(START_FEN, moves(GAME), 2000).moves


def test_every_move_is_judged_in_order(reviewed: tuple[MoveReview, ...]) -> None:
    assert [str(move.move) for move in reviewed] == GAME.split()
    assert [move.ply for move in reviewed] == list(range(1, 9))
    assert [move.side for move in reviewed] == [RED, BLACK] * 4
    for move in reviewed:
        assert move.grade is grade_of(move.loss)
        assert move.loss == loss_of(move.before, move.after, is_best=move.best[:1] == (move.move,))


def test_a_lost_chariot_is_a_blunder_with_its_reason(reviewed: tuple[MoveReview, ...]) -> None:
    blunder = reviewed[5]  # f8f2
    assert blunder.grade is Grade.BLUNDER
    assert blunder.is_explained
    reason = blunder.facts[0]
    assert reason.kind is FactKind.HANGS
    assert reason.start is Start.AFTER
    assert reason.side == RED


def test_every_proof_can_be_played(reviewed: tuple[MoveReview, ...]) -> None:
    board = Board()
    for move in reviewed:
        for fact in move.facts:
            start = board if fact.start is Start.BEFORE else played(board, [move.move])
            line = start.copy()
            for step in fact.proof:
                line.push(step)  # raises for an illegal move
            assert fact.kind is FactKind.OPENING or start.turn == fact.side
        board.push(move.move)


def test_a_review_is_the_same_twice_and_can_be_sent() -> None:
    first = review_game(ENDING, moves(ENDING_GAME), 2000)
    again = review_game(ENDING, [int(move) for move in moves(ENDING_GAME)], 2000)
    assert any(move.facts for move in first.moves)
    assert again == first
    assert pickle.loads(pickle.dumps(again)) == again


def test_a_game_that_is_over_is_judged_by_its_end() -> None:
    asked: list[int] = []

    def judge(line: Line) -> Opinion:
        asked.append(len(line.moves))
        return Opinion(0.5, tuple(line.board().legal_moves()[:1]))

    mate = moves("h2e2 a9a8 e2e6 a8a9 b2b4 a9a8 b4e4")
    found = Reviewer(judge).review(Line(START_FEN, tuple(mate)))
    assert asked[:7] == [6, 5, 4, 3, 2, 1, 0]
    assert found.moves[-1].after == 1.0


# Red's chariot attacks a cannon that comes back: the 23rd move makes it a draw, and the record goes on.
CHASE = "4k1b2/3P5/c3b2c1/7R1/9/9/9/9/4K4/9 w - - 0 1"
CHASE_GAME = (
    "h6f6 h7f7 f6i6 f7i7 i6b6 a7b7 b6g6 i7g7 g6f6 g7f7 f6h6 f7h7 h6b6 b7a7 b6h6 h7f7 h6f6 f7h7 f6h6 h7f7 "
    "h6f6 f7h7 f6h6 h7f7 h6f6"
)


def test_a_won_position_is_no_draw_because_it_can_come_up_again() -> None:
    """Black can go back to where the game began: the third time that is a draw, the second time nothing."""
    fen = "3k5/9/9/9/p8/8P/9/9/9/R3K3R w - - 0 1"
    cycle = "i0i1 d9d8 i1i0 d8d9 "
    judge = EngineJudge(500)
    assert judge(Line(fen, tuple(moves(cycle)[:3]))).chance < 0.1
    forbidden = "4k4/4a4/9/4R4/9/9/9/3RNr3/3K5/9 w - - 0 1"  # Black's next check loses, so it is no draw either
    checks = "d1d0 f2f3 d0d1 f3f1 d1d0 f1f0 d0d1 f0f1 d1d0 f1f0 d0d1"
    assert judge(Line(forbidden, tuple(moves(checks)))).chance < 0.1
    drawn = judge(Line(fen, tuple(moves(2 * cycle)[:7])))
    assert (drawn.chance, drawn.line) == (0.5, tuple(moves("d8d9")))


def test_a_move_that_ends_the_game_by_repetition_is_judged_by_that() -> None:
    """Nothing is reported about what could follow it. Where play went on, the rules ended nothing."""

    def judge(line: Line) -> Opinion:
        return Opinion(0.9 if line.turn == RED else 0.1, tuple(moves("e1f1" if line.turn == RED else "a7c7")))

    whole = Line(CHASE, tuple(moves(CHASE_GAME)))
    drawn = Reviewer(judge).review(whole.upto(23)).moves[-1]
    assert drawn.after == 0.5
    assert drawn.grade is Grade.BLUNDER
    assert drawn.facts[0].kind is FactKind.REPETITION
    assert all(fact.start is Start.BEFORE for fact in drawn.facts)
    went_on = Reviewer(judge).review(whole.upto(24)).moves[22]
    assert went_on.after == pytest.approx(0.9)
    assert went_on.grade is Grade.EXCELLENT
    assert not went_on.facts
    words = Wording("en", Style.ICCS).sentence(
        drawn.facts[0], played(Board(CHASE), moves(CHASE_GAME)[:22]), drawn.move
    )
    assert words == "Under the rules, this repetition is a draw."


@pytest.mark.parametrize(
    ("fen", "move", "better", "kinds"),
    [
        ("5a3/3k5/5a3/9/9/9/9/4R4/4K4/9 w", "e2e8", "e2d2", [FactKind.MATE, FactKind.HANGS]),
        ("3P5/4a4/3k1a3/9/3P5/9/9/9/5K3/9 w", "f1e1", "d5d6 d7d8 d9e9", [FactKind.THEORY]),
    ],
)
def test_beside_theory_one_move_is_named(fen: str, move: str, better: str, kinds: list[FactKind]) -> None:
    """A mate is more specific than the tables; the engine's move is one of theirs if it keeps the win."""
    board, [mistake], line = Board(fen), moves(move), tuple(moves(better))

    def probe(asked: Board) -> TableReport:
        worth = {
            other: TableVerdict.DRAW if other == mistake else TableVerdict.WIN for other in asked.legal_moves()
        }
        return TableReport(TableVerdict.WIN, moves=worth)

    reviewer = Reviewer(lambda _line: Opinion(0.5), probe=probe)
    told = reviewer.facts_about(board, mistake, first_verdict(mistake, Opinion(1.0, line), Opinion(0.5)))
    assert [fact.kind for fact in told] == kinds
    assert {fact.proof[0] for fact in told if fact.start is Start.BEFORE} == {line[0]}


@pytest.mark.parametrize(
    ("loss", "told"),
    [
        (0.0, set()),
        (0.08, {FactKind.POINT, FactKind.LEAVES_PRACTICE}),
        (0.3, {FactKind.LEAVES_PRACTICE}),
    ],
)
def test_strategy_and_practice_are_told_where_they_matter(loss: float, told: set[FactKind]) -> None:
    """Of a good move neither is told, and a blunder is no matter of strategy."""
    reviewer = Reviewer(lambda _line: Opinion(0.5))
    better, answer = tuple(moves("h2e2 h9g7")), tuple(moves("h9g7"))
    [move] = moves("e0e1")
    verdict = first_verdict(move, Opinion(0.5, better), Opinion(0.5 + loss, answer))
    found = reviewer.facts_about(Board(), move, verdict)
    assert {fact.kind for fact in found} & {FactKind.POINT, FactKind.LEAVES_PRACTICE} == told


def test_the_summary_counts_grades_and_names_the_turning_point(reviewed: tuple[MoveReview, ...]) -> None:
    summary = summary_of(reviewed, None)
    assert sum(summary.red.counts.values()) == sum(summary.black.counts.values()) == 4
    faults = [move for move in reviewed if move.before >= 0.4]
    assert summary.turning_point == max(faults, key=lambda move: move.loss).ply
    assert set(summary.red.phases) == {"opening"}


def test_only_a_game_from_the_usual_start_has_an_opening() -> None:
    assert phase_of(Board(), 1) == "opening"
    game = played(Board(), moves(GAME))
    assert [phase_of(game, ply) for ply in (9, 24, 25)] == ["opening", "opening", "middlegame"]
    assert phase_of(Board(game.fen()), 1) == "middlegame"
    assert phase_of(Board(ENDING), 1) == "endgame"


def test_a_game_without_moves() -> None:
    found = review_game(START_FEN, [], 500)
    assert found.moves == ()
    assert found.summary.turning_point is None


def test_a_fault_of_the_opening_is_held_against_the_counts_of_a_library() -> None:
    known = {
        Move.from_iccs("h2e2"): (60, 0.55),
        Move.from_iccs("b2e2"): (34, 0.41),
        Move.from_iccs("a0a1"): (2, 1.0),
    }
    teller = OpeningTeller(counts=lambda board: {} if board.move_stack else known)
    board = Board()
    [played_often] = teller.counted(board, Move.from_iccs("b2e2"))
    assert (played_often.name, played_often.proof, played_often.counts) == (
        "played",
        tuple(moves("b2e2")),
        (34, 41),
    )
    for rare in ("a0a1", "i0i1"):
        [other] = teller.counted(board, Move.from_iccs(rare))
        assert (other.name, other.proof, other.counts) == ("other", tuple(moves("h2e2")), (60, 55))
    assert not list(teller.counted(played(board, moves("h2e2")), Move.from_iccs("h9g7")))
    words = Wording("en", Style.ICCS).sentence(played_often, board, Move.from_iccs("b2e2"))
    assert words == "In your library: cannon on b2 to e2 (games: 34, score: 41%)."


def test_a_review_of_the_last_moves_alone_names_and_places_those(reviewed: tuple[MoveReview, ...]) -> None:
    """A review goes from the end to the start, so what has been judged is not the game's beginning."""
    line = Line(START_FEN, tuple(move.move for move in reviewed))
    for first in range(len(reviewed)):
        late = reviewed[first:]
        part = GameReview(line, late, replace(summary_of(late, None), turning_point=late[-1].ply))
        before = line.before.board()
        words = Wording("en", Style.ICCS)
        last = words.moves(before, line.moves[-1:])
        assert words.turning_point(part) == f"Turning point: move {before.fullmove_number}, {last}."
        assert [(move.ply, board.fen()) for move, board in part.on_boards()] == [
            (move.ply, line.upto(move.ply - 1).board().fen()) for move in late
        ]
