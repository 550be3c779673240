"""The start page: one list of everything that can be started or continued. It asks no questions."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from xiangqi.app.exercises.practice import ContinueGame, Train
from xiangqi.app.exercises.state import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.app.game.play import Rematch
from xiangqi.app.game.players import Setup
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.mode import GameInProgress
from xiangqi.app.openings.repertoire import OpenRepertoire
from xiangqi.app.positions import full_moves
from xiangqi.app.settings.panels import OpenPanel
from xiangqi.app.state import Panel
from xiangqi.core.constants import RED
from xiangqi.ui.exercises.rating_panel import rating_words
from xiangqi.ui.lessons.lessons_panel import lessons_progress
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Widget

START_LIST = "start"
"""Key of the list."""


def start_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out what can be gone on with and what can be begun, in groups; the likeliest is a button, too."""
    texts = scene.texts
    widgets, room = panel_room(scene, box, texts("start.title"))
    play, practice = _games(scene), _practice(scene)
    rows = [*play]
    for name, found in (("practice", practice), ("records", _records(scene))):
        rows += [Row(texts(f"start.group_{name}"), HANDLED, heading=True), *found] if found else []
    likely = _likely(scene, play, practice)
    place = room.bottom(CONTROL + 4)
    frame = list_box(scene.painter, room.rest)
    return [
        *widgets,
        ListBox(START_LIST, frame, scene.px(TALL_ROW), rows),
        Button("start.likely", place, likely.text, likely.action, icon=likely.icon, primary=True),
    ]


def _likely(scene: PanelContext, play: Sequence[Row], practice: Sequence[Row]) -> Row:
    """Return what one most likely wants: the game that is not over, then today's exercises, then a new game."""
    state, known = scene.state, scene.state.practice or PracticeSummary()
    if state.left_game is not None or state.resume is not None:
        return play[0]
    return practice[0] if known.today < known.daily else play[-1]


def _games(scene: PanelContext) -> list[Row]:
    """List the game to go on with, the one to play once more, and a new one."""
    state, texts = scene.state, scene.texts
    left, rows = state.left_game, []
    going = left.play if left is not None else state.resume.play if state.resume is not None else None
    if going is not None:
        go_on = ContinueGame()
        rows.append(Row(texts("start.continue"), go_on, icon="next", detail=_told(scene, going)))
    last = state.last_played
    if left is None and last is not None:
        detail = _players(scene, last.setup)
        rows.append(Row(texts("start.rematch"), Rematch(), icon="first", detail=detail))
    begin = OpenPanel(Panel.NEW_GAME)
    return [*rows, Row(texts("start.new"), begin, icon="play", detail=texts("start.new_detail"))]


def _records(scene: PanelContext) -> list[Row]:
    """List what leads to games that have been played."""
    texts = scene.texts
    return [
        Row(texts(f"start.{name}"), action, icon=icon, detail=texts(f"start.{name}_detail"))
        for name, icon, action in (
            ("library", "library", OpenLibrary(LibraryPage.GAMES)),
            ("open", "open", OpenPanel(Panel.OPEN_FILE)),
        )
    ]


def _practice(scene: PanelContext) -> list[Row]:
    """Return rows for what can be practised, with the progress."""
    texts, known = scene.texts, scene.state.practice or PracticeSummary()
    first = OpenPanel(Panel.LESSONS)
    ten = Train(TrainingRequest(ExerciseSet.TODAY))
    deck = Train(TrainingRequest(ExerciseSet.DECK))
    rows = [Row(texts("first.title"), first, icon="star", detail=lessons_progress(scene))]
    if known.daily:
        done = _with_days(scene, texts("start.today_done", count=known.today, total=known.daily), known)
        share = known.today / known.daily
        rows.append(Row(texts("exercise.today"), ten, icon="check", detail=done, share=share))
        themes = texts("start.exercises_detail")
        rows.append(Row(texts("exercises.title"), OpenPanel(Panel.EXERCISES), icon="threat", detail=themes))
    if known.cards:
        due = texts("start.deck_due", count=known.due) if known.due else _until(scene, known)
        rows.append(Row(texts("exercise.deck"), deck, icon="copy", detail=due))
    if known.courses:
        lessons = sum(len(course.lessons) for course in known.courses)
        mastered = sum(course.done for course in known.courses)
        done, share = texts("courses.progress", done=mastered, count=lessons), mastered / max(1, lessons)
        courses = OpenPanel(Panel.COURSES)
        rows.append(Row(texts("courses.title"), courses, icon="edit", detail=done, share=share))
    own = texts("start.repertoire_detail")
    rows.append(Row(texts("repertoire.title"), OpenRepertoire(RED), icon="library", detail=own))
    if scene.state.practice is not None:
        told = texts("start.rating_none") if known.estimate is None else rating_words(scene, known.estimate)
        rows.append(Row(texts("rating.title"), OpenPanel(Panel.RATING), icon="trophy", detail=told))
    return rows


def _with_days(scene: PanelContext, done: str, known: PracticeSummary) -> str:
    if known.days < 2:
        return done
    return f"{done} · {scene.texts('start.days', count=known.days)}"


def _until(scene: PanelContext, known: PracticeSummary) -> str:
    """Return when the next card of the deck is due."""
    if not known.next_due:
        return scene.texts("start.deck_empty")
    return scene.texts("start.deck_next", date=known.next_due)


def _told(scene: PanelContext, play: GameInProgress) -> str:
    """Return who plays and how many moves have been made."""
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
