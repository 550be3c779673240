"""The explorer's page of masters' practice: the moves they played, and the openings these lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.library.explorer import ListGamesHere
from xiangqi.app.library.state import Explorer
from xiangqi.app.session import view
from xiangqi.board import Move
from xiangqi.fen import START_FEN
from xiangqi.library.masters import Whose
from xiangqi.line import Line
from xiangqi.openings import opening_of
from xiangqi.ui.library.line_buttons import line_buttons
from xiangqi.ui.parts.cards import RED_DISC
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.opening_names import opening_names, opening_text
from xiangqi.ui.parts.result_table import BLACK_WON, DRAWN, HEAD, ResultRow, ResultTable
from xiangqi.ui.toolkit.fonts import fitted
from xiangqi.ui.toolkit.roles import CONTROL, SMALL
from xiangqi.ui.toolkit.widgets import Label, Widget

_SHARES: Final = (0.0, 0.0, 0.3, 0.7)
_MAIN: Final = 2  # how many of an opening's names, from the first, tell it from others of its family
_COLUMNS: Final = ("move", "games", "results", "opening")


def masters_page(
    scene: PanelContext, room: Room, explorer: Explorer, name: Callable[[Move], str]
) -> list[Widget]:
    """Lay out the opening of the game on the board, the masters' moves, and the source of the games."""
    texts, muted = scene.texts, scene.painter.palette.muted
    source = Label(
        "explorer.source", room.bottom(18, 2), texts("explorer.source"), SMALL - 1, muted, single=True
    )
    buttons = line_buttons(scene, room.bottom(CONTROL - 6, 4))
    answer = explorer.answer
    opening = opening_text(texts, _code_after(view.board_line(scene.state).here))
    games = sum(one.played.games for one in answer.masters) if answer is not None else 0
    counted, strip = texts("explorer.count", count=games) if games else "", room.top(20, 2)
    known = opening or counted
    here = Label("explorer.opening", strip, known, size=SMALL, single=True)
    widgets: list[Widget] = [here]
    if opening and scene.painter.width(f"{opening}  {counted}", SMALL) <= strip.width:
        right = strip.copy()
        widgets.append(
            Label("explorer.total", right, counted, size=SMALL, colour=muted, single=True, align="right")
        )
    room.top(HEAD, 0)
    table = ResultTable(
        "explorer.masters",
        room.rest,
        row_height=scene.px(28),
        names=tuple(texts(f"explorer.{column}") for column in _COLUMNS),
        shares=_SHARES,
        colours=(RED_DISC, DRAWN, BLACK_WON),
        empty=texts("explorer.looking" if answer is None else "explorer.no_masters"),
        stale=not explorer.is_current,
    )
    table.rows = _rows(scene, explorer, name)
    names = _fitted(scene, [row.facts[0] for row in table.rows], table.room(scene.painter, len(_COLUMNS) - 1))
    rows = [replace(row, facts=(opening,)) for row, opening in zip(table.rows, names, strict=True)]
    return [*widgets, replace(table, rows=rows).with_counts(scene.painter), *buttons, source]


def _code_after(line: Line, *moves: Move) -> str:
    """Return the code of the opening that a line reaches after `moves`.

    "" before the first move, or if the line began from another position.
    """
    found = opening_of((*line.moves, *moves)) if line.start_fen == START_FEN else None
    return found.code if found is not None else ""


def _rows(scene: PanelContext, explorer: Explorer, name: Callable[[Move], str]) -> list[ResultRow]:
    """Return a row for each move with its results, and with the opening that it leads to if that changes."""
    if explorer.answer is None:
        return []
    line = view.board_line(scene.state).here
    named, here = explorer.is_current and line.start_fen == START_FEN, _code_after(line)
    rows = []
    for one in explorer.answer.masters:
        played = one.played
        code = _code_after(line, played.move) if named else one.opening or ""
        games, results = scene.texts.short(played.games), (played.red_wins, played.draws, played.black_wins)
        facts = (code if code != here else "",)
        listed = ListGamesHere(Whose.MASTERS, played.move)
        rows.append(ResultRow(name(played.move), games, results, facts, PlayText(played.move.iccs), listed))
    return rows


def _fitted(scene: PanelContext, codes: Sequence[str], room_px: int) -> list[str]:
    """Return the longest name of each opening that fits; either all names include their codes, or none does."""

    def fits(name: str) -> bool:
        return scene.painter.width(name, SMALL) <= room_px

    names = [opening_names(scene.texts, code) for code in codes]
    coded = [tuple(f"{code} {name}" for name in forms) for code, forms in zip(codes, names, strict=True)]
    if all(any(map(fits, forms[:_MAIN])) for forms in coded if forms):
        names = coded
    fitting = [next(filter(fits, forms), "".join(forms[-1:])) for forms in names]
    return [fitted(name, scene.px(SMALL), room_px) for name in fitting]
