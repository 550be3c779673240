"""The button that leads back, with the name of its destination."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.session.places import Back, back_label
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.toolkit.roles import BODY, SMALL
from xiangqi.ui.toolkit.widgets import Button

_HEIGHT: Final = 36.0
_BESIDE: Final = 49.0  # width of the icon and the margins, points
_SHARE: Final = 0.4  # largest share of the head for the button


def back_button(
    scene: PanelContext, key: str, head: pygame.Rect, action: Action | None = None
) -> Button | None:
    """Return the button at the left end of a head, or None if there is nothing to go back to.

    If the label does not fit, the button has an icon alone, with the label as its tip.

    Args:
        scene: the panel context.
        key: the key of the button.
        head: the strip in px.
        action: the action of the button, if it is not the session's way back.
    """
    label = back_label(scene.state)
    if label is None:
        return None
    words, height = scene.texts.say(label), min(scene.px(_HEIGHT), head.height)
    wanted, most = scene.painter.width(words, BODY, True) + scene.px(_BESIDE), round(head.width * _SHARE)
    fits = scene.painter.width(words, SMALL, True) + scene.px(_BESIDE) <= most
    box = pygame.Rect(head.left, 0, min(wanted, most) if fits else height, height)
    box.centery = head.centery
    return Button(key, box, words if fits else "", action or Back(), "previous", tip="" if fits else words)
