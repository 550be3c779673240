"""Remembers the files used last."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.storage.settings import MOST_RECENT_FILES, with_values


def remembered(state: AppState, path: Path) -> Result:
    """Put a file that was read or written first among the recent ones, and open its folder next time."""
    name = str(path)
    others = tuple(other for other in state.settings.recent_files if other != name)
    recent = (name, *others)[:MOST_RECENT_FILES]
    settings = with_values(state.settings, {"recent_files": recent, "last_folder": str(path.parent)})
    return done(replace(state, settings=settings), SaveSettings(settings))
