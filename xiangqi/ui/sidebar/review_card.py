"""The card at the foot of the analysis: a line on the board, the review, the mistake on show, the summary."""

from __future__ import annotations

import pygame

from xiangqi.app.handlers.playing.puzzles import own_mistakes
from xiangqi.app.messages import intents
from xiangqi.app.model import positions, view
from xiangqi.app.model.analysis import analysed
from xiangqi.app.model.analysis.analysis_state import Preview, ReviewProgress
from xiangqi.app.model.analysis.assess import Assessment, MoveVerdict, Summary
from xiangqi.coach.grades import FAULTS, SIGNS, Grade
from xiangqi.core.constants import BLACK, RED
from xiangqi.notation import Style
from xiangqi.ui.parts.analysis_lines import Progress, as_many_as_fit
from xiangqi.ui.parts.cards import Card, NoteCard
from xiangqi.ui.parts.context import CONTROL, GAP, PanelContext, Room, columns
from xiangqi.ui.sidebar.graph import grade_colour
from xiangqi.ui.toolkit.painter import BODY, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_HEIGHT = 108.0

_PAST_MOVES = 2  # of a line on the board that are told beside those to come
_HERE = "|"


def review_height(scene: PanelContext, width_px: int) -> float:
    """Height of the card, points: the offer of a review has room on it."""
    painter = scene.painter
    words = painter.paragraph_height(scene.texts("analysis.review_body"), width_px - 2 * scene.px(14), SMALL)
    return max(_HEIGHT, (words + painter.line_height(BODY)) / painter.unit + CONTROL + 26)


