"""The coach's sentences as rows of text; a click plays out the proof of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.records.preview import ShowProof
from xiangqi.app.session import told
from xiangqi.app.session.positions import board_at
from xiangqi.app.session.state import AppState
from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.wording import Wording
from xiangqi.line import Line, Moves
from xiangqi.notation import Style
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Memory, Widget

_ICON: Final = 22.0
_ABOVE: Final = 3.0  # padding above and below the words of a row, points


@dataclass(frozen=True)
class Spoken:
    """A sentence of the coach with the line that proves it."""

    text: str  # in the player's language
    action: Action | None = None  # what a click does; None for nothing
    heard: Callable[[], str] | None = None  # the text for those who hear it, where it differs


def about_move(state: AppState, fact: Fact, line: Line) -> Spoken:
    """Return the sentence for a fact about the last move of a line."""
    text = _about_move(wording(state), fact, line)
    return Spoken(text, _proof(fact, line.before if fact.start is Start.BEFORE else line))


def about_position(state: AppState, fact: Fact, fen: str) -> Spoken:
    """Return the sentence for a fact about a position given by its FEN."""
    text = _about_position(wording(state), fact, fen)
    return Spoken(text, _proof(fact, Line(fen)))


def why_better(state: AppState, fen: str) -> str:
    """Return why a practised mistake is one and why a move is better, as far as the coach has said, or ""."""
    better = state.coaching.better
    if better is None or better.fen != fen:
        return ""
    fault, reason, tell = better.fault, better.reason, told.teller(state)
    why = "" if fault is None else about_move(state, fault, Line(fen, (better.played,))).text
    if fault is not None and fault.start is Start.BEFORE:  # what the mistake misses is the reason itself
        return why
    if why:  # the board shows the better move
        why = tell("practice.after", move=told_moves(state, Line(fen), (better.played,)), why=why)
    return tell.texts.joined(why, "" if reason is None else about_position(state, reason, fen).text)


def wording(state: AppState) -> Wording:
    """Return the wording in the player's language and notation, addressing the player of the game."""
    return _wording(state.settings.language, state.settings.notation, state.document.player_side)


def told_moves(state: AppState, base: Line, moves: Moves) -> str:
    """Return moves that continue a line in the form used in sentences: one in words, several in notation."""
    return _told_moves(wording(state), base, moves)


def taken_piece(state: AppState, base: Line, move: Move) -> str:
    """Return the piece that a move after a line takes, with its owner, in words; "" if it takes none."""
    board = base.board()
    taken = board.piece_at(move.to_square)
    return wording(state).piece(board, Placed(move.to_square, taken)) if taken else ""


def told_line(scene: PanelContext, base: Line, moves: Moves) -> str:
    """Return moves as `told_moves` does, but several moves in words, too, if the player hears them."""
    if scene.is_heard and len(moves) > 1:
        return told.line_in_words(scene.state, base, moves)
    return told_moves(scene.state, base, moves)


def _proof(fact: Fact, base: Line) -> ShowProof | None:
    if not fact.proof and not fact.pieces:
        return None
    return ShowProof(base, fact.proof, fact.squares, fact.kind is FactKind.MATE)


@lru_cache(maxsize=8)
def _wording(language: str, notation: str, you: int | None) -> Wording:
    return Wording(language, Style(notation), you)


@lru_cache(maxsize=512)
def _about_move(words: Wording, fact: Fact, line: Line) -> str:
    return words.sentence(fact, board_at(line.before), line.moves[-1])


@lru_cache(maxsize=512)
def _about_position(words: Wording, fact: Fact, fen: str) -> str:
    return words.plainly(fact, Board(fen))


@lru_cache(maxsize=512)
def _told_moves(words: Wording, base: Line, moves: Moves) -> str:
    return words.moves(board_at(base), moves)


@dataclass
class SentenceRow(Widget):
    """A sentence that wraps onto as many lines as needed; a click plays out its proof."""

    text: str = ""  # in the player's language
    action: Action | None = None  # what a click does; None for nothing
    tip: str = ""  # a description of the action
    size: float = BODY

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """True only if there is a proof to play out."""
        return self.action is not None

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        if self.action is not None and memory.hover == self.key:
            painter.box(self.rect, palette.hover, 6)
        icon = painter.px(_ICON)
        if self.action is not None:
            place = pygame.Rect(self.rect.right - icon, self.rect.top, icon, self.rect.height)
            painter.icon("play", place, 14, palette.accent)
        inner = pygame.Rect(self.rect.left, self.rect.top + painter.px(_ABOVE), self.rect.width - icon, 0)
        inner.height = self.rect.height
        painter.paragraph(self.text, inner, size=self.size)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 6)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return HANDLED if self.action is None else self.action

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return self.action if key in (pygame.K_RETURN, pygame.K_KP_ENTER) else None


def row_height(painter: Painter, text: str, width_px: int, size: float = BODY) -> int:
    """Return the height in px of a row with a sentence."""
    words = painter.paragraph_height(text, width_px - painter.px(_ICON), size)
    return words + 2 * painter.px(_ABOVE)


def rows_height(painter: Painter, spoken: Sequence[Spoken], width_px: int) -> int:
    """Return the total height in px of some sentences."""
    return sum(row_height(painter, sentence.text, width_px) for sentence in spoken)


def long_rows_height(painter: Painter, count: int, length: float, width_px: int) -> int:
    """Return the total height in px of some sentences that would each be `length` points long on one line."""
    lines = -(-painter.px(length) // max(1, width_px - painter.px(_ICON)))
    return count * (lines * painter.line_height(BODY) + 2 * painter.px(_ABOVE))


def sentence_rows(scene: PanelContext, room: Room, key: str, spoken: Sequence[Spoken]) -> list[Widget]:
    """Lay out sentences as rows from the top of a room, in small type if they do not fit.

    Sentences that do not fit even then are left out.

    Args:
        scene: the panel context.
        room: the box that the rows are cut from.
        key: the key of the rows, each followed by its number.
        spoken: the sentences.
    """
    rows: list[Widget] = []
    size = BODY if rows_height(scene.painter, spoken, room.rest.width) <= room.rest.height else SMALL
    for number, sentence in enumerate(spoken):
        height = row_height(scene.painter, sentence.text, room.rest.width, size)
        if height > room.rest.height:
            break
        rect = room.top_px(height, 0)
        tip = scene.texts("proof.show") if sentence.action is not None else ""
        rows.append(
            SentenceRow(
                f"{key}.{number}",
                rect,
                text=sentence.text,
                action=sentence.action,
                tip=tip,
                size=size,
                spoken=sentence.heard,
            )
        )
    return rows
