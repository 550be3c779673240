"""What a wrong try in an exercise misses: read off hand-made positions, with the engine's opinion given."""

from __future__ import annotations

import pytest
from lines import moves

from xiangqi.board import Board, Move
from xiangqi.coach.notes import Opinion
from xiangqi.core.constants import BLACK, KING, KNIGHT, PAWN, RED, ROOK
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.missed import Missed, Rejoinder, Shortfall, missed_by, missed_in_tables
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.tables import TableVerdict

MATE, WIN, SAVE = ExerciseKind.MATE, ExerciseKind.WIN, ExerciseKind.SAVE
TWO_CHARIOTS = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"
MATE_IN_TWO = SolvingTask(TWO_CHARIOTS, moves("a2a8 e9f9 b1b9"), MATE)
BARE = "4ka3/9/9/9/4c4/9/9/4R4/9/3K5 w - - 0 1"


def missed(task: SolvingTask, tried: str, line: str, chance: float = 0.5, mate: int | None = None) -> Missed:
    return missed_by(task, moves(tried), None, Opinion(chance, moves(line), mate))


@pytest.mark.parametrize(
    ("fen", "tried", "line", "answer", "piece"),
    [
        ("4k4/9/9/9/9/9/9/R8/9/3K5 w - - 0 1", "a2a9", "e9e8", Rejoinder.STEPS, BLACK | KING),
        ("3ak4/9/9/9/9/9/9/R8/9/5K3 w - - 0 1", "a2e2", "d9e8", Rejoinder.BLOCKS, 0),
        ("2b1k4/9/9/9/9/9/9/2R6/9/3K5 w - - 0 1", "c2e2", "c9e7", Rejoinder.BLOCKS, 0),
        ("4k4/9/9/5n3/2N6/9/9/9/9/3K5 w - - 0 1", "c5d7", "f6e8", None, 0),
        ("3k5/9/9/2N6/9/9/9/9/9/4K4 w - - 0 1", "c6b8", "d9d8", Rejoinder.STEPS, BLACK | KING),
        ("3k5/8r/9/2N6/9/9/9/9/9/4K4 w - - 0 1", "c6b8", "i8c8", Rejoinder.BLOCKS, 0),
        ("4k4/9/9/9/9/9/9/R8/4r4/3K5 w - - 0 1", "a2e2", "e1e2", Rejoinder.TAKES, RED | ROOK),
        ("4k4/9/9/n8/9/9/P8/9/9/R2K5 w - - 0 1", "a3a4", "a6b8", None, 0),
        ("4k4/9/9/n8/9/9/9/9/1R7/3K5 w - - 0 1", "b1a1", "a6b8", Rejoinder.EVADES, BLACK | KNIGHT),
        ("4k4/9/9/n8/9/9/9/9/1R7/3K5 w - - 0 1", "b1a1", "a6b4", Rejoinder.EVADES, BLACK | KNIGHT),
        ("4k4/9/r8/9/9/9/9/9/1R7/3K5 w - - 0 1", "b1a1", "a7a8", None, 0),
        ("r3k4/9/9/9/9/9/9/9/1R7/3K5 w - - 0 1", "b1b2", "a9a0", Rejoinder.CHECKS, 0),
        ("r3k4/9/9/9/9/9/P8/9/1R7/3K5 w - - 0 1", "b1b2", "a9a3", None, 0),
        ("r3k4/9/9/9/9/9/9/P8/1R7/3K5 w - - 0 1", "a2a3", "a9a3", Rejoinder.TAKES, RED | PAWN),
    ],
)
def test_the_answer_is_what_its_move_does(
    fen: str, tried: str, line: str, answer: Rejoinder | None, piece: int
) -> None:
    """A piece is taken, a check is met, or a piece evades; a soldier elsewhere is not worth a word."""
    found = missed(SolvingTask(fen, moves(tried), WIN), tried, line)
    assert (found.answer, found.piece) == (answer, piece)


