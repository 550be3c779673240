"""The palette: open or closed, with its typed text. The features register what it finds.

The window lists everything that is known at once (`ui/parts/findable.py`). A feature that has to ask a worker
hears `LookedFor`, keeps the answer in its own part of the state, and has that listed as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from xiangqi.app.intent import Intent
from xiangqi.app.session.closing import ClosingOrder, closes
from xiangqi.app.session.dispatch import announce, handles
from xiangqi.app.session.notices import LookedFor
from xiangqi.app.session.state import AppState, Overlay
from xiangqi.app.session.transition import Result, done


@dataclass(frozen=True)
class Palette(Overlay):
    """The open palette; the state holds none while it is closed."""

    text: str = ""  # what is typed


@dataclass(frozen=True)
class OpenPalette(Intent, allowed_in_editor=True):
    """Open the palette, with nothing typed."""


@handles(OpenPalette)
def open_palette(state: AppState, _intent: OpenPalette) -> Result:
    """Open the palette, unless a question waits for its answer."""
    if state.question is not None:
        return done(state)
    return announce(state.with_part(Palette()), LookedFor(""))


@dataclass(frozen=True)
class LookFor(Intent, allowed_in_editor=True):
    """Change the text typed in the palette."""

    text: str


@handles(LookFor)
def look_for(state: AppState, intent: LookFor) -> Result:
    """Note the typed text, and announce it to the features that ask a worker."""
    held = state.held(Palette)
    if held is None:
        return done(state)
    return announce(state.with_part(replace(held, text=intent.text)), LookedFor(intent.text))


@dataclass(frozen=True)
class ClosePalette(Intent, allowed_in_editor=True):
    """Close the palette."""


@handles(ClosePalette)
def close_palette(state: AppState, _intent: ClosePalette) -> Result:
    """Close the palette; everything below it is as it was."""
    return done(state.without_part(Palette))


@closes(ClosingOrder.OVERLAY, when=lambda state: state.held(Palette) is not None)
def leave_palette(state: AppState) -> Result:
    """Close the palette."""
    return close_palette(state, ClosePalette())
