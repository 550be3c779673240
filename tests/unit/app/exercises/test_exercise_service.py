"""Tests of a simulated week of exercises: the daily ten, the deck, the reports; and the judge."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from running import ask

from xiangqi.app.event import Notify
from xiangqi.app.exercises.asks import (
    AnswerJudged,
    DropCard,
    ExerciseService,
    JudgeAnswer,
    KeepImprovement,
    KeepSolving,
    MoveJudge,
    PracticeRead,
    TrainingRead,
)
from xiangqi.app.exercises.background_work.choice import evidence_of, is_telling
from xiangqi.app.exercises.state import AnswerMode, Assignment
from xiangqi.app.outbox import Outbox
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.orders import KeepMistakes, LoadPractice, LoadTraining
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, Quiz, ReviewMistake, TrainingRequest
from xiangqi.board import Board, Move
from xiangqi.coach.facts import PATTERN
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.levels import RATINGS
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.deck import Mistake
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.exercises.missed import Shortfall
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.exercises.rating import GameEvidence, estimate
from xiangqi.fen import START_FEN
from xiangqi.library import Library, Played
from xiangqi.library.library import default_path
from xiangqi.local_time import local
from xiangqi.records.tree import Game
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.store import RepertoireStore

E = TypeVar("E")
PATIENCE_S = 300.0
DAYS = 7


class Clock:
    """Noon of some days."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 12).astimezone()

    def __call__(self) -> datetime:
        return self.now


