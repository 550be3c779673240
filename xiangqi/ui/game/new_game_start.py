"""The position in which a game set up on the page New game begins."""

from __future__ import annotations

from dataclasses import replace

from xiangqi.app.session.players import Setup
from xiangqi.app.session.positions import board_at
from xiangqi.errors import FenError
from xiangqi.fen import Position, parse_fen, sound_position
from xiangqi.line import Line
from xiangqi.ui.parts.actions import START_FEN_FIELD
from xiangqi.ui.parts.context import PanelContext


def typed_fen(scene: PanelContext) -> str:
    """Return the typed position, or "" if there is none."""
    return scene.memory.texts.get(START_FEN_FIELD, "").strip()


def first_position(scene: PanelContext, draft: Setup) -> Position:
    """Return the position in which the game begins: the typed one if it can be played, else the chosen one."""
    typed, moves = typed_fen(scene), scene.state.draft_moves
    start = parse_fen(draft.start_fen)
    if moves and not typed:
        board = board_at(Line(draft.start_fen, moves))
        return replace(start, placement=dict(board.picture().pieces), turn=board.turn)
    try:
        return sound_position(typed) if typed else start
    except FenError:
        return start