def review_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Whatever of it all is most worth saying now."""
    state, analysis = scene.state, scene.state.analysis
    if state.preview is not None:
        return _line_card(scene, rect, state.preview)
    if analysis is None:
        return []
    if analysis.review is not None:
        return _progress_card(scene, rect, analysis.review)
    found = analysed.assessment(state)
    if analysis.hidden or not any(found.verdicts):
        return _offer(scene, rect)
    verdict = found.verdict(view.line(state).ply)
    if verdict is not None and verdict.grade is not None:
        return _mistake_card(scene, rect, verdict, verdict.grade)
    return _summary_card(scene, rect, found)


def _line_card(scene: PanelContext, rect: pygame.Rect, preview: Preview) -> list[Widget]:
    """The moves that are played out on the board, and the way back."""
    texts, style = scene.texts, Style(scene.state.settings.notation)
    words = positions.following_texts(preview.start_fen, preview.base, preview.moves, style)
    first = max(0, preview.shown - _PAST_MOVES)
    parts = (*words[first : preview.shown], _HERE, *words[preview.shown :])
    strip = Room(rect, scene.painter.unit).inner(10).bottom(CONTROL - 4)
    cells = columns(strip, 2, scene.px(GAP))
    body = as_many_as_fit(scene.painter, parts, rect.width - 2 * scene.px(14))
    return [
        NoteCard("note", rect, title=texts("analysis.line_title"), body=body, marked=True, foot=CONTROL),
        Button("line.close", cells[0], texts("analysis.line_close"), intents.CloseLine()),
        Button("line.keep", cells[1], texts("analysis.line_keep"), intents.KeepLine(), primary=True),
    ]


def _progress_card(scene: PanelContext, rect: pygame.Rect, review: ReviewProgress) -> list[Widget]:
    texts, total = scene.texts, len(review.moves)
    room = Room(rect, scene.painter.unit).inner(12)
    title = texts("analysis.reviewing", done=total - review.ply, total=total)
    head = room.top(24, 4)
    cancel = room.bottom(CONTROL - 4)
    bar = room.top(10, 0)
    return [
        Card("note", rect, marked=True),
        Label("review.title", head, title, bold=True, single=True),
        Progress("review.progress", bar, (total - review.ply) / max(1, total)),
        Button("review.cancel", cancel, texts("analysis.cancel"), intents.StopReview()),
    ]


def _offer(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts = scene.texts
    start = Room(rect, scene.painter.unit).inner(10).bottom(CONTROL - 4)
    moves = bool(view.line(scene.state).moves)
    title, body = texts("analysis.review_title"), texts("analysis.review_body")
    return [
        NoteCard("note", rect, title=title, body=body, foot=CONTROL),
        Button(
            "review.start", start, texts("analysis.review"), intents.StartReview(), enabled=moves, primary=True
        ),
    ]


def _mistake_card(scene: PanelContext, rect: pygame.Rect, verdict: MoveVerdict, grade: Grade) -> list[Widget]:
    """What the shown move has cost, and what would have been better."""
    texts, shown = scene.texts, view.line(scene.state)
    style = Style(scene.state.settings.notation)
    room = Room(rect, scene.painter.unit).inner(10)
    strip = room.bottom(CONTROL - 4)
    before = shown.moves[: verdict.ply - 1]
    better = positions.following_texts(shown.start_fen, before, verdict.better, style)
    title = texts(f"grade.{grade.value}", sign=SIGNS[grade])
    loss = texts("analysis.loss", percent=round(100 * verdict.loss))
    colour = grade_colour(scene.painter.palette, grade)
    head = room.top(24, 0)
    painter, line = scene.painter, room.top(24, 0)
    label_px = painter.width(texts("analysis.better", moves=""), SMALL)
    words = texts("analysis.better", moves=as_many_as_fit(painter, better, line.width - label_px))
    small = strip.height
    show = pygame.Rect(strip.left, strip.top, strip.width - 2 * (small + scene.px(GAP)), small)
    return [
        Card("note", rect),
        Label("review.grade", head, title, colour=colour, bold=True, single=True),
        Label("review.loss", head, loss, size=SMALL, single=True, align="right"),
        Label("review.better", line, words, size=SMALL, single=True),
        Button(
            "review.show",
            show,
            texts("analysis.show_better"),
            intents.ShowLine(verdict.ply - 1, verdict.better),
            icon="play",
            primary=True,
        ),
        *_mistake_steps(scene, strip),
    ]


def _mistake_steps(scene: PanelContext, strip: pygame.Rect) -> list[Widget]:
    """To the mistake before and the next one, at the right end of a strip."""
    side = strip.height
    cells = (
        pygame.Rect(strip.right - 2 * side - scene.px(GAP), strip.top, side, side),
        pygame.Rect(strip.right - side, strip.top, side, side),
    )
    return [
        Button(
            f"review.{name}",
            cell,
            icon=icon,
            action=intents.NextMistake(step),
            tip=scene.texts(f"analysis.{name}"),
        )
        for cell, name, icon, step in zip(
            cells, ("previous_mistake", "next_mistake"), ("previous", "next"), (-1, 1), strict=True
        )
    ]


def _summary_card(scene: PanelContext, rect: pygame.Rect, found: Assessment) -> list[Widget]:
    """How both sides have played, as far as it has been judged."""
    room = Room(rect, scene.painter.unit).inner(10)
    strip = room.bottom(CONTROL - 4)
    half = room.rest.height // 2
    rows = [
        (RED, pygame.Rect(room.rest.left, room.rest.top, room.rest.width, half)),
        (BLACK, pygame.Rect(room.rest.left, room.rest.top + half, room.rest.width, half)),
    ]
    widgets: list[Widget] = [Card("note", rect)]
    for side, row in rows:
        widgets += _summary_row(scene, row, side, found.summary(side))
    whole = pygame.Rect(strip.left, strip.top, strip.width - 2 * (strip.height + scene.px(GAP)), strip.height)
    return [*widgets, _onwards(scene, whole, found), *_mistake_steps(scene, strip)]


def _onwards(scene: PanelContext, rect: pygame.Rect, found: Assessment) -> Button:
    """What comes next: the rest of the review, or practising what it has found."""
    texts, mistakes = scene.texts, own_mistakes(scene.state)
    if not found.is_complete:
        return Button("review.start", rect, texts("analysis.review"), intents.StartReview(), primary=True)
    if not mistakes:
        return Button("review.start", rect, texts("analysis.review_again"), enabled=False)
    words = texts("practice.begin", count=len(mistakes))
    return Button("review.practise", rect, words, intents.PractiseMistakes(), icon="play", primary=True)


def _summary_row(scene: PanelContext, row: pygame.Rect, side: int, summary: Summary) -> list[Widget]:
    counts = "   ".join(f"{SIGNS[grade]} {summary.counts[grade]}" for grade in FAULTS)
    words = scene.texts("analysis.accuracy", side=scene.side_name(side), percent=round(summary.accuracy))
    if not summary.judged:
        words = scene.side_name(side)
    left = pygame.Rect(row.left, row.top, row.width * 3 // 5, row.height)
    right = pygame.Rect(left.right, row.top, row.right - left.right, row.height)
    return [
        Label(f"summary.{side}", left, words, bold=True, size=15, single=True),
        Label(f"summary.counts.{side}", right, counts, size=SMALL, single=True, align="right"),
    ]
