"""The share panel, in which the player chooses a kind of document and previews it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from xiangqi.action import Action
from xiangqi.app.pixels import Pixels
from xiangqi.app.session.state import Panel
from xiangqi.app.share.sharing import ChooseShare, LookForFolder, StopSharing, WriteShare
from xiangqi.app.share.state import Share, ShareKind
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.folder_list import folder_list
from xiangqi.ui.parts.form import Form, panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import GAP
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

_WRITE = 40.0


@panel(Panel.SHARE, widest=FORM_WIDTH)
def share_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the kinds of documents, the preview, and the button that writes the file."""
    texts, share = scene.texts, scene.state.held(Share)
    widgets, room = panel_room(scene, box, texts("share.title"), StopSharing())
    if share is None:
        return widgets
    if share.is_choosing:
        return [*widgets, *_choosing(scene, room)]
    form = Form(scene, room)
    kinds = tuple(ShareKind)
    labels = tuple(texts(f"share.{kind.value}") for kind in kinds)
    form.choice(
        "share.kind", texts("share.kind"), labels, tuple(map(ChooseShare, kinds)), kinds.index(share.kind)
    )
    form.note("share.note", texts(f"share.note.{share.kind.value}"))
    rest = room.rest
    gap, height = scene.px(GAP), scene.px(_WRITE)
    place = pygame.Rect(rest.left, rest.top, rest.width, rest.height - height - gap)
    if share.preview is not None:
        widgets.append(PicturePreview("share.preview", place, share.preview))
    else:
        told = texts.tell(share.failure) if share.failure else texts("share.making")
        widgets.append(Label("share.told", place, told))
    left, right = columns(pygame.Rect(rest.left, place.bottom + gap, rest.width, height), 2, gap)
    words = texts("share.writing" if share.is_writing else "share.write")
    enabled = share.preview is not None and not share.is_writing
    elsewhere = Button("share.elsewhere", left, texts("share.elsewhere"), LookForFolder(), enabled=enabled)
    write = Button("share.write", right, words, WriteShare(), enabled=enabled, primary=True)
    return [*widgets, *form.widgets, elsewhere, write]


def _choosing(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the folders to choose from. Files are listed only for orientation; none is ever replaced."""
    texts, folder = scene.texts, scene.state.folder.path
    left, right = columns(room.bottom(_WRITE), 2, scene.px(GAP))
    back = Button("share.back", left, texts("button.back"), LookForFolder())
    here = WriteShare(folder) if folder is not None else None
    write = Button("share.here", right, texts("share.here"), here, enabled=here is not None, primary=True)
    return [*folder_list(scene, room, lambda _path: HANDLED, texts("open.empty")), back, write]


@dataclass
class PicturePreview(Widget):
    """A picture as wide as its box; if it is taller, the wheel scrolls it."""

    picture: Pixels
    focusable = False

    def draw(self, painter: Painter, memory: Memory) -> None:
        """Draw the visible part, with an outline."""
        shown = _scaled(self.picture, self._size())
        top = min(self._scrolled(memory), max(0, shown.get_height() - self.rect.height))
        part = pygame.Rect(0, top, shown.get_width(), min(self.rect.height, shown.get_height()))
        place = part.copy()
        place.midtop = self.rect.midtop
        painter.surface.blit(shown, place, part)
        pygame.draw.rect(painter.surface, painter.palette.outline, place, 1)

    def wheel(self, steps: float, memory: Memory) -> Action | None:
        """Scroll the picture."""
        most = max(0, self._size()[1] - self.rect.height)
        moved = self._scrolled(memory) - round(steps * self.rect.height / 4)
        memory.scroll[self.key] = min(most, max(0, moved))
        return HANDLED

    def _scrolled(self, memory: Memory) -> int:
        return round(memory.scroll.get(self.key, 0.0))

    def _size(self) -> tuple[int, int]:
        """Return the size of the shown picture: as wide as the box, or wholly visible if it is not tall."""
        width, height, _ = self.picture
        scale = self.rect.width / width
        if height < 2 * width:
            scale = min(scale, self.rect.height / height)
        return max(1, round(width * scale)), max(1, round(height * scale))


@lru_cache(maxsize=1)
def _scaled(picture: Pixels, size: tuple[int, int]) -> pygame.Surface:
    whole = pygame.image.frombuffer(picture.data, (picture.width, picture.height), "RGB")
    return pygame.transform.smoothscale(whole, size)
