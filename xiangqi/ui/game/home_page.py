"""Home: the next step, eight tiles that never move, the week, and the latest games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.exercises.practice import Train
from xiangqi.app.game.at_once import PlayComputer, last_terms
from xiangqi.app.game.play import PlayFriend
from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.palette.looking import OpenPalette
from xiangqi.app.session.habits import LONG_AWAY, day_of, days_away
from xiangqi.app.session.next_step import MATE_LESSONS
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.core.constants import RED
from xiangqi.lessons.lesson import load_lessons
from xiangqi.ui.game import next_step_card as step
from xiangqi.ui.game import week_card as week
from xiangqi.ui.game.home_facts import known_of, lessons_done
from xiangqi.ui.game.home_progress import progress_card
from xiangqi.ui.game.home_side import side_cards
from xiangqi.ui.game.terms_words import terms_words
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.days import days_done
from xiangqi.ui.parts.keys import key_words
from xiangqi.ui.parts.page_layout import BETWEEN, page_columns, page_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CARD_RADIUS, GAP, LABEL
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Button, Memory, Widget

_SEARCH: Final = 330.0  # greatest width of the field that opens the search, points
_OPEN: Final = 128.0
_TILES: Final = (104.0, 88.0)  # height of the tiles of the upper and the lower row, points
_LOW_TILES: Final = (86.0, 72.0)  # the same where there is little room
_PER_ROW: Final = 4
_LEAST_TILE: Final = 170.0  # width of a tile with its gap, below which two stand in a row, points
_OTHER_TERMS: Final = 30.0  # side of the button that leads to other terms, in the corner of a tile, points
_LOW_STEP: Final = 168.0  # least height of the next step, points
_HIGH_STEP: Final = 310.0
_HIGHEST_STEP: Final = 430.0  # height of the next step in windows that have room besides for the card below
_BELOW: Final = 360.0  # height of the card below the week in such a window, points
_WIDE: Final = 760.0  # width of the main column from which the next step can be that high, points
_LEAST_GAMES: Final = 190.0  # least height of the last games below the rest, points


@panel(Panel.START)
def home_page(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the page in one, two or three columns; with one, the latest games come below if there is room."""
    page = page_head(scene, box, scene.texts("place.home"), _welcome_back(scene))
    places = page_columns(scene, page.rest, most=3)
    main, left = _main(scene, places[0], goals=len(places) < 3)
    widgets = [*page.widgets, *_search(scene, page.free, box), *main]
    if len(places) > 1:
        return [*widgets, *progress_card(scene, left), *side_cards(scene, places[1:])]
    if left.height >= scene.px(_LEAST_GAMES):
        return [*widgets, *side_cards(scene, [left])]
    return widgets


def _welcome_back(scene: PanelContext) -> str:
    """Return words of welcome for a player who has been away for a week, otherwise ""."""
    today = day_of(scene.state.today)
    if today is None:
        return ""
    away = days_away(days_done(scene.state), today)
    return scene.texts("home.welcome_back") if away >= LONG_AWAY else ""


# ---- The head ----


@dataclass
class SearchButton(Button):
    """A button that looks like the search field that it opens; its label is shorter if there is little room."""

    short: str = ""

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        hovered = memory.hover == self.key
        painter.box(self.rect, palette.hover if hovered else palette.field, CARD_RADIUS, palette.outline)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, CARD_RADIUS)
        inner = self.rect.inflate(-2 * painter.px(12), 0)
        icon = pygame.Rect(inner.left, inner.top, painter.px(18), inner.height)
        painter.icon("search", icon, 17, palette.muted)
        inner.left, inner.width = icon.right + painter.px(10), inner.right - icon.right - painter.px(10)
        key = painter.width(self.tip, LABEL) + painter.px(14)
        if inner.width > 2 * key:
            cap = pygame.Rect(inner.right - key, 0, key, painter.px(24))
            cap.centery = inner.centery
            painter.box(cap, palette.raised, 5)
            painter.write(self.tip, cap, size=LABEL, colour=palette.muted, align="centre")
            inner.width -= key + painter.px(GAP)
        words = self.label if painter.width(self.label, BODY) <= inner.width else self.short
        painter.write(words, inner, size=BODY, colour=palette.muted)

    def fitting(self, painter: Painter) -> float:
        return BODY


