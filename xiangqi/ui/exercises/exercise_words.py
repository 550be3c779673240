"""The words of an exercise: its series, its task, the hint, the outcome, and why a wrong move is wrong."""

from __future__ import annotations

from functools import reduce
from typing import Final

from xiangqi.app.analysis.tablebase import keeping_moves
from xiangqi.app.exercises.modes import Challenge, ChallengeState, HintLevel
from xiangqi.app.exercises.state import AnswerMode, GuessVerdict, Training
from xiangqi.app.session import positions, view
from xiangqi.app.session.training import ExerciseSet
from xiangqi.board import Board
from xiangqi.coach.facts import PATTERN, Placed
from xiangqi.coach.spoils import LEAST_TOLD, spoils_of
from xiangqi.core.constants import LETTERS, PIECE_NAMES, RED, opponent
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.line import Line, Moves
from xiangqi.referee import outcome_sentence
from xiangqi.ui.parts.coach_rows import told_line, why_better, wording
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.course_words import course_words, theme_words
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.idea_words import idea_message
from xiangqi.ui.parts.line_words import line_goal, line_message
from xiangqi.ui.parts.missed_words import is_ahead, missed_words
from xiangqi.ui.parts.solved_words import solved_words


def series_title(scene: PanelContext, training: Training | None) -> str:
    """Return the name of the series and the number of the current exercise, or the words for a single one."""
    texts = scene.texts
    if training is None:
        return texts("exercise.one")
    named = {
        ExerciseSet.TODAY: texts("exercise.today"),
        ExerciseSet.MIXED: texts("exercise.mixed"),
        ExerciseSet.DECK: texts("exercise.deck"),
        ExerciseSet.DUE: texts("exercise.due"),
        ExerciseSet.REPERTOIRE: texts("repertoire.title"),
        ExerciseSet.LEVEL: _level(scene, training.request.ratings),
    }
    if training.request.exercise_set is ExerciseSet.LESSON:
        named[ExerciseSet.LESSON] = course_words(scene, training.request.theme)
    elif training.request.exercise_set is ExerciseSet.WEAKNESS:
        named[ExerciseSet.WEAKNESS] = texts.tell(training.request.theme)
    elif training.request.exercise_set is ExerciseSet.GUESS:
        named[ExerciseSet.GUESS] = texts("exercise.guess")
    elif training.request.exercise_set is ExerciseSet.FILE:
        own = training.assignments[training.place].title or training.request.theme
        named[ExerciseSet.FILE] = own or texts("exercise.one")
    name = named.get(training.request.exercise_set) or theme_words(scene, training.request.theme)
    name = name[:1].upper() + name[1:]
    return texts("exercise.title", name=name, place=training.place + 1, count=len(training.results))


def _level(scene: PanelContext, ratings: tuple[int, int]) -> str:
    low, high = ratings
    return scene.texts("exercise.level", low=low, high=high) if low else scene.texts("exercises.beginner")


def goal_words(scene: PanelContext, challenge: Challenge) -> str:
    """Return the task in words, without giving away the theme."""
    texts, assignment = scene.texts, challenge.assignment
    side = scene.side_name(challenge.setup.human_side or RED)
    if _is_guess(scene):
        return _guess_goal(scene, challenge)
    if assignment.mistake is not None:
        return texts("exercise.goal.better", move=_move_words(scene, (), (assignment.mistake,)))
    lesson = LESSON_GOALS.get(assignment.answer_mode)
    if lesson is not None:
        return lesson(scene, challenge)
    task = assignment.task
    if task.kind.value == "mate":
        key = "exercise.goal.stalemate" if task.stalemates else "exercise.goal.mate"
        return texts(key, side=side, count=_moves_left(challenge))
    return texts("exercise.goal.save" if task.kind.value == "save" else "exercise.goal.win", side=side)


def _guess_goal(scene: PanelContext, challenge: Challenge) -> str:
    """Return the task of guessing a move; it names the player if the record does."""
    texts, side, person = scene.texts, challenge.setup.human_side or RED, challenge.assignment.title
    if not person:
        return texts("exercise.goal.guess", side=scene.side_name(side))
    key = "exercise.goal.guess_red" if side == RED else "exercise.goal.guess_black"
    return texts(key, person=texts.person(person))


