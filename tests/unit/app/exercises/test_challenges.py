"""Exercises on the board: right moves answered, wrong ones refuted and taken back, help step by step."""

from __future__ import annotations

import queue
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session
from lines import moves

from xiangqi.app.analysis import tablebase
from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.event import Input, Tick
from xiangqi.app.exercises.asks import (
    AnswerJudged,
    DropCard,
    JudgeAnswer,
    KeepSolving,
    MoveJudge,
    SaveSolved,
    TrainingRead,
)
from xiangqi.app.exercises.background_work.answer_judge import compared
from xiangqi.app.exercises.challenges import GiveSolution, GiveVerdict, TryAgain
from xiangqi.app.exercises.modes import Challenge, ChallengeState, HintLevel
from xiangqi.app.exercises.practice import ContinueGame, NextExercise, RemoveCard, ToggleTimer, Train
from xiangqi.app.exercises.puzzles import GuessMoves, SolvePuzzle
from xiangqi.app.exercises.state import AnswerMode, Assignment, GuessVerdict, Training
from xiangqi.app.exercises.times import exercise_time
from xiangqi.app.game.asks import WriteJournal
from xiangqi.app.game.play import NewGame, Rematch
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import StartSearch
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.intent import Intent
from xiangqi.app.records.asks_reading import GamesRead, LoadFile, LoadText
from xiangqi.app.records.browse import GoForward, GoTo
from xiangqi.app.records.loading import CloseRecord, OpenFile, PasteText
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint, Quit, ToggleAnalysis
from xiangqi.app.session.orders import LoadTraining
from xiangqi.app.session.players import Setup
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer, Cancel
from xiangqi.board import START_FEN, Move
from xiangqi.coach.notes import Opinion
from xiangqi.core.constants import BLACK, RED
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.deck import DeckCard, Mistake
from xiangqi.exercises.missed import Missed
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.line import Line
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack
from xiangqi.records.tree import Game

TODAY = TrainingRequest(ExerciseSet.TODAY)
FEN = "3a5/3k3P1/9/8N/C1N6/9/9/B3K4/9/9 w - - 0 1"
BLACK_FEN = "4k4/9/9/9/9/9/9/r8/1r7/3K5 b - - 0 1"


def assignment(
    fen: str = FEN, solution: str = "c5b7 d8d7 a5a7", themes: tuple[str, ...] = ("mate",)
) -> Assignment:
    task = SolvingTask(fen, moves(solution), ExerciseKind.MATE)
    return Assignment(task, " ".join(fen.split()[:2]), "daily", themes, 1280)


MATE_IN_TWO = assignment()
OTHER = assignment(BLACK_FEN, "a2a0", ())


@pytest.fixture
def solving(session: Session) -> Session:
    session.send(TrainingRead(TODAY, (MATE_IN_TWO, OTHER), (None, None)))
    return session


def challenge(session: Session) -> Challenge:
    found = session.state.mode(Challenge)
    assert found is not None
    return found


def judge(session: Session, good: bool | None, line: str = "") -> None:
    """What becomes of the move that was made last."""
    order = session.one(JudgeAnswer)
    missed = None if good else Missed(is_ahead=True)
    session.send(AnswerJudged(order.document_id, order.played, order.move, good, moves(line), missed=missed))


def wait(session: Session, seconds: float) -> None:
    session.send(Tick(session.state.now + seconds))


def test_a_right_move_is_answered_and_the_last_one_solves_it(solving: Session) -> None:
    solving.play("c5b7")
    assert not solving.thinking
    judge(solving, True, "d8d7")
    assert challenge(solving).state is ChallengeState.ANSWERED
    assert solving.moves == "c5b7"
    wait(solving, 1)
    assert solving.moves == "c5b7 d8d7"
    solving.play("a5a7")
    judge(solving, True)
    assert challenge(solving).state is ChallengeState.SOLVED
    kept = solving.one(KeepSolving)
    assert (kept.assignment, kept.solved, kept.wrong, kept.hints) == (MATE_IN_TWO, True, 0, 0)
    assert kept.seconds == pytest.approx(1)
    assert solving.state.held(Training) is not None
    assert solving.state.held(Training).results == (True, None)


