"""The column during an exercise: the task, the outcome, help, and the buttons to continue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.challenges import GiveSolution, GiveVerdict, TryAgain
from xiangqi.app.exercises.modes import Challenge, ChallengeState
from xiangqi.app.exercises.practice import NextExercise, RemoveCard, ToggleTimer
from xiangqi.app.exercises.state import AnswerMode, Training
from xiangqi.app.exercises.times import exercise_time
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session import view
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.places import back_label
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.exercises.exercise_info import info_card
from xiangqi.ui.exercises.exercise_words import (
    LESSON_GOALS,
    goal_words,
    heading_words,
    message_words,
    plays_out,
    series_title,
)
from xiangqi.ui.exercises.pips import Pips
from xiangqi.ui.parts.cards import Card, draw_general
from xiangqi.ui.parts.context import PanelContext, Room, columns, is_wide, two_rows
from xiangqi.ui.parts.line_card import PreviewLine, line_steps
from xiangqi.ui.parts.missed_words import is_ahead
from xiangqi.ui.parts.move_list import moves_card
from xiangqi.ui.parts.panels import column
from xiangqi.ui.parts.refused import refused_note
from xiangqi.ui.parts.window_layout import Content
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, PADDING, SMALL, TITLE
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_MOVES: Final = 150.0
_BETWEEN: Final = 12.0
_HEAD: Final = 24.0
_PIPS: Final = 56.0  # the card with the results of the round
_LOWER: Final = 168.0  # the card below the buttons
_LEAST_HEIGHT: Final = 500.0  # least height below the results for that card to have room
_STAR: Final = 20.0
_STAR_LIMITS: Final = (1200, 1600, 2000, 2400)  # ratings from which one more star is shown
_SIDE: Final = 64.0  # size of the general that represents the side to move
_STREAK: Final = 24.0
_MOST_PIPS: Final = 24


@dataclass
class Difficulty(Widget):
    """The difficulty of an exercise, as stars and as a number, in the middle of a box."""

    rating: int = 0

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, side = painter.palette, painter.px(_STAR)
        stars = 1 + sum(self.rating >= limit for limit in _STAR_LIMITS)
        words = str(self.rating)
        whole = (len(_STAR_LIMITS) + 1) * side + painter.px(GAP) + painter.width(words, SMALL)
        left = self.rect.centerx - whole // 2
        for number in range(len(_STAR_LIMITS) + 1):
            box = pygame.Rect(left + number * side, self.rect.top, side, self.rect.height)
            painter.icon("star", box, _STAR - 2, palette.accent if number < stars else palette.disabled)
        rest = pygame.Rect(left + whole - painter.width(words, SMALL), self.rect.top, 0, self.rect.height)
        rest.width = self.rect.right - rest.left
        painter.write(words, rest, size=SMALL, colour=palette.muted, shrink=False)


@dataclass
class SideToMove(Widget):
    """The general of the side to move or, once the exercise is solved, a tick."""

    side: int = RED
    theme: PieceTheme | None = None  # the look of the pieces
    solved: bool = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        radius = self.rect.height / painter.unit / 2
        if not self.solved:
            draw_general(painter, self.side, self.rect.center, radius, self.theme)
            return
        palette = painter.palette
        painter.disc(self.rect.center, radius, palette.raised, palette.good)
        painter.icon("check", self.rect, radius, palette.good)


def _beside_exercise(scene: PanelContext, boxes: Sequence[pygame.Rect]) -> list[Widget]:
    """Lay out the second column: facts about the exercise and the round, and below them the moves."""
    room = Room(boxes[0], scene.painter.unit)
    about = info_card(scene, room.top(_LOWER, _BETWEEN))
    return [*about, *moves_card(scene, room.rest)]


@column(Challenge, content=Content(columns=2), further=_beside_exercise)
def exercise_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the results, the exercise and the buttons; facts or moves below if it is the only column."""
    room = Room(box, scene.painter.unit)
    results, lower = _results(scene, room), list[Widget]()
    if len(scene.areas.columns) > 1:
        buttons = _buttons(scene, room)
        return [*results, *_card(scene, room.rest), *buttons]
    if room.rest.height >= scene.px(_LEAST_HEIGHT):
        below = room.bottom(_LOWER)
        lower = moves_card(scene, below) if view.line(scene.state).moves else info_card(scene, below)
    buttons = _buttons(scene, room)
    if not lower and view.line(scene.state).moves:
        lower = moves_card(scene, room.bottom_px(max(scene.px(_MOVES), room.rest.height // 3)))
    return [*results, *_card(scene, room.rest), *buttons, *lower]


def _results(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the results of a round in a separate card; nothing for a single exercise or a long round."""
    training = scene.state.held(Training)
    if training is None or not 1 < len(training.results) <= _MOST_PIPS:
        return []
    rect = room.top(_PIPS)
    inner = rect.inflate(-2 * scene.px(PADDING), -2 * scene.px(GAP))
    results, challenge = training.results, scene.state.mode(Challenge)
    if challenge is not None and challenge.state not in (ChallengeState.SOLVED, ChallengeState.SHOWN):
        results = (*results[: training.place], None, *results[training.place + 1 :])  # not over yet
    pips = Pips("exercise.pips", inner, results, training.place, training.helped)
    return [Card("exercise.results", rect), pips]


# ---- The messages ----


def _card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the exercise's title or clock, and in the middle the task, the messages and the streak.

    If the messages need the room, the task is written smaller and its difficulty is left out.
    """
    challenge, training, painter = scene.state.mode(Challenge), scene.state.held(Training), scene.painter
    if challenge is None:
        return []
    room = Room(rect, painter.unit).inner(PADDING)
    widgets: list[Widget] = [Card("exercise", rect, marked=challenge.state is ChallengeState.SOLVED)]
    if training is None or exercise_time(scene.state):
        widgets += _card_head(scene, room.top(_HEAD, 4), training)
    told = _told_widgets(scene, challenge, room.rest.width)
    goal, size = goal_words(scene, challenge), TITLE
    goal_px = painter.paragraph_height(goal, room.rest.width, size, True)
    below = sum(widget.rect.height + scene.px(GAP) for widget in told)
    below += scene.px(CONTROL + GAP) if scene.state.preview is not None and _is_stepped(challenge) else 0
    spare = room.rest.height - goal_px - scene.px(GAP) - below
    if spare < 0:
        size = LEAD
        goal_px = painter.paragraph_height(goal, room.rest.width, size, True)
    rated = round(challenge.assignment.rating or 0) if spare >= scene.px(_STAR + GAP) or not told else 0
    needed = goal_px + scene.px(_STAR + 2 * GAP if rated else GAP) + below + scene.px(_STREAK)
    picture = scene.px(_SIDE) if needed + scene.px(_SIDE + GAP) <= room.rest.height else 0
    room.top_px(max(0, (room.rest.height - needed - picture) // 3), 0)
    if picture:
        settings = scene.state.settings
        theme = look(settings.theme, settings.piece_set).pieces
        side, solved = challenge.setup.human_side or RED, challenge.state is ChallengeState.SOLVED
        widgets.append(SideToMove("exercise.side", room.top_px(picture), side, theme, solved))
    place = room.top_px(goal_px, GAP)
    widgets.append(Label("exercise.goal", place, goal, size=size, bold=True, align="centre"))
    if rated:
        widgets.append(Difficulty("exercise.difficulty", room.top(_STAR, GAP), rated))
    widgets += [*_told_in(scene, challenge, room, told), *refused_note(scene, room)]
    if challenge.state is ChallengeState.SOLVED or not told:
        widgets += _streak(scene, challenge, room)
    return widgets


def _told_in(scene: PanelContext, challenge: Challenge, room: Room, told: list[Widget]) -> list[Widget]:
    """Place the messages and, if there is room, the step buttons below the moves of a solution."""
    steps: list[Widget] = []
    preview, gap = scene.state.preview, scene.px(GAP)
    for place, widget in enumerate(told, 1):
        widget.rect = room.top_px(widget.rect.height, GAP)
        below = sum(other.rect.height + gap for other in told[place:])
        has_room = room.rest.height >= scene.px(CONTROL) + below
        if isinstance(widget, PreviewLine) and preview is not None and has_room and _is_stepped(challenge):
            row = room.top(CONTROL)
            row = row.inflate(2 * (row.height + gap) - row.width + gap, 0)
            back, on = columns(row, 2, gap)
            steps = line_steps(scene, back, on, preview, closing=False)
    return [*told, *steps]


def _is_stepped(challenge: Challenge) -> bool:
    """Return whether the player steps through the moves instead of watching them play automatically."""
    return challenge.state is ChallengeState.SHOWN


def _card_head(scene: PanelContext, head: pygame.Rect, training: Training | None) -> list[Widget]:
    """Lay out the time of a timed round, and the name of a lone task; a series is named in the header."""
    time, muted = exercise_time(scene.state), scene.painter.palette.muted
    words = head.copy()
    words.width -= scene.px(64) if time else 0
    place = pygame.Rect(head.right - scene.px(60), head.top, scene.px(60), head.height)
    clock = [Label("exercise.time", place, time, bold=True, single=True, align="right")] if time else []
    if training is not None:
        return [*clock]
    title = series_title(scene, training)
    return [Label("exercise.title", words, title, colour=muted, bold=True, single=True), *clock]


def _told_widgets(scene: PanelContext, challenge: Challenge, width_px: int) -> list[Widget]:
    """Return the messages below the task, with their heights but without places: clickable moves, or text."""
    painter, palette = scene.painter, scene.painter.palette
    widgets: list[Widget] = []
    preview, box = scene.state.preview, pygame.Rect(0, 0, width_px, 0)
    heading = heading_words(scene, challenge)
    if heading:
        grave = challenge.state is ChallengeState.REFUTED and not is_ahead(challenge)
        colour = palette.danger if grave else palette.text
        place = pygame.Rect(0, 0, width_px, painter.paragraph_height(heading, width_px, LEAD, True))
        widgets.append(
            Label("exercise.heading", place, heading, size=LEAD, bold=True, colour=colour, align="centre")
        )
    if preview is not None and plays_out(challenge):
        widgets.append(PreviewLine.of(scene, box, preview, centred=True))
    words = message_words(scene, challenge)
    if words:
        inks = {ChallengeState.REFUTED: palette.warning, ChallengeState.SOLVED: palette.good}
        box = pygame.Rect(0, 0, width_px, painter.paragraph_height(words, width_px, BODY))
        ink = inks.get(challenge.state, palette.text)
        heard = partial(message_words, replace(scene, is_heard=True), challenge)
        widgets.append(Label("exercise.message", box, words, colour=ink, align="centre", spoken=heard))
    return widgets


def _streak(scene: PanelContext, challenge: Challenge, room: Room) -> list[Widget]:
    """Lay out the number of exercises solved in a row, if there is room. Lessons do not count."""
    known = scene.state.practice
    lesson = challenge.assignment.answer_mode in LESSON_GOALS
    if known is None or known.streak < 2 or lesson or room.rest.height < scene.px(_STREAK):
        return []
    words, muted = scene.texts("exercise.streak", count=known.streak), scene.painter.palette.muted
    box = room.top(_STREAK)
    return [Label("exercise.streak", box, words, size=SMALL, colour=muted, single=True, align="centre")]


# ---- Buttons ----


def _buttons(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the buttons at the foot of a room."""
    state, texts = scene.state, scene.texts
    challenge, training = state.mode(Challenge), state.held(Training)
    if challenge is None:
        return []
    if challenge.assignment.answer_mode is AnswerMode.JUDGE and challenge.state is ChallengeState.ASKED:
        return _verdict_buttons(scene, room.bottom(2 * CONTROL + GAP))
    specs, gap = _specs(challenge, training), scene.px(GAP)
    cells: list[pygame.Rect] = []
    if specs[0][0] in ("next", "leave"):  # the main button has a row of its own
        lower = room.bottom(CONTROL)
        cells = [room.bottom(CONTROL), *columns(lower, len(specs) - 1, gap)]
    elif is_wide(scene, room.rest):
        cells = columns(room.bottom(CONTROL), len(specs), gap)
    else:
        rows = two_rows(scene, room.bottom(2 * CONTROL + GAP))
        cells = [cell for row in rows for cell in columns(row, -(-len(specs) // 2), gap)]
    widgets: list[Widget] = []
    for cell, (name, action, enabled, primary) in zip(cells, specs, strict=False):
        label = _way_back(scene) if primary and name == "leave" else texts(f"exercise.button.{name}")
        tip = texts(_TIPS[name]) if name in _TIPS else ""
        button = Button(f"exercise.{name}", cell, label, action, enabled=enabled, primary=primary)
        widgets.append(replace(button, tip=tip))
    return widgets


_TIPS: Final = {"remove_card": "exercise.remove_tip", "more": "exercise.more_tip"}
"""Explanations of the shortest labels."""


def _way_back(scene: PanelContext) -> str:
    """Return the label of the button that leads back from the exercise, with the name of its destination."""
    label = back_label(scene.state)
    place = scene.texts("place.exercises") if label is None else scene.texts.say(label)
    return scene.texts("exercise.back_to", place=place)


def _specs(challenge: Challenge, training: Training | None) -> tuple[tuple[str, Action, bool, bool], ...]:
    """Return the buttons of an exercise: name, action, whether it can be used, whether it is the main one."""
    over = challenge.state in (ChallengeState.SOLVED, ChallengeState.SHOWN)
    solvable = bool(challenge.assignment.task.solution)
    asked = challenge.state in (ChallengeState.ASKED, ChallengeState.REFUTED)
    again = challenge.state is ChallengeState.REFUTED or bool(challenge.moves) or over
    onwards = training is not None and training.next_open is not None
    timing = training is not None and training.timed
    rest: tuple[tuple[str, Action, bool, bool], ...] = (
        ("again", TryAgain(), again, challenge.state is ChallengeState.REFUTED),
        ("untimed" if timing else "timed", ToggleTimer(), training is not None, False),
    )
    leave: tuple[str, Action, bool, bool] = ("leave", CloseRecord(), True, over and not onwards)
    if over:
        removed = (("remove_card", RemoveCard(), True, False),) if challenge.card is not None else ()
        if onwards:
            return (("next", NextExercise(), True, True), *removed, *rest, leave)
        more = (("more", NextExercise(), True, False),) if training is not None else ()
        return (leave, *more, *removed, *rest)
    return (
        ("hint", Hint(), asked, False),
        ("solution", GiveSolution(), asked and solvable, False),
        ("skip", NextExercise(), training is not None, False),
        *rest,
        leave,
    )


def _verdict_buttons(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the possible verdicts on a repetition, and the buttons that skip it and lead back."""
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
