"""The export page: at the left the kinds of export, in the middle the preview, at the right the options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.pixels import Pixels
from xiangqi.app.session import analysed
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.share.sharing import (
    ChooseOption,
    ChooseShare,
    LookForFolder,
    WriteShare,
    chosen,
)
from xiangqi.app.share.state import OPTIONS, Share, ShareKind, ShareOption
from xiangqi.i18n.languages import language_named
from xiangqi.storage.settings import Settings
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.folder_list import folder_list
from xiangqi.ui.parts.page_layout import BETWEEN, page_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.toolkit.lists import Scrollable
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CONTROL, GAP, LABEL, LEAD, PADDING, SMALL
from xiangqi.ui.toolkit.waiting import Wait
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Label, Memory, Widget

_VIETNAMESE: Final = ("vietnamese", "vietnamese-words")
_WRITE: Final = 48.0
_LIST: Final = 288.0  # width of what can be exported, points
_OPTIONS: Final = 276.0  # width of the options, points
_WIDE: Final = 900.0  # width of a page from which all three stand side by side, points
_WIDEST: Final = 640.0  # largest width of a picture in the preview, points
_NO_PICTURE: Final = Pixels(1, 1, bytes(3))
_TALL: Final = 2.0  # times as high as wide: a picture from there on is scrolled
_ROW: Final = 52.0
_LOW_ROW: Final = 34.0  # height of a row without its second line, points
_HEADING: Final = 26.0
_CHOICE: Final = 36.0
_CAPTION: Final = 22.0

_GROUPS: Final = (
    ("copy", (ShareKind.FEN, ShareKind.MOVES)),
    ("file", (ShareKind.PGN, ShareKind.XQF, ShareKind.DHTMLXQ)),
    ("picture", (ShareKind.CARD, ShareKind.LONG, ShareKind.FILM)),
    ("paper", (ShareKind.PAPER, ShareKind.PAGE)),
)
_ICONS: Final = {"copy": "copy", "file": "file", "picture": "camera", "paper": "printer"}
_OF_KINDS: Final = {ShareKind.FILM: "play", ShareKind.PAGE: "file"}


@panel(Panel.SHARE)
def share_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the kinds of export, the preview, and the options with the export button."""
    share = scene.state.held(Share)
    head = page_head(scene, box, scene.texts("head.export"))
    if share is None:
        return head.widgets
    if share.is_choosing:
        return [*head.widgets, *_choosing(scene, Room(head.rest, scene.painter.unit))]
    rest, gap = head.rest, scene.px(BETWEEN)
    if rest.width < scene.px(_WIDE):
        return [*head.widgets, *_narrow(scene, rest, share)]
    left = pygame.Rect(rest.left, rest.top, scene.px(_LIST), rest.height)
    right = pygame.Rect(rest.right - scene.px(_OPTIONS), rest.top, scene.px(_OPTIONS), rest.height)
    middle = pygame.Rect(left.right + gap, rest.top, right.left - left.right - 2 * gap, rest.height)
    return [
        *head.widgets,
        *_kinds(scene, left, share),
        *_preview(scene, middle, share),
        *_options(scene, right, share),
    ]


def _narrow(scene: PanelContext, rest: pygame.Rect, share: Share) -> list[Widget]:
    """Lay out the page where three parts have no room side by side: the preview below the kinds of export."""
    left, right = columns(rest, 2, scene.px(GAP))
    high = min(round(rest.height * 0.58), scene.px(_wanted(_LOW_ROW)))
    top = pygame.Rect(left.left, left.top, left.width, high)
    below = pygame.Rect(left.left, top.bottom + scene.px(GAP), left.width, 0)
    below.height = rest.bottom - below.top
    return [*_kinds(scene, top, share), *_preview(scene, below, share), *_options(scene, right, share)]


# ---- What ----


def _wanted(row: float) -> float:
    """Return the height in points that the list needs with rows of a given height."""
    rows = sum(len(kinds) for _, kinds in _GROUPS)
    return rows * row + len(_GROUPS) * _HEADING + 2 * GAP


