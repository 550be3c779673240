"""The game that is chosen in a list: its board, its facts, and the buttons for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.puzzles import SolvePuzzle
from xiangqi.ui.library.listings import LIST, GameActions, GameLine, Listing
from xiangqi.ui.parts.actions import GAME_SEARCH
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.game_rows import GameRow
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.toolkit.menu import Item
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

BOARD: Final = 264.0
"""Width of the board in points."""

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
    line, actions = games.line(index), games.actions(index)
    buttons = _buttons(scene, room, actions)
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


def _buttons(scene: PanelContext, room: Room, actions: GameActions) -> list[Widget]:
    """Lay out the buttons at the bottom; those of impossible actions are dimmed."""
    foot, gap = room.bottom(CONTROL), scene.px(GAP)
    delete = pygame.Rect(foot.right - foot.height, foot.top, foot.height, foot.height)
    export, star = columns(pygame.Rect(foot.left, foot.top, delete.left - gap - foot.left, foot.height), 2, gap)
    review, open_it = room.bottom(CONTROL + 4), room.bottom(CONTROL + 8)
    places = {"open": open_it, "review": review, "export": export, "star": star, "delete": delete}
    return game_buttons(scene, actions, places)


def game_buttons(
    scene: PanelContext, actions: GameActions | None, places: Mapping[str, pygame.Rect]
) -> list[Widget]:
    """Lay out the buttons of the chosen game in boxes by their names; all are dimmed if there is none."""
    widgets: list[Widget] = []
    for name, (words, icon, action) in _told_actions(scene, actions).items():
        rect = places[name]
        narrow = rect.width < 2 * rect.height
        button = Button(
            f"games.{name}", rect, "" if narrow else words, action, icon, enabled=action is not None
        )
        button.primary, button.tip = name == "open", words if narrow else ""
        button.chosen = name == "star" and actions is not None and actions.starred
        widgets.append(button)
    return widgets


def _told_actions(
    scene: PanelContext, actions: GameActions | None
) -> dict[str, tuple[str, str, Action | None]]:
    """Return label, icon and action of each thing to do with a game, by name; None if it cannot be done."""
    texts, known = scene.texts, actions or GameActions(HANDLED)
    key, icon = ("puzzle.solve", "play") if isinstance(known.open, SolvePuzzle) else ("library.open", "open")
    key, icon = ("button.resume", "play") if known.go_on is not None else (key, icon)
    return {
        "open": (texts(key), icon, None if actions is None else known.on_board),
        "review": (texts("games.review"), "analyse", known.review),
        "export": (texts("library.export"), "share", known.export),
        "star": (
            texts("games.unstar" if known.starred else "games.star"),
            "star" if known.starred else "no_star",
            known.star,
        ),
        "delete": (texts("library.delete"), "delete", known.delete),
    }


def game_items(scene: PanelContext, actions: GameActions) -> list[Item]:
    """Return the items of a game's menu."""
    return [
        Item(words, action or HANDLED, enabled=action is not None, grave=name == "delete")
        for name, (words, _, action) in _told_actions(scene, actions).items()
    ]