def test_a_wrong_move_is_refuted_on_the_board_and_taken_back(solving: Session) -> None:
    solving.play("e2f2")
    judge(solving, False, "d9e8 i6g7 e8f7 g7f5")
    assert challenge(solving).state is ChallengeState.REFUTED
    assert challenge(solving).missed == Missed(is_ahead=True)
    assert [str(move) for move in view.board_line(solving.state).here.moves] == ["e2f2", "d9e8"]
    assert solving.moves == ""
    for _ in range(2):
        wait(solving, 1.1)
    assert len(view.board_line(solving.state).here.moves) == 4
    wait(solving, 60)
    assert challenge(solving).state is ChallengeState.REFUTED, (
        "its last position stays as long as it is looked at"
    )
    assert len(view.board_line(solving.state).here.moves) == 4
    solving.send(TryAgain())
    assert (challenge(solving).state, solving.state.preview) == (ChallengeState.ASKED, None)
    assert not solving.found(KeepSolving)
    assert solving.state.held(Training) is not None
    assert solving.state.held(Training).results == (False, None)  # and stays so, whatever follows
    solving.play("c5b7")
    judge(solving, True)
    assert solving.one(KeepSolving).wrong == 1
    assert solving.state.held(Training).results == (False, None)


def test_a_move_can_be_made_while_the_refutation_is_shown(solving: Session) -> None:
    solving.play("e2f2")
    judge(solving, False, "d9e8")
    solving.play("c5b7")
    assert solving.moves == "c5b7"
    assert solving.one(JudgeAnswer).move == Move.from_iccs("c5b7")


def test_a_refutation_goes_with_the_move_that_it_refutes(solving: Session) -> None:
    solving.play("e2f2")
    judge(solving, False, "d9e8 i6g7")
    assert challenge(solving).refutation
    solving.play("c5b7")  # whose reply would be no position for the old line
    assert challenge(solving).refutation == ()
    judge(solving, True, "d8d7")
    wait(solving, 1)
    solving.play("e2f2")
    judge(solving, False, "d7d8")
    solving.send(TryAgain())
    assert challenge(solving).refutation, "it is told while the position is the same"
    solving.send(TryAgain())
    assert (solving.moves, challenge(solving).refutation) == ("", ())


def test_what_cannot_be_judged_is_taken_back_and_costs_nothing(solving: Session) -> None:
    solving.play("e2f2")
    judge(solving, None)
    assert (solving.moves, challenge(solving).wrong, solving.said) == ("", 0, ["not_judged"])


def test_an_answer_to_another_move_is_dropped(solving: Session) -> None:
    solving.play("e2f2")
    order = solving.one(JudgeAnswer)
    solving.send(TryAgain())
    solving.play("c5b7")
    solving.send(AnswerJudged(order.document_id, order.played, order.move, False))
    assert challenge(solving).state is ChallengeState.JUDGED
    assert challenge(solving).wrong == 0


def test_the_first_hint_tells_more_than_the_task() -> None:
    assert assignment(themes=("mate",)).telling_themes == ()
    assert assignment(themes=("mate", "pattern.horse_and_cannon")).telling_themes == (
        "pattern.horse_and_cannon",
    )


def test_the_ladder_tells_piece_square_and_line_of_a_mate_without_a_pattern(solving: Session) -> None:
    for level in (HintLevel.PIECE, HintLevel.SQUARE):
        solving.send(Hint())
        assert challenge(solving).hint_level is level
        assert not solving.thinking
    solving.send(Hint())
    assert challenge(solving).state is ChallengeState.SHOWN
    assert [str(move) for move in view.board_line(solving.state).moves] == ["c5b7", "d8d7", "a5a7"]
    kept = solving.one(KeepSolving)
    assert (kept.solved, kept.hints) == (False, 2)
    solving.send(TryAgain())
    assert (challenge(solving).state, solving.moves) == (ChallengeState.ASKED, "")


def test_without_a_theme_the_ladder_begins_with_the_piece(solving: Session) -> None:
    solving.send(NextExercise(), Hint())
    assert challenge(solving).hint_level is HintLevel.PIECE


def test_the_next_open_one_and_then_more_of_them(solving: Session) -> None:
    solving.send(NextExercise())
    assert challenge(solving).assignment == OTHER
    assert solving.state.flipped
    solving.play("a2a0")
    judge(solving, True)
    solving.send(NextExercise())
    assert challenge(solving).assignment == MATE_IN_TWO  # it was skipped
    solving.send(GiveSolution(), NextExercise())
    assert solving.one(LoadTraining).request == TrainingRequest(ExerciseSet.MIXED)  # today's are over