@dataclass
class KindRow(Button):
    """A kind of export, with a second line that says whom it is for."""

    detail: str = ""

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        if self.chosen or memory.hover == self.key:
            painter.box(self.rect, palette.chosen if self.chosen else palette.hover, 7)
        if self.chosen:
            edge = pygame.Rect(self.rect.left, self.rect.top + 4, painter.px(3), self.rect.height - 8)
            painter.box(edge, palette.gold, 1.5)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, 7)
        icon = pygame.Rect(self.rect.left + painter.px(10), self.rect.top, painter.px(20), self.rect.height)
        painter.icon(self.icon, icon, 18, palette.text if self.chosen else palette.muted)
        words = pygame.Rect(icon.right + painter.px(10), self.rect.top, 0, self.rect.height)
        words.width = self.rect.right - words.left - painter.px(6)
        if not self.detail:
            painter.caption(self.label, words, bold=self.chosen)
            return
        upper = pygame.Rect(words.left, words.top + painter.px(5), words.width, painter.px(22))
        lower = pygame.Rect(words.left, upper.bottom, words.width, painter.px(19))
        painter.write(self.label, upper, bold=self.chosen)
        painter.write(self.detail, lower, size=SMALL, colour=palette.text if self.chosen else palette.muted)


def _kinds(scene: PanelContext, rect: pygame.Rect, share: Share) -> list[Widget]:
    """Lay out the kinds of export in groups."""
    texts, room = scene.texts, Room(rect, scene.painter.unit).inner(GAP)
    row = _ROW if scene.px(_wanted(_ROW)) <= rect.height else _LOW_ROW
    spare = room.rest.height - scene.px(_wanted(row) - 2 * GAP)
    if spare < 0:  # a very low window: the headings go
        row = max(22.0, room.rest.height / scene.painter.unit / sum(len(kinds) for _, kinds in _GROUPS))
    widgets: list[Widget] = [Card("share.kinds", rect)]
    for group, kinds in _GROUPS:
        if spare >= 0:
            place = room.top(_HEADING, 0)
            place = place.inflate(-2 * scene.px(10), 0)
            name, accent = texts(f"share.group.{group}"), scene.painter.palette.accent
            widgets.append(
                Label(f"share.group.{group}", place, name, LABEL, colour=accent, bold=True, single=True)
            )
        for kind in kinds:
            detail = texts(f"share.note.{kind.value}") if row == _ROW else ""
            icon = _OF_KINDS.get(kind, _ICONS[group])
            widgets.append(
                KindRow(
                    f"share.kind.{kind.value}",
                    room.top(row, 0),
                    texts(f"share.{kind.value}"),
                    ChooseShare(kind),
                    icon,
                    chosen=kind is share.kind,
                    detail=detail,
                )
            )
    return widgets


# ---- How it looks ----


def _preview(scene: PanelContext, rect: pygame.Rect, share: Share) -> list[Widget]:
    room = Room(rect, scene.painter.unit).inner(PADDING)
    card = Card("share.shown", rect)
    if share.failure:
        return [card, Label("share.told", room.rest, scene.texts.tell(share.failure))]
    if share.text:
        return [card, TextPreview("share.text", room.rest, scene.px(24), text=share.text)]
    if share.preview is not None:
        return [card, _picture(scene, room.rest, share.preview)]
    return [card, Wait(f"share.waiting.{share.id}", room.rest, scene.texts("share.making"))]


def _picture(scene: PanelContext, rect: pygame.Rect, picture: Pixels) -> Widget:
    return PicturePreview("share.preview", rect, scene.px(24), picture=picture, most_px=scene.px(_WIDEST))


@dataclass
class TextPreview(Scrollable):
    """A text with its own line breaks, which the mouse wheel scrolls."""

    text: str = ""
    focusable = False

    def content_height(self) -> int:
        return len(self.text.splitlines()) * self.row_height

    def draw(self, painter: Painter, memory: Memory) -> None:
        top = self.rect.top - self.offset(memory)
        with painter.clipped(self.rect):
            for number, line in enumerate(self.text.splitlines()):
                place = pygame.Rect(self.rect.left, top + number * self.row_height, self.rect.width, 0)
                place.height = self.row_height
                if place.bottom > self.rect.top and place.top < self.rect.bottom:
                    painter.write(line, place, size=BODY, shrink=False)
        self.draw_scrollbar(painter, memory)


