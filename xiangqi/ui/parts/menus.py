"""The window's menus: the actions on a move and on a document, and the places to go to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.app.exercises.modes import is_made_up
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage
from xiangqi.app.openings.repertoire import KeepRecord
from xiangqi.app.records.clipboard import CopyGame, CopyMoves, CopyPosition
from xiangqi.app.records.editing import (
    AnnotateGame,
    DeleteRest,
    DeleteVariation,
    MakeMainLine,
    MoveVariation,
    RedoEdit,
    UndoEdit,
)
from xiangqi.app.records.loading import CloseRecord, ShowDocument
from xiangqi.app.records.saving import Save
from xiangqi.app.session import view
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import AnalyseCopy, ToggleAnalysis
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.share.sharing import OpenShare
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN
from xiangqi.ui.parts.actions import PasteClipboard, ToggleFullScreen
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.game_table import GameList
from xiangqi.ui.parts.game_words import document_title
from xiangqi.ui.parts.guessing import guess_items
from xiangqi.ui.parts.keys import key_map
from xiangqi.ui.parts.place_items import places
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.menu import Item, Menu, MenuButton
from xiangqi.ui.toolkit.widgets import Widget

MOVE_MENU: Final = "moves"
DOCUMENT_MENU: Final = "document"
"""Name of the menu in the header: all that can be done with a document besides playing on."""

PLACES_MENU: Final = "places"
"""Name of the menu that replaces the rail where that has no room."""


def open_menu(scene: PanelContext, frame: Areas, widgets: Sequence[Widget]) -> list[Widget]:
    """Lay out the open menu, if there is one: that of a widget, or one of all screens."""
    if scene.memory.menu is None:
        return []
    name, anchor = scene.memory.menu
    own = (one.items for one in widgets if isinstance(one, MenuButton | GameList) and one.menu == name)
    items = list(next(own, ())) or _items(scene, name)
    return [Menu.at(anchor, items, scene.painter, frame.size)]


def _items(scene: PanelContext, name: str) -> list[Item]:
    """Return the items of a menu by its name."""
    if name == DOCUMENT_MENU:
        return _document_items(scene)
    if name == PLACES_MENU:
        return [Item(scene.texts(place.words), place.action) for place in places()]
    if view.takes_notes(scene.state):
        return _record_items(scene, scene.state.document)
    notes = Item(scene.texts("menu.annotate"), AnnotateGame())
    return [notes, *guess_items(scene), *_copy_items(scene), *_open_items(scene)]


def _record_items(scene: PanelContext, document: Document) -> list[Item]:
    texts, tree, node = scene.texts, document.tree, document.node
    keys = key_map(scene.state).words
    branch, fork = tree.branch(node), tree.fork(node)
    varies = branch is not None
    lower = fork is not None and tree.siblings(fork)[-1] is not fork
    follows = bool(tree.children(node))
    return [
        Item(texts("menu.promote"), MoveVariation(-1), keys("variation_up"), varies),
        Item(texts("menu.demote"), MoveVariation(1), keys("variation_down"), lower),
        Item(texts("menu.make_main"), MakeMainLine(), keys("main_line"), varies),
        Item(texts("menu.delete"), DeleteVariation(), keys("delete_variation"), varies, grave=True),
        Item(texts("menu.delete_rest"), DeleteRest(), keys("delete_rest"), follows, grave=True),
        Item(texts("menu.undo"), UndoEdit(), keys("undo_edit"), bool(document.done)),
        Item(texts("menu.redo"), RedoEdit(), keys("redo_edit"), bool(document.undone)),
        *_keeping(scene, document),
        Item(texts("menu.details"), OpenPanel(Panel.DETAILS)),
        Item(texts("menu.share"), OpenShare()),
        *guess_items(scene),
        *([Item(texts("menu.notes_end"), CloseRecord())] if document.play is not None else []),
        *_open_items(scene),
    ]


def _open_items(scene: PanelContext) -> list[Item]:
    """Return menu items for the other open documents."""
    others = (other for other in scene.state.documents[:-1] if not is_made_up(other))
    return [
        Item(scene.texts("menu.show", name=document_title(scene, other)), ShowDocument(other.id))
        for other in sorted(others, key=lambda document: document.id)
    ]


def _document_items(scene: PanelContext) -> list[Item]:
    """Return the items of the header's menu."""
    texts, keys, muted = scene.texts, key_map(scene.state).words, scene.state.settings.muted
    sound = texts("button.unmute" if muted else "button.mute")
    analyse = texts("button.analyse" if scene.state.shown_analysis is None else "analysis.close")
    document = scene.state.document
    return [
        Item(texts("button.new"), OpenPanel(Panel.NEW_GAME), keys("new")),
        Item(texts("button.open"), OpenPanel(Panel.OPEN_FILE), keys("open")),
        Item(texts("button.save"), Save(), keys("save")),
        *_of_record(scene, document),
        Item(analyse, ToggleAnalysis(), keys("analysis")),
        *([Item(texts("menu.analyse_copy"), AnalyseCopy())] if document.play is not None else []),
        Item(texts("menu.explorer"), ToggleExplorer(), keys("explorer")),
        Item(texts("menu.find_games"), OpenLibrary(LibraryPage.SEARCH)),
        Item(texts("button.edit"), OpenEditor(), keys("edit")),
        *_copy_items(scene),
        Item(texts("button.paste"), PasteClipboard(), keys("paste")),
        Item(sound, ChangeSettings({"muted": not muted}), keys("mute")),
        Item(texts("button.fullscreen"), ToggleFullScreen(), keys("fullscreen")),
    ]


def _of_record(scene: PanelContext, document: Document) -> list[Item]:
    """Return the items about an opened record."""
    if document.play is not None or document.mode.arranges:
        return []
    texts, count = scene.texts, len(document.games)
    listed = Item(
        texts("records.list", count=count), OpenPanel(Panel.GAME_LIST), key_map(scene.state).words("find")
    )
    return [
        *([listed] if count > 1 else []),
        Item(texts("menu.details"), OpenPanel(Panel.DETAILS)),
        *guess_items(scene),
        Item(texts("records.close"), CloseRecord()),
    ]


def _keeping(scene: PanelContext, document: Document) -> list[Item]:
    """Return the items that add a record's lines to the player's openings: for the player's side, or both."""
    sides = (RED, BLACK) if document.player_side is None else (document.player_side,)
    starts = document.start_fen.split()[:2] == START_FEN.split()[:2]
    return [
        Item(scene.texts("menu.keep_record", side=scene.side_name(side)), KeepRecord(side), "", starts)
        for side in sides
    ]


def _copy_items(scene: PanelContext) -> list[Item]:
    texts, keys = scene.texts, key_map(scene.state).words
    return [
        Item(texts("menu.copy_pgn"), CopyGame(), keys("copy")),
        Item(texts("menu.copy_fen"), CopyPosition(), keys("copy_position")),
        Item(texts("menu.copy_simplified"), CopyMoves()),
        Item(texts("menu.copy_traditional"), CopyMoves(traditional=True)),
        Item(texts("menu.copy_dhtmlxq"), CopyGame("dhtmlxq")),
        Item(texts("menu.share"), OpenShare()),
    ]
