"""The first page of Progress: rating, where chances are lost, results, exercises, openings, days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.insights.pages import ChooseClaim, OpenInsights, PractiseClaim
from xiangqi.app.insights.people import is_known_whose
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage, LibraryState
from xiangqi.app.openings.place import OpenRepertoire
from xiangqi.app.session.habits import day_of, streak
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.core.constants import RED
from xiangqi.exercises.rating import rounded
from xiangqi.insights.claims import LEAST_GAMES, Claim
from xiangqi.library import OwnGame, Statistics
from xiangqi.library.played import statistics
from xiangqi.ui.insights.progress_charts import BarRow, DayGrid, ShareRing
from xiangqi.ui.parts.actions import InTurn
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.course_words import theme_name
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.days import days_done
from xiangqi.ui.parts.learn_head import view_head
from xiangqi.ui.parts.page_layout import BETWEEN, linked_card
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.rating_curve import RatingCurve
from xiangqi.ui.parts.result_rows import result_rows
from xiangqi.ui.parts.result_table import group_table
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.tiles import Link
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

if TYPE_CHECKING:
    from xiangqi.exercises.rating import StrengthEstimate

_UPPER: Final = 252.0  # least height of the rating, and of where chances are lost
_LOWER: Final = 360.0  # least height of the results
_SMALL: Final = 176.0  # exercises and openings
_DAYS: Final = 178.0
_MOST_SMALL: Final = 232.0
_TWO: Final = 840.0  # width from which two columns stand side by side
_GOLD: Final = 46.0
_ROW: Final = 34.0
_MOST_ROW: Final = 54.0
_VALUE: Final = 40.0  # size of the rating
_MOST_CLAIMS: Final = 4
_LEAST_TRIED: Final = 3  # exercises of a theme from which it can be the best or the weakest
_PERIODS: Final = (("month", 30), ("year", 365), ("all", 0))  # with their lengths in days, 0 for all time
_PERIOD_KEY: Final = "progress.period"
_PERIOD: Final = 92.0  # least width of the name of a period, points
_COLUMNS: Final = {"group": 0.34, "games": 0.12, "results": 0.28, "score": 0.13, "accuracy_short": 0.13}


@panel(Panel.RATING, scrolls=True)
def progress_page(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a card for each part of a player's progress; each leads to its games or exercises."""
    texts, others = scene.texts, OpenInsights(InsightsPage.PLAYERS)
    head = view_head(scene, box, texts("progress.title"), (), (), -1, texts("progress.others"), others)
    period = _period(scene, head.free)
    rating, losses, results, training, days = _parts(scene, head.rest)
    exercises, openings = columns(training, 2, scene.px(BETWEEN))
    return [
        *sorted([*head.widgets, *([period] if period else [])], key=lambda one: one.rect.left),
        *_rating(scene, rating),
        *_losses(scene, losses),
        *_results(scene, results),
        *_exercises(scene, exercises),
        *_openings(scene, openings),
        *_days(scene, days),
    ]


def _parts(scene: PanelContext, rest: pygame.Rect) -> list[pygame.Rect]:
    """Return the boxes of rating, losses, results, training (exercises and openings) and days."""
    gap, upper, lower = scene.px(BETWEEN), scene.px(_UPPER), scene.px(_LOWER)
    if rest.width < scene.px(_TWO):
        room = Room(rest, scene.painter.unit)
        heights = (upper, upper, lower, scene.px(_SMALL), scene.px(_DAYS))
        return [room.top_px(height, BETWEEN) for height in heights]
    lower = max(lower, scene.px(_SMALL + _DAYS + BETWEEN))
    spare = max(0, rest.height - upper - gap - lower)
    upper, lower = upper + spare // 3, lower + spare - spare // 3
    left, right = columns(rest, 2, gap)
    below = rest.top + upper + gap
    days = max(scene.px(_DAYS), lower - gap - scene.px(_MOST_SMALL))
    return [
        pygame.Rect(left.left, rest.top, left.width, upper),
        pygame.Rect(right.left, rest.top, right.width, upper),
        pygame.Rect(left.left, below, left.width, lower),
        pygame.Rect(right.left, below, right.width, lower - days - gap),
        pygame.Rect(right.left, below + lower - days, right.width, days),
    ]


# ---- The period ----


