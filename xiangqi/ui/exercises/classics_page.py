"""The classics as levels: three courses, stages of thirty boards with their stars, and the next level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.classics import OpenClassics, PlayLevel, ShowStage
from xiangqi.app.exercises.levels import MOST_STARS, STAGE, ClassicLevel, ClassicsState, next_level
from xiangqi.app.session.state import Panel
from xiangqi.board import Board
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.learn_head import view_head
from xiangqi.ui.parts.page_layout import BETWEEN, page_columns
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.small_board import SmallBoard, board_picture_of
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.parts.way_back import back_button
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LEAD, PADDING, RADIUS, SMALL
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_TILE: Final = (112.0, 118.0)  # least width and height of a level
_HEAD: Final = 92.0  # height of the card of levels without its tiles
_NEXT: Final = 420.0  # the card of the next level
_FLAT: Final = 216.0  # the same in a narrow page
_GOLD: Final = 52.0
_STAR: Final = 15.0
_LONGEST: Final = 10  # the longest mate whose length a stage's name gives, in moves


@dataclass
class LevelTile(Button):
    """A tile with a level's board, number and stars; that of the next level to play has a gold outline."""

    picture: Callable[[int], pygame.Surface] | None = None  # makes the board at a height in pixels
    stars: int = 0  # 0 while it is not solved, or was solved before stars were given
    solved: bool = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        ground = palette.hover if memory.hover == self.key else palette.field
        painter.box(self.rect, ground, RADIUS, palette.accent if self.chosen else palette.outline)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, RADIUS)
        line = painter.line_height(SMALL)
        inner = self.rect.inflate(-2 * painter.px(8), -2 * painter.px(8))
        height = inner.height - line - painter.px(4)
        if self.picture is not None and height > 0:
            board = self.picture(min(height, round(inner.width / 0.9)))
            painter.surface.blit(board, board.get_rect(midtop=inner.midtop))
        foot = pygame.Rect(inner.left, inner.bottom - line, inner.width, line)
        painter.write(self.label, foot, size=SMALL, colour=palette.text, bold=self.chosen)
        step = painter.px(_STAR + 1)
        for place in range(MOST_STARS if self.solved else 0):
            cell = pygame.Rect(foot.right - (MOST_STARS - place) * step, foot.top, step, foot.height)
            earned = place < max(1, self.stars)
            painter.icon(
                "star" if earned else "no_star", cell, _STAR, palette.accent if earned else palette.muted
            )

    def fitting(self, painter: Painter) -> float:
        return self.size


