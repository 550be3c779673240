"""Chooses exercises, and summarises the progress up to a given time, from the pack and the log."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Final, TypedDict

from xiangqi.app.exercises.background_work.repertoire_round import (
    keep_answer,
    repertoire_round,
    repertoire_standing,
)
from xiangqi.app.exercises.rating_change import LEAST_MOVES
from xiangqi.app.exercises.state import AnswerMode, Assignment, Solving
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.solved import key_of
from xiangqi.app.session.training import (
    LEVELS,
    CourseProgress,
    ExerciseSet,
    PracticeSummary,
    Quiz,
    ReviewMistake,
    TrainingRequest,
)
from xiangqi.app.session.transcript import UNRATED
from xiangqi.board import Board
from xiangqi.coach.facts import PATTERN
from xiangqi.coach.scene import played
from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, RED
from xiangqi.engine.common.levels import RATINGS
from xiangqi.errors import ResourceError
from xiangqi.exercises.answering import SolvingTask, task_from, task_of
from xiangqi.exercises.classics import load_classics
from xiangqi.exercises.courses import (
    Course,
    CourseStep,
    EndingLesson,
    ExerciseLesson,
    IdeaLesson,
    JudgementLesson,
    OpeningLesson,
    load_courses,
)
from xiangqi.exercises.deck import (
    LEAST_LOSS,
    DeckCard,
    Mistake,
    card_to_ask,
    due_cards,
    recall_of,
    remembered,
)
from xiangqi.exercises.entries import Attempt, EntryTaker
from xiangqi.exercises.exercise_log import ExerciseLog, days_in_a_row, recent_days, streak, theme_scores
from xiangqi.exercises.pack import DAILY, Exercise, ExerciseKind, load_pack, select, themes_of, todays_ten
from xiangqi.exercises.rating import GameEvidence, StrengthEstimate, curve, estimate, next_opponent
from xiangqi.exercises.weighing import weigh_game
from xiangqi.fen import START_FEN
from xiangqi.local_time import local
from xiangqi.records.tree import Game
from xiangqi.referee import outcome


class _Named(TypedDict, total=False):
    """The data that identifies a lesson."""

    themes: tuple[str, ...]
    title: str
    rules: str


_Taught = tuple[SolvingTask, AnswerMode, _Named]

ROUND: Final = 20
"""The number of exercises in a round whose length is not fixed otherwise."""

_MOVES_OF_PHASE: Final = 20
"""The minimum number of moves from which a phase of the game is rated."""

_FIRST_GAMES: Final = 3  # the games that show whether a player needs the coach

_REACH: Final = 250  # the greatest distance of mixed exercises from the player's rating, in Elo


Chosen = tuple[tuple[Assignment, ...], tuple[bool | None, ...]]
"""Exercises, and for each whether it was solved without help; None while open."""


@dataclass(frozen=True)
class Practised:
    """The exercises of the pack, and what the player has done and reached up to a time."""

    now: datetime  # the time, with a time zone
    exercises: Sequence[Exercise]  # the exercises of the pack; empty if it is missing
    attempts: Sequence[Attempt]  # all attempts, the oldest first
    cards: Sequence[DeckCard]  # all cards of the deck
    rating: int  # the player's estimated rating
    # the rating by which today's exercises are chosen, None without one; today's results do not change it
    morning: int | None
    lessons: frozenset[tuple[str, str]]  # (course, lesson) of those that are done

    @classmethod
    def read(cls, log: ExerciseLog, now: datetime) -> Practised:
        """Return the progress read from the log.

        Raises:
            LibraryError: the log cannot be read.
        """
        games = log.evidence()
        today = local(now).date()
        before = [evidence for ended, evidence in games if local(ended).date() < today]
        rating = round(estimate([one for _, one in games]).mean)
        morning = _cautious(estimate(before)) if before else None
        return cls(now, _pack(), log.attempts(), log.cards(), rating, morning, log.lessons_done())

    @property
    def today(self) -> date:
        """The player's date."""
        return local(self.now).date()

    def has_done(self, course: str, lesson: CourseStep) -> bool:
        """Return whether a lesson has been done; for an exercise, also as part of another pattern's course."""
        if isinstance(lesson, ExerciseLesson):
            return any(key == lesson.key for _, key in self.lessons)
        return (course, lesson.key) in self.lessons

    def solved_before(self, day: date) -> frozenset[str]:
        """Return the keys of the exercises that were solved before a day."""
        return frozenset(one.exercise for one in self.attempts if one.solved and _day(one) < day)


