"""The card at the foot of the analysis: a previewed line, a review's progress, a mistake, or the summary."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from xiangqi.action import Action
from xiangqi.app.analysis.review import ListMistakes, NextMistake, StopReview
from xiangqi.app.coach import coached
from xiangqi.app.exercises.puzzles import PractiseMistakes
from xiangqi.app.records.browse import GoTo
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session import analysed, view
from xiangqi.app.session.analysis import ReviewProgress
from xiangqi.app.session.assess import Assessment, MoveVerdict, Summary
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.moments import own_moments
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.view import MoveEntry
from xiangqi.coach.grades import FAULTS, SIGNS, Grade
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.coach_rows import Spoken, about_move, rows_height, sentence_rows
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.grade_colour import grade_colour
from xiangqi.ui.parts.line_card import line_card, line_card_height
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.parts.review_text import fault_words, summary_words
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Memory, Widget

_HEIGHT = 108.0
_EDGE = 12.0
_HEAD = 26.0
_SIDE_ROW = 24.0
_MINE = 30.0
_MISTAKE = 26.0
_MOST_MISTAKES = 6
_SUMMARY = 2 * _SIDE_ROW


def review_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of the card in points, with room for the coach's words and the mistakes."""
    painter = scene.painter
    if scene.state.preview is not None:
        return line_card_height(scene, width_px)
    told = rows_height(painter, _told(scene), width_px - 2 * scene.px(_EDGE)) / painter.unit
    if not told and not _shows_summary(scene):
        return _HEIGHT
    head = _HEAD + GAP
    if _shows_summary(scene):
        rows = min(_MOST_MISTAKES, len(analysed.marked(scene.state)))
        head = _SUMMARY + GAP + rows * _MISTAKE + (GAP if rows else 0) + _mine_height(scene)
    return max(_HEIGHT, told + head + CONTROL + 2 * _EDGE + GAP)


def _shows_summary(scene: PanelContext) -> bool:
    """Return whether the card is about the whole line rather than a move."""
    analysis = scene.state.shown_analysis
    reviewing = analysis is None or analysis.review is not None
    return not reviewing and _shown_fault(scene) is None and _praise(scene) is None


def _told(scene: PanelContext) -> list[Spoken]:
    """Return the sentences to show on the card."""
    state = scene.state
    if state.preview is not None or state.shown_analysis is None or state.shown_analysis.review is not None:
        return []
    found = analysed.assessment(state)
    if state.shown_analysis.hidden or not any(found.verdicts):
        return []
    verdict, praise = _shown_fault(scene), _praise(scene)
    if verdict is not None:
        return fault_words(scene, verdict)
    return [praise] if praise is not None else summary_words(scene)


def _shown_fault(scene: PanelContext) -> MoveVerdict | None:
    """Return the fault that led to the position on the board, or None."""
    verdict = analysed.assessment(scene.state).verdict(view.line(scene.state).ply)
    return verdict if verdict is not None and verdict.grade is not None else None


def _praise(scene: PanelContext) -> Spoken | None:
    """Return the praise for the move that led to the position on the board, or None."""
    shown = view.line(scene.state)
    fact = coached.praised(scene.state).get(shown.ply)
    return None if fact is None else about_move(scene.state, fact, shown.here)


def review_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out a previewed line, the review's progress, the shown move's fault or praise, or the summary."""
    state, analysis = scene.state, scene.state.shown_analysis
    if state.preview is not None:
        return line_card(scene, rect, state.preview)
    if analysis is None:
        return []
    if analysis.review is not None:
        return _progress_card(scene, rect, analysis.review)
    found = analysed.assessment(state)
    verdict = _shown_fault(scene)
    if verdict is not None and verdict.grade is not None:
        return _mistake_card(scene, rect, verdict, verdict.grade)
    return _praise_card(scene, rect) if _praise(scene) is not None else _summary_card(scene, rect, found)


def _progress_card(scene: PanelContext, rect: pygame.Rect, review: ReviewProgress) -> list[Widget]:
    texts, total = scene.texts, len(review.line.moves)
    room = Room(rect, scene.painter.unit).inner(12)
    title = texts("analysis.reviewing", done=full_moves(total - review.ply), total=full_moves(total))
    head = room.top(24, 4)
    cancel = room.bottom(CONTROL - 4)
    bar = room.top(10, 0)
    return [
        Card("review", rect, marked=True),
        Label("review.title", head, title, bold=True, single=True),
        Progress("review.progress", bar, (total - review.ply) / max(1, total)),
        Button("review.cancel", cancel, texts("analysis.cancel"), StopReview()),
    ]


def offers_review(scene: PanelContext) -> bool:
    """Return whether the offer of a review is all that there is to show."""
    state = scene.state
    analysis = state.shown_analysis
    if state.preview is not None or analysis is None or analysis.review is not None:
        return False
    return analysis.hidden or not any(analysed.assessment(state).verdicts)


def review_offer(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the offer of a review at the foot of a room; nothing if there are no moves."""
    if not view.line(scene.state).moves:
        return []
    label, tip = scene.texts("analysis.review"), scene.texts("analysis.review_body")
    action = StartReview()
    return [Button("review.start", room.bottom(CONTROL), label, action, primary=True, tip=tip)]


