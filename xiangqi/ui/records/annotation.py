"""Annotations of the shown move: its comment, which can be edited, and its mark."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.records.editing import SetMark, WriteComment
from xiangqi.app.session import view
from xiangqi.app.session.document import Document
from xiangqi.app.session.view import MARKS
from xiangqi.ui.parts.actions import COMMENT
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.dates import day_words
from xiangqi.ui.parts.game_words import comment_name, result_words
from xiangqi.ui.parts.notes import NoteSubject, note_about
from xiangqi.ui.parts.tools import BoardTool, ToolPlace, tool
from xiangqi.ui.records.record_cards import replay_button
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_TEXT: Final = 14.0
_HEAD: Final = 26.0
_MARK: Final = 28.0
_ORDER: Final = (3, 1, 5, 6, 2, 4)  # the marks from !! to ??


@tool(BoardTool.COMMENT)
def comment_tool(scene: PanelContext, room: Room, place: ToolPlace) -> list[Widget]:
    """Lay out the comment in the whole room; without a card of its own, it has no title and no marks."""
    return annotation_card(scene, room.rest) if place.framed else [_field(scene, room.rest)]


@note_about(NoteSubject.COMMENT)
def annotation_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the comment on the shown move, and above it the marks to choose from."""
    record = scene.state.document
    room = Room(rect, scene.painter.unit).inner(10)
    has_marks = record.cursor.ply > 0  # nothing was played before the first position
    name, width = _title(scene, record), len(_ORDER) * scene.px(_MARK) if has_marks else 0
    beside = scene.painter.width(name, BODY, True) + width + scene.px(GAP) <= room.rest.width
    head = room.top_px(
        max(scene.px(_HEAD), scene.painter.paragraph_height(name, room.rest.width, BODY, True)), 5
    )
    marks = pygame.Rect(0, 0, width, scene.px(_HEAD))
    if has_marks:
        marks.topleft = room.top(_HEAD, 5).topleft if not beside else (head.right - width, head.top)
        head.width -= width + scene.px(GAP) if beside else 0
    judged = view.judged_cycle(scene.state) is not None
    replay = [replay_button(scene, room.bottom(CONTROL - 4))] if judged else []
    return [
        Card("note", rect),
        Label("note.title", head, name, bold=True, single=beside),
        *(_marks(scene, marks) if has_marks else ()),
        _field(scene, room.rest),
        *replay,
    ]


def _field(scene: PanelContext, rect: pygame.Rect) -> TextField:
    """Lay out the field with the comment on the shown move."""
    words, warn = _nothing_said(scene, scene.state.document)
    return TextField(
        COMMENT,
        rect,
        placeholder=words,
        value=view.comment(scene.state),
        change=WriteComment,
        unit=scene.painter.unit,
        size=_TEXT,
        several=True,
        warn=warn,
    )


def _title(scene: PanelContext, record: Document) -> str:
    """Return the card's title: a fault at the end of the record, the variation shown, or facts about the game.

    The facts are the result, if the last position is shown, and the date, place, round and opening, if the
    first is.
    """
    comment = comment_name(scene)
    at_end = view.line(scene.state).at_end
    if record.original.errors and at_end:
        return scene.texts("record.fault")
    siblings = record.tree.siblings(record.node)
    if len(siblings) > 1:
        return scene.texts("record.variation", place=siblings.index(record.node) + 1, count=len(siblings))
    facts: Iterable[str] = ()
    if at_end and view.result(scene.state) is not None:
        facts = result_words(scene)
    elif record.cursor.ply == 0:
        facts = (comment, *(_fact(scene, record, name) for name in _FACTS))
    return " · ".join(filter(None, facts)) or comment


def _fact(scene: PanelContext, record: Document, name: str) -> str:
    """Return the value of a record's tag, "" if it is unknown; a date in words."""
    told = record.tree.headers.get(name, "").strip(" ?.")
    return day_words(scene.texts, told, scene.state.today) if told and name == "Date" else told


def _nothing_said(scene: PanelContext, record: Document) -> tuple[str, bool]:
    """Return the field's placeholder while there is no comment, and whether it is a warning."""
    if record.original.errors and view.line(scene.state).at_end:
        return scene.texts.tell(str(record.original.errors[0])), True
    return scene.texts("record.write"), False


_FACTS: Final = ("Date", "Site", "Round", "Opening")


@dataclass
class MarkButton(Button):
    """A button for one or two narrow characters, which may use its whole width."""

    def draw(self, painter: Painter, memory: Memory) -> None:
        ground, ink = self.colours(painter, memory)
        if ground is not None:
            painter.box(self.rect, ground, 7)
        if self.has_focus(memory):
            painter.ring(self.rect, painter.palette.accent, 7)
        painter.write(self.label, self.rect, colour=ink, align="centre", bold=True)


def _marks(scene: PanelContext, strip: pygame.Rect) -> list[Widget]:
    chosen = view.mark(scene.state)
    return [
        MarkButton(
            f"mark.{mark}",
            cell,
            MARKS[mark],
            SetMark(None if mark == chosen else mark),
            chosen=mark == chosen,
            quiet=True,
            tip=scene.texts(f"mark.{mark}"),
        )
        for mark, cell in zip(_ORDER, columns(strip, len(_ORDER), scene.px(2)), strict=True)
    ]
