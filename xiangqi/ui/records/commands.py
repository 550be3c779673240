"""The commands for records: going through moves, editing, files."""

from __future__ import annotations

from xiangqi.action import Action
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.records.autoplay import ChangePace, ToggleAutoplay
from xiangqi.app.records.browse import GoBack, GoFirst, GoForward, GoLast, NextVariation
from xiangqi.app.records.clipboard import CopyGame, CopyPosition
from xiangqi.app.records.cycle_replay import OpenReplay
from xiangqi.app.records.editing import (
    DeleteRest,
    DeleteVariation,
    MakeMainLine,
    MoveVariation,
    RedoEdit,
    UndoEdit,
)
from xiangqi.app.records.pictures import SnapBoard
from xiangqi.app.records.saving import Save
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.ui.parts.actions import COMMENT, GAME_SEARCH, MOVES_BUTTON, PasteClipboard, Reach
from xiangqi.ui.parts.keys import Command, Group, Where, always, bring


def _find(state: AppState) -> Action:
    """Return the action that opens the search: of the listed games, the open file's, or the library's."""
    if state.panel in (Panel.LIBRARY, Panel.FOUND_GAMES, Panel.GAME_LIST):
        return Reach(GAME_SEARCH)
    several = len(state.document.games) > 1
    return OpenPanel(Panel.GAME_LIST) if several else OpenLibrary(LibraryPage.GAMES)


bring(
    Command("previous", "left", always(GoBack()), Group.MOVES, 1),
    Command("next", "right", always(GoForward()), Group.MOVES, 2),
    Command("first", "home", always(GoFirst()), Group.MOVES, 3),
    Command("last", "end", always(GoLast()), Group.MOVES, 4),
    Command("previous_variation", "shift+left", always(NextVariation(-1)), Group.MOVES, 5, Where.RECORD),
    Command("next_variation", "shift+right", always(NextVariation(1)), Group.MOVES, 6, Where.RECORD),
    Command("play_on", "p", always(ToggleAutoplay()), Group.MOVES, 8, undoes_itself=True),
    Command("pace", "shift+p", always(ChangePace()), Group.MOVES, 9),
    Command("replay", "v", always(OpenReplay()), Group.GAME, 5),
    Command("undo_edit", "ctrl+z", always(UndoEdit()), Group.RECORD, 1, Where.RECORD),
    Command("redo_edit", "ctrl+y", always(RedoEdit()), Group.RECORD, 2, Where.RECORD, also=("ctrl+shift+z",)),
    Command("variation_up", "ctrl+up", always(MoveVariation(-1)), Group.RECORD, 3, Where.RECORD),
    Command("variation_down", "ctrl+down", always(MoveVariation(1)), Group.RECORD, 4, Where.RECORD),
    Command("main_line", "ctrl+home", always(MakeMainLine()), Group.RECORD, 5, Where.RECORD),
    Command("delete_variation", "ctrl+delete", always(DeleteVariation()), Group.RECORD, 6, Where.RECORD),
    Command("delete_rest", "ctrl+shift+delete", always(DeleteRest()), Group.RECORD, 7, Where.RECORD),
    Command("comment", "f2", always(Reach(COMMENT)), Group.RECORD, 8, Where.RECORD),
    Command("menu", "shift+f10", always(Reach(MOVES_BUTTON)), Group.RECORD, 9),
    Command("open", "ctrl+o", always(OpenPanel(Panel.OPEN_FILE)), Group.FILES, 1),
    Command("find", "ctrl+f", _find, Group.FILES, 2),
    Command("save", "ctrl+s", always(Save()), Group.FILES, 3),
    Command("save_as", "ctrl+shift+s", always(OpenPanel(Panel.SAVE_FILE)), Group.FILES, 4),
    Command("copy", "ctrl+c", always(CopyGame()), Group.FILES, 5),
    Command("copy_position", "ctrl+shift+c", always(CopyPosition()), Group.FILES, 6),
    Command("paste", "ctrl+v", always(PasteClipboard()), Group.FILES, 7),
    Command("snap", "f12", always(SnapBoard()), Group.FILES, 8),
)
