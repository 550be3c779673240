"""An engine's speed in words."""

from __future__ import annotations

from xiangqi.ui.parts.context import PanelContext


def speed_text(scene: PanelContext, nps: int) -> str:
    """Return nodes per second as a short text, or "" if unknown."""
    if nps <= 0:
        return ""
    return scene.texts("engine.speed", count=scene.texts.short(nps))
