"""The explorer's cards in Openings: the opening on the board, the moves from there, and one's own lines."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from xiangqi.app.exercises.practice import Train
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.state import LibraryState
from xiangqi.app.openings.place import ChooseSide
from xiangqi.app.openings.repertoire import AddToRepertoire
from xiangqi.app.openings.state import OpeningsState, SideView
from xiangqi.app.session import positions, view
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN
from xiangqi.notation import Style
from xiangqi.openings import place_of
from xiangqi.repertoire.lines import RepertoireMove, moves_of_line
from xiangqi.ui.openings.line_moves import LineMoves
from xiangqi.ui.parts.cards import Card, EmptyState
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.explored_moves import explored_moves, games_known
from xiangqi.ui.parts.opening_names import code_of, opening_forms
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, PADDING, SMALL
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Widget

SIDES: Final = {RED: "red", BLACK: "black"}
"""The names of the sides in training requests."""

_HEAD: Final = 30.0  # of a card, points
_SIDES: Final = 150.0  # width of the choice of a side, points
_WIDE: Final = 400.0  # least width of a card with whole sentences on its buttons, points
_OPEN: Final = 260.0  # width of the button that opens the explorer, points


def line_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the name of the opening, the number of games, and the moves to the position."""
    painter, texts = scene.painter, scene.texts
    room = Room(rect, painter.unit).inner(PADDING)
    room.rest.top, room.rest.height = rect.top + scene.px(10), rect.height - scene.px(20)
    head, rest = room.top(36, 0), room.rest
    explorer, line = scene.state.part(LibraryState).explorer, view.board_line(scene.state).here
    games = games_known(explorer) if explorer is not None and explorer.is_current else 0
    counted = texts("explorer.count", count=games) if games else ""
    forms = opening_forms(texts, code_of(line)) or (texts("openings.start"),)
    aside = painter.width(counted, SMALL) + scene.px(2 * GAP) if counted else 0
    wide = head.width - aside
    name = next((one for one in forms if painter.width(one, LEAD, True) <= wide), forms[len(forms) > 1])
    title = Label(
        "openings.name", pygame.Rect(head.topleft, (wide, head.height)), name, LEAD, bold=True, single=True
    )
    muted = painter.palette.muted
    count = Label("openings.count", head, counted, SMALL, muted, single=True, align="right")
    moves = LineMoves.of(scene, rest)
    card = Card("openings.line", rect)
    if moves.words:
        return [card, title, count, moves]
    hint = Label("openings.hint", rest, texts("openings.play_a_move"), SMALL, muted, single=True)
    return [card, title, count, hint]


def explored_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the moves played from the position or, while the explorer is closed, the button that opens it."""
    explorer, texts = scene.state.part(LibraryState).explorer, scene.texts
    card = Card("openings.explorer", rect)
    room = Room(rect, scene.painter.unit).inner(12)
    if explorer is not None:
        return [card, *explored_moves(scene, room, explorer)]
    button = room.bottom(CONTROL)
    button = button.inflate(-max(0, button.width - scene.px(_OPEN)), 0)
    empty = EmptyState("explorer.closed", room.rest, icon="library", text=texts("explorer.what"))
    return [card, empty, Button("explorer.open", button, texts("menu.explorer"), ToggleExplorer())]


# ---- One's own lines ----


def mine_height(scene: PanelContext, width_px: int, *, slim: bool = False) -> float:
    """Return the height in points of the card about the player's own lines; a slim one has no sentences."""
    openings = scene.state.part(OpeningsState)
    words = _told(scene, openings.sides.get(openings.shown))
    told = scene.painter.paragraph_height(words, width_px - scene.px(32), SMALL) / scene.painter.unit
    return 2 * 12 + _HEAD + GAP + CONTROL + 6 + (0 if slim else told + 2 + GAP)


