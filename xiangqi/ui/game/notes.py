"""The note in the card of a game: whatever is most worth saying now."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.app.coach import coached
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.records.browse import ContinueFromHere, GoLast
from xiangqi.app.session import positions, view
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.state import AppState
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.coach.coach_cards import coach_note, coach_note_height
from xiangqi.ui.coach.guide_card import guide_card, guide_height
from xiangqi.ui.coach.guide_card import is_shown as is_guided
from xiangqi.ui.exercises.puzzle_card import puzzle_card
from xiangqi.ui.game.end_card import end_card, end_height
from xiangqi.ui.game.scores import score_words
from xiangqi.ui.game.strips import thinking_words
from xiangqi.ui.parts.cards import Card, NoteCard
from xiangqi.ui.parts.coach_rows import told_moves
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.engine_words import speed_text
from xiangqi.ui.parts.line_card import line_card, line_card_height
from xiangqi.ui.records.annotation import annotation_card
from xiangqi.ui.records.record_cards import judged_card, judged_height
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_LINE: Final = 26.0  # height of the title of a note
_NOTE: Final = 92.0
_RESUME: Final = 116.0
_PUZZLE: Final = 128.0


def has_note(scene: PanelContext) -> bool:
    """Return whether there is a note to show below the moves, other than the one on how to get a hint."""
    state, play = scene.state, scene.state.document.play
    if is_guided(state):
        return True
    if state.preview is not None or state.mode(Puzzle) is not None or not state.document.at_tip:
        return True
    if coach_note_height(scene, 1) or state.resume is not None or (play is not None and play.end is not None):
        return True
    hinting = state.search is not None and state.search.purpose is not Purpose.PLAY
    told = (
        state.selection.hint is not None
        or () in state.preparing
        or (play is not None and play.setup.is_watched)
    )
    return hinting or told or view.status(state) is view.Status.PAUSED


def note_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of the note in points; the coach's text gets as many lines as it needs."""
    if is_guided(scene.state):
        return guide_height(scene, width_px)
    if scene.state.preview is not None:
        return line_card_height(scene, width_px)
    if _tells_end(scene.state):
        return end_height(scene, width_px) + CONTROL + GAP  # for other games to begin, if there is room
    usual = judged_height(scene, width_px) if view.judged_cycle(scene.state) else _NOTE
    if scene.state.resume is not None and scene.state.document.play is not None:
        usual = _RESUME
    elif scene.state.mode(Puzzle) is not None:
        usual = _PUZZLE
    return max(usual, coach_note_height(scene, width_px))


def _tells_end(state: AppState) -> bool:
    """Return whether the note is about the end of the game on the board."""
    play = state.document.play
    if play is None or play.end is None or not state.document.at_tip or view.judged_cycle(state) is not None:
        return False
    busy = state.preview is not None or state.resume is not None or state.mode(Puzzle) is not None
    coaching = coached.hint_at(state) is not None or view.shown_interruption(state) is not None
    return not (busy or coaching or view.takes_notes(state))


def note(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the most urgent thing to say about the game in the card beside it."""
    state = scene.state
    if is_guided(state):
        return guide_card(scene, rect)
    if state.preview is not None:
        return line_card(scene, rect, state.preview)
    coached = coach_note(scene, rect)
    if coached:
        return coached
    if state.resume is not None and state.document.play is not None:  # a record's comments need the room
        return _resume_card(scene, state.resume, rect)
    if view.takes_notes(state):
        return annotation_card(scene, state.document, rect)
    if view.status(state) is view.Status.PAUSED:
        return _pause_card(scene, rect)
    if not state.document.at_tip:
        return _looking_back(scene, rect)
    puzzle = state.mode(Puzzle)
    if puzzle is not None:
        return puzzle_card(scene, puzzle, rect)
    if view.judged_cycle(state) is not None:
        return judged_card(scene, rect)
    return end_card(scene, rect) if _tells_end(state) else [_engine_card(scene, rect)]


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


def _pause_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(12)
    go_on = room.bottom(CONTROL - 2)
    return [
        Card("note", rect, marked=True),
        Label("note.title", room.rest, texts("pause.title"), bold=True, single=True),
        Button("pause.go_on", go_on, texts("button.go_on"), PauseGame(), icon="play", primary=True),
    ]


def _resume_card(scene: PanelContext, offer: ResumeOffer, rect: pygame.Rect) -> list[Widget]:
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(12)
    red, black = (
        scene.player_name(player) or (texts("player.you") if offer.play.setup.human_side == side else name)
        for player, side, name in (
            (offer.play.setup.red, RED, texts("side.red")),
            (offer.play.setup.black, BLACK, texts("side.black")),
        )
    )
    words = texts("resume.text", red=red, black=black, count=positions.full_moves(len(offer.play.moves)))
    left, right = columns(room.bottom(CONTROL - 4), 2, scene.px(GAP))
    title, muted = room.top(_LINE, 0), scene.painter.palette.muted
    return [
        Card("note", rect, marked=True),
        Label("resume.title", title, texts("resume.title"), size=LEAD, bold=True, single=True),
        Label("resume.text", room.rest, words, size=SMALL, single=True, colour=muted),
        Button("resume.no", left, texts("button.discard"), AnswerResume(False)),
        Button("resume.yes", right, texts("button.resume"), AnswerResume(True), primary=True),
    ]


def _engine_card(scene: PanelContext, rect: pygame.Rect) -> NoteCard:
    """Lay out the hint with its evaluation, or how to get a hint."""
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
