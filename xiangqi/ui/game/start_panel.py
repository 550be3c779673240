"""The start page: one list of everything that can be started or continued."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from xiangqi.app.exercises.practice import ContinueGame, Train
from xiangqi.app.game.play import PlayFriend, Rematch
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.state import InsightsState
from xiangqi.app.lessons.going_through import StartLesson, next_lesson
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.players import Setup
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.core.constants import RED
from xiangqi.lessons.lesson import load_lessons
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.lesson_words import lesson_name
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.rating_curve import rating_words
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.lists import HEADING_ROW, TALL_ROW, ListBox, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Widget

START_LIST = "start"
"""Key of the list on the start page."""


@panel(Panel.START, widest=FORM_WIDTH)
def start_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out everything that can be started, in groups, and below them a button for the likeliest choice."""
    texts = scene.texts
    widgets, room = panel_room(scene, box, texts("start.title"))
    groups = {
        "play": _play(scene),
        "today": _today(scene),
        "learn": _learn(scene),
        "games": _records(scene),
    }
    order = ("learn", "play", "today", "games") if is_new(scene.state) else tuple(groups)
    likely = _likely(scene, groups)
    rows = [row for row in _left_game(scene) if row.action != likely.action]
    for name in order:
        others = [row for row in groups[name] if row.action != likely.action]
        rows += [Row(texts(f"start.group_{name}"), HANDLED, heading=True), *others] if others else []
    place, told = room.bottom(CONTROL + 4), room.bottom_px(scene.painter.line_height(SMALL), GAP / 2)
    muted = scene.painter.palette.muted
    frame = list_box(scene.painter, room.rest)
    return [
        *widgets,
        ListBox(START_LIST, frame, scene.px(TALL_ROW), rows, heading_height=scene.px(HEADING_ROW)),
        Label("start.told", told, likely.detail, SMALL, muted, single=True, align="centre"),
        Button("start.likely", place, likely.text, likely.action, icon=likely.icon, primary=True),
    ]


def is_new(state: AppState) -> bool:
    """Return whether the player still has to learn the game: no game, no exercise, and lessons left to do."""
    known = state.practice or PracticeSummary()
    has_practised = known.estimate is not None or known.days or known.streak or known.cards
    has_played = any(document.play is not None and document.play.moves for document in state.documents)
    return not (has_practised or has_played or state.resume is not None) and next_lesson(state) is not None


def _likely(scene: PanelContext, groups: Mapping[str, Sequence[Row]]) -> Row:
    """Return the likeliest choice: an open game, lessons for a beginner, today's exercises, or a new game."""
    state, known = scene.state, scene.state.practice or PracticeSummary()
    left = _left_game(scene)
    if left and (state.resume is not None or not is_new(state)):
        return left[0]
    if is_new(state):
        return groups["learn"][0]
    return groups["today"][0] if known.today < known.daily else groups["play"][-1]


def _left_game(scene: PanelContext) -> list[Row]:
    """Return a list with a row for the unfinished game, if there is one."""
    state, left = scene.state, scene.state.left_game
    going = left.play if left is not None else state.resume.play if state.resume is not None else None
    if going is None:
        return []
    return [Row(scene.texts("start.continue"), ContinueGame(), icon="next", detail=_told(scene, going))]


def _play(scene: PanelContext) -> list[Row]:
    """Return rows for playing the last opponent, a friend, or a new game."""
    state, texts, last = scene.state, scene.texts, scene.state.last_played
    rows = []
    if state.left_game is None and last is not None and last.moves and not last.setup.is_hot_seat:
        rows.append(Row(texts("start.rematch"), Rematch(), icon="first", detail=_players(scene, last.setup)))
    rows.append(Row(texts("new.friend"), PlayFriend(), icon="hand", detail=_friends(scene)))
    begin = OpenPanel(Panel.NEW_GAME)
    return [*rows, Row(texts("start.new"), begin, icon="play", detail=texts("start.new_detail"))]


def _friends(scene: PanelContext) -> str:
    """Return the names of the last two players at this screen, or a description of a game for two."""
    names = scene.state.settings.friends
    return " – ".join(names) if names else scene.texts("start.friend_detail")