def _cautious(found: StrengthEstimate) -> int:
    """Return a rating for choosing exercises, which is lower the less is known about the player."""
    return round((found.mean + found.low) / 2)


def _day(attempt: Attempt) -> date:
    return local(attempt.made).date()


def _pack() -> Sequence[Exercise]:
    try:
        return load_pack()
    except ResourceError:  # a copy without it still plays
        return ()


# ---- Exercises ----


def chosen(request: TrainingRequest, known: Practised) -> Chosen:
    """Return the exercises of a request, with their results so far.

    Raises:
        LibraryError: the repertoire cannot be read.
    """
    if request.exercise_set is ExerciseSet.TODAY:
        return _today(known)
    if request.exercise_set in (ExerciseSet.DECK, ExerciseSet.DUE):
        found = [_of_card(card) for card in due_cards(known.cards, known.now)][:ROUND]
        if request.exercise_set is ExerciseSet.DUE:
            found += repertoire_round(request, known.now)
    elif request.exercise_set is ExerciseSet.LESSON:
        return _lessons(request, known)
    elif request.exercise_set is ExerciseSet.REPERTOIRE:
        found = repertoire_round(request, known.now)
    elif request.exercise_set is ExerciseSet.WEAKNESS:
        found = [_of_slip(slip) for slip in request.mistakes]
        more = _unseen_first(known, [one for one in known.exercises if set(one.themes) & set(request.themes)])
        found += [_of_pack(exercise, "pack") for exercise in more[: ROUND - len(found)]]
    elif request.quizzes:
        found = [_of_quiz(quiz) for quiz in request.quizzes]
        if request.exercise_set is ExerciseSet.GUESS:
            found = [replace(one, answer_mode=AnswerMode.GUESS, source="game") for one in found]
    else:
        found = [_of_pack(exercise, "pack") for exercise in _from_pack(request, known)]
    found = [_with_card(one, known) for one in found]
    return tuple(found), (None,) * len(found)


def _with_card(assignment: Assignment, known: Practised) -> Assignment:
    """Return the assignment with the card that asks for the same move in the same position, if it is due."""
    if assignment.card is not None or not assignment.answer_mode.is_remembered:
        return assignment
    card = card_to_ask(known.cards, assignment.key, known.now)
    same = card is not None and card.mistake.better[:1] == assignment.task.solution[:1]
    return replace(assignment, card=card) if same else assignment


def _today(known: Practised) -> Chosen:
    """Return today's ten exercises, the same all day; those tried today are not asked again."""
    done = {one.exercise: one.clean for one in reversed(known.attempts) if _is_todays(one, known)}
    ten = _todays(known)
    return tuple(_of_pack(exercise, "daily") for exercise in ten), tuple(done.get(one.key) for one in ten)


def helped_today(today: Chosen, known: Practised) -> frozenset[int]:
    """Return the indices of today's exercises that were solved, but with help or after a wrong move."""
    solved = {one.exercise for one in known.attempts if _is_todays(one, known) and one.solved}
    marked = enumerate(zip(*today, strict=True))
    return frozenset(place for place, (one, result) in marked if result is False and one.key in solved)


def _is_todays(attempt: Attempt, known: Practised) -> bool:
    return attempt.source == "daily" and _day(attempt) == known.today


def _todays(known: Practised) -> list[Exercise]:
    """Return today's ten exercises."""
    return todays_ten(known.exercises, known.today, known.morning, known.solved_before(known.today))


