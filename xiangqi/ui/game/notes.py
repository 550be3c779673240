"""The note in the card of a game: the most important thing to say at the moment."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.browse import ContinueFromHere, GoLast
from xiangqi.app.session import positions, view
from xiangqi.app.session.cards import CardKind, card_of
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.game.end_card import end_card, end_height
from xiangqi.ui.game.scores import score_words
from xiangqi.ui.game.strips import thinking_words
from xiangqi.ui.parts.cards import Card, NoteCard
from xiangqi.ui.parts.coach_rows import told_moves
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.engine_words import speed_text
from xiangqi.ui.parts.line_card import line_card, line_card_height
from xiangqi.ui.parts.notes import NoteSubject, note_about, note_on
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_LINE: Final = 26.0  # height of the title of a note
_RESUME: Final = 116.0


HIDES_TABS: Final = frozenset({NoteSubject.LINE, NoteSubject.COACH, NoteSubject.PUZZLE})
"""Subjects shown even if notes or explorer are open; whoever opens these after a game has seen its end."""

_CARDS: Final = (CardKind.RESULT, CardKind.TASK, CardKind.ADVICE)
"""The kinds of card shown as a note; questions lie over the window, running work has a sign of its own."""


def subject_of(state: AppState) -> NoteSubject | None:
    """Return the subject of the note below the moves, as `card_of` decides, or None."""
    if state.preview is not None:
        return NoteSubject.LINE
    card = card_of(state, _CARDS)
    if card is CardKind.RESULT:
        return NoteSubject.END if view.judged_cycle(state) is None else NoteSubject.VERDICT
    if card is not CardKind.TAB and note_on(NoteSubject.COACH).when(
        state
    ):  # a hint in a puzzle belongs to the puzzle
        return NoteSubject.COACH
    if card is CardKind.TASK and state.mode(Puzzle) is not None:
        return NoteSubject.PUZZLE if state.document.at_tip else NoteSubject.EARLIER
    return _below_cards(state)


def _below_cards(state: AppState) -> NoteSubject | None:
    """Return the subject of the note when no card is shown, or None."""
    if note_on(NoteSubject.GUIDE).when(state):
        return NoteSubject.GUIDE
    if state.resume is not None and state.document.play is not None:  # a record's comments need the room
        return NoteSubject.RESUME
    if view.takes_notes(state):
        return NoteSubject.COMMENT
    if view.status(state) is view.Status.PAUSED:
        return NoteSubject.PAUSE
    if not state.document.at_tip:
        return NoteSubject.EARLIER
    return NoteSubject.ENGINE if _tells_of_engine(state) else None


def _tells_of_engine(state: AppState) -> bool:
    """Return whether there is more to say about the engine than how to get a hint."""
    play = state.document.play
    searching = state.search is not None and state.search.purpose is not Purpose.PLAY
    is_watched = play is not None and play.setup.is_watched
    return searching or is_watched or state.selection.hint is not None or () in state.preparing


def note_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of the note in points, with room for all of the coach's text; 0 without a note."""
    subject = subject_of(scene.state)
    return note_on(subject).height(scene, width_px) if subject is not None else 0.0


def fullest_height(scene: PanelContext, width_px: int) -> float:
    """Return the height in points that the note may need later, such as once the coach has commented."""
    if subject_of(scene.state) is NoteSubject.END:
        return end_height(scene, width_px, full=True)
    return note_height(scene, width_px)