def test_a_try_without_check_leaves_a_free_move_only_where_the_solution_gives_check() -> None:
    task = SolvingTask("4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1", moves("a2a9 e9e8 b1b8"), MATE)
    assert missed(task, "a2a3", "e9f9").answer is Rejoinder.FREE
    assert missed(MATE_IN_TWO, "a2a3", "e9f9").answer is None  # which begins without a check


def test_a_slower_mate_is_told_with_both_numbers() -> None:
    found = missed(MATE_IN_TWO, "a2a3", "e9f9", 0.0, mate=-3)
    assert (found.shortfall, found.count, found.asked, found.is_ahead) == (Shortfall.SLOWER, 4, 2, True)
    later = missed_by(MATE_IN_TWO, moves("a2a8 e9f9 b1b2"), None, Opinion(0.0, moves("f9e9"), -1))
    assert (later.shortfall, later.count, later.asked) == (Shortfall.SLOWER, 2, 1)


def test_no_mate_follows() -> None:
    found = missed(MATE_IN_TWO, "a2a3", "e9f9", 0.5)
    assert (found.shortfall, found.asked, found.is_ahead) == (Shortfall.NO_MATE, 2, False)
    stalemate = SolvingTask("3k5/9/R8/9/9/9/9/9/9/4K4 w", moves("a7a8"), MATE)
    assert missed(stalemate, "a7b7", "d9d8").shortfall is None  # no mate is asked for there


def test_a_capture_of_less_is_told_with_what_could_be_taken() -> None:
    """The horse is there for the taking, and so is the chariot, which is the solution."""
    task = SolvingTask("4k4/9/9/nR6r/9/9/9/9/9/3K5 w - - 0 1", moves("b6i6"), WIN)
    less = missed(task, "b6a6", "i6i0", 0.1)
    assert (less.shortfall, less.took, less.right) == (Shortfall.LESS, KNIGHT, (ROOK,))
    assert (less.answer, less.is_ahead) == (Rejoinder.CHECKS, True)
    idle = missed(task, "b6b5", "i6i0")
    assert (idle.shortfall, idle.took, idle.right) == (Shortfall.IDLE, 0, (ROOK,))
    same = SolvingTask(task.fen, moves("b6a6"), WIN)
    assert missed(same, "b6i6", "e9e8").shortfall is None  # it takes more than the solution


def test_a_mate_that_is_not_asked_for_is_told() -> None:
    task = SolvingTask(BARE, moves("e2e5"), WIN)
    found = missed_by(task, moves("e2e3"), Opinion(1.0, mate=3), Opinion(0.4, moves("e5c5")))
    assert found.shortfall is Shortfall.TO_MATE


def test_the_opponents_mate_says_all() -> None:
    for kind in (MATE, WIN, SAVE):
        found = missed(SolvingTask(BARE, moves("e2e5"), kind), "e2e3", "e5e3", 1.0, mate=2)
        assert (found.answer, found.shortfall) == (Rejoinder.MATES, None)


def test_a_game_that_is_not_saved_is_lost() -> None:
    task = SolvingTask(BARE, moves("e2e5"), SAVE)
    assert missed(task, "e2e3", "e5c5", 0.8).shortfall is Shortfall.LOSES
    assert missed(task, "e2e3", "e5c5", 0.6).shortfall is None


def test_the_tables_say_whether_the_game_is_drawn_or_lost() -> None:
    board, tried, reply = Board(BARE), Move.from_iccs("e2e3"), Move.from_iccs("e5e3")
    drawn = missed_in_tables(TableVerdict.DRAW, board, tried, reply)
    assert (drawn.answer, drawn.piece, drawn.shortfall) == (Rejoinder.TAKES, RED | ROOK, Shortfall.DRAWS)
    assert missed_in_tables(TableVerdict.LOSS, board, tried, None) == Missed(shortfall=Shortfall.LOSES)
    assert board.piece_at(tried.from_square) == RED | ROOK