class Shelf:
    """A room, its clock, and what it has put out."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._outbox: Outbox = queue.SimpleQueue()
        self.room = ExerciseService(self._outbox, clock)
        self.judge = MoveJudge(self._outbox)

    def told(self, kind: type[E]) -> E:
        event = self._outbox.get(timeout=PATIENCE_S)
        assert isinstance(event, kind), event
        return event

    def ask(self, sort: ExerciseSet, **values: object) -> TrainingRead:
        request = TrainingRequest(sort, **values)  # type: ignore[arg-type]
        ask(self.room, LoadTraining(request))
        return self.told(TrainingRead)

    def keep(self, assignment: Assignment, *, solved: bool = True, wrong: int = 0) -> PracticeSummary:
        ask(self.room, KeepSolving(assignment, solved, wrong, 0, 12.5))
        return self.told(PracticeRead).summary

    def summary(self) -> PracticeSummary:
        ask(self.room, LoadPractice())
        return self.told(PracticeRead).summary


@pytest.fixture
def shelf(home: Path) -> Iterator[Shelf]:
    home.mkdir()
    shelf = Shelf(Clock())
    yield shelf
    shelf.judge.close()
    shelf.room.close()


def test_who_has_solved_nothing_gets_no_library(shelf: Shelf) -> None:
    shelf.room.take_over_solved(frozenset())
    shelf.room.close()
    assert not default_path().exists()


def test_a_week_of_the_days_ten(shelf: Shelf) -> None:
    seen: list[tuple[str, ...]] = []
    for day in range(1, DAYS + 1):
        ten = shelf.ask(ExerciseSet.TODAY)
        keys = tuple(one.key for one in ten.assignments)
        assert (len(set(keys)), ten.results) == (10, (None,) * 10)
        assert keys not in seen
        seen.append(keys)
        shelf.keep(ten.assignments[0])
        known = shelf.keep(ten.assignments[1], wrong=1)
        assert (known.today, known.daily, known.streak, known.days) == (2, 10, 0, day)
        again = shelf.ask(ExerciseSet.TODAY)
        assert tuple(one.key for one in again.assignments) == keys
        assert again.results == (True, False, *(None,) * 8)
        assert (again.helped, known.helped) == ({1}, {1}), "what was solved at a second try is no failure"
        shelf.clock.now += timedelta(days=1)
    assert shelf.summary().days == DAYS  # yesterday counts until today is over
    shelf.clock.now += timedelta(days=1)
    assert shelf.summary().days == 0


def test_a_mistake_comes_back_later_the_better_it_is_known(shelf: Shelf) -> None:
    board = Board()
    mistake = Mistake(board.fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    with ExerciseLog() as log:
        assert log.add_mistakes([mistake], shelf.clock.now) == 1
    pauses = []
    for _ in range(4):
        (one,) = shelf.ask(ExerciseSet.DECK).assignments
        assert one.card is not None
        assert one.card.mistake == mistake
        known = shelf.keep(one)
        assert (known.cards, known.due) == (1, 0)
        assert shelf.ask(ExerciseSet.DECK).assignments == ()
        with ExerciseLog() as log:
            (card,) = log.cards()
        pauses.append(card.due - shelf.clock.now)
        shelf.clock.now = card.due
    assert pauses == sorted(pauses)
    assert pauses[-1] > timedelta(days=DAYS)


def test_mistakes_and_opening_positions_are_due_together(shelf: Shelf) -> None:
    now = shelf.clock.now
    mistake = Mistake(Board().fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    with ExerciseLog() as log:
        log.add_mistakes([mistake], now)
    line = [Move.from_iccs(move) for move in ("h2e2", "h9g7", "h0g2", "i9h9")]
    with RepertoireStore() as store:
        for side in (RED, BLACK):
            store.put(Repertoire(side).with_moves(moves_of_line(line, side)), now=now)
    known = shelf.summary()
    assert (known.due, known.due_lines, known.lines) == (1, 4, 4)
    own, *lines = shelf.ask(ExerciseSet.DUE).assignments
    assert own.card is not None
    assert [one.question.answers[0].iccs for one in lines if one.question] == ["h2e2", "h0g2", "h9g7", "i9h9"]
    assert [one.card for one in shelf.ask(ExerciseSet.DECK).assignments] == [own.card], "mistakes alone"
    for one in (own, *lines):
        known = shelf.keep(one)
    assert (known.due, known.due_lines, known.lines) == (0, 0, 4)
    with RepertoireStore() as store:
        shown = [store.standing(side, shelf.clock.now) for side in (RED, BLACK)]
    assert [one.known for one in shown] == [2, 2], "what was answered today is known, in Openings too"
    assert known.known_lines == 4
    assert known.next_due > local(now).date().isoformat()
    assert shelf.ask(ExerciseSet.DUE).assignments == ()


def test_a_mistake_that_was_improved_on_is_no_longer_due(shelf: Shelf) -> None:
    board = Board()
    mistake = Mistake(board.fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    with ExerciseLog() as log:
        log.add_mistakes([mistake], shelf.clock.now)
    assert shelf.summary().due == 1
    ask(shelf.room, KeepImprovement(mistake.key, found=False))
    assert shelf.told(PracticeRead).summary.due == 0
    shelf.clock.now += timedelta(minutes=1)
    ask(shelf.room, KeepImprovement(mistake.key, found=True))
    assert shelf.told(PracticeRead).summary.due == 0
    shelf.clock.now += timedelta(hours=1)
    assert shelf.summary().due == 0, "it comes back on another day"
    for again in (mistake.key, "9/9/9/9/9/9/9/9/9/9 w"):  # neither is due
        ask(shelf.room, KeepImprovement(again, found=True))
    shelf.summary()  # comes after them
    with ExerciseLog() as log:
        (card,) = log.cards()
    shelf.clock.now = card.due
    assert shelf.summary().due == 1


def test_what_is_found_in_a_review_before_its_card_is_made_is_not_due_today(shelf: Shelf) -> None:
    slip = ReviewMistake(Board().fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    ask(shelf.room, KeepImprovement(key_of(slip.fen), found=True))
    ask(shelf.room, KeepMistakes((slip,), ()))
    ask(shelf.room, KeepMistakes((slip,), ()))  # the game is reviewed again
    shelf.room.close()
    with ExerciseLog() as log:
        (card,) = log.cards()
    assert card.due.date() > shelf.clock.now.date()


@pytest.mark.parametrize("better", ["h2e2", "b2e2"])
def test_a_mistake_solved_in_another_round_is_no_longer_due(shelf: Shelf, better: str) -> None:
    board, played = Board(), Move.from_iccs("a0a1")
    mistake = Mistake(board.fen(), played, (Move.from_iccs("h2e2"),), 0.2)
    with ExerciseLog() as log:
        log.add_mistakes([mistake], shelf.clock.now)
    slip = ReviewMistake(board.fen(), played, (Move.from_iccs(better),), 0.2)
    quiz = Quiz(board.fen(), (Move.from_iccs(better),))
    weakness = shelf.ask(ExerciseSet.WEAKNESS, mistakes=(slip,))
    for one in (weakness.assignments[0], *shelf.ask(ExerciseSet.FILE, quizzes=(quiz,)).assignments):
        assert (one.card is not None) is (better == "h2e2"), "only if the same move is asked for"
    assert shelf.keep(one).due == (0 if better == "h2e2" else 1)


def test_a_card_that_was_not_found_comes_back_the_same_day(shelf: Shelf) -> None:
    mistake = Mistake(Board().fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    with ExerciseLog() as log:
        log.add_mistakes([mistake], shelf.clock.now)
    (one,) = shelf.ask(ExerciseSet.DECK).assignments
    shelf.keep(one, solved=False)
    shelf.clock.now += timedelta(minutes=30)
    assert len(shelf.ask(ExerciseSet.DECK).assignments) == 1


def test_a_removed_card_does_not_come_back(shelf: Shelf) -> None:
    mistake = Mistake(Board().fen(), Move.from_iccs("a0a1"), (Move.from_iccs("h2e2"),), 0.2)
    with ExerciseLog() as log:
        log.add_mistakes([mistake], shelf.clock.now)
    (one,) = shelf.ask(ExerciseSet.DECK).assignments
    assert one.card is not None
    assert one.card.number is not None
    ask(shelf.room, DropCard(one.card.number))
    assert shelf.told(PracticeRead).summary.cards == 0
    assert shelf.ask(ExerciseSet.DECK).assignments == ()
    with ExerciseLog() as log:
        assert log.add_mistakes([mistake], shelf.clock.now) == 0  # a new review does not bring it back


def test_by_theme_by_difficulty_and_mixed(shelf: Shelf) -> None:
    theme, count = shelf.summary().themes[0]
    found = shelf.ask(ExerciseSet.THEME, theme=theme).assignments
    assert 0 < len(found) <= count
    assert all(theme in one.themes for one in found)
    ratings = [one.rating or 0 for one in shelf.ask(ExerciseSet.LEVEL, ratings=(1000, 1500)).assignments]
    assert ratings == sorted(ratings)
    assert all(1000 <= rating <= 1500 for rating in ratings)
    assert shelf.ask(ExerciseSet.LEVEL, ratings=(1, 2)).assignments == ()
    mixed = shelf.ask(ExerciseSet.MIXED).assignments
    shelf.keep(mixed[0])
    assert shelf.summary().scores[mixed[0].themes[0]] == (1, 1)


def test_the_judge_takes_the_solution_and_refutes_a_quiet_move(shelf: Shelf) -> None:
    solution = tuple(map(Move.from_iccs, ("c5b7", "d8d7", "a5a7")))
    task = SolvingTask("3a5/3k3P1/9/8N/C1N6/9/9/B3K4/9/9 w - - 0 1", solution, ExerciseKind.MATE)
    one = Assignment(task, "", "pack")
    for move, good in ((solution[0], True), (Move.from_iccs("e2f2"), False)):
        ask(shelf.judge, JudgeAnswer(7, one, (), move))
        answer = shelf.told(AnswerJudged)
        assert (answer.document_id, answer.move, answer.good) == (7, move, good)
    assert answer.line
    ask(shelf.judge, JudgeAnswer(7, one, (), Move.of(0, 1)))
    assert shelf.told(AnswerJudged).good is None
    assert shelf.told(Notify).message.key == "toast.practice_failed"


def test_courses_go_on_where_they_were_left(shelf: Shelf) -> None:
    courses = shelf.summary().courses
    for course in (courses[0].key, "endings", "repetition", "openings"):
        lessons = shelf.ask(ExerciseSet.LESSON, theme=course)
        assert len(lessons.assignments) == len(lessons.results) > 0
        assert set(lessons.results) == {None}
    shelf.keep(lessons.assignments[0])
    assert shelf.ask(ExerciseSet.LESSON, theme="openings").results[:2] == (True, None)
    known = shelf.summary()
    assert [course.done for course in known.courses if course.key == "openings"] == [1]
    assert known.streak == 0  # a lesson is no exercise


def test_what_was_practised_under_another_name_is_not_lost(shelf: Shelf) -> None:
    """An exercise of a soldier's sacrifice was kept as one of a chariot's before the two were told apart."""
    now, before = f"{PATTERN}small_knife_at_the_heart", f"{PATTERN}knife_at_the_heart"
    lesson = shelf.ask(ExerciseSet.LESSON, theme=now).assignments[1]
    with ExerciseLog() as log:
        log.note_lesson(before, lesson.key, shelf.clock.now)
        log.note_lesson(before, "idea", shelf.clock.now)
        log.add_attempt(Attempt(shelf.clock.now, lesson.key, "course", True, themes=("mate", before)))
    assert shelf.ask(ExerciseSet.LESSON, theme=now).results[:2] == (None, True)
    known = shelf.summary()
    assert {course.key: course.done for course in known.courses}[now] == 1
    assert known.scores[now] == (1, 1)
    assert before not in known.scores


def judged(shelf: Shelf, one: Assignment, *line: str) -> AnswerJudged:
    *played, move = map(Move.from_iccs, line)
    ask(shelf.judge, JudgeAnswer(1, one, tuple(played), move))
    return shelf.told(AnswerJudged)


def test_endings_are_played_against_the_tables(shelf: Shelf) -> None:
    fen = "9/P8/4k4/9/9/9/9/9/9/5K3 w - - 0 1"
    won = Assignment(SolvingTask(fen, (), ExerciseKind.WIN), "", "course", answer_mode=AnswerMode.ENDING)
    kept = judged(shelf, won, "a8b8")
    assert kept.good
    assert len(kept.line) == 1
    drawn = judged(shelf, won, "a8a9")
    assert drawn.good is False
    assert drawn.missed is not None
    assert drawn.missed.shortfall is Shortfall.DRAWS
    held = replace(won, task=replace(won.task, kind=ExerciseKind.SAVE))
    assert judged(shelf, held, "a8a9").good  # a draw will do


def test_an_opening_is_played_along_with_its_line(shelf: Shelf) -> None:
    line = tuple(map(Move.from_iccs, ("h2e2", "h9g7", "h0g2")))
    along = Assignment(
        SolvingTask(Board().fen(), line, ExerciseKind.WIN), "", "course", answer_mode=AnswerMode.ALONG
    )
    assert judged(shelf, along, "h2e2") == AnswerJudged(1, (), line[0], good=True, line=line[1:2])
    assert judged(shelf, along, "h2e2", "h9g7", "h0g2").line == ()
    assert judged(shelf, along, "b2e2").good is False


LINE = "h2e2 h9g7 h0g2 i9h9 i0h0 b7d7 b0a2 b9c7 a0b0 a9b9 i3i4 d9e8 d0e1 c9e7 a3a4 i6i5"


def finished(level: int, result: str, fen: str = START_FEN, line: str = LINE) -> Game:
    tags = {"RedKind": "human", "BlackKind": "computer", "BlackLevel": str(level)}
    game = Game(tags, fen, result=result)
    node = game.root
    for text in line.split():
        node = node.add(Move.from_iccs(text))
    return game


def keep_games(count: int) -> None:
    """Put `count` of the player's own games into the library, for what is told of them."""
    with Library() as library:
        for _ in range(count):
            library.keep(finished(2, "1-0"), Played("2026-03-02T12:00:00", RED))