def _from_pack(request: TrainingRequest, known: Practised) -> list[Exercise]:
    """Return at most ROUND exercises of a theme or difficulty, or near the player's rating.

    Exercises never tried are preferred, then those tried longest ago. The easiest comes first.
    """
    if request.exercise_set is ExerciseSet.LEVEL:
        fitting = select(known.exercises, ratings=request.ratings)
    elif request.exercise_set is ExerciseSet.THEME:
        fitting = select(known.exercises, theme=request.theme)
    else:
        near = (known.rating - _REACH, known.rating + _REACH)
        fitting = select(known.exercises, ratings=near) or list(known.exercises)
    return sorted(_unseen_first(known, fitting)[:ROUND], key=lambda exercise: exercise.rating)


def _unseen_first(known: Practised, exercises: Iterable[Exercise]) -> list[Exercise]:
    """Return the exercises: first those never tried, then those tried longest ago, always in the same order."""
    last = {one.exercise: place for place, one in enumerate(known.attempts, 1)}
    return sorted(exercises, key=lambda exercise: (last.get(exercise.key, 0), _shuffled(exercise)))


def _shuffled(exercise: Exercise) -> int:
    """Return a sort key that is independent of the difficulty and the same each time."""
    return int.from_bytes(exercise.key.encode()[:64], "big") % 1_000_003


def _of_pack(exercise: Exercise, source: str) -> Assignment:
    return Assignment(task_of(exercise), exercise.key, source, exercise.themes, exercise.rating)


def _of_card(card: DeckCard) -> Assignment:
    mistake = card.mistake
    return Assignment(task_of(mistake), mistake.key, "deck", mistake.themes, card=card)


def _of_slip(slip: ReviewMistake) -> Assignment:
    mistake = Mistake(slip.fen, slip.played, slip.better, slip.loss)
    return Assignment(task_of(mistake), mistake.key, "own", played=slip.played)


def _of_quiz(quiz: Quiz) -> Assignment:
    """Return the assignment for a quiz position; a solution that ends in mate asks for mate."""
    board = Board(quiz.fen)
    for move in quiz.moves:
        board.push(move)
    mates = len(quiz.moves) % 2 == 1 and not board.legal_moves()
    kind = ExerciseKind.MATE if mates else ExerciseKind.SAVE if quiz.draw else ExerciseKind.WIN
    return Assignment(task_from(quiz.fen, quiz.moves, kind), key_of(quiz.fen), "file", title=quiz.title)


def _lessons(request: TrainingRequest, known: Practised) -> Chosen:
    """Return the lessons of a course; finished ones are marked, and all start again once all are finished."""
    course = next((course for course in _courses() if course.key == request.theme), None)
    if course is None:
        return (), ()
    found = tuple(_of_lesson(course.key, lesson) for lesson in course.lessons)
    done = tuple(True if known.has_done(course.key, lesson) else None for lesson in course.lessons)
    return found, done if None in done else (None,) * len(done)


def _courses() -> Sequence[Course]:
    try:
        return load_courses()
    except ResourceError:  # a copy without them still plays
        return ()


def _of_lesson(course: str, lesson: CourseStep) -> Assignment:
    if isinstance(lesson, ExerciseLesson):
        return replace(_of_pack(lesson.exercise, "course"), course_step=(course, lesson.key))
    task, answer_mode, values = _taught(lesson)
    return Assignment(
        task, key_of(task.fen), "course", course_step=(course, lesson.key), answer_mode=answer_mode, **values
    )


def _taught(lesson: IdeaLesson | EndingLesson | JudgementLesson | OpeningLesson) -> _Taught:
    """Return a lesson's task, answer mode and further data."""
    if isinstance(lesson, IdeaLesson):
        named = _Named(themes=(PATTERN + lesson.pattern,))
        return SolvingTask(lesson.fen, lesson.line, ExerciseKind.MATE), AnswerMode.LOOK, named
    if isinstance(lesson, EndingLesson):
        kind = ExerciseKind.WIN if lesson.wins else ExerciseKind.SAVE
        return SolvingTask(lesson.fen, (), kind), AnswerMode.ENDING, _Named(title=lesson.material)
    if isinstance(lesson, JudgementLesson):
        task = SolvingTask(f"{key_of(lesson.fen)} - - 0 1", lesson.moves, ExerciseKind.WIN)
        return task, AnswerMode.JUDGE, _Named(rules=lesson.rules)
    return task_from(START_FEN, lesson.moves), AnswerMode.ALONG, _Named(title=lesson.opening)