@dataclass
class PicturePreview(Scrollable):
    """A picture as wide as its box or as `most_px`, but never enlarged; one that is much taller is scrolled."""

    picture: Pixels = _NO_PICTURE
    most_px: int = 0

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Whether the preview can be scrolled."""
        return self._needs_scrollbar()

    def key_down(self, key: int, memory: Memory) -> Action | None:
        step, page = self.row_height, self.rect.height - self.row_height
        keys = {pygame.K_UP: -step, pygame.K_DOWN: step, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        if key not in keys:
            return None
        self.scroll_by(keys[key], memory)
        return HANDLED

    def content_height(self) -> int:
        return self._size()[1]

    def draw(self, painter: Painter, memory: Memory) -> None:
        """Draw the visible part, with an outline."""
        shown = _scaled(self.picture, self._size())
        part = pygame.Rect(0, self.offset(memory), shown.get_width(), min(self.rect.height, shown.get_height()))
        place = part.copy()
        place.midtop = self.rect.midtop
        if shown.get_height() < self.rect.height:
            place.centery = self.rect.centery
        painter.surface.blit(shown, place, part)
        pygame.draw.rect(painter.surface, painter.palette.outline, place, 1)
        self.draw_scrollbar(painter, memory)
        if self.has_focus(memory):
            painter.ring(self.rect.inflate(-painter.px(4), -painter.px(4)), painter.palette.accent, 2)

    def _size(self) -> tuple[int, int]:
        """Return the size of the picture as shown; one that is not tall is wholly visible."""
        width, height, _ = self.picture
        scale = min(1.0, min(self.rect.width, self.most_px) / width)
        if height < _TALL * width:
            scale = min(scale, self.rect.height / height)
        return max(1, round(width * scale)), max(1, round(height * scale))


@lru_cache(maxsize=1)
def _scaled(picture: Pixels, size: tuple[int, int]) -> pygame.Surface:
    whole = pygame.image.frombuffer(picture.data, (picture.width, picture.height), "RGB")
    return pygame.transform.smoothscale(whole, size)


# ---- How ----


def _options(scene: PanelContext, rect: pygame.Rect, share: Share) -> list[Widget]:
    """Lay out the options of the export, and at the foot the button that exports."""
    texts, room = scene.texts, Room(rect, scene.painter.unit).inner(PADDING)
    buttons = [*_buttons(scene, room, share), *_saved(scene, room, share)]
    title = texts(f"share.{share.kind.value}")
    height = scene.painter.paragraph_height(title, room.rest.width, LEAD, True)
    name = Label("share.name", room.top_px(height), title, LEAD, bold=True)
    options = OPTIONS.get(share.kind, ())
    each = _CAPTION + _CHOICE + GAP
    captioned = room.rest.height >= scene.px(len(options) * each)
    widgets: list[Widget] = [Card("share.options", rect), name, *_warning(scene, room, options)]
    for option in options:
        if captioned:
            muted, place = scene.painter.palette.muted, room.top(_CAPTION, 2)
            widgets.append(
                Label(f"share.{option.value}.name", place, texts(f"share.option.{option.value}"), SMALL, muted)
            )
        if room.rest.height >= scene.px(_CHOICE):
            widgets.append(_choice(scene, room.top(_CHOICE, GAP - 2), option))
    if not options:
        note = texts(f"share.note.{share.kind.value}")
        widgets.append(Label("share.note", room.rest, note, colour=scene.painter.palette.muted))
    return [*widgets, *buttons]


def _warning(scene: PanelContext, room: Room, options: Sequence[ShareOption]) -> list[Widget]:
    """Lay out the progress of a review that the export depends on, or a note that diagrams require one."""
    state, painter = scene.state, scene.painter
    analysis = state.analysis
    review = analysis.review if analysis is not None and not state.reviews_another else None
    if review is not None and {ShareOption.COMMENTS, ShareOption.DIAGRAMS}.intersection(options):
        percent = round(100 - 100 * review.ply / max(1, len(review.line.moves)))
        words = scene.texts("share.review_running", percent=percent)
    elif _lacks_mistakes(state, options):
        words = scene.texts("share.unreviewed")
    else:
        return []
    place = room.top_px(painter.paragraph_height(words, room.rest.width, SMALL))
    return [Label("share.review", place, words, SMALL, painter.palette.warning)]


def _lacks_mistakes(state: AppState, options: Sequence[ShareOption]) -> bool:
    """Return whether diagrams are wanted at the mistakes of a game that has not been reviewed."""
    if ShareOption.DIAGRAMS not in options or chosen(state, ShareOption.DIAGRAMS) != "mistakes":
        return False
    found = analysed.assessment(state)
    return not found.is_complete and not found.marked


def _saved(scene: PanelContext, room: Room, share: Share) -> list[Widget]:
    """Lay out the path of the written document above the buttons, until another document is chosen."""
    if not share.saved:
        return []
    words, painter = scene.texts("toast.saved", name=share.saved), scene.painter
    height = min(painter.paragraph_height(words, room.rest.width, SMALL), room.rest.height // 3)
    return [Label("share.saved", room.bottom_px(height), words, SMALL, painter.palette.good)]


def _choice(scene: PanelContext, rect: pygame.Rect, option: ShareOption) -> Choice:
    shown = chosen(scene.state, option)
    choices = _offered(scene.state.settings, option, shown)
    labels = tuple(scene.texts(f"share.{option.value}.{choice}") for choice in choices)
    actions = tuple(ChooseOption(option, choice) for choice in choices)
    index = choices.index(shown) if shown in choices else choices.index(_usual(scene, option))
    return Choice(f"share.{option.value}", rect, labels, actions, index)


def _offered(settings: Settings, option: ShareOption, shown: str) -> Sequence[str]:
    """Return the values to choose from, without "", which stands for one of the others.

    Vietnamese notation is offered to players who use it, in the form shown in the window or else the shorter
    one.
    """
    own = {settings.notation, language_named(settings.language).notation, shown}
    if settings.notation in _VIETNAMESE:
        own = {settings.notation, shown}
    return [choice for choice in option.choices if choice and (choice not in _VIETNAMESE or choice in own)]


def _usual(scene: PanelContext, option: ShareOption) -> str:
    """Return the value that "" represents: the window's notation or pieces, or the kind's usual colours."""
    settings = scene.state.settings
    if option is ShareOption.NOTATION:
        return "chinese" if settings.notation.startswith("chinese") else settings.notation
    if option is ShareOption.PIECES:
        return settings.piece_set if settings.piece_set in ("simplified", "western") else "traditional"
    share = scene.state.held(Share)
    return "plain" if share is not None and share.kind is ShareKind.PAPER else "wood"


def _buttons(scene: PanelContext, room: Room, share: Share) -> list[Widget]:
    """Lay out the buttons at the foot of a room: the gold one that exports and, for files, others below it."""
    texts, ready = scene.texts, share.is_ready and not share.is_writing
    if share.kind.is_copied:
        copy = texts("share.copy")
        return [
            Button("share.write", room.bottom(_WRITE), copy, WriteShare(), "copy", enabled=ready, primary=True)
        ]
    foot = room.bottom(CONTROL)
    others: list[Widget] = []
    if share.kind in (ShareKind.PAPER, ShareKind.PAGE):
        printing, foot = columns(foot, 2, scene.px(GAP))
        word = texts("share.print" if share.kind is ShareKind.PAPER else "share.open")
        others = [Button("share.print", printing, word, WriteShare(opened=True), enabled=ready)]
    others.append(Button("share.elsewhere", foot, texts("share.elsewhere"), LookForFolder(), enabled=ready))
    form = share.kind.suffix[1:].upper() if share.kind is not ShareKind.DHTMLXQ else "DhtmlXQ"
    label = texts("share.writing") if share.is_writing else texts("share.save_as", form=form)
    write = Button("share.write", room.bottom(_WRITE), label, WriteShare(), "save", enabled=ready, primary=True)
    return [write, *others]


def _choosing(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the folders to choose from. Files are listed only for orientation; none is ever replaced."""
    texts, folder = scene.texts, scene.state.folder.path
    left, right = columns(room.bottom(CONTROL), 2, scene.px(GAP))
    back = Button("share.back", left, texts("button.back"), LookForFolder())
    here = WriteShare(folder) if folder is not None else None
    write = Button("share.here", right, texts("share.here"), here, enabled=here is not None, primary=True)
    return [*folder_list(scene, room, lambda _path: HANDLED, texts("open.empty")), back, write]
