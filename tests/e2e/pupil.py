"""A pupil who does first lessons by mouse in a real window, and checks what it shows."""

from __future__ import annotations

import json
from typing import Final

import pygame
from window_driver import GameWindow, wait_for, widget_of

from xiangqi.app.board_input.moving import ClickSquare
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session.state import AppState
from xiangqi.app.update import update
from xiangqi.board import parse_square
from xiangqi.core.constants import piece_letter
from xiangqi.lessons.lesson import Goal, Lesson, Task
from xiangqi.ui.parts.piece_button import PieceButton
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.widgets import Button, Memory
from xiangqi.ui.window.screen import Screen

ALIKE: Final = 8.0
"""The mean difference below which two pictures of a point count as equal, out of 255."""


class Pupil:
    """A user who clicks in a window and checks what it shows.

    Attributes:
        window: the real window.
        state: the expected contents of the window.
    """

    def __init__(self, window: GameWindow, state: AppState) -> None:
        self.window = window
        self.state = state

    def press(self, key: str) -> None:
        """Click a widget."""
        widget = widget_of(key, self.state, self.window.size)
        self.window.click_widget(key, self.state)
        if isinstance(widget, PieceButton):
            action = widget.press(widget.rect.center, Memory())
        else:
            assert isinstance(widget, Button)
            action = widget.action
        assert isinstance(action, Intent)
        self.state, _ = update(self.state, action)

    def click(self, square: str) -> None:
        """Click a point on the board."""
        place = self.window.point(square)
        self.window.click(place)
        self.state, _ = update(self.state, ClickSquare(parse_square(square)))
        wait_for(f"{square} after a click", lambda: self._sees(place))

    def _sees(self, place: tuple[int, int]) -> bool:
        """Return whether a point of the board, which the mouse is over, looks as it should."""
        screen, drawn = Screen(self.window.size), pygame.Surface(self.window.size)
        for moment_s in (0.0, 10.0):
            screen.draw(drawn, self.state, moment_s)
            screen.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=place), self.state)
        cell = Areas.of(self.window.size).shown_board.cell
        box = pygame.Rect(0, 0, cell, cell)
        box.center = place
        there, here = (
            pygame.surfarray.array3d(picture.subsurface(box)).astype(int)
            for picture in (self.window.screenshot("lesson"), drawn)
        )
        return float(abs(there - here).mean()) < ALIKE

    def do(self, task: Task) -> None:
        """Do a task, and check that it is saved."""
        for text in task.solution:
            if task.goal is Goal.PLACE:
                self._take(text[0])
            for square in (text[:2], text[2:]) if text[1].isdigit() and len(text) == 4 else (text[-2:],):
                self.click(square)
        assert self.state.stars[task.key] == 3
        wait_for(task.key, lambda: kept(self.window).get(task.key) == 3)

    def _take(self, letter: str) -> None:
        """Pick up a piece of a kind, unless one is already held."""
        learning = self.state.mode(Learning)
        assert learning is not None
        assert learning.attempt is not None
        if piece_letter(learning.hand) != letter:
            letters = [piece_letter(piece) for piece in learning.attempt.missing]
            self.press(f"lesson.piece.{letters.index(letter)}")

    def learn(self, lesson: Lesson) -> None:
        """Complete a lesson."""
        for step in lesson.steps:
            if isinstance(step, Task):
                self.do(step)
            self.press("lesson.next")


def kept(window: GameWindow) -> dict[str, int]:
    """Return the stars saved on disk."""
    path = window.home / "lessons.json"
    found: dict[str, int] = json.loads(path.read_text("utf-8"))["stars"] if path.exists() else {}
    return found