# ---- The summary ----


def summary(known: Practised, log: ExerciseLog) -> PracticeSummary:
    """Return the progress so far.

    Raises:
        LibraryError: the log cannot be read.
    """
    ten, results = _today(known)
    rated = log.evidence()
    games = [evidence for _, evidence in rated]
    lines, counted = repertoire_standing(known.now)
    times = [*(card.due for card in known.cards), *(card.due for card in lines)]
    later = [time for time in times if time > known.now]
    moves = Counter(move.phase for game in games for move in game.moves)
    told = [phase for phase in PHASES if moves[phase] >= _MOVES_OF_PHASE]
    scores = theme_scores(known.attempts, {one.key: one.themes for one in known.exercises})
    return PracticeSummary(
        today=sum(result is not None for result in results),
        daily=min(DAILY, len(ten)),
        todays=results,
        helped=helped_today((ten, results), known),
        boards=_boards(known, ten, results),
        tries=(len(known.attempts), sum(one.clean for one in known.attempts)),
        due=len(due_cards(known.cards, known.now)),
        cards=len(known.cards),
        due_lines=sum(one.due for one in counted),
        known_lines=sum(one.known for one in counted),
        lines=len(lines),
        next_due=local(min(later)).date().isoformat() if later else "",
        streak=streak(known.attempts),
        days=days_in_a_row(known.attempts, known.today),
        practised=recent_days(known.attempts, known.today, deck=False),
        mended=recent_days(known.attempts, known.today, deck=True, cards=known.cards),
        themes=tuple(themes_of(known.exercises).items()),
        scores={theme: (score.tried, score.clean) for theme, score in scores.items()},
        estimate=estimate(games) if games else None,
        lost_first=bool(games) and all(game.score == 0.0 for game in games[:_FIRST_GAMES]),
        opponent=next_opponent(games),
        phases=tuple((phase, estimate(games, phase)) for phase in told),
        curve=tuple(curve(games)),
        curve_days=tuple(local(ended).date().isoformat() for ended, _ in rated),
        courses=tuple(_progress(course, known) for course in _courses()),
        classics=_classics(),
    )


def _boards(known: Practised, ten: Sequence[Assignment], results: Sequence[bool | None]) -> dict[str, str]:
    """Return a position of each set of exercises, as in `PracticeSummary.boards`."""
    found = dict(_fixed_boards())
    if ten:
        open_ones = (one for one, result in zip(ten, results, strict=True) if result is None)
        found["today"] = next(open_ones, ten[-1]).task.fen
    near = _from_pack(TrainingRequest(ExerciseSet.MIXED), known)
    if near:
        found["mixed"] = near[-1].fen
    due = due_cards(known.cards, known.now) or known.cards
    if due:
        found["deck"] = due[0].mistake.fen
    return found


@lru_cache(maxsize=1)
def _fixed_boards() -> dict[str, str]:
    """Return the easiest position of each theme and level of the pack, and one of each goal of the classics."""
    found: dict[str, str] = {}
    for exercise in sorted(_pack(), key=lambda one: one.rating):
        for theme in exercise.themes:
            found.setdefault(theme, exercise.fen)
        for name, (low, high) in LEVELS.items():
            if low <= exercise.rating < high:
                found.setdefault(name, exercise.fen)
    with contextlib.suppress(ResourceError):
        for classic in load_classics():
            found.setdefault(f"classics.{classic.goal.value}", classic.fen)
    return found


@lru_cache(maxsize=1)
def _classics() -> dict[str, frozenset[str]]:
    """Return the keys of the classics by goal; none if the asset is missing or damaged."""
    found: dict[str, set[str]] = {}
    with contextlib.suppress(ResourceError):
        for classic in load_classics():
            found.setdefault(classic.goal.value, set()).add(classic.key)
    return {goal: frozenset(keys) for goal, keys in found.items()}


