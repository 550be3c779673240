"""The welcome at the first start: which pieces the player can read, their experience, and one button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from xiangqi.app.lessons.welcome import (
    BeginAsTold,
    BringGames,
    ChooseReading,
    TellExperience,
    WelcomeAnswers,
)
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, CANNON, KING, KNIGHT, RED, ROOK
from xiangqi.i18n.languages import TABLE
from xiangqi.ui.board.pieces import piece
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import Content
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CARD_RADIUS, GAP, LEAD, PAGE_TITLE, SMALL, TITLE
from xiangqi.ui.toolkit.theme import PIECES, PieceTheme
from xiangqi.ui.toolkit.tiles import Link, Tile
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Memory, Widget

_SHOWN: Final = (RED | KING, BLACK | ROOK, RED | KNIGHT, BLACK | CANNON)
_ROOMY: Final = 690.0  # height from which everything has its usual size, points
_MARK: Final = 24.0  # diameter of the mark of a choice, points
_BUTTON: Final = 52.0
_LANGUAGES: Final = 96.0  # width of the name of a language, points
_NARROW: Final = 460.0  # width below which what follows from an answer needs two lines, points
_ICONS: Final = {"new": "learn", "moves": "play", "often": "trophy"}


@dataclass
class PieceRow(Widget):
    """Some pieces of a set, side by side."""

    theme: PieceTheme | None = None  # the set of pieces
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        if self.theme is None:
            return
        step = self.rect.width // len(_SHOWN)
        size = min(self.rect.height, round(step * 0.86))
        for place, code in enumerate(_SHOWN):
            picture = piece(self.theme, code, size)
            middle = (self.rect.left + step * place + step // 2, self.rect.centery)
            painter.surface.blit(picture, picture.get_rect(center=middle))

    def is_at(self, position: tuple[int, int]) -> bool:
        """Return False, so that a click goes to the answer below the pieces."""
        return False


@dataclass
class WelcomeAnswer(Tile):
    """An answer to a question, with a mark at the right or in the lower corner if it is chosen."""

    low: bool = False  # whether there are pieces above the words, which then stand in the middle of the foot

    def draw(self, painter: Painter, memory: Memory) -> None:
        if self.low:
            self._draw_low(painter, memory)
        else:
            super().draw(painter, memory)
        self._draw_mark(painter)

    def _draw_low(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        ground = palette.hover if memory.hover == self.key else palette.raised if self.chosen else palette.field
        painter.box(self.rect, ground, CARD_RADIUS, palette.accent if self.chosen else palette.outline)
        if self.has_focus(memory):
            painter.ring(self.rect, painter.focus_colour(self.chosen), CARD_RADIUS)
        high, mark = painter.px(40), painter.px(_MARK + 10)
        foot = pygame.Rect(self.rect.left + mark, self.rect.bottom - high, self.rect.width - 2 * mark, high)
        if painter.width(self.label, BODY, True) > foot.width:
            foot.left, foot.width = self.rect.left + painter.px(6), self.rect.width - mark - painter.px(6)
        painter.caption(self.label, foot, size=BODY, bold=self.chosen, align="centre")

    def _draw_mark(self, painter: Painter) -> None:
        palette, side = painter.palette, painter.px(_MARK)
        box = pygame.Rect(0, 0, side, side)
        edge = painter.px(14 if not self.low else 8)
        if self.low:
            box.bottomright = self.rect.right - edge, self.rect.bottom - edge
        else:
            box.midright = self.rect.right - edge, self.rect.centery
        if self.chosen:
            painter.disc(box.center, _MARK / 2, palette.gold, palette.gold)
            painter.icon("check", box, _MARK * 0.66, palette.on_gold)
        elif not self.low:
            ground = palette.surface
            painter.disc(box.center, _MARK / 2 - 2, ground, palette.outline)


@panel(Panel.WELCOME, content=Content(framed=False))
def welcome_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out both questions beside the board, which shows the chosen pieces, and the button to go on."""
    texts, painter, answers = scene.texts, scene.painter, scene.state.part(WelcomeAnswers)
    roomy = box.height >= scene.px(_ROOMY)
    edge = scene.px(28 if roomy else 14)
    room = Room(box.inflate(-2 * edge, -2 * (edge - scene.px(8 if roomy else 2))), painter.unit)
    muted = painter.palette.muted
    widgets: list[Widget] = [Card("welcome.card", box), *_head(scene, room, roomy=roomy)]
    begin = room.bottom(_BUTTON if roomy else 44, 0)
    if roomy:
        foot = begin.copy()
        begin = begin.move(0, -scene.px(40))
        room.rest.height -= scene.px(40)
        note = pygame.Rect(foot.left, begin.bottom + scene.px(8), foot.width, scene.px(28))
        words = texts("welcome.later")
        if painter.width(words, SMALL) <= note.width:
            widgets.append(Label("welcome.later", note, words, SMALL, muted, single=True, align="centre"))
    room.rest.height -= scene.px(10)
    widgets += _questions(scene, room, answers, roomy=roomy)
    widgets.append(
        Button(
            "welcome.begin",
            begin,
            _follows(scene, answers),
            BeginAsTold(),
            icon="play",
            enabled=answers.are_complete,
            primary=answers.are_complete,
            size=LEAD,
        )
    )
    return widgets