@panel(Panel.CLASSICS, scrolls=True)
def classics_page(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the levels of a course, and a card for the next one."""
    texts, known = scene.texts, scene.state.part(ClassicsState)
    goals = [goal.value for goal in ClassicGoal]
    labels = tuple(texts(f"classics.short_{goal}") for goal in goals)
    actions: tuple[Action, ...] = tuple(map(OpenClassics, goals))
    chosen = goals.index(known.goal) if known.goal in goals else 0
    left_of = _back(scene, box)
    shifted = pygame.Rect(box.left + _used(scene, left_of), box.top, 0, box.height)
    shifted.width = box.right - shifted.left
    head = view_head(scene, shifted, texts("classics.title"), labels, actions, chosen)
    rest = pygame.Rect(box.left, head.rest.top, box.width, head.rest.height)
    widgets: list[Widget] = [*left_of, *head.widgets]
    if not known.levels:
        return [*widgets, ListBox("levels", rest, empty=texts("exercises.reading"), emblem="library")]
    left, *others = page_columns(scene, rest)
    across = max(1, min(6, (left.width - 2 * scene.px(PADDING)) // scene.px(_TILE[0])))
    upcoming = next_level(known.levels, scene.state.solved)
    if not others:
        room = Room(rest, scene.painter.unit)
        following = _next_card(scene, known, upcoming, room.top(_FLAT, BETWEEN))
        return [*widgets, *following, *_levels(scene, known, upcoming, room.rest, across)]
    right = pygame.Rect(
        others[0].left, rest.top, others[0].width, max(scene.px(_NEXT), min(rest.height, scene.px(640)))
    )
    following = _next_card(scene, known, upcoming, right)
    return [*widgets, *_levels(scene, known, upcoming, left, across), *following]


def _back(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    strip = pygame.Rect(box.left, box.top, box.width, scene.px(CONTROL))
    button = back_button(scene, "panel.close", strip)
    return [] if button is None else [button]


def _used(scene: PanelContext, back: Sequence[Widget]) -> int:
    return back[0].rect.width + 2 * scene.px(GAP) if back else 0


# ---- The levels ----


def _levels(
    scene: PanelContext, known: ClassicsState, upcoming: int | None, rect: pygame.Rect, across: int
) -> list[Widget]:
    """Lay out the levels of a stage in a card, and the buttons for the stages before and after."""
    texts, count = scene.texts, len(known.levels)
    last = (count - 1) // STAGE
    stage = known.stage if 0 <= known.stage <= last else (upcoming or 0) // STAGE
    first = stage * STAGE
    shown = range(first, min(count, first + STAGE))
    down, gap = -(-len(shown) // across), scene.px(GAP)
    height = scene.px(_TILE[1])
    free = rect.height - scene.px(_HEAD) - (down - 1) * gap
    height = max(height, min(round(1.4 * height), free // down))
    frame = pygame.Rect(rect.left, rect.top, rect.width, scene.px(_HEAD) + down * height + (down - 1) * gap)
    solved = sum(level.key in scene.state.solved for level in known.levels)
    stars = sum(known.stars.get(level.key, 0) for level in known.levels)
    told = texts("classics.stars", solved=solved, count=count, stars=stars)
    card = titled_card(scene, "levels", frame, _stage_words(scene, known.levels, shown), told)
    room = Room(card.rest, scene.painter.unit)
    before, after = columns(room.bottom(CONTROL), 2, gap)
    buttons: list[Widget] = [
        Button("levels.before", before, texts("classics.before"), ShowStage(stage - 1), enabled=stage > 0),
        Button("levels.after", after, texts("classics.after"), ShowStage(stage + 1), enabled=stage < last),
    ]
    tiles: list[Widget] = []
    for place, index in enumerate(shown):
        row, column = divmod(place, across)
        strip = pygame.Rect(room.rest.left, room.rest.top + row * (height + gap), room.rest.width, height)
        tiles.append(_tile(scene, known, index, columns(strip, across, gap)[column], index == upcoming))
    return [*card.widgets, *tiles, *buttons]


def _stage_words(scene: PanelContext, levels: Sequence[ClassicLevel], shown: range) -> str:
    """Return words for the shown levels and, for mates, for the number of moves of the longest."""
    words = scene.texts("classics.stage", first=shown.start + 1, last=shown.stop)
    longest = levels[shown.stop - 1].longest
    if not longest:
        return words
    key = "classics.up_to" if longest <= _LONGEST else "classics.longer"
    return f"{words} · {scene.texts(key, count=min(longest, _LONGEST))}"


def _tile(scene: PanelContext, known: ClassicsState, index: int, rect: pygame.Rect, is_next: bool) -> LevelTile:
    level = known.levels[index]
    return LevelTile(
        f"level.{index}",
        rect,
        str(index + 1),
        PlayLevel(index),
        chosen=is_next,
        picture=board_picture_of(level.game.fen, scene.state.settings),
        stars=known.stars.get(level.key, 0),
        solved=level.key in scene.state.solved,
    )


# ---- The next level ----


def _next_card(
    scene: PanelContext, known: ClassicsState, upcoming: int | None, rect: pygame.Rect
) -> list[Widget]:
    """Lay out the next level, or the first if all are solved, with its board, its goal and the gold button."""
    texts, painter = scene.texts, scene.painter
    index = upcoming if upcoming is not None else 0
    level = known.levels[index]
    room = Room(rect, painter.unit).inner()
    if rect.width > 1.5 * rect.height:
        board = pygame.Rect(room.rest.left, room.rest.top, round(room.rest.height * 0.9), room.rest.height)
        words = room.rest.copy()
        words.left, words.width = (
            board.right + scene.px(PADDING),
            room.rest.right - board.right - scene.px(PADDING),
        )
        room = Room(words, painter.unit)
        gold = room.bottom(_GOLD)
    else:
        gold = room.bottom(_GOLD)
        board = room.rest.copy()
        board.height -= scene.px(88)
    title = texts("classics.all_done") if upcoming is None else texts("classics.level", number=index + 1)
    told = texts(f"classics.goal_{known.goal}", rating=level.rating)
    about_px = painter.paragraph_height(told, room.rest.width, BODY)
    about = Label("level.about", room.bottom_px(about_px), told, BODY, painter.palette.muted, align="centre")
    name = Label("level.name", room.bottom(30, 0), title, LEAD, bold=True, single=True, align="centre")
    position = Board(level.game.fen)
    play = Button("level.play", gold, texts("classics.play", number=index + 1), PlayLevel(index), "play")
    play.primary = True
    small = SmallBoard("level.board", board, position.pieces(), scene.state.settings)
    return [Card("level.next", rect, marked=True), small, name, about, play]