def test_after_the_last_one_come_others_of_the_same_kind(session: Session) -> None:
    theme = TrainingRequest(ExerciseSet.THEME, "mate")
    session.send(TrainingRead(theme, (MATE_IN_TWO,), (None,)), GiveSolution(), NextExercise())
    assert session.one(LoadTraining).request == theme


@pytest.mark.parametrize(
    "away",
    [
        NextExercise(),
        CloseRecord(),
        NewGame(Setup(HUMAN, HUMAN)),
        TrainingRead(TrainingRequest(ExerciseSet.MIXED), (OTHER,), (None,)),
        ContinueGame(),
        Quit(),
    ],
)
def test_one_that_is_left_after_a_wrong_move_was_not_solved(session: Session, away: Input) -> None:
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    session.send(TrainingRead(TODAY, (MATE_IN_TWO, OTHER), (None, None)))
    session.play("a5a6")
    judge(session, False)
    session.send(away, Answer(True))
    kept = session.one(KeepSolving)
    assert (kept.assignment, kept.solved, kept.wrong) == (MATE_IN_TWO, False, 1)


@pytest.mark.parametrize("away", [NewGame(Setup(HUMAN, HUMAN)), TrainingRead(TODAY, (OTHER,), (None,)), Quit()])
def test_nor_was_one_that_a_record_covers(solving: Session, away: Input) -> None:
    solving.play("a5a6")
    judge(solving, False)
    solving.send(PasteText("1. h2e2"))
    load_id = solving.one(LoadText).load_id
    solving.send(GamesRead(load_id, "", None, (pack(Game()),), complete=True))
    assert solving.state.mode(Challenge) is None
    solving.send(away)
    assert not solving.one(KeepSolving).solved


def test_one_that_was_solved_after_a_wrong_move_stays_so(session: Session) -> None:
    session.send(TrainingRead(TODAY, (OTHER,), (None,)))
    session.play("a2a1")
    judge(session, False)
    session.play("a2a0")
    judge(session, True)
    assert session.one(KeepSolving).solved
    session.send(NextExercise())
    assert not session.found(KeepSolving)
    assert challenge(session).state is ChallengeState.SOLVED  # until there are more


def test_one_that_is_skipped_can_be_begun_again(solving: Session) -> None:
    solving.send(Hint(), NextExercise(), CloseRecord())
    assert not solving.found(KeepSolving)


def test_a_mistake_is_never_asked_again_once_it_is_removed(session: Session) -> None:
    mistake = Mistake(FEN, Move.from_iccs("e2f2"), moves("c5b7"), 0.4)
    cards = [DeckCard(mistake, "", datetime.now(timezone.utc), number=number) for number in (7, 8)]
    own = tuple(replace(MATE_IN_TWO, card=card) for card in cards)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.DECK), own, (None, None)), RemoveCard(), Answer(True))
    assert not session.found(DropCard)  # nobody has looked at it yet
    session.send(GiveSolution(), RemoveCard(), Answer(False))
    assert not session.found(DropCard), "one click removes nothing"
    session.send(RemoveCard(), Answer(True))
    assert session.one(DropCard).number == 7
    assert session.said == ["card_removed"]
    assert challenge(session).assignment.card == cards[1]
    session.send(GiveSolution(), RemoveCard(), Answer(True))
    assert session.found(DropCard)[-1].number == 8
    assert session.one(LoadTraining).request == TrainingRequest(ExerciseSet.DECK)


def test_only_mistakes_can_be_removed(solving: Session) -> None:
    solving.send(GiveSolution(), RemoveCard(), Answer(True))
    assert not solving.found(DropCard)
    assert challenge(solving).assignment == MATE_IN_TWO


def test_a_round_goes_on_where_it_was_left(session: Session) -> None:
    session.send(TrainingRead(TODAY, (MATE_IN_TWO, OTHER), (True, None)))
    assert challenge(session).assignment == OTHER
    session.send(TrainingRead(TODAY, (), ()))
    assert session.said == ["no_exercises"]
    session.send(Train(TODAY))
    assert session.one(LoadTraining).request == TODAY


def test_the_time_is_shown_on_request(solving: Session) -> None:
    wait(solving, 65)
    assert exercise_time(solving.state) == ""
    solving.send(ToggleTimer())
    assert exercise_time(solving.state) == "1:05"
    solving.send(GiveSolution())
    wait(solving, 100)
    assert exercise_time(solving.state) == "1:05"


