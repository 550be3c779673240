"""Notes beside the moves of a game: the coach's interruptions and hints."""

from __future__ import annotations

import pygame

from xiangqi.app.coach import coached
from xiangqi.app.coach.teaching import LeaveMove, SeeWhy
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.session import positions, view
from xiangqi.app.session.coaching import HintGiven, HintStep, Interruption
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.state import AppState
from xiangqi.coach.facts import FactKind
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.ui.parts.cards import Card, NoteCard
from xiangqi.ui.parts.coach_rows import (
    Spoken,
    about_move,
    about_position,
    rows_height,
    sentence_rows,
    told_moves,
    wording,
)
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.notes import PLAIN_NOTE, NoteSubject, note_about
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_HEAD = 26.0
_EDGE = 12.0
_MOST_REASONS = 3


def coach_speaks(state: AppState) -> bool:
    """Return whether the coach has a note on the game on the board: why a move was bad, or a hint."""
    hint = coached.hint_at(state)
    return _offered(state) is not None or (hint is not None and bool(hint.question_id))


def _offered(state: AppState) -> Interruption | None:
    """Return the coach's interruption about the last move of the shown game once it has a text, or None."""
    interruption = view.shown_interruption(state)
    if interruption is None or interruption.offer is None:
        return None
    return interruption if interruption.document_id == state.document.id else None


def coach_note_height(scene: PanelContext, width_px: int) -> float:
    """Return the height in points of the coach's note during a game; PLAIN_NOTE if it has no text yet."""
    interruption = _offered(scene.state)
    if interruption is not None:
        words, buttons = _interruption_words(scene, interruption), CONTROL
    else:
        hint = coached.hint_at(scene.state)
        if hint is None or not hint.question_id or hint.ladder is None:
            return PLAIN_NOTE
        words = _hint_words(scene, hint)
        buttons = CONTROL if _goes_on(hint) else 0.0
    painter = scene.painter
    rows = rows_height(painter, words, width_px - 2 * painter.px(_EDGE)) / painter.unit
    return max(PLAIN_NOTE, rows + _HEAD + buttons + 2 * _EDGE + GAP)


@note_about(NoteSubject.COACH, height=coach_note_height, when=coach_speaks)
def coach_note(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the coach's note on the game on the board; empty if there is none."""
    interruption, hint = _offered(scene.state), coached.hint_at(scene.state)
    if interruption is not None:
        return _interruption_card(scene, rect, interruption)
    if hint is not None and hint.question_id:
        return _hint_card(scene, rect, hint)
    return []


# ---- An interruption ----


def _interruption_words(scene: PanelContext, interruption: Interruption) -> list[Spoken]:
    if interruption.offer is None or not interruption.explained:
        return [Spoken(scene.texts("tutor.body"))]
    line, facts = Line(scene.state.current_game.start_fen, interruption.moves), interruption.offer.facts
    reasons = [fact for fact in facts if fact.kind is not FactKind.BETTER][:_MOST_REASONS]
    better = [fact for fact in facts if fact.kind is FactKind.BETTER]
    return [about_move(scene.state, fact, line) for fact in (*reasons, *better)]


def _interruption_card(scene: PanelContext, rect: pygame.Rect, interruption: Interruption) -> list[Widget]:
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    strip = room.bottom(CONTROL - 4)
    percent = round(100 * interruption.offer.loss) if interruption.offer is not None else 0
    head = room.top(_HEAD, 0)
    told = interruption.explained
    specs = [  # each keeps its place, so that a second click does not do something else
        ("tutor.why", SeeWhy(), not told, not told),
        ("tutor.take_back", TakeBack(), told, True),
        ("tutor.leave", LeaveMove(), False, True),
    ]
    cells = columns(strip, len(specs), scene.px(GAP))
    return [
        Card("note", rect, marked=True),
        Label("tutor.title", head, texts("tutor.title"), bold=True, single=True),
        Label(
            "tutor.loss",
            head,
            texts("analysis.loss", percent=percent),
            size=SMALL,
            single=True,
            align="right",
        ),
        *sentence_rows(scene, room, "tutor.reason", _interruption_words(scene, interruption)),
        *(
            Button(name, cell, texts(name), action, enabled=enabled, primary=primary)
            for cell, (name, action, primary, enabled) in zip(cells, specs, strict=True)
        ),
    ]


# ---- A hint ----


def _hint_words(scene: PanelContext, hint: HintGiven) -> list[Spoken]:
    """Return the sentences of the hint's current step; the reason for the move comes with its proof."""
    state, texts, ladder = scene.state, scene.texts, hint.ladder
    if ladder is None:
        return [Spoken(texts.sentence(Message("status.thinking")))]
    if hint.step is HintStep.THEME and ladder.reason is not None:
        return [Spoken(texts("hint.theme", theme=wording(state).theme_of(ladder.reason)))]
    if hint.step <= HintStep.PIECE:
        board = positions.board_at(hint.at)
        return [Spoken(texts("hint.piece", piece=wording(state).piece(board, ladder.piece, yours=True)))]
    fen = positions.snapshot(hint.at).fen
    why = about_position(state, ladder.reason, fen) if ladder.reason else Spoken(texts("hint.no_reason"))
    return [Spoken(texts("hint.move", move=_move_words(state, hint))), why]


def _move_words(state: AppState, hint: HintGiven) -> str:
    return told_moves(state, hint.at, hint.line[:1])


def _hint_card(scene: PanelContext, rect: pygame.Rect, hint: HintGiven) -> list[Widget]:
    texts = scene.texts
    if hint.ladder is None:
        return [
            NoteCard("note", rect, title=texts("button.hint"), body=texts.sentence(Message("status.thinking")))
        ]
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    head = room.top(_HEAD, 0)
    more: list[Widget] = []
    if _goes_on(hint):
        strip = room.bottom(CONTROL - 4)
        more = [Button("hint.more", strip, texts("hint.more"), Hint(), primary=True)]
    return [
        Card("note", rect, marked=True),
        Label("hint.title", head, texts("button.hint"), bold=True, single=True),
        *sentence_rows(scene, room, "hint.words", _hint_words(scene, hint)),
        *more,
    ]


def _goes_on(hint: HintGiven) -> bool:
    """Return whether the hint has a further step."""
    return hint.step < HintStep.MOVE
