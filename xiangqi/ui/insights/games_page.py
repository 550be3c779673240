"""The insights page for games: review progress, whose games to count, and a button that deletes results."""

from __future__ import annotations

from typing import Final

from xiangqi.app.insights.background import ReviewTheirGames, ToggleReviewing
from xiangqi.app.insights.pages import CountAllGames, ForgetWhatWasLearnt
from xiangqi.app.insights.state import BackgroundReview, InsightsState
from xiangqi.ui.insights.dossier_pages import RESULT_COLUMNS, year_rows
from xiangqi.ui.insights.page_parts import progress_words, unread
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import Form
from xiangqi.ui.parts.paragraphs import heading, paragraph
from xiangqi.ui.parts.people_fields import people_fields
from xiangqi.ui.parts.result_table import ResultRow, group_table
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Widget

_LEAST_YEARS: Final = 200.0  # height from which another player's results by year have room, points


def games_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the progress of the reviews, the button to stop or resume them, and whose games count."""
    insights, texts = scene.state.part(InsightsState), scene.texts
    forget = Button(
        "insights.forget",
        room.bottom(CONTROL),
        texts("insights.forget"),
        ForgetWhatWasLearnt(),
        icon="delete",
        enabled=insights.report is not None and insights.report.reviewed > 0,
    )
    if insights.name:
        return [*_theirs(scene, room, insights), *([forget] if forget.enabled else [])]
    return [*_reviews(scene, room), *_choice(scene, room), *people_fields(scene, room), forget]


def _theirs(scene: PanelContext, room: Room, insights: InsightsState) -> list[Widget]:
    """Lay out how many of another player's games are reviewed, what reviews the rest, and results by year."""
    texts, report, reviews = scene.texts, insights.report, insights.reviews
    if report is None:
        return unread(scene, room)
    left, is_wished = report.games - report.reviewed, reviews.wish == insights.name
    done, whole = report.reviewed, max(1, report.games)
    if is_wished and reviews.waiting is not None:
        done, whole = reviews.counted, max(1, reviews.counted + reviews.waiting)
    widgets: list[Widget] = [
        paragraph(scene, room, "insights.progress", progress_words(scene, report)),
        Progress("insights.share", room.top(10), done / whole),
    ]
    note = texts("insights.theirs_note" if left else "insights.all_done", count=report.reviewed)
    if is_wished:
        stop = Button("insights.theirs", room.top(CONTROL, 4), texts("insights.stop"), ReviewTheirGames(""))
        stop.icon, note = "pause", texts("insights.idle")
        widgets.append(stop)
    elif left:
        words = texts("insights.review_these", count=left)
        begin = Button("insights.theirs", room.top(CONTROL, 4), words, ReviewTheirGames(insights.name), "play")
        begin.primary = True
        widgets.append(begin)
    if reviews.failure:
        note = texts("insights.failed", detail=texts.tell(reviews.failure))
    widgets.append(paragraph(scene, room, "insights.theirs_note", note, quiet=True))
    years = year_rows(scene, report.dossier) if report.dossier is not None else []
    if not years or room.rest.height < scene.px(_LEAST_YEARS):
        return widgets
    rows = [ResultRow(texts("dossier.years")), *years]
    return [*widgets, group_table(scene, room, "insights.years", RESULT_COLUMNS, rows)]


def _reviews(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the progress of the reviews in idle time, and the button that stops or resumes them."""
    texts, reviews, wanted = (
        scene.texts,
        scene.state.part(InsightsState).reviews,
        scene.state.settings.reviewing,
    )
    waiting = reviews.waiting or 0
    whole = reviews.counted + waiting
    icon, label = ("pause", "insights.stop") if wanted else ("play", "insights.go")
    return [
        heading(scene, room, "insights.reviews", texts("insights.reviews")),
        paragraph(scene, room, "insights.stands", _stands(scene, reviews)),
        Progress("insights.share", room.top(10), reviews.counted / whole if whole else 0.0),
        Button("insights.toggle", room.top(CONTROL, 4), texts(label), ToggleReviewing(), icon=icon),
        paragraph(scene, room, "insights.idle", texts("insights.idle"), quiet=True),
    ]


def _stands(scene: PanelContext, reviews: BackgroundReview) -> str:
    """Return the progress of the reviews in words."""
    texts = scene.texts
    if reviews.failure:
        return texts("insights.failed", detail=texts.tell(reviews.failure))
    if reviews.wish:
        return texts("insights.theirs_first", name=reviews.wish)
    if reviews.waiting is None:
        return texts("insights.counting")
    if reviews.is_done:
        return texts("insights.all_done", count=reviews.counted)
    done = texts("insights.done", count=reviews.counted, waiting=reviews.waiting)
    if reviews.running:
        return texts("insights.at_work", done=done)
    return texts("insights.makes_way" if scene.state.settings.reviewing else "insights.stopped", done=done)


def _choice(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the choice whether games with help and from other positions count."""
    texts, form = scene.texts, Form(scene, room)
    labels = texts("insights.usual_games"), texts("insights.all_games")
    chosen = int(scene.state.settings.all_games)
    form.choice(
        "insights.which", texts("insights.which"), labels, (CountAllGames(False), CountAllGames(True)), chosen
    )
    left = scene.state.part(InsightsState).reviews.left_out
    if left and not scene.state.settings.all_games:
        form.note("insights.left_out", texts("insights.left_out", count=left))
    return form.widgets