def test_nothing_tells_the_move_before_it_is_solved(solving: Session) -> None:
    solving.send(ToggleAnalysis())
    assert (solving.state.analysis, solving.said) == (None, ["exercise_open"])
    solving.send(GiveSolution(), ToggleAnalysis())
    assert solving.state.analysis is not None
    solving.send(TakeBack(), Resign())
    assert solving.state.question is None


def test_the_game_waits_and_goes_on(session: Session) -> None:
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    game = session.state.current_game
    session.send(TrainingRead(TODAY, (MATE_IN_TWO,), (None,)))
    assert session.state.question is None
    assert session.state.left_game is not None
    assert session.state.left_game.id == game.id
    session.play("c5b7")
    assert not session.found(WriteJournal)  # it holds the game
    judge(session, True)
    session.send(CloseRecord())
    assert (session.state.mode(Challenge), session.state.panel) == (None, None)
    assert session.state.document.id == game.id
    assert session.moves == "h2e2"
    assert session.one(StartSearch).line.moves == moves("h2e2")
    assert session.state.panel is None


def test_esc_puts_the_piece_back_then_leaves_then_goes_on_with_the_game(session: Session) -> None:
    session.new(HUMAN, HUMAN)
    session.play("h2e2")
    game = session.state.current_game
    session.send(TrainingRead(TODAY, (MATE_IN_TWO,), (None,)), ClickSquare(moves("c5b7")[0].from_square))
    assert session.state.selection.selected is not None
    session.send(Cancel())
    assert session.state.selection.selected is None
    assert session.state.mode(Challenge) is not None
    session.send(Cancel())
    assert (session.state.mode(Challenge), session.state.panel) == (None, None)
    session.play("h9g7")
    assert (session.state.document.id, session.moves) == (game.id, "h2e2 h9g7")


def test_playing_again_beside_an_exercise_is_the_last_game(session: Session) -> None:
    session.new(COMPUTER, HUMAN)
    setup = session.state.play.setup
    session.send(TrainingRead(TODAY, (MATE_IN_TWO,), (None,)), Rematch(), Answer(True))
    assert session.state.mode(Challenge) is None
    assert session.state.play.setup == setup


@pytest.mark.parametrize("red", [True, False])
def test_the_board_lies_as_before_when_one_leaves(session: Session, red: bool) -> None:
    session.new(*((HUMAN, COMPUTER) if red else (COMPUTER, HUMAN)))
    lies = session.state.flipped
    assert lies is not red
    for exercise in (MATE_IN_TWO, OTHER):
        session.send(TrainingRead(TODAY, (exercise,), (None,)))
        assert session.state.flipped is (exercise is OTHER), "who is to move sits below"
        session.send(CloseRecord())
        assert session.state.flipped is lies


def test_a_new_game_asks_for_the_one_that_waits(session: Session) -> None:
    session.new(HUMAN, COMPUTER)
    session.play("h2e2")
    session.send(TrainingRead(TODAY, (MATE_IN_TWO,), (None,)))
    session.send(NewGame(Setup()))
    assert session.state.question is not None
    session.send(Answer(True))
    assert (session.state.mode(Challenge), session.moves) == (None, "")


# ---- Puzzles of a file, moves of a game ----

LIST = f"Mate|{FEN}|c5b7 d8d7 a5a7\nOther|{BLACK_FEN}|a2a0\n"


def test_a_file_with_solutions_is_solved_move_by_move(session: Session) -> None:
    session.send(OpenFile(Path("set.epd")))
    games = tuple(map(pack, read_bytes(LIST.encode(), "set.epd")))
    load = session.one(LoadFile)
    session.send(GamesRead(load.load_id, "set.epd", Path("set.epd"), games, complete=True), SolvePuzzle(0))
    request = session.one(LoadTraining).request
    assert [(quiz.fen, len(quiz.moves), quiz.title) for quiz in request.quizzes] == [
        (FEN, 3, "Mate"),
        (BLACK_FEN, 1, "Other"),
    ]
    one = replace(assignment(), source="file")
    session.send(TrainingRead(request, (one,), (None,)))
    session.play("c5b7")
    judge(session, True)
    assert session.one(SaveSolved).positions == {one.key}
    assert one.key in session.state.solved


