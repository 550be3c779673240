"""The rules, one page each, with a small board on which an example plays itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.practice import Train
from xiangqi.app.lessons.going_through import StartLesson
from xiangqi.app.session.state import Panel
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import BoardPicture
from xiangqi.exercises.courses import REPETITION
from xiangqi.storage.settings import Settings
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.game.rule_pages import RULE_PAGES, RulePage, beat, moment
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.labels import file_numbers
from xiangqi.ui.parts.learn_head import LearnView, learn_head
from xiangqi.ui.parts.page_layout import page_columns
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.row_tile import RowTile
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

_PAGE = "rules.page"
_PRESSES: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_LEAST: Final = 500.0  # least height of a page
_ROW: Final = 48.0

_TRIED: Final[dict[str, Action]] = {
    "aim": StartLesson("board"),
    "king": StartLesson("general"),
    "advisor": StartLesson("guards"),
    "elephant": StartLesson("guards"),
    "horse": StartLesson("horse"),
    "chariot": StartLesson("chariot"),
    "cannon": StartLesson("cannon"),
    "pawn": StartLesson("soldier"),
    "facing": StartLesson("general"),
    "check": StartLesson("check"),
    "mate": StartLesson("mate"),
    "stalemate": StartLesson("mate"),
    "repetition": Train(TrainingRequest(ExerciseSet.LESSON, REPETITION)),
}
"""The practice that each page offers: a first page, or repetitions to judge, by the page's name."""


@panel(Panel.RULES, scrolls=True)
def rules_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a page of the rules with its example, and the pages to choose from."""
    head = learn_head(scene, box, LearnView.RULES)
    number = min(scene.memory.rows.get(_PAGE, 0), len(RULE_PAGES) - 1)
    left, *others = page_columns(scene, head.rest)
    height = max(left.height, scene.px(_LEAST))
    page = _page(scene, pygame.Rect(left.left, left.top, left.width, height), number)
    listed: list[Widget] = []
    if others:
        listed = _pages(scene, pygame.Rect(others[0].left, left.top, others[0].width, height), number)
    return [*head.widgets, *page, *listed]


def _page(scene: PanelContext, rect: pygame.Rect, number: int) -> list[Widget]:
    """Lay out a page: its name, its text, the example, practice for it, and the pages before and after."""
    texts, painter, page = scene.texts, scene.painter, RULE_PAGES[number]
    card = titled_card(scene, "rules", rect, texts(f"lesson.{page.name}"))
    room = Room(card.rest, painter.unit)
    before, middle, after = columns(room.bottom(CONTROL), 3, scene.px(GAP))
    trying = room.bottom(CONTROL)
    words = texts(f"lesson.{page.name}.text")
    text = room.top_px(painter.paragraph_height(words, room.rest.width, BODY))
    place = texts("lesson.page", number=number + 1, count=len(RULE_PAGES))
    return [
        *card.widgets,
        Label("rules.text", text, words),
        RulePageBoard(f"rules.board.{page.name}", room.rest, page, scene.state.settings),
        Button("rules.try", trying, texts("lesson.try"), _TRIED[page.name]),
        TurnRulePage(
            "rules.before",
            before,
            icon="previous",
            enabled=number > 0,
            tip=texts("lesson.before"),
            to=number - 1,
        ),
        Label("rules.page", middle, place, SMALL, painter.palette.muted, single=True, align="centre"),
        TurnRulePage(
            "rules.after",
            after,
            texts("lesson.after"),
            enabled=number + 1 < len(RULE_PAGES),
            primary=True,
            to=number + 1,
        ),
    ]


def _pages(scene: PanelContext, rect: pygame.Rect, number: int) -> list[Widget]:
    """Lay out the names of all pages, each of which opens its page."""
    card = titled_card(scene, "rules.pages", rect, scene.texts("learn.rules"))
    gap, count = scene.px(GAP / 2), len(RULE_PAGES)
    height = min(scene.px(_ROW), (card.rest.height - gap * (count - 1)) // count)
    widgets: list[Widget] = list(card.widgets)
    for place, page in enumerate(RULE_PAGES):
        cell = pygame.Rect(card.rest.left, card.rest.top + place * (height + gap), card.rest.width, height)
        tile = PageTile(f"rules.page.{page.name}", cell, scene.texts(f"lesson.{page.name}"), to=place)
        tile.chosen = tile.bold = place == number
        widgets.append(tile)
    return widgets


def _turned(to: int, memory: Memory) -> Action:
    """Remember another page as the one to show, and return HANDLED."""
    memory.rows[_PAGE] = to
    return HANDLED


@dataclass
class PageTile(RowTile):
    """A row that shows a page."""

    to: int = 0  # index of the page

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return _turned(self.to, memory)

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return _turned(self.to, memory) if key in _PRESSES else None


@dataclass
class TurnRulePage(Button):
    """A button that shows another page; the page is stored only in the view's memory."""

    to: int = 0  # index of the page

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        return _turned(self.to, memory) if self.enabled else HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        return self.click(self.rect.center, memory) if key in _PRESSES else None


@dataclass
class RulePageBoard(Widget):
    """A small board on which an example plays itself repeatedly."""

    page: RulePage  # the example
    settings: Settings  # the look of board and pieces, and the numbering of files

    lively = True

    def draw(self, painter: Painter, memory: Memory) -> None:
        step, progress = beat(self.page, memory.now_s - self._began(memory))
        memory.drawn_beats[self.key] = (step, progress)
        layout = BoardLayout.fit(*self.rect)
        view = BoardView(look(self.settings.theme, self.settings.piece_set))
        view.draw(painter.surface, layout, self._picture(step, progress))

    def _picture(self, step: int, progress: float) -> BoardPicture:
        """Return the example's picture, with coordinates if the files have no numbers."""
        numbers = file_numbers(self.settings)
        return replace(moment(self.page, step, progress), coordinates=not numbers, numbers=numbers)

    def is_moving(self, now_s: float, memory: Memory) -> bool:
        return memory.drawn_beats.get(self.key) != beat(self.page, now_s - self._began(memory))

    def _began(self, memory: Memory) -> float:
        """Return the time in seconds at which the example first appeared; turning the page restarts it."""
        if self.key not in memory.began_s:
            memory.began_s = {self.key: memory.now_s}
        return memory.began_s[self.key]
