"""The player's own lines: their outline, the positions without an answer, and the results with them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.openings.place import ChooseSide, LookAtDeparture, ShowOpeningLine
from xiangqi.app.openings.repertoire import ShowRepertoire, left_lines, left_words
from xiangqi.app.openings.state import OpeningsState, SideView
from xiangqi.app.session import positions, view
from xiangqi.board import Move
from xiangqi.core.constants import BLACK
from xiangqi.insights.figures import FamilyResults
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.openings import opening_of
from xiangqi.openings.classifying import ClassifiedOpening
from xiangqi.repertoire.gaps import Gap
from xiangqi.repertoire.outline import Stretch
from xiangqi.ui.openings.explore_cards import SIDES, train_button
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.opening_names import last_moves, opening_forms
from xiangqi.ui.parts.tool_card import HEAD, headed_card
from xiangqi.ui.toolkit.lists import HEADING_ROW, TALL_ROW, ListBox, MadeRows, Row, first_line_room, with_facts
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Label, Widget

_SCORES: Final = 3  # largest number of opening families whose results are listed
_ROW: Final = 34.0  # height of a stretch of the outline, points
_LEAST_ROWS: Final = 4
_INDENT: Final = "    "
_LEAST_LIST: Final = 120.0  # least height of a list, points


def lines_height(scene: PanelContext, most_px: int) -> int:
    """Return the height in px, at most `most_px`, of the card with the outline of the chosen side's lines."""
    openings = scene.state.part(OpeningsState)
    known = openings.sides.get(openings.shown)
    rows = len(known.outline) if known is not None else 0
    return min(most_px, scene.px(HEAD + 20 + _ROW * max(rows, _LEAST_ROWS)))


def lines_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the outline of the chosen side's lines in a card."""
    openings = scene.state.part(OpeningsState)
    known, texts = openings.sides.get(openings.shown), scene.texts
    count = texts("openings.positions", count=known.standing.cards) if known is not None else ""
    card = headed_card(scene, "openings.lines", rect, texts("openings.mine"), count)
    frame = card.rest
    return [*card.widgets, _outline(scene, known, frame)]


