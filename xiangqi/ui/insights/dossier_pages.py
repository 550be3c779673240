"""The pages of a dossier on a player: positions to aim for, departures from practice, and results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from xiangqi.action import Action
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.sparring import FindTheirGames, SparAgainst
from xiangqi.app.insights.state import InsightsPage, InsightsState
from xiangqi.board import Board
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED
from xiangqi.line import Line
from xiangqi.ui.insights.page_parts import unread
from xiangqi.ui.parts.coach_rows import wording
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.opening_names import code_of, last_moves, opening_names
from xiangqi.ui.parts.paragraphs import paragraph
from xiangqi.ui.parts.result_table import RESULT_COLUMNS, ResultRow, group_table
from xiangqi.ui.parts.small_board import miniature
from xiangqi.ui.toolkit.lists import HEADING_ROW, ListBox, Row, first_line_room, list_box, with_facts
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Widget

if TYPE_CHECKING:
    from xiangqi.insights.dossier import Aim, Dossier, Endings, Leaving, ResultGroup

_PLACE_ROW: Final = 96.0  # height of a row with a position, points


def prepare_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out positions to aim for, departures from the masters' practice, and buttons to play against them."""
    report, texts, name = (
        scene.state.part(InsightsState).report,
        scene.texts,
        scene.state.part(InsightsState).name,
    )
    if report is None or report.dossier is None:
        return unread(scene, room)
    as_red, as_black = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    foot = [
        Button("dossier.spar_red", as_red, texts("dossier.spar_red"), SparAgainst(name, RED), icon="play"),
        Button(
            "dossier.spar_black", as_black, texts("dossier.spar_black"), SparAgainst(name, BLACK), icon="play"
        ),
    ]
    note = paragraph(scene, room, "dossier.note", texts("dossier.note", name=texts.person(name)), quiet=True)
    box = list_box(scene.painter, room.rest)
    rows = list(_prepare_rows(scene, report.dossier, box.width))
    places = ListBox(
        "dossier.places",
        box,
        scene.px(_PLACE_ROW),
        rows,
        heading_height=scene.px(HEADING_ROW),
        empty=texts("dossier.no_places"),
    )
    return [note, places, *foot]


def _prepare_rows(scene: PanelContext, known: Dossier, width: int) -> Iterator[Row]:
    texts = scene.texts
    if known.aims:
        yield Row(texts("dossier.aims"), HANDLED, heading=True)
        yield from (_aim_row(scene, aim, width) for aim in known.aims)
    if known.leaves:
        yield Row(texts("dossier.leaves"), HANDLED, heading=True)
        yield from (_leaving_row(scene, leaving, width) for leaving in known.leaves)


def _aim_row(scene: PanelContext, aim: Aim, width: int) -> Row:
    """Return a row with a position in which the player scored badly; a click plays on from it."""
    texts, side = scene.texts, scene.side_name(aim.side)
    note = texts("dossier.points", percent=round(100 * aim.score))
    action = SparAgainst(scene.state.part(InsightsState).name, aim.side, aim.moves)
    row = Row("", action, note, tone="good")
    names = opening_names(texts, code_of(Line(), *aim.moves))
    facts = (
        texts("dossier.aim_games", count=aim.games, of=aim.of, side=side),
        texts("dossier.aim_likely", likely=round(100 * aim.likely)),
        names[1:],
    )
    room = first_line_room(scene.painter, replace(row, detail=" "), (width, scene.px(_PLACE_ROW)))
    room -= scene.px(_PLACE_ROW)  # for the picture
    row = replace(row, text=last_moves(scene, aim.moves, room, len(aim.moves)))
    return _pictured(scene, aim.fen, aim.side, row, facts, width)


def _leaving_row(scene: PanelContext, leaving: Leaving, width: int) -> Row:
    """Return a row with a move that leaves the masters' practice; a click lists the games."""
    board, words = Board(leaving.fen), wording(scene.state)
    played, usual = (words.in_words(board, move) for move in (leaving.move, leaving.usual))
    name = scene.texts("dossier.leaving", move=played)
    masters = scene.texts("dossier.masters", move=usual)
    facts = ((masters, usual), scene.texts("insights.games_of", count=leaving.games))
    note = "" if leaving.score is None else scene.texts("dossier.points", percent=round(100 * leaving.score))
    action = FindTheirGames(scene.state.part(InsightsState).name, leaving.side, leaving.fen)
    return _pictured(scene, leaving.fen, leaving.side, Row(name, action, note), facts, width)


