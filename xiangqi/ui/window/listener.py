"""Keeps a screen reader informed: sends it the tree and new texts, and carries out its requests."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.session.state import AppState
from xiangqi.app.session.told import announced
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.window.display import shown_window
from xiangqi.ui.window.reader import FOCUS, LESS, MORE, PRESS, READER_EVENT, ScreenReader
from xiangqi.ui.window.reader_news import news
from xiangqi.ui.window.reader_tree import Node, NodeRole
from xiangqi.ui.window.screen import Screen

_MOST_NEWS: Final = 6
"""The most new texts of a page that are read out; more are a new page, of which only the title is."""


class Listener:
    """The link between the window and a screen reader."""

    def __init__(self, reader: ScreenReader, screen: Screen) -> None:
        self._reader = reader
        self._screen = screen
        self._told: AppState | None = None
        self._tree: Node | None = None
        self._said: list[str] = []  # to be said as soon as that is possible
        self._published: Node | None = None
        self._drawings = 0  # how often the screen had been drawn when it was last noted

    @property
    def is_read(self) -> bool:
        """Whether a screen reader is reading the window."""
        return self._reader.is_read

    def begins(self) -> bool:
        """Start or stop listening as readers come and go; return whether a new reader needs a full redraw."""
        if self._screen.listens is self._reader.is_read:
            return False
        self._screen.listens = self._reader.is_read
        self._told = self._tree = self._published = None
        return self._screen.listens

    def tell(self, state: AppState) -> None:
        """Publish the screen as it was last drawn, and have the news since the last call spoken."""
        if not self._screen.listens:
            return
        if self._drawings != self._screen.drawings:
            self._drawings = self._screen.drawings
            self._note(state)
        if self._tree is None or (self._tree is self._published and not self._said):
            return
        text = Texts(state.settings.language).row.space.join(self._said)
        if self._reader.publish(self._tree, text):
            self._published, self._said = self._tree, []
            window = shown_window()
            self._reader.moved((*window.position, *window.size))

    def _note(self, state: AppState) -> None:
        """Note the state and the screen, and collect the announcements of the changes."""
        tree = self._screen.described(state)
        if self._told is not None and self._told != state:
            self._said += announced(self._told, state)
            self._said += self._of_page(self._told, state, tree)
        self._told = state
        if tree != self._tree:
            self._tree = tree

    def _of_page(self, before: AppState, state: AppState, tree: Node) -> list[str]:
        """Return the new texts of the page; only its title if it is another page or has many new texts."""
        texts = news(self._tree, tree)
        same = before.panel is state.panel and before.document.id == state.document.id
        if (same or state.panel is None) and len(texts) <= _MOST_NEWS:
            return texts
        titles = [node.name for node in tree.children if node.role is NodeRole.HEADING]
        return titles[:1]

    def handle(self, event: pygame.event.Event, state: AppState) -> list[Action]:
        """Return the actions that an event of the reader requests; note changes of the window's focus."""
        if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self._reader.focus_changed(event.type == pygame.WINDOWFOCUSGAINED)
        if event.type != READER_EVENT or not event.key:
            return []
        if event.wanted == PRESS:
            return self._screen.press(event.key, state)
        self._screen.focus(event.key)
        if event.wanted == FOCUS:
            return []
        key = {MORE: pygame.K_RIGHT, LESS: pygame.K_LEFT}.get(event.wanted)
        return [] if key is None else self._screen.handle(_key(key), state)


def _key(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