def _search(scene: PanelContext, free: pygame.Rect, box: pygame.Rect) -> list[Widget]:
    """Lay out the search and *Open…* at the right end of the head, as far as they fit."""
    texts, gap = scene.texts, scene.px(12)
    opens = pygame.Rect(box.right - scene.px(_OPEN), free.top, scene.px(_OPEN), free.height)
    start = free.left if free.width else free.right
    if opens.left < start:
        return []
    open_file = Button("home.open", opens, texts("home.open"), OpenPanel(Panel.OPEN_FILE), icon="folder")
    width = min(scene.px(_SEARCH), opens.left - gap - start)
    keys = key_words("palette", scene.state, texts)
    label = texts("home.search")
    if width < scene.px(120):
        return [open_file]
    place = pygame.Rect(opens.left - gap - width, free.top, width, free.height)
    return [
        SearchButton("home.search", place, label, OpenPalette(), tip=keys, short=texts("home.search_short")),
        open_file,
    ]


# ---- The main column ----


class _Heights(NamedTuple):
    """The heights in px of the parts of the main column."""

    step: int
    tiles: tuple[int, ...]  # of each row
    week: int
    goals: int  # 0 for none


def _main(scene: PanelContext, rect: pygame.Rect, *, goals: bool) -> tuple[list[Widget], pygame.Rect]:
    """Lay out next step, tiles, week and any goals, and return them with the room left below."""
    gap = scene.px(BETWEEN if rect.height >= scene.px(600) else 10)
    heights = _heights(scene, rect, gap, goals=goals)
    top = rect.top

    def strip(height: int) -> pygame.Rect:
        nonlocal top
        place = pygame.Rect(rect.left, top, rect.width, height)
        top = place.bottom + gap
        return place

    widgets = step.next_step_card(scene, strip(heights.step))
    widgets += _tiles(scene, [strip(height) for height in heights.tiles], gap)
    if heights.week:
        widgets += week.week_card(scene, strip(heights.week), with_goals=not heights.goals and goals)
    if heights.goals:
        widgets += week.goals_card(scene, strip(heights.goals))
    return widgets, pygame.Rect(rect.left, top, rect.width, max(0, rect.bottom - top))


