"""The explorer's page of masters' practice: what they played from a position, and what it becomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xiangqi.app import view
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.library.state import Explorer, MastersMove
from xiangqi.board import Move
from xiangqi.fen import START_FEN
from xiangqi.line import Line
from xiangqi.openings import opening_of
from xiangqi.ui.openings.line_buttons import line_buttons
from xiangqi.ui.parts.cards import RED_DISC
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.opening_names import opening_forms, opening_text
from xiangqi.ui.parts.result_table import BLACK_WON, DRAWN, HEAD, ResultRow, ResultTable
from xiangqi.ui.toolkit.roles import CONTROL, SMALL
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
    buttons = line_buttons(scene, room.bottom(CONTROL - 6, 4))
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
        rows=[
            _row(scene, one, name, room.rest.width, current=explorer.is_current)
            for one in (answer.masters if answer is not None else ())
        ],
        empty=texts("explorer.looking" if answer is None else "explorer.no_masters"),
        stale=not explorer.is_current,
    )
    return [here, table, *buttons, source]


def _here(scene: PanelContext) -> str:
    """Return the opening of the game on the board, "" without one."""
    return opening_text(scene.texts, _code_after(view.board_line(scene.state).here) or "")


def _code_after(line: Line, *moves: Move) -> str | None:
    """Return the code of a game's opening after more moves; None if it began from another position."""
    found = opening_of((*line.moves, *moves)) if line.start_fen == START_FEN else None
    return found.code if found is not None else None


def _row(
    scene: PanelContext, one: MastersMove, name: Callable[[Move], str], width: int, *, current: bool
) -> ResultRow:
    """Return a move with its results; the opening is told where the move makes it another one."""
    line, played, code = view.board_line(scene.state).here, one.played, one.opening
    if current and line.start_fen == START_FEN:
        after = _code_after(line, played.move)
        code = after if after != _code_after(line) else None
    forms, room = opening_forms(scene.texts, code or ""), width * (_SHARES[-1] - 0.03)
    fitting = next((form for form in forms if scene.painter.width(form, SMALL) <= room), code or "")
    results = (played.red_wins, played.draws, played.black_wins)
    action = PlayText(played.move.iccs)
    return ResultRow(name(played.move), scene.texts.short(played.games), results, (fitting,), action)
