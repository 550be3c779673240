"""A page of the window for the text mode: its texts as lines, and its controls by number.

Exercises, lessons, reviews and settings thus need no second description: the page is laid out as in the window,
but its texts are collected instead of drawn. No window is opened.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.exercises.modes import Challenge, HintLevel
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session import told
from xiangqi.app.session.state import AppState
from xiangqi.board import parse_square
from xiangqi.lessons.lesson import Goal
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.window.reader_news import is_of_page, news, page_of
from xiangqi.ui.window.reader_tree import PICTURES, Node, NodeRole
from xiangqi.ui.window.screen import Screen

_SIZE: Final = (1600, 1200)  # px; large, so that little has to be scrolled
_SILENT: Final = (NodeRole.TEXT, NodeRole.HEADING, NodeRole.PICTURE)


_SCALE: Final = re.compile(r"\d+(?:[,，、] ?\d+)+")
"""The numbers along a slider, which says its value itself."""

_NOT_NAMED: Final = 3
_HOW: Final = "lesson.how"  # the key of the text that says how a task is done
_SAMPLE: Final = parse_square("e4")  # a point that no such task asks for
_MARKS: Final = frozenset(("marks.arrows", "marks.circles"))
_REFUTATION: Final = frozenset(("exercise.message",))
"""Names the moves of a refutation by their points alone, since they have been told."""


def _is_pressed(node: Node) -> bool:
    """Return whether the controls of a node can be pressed, which are those of the page and of the rail."""
    return is_of_page(node) or node.key.partition(".")[0] == "rail"


def _rank(name: str, wanted: str) -> int:
    """Return how well a name fits a wanted one: 0 for the best fit, _NOT_NAMED for none."""
    fits = (name == wanted, name.startswith(wanted), wanted in name)
    return fits.index(True) if wanted and True in fits else _NOT_NAMED


def _for_eyes(state: AppState) -> frozenset[str]:
    """Return the keys of parts that only a sighted player needs, such as arrows and circles beside a text."""
    challenge = state.mode(Challenge)
    if state.mode(Learning) is not None:
        return frozenset()
    if challenge is None:
        return _MARKS
    if challenge.assignment.answer_mode.has_a_goal_alone:
        return frozenset()
    return (
        _MARKS | _REFUTATION if challenge.refutation and challenge.hint_level is HintLevel.NOTHING else _MARKS
    )


def _how_typed(node: Node, state: AppState) -> Node:
    """Return a node that tells where to click as one that tells what to type; other nodes are unchanged."""
    learning = state.mode(Learning)
    attempt = None if learning is None else learning.attempt
    if node.key != _HOW or learning is None or attempt is None or learning.takes_moves:
        return node
    tell = told.teller(state)
    point = tell.point(_SAMPLE)
    if attempt.task.goal is Goal.POINTS:
        return replace(node, name=tell("terminal.task.points", point=point))
    piece = tell.piece(learning.hand or attempt.missing[0])
    return replace(node, name=tell("terminal.task.place", piece=piece, point=point))


def _says_more(after: str, line: str, texts: Texts) -> bool:
    """Return whether the next line repeats a line or begins with that line as a heading."""
    return after == line or after.startswith(texts("spoken.headed", head=line, rest=""))


class TextPage:
    """The page for a session's state, as it was last read out."""

    def __init__(self) -> None:
        self._screen = Screen(_SIZE)
        self._surface = pygame.Surface(_SIZE, depth=32)
        self._tree: Node | None = None
        self._controls: list[Node] = []

    def news(self, state: AppState) -> list[str]:
        """Return the texts that are new since the page was last heard."""
        before, self._tree = self._tree, self._heard(state)
        return news(before, self._tree)

    def texts(self, state: AppState) -> list[str]:
        """Return all texts of the page."""
        self._tree = self._heard(state)
        return news(None, self._tree)

    def texts_named(self, keys: Collection[str], state: AppState) -> list[str]:
        """Return the page's texts that have one of the given keys, in reading order."""
        self._tree = self._heard(state)
        return [node.name for node in self._tree.children if node.key in keys]

    def lines(self, state: AppState, texts: Texts) -> list[str]:
        """Return the whole page as lines; its controls are numbered from 1, as `control` takes the numbers."""
        self._tree = self._heard(state)
        self._controls = []
        heard = [line for node in page_of(self._tree) for line in self._told(node, texts)]
        following = [*heard[1:], ""]
        return [
            line for line, after in zip(heard, following, strict=True) if not _says_more(after, line, texts)
        ]

    def _told(self, node: Node, texts: Texts) -> Iterator[str]:
        if node.role in _SILENT and not node.usable:
            if node.name not in map(texts, PICTURES.values()) and not _SCALE.fullmatch(node.name):
                yield node.name
            return
        if node.role is NodeRole.CHOICE:
            values = texts("spoken.apart").join(self._numbered(child, texts) for child in node.children)
            yield texts("spoken.headed", head=node.name, rest=values)
            return
        if node.children:
            yield texts("spoken.headed", head=node.name, rest=node.value) if node.value else node.name
            for child in node.children:
                yield from self._told(child, texts)
            return
        parts = [node.name.rstrip(":：")]
        if node.role not in (NodeRole.BUTTON, NodeRole.TEXT):
            parts.append(texts(f"reader.role.{node.role.value}"))
        parts += [node.value] if node.value else []
        parts += [texts("reader.on")] if node.selected else []
        if not node.usable:
            yield texts.listed([*parts, texts("reader.unavailable")] if node.role is NodeRole.BUTTON else parts)
            return
        yield self._numbered(node, texts, parts)

    def _numbered(self, node: Node, texts: Texts, parts: Sequence[str] = ()) -> str:
        """Return a control with the next number, in its own words unless others are given."""
        self._controls.append(node)
        own = [node.name, *([texts("reader.on")] if node.selected else [])]
        return f"{len(self._controls)}. {texts.listed(parts or own)}"

    def named_so(self, beginning: str, state: AppState) -> list[str]:
        """Return the names of the controls whose keys begin with `beginning`, in reading order."""
        self._tree = self._heard(state)
        return [node.name for node in self._tree.children if node.key.startswith(beginning) and node.usable]

    def control(self, words: str, state: AppState) -> Node | None:
        """Return a control by its number on the page, or by its name there or in the rail; None without one.

        A number counts only while the control that had it is on the page.
        """
        self._tree = self._heard(state)
        there = [node for part in self._tree.children if _is_pressed(part) for node in part.walk()]
        if words.isascii() and words.isdigit() and len(words) < 6:
            number = int(words)
            named_so = self._controls[number - 1] if 0 < number <= len(self._controls) else None
            return next((node for node in there if named_so and node.key == named_so.key and node.usable), None)
        wanted = words.casefold()
        named = [node for node in there if node.usable and node.square is None]
        ranked = ((_rank(node.name.casefold(), wanted), place) for place, node in enumerate(named))
        rank, place = min(ranked, default=(_NOT_NAMED, 0))
        return named[place] if rank < _NOT_NAMED else None

    def after(self, control: Node, state: AppState) -> Node | None:
        """Return a control as it is in another state, or None if it is gone."""
        return next((node for node in self._heard(state).walk() if node.key == control.key), None)

    def _heard(self, state: AppState) -> Node:
        """Return the screen without the parts that are only seen, and with typing in place of clicks."""
        tree, hidden = self._screen.hear(self._surface, state), _for_eyes(state)
        heard = (node for node in tree.children if node.key not in hidden)
        return replace(tree, children=tuple(_how_typed(node, state) for node in heard))

    def press(self, control: Node, state: AppState) -> list[Action]:
        """Return the actions of a click on a control."""
        return self._screen.press(control.key, state)

    def fill(self, control: Node, text: str) -> list[Action]:
        """Write a text into a field, and return the resulting actions."""
        field = self._screen.stage.widget(control.key)
        if not isinstance(field, TextField):
            return []
        self._screen.memory.put_text(control.key, text)
        return [] if field.change is None else [field.change(text)]
