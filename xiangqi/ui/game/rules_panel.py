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
from xiangqi.ui.parts.context import PanelContext, columns
from xiangqi.ui.parts.form import panel_room
from xiangqi.ui.parts.labels import file_numbers
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

_PAGE = "rules.page"

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


@panel(Panel.RULES, widest=FORM_WIDTH)
def rules_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a page of the rules with its example, and buttons for the other pages."""
    texts, painter, settings = scene.texts, scene.painter, scene.state.settings
    number = min(scene.memory.rows.get(_PAGE, 0), len(RULE_PAGES) - 1)
    page = RULE_PAGES[number]
    widgets, room = panel_room(scene, box, texts("lesson.title"))
    before, middle, after = columns(room.bottom(CONTROL), 3, scene.px(GAP))
    trying = room.bottom(CONTROL)
    place = texts("lesson.page", number=number + 1, count=len(RULE_PAGES))
    heading = room.top(26, 4)
    name, words = texts(f"lesson.{page.name}"), texts(f"lesson.{page.name}.text")
    height = painter.paragraph_height(words, room.rest.width, BODY)
    text = room.top_px(height)
    return [
        *widgets,
        Label("rules.heading", heading, name, size=17, bold=True, single=True),
        Label("rules.text", text, words),
        RulePageBoard(f"rules.board.{page.name}", room.rest, page, settings),
        Button("rules.try", trying, texts("lesson.try"), _TRIED[page.name]),
        TurnPage(
            "rules.before",
            before,
            icon="previous",
            enabled=number > 0,
            tip=texts("lesson.before"),
            to=number - 1,
        ),
        Label("rules.page", middle, place, SMALL, painter.palette.muted, single=True, align="centre"),
        TurnPage(
            "rules.after",
            after,
            texts("lesson.after"),
            enabled=number + 1 < len(RULE_PAGES),
            primary=True,
            to=number + 1,
        ),
    ]


@dataclass
class TurnPage(Button):
    """A button that shows another page; the page is stored only in the view's memory."""

    to: int = 0  # index of the page

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        if self.enabled:
            memory.rows[_PAGE] = self.to
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        pressed = key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        return self.click(self.rect.center, memory) if pressed else None


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