def _mistake_card(scene: PanelContext, rect: pygame.Rect, verdict: MoveVerdict, grade: Grade) -> list[Widget]:
    """Lay out the shown move's grade and cost, the reason, and a button that shows the better line."""
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    strip = room.bottom(CONTROL - 4)
    title = texts(f"grade.{grade.value}", sign=SIGNS[grade])
    loss = texts("analysis.loss", percent=round(100 * verdict.loss))
    head = room.top(_HEAD, 0)
    show = pygame.Rect(strip.left, strip.top, strip.width - 2 * (strip.height + scene.px(GAP)), strip.height)
    return [
        Card("review", rect),
        Label(
            "review.grade",
            head,
            title,
            colour=grade_colour(scene.painter.palette, grade),
            bold=True,
            single=True,
        ),
        Label("review.loss", head, loss, size=SMALL, single=True, align="right"),
        *sentence_rows(scene, room, "review.why", fault_words(scene, verdict)),
        Button(
            "review.show",
            show,
            texts("analysis.show_better"),
            ShowLine(verdict.ply - 1, verdict.better),
            icon="play",
        ),
        *_mistake_steps(scene, strip),
    ]


def _praise_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the praise for a move that is hard to find."""
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    strip, head = room.bottom(CONTROL - 4), room.top(_HEAD, 0)
    title, accent = scene.texts("review.praise"), scene.painter.palette.accent
    return [
        Card("review", rect),
        Label("review.grade", head, title, colour=accent, bold=True, single=True),
        *sentence_rows(scene, room, "review.why", _told(scene)),
        *_mistake_steps(scene, strip),
    ]


def _mistake_steps(scene: PanelContext, strip: pygame.Rect) -> list[Widget]:
    """Lay out the arrows to the previous and the next mistake, at the right end of a strip."""
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
            action=NextMistake(step),
            tip=scene.texts(f"analysis.{name}"),
        )
        for cell, name, icon, step in zip(
            cells, ("previous_mistake", "next_mistake"), ("previous", "next"), (-1, 1), strict=True
        )
    ]


def _summary_card(scene: PanelContext, rect: pygame.Rect, found: Assessment) -> list[Widget]:
    """Lay out a summary of both sides' play as far as it has been judged."""
    room = Room(rect, scene.painter.unit).inner(10)
    strip = room.bottom(CONTROL - 4)
    rows = [(side, room.top(_SIDE_ROW, 0)) for side in (RED, BLACK)]
    widgets: list[Widget] = [Card("review", rect)]
    for side, row in rows:
        widgets += _summary_row(scene, row, side, found.summary(side))
    room.top(0, GAP)
    widgets += _mine(scene, room)
    words = rows_height(scene.painter, _told(scene), room.rest.width) + scene.px(GAP)
    widgets += _mistakes(scene, room, (room.rest.height - words) // scene.px(_MISTAKE))
    whole = pygame.Rect(strip.left, strip.top, strip.width - 2 * (strip.height + scene.px(GAP)), strip.height)
    widgets += sentence_rows(scene, room, "summary.words", _told(scene))
    return [*widgets, *_onwards(scene, whole, found), *_mistake_steps(scene, strip)]


def _mine_height(scene: PanelContext) -> float:
    """Return the height in points of the control that chooses whose mistakes are listed; 0 if there is none."""
    return 0.0 if scene.state.document.player_side is None else _MINE + GAP / 2


def _mine(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out, at the top of a room, the control that chooses whose mistakes are listed."""
    analysis = scene.state.shown_analysis
    if analysis is None or not _mine_height(scene):
        return []
    labels = (scene.texts("review.mine"), scene.texts("review.both"))
    actions = (ListMistakes(everything=False), ListMistakes(everything=True))
    return [Choice("review.mine", room.top(_MINE, GAP / 2), labels, actions, int(analysis.everything))]


def _mistakes(scene: PanelContext, room: Room, most: int) -> list[Widget]:
    """Lay out the costliest moves in the order in which they were played, as many as fit and at most `most`."""
    marked = analysed.marked(scene.state)
    worst = sorted(marked, key=lambda verdict: -verdict.loss)[: max(0, min(most, _MOST_MISTAKES))]
    rows: list[Widget] = [
        MistakeRow(
            f"review.mistake.{verdict.ply}",
            room.top(_MISTAKE, 0),
            verdict=verdict,
            entry=scene.entries[verdict.ply - 1],
            loss=f"−{round(100 * verdict.loss)}%",
            theme=look(scene.state.settings.theme, scene.state.settings.piece_set).pieces,
        )
        for verdict in sorted(worst, key=lambda verdict: verdict.ply)
        if verdict.ply <= len(scene.entries)
    ]
    if rows:
        room.top(0, GAP)
    return rows


@dataclass
class MistakeRow(Widget):
    """A costly move with its sign and its cost; a click jumps to it."""

    verdict: MoveVerdict | None = None
    entry: MoveEntry | None = None  # the move
    loss: str = ""  # the winning chances that the move cost, such as "−12%"
    theme: PieceTheme | None = None  # the look of the pieces

    focusable = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, verdict, entry = painter.palette, self.verdict, self.entry
        if verdict is None or verdict.grade is None or entry is None:
            return
        if memory.hover == self.key:
            painter.box(self.rect, palette.hover, 6)
        inner = self.rect.inflate(-2 * painter.px(6), 0)
        colour = grade_colour(palette, verdict.grade)
        cells = [pygame.Rect(inner.left + painter.px(at), inner.top, 0, inner.height) for at in (0, 34, 76)]
        for cell, width in zip(cells, (30, 38, 220), strict=True):
            cell.width = min(painter.px(width), inner.right - cell.left)
        painter.write(SIGNS[verdict.grade], cells[0], bold=True, colour=colour)
        painter.write(f"{entry.number}.", cells[1], size=SMALL, colour=palette.muted)
        ink = palette.red_side if entry.side == RED else palette.black_side
        MoveLabel(entry.text, entry.piece).write(painter, cells[2], ink, self.theme)
        painter.write(self.loss, inner, size=SMALL, colour=palette.muted, align="right")
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 6)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return None if self.verdict is None else GoTo(self.verdict.ply)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return self.click(self.rect.center, memory) if key in (pygame.K_RETURN, pygame.K_KP_ENTER) else None


def _onwards(scene: PanelContext, rect: pygame.Rect, found: Assessment) -> list[Widget]:
    """Lay out the button for the next step: the rest of the review, or practising the mistakes.

    If there are no mistakes, there is no button; for a game, though not for an analysis, a label says that it
    is reviewed.
    """
    texts, mistakes = scene.texts, own_moments(scene.state)
    if not found.is_complete:
        return [Button("review.start", rect, texts("analysis.review"), StartReview(), primary=True)]
    if mistakes:
        words = texts("practice.begin", count=len(mistakes))
        return [Button("review.practise", rect, words, PractiseMistakes(), icon="play")]
    if scene.state.document.is_analysis:
        return []
    muted = scene.painter.palette.muted
    return [Label("review.done", rect, texts("analysis.review_again"), colour=muted, single=True)]


def _summary_row(scene: PanelContext, row: pygame.Rect, side: int, summary: Summary) -> list[Widget]:
    counts = "   ".join(f"{SIGNS[grade]} {summary.counts[grade]}" for grade in FAULTS)
    words = scene.side_name(side)
    if summary.accuracy is not None:
        words = scene.texts("analysis.accuracy", side=words, percent=round(summary.accuracy))
    left = pygame.Rect(row.left, row.top, row.width * 3 // 5, row.height)
    right = pygame.Rect(left.right, row.top, row.right - left.right, row.height)
    return [
        Label(f"summary.{side}", left, words, bold=True, size=15, single=True),
        Label(f"summary.counts.{side}", right, counts, size=SMALL, single=True, align="right"),
    ]
