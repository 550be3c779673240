"""The explorer's page of masters' practice: what they played from a position, and what it becomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.app import view
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.library.state import Explorer, MastersMove
from xiangqi.board import Move
from xiangqi.fen import START_FEN
from xiangqi.openings import opening_of
from xiangqi.ui.parts.cards import RED_DISC
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.opening_names import opening_forms
from xiangqi.ui.parts.result_table import BLACK_WON, DRAWN, HEAD, ResultRow, ResultTable
from xiangqi.ui.toolkit.painter import SMALL
from xiangqi.ui.toolkit.widgets import Label, Widget

_SHARES: Final = (0.2, 0.12, 0.23, 0.45)
_COLUMNS: Final = ("move", "games", "results", "opening")


def masters_page(
    scene: PanelContext, room: Room, explorer: Explorer, name: Callable[[Move], str]
) -> list[Widget]:
    """Lay out the opening of the game on the board, the masters' moves, and where they are from."""
    texts, muted = scene.texts, scene.painter.palette.muted
    source = Label(
        "explorer.source", room.bottom(18, 2), texts("explorer.source"), SMALL - 1, muted, single=True
    )
    here = Label("explorer.opening", room.top(20, 2), _here(scene), size=SMALL, single=True)
    room.top(HEAD, 0)
    answer = explorer.answer
    table = ResultTable(
        "explorer.masters",
        room.rest,
        row_height=scene.px(28),
        names=tuple(texts(f"explorer.{column}") for column in _COLUMNS),
        shares=_SHARES,
        colours=(RED_DISC, DRAWN, BLACK_WON),
        rows=[_row(scene, one, name, room.rest.width) for one in answer.masters] if answer is not None else [],
        empty=texts("explorer.looking" if answer is None else "explorer.no_masters"),
        stale=not explorer.is_current,
    )
    return [here, table, source]


def _here(scene: PanelContext) -> str:
    """Return the opening of the game on the board, "" without one."""
    line = view.board_line(scene.state).here
    if line.start_fen != START_FEN:
        return ""
    found = opening_of(line.moves)
    forms = opening_forms(scene.texts, found.code) if found is not None else ()
    return forms[0] if forms else ""


def _row(scene: PanelContext, one: MastersMove, name: Callable[[Move], str], width: int) -> ResultRow:
    played, room = one.played, width * (_SHARES[-1] - 0.03)
    forms = opening_forms(scene.texts, one.opening or "")
    fitting = next((form for form in forms if scene.painter.width(form, SMALL) <= room), one.opening or "")
    results = (played.red_wins, played.draws, played.black_wins)
    action = PlayText(played.move.iccs)
    return ResultRow(name(played.move), scene.texts.short(played.games), results, (fitting,), action)