def mine_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the player's own moves in the position in words, and the buttons that train and add lines."""
    texts, painter, openings = scene.texts, scene.painter, scene.state.part(OpeningsState)
    room, side = Room(rect, painter.unit).inner(12), openings.shown
    head = room.top(_HEAD, GAP)
    sides = pygame.Rect(head.right - scene.px(_SIDES), head.top, scene.px(_SIDES), head.height)
    labels = tuple(scene.side_name(one) for one in SIDES)
    title = pygame.Rect(head.left + scene.px(4), head.top, sides.left - head.left - scene.px(GAP), head.height)
    known = openings.sides.get(side)
    wide = rect.width >= scene.px(_WIDE)
    foot = room.bottom(CONTROL + 6)
    widgets: list[Widget] = [
        Card("openings.mine", rect),
        Label(
            "openings.mine_title",
            title,
            texts("openings.from_here" if wide else "openings.mine"),
            LEAD,
            bold=True,
            single=True,
        ),
        Choice("openings.mine_side", sides, labels, tuple(map(ChooseSide, SIDES)), side == BLACK),
    ]
    if room.rest.height >= painter.line_height(SMALL):
        told = pygame.Rect(room.rest.left + scene.px(4), room.rest.top, room.rest.width - scene.px(8), 0)
        told.height = room.rest.height
        widgets.append(Label("openings.told", told, _told(scene, known), SMALL, painter.palette.muted))
    return [*widgets, *_buttons(scene, foot, known, wide=wide)]


def _buttons(scene: PanelContext, foot: pygame.Rect, known: SideView | None, *, wide: bool) -> list[Widget]:
    """Lay out the buttons that train the due positions and add the line; at most one is gold."""
    texts, side = scene.texts, scene.state.part(OpeningsState).shown
    due = known.standing.due if known is not None else 0
    first, second = columns(foot, 2, scene.px(GAP))
    adds = is_new(scene, known)
    add = texts("repertoire.keep_for", side=scene.side_name(side))
    return [
        train_button(scene, first, "openings.train", side, due),
        Button(
            "openings.add",
            second,
            add,
            AddToRepertoire(side),
            "plus" if wide else "",
            enabled=adds,
            primary=adds and not due,
        ),
    ]


def train_button(
    scene: PanelContext, rect: pygame.Rect, key: str, side: int, due: int, *, primary: bool = True
) -> Button:
    """Return the button that trains a side's due positions; it is gold if `primary` and some are due."""
    texts, wide = scene.texts, rect.width >= scene.px(_WIDE / 2)
    label = texts("openings.train_due" if wide else "openings.train_short", count=due)
    request = TrainingRequest(ExerciseSet.REPERTOIRE, SIDES[side])
    return Button(
        key,
        rect,
        label if due else texts("openings.nothing_due"),
        Train(request),
        "play" if wide else "",
        enabled=due > 0,
        primary=primary and due > 0,
    )


def is_new(scene: PanelContext, known: SideView | None) -> bool:
    """Return whether the line on the board has a move of the chosen side that is not yet in that side's lines.

    The result is False while these are not known, and for a line from another starting position.
    """
    line, side = view.board_line(scene.state).here, scene.state.part(OpeningsState).shown
    if line.start_fen != START_FEN or known is None:
        return False
    return not all(map(known.repertoire.has, _stored(line.moves, side)))


@lru_cache(maxsize=64)
def _stored(line: tuple[Move, ...], side: int) -> tuple[RepertoireMove, ...]:
    """Return a line as the repertoire of a side would store it, without an unanswered last move."""
    return tuple(moves_of_line(line, side))


def _told(scene: PanelContext, known: SideView | None) -> str:
    """Return a sentence on the moves that the chosen side's lines have here, and on the state of the lines."""
    texts, side = scene.texts, scene.state.part(OpeningsState).shown
    if known is None:
        return texts("explorer.looking")
    if not known.standing.cards:
        return texts("openings.none_of_side", side=scene.side_name(side))
    line = view.board_line(scene.state).here
    board = positions.board_at(line)
    style = Style(scene.state.settings.notation)

    def named(moves: tuple[Move, ...]) -> str:
        return texts.row.comma.join(positions.move_text(line, move, style) for move in moves)

    own = board.turn == side
    moves = known.repertoire.own_moves(board) if own else known.repertoire.covered_moves(board)
    key = "openings.yours" if own else "openings.replies"
    here = texts(key, moves=named(moves)) if moves else texts("openings.no_own" if own else "openings.no_reply")
    place = place_of(board)
    missing = [gap for gap in known.gaps if place in _passed(gap.line)]  # whose line passes through here
    gaps = texts("openings.gaps_after", count=len(missing)) if missing else ""
    standing = texts("openings.standing", count=known.standing.cards, known=known.standing.known)
    return texts.row.space.join(filter(None, (here, gaps, standing)))


@lru_cache(maxsize=1024)
def _passed(line: tuple[Move, ...]) -> frozenset[str]:
    """Return the places that a line passes from the start of a game, both ends included."""
    board = Board()
    places = [place_of(board)]
    for move in line:
        board.push(move)
        places.append(place_of(board))
    return frozenset(places)