def _progress(course: Course, known: Practised) -> CourseProgress:
    done = ((lesson.key, known.has_done(course.key, lesson)) for lesson in course.lessons)
    return CourseProgress(course.key, tuple(done))


# ---- Keeping ----


def keep_solving(taker: EntryTaker, solving: Solving, now: datetime) -> None:
    """Save the outcome of an exercise; a card of the deck or the repertoire is scheduled again.

    A solved lesson is noted. Only exercises with a move to find are logged as attempts.

    Raises:
        XiangqiError: it cannot be written.
    """
    assignment, milliseconds = solving.assignment, round(1000 * solving.seconds)
    if assignment.course_step is not None and solving.solved:
        taker.note_lesson(*assignment.course_step, now)
    if assignment.question is not None:
        keep_answer(taker, assignment.question, solving, now)
    if not assignment.answer_mode.is_remembered:
        return
    taker.add_attempt(
        Attempt(
            now,
            assignment.key,
            assignment.source,
            solving.solved,
            solving.wrong,
            solving.hints,
            assignment.rating,
            assignment.themes,
            milliseconds,
        )
    )
    if assignment.card is not None:
        recall = recall_of(solving.wrong, solving.hints, gave_up=not solving.solved)
        taker.note_recall(remembered(assignment.card, recall, now), recall, now, milliseconds)


def keep_slips(
    taker: EntryTaker, slips: Sequence[ReviewMistake], now: datetime, gone: Sequence[int] = ()
) -> None:
    """Add to the deck the mistakes of a reviewed game that lose more than LEAST_LOSS; remove the cards `gone`.

    Raises:
        XiangqiError: the changes cannot be written.
    """
    for number in gone:
        taker.remove_card(number)
    costly = (slip for slip in slips if slip.loss > LEAST_LOSS)
    taker.add_mistakes([Mistake(slip.fen, slip.played, slip.better, slip.loss) for slip in costly], now)


_SCORES: Final = {("1-0", RED): 1.0, ("0-1", BLACK): 1.0, ("1-0", BLACK): 0.0, ("0-1", RED): 0.0}


def is_telling(game: Game, side: int) -> bool:
    """Return whether a finished game is evidence of a side's strength.

    It must be from the starting position, without help, and the side must have made at least LEAST_MOVES moves
    unless the game has ended on the board: whoever resigns after one move has not really played.
    """
    if game.headers.get(UNRATED) or key_of(game.start_fen) != key_of(START_FEN):
        return False
    line = game.main_line()
    first = Board(game.start_fen).turn == side
    if (len(line) + int(first)) // 2 >= LEAST_MOVES:
        return True
    return bool(line) and outcome(played(Board(game.start_fen), line)) is not None


def evidence_of(game: Game, side: int) -> GameEvidence:
    """Return the evidence that a finished game gives of a person's strength; takes about a second of search.

    The result counts only in games against the built-in engine, whose rating is known; the moves always count.

    Args:
        game: a game that was played here, with its tags.
        side: the person's side, RED or BLACK.

    Raises:
        FenError, IllegalMoveError: it cannot be played through.
    """
    score = 0.5 if game.result == "1/2-1/2" else _SCORES.get((game.result, side))
    opponent = _rating_of(game.headers, "Black" if side == RED else "Red")
    moves = [move.iccs for move in game.main_line()]
    return GameEvidence(opponent, score, weigh_game(game.start_fen, moves, side))


def _rating_of(tags: Mapping[str, str], side: str) -> int | None:
    """Return a side's rating according to the game's tags; None unless it is the built-in engine."""
    if tags.get(f"{side}Kind") != PlayerKind.COMPUTER.value:
        return None
    told, level = tags.get(f"{side}Rating", ""), tags.get(f"{side}Level", "")
    return int(told) if told.isdecimal() else RATINGS.get(int(level)) if level.isdecimal() else None
