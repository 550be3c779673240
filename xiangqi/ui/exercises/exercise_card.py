"""The column while an exercise is solved: what is asked, what has come of it, help, and the way on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app import positions, view
from xiangqi.app.analysis.tablebase import keeping_moves
from xiangqi.app.engines.searching import Hint
from xiangqi.app.exercises.challenges import GiveSolution, GiveVerdict, TryAgain
from xiangqi.app.exercises.practice import NextExercise, RemoveCard, ToggleTimer
from xiangqi.app.exercises.state import AnswerMode, ExerciseSet, Training
from xiangqi.app.mode import Challenge, ChallengeState, HintLevel
from xiangqi.app.records.loading import CloseRecord
from xiangqi.coach.facts import PATTERN, Placed, theme_key
from xiangqi.core.constants import BLACK, LETTERS, PIECE_NAMES, RED, opponent
from xiangqi.line import Line, Moves
from xiangqi.notation import Style
from xiangqi.referee import outcome_sentence
from xiangqi.ui.coach.coach_rows import wording
from xiangqi.ui.game.move_list import moves_card
from xiangqi.ui.game.tool_row import TOOLS, tool_row
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns, two_rows
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_MOVES: Final = 150.0
_PIP: Final = 16.0
_STREAK: Final = 24.0
_MOST_PIPS: Final = 24
_COURSES: Final = {
    "endings": "course.endings",
    "repetition": "course.repetition",
    "openings": "course.openings",
}


@dataclass
class Pips(Widget):
    """How the exercises of a round went, each in a small field: solved, not solved, still open."""

    results: Sequence[bool | None] = ()  # of each
    place: int = 0  # the one on the board
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        step = min(self.rect.height + painter.px(4), self.rect.width / max(1, len(self.results)))
        size = round(min(self.rect.height, step - painter.px(2)))
        for number, result in enumerate(self.results):
            field = pygame.Rect(
                self.rect.left + round(number * step), self.rect.centery - size // 2, size, size
            )
            edge = palette.accent if number == self.place else palette.outline
            painter.box(field, palette.raised if result is not None else palette.field, 4, edge)
            if result is not None:
                ink = palette.good if result else palette.danger
                painter.icon("check" if result else "close", field, size / painter.unit * 0.8, ink)


def exercise_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the exercise, its moves once there are any, the buttons and the tool row, from top to bottom."""
    room = Room(box, scene.painter.unit)
    tools = tool_row(scene, room.bottom(TOOLS))
    buttons = _buttons(scene, room.bottom(2 * CONTROL + GAP))
    moves: list[Widget] = []
    if view.line(scene.state).moves:
        moves = moves_card(scene, room.bottom_px(max(scene.px(_MOVES), room.rest.height // 3)))
    return [*_card(scene, room.rest), *moves, *buttons, *tools]


# ---- What is said ----


def _card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    challenge, training = scene.state.challenge, scene.state.training
    if challenge is None:
        return []
    painter = scene.painter
    room = Room(rect, painter.unit).inner(12)
    head = room.top(26, 4)
    widgets: list[Widget] = [
        Card("exercise", rect, marked=challenge.stage is ChallengeState.SOLVED),
        Label("exercise.title", head, _title(scene, training), bold=True, single=True),
    ]
    time = view.exercise_time(scene.state)
    if time:
        place = pygame.Rect(head.right - scene.px(60), head.top, scene.px(60), head.height)
        widgets[-1].rect.width -= scene.px(64)
        widgets.append(Label("exercise.time", place, time, bold=True, single=True, align="right"))
    if training is not None and len(training.results) <= _MOST_PIPS:
        widgets.append(Pips("exercise.pips", room.top(_PIP, 8), training.results, training.place))
    goal = goal_words(scene, challenge)
    height = painter.paragraph_height(goal, room.rest.width, 17, True)
    widgets.append(Label("exercise.goal", room.top_px(height, 6), goal, size=17, bold=True))
    words, colour = _message(scene, challenge), painter.palette.muted
    if challenge.stage is ChallengeState.REFUTED:
        colour = painter.palette.warning
    if words:
        height = min(painter.paragraph_height(words, room.rest.width, BODY), room.rest.height)
        widgets.append(Label("exercise.message", room.top_px(height, 6), words, size=BODY, colour=colour))
    if challenge.stage is ChallengeState.SOLVED or not words:
        widgets += _streak(scene, challenge, room)
    return widgets


def _streak(scene: PanelContext, challenge: Challenge, room: Room) -> list[Widget]:
    """Lay out how many exercises were solved in a row, where there is room. Lessons do not count."""
    known = scene.state.practice
    lesson = challenge.assignment.way in _LESSON_GOALS
    if known is None or known.streak < 2 or lesson or room.rest.height < scene.px(_STREAK):
        return []
    words, muted = scene.texts("exercise.streak", count=known.streak), scene.painter.palette.muted
    return [Label("exercise.streak", room.top(_STREAK), words, size=SMALL, colour=muted, single=True)]


def _title(scene: PanelContext, training: Training | None) -> str:
    """Return which exercises are gone through, and which of them is on the board."""
    texts = scene.texts
    if training is None:
        return texts("exercise.one")
    named = {
        ExerciseSet.TODAY: texts("exercise.today"),
        ExerciseSet.MIXED: texts("exercise.mixed"),
        ExerciseSet.DECK: texts("exercise.deck"),
        ExerciseSet.LEVEL: _level(scene, training.request.ratings),
    }
    if training.request.sort is ExerciseSet.LESSON:
        named[ExerciseSet.LESSON] = course_words(scene, training.request.theme)
    elif training.request.sort is ExerciseSet.GUESS:
        named[ExerciseSet.GUESS] = texts("exercise.guess")
    elif training.request.sort is ExerciseSet.FILE:
        own = training.assignments[training.place].title or training.request.theme
        named[ExerciseSet.FILE] = own or texts("exercise.one")
    name = named.get(training.request.sort) or theme_words(scene, training.request.theme)
    name = name[:1].upper() + name[1:]
    return texts("exercise.title", name=name, place=training.place + 1, count=len(training.results))


def _level(scene: PanelContext, ratings: tuple[int, int]) -> str:
    low, high = ratings
    return scene.texts("exercise.level", low=low, high=high) if low else scene.texts("exercises.beginner")


def goal_words(scene: PanelContext, challenge: Challenge) -> str:
    """Return what is asked for: how much may be told of it without telling the theme."""
    texts, assignment = scene.texts, challenge.assignment
    side = scene.side_name(challenge.setup.human_side or RED)
    if scene.state.training is not None and scene.state.training.request.sort is ExerciseSet.GUESS:
        return texts("exercise.goal.guess", side=side)
    if assignment.card is not None:
        played = _move_words(scene, (), (assignment.card.mistake.played,))
        return texts("exercise.goal.better", move=played)
    lesson = _LESSON_GOALS.get(assignment.way)
    if lesson is not None:
        return lesson(scene, challenge)
    task = assignment.task
    if task.kind.value == "mate":
        key = "exercise.goal.stalemate" if task.stalemates else "exercise.goal.mate"
        return texts(key, side=side, count=task.own_moves)
    return texts("exercise.goal.save" if task.kind.value == "save" else "exercise.goal.win", side=side)


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


_LESSON_GOALS: Final = {
    AnswerMode.ENDING: _ending_goal,
    AnswerMode.LOOK: _idea_goal,
    AnswerMode.JUDGE: _verdict_goal,
    AnswerMode.ALONG: _opening_goal,
}


def material_words(texts: Texts, material: str) -> str:
    """Return an ending such as KPKA by its pieces; a side with a king alone is called by that."""
    own, other = (_side_words(texts, side) for side in material[1:].split("K"))
    words = texts("exercise.against", own=own, other=other)
    return words[:1].upper() + words[1:]


def _side_words(texts: Texts, letters: str) -> str:
    """Return the pieces of one side beside its king, such as "CAA", counted as players do."""
    if not letters:
        return texts("exercise.king_alone")
    if sorted(letters) == ["A", "A", "B", "B"]:
        return texts("exercise.full_guard")
    names = {letter: texts(f"piece.{PIECE_NAMES[LETTERS.index(letter)]}") for letter in letters}
    if len(letters) == 1:
        return texts("exercise.piece_alone", piece=names[letters])
    counted = [texts(f"exercise.pieces.{letters.count(letter)}", piece=name) for letter, name in names.items()]
    return reduce(lambda first, second: texts("exercise.two_kinds", first=first, second=second), counted)


def course_words(scene: PanelContext, key: str) -> str:
    """Return the name of a course."""
    words = scene.texts(_COURSES[key]) if key in _COURSES else theme_words(scene, key)
    return words[:1].upper() + words[1:]


def _message(scene: PanelContext, challenge: Challenge) -> str:
    """Return what has come of it, or what has been told of the next move."""
    texts = scene.texts
    if challenge.stage is ChallengeState.JUDGED:
        return texts("exercise.judging")
    if challenge.stage is ChallengeState.ANSWERED:
        return texts("exercise.right")
    if challenge.assignment.way in _LESSON_GOALS:
        return _lesson_message(scene, challenge)
    if challenge.stage is ChallengeState.SOLVED:
        if challenge.moves[:1] != challenge.assignment.task.solution[:1]:
            moves = _move_words(scene, (), challenge.assignment.task.solution)
            return texts("exercise.as_good", moves=moves)
        key = "exercise.solved_helped" if challenge.wrong or challenge.hints else "exercise.solved"
        return texts.joined(texts(key), _about(scene, challenge))
    if challenge.stage is ChallengeState.SHOWN:
        moves = _move_words(scene, (), challenge.assignment.task.solution)
        return texts.joined(texts("exercise.shown", moves=moves), _about(scene, challenge))
    if challenge.stage is ChallengeState.REFUTED:
        return _refutation(scene, challenge)
    return _told(scene, challenge) or (_refutation(scene, challenge) if challenge.refutation else "")


def _lesson_message(scene: PanelContext, challenge: Challenge) -> str:
    """Return the message for a lesson that asks for something other than finding a move."""
    texts, way = scene.texts, challenge.assignment.way
    if way is AnswerMode.LOOK:
        name = challenge.assignment.themes[0].removeprefix(PATTERN)
        return texts.joined(texts(f"coach.idea.{name}"), texts("exercise.step"))
    if way is AnswerMode.JUDGE:
        return _verdict_message(scene, challenge)
    if challenge.stage is ChallengeState.SOLVED:
        return texts("exercise.solved")
    if challenge.stage is ChallengeState.SHOWN:
        return texts("exercise.shown", moves=_move_words(scene, (), challenge.assignment.task.solution))
    if way is AnswerMode.ALONG:
        if challenge.refutation and challenge.rung is HintLevel.NOTHING:
            return texts("exercise.book", move=_move_words(scene, challenge.moves, challenge.refutation[:1]))
        return _told(scene, challenge)
    told = _refutation(scene, challenge) if challenge.refutation else ""
    if challenge.rung is HintLevel.NOTHING or challenge.stage is ChallengeState.REFUTED:
        return told
    fen = view.snapshot(scene.state).fen
    key = "exercise.still_hold" if challenge.assignment.task.kind.value == "save" else "exercise.still_win"
    return texts(key, count=len(keeping_moves(fen)))


def _verdict_message(scene: PanelContext, challenge: Challenge) -> str:
    """Return the referee's verdict with its reasons, and whether the player's was the same."""
    if challenge.end is None:
        return scene.texts("exercise.step")
    key = "exercise.verdict_right" if challenge.stage is ChallengeState.SOLVED else "exercise.verdict_wrong"
    return scene.texts(key, reason=scene.texts.sentence(outcome_sentence(challenge.end)))


def _refutation(scene: PanelContext, challenge: Challenge) -> str:
    first, *rest = _all_words(scene, challenge.moves, challenge.refutation)
    if not rest:
        return scene.texts("exercise.wrong", move=first)
    side = scene.side_name(opponent(challenge.setup.human_side or RED))
    return scene.texts("exercise.refuted", move=first, side=side, moves="  ".join(rest))


def _told(scene: PanelContext, challenge: Challenge) -> str:
    """Return the hint given so far."""
    texts, move = scene.texts, challenge.next_move
    if challenge.rung is HintLevel.NOTHING or move is None:
        return ""
    if challenge.rung is HintLevel.THEME:
        return _about(scene, challenge)
    if challenge.rung is HintLevel.SQUARE:
        return texts("exercise.move", move=_move_words(scene, challenge.moves, (move,)))
    board = positions.board_at(challenge.line)
    piece = Placed(move.from_square, board.piece_at(move.from_square))
    return texts("exercise.piece", piece=wording(scene.state).piece(board, piece))


def _about(scene: PanelContext, challenge: Challenge) -> str:
    """Return the themes and, once the exercise is over, its rating."""
    texts, assignment = scene.texts, challenge.assignment
    named = [theme_words(scene, theme) for theme in assignment.themes]
    if len(named) > 1 and assignment.themes[0] == "mate":
        named = named[1:]
    words = texts("exercise.about", themes=texts.listed(named)) if named else ""
    over = challenge.stage in (ChallengeState.SOLVED, ChallengeState.SHOWN)
    rated = texts("exercise.rated", rating=assignment.rating) if over and assignment.rating else ""
    return texts.joined(words, rated)


def theme_words(scene: PanelContext, theme: str) -> str:
    """Return the name of a theme."""
    return scene.texts(theme_key(theme))


def _all_words(scene: PanelContext, before: Moves, moves: Moves) -> Sequence[str]:
    line = Line(scene.state.document.start_fen, before)
    return positions.following_texts(line, moves, Style(scene.state.settings.notation))


def _move_words(scene: PanelContext, before: Moves, moves: Moves) -> str:
    return "  ".join(_all_words(scene, before, moves))


# ---- Buttons ----


def _buttons(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    state, texts = scene.state, scene.texts
    challenge, training = state.challenge, state.training
    if challenge is None:
        return []
    over = challenge.stage in (ChallengeState.SOLVED, ChallengeState.SHOWN)
    solvable = bool(challenge.assignment.task.solution)
    asked = challenge.stage in (ChallengeState.ASKED, ChallengeState.REFUTED)
    again = challenge.stage is ChallengeState.REFUTED or bool(challenge.moves) or over
    if challenge.assignment.way is AnswerMode.JUDGE and challenge.stage is ChallengeState.ASKED:
        return _verdict_buttons(scene, rect)
    onwards = training is not None and training.next_open is not None
    last = "next" if over else "skip"
    if over and training is not None and not onwards:
        last = "more"
    timing = training is not None and training.timed
    hint: tuple[str, Action, bool, bool] = ("hint", Hint(), asked, False)
    if challenge.card is not None:
        hint = ("remove_card", RemoveCard(), True, False)
    specs: tuple[tuple[str, Action, bool, bool], ...] = (
        hint,
        ("solution", GiveSolution(), asked and solvable, False),
        (last, NextExercise(), training is not None, over),
        ("again", TryAgain(), again, challenge.stage is ChallengeState.REFUTED),
        ("untimed" if timing else "timed", ToggleTimer(), training is not None, False),
        ("leave", CloseRecord(), True, False),
    )
    cells = [cell for row in two_rows(scene, rect) for cell in columns(row, 3, scene.px(GAP))]
    return [
        Button(
            f"exercise.{name}", cell, texts(f"exercise.button.{name}"), action, enabled=enabled, primary=primary
        )
        for cell, (name, action, enabled, primary) in zip(cells, specs, strict=True)
    ]


def _verdict_buttons(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the possible verdicts on a repetition, and the way back."""
    texts = scene.texts
    upper, lower = two_rows(scene, rect)
    cells = (*columns(upper, 3, scene.px(GAP)), *columns(lower, 2, scene.px(GAP)))
    specs: tuple[tuple[str, str, Action], ...] = (
        ("red", texts("result.red"), GiveVerdict(RED)),
        ("draw", texts("result.draw"), GiveVerdict(None)),
        ("black", texts("result.black"), GiveVerdict(BLACK)),
        ("skip", texts("exercise.button.skip"), NextExercise()),
        ("leave", texts("exercise.button.leave"), CloseRecord()),
    )
    return [
        Button(f"exercise.{name}", cell, label, action)
        for cell, (name, label, action) in zip(cells, specs, strict=True)
    ]
