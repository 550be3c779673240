"""What an opponent wants to know of a player: where to meet them, how their games end, and against whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from xiangqi.app.insights.sparring import FindTheirGames, SparAgainst
from xiangqi.board import Board
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED
from xiangqi.notation import Style, format_move
from xiangqi.ui.insights.page_parts import heading, paragraph, unread
from xiangqi.ui.parts.context import PanelContext, Room, columns, is_wide
from xiangqi.ui.parts.result_table import DRAWN, HEAD, ResultRow, ResultTable
from xiangqi.ui.parts.small_board import miniature
from xiangqi.ui.toolkit.lists import HEADING_ROW, PICTURE_ROW, ListBox, Row, list_box, with_facts
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Widget

if TYPE_CHECKING:
    from xiangqi.insights.dossier import Aim, Dossier, Leaving

_SHARES: Final = (0.44, 0.12, 0.3, 0.14)
_COLUMNS: Final = ("group", "games", "results", "score")
_ROW: Final = 36.0
_DOUBLE_ROW: Final = 44.0


def prepare_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out positions to aim for, where the player leaves practice, and games against their openings."""
    report, texts, name = scene.state.insights.report, scene.texts, scene.state.insights.name
    if report is None or report.dossier is None:
        return unread(scene, room)
    as_red, as_black = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    foot = [
        Button("dossier.spar_red", as_red, texts("dossier.spar_red"), SparAgainst(name, RED), icon="play"),
        Button(
            "dossier.spar_black", as_black, texts("dossier.spar_black"), SparAgainst(name, BLACK), icon="play"
        ),
    ]
    note = paragraph(scene, room, "dossier.note", texts("dossier.note", name=name), quiet=True)
    box = list_box(scene.painter, room.rest)
    rows = list(_prepare_rows(scene, report.dossier, box.width))
    places = ListBox(
        "dossier.places",
        box,
        scene.px(PICTURE_ROW),
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
    """Return a position in which the player did badly; a click plays on from there."""
    side = scene.side_name(aim.side)
    ply = len(aim.moves) // 2 + 1
    name = scene.texts("dossier.aim", side=side, move=ply)
    likely = scene.texts("dossier.aim_likely", likely=round(100 * aim.likely))
    facts = ((likely, f"{aim.likely:.0%}"), scene.texts("insights.games_of", count=aim.games))
    note = scene.texts("dossier.points", percent=round(100 * aim.score))
    action = SparAgainst(scene.state.insights.name, aim.side, aim.fen)
    return _pictured(scene, aim.fen, aim.side, Row(name, action, note, tone="good"), facts, width)


def _leaving_row(scene: PanelContext, leaving: Leaving, width: int) -> Row:
    """Return where the player leaves what masters play; a click lists the games."""
    board, style = Board(leaving.fen), Style(scene.state.settings.notation)
    played, usual = (format_move(board, move, style) for move in (leaving.move, leaving.usual))
    name = scene.texts("dossier.leaving", move=played)
    masters = scene.texts("dossier.masters", move=usual)
    facts = ((masters, usual), scene.texts("insights.games_of", count=leaving.games))
    note = "" if leaving.score is None else scene.texts("dossier.points", percent=round(100 * leaving.score))
    action = FindTheirGames(scene.state.insights.name, leaving.side, leaving.fen)
    return _pictured(scene, leaving.fen, leaving.side, Row(name, action, note), facts, width)


def _pictured(
    scene: PanelContext, fen: str, side: int, row: Row, facts: Sequence[str | Sequence[str]], width: int
) -> Row:
    """Return a row with the picture of a position, seen by the player's opponent, and as many facts as fit."""
    board, settings = Board(fen), scene.state.settings
    points = bytes(board.piece_at(square) for square in BOARD_SQUARES)
    shown_as = look(settings.theme, settings.piece_set)
    row = replace(row, picture=partial(miniature, points=points, shown_as=shown_as, flipped=side == RED))
    return with_facts(scene.painter, row, facts, (width, scene.px(PICTURE_ROW)))


def results_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out length, masters' practice, endings, and results by the opponents' strength."""
    report, texts, palette = scene.state.insights.report, scene.texts, scene.painter.palette
    if report is None or report.dossier is None:
        return unread(scene, room)
    known = report.dossier
    widgets: list[Widget] = [
        paragraph(scene, room, f"dossier.sentence.{index}", text)
        for index, text in enumerate(_sentences(scene, known))
    ]
    rows = [
        ResultRow(
            texts(f"dossier.ending_{one.standing}"),
            str(one.games),
            (one.won, one.drawn, one.lost),
            (f"{100 * (one.won + one.drawn / 2) / one.games:.0f}%",),
        )
        for one in known.endings
    ]
    if not rows:
        words = texts("dossier.no_endings")
        return [*widgets, ListBox("dossier.endings", room.rest, empty=words, emblem="trophy")]
    widgets.append(heading(scene, room, "dossier.endings.caption", texts("dossier.endings")))
    room.top(HEAD, 0)
    wide = is_wide(scene, room.rest)
    table = ResultTable(
        "dossier.endings",
        room.rest,
        row_height=scene.px(_ROW if wide else _DOUBLE_ROW),
        names=tuple(texts(f"library.{name}") for name in _COLUMNS),
        shares=_SHARES,
        colours=(palette.good, DRAWN, palette.danger),
        rows=rows,
        name_size=SMALL,
        name_lines=2 if wide else 1,
        above=not wide,
        heading_height=scene.px(HEADING_ROW),
    )
    return [*widgets, table]


def _sentences(scene: PanelContext, known: Dossier) -> Iterator[str]:
    """Yield what is told in words."""
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
