"""The header above the first column: the way back, the title, the kind of document, Export and the menu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.exercises.modes import Challenge, Puzzle
from xiangqi.app.exercises.state import Training
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.lessons.state import Learning
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.turns import can_pause, is_rated
from xiangqi.app.share.sharing import OpenShare
from xiangqi.ui.exercises.exercise_words import series_title
from xiangqi.ui.openings.openings_column import openings_head
from xiangqi.ui.parts.cards import Heading
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.game_words import document_title
from xiangqi.ui.parts.lesson_words import lesson_name
from xiangqi.ui.parts.menus import DOCUMENT_MENU
from xiangqi.ui.parts.way_back import back_button
from xiangqi.ui.toolkit.menu import MenuButton
from xiangqi.ui.toolkit.painter import Painter, wrap
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.widgets import Button, Memory, Widget

_CONTROL: Final = 36.0  # height of the buttons, points
_CHIP: Final = 22.0  # height of the kind, points
_EDGE: Final = 12.0  # from the edges of a button or the kind to its words, points
_ICON: Final = 25.0  # width of an icon beside a label, points
_LEAST_TITLE: Final = 90.0  # the title keeps this width; otherwise the kind goes
_WIDE: Final = 400.0  # least width of a header with a label beside the icon of Export


@dataclass
class Chip(Widget):
    """A word or two on a rounded background, with a red dot in front while a game is being played."""

    text: str = ""
    live: bool = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        painter.box(self.rect, palette.raised, _CHIP / 2, palette.outline)
        words = self.rect.inflate(-2 * painter.px(_EDGE), 0)
        if self.live:
            dot = (words.left + painter.px(2), words.centery)
            painter.disc(dot, 5, palette.danger, palette.danger)
            words.left, words.width = words.left + painter.px(_EDGE), words.width - painter.px(_EDGE)
        painter.write(self.text, words, size=SMALL, colour=palette.muted, bold=True)

    def width(self, painter: Painter) -> int:
        """Return the width in px that the words need."""
        dot = painter.px(_EDGE) if self.live else 0
        return painter.width(self.text, SMALL, True) + dot + 2 * painter.px(_EDGE) + 2


def header(scene: PanelContext) -> list[Widget]:
    """Lay out the header of a screen with a board; a page has a head of its own."""
    if not (scene.areas.content.board and scene.areas.content.framed):
        return []
    if scene.state.document.mode.kind is DocumentKind.OPENINGS:
        return openings_head(scene)
    left, before, right = _ends(scene)
    middle = pygame.Rect(left, scene.areas.header.top, right[0].rect.left - scene.px(GAP) - left, 0)
    middle.height = scene.areas.header.height
    unsaved = scene.state.document.unsaved
    title = Heading("head.title", middle, header_title(scene), size=LEAD, bold=True, dot=unsaved)
    chip = Chip("head.kind", pygame.Rect(0, 0, 0, 0), kind_words(scene), _is_live(scene.state))
    if scene.state.panel is Panel.PICTURE:  # what is being read is not a document yet
        return [*_with_room(scene, before, title), title, *right]
    width, gap = chip.width(scene.painter), scene.px(GAP + 4)
    dot = scene.px(14) if title.dot else 0
    wanted = scene.painter.width(title.text, LEAD, True) + dot + 2
    beside = middle.width - width - gap
    if beside < min(wanted, scene.px(_LEAST_TITLE)) or not _has_room(scene, title, beside):
        return [*_with_room(scene, before, title), title, *right]
    title.rect = pygame.Rect(left, middle.top, min(wanted, beside), middle.height)
    chip.rect = pygame.Rect(title.rect.right + gap, 0, width, scene.px(_CHIP))
    chip.rect.centery = middle.centery
    return [*before, title, chip, *right]


def _has_room(scene: PanelContext, title: Heading, width_px: int) -> bool:
    """Return whether a title can be read as a whole, if necessary on two small lines."""
    room = width_px - (scene.px(14) if title.dot else 0)
    lines = wrap(title.text, room, scene.painter.type_px(SMALL), bold=True)
    return len(lines) <= 2 and all(scene.painter.width(line, SMALL, True) <= room for line in lines)


def _with_room(scene: PanelContext, before: list[Button], title: Heading) -> list[Button]:
    """Return the way back, as an icon if the title has no room beside it; the title is then widened."""
    if not before or _has_room(scene, title, title.rect.width):
        return before
    back = before[0]
    given = back.rect.width - back.rect.height
    title.rect = pygame.Rect(
        title.rect.left - given, title.rect.top, title.rect.width + given, title.rect.height
    )
    slim = pygame.Rect(back.rect.topleft, (back.rect.height, back.rect.height))
    return [Button(back.key, slim, "", back.action, back.icon, tip=back.label or back.tip)]


def _ends(scene: PanelContext) -> tuple[int, list[Button], list[Button]]:
    """Return the x at which the title begins, and the buttons at the left and right ends."""
    head, side, texts = scene.areas.header, scene.px(_CONTROL), scene.texts
    more = pygame.Rect(head.right - side, 0, side, side)
    more.centery = head.centery
    right: list[Button] = [
        MenuButton("head.more", more, icon="more", quiet=True, menu=DOCUMENT_MENU, tip=texts("button.more"))
    ]
    play = scene.state.document.play
    if play is not None and can_pause(play) and not play.setup.is_watched:
        word, icon = ("go_on", "play") if play.paused else ("pause", "pause")
        box = more.move(-side - scene.px(4), 0)
        right.insert(0, Button(f"game.{word}", box, "", PauseGame(), icon, tip=texts(f"button.{word}")))
    if not _is_live(scene.state) and not scene.state.document.mode.arranges:
        label = texts("head.export")
        width = scene.painter.width(label, BODY, True) + scene.px(2 * _EDGE + _ICON)
        roomy = head.width >= scene.px(_WIDE)
        width = width if roomy else side
        box = pygame.Rect(more.left - scene.px(4) - width, more.top, width, side)
        tip = "" if roomy else label
        right.insert(0, Button("head.export", box, label if roomy else "", OpenShare(), "share", tip=tip))
    back = back_button(scene, "head.back", head)
    return (head.left, [], right) if back is None else (back.rect.right + scene.px(GAP + 4), [back], right)


def _is_live(state: AppState) -> bool:
    """Return whether a game is being played, and its own position is on the board."""
    return state.document.mode.kind is DocumentKind.LIVE_GAME and state.preview is None


def kind_words(scene: PanelContext) -> str:
    """Return the kind of the document in words, for a live game with whether it counts for the rating.

    While a line is previewed in a live game, the words say so instead.
    """
    document, texts = scene.state.document, scene.texts
    puzzle = scene.state.mode(Puzzle)
    if puzzle is not None and puzzle.page is not None:
        return texts("kind.level")
    if document.mode.kind is DocumentKind.LIVE_GAME and scene.state.preview is not None:
        return texts("analysis.line_title")
    kind = texts(f"kind.{document.mode.kind.value}")
    rated = document.play is not None and _is_live(scene.state) and is_rated(document.play)
    return texts("kind.joined", kind=kind, how=texts("kind.rated")) if rated else kind


def header_title(scene: PanelContext) -> str:
    """Return the title of the document: the opponent, the series of exercises, the lesson, or the record.

    While a picture is being checked, the title says so.
    """
    state, document, texts = scene.state, scene.state.document, scene.texts
    if state.panel is Panel.PICTURE:
        return texts("picture.title")
    learning, play = state.mode(Learning), document.play
    if learning is not None:
        return lesson_name(scene, learning.lesson)
    puzzle = state.mode(Puzzle)
    if puzzle is not None and puzzle.origin is not None:
        return texts("practice.header")
    if puzzle is not None and puzzle.page is not None:
        return texts(f"classics.{puzzle.page.goal.value}")
    if document.mode.kind is DocumentKind.EXERCISE:
        training = state.held(Training) if state.mode(Challenge) is not None else None
        return series_title(scene, training) if training is not None else texts("exercises.title")
    if document.mode.arranges:
        return texts("editor.title")
    if document.mode.kind is DocumentKind.ANALYSIS:
        return texts("head.analysis")
    if play is not None and play.setup.human_side is not None:
        opponents = [one for one in (play.setup.red, play.setup.black) if one.kind is not PlayerKind.HUMAN]
        return scene.player_name(opponents[0]) if opponents else document_title(scene, document)
    return document_title(scene, document)
