"""The game that is chosen in a list: its board, what is known of it, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.puzzles import SolvePuzzle
from xiangqi.ui.library.listings import LIST, Deeds, GameLine, Listing
from xiangqi.ui.parts.actions import GAME_SEARCH
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.game_rows import GameRow
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.menu import Item
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

BOARD: Final = 264.0
"""Width of the board, points."""

_SHAPE: Final = 1.13  # height of a board as a share of its width
_STEPS: Final = (("first", -10_000), ("previous", -1), ("next", 1), ("last", 10_000))


def ply_shown(memory: Memory, line: GameLine) -> int:
    """Return the ply of the chosen game that its board shows."""
    return min(len(line.moves), max(0, memory.rows.get(f"{LIST}.ply", line.ply)))


@dataclass
class StepButton(Button):
    """A button that shows another position of the chosen game."""

    ply: int = 0  # the position

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        if self.enabled:
            memory.rows[f"{LIST}.ply"] = self.ply
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return None if super().key_down(key, memory) is None else self.click(self.rect.center, memory)


def chosen_game(scene: PanelContext, room: Room, games: Listing, index: int, row: GameRow) -> list[Widget]:
    """Lay out the board with its arrows, the names and facts, and the buttons below them."""
    line, deeds = games.line(index), games.deeds(index)
    buttons = _buttons(scene, room, deeds)
    ply = ply_shown(scene.memory, line)
    height = min(scene.px(BOARD * _SHAPE), room.rest.height - scene.px(CONTROL + GAP))
    board = SmallBoard(
        "games.board", room.top_px(height, 10), line.position(ply), scene.state.settings, flipped=line.flipped
    )
    if ply:
        board.last_move = (line.moves[ply - 1].from_square, line.moves[ply - 1].to_square)
    return [
        board,
        *_arrows(scene, room.top(36, 12), line, ply),
        *_told(scene, room, row, games, index),
        *buttons,
    ]


def _arrows(scene: PanelContext, rect: pygame.Rect, line: GameLine, ply: int) -> list[Widget]:
    widgets: list[Widget] = []
    for (name, step), place in zip(_STEPS, columns(rect, len(_STEPS), scene.px(GAP)), strict=True):
        goal = min(len(line.moves), max(0, ply + step))
        button = StepButton(f"games.{name}", place, icon=name, action=HANDLED, enabled=goal != ply, ply=goal)
        button.tip, button.driver = scene.texts(f"button.{name}"), GAME_SEARCH
        widgets.append(button)
    return widgets


def _told(scene: PanelContext, room: Room, row: GameRow, games: Listing, index: int) -> list[Widget]:
    """Lay out the names and the facts, as far as there is room."""
    texts, painter, facts = scene.texts, scene.painter, games.facts(index)
    name = f"{row.red} – {row.black}" if row.black else row.red
    moves = texts("records.moves", count=int(row.moves)) if row.moves else ""
    first = " · ".join(filter(None, (moves, row.date, row.result or texts("games.no_result"))))
    accuracy = "" if facts.accuracy is None else texts("library.accuracy", percent=round(facts.accuracy))
    lines = [(name, BODY, True), (first, SMALL, False)]
    event = facts.event if facts.event != name else ""
    lines += [(words, SMALL, False) for words in (event, *row.openings[:1], accuracy) if words]
    widgets: list[Widget] = []
    for place, (words, size, bold) in enumerate(lines):
        height = painter.paragraph_height(words, room.rest.width, size, bold)
        if height > room.rest.height:
            break
        ink = painter.palette.text if bold else painter.palette.muted
        box = room.top_px(height, 2)
        widgets.append(Label(f"games.told.{place}", box, words, size=size, colour=ink, bold=bold))
    return widgets


def _buttons(scene: PanelContext, room: Room, deeds: Deeds) -> list[Widget]:
    """Lay out the buttons at the bottom; what cannot be done with a game is dimmed."""
    export = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    review, open_it = room.bottom(CONTROL + 4), room.bottom(CONTROL + 8)
    return deed_buttons(scene, deeds, open_it, review, export[0], export[1])


def deed_buttons(
    scene: PanelContext,
    deeds: Deeds | None,
    open_it: pygame.Rect,
    review: pygame.Rect,
    export: pygame.Rect,
    delete: pygame.Rect,
) -> list[Widget]:
    """Lay out the buttons of the chosen game in these boxes; all are dimmed if there is none."""
    texts = scene.texts
    solves = deeds is not None and isinstance(deeds.open, SolvePuzzle)
    label = texts("puzzle.solve" if solves else "library.open")
    told = {
        "open": (open_it, label, "play" if solves else "open", None if deeds is None else deeds.open),
        "review": (review, texts("games.review"), "analyse", None if deeds is None else deeds.review),
        "export": (export, texts("library.export"), "share", None if deeds is None else deeds.export),
        "delete": (delete, texts("library.delete"), "delete", None if deeds is None else deeds.delete),
    }
    widgets: list[Widget] = []
    for name, (rect, words, icon, action) in told.items():
        narrow = rect.width < 2 * rect.height
        widgets.append(
            Button(
                f"games.{name}",
                rect,
                "" if narrow else words,
                action,
                icon=icon,
                enabled=action is not None,
                primary=name == "open",
                tip=words if narrow else "",
            )
        )
    return widgets


def game_items(scene: PanelContext, deeds: Deeds) -> list[Item]:
    """Return the items of a game's menu."""
    texts = scene.texts

    def item(words: str, action: Action | None, *, grave: bool = False) -> Item:
        return Item(texts(words), action or HANDLED, enabled=action is not None, grave=grave)

    return [
        item("puzzle.solve" if isinstance(deeds.open, SolvePuzzle) else "library.open", deeds.open),
        item("games.review", deeds.review),
        item("library.export", deeds.export),
        item("library.delete", deeds.delete, grave=True),
    ]