def test_the_moves_of_a_game_are_guessed_one_by_one(session: Session) -> None:
    session.new(HUMAN, HUMAN)
    session.send(GuessMoves())
    assert session.said == ["nothing_to_guess"]
    session.play("h2e2", "h9g7", "h0g2", "i9h9")
    session.send(Resign(), Answer(True), GoTo(1), GuessMoves())
    request = session.one(LoadTraining).request
    assert [quiz.moves for quiz in request.quizzes] == [moves("h9g7"), moves("i9h9")]
    assert request.quizzes[0].fen.split()[1] == "b"


def test_the_moves_of_either_side_are_guessed(session: Session) -> None:
    session.new(HUMAN, HUMAN)
    session.play("h2e2", "h9g7", "h0g2", "i9h9")
    session.send(Resign(), Answer(True), GoTo(1))
    tree = session.state.document.tree
    tree.game.headers["Red"] = "Hu"
    session.send(GuessMoves(RED))
    [quiz] = session.one(LoadTraining).request.quizzes
    assert (quiz.moves, quiz.title) == (moves("h0g2"), "Hu")
    session.send(GoTo(3), GuessMoves(RED))
    assert session.said == ["nothing_to_guess"]


def test_every_guess_gets_points_once(session: Session) -> None:
    one = replace(MATE_IN_TWO, answer_mode=AnswerMode.GUESS)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.GUESS), (one, one, one), (None, None, None)))

    def guess(verdict: GuessVerdict) -> Training:
        session.play("e2f2")
        order = session.one(JudgeAnswer)
        session.send(AnswerJudged(order.document_id, (), order.move, True, guess=verdict))
        assert challenge(session).state is ChallengeState.SOLVED
        training = session.state.held(Training)
        assert training is not None
        return training

    assert guess(GuessVerdict.of(0.02, 0.0, None)).points == (9, 10, 10)
    session.send(TryAgain())
    assert guess(GuessVerdict.of(0.0, 0.0, None)).points == (9, 10, 10), "the first one counts"
    session.send(NextExercise(), Hint())
    assert guess(GuessVerdict.of(0.0, 0.1, None)).points == (14, 15, 20), "a hint takes half"
    session.send(NextExercise(), GiveSolution(), TryAgain())
    assert guess(GuessVerdict.of(0.0, 0.0, None)).points == (14, 15, 20), "the solution was seen"


def test_a_guess_is_measured_by_the_best_of_three_moves() -> None:
    best, game, own = moves("a5a7 e2f2 c5b7")
    task = SolvingTask(FEN, (game,), ExerciseKind.WIN)
    chances = {(): 0.6, (game,): 0.3, (own,): 0.5}  # each of the side to move

    def judged(line: Line) -> Opinion:
        return Opinion(chances[line.moves], (best,) if not line.moves else ())

    found = compared(task, own, judged)
    assert (found.loss, found.game_loss, found.best) == (pytest.approx(0.2), 0.0, best), "the game's is best"
    assert (found.points, found.game_points) == (0, 10)
    assert compared(task, best, judged).loss == pytest.approx(0.1)
    assert compared(task, game, judged).loss == 0.0


@pytest.mark.parametrize("way", [CloseRecord(), Cancel()])
def test_guessing_leads_back_to_its_record(session: Session, way: Intent) -> None:
    session.send(OpenFile(Path("cup.pgn")))
    games = tuple(map(pack, read_bytes(b"1. h2e2 h9g7 2. h0g2 i9h9 *", "cup.pgn")))
    load = session.one(LoadFile).load_id
    session.send(GamesRead(load, "cup.pgn", Path("cup.pgn"), games, complete=True), GoTo(1))
    record = session.state.document
    session.send(GuessMoves())
    request = session.one(LoadTraining).request
    session.send(TrainingRead(request, (assignment(), assignment()), (None, None)), NextExercise())
    assert session.state.mode(Challenge) is not None
    session.send(way)
    assert (session.state.document, session.state.panel) == (record, None)


# ---- Lessons ----


def begin(
    session: Session, answer_mode: AnswerMode, fen: str, line: str = "", kind: ExerciseKind = ExerciseKind.WIN
) -> None:
    task = SolvingTask(fen, moves(line), kind)
    one = Assignment(
        task,
        fen,
        "course",
        ("pattern.two_chariots",),
        course_step=("a course", "a lesson"),
        answer_mode=answer_mode,
    )
    session.send(TrainingRead(TrainingRequest(ExerciseSet.LESSON, "a course"), (one,), (None,)))