def _pictured(
    scene: PanelContext, fen: str, side: int, row: Row, facts: Sequence[str | Sequence[str]], width: int
) -> Row:
    """Return a row with a position, seen from the opponent's side, and as many facts as fit."""
    board, settings = Board(fen), scene.state.settings
    points = bytes(board.piece_at(square) for square in BOARD_SQUARES)
    shown_as = look(settings.theme, settings.piece_set)
    row = replace(row, picture=partial(miniature, points=points, shown_as=shown_as, flipped=side == RED))
    return with_facts(scene.painter, row, facts, (width, scene.px(_PLACE_ROW)))


def results_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the results by endgames, opponents and years."""
    texts, report = scene.texts, scene.state.part(InsightsState).report
    if report is None or report.dossier is None:
        return unread(scene, room)
    known = report.dossier
    endings = [_result_row(texts(f"dossier.ending_{one.standing}"), one) for one in known.endings]
    rows = [*_group(scene, "dossier.endings", endings), *group_rows(scene, known)]
    if not rows:
        words = texts("dossier.no_endings")
        return [ListBox("dossier.endings", room.rest, empty=words, emblem="trophy")]
    return [group_table(scene, room, "dossier.endings", RESULT_COLUMNS, rows)]


def group_rows(scene: PanelContext, known: Dossier) -> list[ResultRow]:
    """Return the results by opponent and by year as rows; a click leads to the opponent or lists the games."""
    insights = scene.state.part(InsightsState)
    opponents = [
        _result_row(
            scene.texts.person(one.name),
            one,
            OpenInsights(InsightsPage.RESULTS, one.name, insights.of_masters),
            FindTheirGames(insights.name, opponent=one.name),
        )
        for one in known.opponents
    ]
    years = _year_rows(scene, known)
    return [*_group(scene, "dossier.opponents", opponents), *_group(scene, "dossier.years", years)]


def _group(scene: PanelContext, title: str, rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Return rows below a heading; nothing if there are none."""
    return [ResultRow(scene.texts(title)), *rows] if rows else []


def _year_rows(scene: PanelContext, known: Dossier) -> list[ResultRow]:
    """Return the results of each year as rows; a click lists its games."""
    name, none = scene.state.part(InsightsState).name, scene.texts("date.none")
    return [
        _result_row(one.name or none, one, FindTheirGames(name, year=int(one.name)) if one.name else HANDLED)
        for one in known.by_year
    ]


def _result_row(
    name: str, one: Endings | ResultGroup, action: Action = HANDLED, listing: Action | None = None
) -> ResultRow:
    points = f"{100 * (one.won + one.drawn / 2) / one.games:.0f}%"
    return ResultRow(name, str(one.games), (one.won, one.drawn, one.lost), (points,), action, listing)


def sentences(scene: PanelContext, known: Dossier) -> Iterator[str]:
    """Yield sentences on the results: length of games, comparison with masters, strength of opponents."""
    texts = scene.texts
    if known.plies is not None:
        yield texts("dossier.length", count=known.games, rounds=round(known.plies / 2))
    for side, (points, masters, games) in known.practice.items():
        yield texts(
            "dossier.practice",
            side=scene.side_name(side),
            percent=round(100 * points),
            masters=round(100 * masters),
            count=games,
        )
    for one in known.against:
        if one.low is None:
            group = texts("dossier.below", high=one.high)
        elif one.high is None:
            group = texts("dossier.above", low=one.low)
        else:
            group = texts("dossier.between", low=one.low, high=one.high)
        score = one.score
        yield texts(
            "dossier.against",
            group=group,
            percent=round(100 * score.value),
            low=round(100 * score.low),
            high=round(100 * score.high),
            count=one.games,
        )