def _heights(scene: PanelContext, rect: pygame.Rect, gap: int, *, goals: bool) -> _Heights:
    """Divide the height of the main column: a low one has no week card, and only a high one a card of goals."""
    per_row = _PER_ROW if rect.width >= scene.px(_PER_ROW * _LEAST_TILE) else 2
    rows = 8 // per_row
    full = [scene.px(_TILES[row * per_row // _PER_ROW]) for row in range(rows)]
    low = [scene.px(_LOW_TILES[row * per_row // _PER_ROW]) for row in range(rows)]
    week_px, wanted = scene.px(week.HEIGHT), scene.px(step.HEIGHT)
    most = rect.height - rows * gap
    spare = most - wanted - sum(full) - week_px - gap
    if spare >= 0:
        goals_px = scene.px(week.GOALS_HEIGHT)
        has_goals = goals and spare >= goals_px + gap
        spare -= goals_px + gap if has_goals else 0
        grown = min(spare, scene.px(_HIGH_STEP - step.HEIGHT)) if rect.width >= scene.px(700) else 0
        if rect.width >= scene.px(_WIDE):  # what is left besides the card below
            grown += max(0, min(spare - grown - scene.px(_BELOW) - gap, scene.px(_HIGHEST_STEP - _HIGH_STEP)))
        return _Heights(wanted + grown, tuple(full), week_px, goals_px if has_goals else 0)
    left = most - sum(low) - gap - week_px
    if left >= scene.px(_LOW_STEP):
        return _Heights(min(wanted, left), tuple(low), week_px, 0)
    return _Heights(max(scene.px(_LOW_STEP), min(wanted, most - sum(low))), tuple(low), 0, 0)


# ---- The tiles ----


class _TileWords(NamedTuple):
    name: str
    icon: str
    title: str
    detail: str
    action: Action
    share: float | None = None


def _tiles(scene: PanelContext, strips: list[pygame.Rect], gap: int) -> list[Widget]:
    """Lay out the eight tiles in rows, always at the same places."""
    words = _tile_words(scene)
    per_row = len(words) // len(strips)
    cells = [cell for strip in strips for cell in columns(strip, per_row, gap)]
    tiles = []
    for one, cell in zip(words, cells, strict=True):
        tile = Tile(
            f"home.tile.{one.name}",
            cell,
            one.title,
            one.action,
            icon=one.icon,
            detail=one.detail,
            share=one.share,
            lines=2,
        )
        tiles.append(tile)
    size = min(tile.fitting(scene.painter) for tile in tiles)
    for tile in tiles:
        tile.most = size
    first, *others = tiles
    return [*_with_terms(scene, first), *others]


def _with_terms(scene: PanelContext, tile: Tile) -> list[Widget]:
    """Lay out the tile that begins a game at once and, in its corner, a small button for choosing other terms.

    Before a level has been chosen the tile itself leads to the terms.
    """
    if scene.state.settings.asks_level:
        return [tile]
    cell, side = tile.rect, scene.px(_OTHER_TERMS)
    place = pygame.Rect(0, 0, side, side)
    place.bottomright = cell.right - scene.px(4), cell.bottom - scene.px(4)
    tile.whole, tile.rect = cell, pygame.Rect(cell.left, cell.top, cell.width, place.top - cell.top)
    tip = scene.texts("home.other_terms")
    other = Button("home.terms", place, icon="settings", action=OpenPanel(Panel.NEW_GAME), quiet=True, tip=tip)
    return [tile, other]


def _tile_words(scene: PanelContext) -> list[_TileWords]:
    texts = scene.texts
    terms = terms_words(scene, last_terms(scene.state.settings))
    if scene.state.settings.asks_level:
        terms = texts("home.choose_level")
    ten, ten_share = _ten(scene)
    learn, learn_share = _learn(scene)
    names = scene.state.settings.friends
    return [
        _TileWords("computer", "fight", texts("home.computer"), terms, PlayComputer()),
        _TileWords(
            "friends",
            "people",
            texts("new.friend"),
            " – ".join(names) if names else texts("home.friends_text"),
            PlayFriend(),
        ),
        _TileWords(
            "today", "check", texts("exercise.today"), ten, Train(TrainingRequest(ExerciseSet.TODAY)), ten_share
        ),
        _TileWords("learn", "learn", texts("place.learn"), learn, OpenPanel(_learning(scene)), learn_share),
        _TileWords(
            "analysis", "analyse", texts("home.analysis"), texts("home.analysis_text"), GoToPlace(Place.ANALYSE)
        ),
        _TileWords("openings", "branch", texts("home.openings"), _openings(scene), OpenRepertoire(RED)),
        _TileWords("file", "folder", texts("start.open"), texts("home.file_text"), OpenPanel(Panel.OPEN_FILE)),
        _TileWords("editor", "edit", texts("home.editor"), texts("home.editor_text"), OpenEditor()),
    ]


def _ten(scene: PanelContext) -> tuple[str, float | None]:
    known = known_of(scene.state)
    if not known.is_ready_for_exercises:
        return scene.texts("home.best_after", number=MATE_LESSONS[-1]), 0.0
    if not known.ten:
        return scene.texts("home.today_none"), None
    return scene.texts("home.today_done", count=known.ten_done, total=known.ten), known.ten_done / known.ten


def _learn(scene: PanelContext) -> tuple[str, float | None]:
    """Return the progress in the first lessons or, after these, in the courses, in words and as a share."""
    done, count = len(lessons_done(scene.state)), len(load_lessons())
    if done < count:
        return scene.texts("home.lessons_short", count=done, total=count), done / count
    courses = (scene.state.practice or PracticeSummary()).courses
    total = sum(len(course.lessons) for course in courses)
    if not total:
        return scene.texts("home.lessons_short", count=done, total=count), 1.0
    mastered = sum(course.done for course in courses)
    return scene.texts("home.courses_done", count=mastered, total=total), mastered / total


def _learning(scene: PanelContext) -> Panel:
    """Return the page of the first lessons; once they are done, that of the courses."""
    return Panel.COURSES if len(lessons_done(scene.state)) == len(load_lessons()) else Panel.LESSONS


def _openings(scene: PanelContext) -> str:
    known, practice = known_of(scene.state), scene.state.practice or PracticeSummary()
    if practice.due_lines:
        return scene.texts("home.openings_due", count=practice.due_lines)
    if known.is_new and known.next_lesson:
        return scene.texts("home.best_after", number=known.lesson_count)
    return scene.texts("home.openings_text")