def test_finished_games_make_a_rating_with_its_interval(shelf: Shelf) -> None:
    keep_games(5)
    first = shelf.summary()
    assert (first.estimate, first.curve, first.phases) == (None, (), ())
    shelf.room.weigh(1, finished(3, "*"), RED)  # unfinished, and of two people: nothing is weighed
    shelf.room.weigh(1, finished(3, "1-0"), None)
    means, widths = [], []
    for number in range(1, 6):
        shelf.room.weigh(number, finished(2, "1-0"), RED)
        known = shelf.told(PracticeRead).summary
        assert known.estimate is not None
        means.append(known.estimate.mean)
        widths.append(known.estimate.width)
    assert means == sorted(means)
    assert max(widths) < estimate([]).width
    assert len(known.curve) == 5
    assert known.opponent == pytest.approx(known.estimate.mean, abs=1)
    shelf.room.weigh(5, finished(2, "0-1"), RED)  # the same game, which ended otherwise after all
    again = shelf.told(PracticeRead).summary
    assert len(again.curve) == 5
    assert again.estimate is not None
    assert again.estimate.mean < known.estimate.mean


def test_a_game_that_was_played_on_after_its_end_counts_once() -> None:
    lost, won = GameEvidence(800, 0.0), GameEvidence(800, 1.0)
    now = Clock().now
    with Library() as library, ExerciseLog() as log:
        first = library.keep(finished(2, "0-1"), Played("2026-03-02T12:00:00", RED))
        log.add_evidence(lost, now, first)
        again = library.keep(finished(2, "1-0"), Played("2026-03-02T12:01:00", RED), first)
        log.add_evidence(won, now, again)
        log.add_evidence(lost, now, first)  # it was being weighed while it was played on
        assert log.evidence() == [(now, won)]
        library.delete([again])
        assert log.evidence() == []