def test_a_pattern_is_looked_at_and_counts_as_done(session: Session) -> None:
    begin(session, AnswerMode.LOOK, "R1b1k4/1R7/3P5/9/9/9/9/5K3/9/9 w", "a9c9")
    assert not session.found(KeepSolving), "nothing has been seen yet"
    session.send(GoForward())
    assert view.board_line(session.state).here.moves == moves("a9c9")
    session.send(Tick(session.state.now + 1.0))
    assert session.one(KeepSolving).solved


def test_a_pattern_that_is_passed_over_counts_as_done(session: Session) -> None:
    begin(session, AnswerMode.LOOK, "R1b1k4/1R7/3P5/9/9/9/9/5K3/9/9 w", "a9c9")
    session.send(NextExercise())
    assert session.one(KeepSolving).solved


CHECKS = "3k1a3/9/9/9/4R4/9/9/6p2/4p4/5K3 w - - 0 1"


@pytest.mark.parametrize(
    ("verdict", "stage"),
    [(BLACK, ChallengeState.SOLVED), (RED, ChallengeState.SHOWN), (None, ChallengeState.SHOWN)],
)
def test_a_repetition_is_judged_as_by_the_referee(
    session: Session, verdict: int | None, stage: ChallengeState
) -> None:
    begin(session, AnswerMode.JUDGE, CHECKS, "e5d5 d9e9 d5e5 e9d9 " * 2)
    assert view.line(session.state).ply == 0
    session.play("e5e4")  # nothing is played here
    assert view.line(session.state).ply == 0
    session.send(GiveVerdict(verdict))
    assert challenge(session).state is stage
    assert session.one(KeepSolving).solved is (stage is ChallengeState.SOLVED)
    session.send(TryAgain(), GiveVerdict(BLACK))
    assert challenge(session).state is ChallengeState.SOLVED


def test_an_ending_tells_which_moves_keep_it(session: Session) -> None:
    begin(session, AnswerMode.ENDING, "9/P8/4k4/9/9/9/9/9/9/5K3 w - - 0 1")
    session.send(Hint())
    assert challenge(session).hint_level is HintLevel.SQUARE
    assert set(map(str, tablebase.keeping_moves(session.state.document.start_fen))) == {"a8b8", "f0f1"}
    session.send(GiveSolution())
    assert challenge(session).state is ChallengeState.ASKED


def test_an_ending_drawn_by_the_reply_is_no_win(session: Session) -> None:
    """The last soldier is captured."""
    begin(session, AnswerMode.ENDING, "4k4/4a4/3P5/9/9/9/9/9/9/5K3 w")
    session.play("f0f1")
    judge(session, True, "e8d7")
    wait(session, 1)
    ended = challenge(session)
    assert ended.end is not None
    assert ended.end.winner is None
    assert ended.state is not ChallengeState.SOLVED


def test_an_opening_is_played_along_on_either_wing(session: Session) -> None:
    line = "h2e2 h9g7 h0g2"
    along = replace(assignment(START_FEN, line, ()), answer_mode=AnswerMode.ALONG, title="B05")
    session.send(TrainingRead(TODAY, (along,), (None,)))
    session.play("b2e2")
    order = session.one(JudgeAnswer)
    assert order.assignment.task.solution == moves("b2e2 b9c7 b0c2")
    told = list(MoveJudge(queue.SimpleQueue()).judge(order))
    assert told == [AnswerJudged(order.document_id, (), order.move, True, moves("b9c7"))]
    judge(session, True, "b9c7")
    wait(session, 1)
    assert challenge(session).next_move == Move.from_iccs("b0c2")
    session.send(TryAgain())
    session.play("h2e2")
    assert session.one(JudgeAnswer).assignment.task.solution == moves(line)


@pytest.mark.parametrize("how", ["hint", "wrong move", "solution"])
def test_what_is_solved_with_help_is_no_failure_but_what_was_given_up_is(how: str) -> None:
    session = Session()
    session.send(TrainingRead(TODAY, (OTHER, OTHER), (None, None)))
    if how == "hint":
        session.send(Hint())
    elif how == "wrong move":
        session.play("b1b2")
        judge(session, False)
        session.send(TryAgain())
    else:
        session.send(GiveSolution(), TryAgain())
    session.play("a2a0")
    judge(session, True)
    training = session.state.held(Training)
    assert training is not None
    assert training.results == (False, None), "only what was solved without help counts"
    assert training.helped == (frozenset() if how == "solution" else frozenset({0}))
