"""The card below an exercise: its difficulty, its theme, the tries, and the progress of the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from xiangqi.app.exercises.modes import Challenge, ChallengeState, HintLevel
from xiangqi.app.exercises.state import Training
from xiangqi.app.session.training import ExerciseSet
from xiangqi.exercises.rating import rounded
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns, is_wide
from xiangqi.ui.parts.course_words import theme_words
from xiangqi.ui.toolkit.roles import BODY, LEAD, SMALL
from xiangqi.ui.toolkit.widgets import Label, Widget

_LINE: Final = 26.0
_NAMES: Final = 0.32  # share of the width for the names of facts


def info_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the facts about the exercise on the board and, in a wide card, about the round."""
    challenge = scene.state.mode(Challenge)
    if challenge is None:
        return []
    inner = Room(rect, scene.painter.unit).inner().rest
    boxes = columns(inner, 2, scene.px(24)) if is_wide(scene, inner) else [inner]
    room, title = Room(boxes[0], scene.painter.unit), scene.texts("exercise.this")
    widgets: list[Widget] = [Card("exercise.info", rect)]
    widgets.append(Label("info.title", room.top(_LINE, 4), title, LEAD, bold=True, single=True))
    for name, words in _facts(scene, challenge):
        widgets += _fact(scene, room, name, words)
    if len(boxes) > 1:
        room, title = Room(boxes[1], scene.painter.unit), scene.texts("exercise.round")
        widgets.append(Label("round.title", room.top(_LINE, 4), title, LEAD, bold=True, single=True))
        for place, words in enumerate(_round(scene)):
            widgets.append(Label(f"round.{place}", room.top(_LINE, 0), words, BODY, single=True))
    return widgets


def _fact(scene: PanelContext, room: Room, name: str, words: str) -> list[Widget]:
    line, muted = room.top(_LINE, 0), scene.painter.palette.muted
    caption = pygame.Rect(line.left, line.top, round(line.width * _NAMES), line.height)
    told = pygame.Rect(caption.right, line.top, line.right - caption.right, line.height)
    label = Label(f"info.{name}.caption", caption, scene.texts(f"exercise.info.{name}"), SMALL, muted)
    label.single = True
    return [label, Label(f"info.{name}", told, words, BODY, single=True)]


def _facts(scene: PanelContext, challenge: Challenge) -> Iterator[tuple[str, str]]:
    """Yield names and words of the facts about the exercise; the theme only once it is over or hinted at."""
    texts, assignment, known = scene.texts, challenge.assignment, scene.state.practice
    if assignment.rating:
        own = known.estimate if known is not None else None
        rating, words = round(assignment.rating), str(round(assignment.rating))
        if own is not None:
            words = texts("exercise.info.levels", rating=rating, own=rounded(own.mean))
        yield "level", words
    over = challenge.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
    if assignment.themes:
        named = texts.listed(theme_words(scene, theme) for theme in assignment.themes[:2])
        known_theme = over or challenge.hint_level >= HintLevel.THEME
        yield "theme", named if known_theme else texts("exercise.info.hidden")
    if assignment.answer_mode.is_shown:
        return  # nothing is tried
    wrong, hints = challenge.wrong, challenge.hints
    told = texts("exercise.info.none")
    if wrong or hints:
        told = texts("exercise.info.so_far", wrong=wrong, hints=hints)
    yield "tries", told


def _round(scene: PanelContext) -> Iterator[str]:
    """Yield the progress of the round and, in today's ten, the number of days in a row.

    What a course only shows is not counted, since nothing is tried there.
    """
    texts, training, known = scene.texts, scene.state.held(Training), scene.state.practice
    if training is not None:
        both = zip(training.assignments, training.results, strict=True)
        tried = [result for one, result in both if not one.answer_mode.is_shown]
        done = sum(result is not None for result in tried)
        yield texts("exercises.todays_done", done=done, count=len(tried))
        yield texts("exercises.first_try", count=sum(result is True for result in tried))
    days = known.days if known is not None else 0
    if days > 1 and training is not None and training.request.exercise_set is ExerciseSet.TODAY:
        yield texts("exercises.days", count=days)