def note(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the note; empty if there is nothing to say."""
    subject = subject_of(scene.state)
    return note_on(subject).lay_out(scene, rect) if subject is not None else []


@note_about(NoteSubject.END, height=end_height)
def _end(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    return end_card(scene, rect)


def _resume_height(scene: PanelContext, width_px: int) -> float:
    painter, inner = scene.painter, width_px - 2 * scene.px(12)
    more = painter.paragraph_height(_resume_words(scene), inner, SMALL) - painter.line_height(SMALL)
    return _RESUME + more / painter.unit


@note_about(NoteSubject.LINE, height=line_card_height)
def _line(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    preview = scene.state.preview
    return [] if preview is None else line_card(scene, rect, preview)


@note_about(NoteSubject.EARLIER)
def _looking_back(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts, shown = scene.texts, view.line(scene.state)
    room = Room(rect, scene.painter.unit).inner(12)
    back = texts("game.back_to_now" if view.looks_back(scene.state) else "button.last")
    left, right = columns(room.bottom(CONTROL - 2), 2, scene.px(GAP))
    return [
        Card("note", rect, marked=True),
        Label("note.title", room.rest, _place_in_game(scene, shown), single=True),
        Button("back.return", left, back, GoLast()),
        Button(
            "back.play",
            right,
            texts("button.play_on"),
            ContinueFromHere(),
            enabled=view.can_play_on(scene.state),
            primary=True,
        ),
    ]


def _place_in_game(scene: PanelContext, shown: view.ShownLine) -> str:
    """Return the number of the shown position's last move as text, counting rounds as players do."""
    if shown.ply == 0:
        return scene.texts("status.viewing_start")
    late = 0 if shown.whole.turn_at(0) == RED else 1  # a line that Black begins
    side = RED if (shown.ply + late) % 2 == 1 else BLACK
    number, total = (positions.full_moves(ply + late) for ply in (shown.ply, len(shown.moves)))
    return scene.texts("status.viewing", move=number, side=scene.side_name(side), total=total)


@note_about(NoteSubject.PAUSE)
def _pause_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(12)
    go_on = room.bottom(CONTROL - 2)
    return [
        Card("note", rect, marked=True),
        Label("note.title", room.rest, texts("pause.title"), bold=True, single=True),
        Button("pause.go_on", go_on, texts("button.go_on"), PauseGame(), icon="play", primary=True),
    ]


@note_about(NoteSubject.RESUME, height=_resume_height)
def _resume_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts, words = scene.texts, _resume_words(scene)
    if not words:
        return []
    room = Room(rect, scene.painter.unit).inner(12)
    left, right = columns(room.bottom(CONTROL - 4), 2, scene.px(GAP))
    title, muted = room.top(_LINE, 0), scene.painter.palette.muted
    return [
        Card("note", rect, marked=True),
        Label("resume.title", title, texts("resume.title"), size=LEAD, bold=True, single=True),
        Label("resume.text", room.rest, words, size=SMALL, colour=muted),
        Button("resume.no", left, texts("button.discard"), AnswerResume(False)),
        Button("resume.yes", right, texts("button.resume"), AnswerResume(True), primary=True),
    ]


def _resume_words(scene: PanelContext) -> str:
    """Return the players and the length of the game that can be resumed; "" if there is none."""
    texts, offer = scene.texts, scene.state.resume
    if offer is None:
        return ""
    red, black = (
        scene.player_name(player) or (texts("player.you") if offer.play.setup.human_side == side else name)
        for player, side, name in (
            (offer.play.setup.red, RED, texts("side.red")),
            (offer.play.setup.black, BLACK, texts("side.black")),
        )
    )
    return texts("resume.text", red=red, black=black, count=positions.full_moves(len(offer.play.moves)))


@note_about(NoteSubject.ENGINE)
def _engine(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    return [_engine_card(scene, rect)]


def _engine_card(scene: PanelContext, rect: pygame.Rect) -> NoteCard:
    """Return the card about the engine: its preparation, its thinking with the evaluation, or the hint."""
    state, texts = scene.state, scene.texts
    search = state.search
    if () in state.preparing:
        return NoteCard("note", rect, title=texts("engine.title"), body=texts("engine.preparing"))
    if search is None or search.purpose is Purpose.PLAY:
        hint = _hint_text(state)
        title = texts("engine.hint", move=hint) if hint else texts("engine.title")
        return NoteCard(
            "note", rect, title=title, body="" if hint else texts("engine.watched"), marked=bool(hint)
        )
    if search.info is None or search.purpose is Purpose.HINT:  # hints are given step by step
        return NoteCard("note", rect, title=texts("engine.title"), body=thinking_words(scene))
    info = search.info
    speed = speed_text(scene, info.nps)
    aside = " · ".join(filter(None, (texts("engine.depth", depth=info.depth), speed)))
    title = score_words(scene, info.score_cp, info.mate, search.side)
    return NoteCard("note", rect, title=title, aside=aside, body="  ".join(view.pv_texts(state)))


def _hint_text(state: AppState) -> str:
    if state.selection.hint is None:
        return ""
    return told_moves(state, view.line(state).here, (state.selection.hint,))
