"""The week on Home: a ring for each day, today's three goals, and a few figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.game.at_once import PlayComputer
from xiangqi.app.session.habits import GOALS, Days, day_of, streak, week_of
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.exercises.rating import rounded
from xiangqi.i18n.message import Message
from xiangqi.ui.game.home_facts import games_of_week
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.days import days_done
from xiangqi.ui.parts.page_layout import linked_card
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.ring import ring
from xiangqi.ui.toolkit.roles import LEAD, SMALL, TITLE
from xiangqi.ui.toolkit.widgets import Label, Memory, Widget

HEIGHT: Final = 132.0
"""Height of the card in points."""

GOALS_HEIGHT: Final = 46.0 + 3 * TALL_ROW
"""Height in points of the card with today's three things."""

_RING: Final = 38.0  # diameter of a ring, points
_STEP: Final = 62.0  # from ring to ring, points
_LINE: Final = 5.0  # width of a ring, points
_FIGURE: Final = 86.0  # width of a figure, points


class RingDay(NamedTuple):
    """A day of the week, shown as a ring."""

    name: str
    done: int  # how many of the three goals were met
    is_today: bool
    is_future: bool


@dataclass
class DayRings(Widget):
    """A ring for each day, of which a third is gold for each goal met; a check marks a day that counts."""

    days: Sequence[RingDay] = ()

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, size = painter.palette, painter.px(_RING)
        step = self.rect.width / max(1, len(self.days))
        for place, day in enumerate(self.days):
            middle = self.rect.left + round(step * (place + 0.5))
            drawn = ring(size, painter.px(_LINE), min(day.done, 3) / len(GOALS), palette.gold, palette.raised)
            box = drawn.get_rect(midtop=(middle, self.rect.top))
            painter.surface.blit(drawn, box)
            if day.done:
                painter.icon("check", box, _RING * 0.42, palette.accent)
            label = pygame.Rect(0, 0, round(step), painter.line_height(SMALL))
            label.midbottom = middle, self.rect.bottom
            ink = palette.text if day.is_today else palette.muted
            painter.write(day.name, label, size=SMALL, colour=ink, bold=day.is_today, align="centre")


def week_card(scene: PanelContext, rect: pygame.Rect, *, with_goals: bool) -> list[Widget]:
    """Lay out the card with the week's rings and figures.

    Args:
        scene: the panel context.
        rect: the card in px.
        with_goals: whether the card names today's goals, which then have no card of their own.
    """
    texts, painter = scene.texts, scene.painter
    card = linked_card(
        scene, "home.week", rect, texts("home.week"), texts("home.all_progress"), OpenPanel(Panel.RATING)
    )
    today = day_of(scene.state.today)
    if today is None:
        return card.widgets
    days = days_done(scene.state)
    widgets = [*card.widgets, *(_goal_line(scene, rect, days, today) if with_goals else [])]
    rest = card.rest
    figures = _figures(scene, days, today)
    rings = min(scene.px(7 * _STEP), rest.width)
    box = pygame.Rect(rest.left - scene.px(10), 0, rings, scene.px(_RING + 4) + painter.line_height(SMALL))
    box.centery = rest.top + rest.height // 2
    widgets.append(DayRings("home.rings", box, _ring_days(scene, days, today)))
    room = rest.right - box.right - scene.px(12)
    count = min(len(figures), room // scene.px(_FIGURE))
    for place in range(count):
        width = room // count
        left = box.right + scene.px(12) + place * width
        value, label = figures[place]
        upper = pygame.Rect(left, box.top, width, round(box.height * 0.58))
        lower = pygame.Rect(left, upper.bottom, width, box.bottom - upper.bottom)
        widgets.append(
            Label(f"home.figure.{place}", upper, value, TITLE, bold=True, single=True, align="centre")
        )
        muted = painter.palette.muted
        widgets.append(
            Label(f"home.figure.{place}.caption", lower, label, SMALL, muted, single=True, align="centre")
        )
    return widgets


def _ring_days(scene: PanelContext, days: Days, today: date) -> list[RingDay]:
    return [
        RingDay(
            scene.texts(f"home.day.{day.isoweekday()}"),
            len(days.get(day, frozenset())),
            day == today,
            day > today,
        )
        for day in week_of(today)
    ]


def _figures(scene: PanelContext, days: Days, today: date) -> list[tuple[str, str]]:
    """Return the streak, the games of the week with the share of points, and the rating, each with its name."""
    texts, practice = scene.texts, scene.state.practice or PracticeSummary()
    row = streak(days, today)
    games, share = games_of_week(scene.state, week_of(today)[0])
    rated = practice.estimate
    found = [
        (str(row), texts("home.streak", count=row)),
        (str(games), texts("home.games_week", count=games)),
        ("–" if rated is None else str(rounded(rated.mean)), texts("home.rating")),
    ]
    if share is not None:
        found.insert(2, (f"{share:.0%}", texts("home.points")))
    return found


def _goal_line(scene: PanelContext, rect: pygame.Rect, days: Days, today: date) -> list[Widget]:
    """Lay out today's goals in the head of the card, if they fit between heading and link."""
    texts, painter = scene.texts, scene.painter
    done = days.get(today, frozenset())
    words = " · ".join(f"{'✓ ' if goal in done else ''}{texts(f'home.goal.{goal}')}" for goal in GOALS)
    told = texts("home.goals_today", goals=words)
    left = rect.left + scene.px(14) + painter.width(texts("home.week"), LEAD, True) + scene.px(20)
    right = rect.right - scene.px(14) - painter.width(texts("home.all_progress"), SMALL) - scene.px(20)
    if painter.width(told, SMALL) > right - left:
        return []
    place = pygame.Rect(left, rect.top + scene.px(6), right - left, scene.px(30))
    return [Label("home.goals", place, told, SMALL, painter.palette.muted, single=True)]


def goals_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out today's three goals, each with the action that leads to it."""
    texts, today = scene.texts, day_of(scene.state.today)
    days = days_done(scene.state)
    done = days.get(today, frozenset()) if today is not None else frozenset()
    aside = texts("home.goals_count", count=len(done), total=len(GOALS))
    card = titled_card(scene, "home.goals_card", rect, texts("home.goals"), aside)
    actions: dict[str, Action] = {
        "practice": OpenPanel(Panel.LESSONS) if not (scene.state.practice or PracticeSummary()).daily else TEN,
        "mistake": Train(TrainingRequest(ExerciseSet.DECK)),
        "game": PlayComputer(),
    }
    rows = [
        Row(
            texts.sentence(Message(f"home.goal.{goal}")),
            actions[goal],
            icon="check" if goal in done else _ICONS[goal],
            detail=texts("home.goal_done") if goal in done else texts(f"home.goal_text.{goal}"),
        )
        for goal in GOALS
    ]
    box = card.rest.inflate(2 * scene.px(8), 0)
    box.height = min(box.height, scene.px(3 * TALL_ROW))
    return [*card.widgets, ListBox("home.goal_list", box, scene.px(TALL_ROW), rows)]


TEN: Final = Train(TrainingRequest(ExerciseSet.TODAY))
_ICONS: Final = {"practice": "target", "mistake": "bulb", "game": "fight"}
