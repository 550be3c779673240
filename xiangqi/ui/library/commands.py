"""The commands for the library and its explorer."""

from __future__ import annotations

from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.ui.parts.keys import Command, Group, always, bring

bring(
    Command("explorer", "o", always(ToggleExplorer()), Group.ANALYSIS, 7, undoes_itself=True),
    Command("library", "ctrl+l", always(OpenLibrary(LibraryPage.GAMES)), Group.PROGRAM, 2),
)
