"""The commands for the library and its explorer."""

from __future__ import annotations

from xiangqi.app.library.explorer import ListGamesHere, ToggleExplorer
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.library.masters import Whose
from xiangqi.ui.parts.keys import Command, Group, always, bring

bring(
    Command("explorer", "o", always(ToggleExplorer()), Group.ANALYSIS, 7, undoes_itself=True),
    Command("games_here", "shift+o", always(ListGamesHere(Whose.BOTH)), Group.ANALYSIS, 8),
    Command("library", "ctrl+l", always(OpenLibrary(LibraryPage.GAMES)), Group.PROGRAM, 2),
)
