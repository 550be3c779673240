"""The menus of the window: what can be done with the shown move of a record, and what can be copied."""

from __future__ import annotations

from typing import Final

from xiangqi.app import intents, record_intents
from xiangqi.app.state import OpenRecord, Panel
from xiangqi.ui.frame import Frame
from xiangqi.ui.keys import key_map
from xiangqi.ui.menu import Item, Menu
from xiangqi.ui.scene import Scene
from xiangqi.ui.widgets import Widget

MOVE_MENU: Final = "moves"
COPY_MENU: Final = "copy"


def open_menu(scene: Scene, frame: Frame) -> list[Widget]:
    """The menu that is open, if one is."""
    if scene.memory.menu is None:
        return []
    name, anchor = scene.memory.menu
    record = scene.state.record
    if name == COPY_MENU:
        items = _copy_items(scene)
    elif record is None:
        items = [Item(scene.texts("menu.annotate"), record_intents.AnnotateGame()), *_copy_items(scene)]
    else:
        items = _record_items(scene, record)
    return [Menu.at(anchor, items, scene.painter, frame.size)]


def _record_items(scene: Scene, record: OpenRecord) -> list[Item]:
    texts, tree, node = scene.texts, record.tree, record.node
    keys = key_map(scene.state).words
    branch, fork = tree.branch(node), tree.fork(node)
    varies = branch is not None
    lower = fork is not None and tree.siblings(fork)[-1] is not fork
    follows = bool(tree.children(node))
    return [
        Item(texts("menu.promote"), record_intents.MoveVariation(-1), keys("variation_up"), varies),
        Item(texts("menu.demote"), record_intents.MoveVariation(1), keys("variation_down"), lower),
        Item(texts("menu.make_main"), record_intents.MakeMainLine(), keys("main_line"), varies),
        Item(
            texts("menu.delete"), record_intents.DeleteVariation(), keys("delete_variation"), varies, grave=True
        ),
        Item(texts("menu.delete_rest"), record_intents.DeleteRest(), keys("delete_rest"), follows, grave=True),
        Item(texts("menu.undo"), record_intents.UndoEdit(), keys("undo_edit"), bool(record.done)),
        Item(texts("menu.redo"), record_intents.RedoEdit(), keys("redo_edit"), bool(record.undone)),
        Item(texts("menu.details"), intents.OpenPanel(Panel.DETAILS)),
    ]


def _copy_items(scene: Scene) -> list[Item]:
    texts, keys = scene.texts, key_map(scene.state).words
    return [
        Item(texts("menu.copy_pgn"), record_intents.CopyGame(), keys("copy")),
        Item(texts("menu.copy_fen"), record_intents.CopyPosition(), keys("copy_position")),
        Item(texts("menu.copy_simplified"), record_intents.CopyMoves()),
        Item(texts("menu.copy_traditional"), record_intents.CopyMoves(traditional=True)),
        Item(texts("menu.copy_dhtmlxq"), record_intents.CopyGame("dhtmlxq")),
    ]