def places_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the chosen side's lines, the state of their training, the missing answers, and the buttons."""
    texts, openings = scene.texts, scene.state.part(OpeningsState)
    room, known = Room(rect, scene.painter.unit), openings.sides.get(openings.shown)
    labels = tuple(texts(f"explorer.as_{name}") for name in SIDES.values())
    sides = Choice(
        "openings.side", room.top(CONTROL, GAP), labels, tuple(map(ChooseSide, SIDES)), openings.shown == BLACK
    )
    filled = known is not None and bool(known.standing.cards)
    words = _standing(scene, known)
    high = scene.painter.paragraph_height(words, room.rest.width, SMALL)
    told = Label("openings.standing", room.top_px(max(scene.px(20), high), GAP), words, SMALL)
    first, second = columns(room.bottom(CONTROL + 6, 12), 2, scene.px(GAP))
    due = known.standing.due if known is not None else 0
    buttons = [
        train_button(scene, first, "openings.train_mine", openings.shown, due),
        Button(
            "openings.show",
            second,
            texts("repertoire.show"),
            ShowRepertoire(openings.shown),
            "open",
            enabled=filled,
        ),
    ]
    high = lines_height(scene, max(scene.px(_LEAST_LIST), room.rest.height * 3 // 5))
    upper = headed_card(scene, "openings.lines", room.top_px(high, 12), texts("openings.lines"))
    lower = missing_card(scene, room.rest)
    return [sides, told, *upper.widgets, _outline(scene, known, upper.rest), *lower, *buttons]


def missing_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out a card that shows where the last game left the chosen side's lines, gaps in them, and results."""
    openings = scene.state.part(OpeningsState)
    known = openings.sides.get(openings.shown)
    card = headed_card(scene, "openings.missing", rect, scene.texts("openings.missing"))
    rows = ListBox(
        "openings.gaps",
        card.rest,
        scene.px(TALL_ROW),
        _rows(scene, known, card.rest),
        heading_height=scene.px(HEADING_ROW),
        empty=_nothing_missing(scene, known),
    )
    return [*card.widgets, rows]


def _nothing_missing(scene: PanelContext, known: SideView | None) -> str:
    if known is None:
        return scene.texts("explorer.looking")
    return scene.texts("repertoire.no_gaps" if known.standing.cards else "openings.missing_later")


def _standing(scene: PanelContext, known: SideView | None) -> str:
    if known is None:
        return ""
    now = known.standing
    return scene.texts(
        "repertoire.standing",
        count=now.cards,
        known=now.known,
        due=now.due,
        new=now.new,
        forgotten=now.forgotten,
    )


# ---- The outline ----


def _outline(scene: PanelContext, known: SideView | None, frame: pygame.Rect) -> ListBox:
    """Lay out the stretches of the lines; the one on the board is marked."""
    stretches = known.outline if known is not None else ()
    here = view.board_line(scene.state).here.moves
    rows = MadeRows(len(stretches), lambda index: _stretch_row(scene, stretches[index], here, frame))
    side = scene.side_name(scene.state.part(OpeningsState).shown)
    none = "explorer.looking" if known is None else "openings.side_empty"
    empty = scene.texts(none, side=side)
    return ListBox("openings.outline", frame, scene.px(_ROW), rows, empty=empty)


def _stretch_row(scene: PanelContext, one: Stretch, here: tuple[Move, ...], frame: pygame.Rect) -> Row:
    reached = (*one.way, *one.moves)
    indent = _INDENT * min(one.depth, 6)
    found = _named(reached)
    code = found.code if found is not None else ""
    row = Row("", ShowOpeningLine(reached), code if one.is_end else "", icon="play" if here == reached else "")
    room = first_line_room(scene.painter, row, (frame.width, scene.px(_ROW)))
    moves = _moves(scene, one, room - scene.painter.width(indent))
    return replace(row, text=indent + moves)


def _moves(scene: PanelContext, one: Stretch, room: int) -> str:
    """Return as many of a stretch's first moves as fit a width in pixels, with a sign if there are more."""
    style = Style(scene.state.settings.notation)
    texts = positions.following_texts(Line().then(*one.way), one.moves, style)
    number = f"{len(one.way) // 2 + 1}{'.' if len(one.way) % 2 == 0 else '…'} "
    for shown in range(len(texts), 0, -1):
        words = number + "  ".join((*texts[:shown], *(("…",) if shown < len(texts) else ())))
        if scene.painter.width(words) <= room:
            return words
    return number + texts[0]


# ---- What is missing ----


def _rows(scene: PanelContext, known: SideView | None, frame: pygame.Rect) -> list[Row]:
    """Return rows for where the last game left the lines, for the likeliest gaps, and for the results."""
    rows = left_row(scene)
    if known is None or not known.standing.cards:
        return rows
    size = (frame.width, scene.px(TALL_ROW))
    scores = [with_facts(scene.painter, *_score_row(scene, score), size) for score in known.scores[:_SCORES]]
    gaps = [_gap_row(scene, gap, size) for gap in known.gaps]
    if gaps:
        rows += [_heading(scene, "repertoire.gaps"), *gaps]
    elif rows:
        rows += [_heading(scene, "repertoire.no_gaps")]
    if scores:
        rows += [_heading(scene, "repertoire.results"), *scores]
    return rows


def _heading(scene: PanelContext, words: str) -> Row:
    return Row(scene.texts(words), HANDLED, heading=True)


def _gap_row(scene: PanelContext, gap: Gap, size: tuple[int, int]) -> Row:
    """Return a row for a position without an answer: the moves to it, its probability and its opening."""
    found = _named(gap.line)
    names = (*opening_forms(scene.texts, found.code), found.code) if found is not None else ()
    row = Row("", ShowOpeningLine(gap.line), f"{100 * gap.probability:.1f}%")
    room = first_line_room(scene.painter, row, size)
    return with_facts(scene.painter, replace(row, text=last_moves(scene, gap.line, room)), [names], size)


@lru_cache(maxsize=512)
def _named(line: tuple[Move, ...]) -> ClassifiedOpening | None:
    """Return the opening that a line belongs to, or None. The search takes a while."""
    return opening_of(line)


def _score_row(scene: PanelContext, score: FamilyResults) -> tuple[Row, list[tuple[str, str]]]:
    """Return a row with the results in an opening family, and the family's name with its code."""
    words = scene.texts(
        "repertoire.scored", count=score.games, won=score.won, drawn=score.drawn, lost=score.lost
    )
    name = scene.texts(f"family.{score.family}")
    return Row(words, OpenLibrary(LibraryPage.FIGURES), icon="trophy"), [(name, score.family)]


def left_row(scene: PanelContext) -> list[Row]:
    """Return a row that leads to where the last game left the lines of the chosen side, if it did."""
    found = left_lines(scene.state)
    if found is None or found[0].side != scene.state.part(OpeningsState).shown:
        return []
    left, document = found
    words = scene.texts.tell(left_words(scene.state, left.departure, document))
    return [Row(scene.texts("repertoire.last_game"), LookAtDeparture(), icon="edit", detail=words)]