def _moves_left(challenge: Challenge) -> int:
    """Return the number of moves left to the player for the goal; all of them once the exercise is over."""
    count = challenge.assignment.task.own_moves
    over = challenge.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
    return count if over else max(1, count - len(challenge.moves) // 2)


def _is_guess(scene: PanelContext) -> bool:
    """Return whether the player guesses the moves of a game."""
    training = scene.state.held(Training)
    return training is not None and training.request.exercise_set is ExerciseSet.GUESS


def _ending_goal(scene: PanelContext, challenge: Challenge) -> str:
    side, assignment = scene.side_name(challenge.setup.human_side or RED), challenge.assignment
    key = "exercise.goal.ending_held" if assignment.task.kind.value == "save" else "exercise.goal.ending_won"
    return scene.texts(key, side=side, pieces=material_words(scene.texts, assignment.title))


def _idea_goal(scene: PanelContext, challenge: Challenge) -> str:
    return scene.texts("exercise.goal.look", name=theme_words(scene, challenge.assignment.themes[0]))


def _verdict_goal(scene: PanelContext, challenge: Challenge) -> str:
    return scene.texts("exercise.goal.judge", rules=scene.texts(f"rules.{challenge.setup.rules.name}"))


def _opening_goal(scene: PanelContext, challenge: Challenge) -> str:
    return scene.texts("exercise.goal.along", name=scene.texts(f"opening.{challenge.assignment.title}"))


LESSON_GOALS: Final = {
    AnswerMode.ENDING: _ending_goal,
    AnswerMode.LOOK: _idea_goal,
    AnswerMode.JUDGE: _verdict_goal,
    AnswerMode.ALONG: _opening_goal,
    AnswerMode.LINE: line_goal,
}


def material_words(texts: Texts, material: str) -> str:
    """Return the pieces of an endgame such as KPKA in words; a king alone is called a bare king."""
    own, other = (_side_words(texts, side) for side in material[1:].split("K"))
    words = texts("exercise.against", own=own, other=other)
    return words[:1].upper() + words[1:]


def _side_words(texts: Texts, letters: str) -> str:
    """Return a side's pieces other than its king, such as "CAA", in words, with their numbers."""
    if not letters:
        return texts("exercise.king_alone")
    if sorted(letters) == ["A", "A", "B", "B"]:
        return texts("exercise.full_guard")
    names = {letter: texts(f"piece.{PIECE_NAMES[LETTERS.index(letter)]}") for letter in letters}
    if len(letters) == 1:
        return texts("exercise.piece_alone", piece=names[letters])
    counted = [texts(f"exercise.pieces.{letters.count(letter)}", piece=name) for letter, name in names.items()]
    return reduce(lambda first, second: texts("exercise.two_kinds", first=first, second=second), counted)


def message_words(scene: PanelContext, challenge: Challenge) -> str:
    """Return the text for the outcome, or for the hint given so far, or "" without either."""
    texts = scene.texts
    if challenge.state is ChallengeState.JUDGED:
        return texts("exercise.judging")
    if challenge.state is ChallengeState.ANSWERED:
        return texts("exercise.right")
    if challenge.assignment.answer_mode in LESSON_GOALS:
        return _lesson_message(scene, challenge)
    if challenge.guess is not None:
        return _guess_message(scene, challenge, challenge.guess)
    if challenge.state is ChallengeState.SOLVED:
        if challenge.moves[:1] != challenge.assignment.task.solution[:1]:
            moves = _move_words(scene, (), challenge.assignment.task.solution)
            return texts("exercise.as_good", moves=moves)
        return texts.joined(solved_words(scene, challenge), _explained(scene, challenge))
    if challenge.state is ChallengeState.SHOWN:
        moves = _move_words(scene, (), challenge.assignment.task.solution)
        shown = "" if scene.state.preview is not None else texts("exercise.shown", moves=moves)
        return texts.joined(shown, _explained(scene, challenge))
    if challenge.state is ChallengeState.REFUTED:
        return _refutation(scene, challenge)
    return _told(scene, challenge) or (_refutation(scene, challenge) if challenge.refutation else "")


def _explained(scene: PanelContext, challenge: Challenge) -> str:
    """Return why the solution is right: the coach's reason, or else what it wins, and the themes."""
    why = _why(scene, challenge)
    return why or scene.texts.joined(_gain(scene, challenge), _about(scene, challenge))


def _gain(scene: PanelContext, challenge: Challenge) -> str:
    """Return words on the material that the solution of a task wins; "" if too little, or in other tasks."""
    task = challenge.assignment.task
    if task.kind is not ExerciseKind.WIN:
        return ""
    board = Board(task.fen)
    spoils = spoils_of(board, task.solution, board.turn)
    if not spoils.won or spoils.balance < LEAST_TOLD:
        return ""
    return scene.texts("exercise.gain", spoils=wording(scene.state).spoils(spoils, board.turn))


def _why(scene: PanelContext, challenge: Challenge) -> str:
    """Return why the solution is better than the player's mistake; "" in other exercises."""
    return why_better(scene.state, challenge.setup.start_fen)


def _guess_message(scene: PanelContext, challenge: Challenge, guess: GuessVerdict) -> str:
    """Return the points for a guess, the move played, the engine's choice, and the points so far, in words."""
    texts, (played, *_) = scene.texts, challenge.assignment.task.solution
    lost, played_lost = _percent(guess.loss), _percent(guess.game_loss)
    worth = texts("guess.points" if lost else "guess.points_only", count=guess.points, percent=lost)
    same = challenge.moves[:1] == (played,)
    move = _move_words(scene, (), (played,))
    key = "guess.same" if same else "guess.game" if played_lost else "guess.game_only"
    game = texts(key, move=move, percent=played_lost)
    engine = ""
    if guess.best is not None and guess.best not in (played, *challenge.moves[:1]):
        engine = texts("guess.engine", move=_move_words(scene, (), (guess.best,)))
    return texts.joined(worth, game, engine, _points_words(scene))


def _points_words(scene: PanelContext) -> str:
    """Return the points of the guesses so far, or the total after the last; "" outside of a round."""
    training = scene.state.held(Training)
    if training is None:
        return ""
    own, game, most = training.points
    is_last = training.next_open is None
    person = training.assignments[training.place].title
    if not person:
        return scene.texts("guess.total" if is_last else "guess.so_far", own=own, game=game, most=most)
    key = "guess.total_of" if is_last else "guess.so_far_of"
    return scene.texts(key, own=own, game=game, most=most, person=scene.texts.person(person))


def _percent(loss: float) -> int:
    return round(100 * loss)


def _lesson_message(scene: PanelContext, challenge: Challenge) -> str:
    """Return the message for a lesson that asks for something other than finding a move."""
    texts, answer_mode = scene.texts, challenge.assignment.answer_mode
    if answer_mode is AnswerMode.LOOK:
        name = challenge.assignment.themes[0].removeprefix(PATTERN)
        return texts.joined(texts(f"coach.idea.{name}"), texts("exercise.step"))
    if answer_mode is AnswerMode.JUDGE:
        return _verdict_message(scene, challenge)
    if answer_mode is AnswerMode.LINE:
        return line_message(scene, challenge) or _told(scene, challenge)
    if answer_mode is AnswerMode.ALONG and challenge.state is ChallengeState.SOLVED:
        return texts.joined(solved_words(scene, challenge), idea_message(scene, challenge.line))
    if challenge.state is ChallengeState.SOLVED:
        return solved_words(scene, challenge)
    if challenge.state is ChallengeState.SHOWN:
        return texts("exercise.shown", moves=_move_words(scene, (), challenge.assignment.task.solution))
    if answer_mode is AnswerMode.ALONG:
        if challenge.refutation and challenge.hint_level is HintLevel.NOTHING:
            return texts("exercise.book", move=_first_words(scene, challenge))
        return _told(scene, challenge) or idea_message(scene, challenge.line)
    told = _refutation(scene, challenge) if challenge.refutation else ""
    if challenge.hint_level is HintLevel.NOTHING or challenge.state is ChallengeState.REFUTED:
        return told
    fen = view.snapshot(scene.state).fen
    key = "exercise.still_hold" if challenge.assignment.task.kind.value == "save" else "exercise.still_win"
    return texts(key, count=len(keeping_moves(fen)))


def _verdict_message(scene: PanelContext, challenge: Challenge) -> str:
    """Return the question or, once answered, the referee's verdict and whether the player was right."""
    if challenge.end is None:
        return scene.texts.joined(scene.texts("exercise.judge"), scene.texts("exercise.step"))
    key = "exercise.verdict_right" if challenge.state is ChallengeState.SOLVED else "exercise.verdict_wrong"
    return scene.texts(key, reason=scene.texts.sentence(outcome_sentence(challenge.end)))


def _refutation(scene: PanelContext, challenge: Challenge) -> str:
    """Return why the player's move is wrong: what it misses and, unless a heading shows it, the reply."""
    missed = missed_words(scene.state, challenge)
    if heading_words(scene, challenge):
        return missed
    first = _first_words(scene, challenge)
    if len(challenge.refutation) == 1:
        return scene.texts.joined(scene.texts("exercise.wrong", move=first), missed)
    side = scene.side_name(opponent(challenge.setup.human_side or RED))
    replies = _move_words(scene, (*challenge.moves, challenge.refutation[0]), challenge.refutation[1:])
    key = "exercise.refuted_ahead" if is_ahead(challenge) else "exercise.refuted"
    return scene.texts.joined(scene.texts(key, move=first, side=side, moves=replies), missed)


def _told(scene: PanelContext, challenge: Challenge) -> str:
    """Return the text for the hint given so far, or ""."""
    texts, move = scene.texts, challenge.next_move
    if challenge.hint_level is HintLevel.NOTHING or move is None:
        return ""
    if challenge.hint_level is HintLevel.THEME:
        return _about(scene, challenge)
    if challenge.hint_level is HintLevel.SQUARE:
        return texts("exercise.move", move=_move_words(scene, challenge.moves, (move,)))
    board = positions.board_at(challenge.line)
    piece = Placed(move.from_square, board.piece_at(move.from_square))
    return texts("exercise.piece", piece=wording(scene.state).piece(board, piece))


def _about(scene: PanelContext, challenge: Challenge) -> str:
    """Return the exercise's themes as a sentence; "" if it has none."""
    texts, assignment = scene.texts, challenge.assignment
    named = [theme_words(scene, theme) for theme in assignment.telling_themes or assignment.themes]
    return texts("exercise.about", themes=texts.listed(named)) if named else ""


def _first_words(scene: PanelContext, challenge: Challenge) -> str:
    """Return the wrong move, worded to begin a sentence."""
    move = _move_words(scene, challenge.moves, challenge.refutation[:1])
    return wording(scene.state).beginning(move)


def _move_words(scene: PanelContext, before: Moves, moves: Moves) -> str:
    return told_line(scene, Line(scene.state.document.start_fen, before), moves)


def plays_out(challenge: Challenge) -> bool:
    """Return whether the solution or a refutation is to be shown on the board."""
    return challenge.state is ChallengeState.SHOWN or is_refuted(challenge)


def is_refuted(challenge: Challenge) -> bool:
    """Return whether the answers to a wrong move are being shown."""
    return challenge.state is ChallengeState.REFUTED and not challenge.assignment.answer_mode.is_by_heart


def heading_words(scene: PanelContext, challenge: Challenge) -> str:
    """Return the heading of the moves shown on the board, or "" if there is none."""
    if scene.state.preview is None:
        return ""
    if is_refuted(challenge):
        move = _first_words(scene, challenge)
        if len(challenge.refutation) == 1:
            return scene.texts("exercise.wrong", move=move)
        return scene.texts("exercise.fails_ahead" if is_ahead(challenge) else "exercise.fails", move=move)
    asked_for = (
        challenge.state is ChallengeState.SHOWN and challenge.assignment.answer_mode is not AnswerMode.LOOK
    )
    return scene.texts("exercise.solution") if asked_for else ""
