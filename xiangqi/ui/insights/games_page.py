"""The insights page for games: review progress, whose games to count, and a button that deletes results."""

from __future__ import annotations

from xiangqi.app.insights.background import ToggleReviewing
from xiangqi.app.insights.pages import CountAllGames, ForgetWhatWasLearnt
from xiangqi.app.insights.state import BackgroundReview, InsightsState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import Form
from xiangqi.ui.parts.paragraphs import heading, paragraph
from xiangqi.ui.parts.people_fields import people_fields
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.widgets import Button, Widget


def games_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the progress of the reviews, the button to stop or resume them, and whose games count."""
    forget = forget_button(scene, room)
    return [*_reviews(scene, room), *_choice(scene, room), *people_fields(scene, room), forget]


def forget_button(scene: PanelContext, room: Room) -> Button:
    """Lay out the button that deletes the results of the player's reviews, at the foot of a room."""
    report = scene.state.part(InsightsState).report
    words, known = scene.texts("insights.forget"), report is not None and report.reviewed > 0
    forget = ForgetWhatWasLearnt()
    return Button("insights.forget", room.bottom(CONTROL), words, forget, icon="delete", enabled=known)


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
    """Lay out the choice of whether games with help and from other positions count."""
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
