"""The repertoire panel: how well the repertoire is known, training, adding and showing lines, and its gaps."""

from __future__ import annotations

from dataclasses import replace

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.openings.repertoire import (
    AddToRepertoire,
    KeepRecord,
    LookAtDeparture,
    OpenRepertoire,
    ShowGap,
    ShowRepertoire,
    left_lines,
    left_words,
)
from xiangqi.app.openings.state import OpeningsState, SideView
from xiangqi.app.session import positions, view
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.insights.figures import FamilyResults
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.openings import opening_of
from xiangqi.repertoire.gaps import Gap
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.opening_names import opening_forms
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import BESIDE
from xiangqi.ui.toolkit.lists import HEADING_ROW, TALL_ROW, ListBox, Row, first_line_room, with_facts
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Label, Widget

_SIDES = {RED: "red", BLACK: "black"}
_SHOWN = 4  # number of moves shown that lead to a gap
_SCORES = 3  # largest number of opening families whose results are listed


@panel(Panel.REPERTOIRE, content=BESIDE)
def repertoire_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the repertoire of one side."""
    texts, openings = scene.texts, scene.state.part(OpeningsState)
    widgets, room = panel_room(scene, box, texts("repertoire.title"))
    side, known = openings.shown, openings.sides.get(openings.shown)
    labels = tuple(texts(f"repertoire.{name}") for name in _SIDES.values())
    sides = Choice(
        "repertoire.side", room.top(CONTROL - 2, 8), labels, tuple(map(OpenRepertoire, _SIDES)), side == BLACK
    )
    standing = Label("repertoire.standing", room.top(36, 6), _standing(scene, known), size=SMALL, single=False)
    upper, lower = room.top(CONTROL, GAP), room.top(CONTROL, 8)
    first, second = columns(upper, 2, scene.px(GAP))
    third, fourth = columns(lower, 2, scene.px(GAP))
    filled = known is not None and bool(known.standing.cards)
    request = TrainingRequest(ExerciseSet.REPERTOIRE, _SIDES[side])
    due = known is not None and known.standing.due > 0
    buttons = (
        Button("repertoire.train", first, texts("repertoire.train"), Train(request), enabled=due, primary=due),
        Button("repertoire.show", second, texts("repertoire.show"), ShowRepertoire(side), enabled=filled),
        Button("repertoire.record", third, texts("repertoire.keep_record"), KeepRecord(side)),
        Button(
            "repertoire.line",
            fourth,
            texts("repertoire.keep_line"),
            AddToRepertoire(),
            enabled=_has_line(scene),
        ),
    )
    frame = room.rest.inflate(-scene.px(6), -scene.px(6))
    empty = "explorer.looking" if known is None else "repertoire.no_gaps" if filled else "repertoire.none"
    rows = ListBox(
        "repertoire.list",
        frame,
        scene.px(TALL_ROW),
        _rows(scene, known, frame),
        heading_height=scene.px(HEADING_ROW),
        empty=texts(empty),
    )
    return [*widgets, sides, standing, *buttons, rows]


def _has_line(scene: PanelContext) -> bool:
    return bool(view.board_line(scene.state).here.moves)


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


def _rows(scene: PanelContext, known: SideView | None, frame: pygame.Rect) -> list[Row]:
    """Return rows for where the last game left the lines, for the results, and for the likeliest gaps."""
    rows = _left_row(scene)
    if known is None or not known.standing.cards:
        return rows
    size = (frame.width, scene.px(TALL_ROW))
    scores = [with_facts(scene.painter, *_score_row(scene, score), size) for score in known.scores[:_SCORES]]
    gaps = [_gap_row(scene, gap, size) for gap in known.gaps]
    if scores:
        rows += [_heading(scene, "repertoire.results"), *scores]
    if gaps:
        rows += [_heading(scene, "repertoire.gaps"), *gaps]
    elif rows:
        rows += [_heading(scene, "repertoire.no_gaps")]
    return rows


def _heading(scene: PanelContext, words: str) -> Row:
    return Row(scene.texts(words), HANDLED, heading=True)


def _gap_row(scene: PanelContext, gap: Gap, size: tuple[int, int]) -> Row:
    """Return a row for a position without an answer: the moves to it, its probability and its opening."""
    found = opening_of(gap.line)
    names = (*opening_forms(scene.texts, found.code), found.code) if found is not None else ()
    row = Row("", ShowGap(gap.line), f"{100 * gap.probability:.1f}%")
    room = first_line_room(scene.painter, row, size)
    return with_facts(scene.painter, replace(row, text=_way(scene, gap.line, room)), [names], size)


def _score_row(scene: PanelContext, score: FamilyResults) -> tuple[Row, list[tuple[str, str]]]:
    """Return a row with the results in an opening family, and the family's name with its code."""
    words = scene.texts(
        "repertoire.scored", count=score.games, won=score.won, drawn=score.drawn, lost=score.lost
    )
    name = scene.texts(f"family.{score.family}")
    return Row(words, OpenLibrary(LibraryPage.FIGURES), icon="trophy"), [(name, score.family)]


def _left_row(scene: PanelContext) -> list[Row]:
    found = left_lines(scene.state)
    if found is None or found[0].side != scene.state.part(OpeningsState).shown:
        return []
    left, document = found
    words = scene.texts.tell(left_words(scene.state, left.departure, document))
    return [Row(scene.texts("repertoire.last_game"), LookAtDeparture(), icon="edit", detail=words)]


def _way(scene: PanelContext, line: tuple[Move, ...], room: int) -> str:
    """Return as many of a line's last moves as fit a width in pixels, but at least one."""
    texts = positions.following_texts(Line(), line, Style(scene.state.settings.notation))
    ways = ["  ".join(("…", *texts[-shown:])) for shown in range(min(_SHOWN, len(texts)), 0, -1)]
    if len(texts) <= _SHOWN:
        ways.insert(0, "  ".join(texts))
    return next((way for way in ways if scene.painter.width(way) <= room), ways[-1] if ways else "")