def _period(scene: PanelContext, free: pygame.Rect) -> Tabs | None:
    """Return the tabs for the period of rating and results; None if there is no room."""
    labels = [scene.texts(f"progress.period_{name}") for name, _ in _PERIODS]
    most = max(scene.painter.width(label, BODY, True) for label in labels) + scene.px(2 * GAP)
    wanted = len(labels) * max(scene.px(_PERIOD), most)
    if wanted > free.width:
        return None
    place = pygame.Rect(free.left, free.top, wanted, free.height)
    return Tabs(_PERIOD_KEY, place, labels, chosen=Tabs.page(_PERIOD_KEY, scene.memory, len(labels) - 1))


def _begin(scene: PanelContext) -> str:
    """Return the first day of the chosen period in ISO 8601, "" for all time."""
    today = day_of(scene.state.today)
    days = _PERIODS[Tabs.page(_PERIOD_KEY, scene.memory, len(_PERIODS) - 1)][1]
    return "" if not days or today is None else (today - timedelta(days=days)).isoformat()


# ---- The rating ----


def _rating(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the rating with its interval and its curve, or the conditions for one."""
    texts, known = scene.texts, scene.state.practice or PracticeSummary()
    games, muted = OpenLibrary(LibraryPage.GAMES), scene.painter.palette.muted
    link = texts("rating.games", count=len(known.curve))
    card = linked_card(scene, "progress.rating", rect, texts("progress.rating"), link, games)
    if known.estimate is None:
        words, play = texts("progress.no_rating"), OpenPanel(Panel.NEW_GAME)
        return [*card.widgets, *_missing(scene, card.rest, words, "rating", play)]
    since = _begin(scene)
    days = known.curve_days or ("",) * len(known.curve)
    shown = [(day, one) for day, one in zip(days, known.curve, strict=True) if day >= since]
    room, painter = Room(card.rest, scene.painter.unit), scene.painter
    line = room.top(_VALUE + 10, 4)
    note = texts("rating.note")
    foot = room.bottom_px(painter.paragraph_height(note, room.rest.width, SMALL), 4)
    value = str(rounded(known.estimate.mean))
    width = scene.painter.width(value, _VALUE, True) + scene.px(10)
    told = pygame.Rect(line.left + width, line.top + scene.px(8), line.width - width, line.height - scene.px(8))
    interval = texts("rating.interval", low=rounded(known.estimate.low), high=rounded(known.estimate.high))
    return [
        *card.widgets,
        Label("progress.value", line, value, size=_VALUE, bold=True, single=True),
        Label("progress.interval", told, interval, BODY, muted, single=True),
        *_change(scene, told, interval, shown),
        RatingCurve("progress.curve", room.rest, [one for _, one in shown])
        if shown
        else Label("progress.curve.missing", room.rest, texts("progress.no_games_then"), BODY, muted),
        Label("progress.rating.note", foot, note, SMALL, muted),
    ]


def _change(
    scene: PanelContext, row: pygame.Rect, before: str, shown: Sequence[tuple[str, StrengthEstimate]]
) -> list[Widget]:
    """Lay out the rating's change since the first of some games, right of the words `before`, if it fits."""
    painter, palette = scene.painter, scene.painter.palette
    if len(shown) < 2 or not shown[0][0]:
        return []
    change = rounded(shown[-1][1].mean) - rounded(shown[0][1].mean)
    when = day_words(scene.texts, shown[0][0], scene.state.today)
    words = scene.texts("progress.change", change=f"{change:+}".replace("-", "−"), when=when)
    used = painter.width(before, BODY) + scene.px(20)
    place = pygame.Rect(row.left + used, row.top, row.width - used, row.height)
    if painter.width(words, BODY) > place.width:
        return []
    ink = palette.good if change > 0 else palette.muted
    return [Label("progress.change", place, words, BODY, ink, single=True)]


def _missing(scene: PanelContext, rect: pygame.Rect, words: str, name: str, action: Action) -> list[Widget]:
    """Lay out the reason why a card is empty, the remedy, and a button that leads to it."""
    painter = scene.painter
    room = Room(rect, painter.unit)
    button = room.bottom(CONTROL)
    button.width = min(button.width, scene.px(280))
    text = pygame.Rect(rect.left, rect.top + scene.px(8), rect.width, 0)
    text.height = painter.paragraph_height(words, rect.width, BODY)
    label = Label(f"progress.{name}.missing", text, words, BODY, painter.palette.muted)
    return [label, Button(f"progress.{name}.go", button, scene.texts(f"progress.go_{name}"), action)]


# ---- Where chances are lost ----


def _losses(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the costliest weaknesses with the gold button that practises the first, or why there are none."""
    report, texts = scene.state.part(InsightsState).report, scene.texts
    details = OpenInsights(InsightsPage.CLAIMS)
    card = titled_card(scene, "progress.losses", rect, texts("progress.losses"))
    if report is not None:
        link = texts("progress.reviewed", count=report.reviewed)
        card = linked_card(scene, "progress.losses", rect, texts("progress.losses"), link, details)
    frame = card.widgets[0]
    if isinstance(frame, Card):
        frame.marked = True
    claims = _most_frequent(report.insights.claims) if report is not None else []
    if not claims:
        return [*card.widgets, *_no_losses(scene, card.rest)]
    room = Room(card.rest, scene.painter.unit)
    names = [texts.tell(claim.dimension.family or claim.dimension.name) for _, claim in claims]
    gold = Button("progress.practise", room.bottom(_GOLD), texts("progress.practise"), icon="play")
    gold.action, gold.primary = PractiseClaim(claims[0][1]), True
    height = min(scene.px(_MOST_ROW), max(scene.px(_ROW), room.rest.height // (len(claims) + 1)))
    most, rows = max(1, claims[0][1].faults), list[Widget]()
    for place, (name, (index, claim)) in enumerate(zip(names, claims, strict=True)):
        shown = InTurn((ChooseClaim(index), details))
        row = BarRow(f"progress.loss.{place}", room.top_px(height, 0), name[:1].upper() + name[1:], shown)
        row.share, row.note = claim.faults / most, texts("progress.faults", count=claim.faults)
        rows.append(row)
    note, muted = texts("progress.compared"), scene.painter.palette.muted
    height = scene.painter.paragraph_height(note, room.rest.width, SMALL)
    if height <= room.rest.height:
        rows.append(Label("progress.compared", room.bottom_px(height, 0), note, SMALL, muted))
    return [*card.widgets, *rows, gold]


def _most_frequent(claims: Sequence[Claim]) -> list[tuple[int, Claim]]:
    """Return the first claims, each with its index, the one with the most mistakes first."""
    return sorted(enumerate(claims[:_MOST_CLAIMS]), key=lambda one: -one[1].faults)


def _no_losses(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the reason why no weakness is shown, and a button for the remedy or for due mistakes."""
    known, words = scene.state.practice, _why_nothing(scene)
    if not is_known_whose(scene.state):
        return _missing(scene, rect, words, "whose", OpenInsights(InsightsPage.CLAIMS))
    widgets = _missing(scene, rect, words, "reviews", OpenInsights(InsightsPage.GAMES))
    if known is not None and known.due:
        box = Room(rect, scene.painter.unit).bottom(_GOLD)
        label = scene.texts("exercises.practise_due", count=known.due)
        practise = Train(TrainingRequest(ExerciseSet.DECK))
        widgets[-1] = Button("progress.practise", box, label, practise, "play", primary=True)
    return widgets


def _why_nothing(scene: PanelContext) -> str:
    """Return why no weakness is shown: nobody has said whose games count, too few games, or none stands out."""
    insights, texts = scene.state.part(InsightsState), scene.texts
    if not is_known_whose(scene.state):
        return texts("progress.whose")
    if insights.failure:
        return texts.tell(insights.failure)
    if insights.report is None:
        return texts("insights.reading")
    missing = LEAST_GAMES - insights.report.reviewed
    if missing <= 0:
        return texts("insights.nothing")
    return texts.joined(texts("progress.too_few", count=missing), texts("progress.counts"))


# ---- Results ----


def _results(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the results by colour, level and opening."""
    texts, own, since = scene.texts, scene.state.part(LibraryState).own, _begin(scene)
    figures = _figures_since(own.games, since) if since and own.statistics is not None else own.statistics
    games = figures.all.games if figures is not None else 0
    finished = own.statistics.all.games if own.statistics is not None else 0
    link, all_games = texts("progress.all_games", count=finished), OpenLibrary(LibraryPage.GAMES)
    card = linked_card(scene, "progress.results", rect, texts("progress.results"), link, all_games)
    if figures is None or not games:
        play = OpenPanel(Panel.NEW_GAME)
        words = texts("progress.no_games_then" if since and own.games else "library.no_figures")
        return [*card.widgets, *_missing(scene, card.rest, words, "results", play)]
    room = Room(card.rest, scene.painter.unit)
    return [*card.widgets, group_table(scene, room, "progress.table", _COLUMNS, result_rows(scene, figures))]


@lru_cache(maxsize=4)
def _figures_since(games: tuple[OwnGame, ...], first: str) -> Statistics:
    """Return the statistics of the games that ended on or after a day in ISO 8601."""
    return statistics(game for game in games if game.played.ended >= first)


# ---- Exercises and openings ----


def _exercises(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the numbers of exercises tried and solved at once, and the best and weakest themes."""
    texts, known = scene.texts, scene.state.practice or PracticeSummary()
    page, title = OpenPanel(Panel.EXERCISES), texts("exercises.title")
    card = linked_card(scene, "progress.exercises", rect, title, texts("progress.more"), page)
    tried, clean = known.tries
    if not tried:
        words = texts("progress.no_exercises")
        return [*card.widgets, *_missing(scene, card.rest, words, "exercises", page)]
    rest = card.rest
    side = min(rest.height, round(rest.width * 0.36), scene.px(110))
    circle = pygame.Rect(rest.left, rest.centery - side // 2, side, side)
    percent = texts("progress.percent", percent=round(100 * clean / tried))
    lines, height = _exercise_words(scene, known), scene.px(26)
    left = circle.right + scene.px(14)
    widgets: list[Widget] = list(card.widgets)
    if ShareRing.fits(scene.painter, percent, side):
        widgets.append(ShareRing("progress.ring", circle, clean / tried, percent))
    else:
        left, lines[0] = rest.left, f"{percent} {lines[0]}"
    for place, line in enumerate(lines):
        top = rest.centery + round((place - len(lines) / 2) * height)
        box = pygame.Rect(left, top, rest.right - left, height)
        widgets.append(Label(f"progress.exercises.{place}", box, line, SMALL, single=True))
    return widgets


def _exercise_words(scene: PanelContext, known: PracticeSummary) -> list[str]:
    texts = scene.texts
    lines = [texts("progress.first_try"), texts("progress.tried", count=known.tries[0])]
    often = (name for name, (count, _) in known.scores.items() if count >= _LEAST_TRIED)
    ranked = sorted(often, key=_rate(known))
    if ranked:
        lines.append(texts("progress.best", name=theme_name(scene, ranked[-1])))
    if len(ranked) > 1:
        lines.append(texts("progress.weak", name=theme_name(scene, ranked[0])))
    return lines


def _rate(known: PracticeSummary) -> Callable[[str], float]:
    """Return a sort key that ranks themes by the share solved without help."""
    return lambda name: known.scores[name][1] / known.scores[name][0]


def _openings(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the numbers of known and of due positions of the player's own openings."""
    texts, known = scene.texts, scene.state.practice or PracticeSummary()
    page = OpenRepertoire(RED)
    card = linked_card(scene, "progress.openings", rect, texts("place.openings"), texts("progress.more"), page)
    if not known.lines:
        words = texts("progress.no_openings")
        return [*card.widgets, *_missing(scene, card.rest, words, "openings", page)]
    room = Room(card.rest, scene.painter.unit)
    room.top(6, 0)
    row = BarRow("progress.lines", room.top(_ROW, 4), texts("progress.known"), page)
    row.share, row.note = known.known_lines / known.lines, f"{known.known_lines} / {known.lines}"
    row.name_share = 0.3
    due = texts("progress.due", count=known.due_lines) if known.due_lines else texts("start.deck_empty")
    train = Train(TrainingRequest(ExerciseSet.DUE))
    return [*card.widgets, row, Link("progress.due", room.top(26, 0), due, train, enabled=known.due_lines > 0)]


# ---- Days ----


def _days(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the days on which something was done, with the number of them in a row."""
    texts, today = scene.texts, day_of(scene.state.today)
    days = days_done(scene.state)
    count = streak(days, today) if today is not None else 0
    told = texts("exercises.days", count=count) if count else texts("progress.start_row")
    card = titled_card(scene, "progress.days", rect, texts("progress.days"), told)
    if today is None:
        return card.widgets
    return [*card.widgets, DayGrid("progress.grid", card.rest.inflate(0, -scene.px(GAP)), days, today)]
