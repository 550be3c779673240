"""Changes to the settings and to the window's size, and the beginning of a day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from xiangqi.app.event import DayBegan
from xiangqi.app.intent import Intent
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.orders import LoadPractice, SaveSettings
from xiangqi.app.session.panels import PRACTICE_PANELS
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import in_script, with_values


@dataclass(frozen=True)
class ChangeSettings(Intent, allowed_in_editor=True):
    """Change and save some settings, given by the names of `Settings`."""

    values: Mapping[str, object] = field(hash=False)
    said: Message | None = None  # what then holds, for a place where nobody would see it; None to say nothing


@handles(ChangeSettings)
def change_settings(state: AppState, intent: ChangeSettings) -> Result:
    """Apply and save new settings; the script of Chinese moves follows the language."""
    settings = with_values(state.settings, in_script(state.settings, intent.values))
    if intent.said is not None:
        state = toast(state, intent.said)
    if settings == state.settings:
        return done(state)
    return done(replace(state, settings=settings), SaveSettings(settings))


@dataclass(frozen=True)
class WindowResized(Intent, allowed_in_editor=True):
    """The window has been resized or maximised, full screen apart."""

    size: tuple[int, int]  # in pixels, when it is not maximised
    maximised: bool = False


@handles(WindowResized)
def window_resized(state: AppState, intent: WindowResized) -> Result:
    """Store the window's size, and whether it is maximised, which is saved when the program ends."""
    values = {"window_size": intent.size, "maximised": intent.maximised}
    return done(replace(state, settings=with_values(state.settings, values)))


@handles(DayBegan)
def day_began(state: AppState, event: DayBegan) -> Result:
    """Date games that have not begun to the new day, and reload the practice if a page shows it."""
    for document in state.documents:
        unbegun = document.play is not None and document.play.tip.parent is None
        if unbegun and document.tree.headers.get("Date") == state.today:
            tags = {**document.tree.headers, "Date": event.today}
            state = state.put(replace(document, tree=document.tree.with_headers(tags, document.tree.result)))
    state = replace(state, today=event.today)
    return done(state, LoadPractice()) if state.panel in PRACTICE_PANELS else done(state)