def _records(scene: PanelContext) -> list[Row]:
    """Return rows that lead to the library, the player's rating, the insights and files."""
    texts, known = scene.texts, scene.state.practice
    library, files = OpenLibrary(LibraryPage.GAMES), OpenPanel(Panel.OPEN_FILE)
    rows = [Row(texts("start.library"), library, icon="library", detail=texts("start.library_detail"))]
    if known is not None:
        told = texts("start.rating_none") if known.estimate is None else rating_words(scene, known.estimate)
        rows.append(Row(texts("rating.title"), OpenPanel(Panel.RATING), icon="trophy", detail=told))
    if not is_new(scene.state) or scene.state.settings.people:
        rows.append(Row(texts("insights.title"), OpenInsights(), icon="analyse", detail=_insights(scene)))
    return [*rows, Row(texts("start.open"), files, icon="open", detail=texts("start.open_detail"))]


def _today(scene: PanelContext) -> list[Row]:
    """Return rows for today's exercises and for what is due, with the progress."""
    texts, known = scene.texts, scene.state.practice or PracticeSummary()
    rows = []
    if known.daily:
        done = _with_days(scene, texts("start.today_done", count=known.today, total=known.daily), known)
        ten, share = Train(TrainingRequest(ExerciseSet.TODAY)), known.today / known.daily
        rows.append(Row(texts("exercise.today"), ten, icon="check", detail=done, share=share))
    if known.cards or known.lines:
        due = Train(TrainingRequest(ExerciseSet.DUE))
        rows.append(Row(texts("exercise.due"), due, icon="copy", detail=_due(scene, known)))
    return rows


def _learn(scene: PanelContext) -> list[Row]:
    """Return rows for the first lessons, courses and exercises, with the progress."""
    texts, known = scene.texts, scene.state.practice or PracticeSummary()
    first, lesson = OpenPanel(Panel.LESSONS), next_lesson(scene.state)
    rows = [Row(texts("first.title"), first, icon="star", detail=_lessons_done(scene))]
    if lesson is not None and (scene.state.stars or is_new(scene.state)):
        go_on = StartLesson(lesson.key)
        rows.insert(0, Row(lesson_name(scene, lesson), go_on, icon="play", detail=texts("start.next_lesson")))
    if known.courses:
        lessons = sum(len(course.lessons) for course in known.courses)
        mastered = sum(course.done for course in known.courses)
        done, share = texts("courses.progress", done=mastered, count=lessons), mastered / max(1, lessons)
        courses = OpenPanel(Panel.COURSES)
        rows.append(Row(texts("courses.title"), courses, icon="edit", detail=done, share=share))
    own = texts("start.repertoire_detail")
    rows.append(Row(texts("repertoire.title"), OpenRepertoire(RED), icon="library", detail=own))
    if known.daily:
        themes = texts("start.exercises_detail")
        rows.append(Row(texts("exercises.title"), OpenPanel(Panel.EXERCISES), icon="threat", detail=themes))
    return rows


def _with_days(scene: PanelContext, done: str, known: PracticeSummary) -> str:
    if known.days < 2:
        return done
    return f"{done} · {scene.texts('start.days', count=known.days)}"


def _due(scene: PanelContext, known: PracticeSummary) -> str:
    """Return how many mistakes and repertoire positions are due, or when the next one is."""
    counts = {"start.due_mistakes": known.due, "start.due_lines": known.due_lines}
    told = [scene.texts(key, count=count) for key, count in counts.items() if count]
    if told or not known.next_due:
        return " · ".join(told) or scene.texts("start.deck_empty")
    date = day_words(scene.texts, known.next_due, scene.state.today)
    return scene.texts("start.deck_next", date=date)


def _insights(scene: PanelContext) -> str:
    """Return a short description of the insights available for the person's games."""
    reviews, texts = scene.state.part(InsightsState).reviews, scene.texts
    if reviews.waiting:
        return texts("insights.done", count=reviews.counted, waiting=reviews.waiting)
    return texts("insights.detail")


def _lessons_done(scene: PanelContext) -> str:
    """Return the number of completed first lessons in words."""
    lessons = load_lessons()
    done = sum(all(task.key in scene.state.stars for task in lesson.tasks) for lesson in lessons)
    return scene.texts("courses.progress", done=done, count=len(lessons))


def _told(scene: PanelContext, play: GameInProgress) -> str:
    """Return the players of a game and the number of moves made, as text."""
    return scene.texts("start.game", players=_players(scene, play.setup), count=full_moves(len(play.moves)))


def _players(scene: PanelContext, setup: Setup) -> str:
    """Return the opponent's name, or both players' names."""
    texts, side = scene.texts, setup.human_side
    if side is not None:
        other = scene.player_name(setup.black if side == RED else setup.red)
        return texts("start.against", side=scene.side_name(side), name=other)
    if setup.is_hot_seat:
        return texts("new.friend")
    return f"{scene.player_name(setup.red)} – {scene.player_name(setup.black)}"