def test_a_game_that_was_given_up_at_once_does_not_count(shelf: Shelf) -> None:
    keep_games(4)
    shelf.room.weigh(1, finished(3, "0-1", line="h2e2"), RED)
    shelf.room.weigh(2, finished(3, "0-1", line=LINE[:-10]), RED)
    shelf.room.weigh(3, finished(3, "0-1", line="h2e2 a9a8 e2e6 a8a9 b2b4 a9a8 b4e4"), RED)  # mate
    shelf.room.weigh(4, finished(3, "0-1"), RED)
    told = [shelf.told(PracticeRead).summary for _ in range(2)]
    assert [len(summary.curve) for summary in told] == [1, 2]
    with ExerciseLog() as log:
        assert len(log.evidence()) == 2


def test_what_a_game_tells_of_the_opponent() -> None:
    assert evidence_of(finished(4, "0-1"), RED).opponent == RATINGS[4]
    assert evidence_of(finished(4, "0-1"), RED).score == 0.0
    adaptive = finished(4, "1/2-1/2")
    adaptive.headers["BlackRating"] = "1234"
    assert evidence_of(adaptive, RED) == replace(evidence_of(adaptive, RED), opponent=1234, score=0.5)


def test_games_with_help_or_from_another_start_do_not_count() -> None:
    assert is_telling(finished(4, "1-0"), RED)
    assert not is_telling(finished(4, "1-0", START_FEN.replace("RNBAKABNR", "RN1AKABNR")), RED)
    for unrated in Unrated:
        helped = finished(4, "1-0")
        helped.headers["Unrated"] = unrated.value
        assert not is_telling(helped, RED)