def _head(scene: PanelContext, room: Room, *, roomy: bool) -> list[Widget]:
    """Lay out the title and, beside or below it, the languages."""
    painter = scene.painter
    row = room.top(40 if roomy else 34, 10 if roomy else 4)
    names = [one.own_name for one in TABLE.values()]
    actions = [ChangeSettings({"language": tag}) for tag in TABLE]
    chosen = list(TABLE).index(scene.state.settings.language)
    words, title = scene.texts("welcome.title"), row.copy()
    width = scene.px(_LANGUAGES) * len(names)
    if painter.width(words, TITLE, True) + width + scene.px(GAP) <= row.width:
        languages = pygame.Rect(row.right - width, row.top, width, row.height)
        title.width -= width + scene.px(GAP)
    else:
        languages = room.top(34, 6)
    size = PAGE_TITLE if painter.width(words, PAGE_TITLE, True) <= title.width else TITLE
    return [
        Label("panel.title", title, words, size, bold=True, single=True),
        Choice("welcome.language", languages, names, actions, chosen),
    ]


def _questions(scene: PanelContext, room: Room, answers: WelcomeAnswers, *, roomy: bool) -> list[Widget]:
    texts, painter = scene.texts, scene.painter
    widgets: list[Widget] = []

    def question(number: int, name: str, note: str = "") -> None:
        note = note if painter.width(note, SMALL) <= room.rest.width else ""
        line = room.top_px(painter.line_height(LEAD), 2 if note else 8)
        words = texts("welcome.numbered", number=number, question=texts(f"welcome.{name}"))
        widgets.append(Label(f"welcome.{name}", line, words, LEAD, bold=True, single=True))
        if note:
            told = room.top_px(painter.line_height(SMALL), 8)
            widgets.append(Label(f"welcome.{name}.note", told, note, SMALL, painter.palette.muted, single=True))

    question(1, "question", texts("welcome.text") if roomy else "")
    sets = [("western", texts("welcome.western"), False), ("traditional", texts("welcome.traditional"), True)]
    high = 124 if roomy else max(70.0, min(110.0, room.rest.height / painter.unit * 0.24))
    for cell, (name, label, chinese) in zip(
        columns(room.top(high, 24 if roomy else 10), 2, scene.px(16)), sets, strict=True
    ):
        answer = WelcomeAnswer(f"welcome.{name}", cell, label, ChooseReading(chinese), low=True)
        answer.chosen = answers.chinese is chinese
        row = pygame.Rect(cell.left, cell.top + scene.px(8), cell.width, cell.height - scene.px(46))
        pieces = PieceRow(f"welcome.{name}.pieces", row.inflate(-2 * scene.px(10), 0), theme=PIECES[name])
        widgets += [answer, pieces]
    question(2, "knowledge")
    link = room.bottom(30, 6) if room.rest.height >= scene.px(3 * 62 + 36) else None
    gap = scene.px(10 if roomy else 6)
    is_narrow = room.rest.width < scene.px(_NARROW)
    tile = min(scene.px(98 if is_narrow else 76), (room.rest.height - 2 * gap) // len(_ICONS))
    for place, name in enumerate(_ICONS):
        cell = pygame.Rect(room.rest.left, room.rest.top + place * (tile + gap), room.rest.width, tile)
        widgets.append(
            WelcomeAnswer(
                f"welcome.{name}",
                cell,
                texts(f"welcome.knows.{name}"),
                TellExperience(name),
                icon=_ICONS[name],
                detail=texts(f"welcome.then.{name}") if tile >= scene.px(92 if is_narrow else 58) else "",
                lines=2,
                chosen=answers.experience == name,
                side=_MARK + 20,
            )
        )
    return [*widgets, *(_bring(scene, link) if link is not None else [])]


def _bring(scene: PanelContext, row: pygame.Rect) -> list[Widget]:
    """Lay out the link for players who come from another program."""
    texts, painter = scene.texts, scene.painter
    words, link = texts("welcome.other"), texts("welcome.bring")
    width = painter.width(words, SMALL) + scene.px(10)
    beside = painter.width(link, SMALL) + scene.px(SMALL + 14)
    if width + beside > row.width:
        width = 0
    place = pygame.Rect(row.left + width, row.top, min(beside, row.width - width), row.height)
    told = (
        [Label("welcome.other", row.copy(), words, SMALL, painter.palette.muted, single=True)] if width else []
    )
    return [*told, Link("welcome.bring", place, link, BringGames(), icon="folder")]


def _follows(scene: PanelContext, answers: WelcomeAnswers) -> str:
    """Return the label of the button: the next step according to the answers, or the missing answer."""
    texts = scene.texts
    if not answers.are_complete:
        return texts("welcome.answer_both")
    if answers.experience == "new":
        return texts("welcome.start_lesson", name=texts("first.board"))
    return texts("welcome.start_game" if answers.experience == "moves" else "welcome.go_home")
