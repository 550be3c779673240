"""Publishes the window to screen readers through AccessKit, if that is installed (docs/accessibility.md).

Nothing is built until a reader asks. On Linux, AccessKit asks for the first tree in a thread of its own, which
waits for Python's lock, while a call from here waits, with that lock, for AccessKit's: each would wait for the
other for ever. So nothing is called within half a second after the first tree was asked for, nor after the
reader has left. A reader's requests arrive in that thread, too, and may only be posted as events.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Final, Protocol

import pygame

from xiangqi.i18n.message import Message, catalogue
from xiangqi.ui.window.reader_tree import Box, Node, NodeRole

READER_EVENT: Final = pygame.event.custom_type()
"""An event of a reader: the attribute ``wanted`` is one of PRESS, FOCUS …, and ``key`` names the node."""

PRESS: Final = "CLICK"
FOCUS: Final = "FOCUS"
MORE: Final = "INCREMENT"
LESS: Final = "DECREMENT"

_CALM_S: Final = 0.5
_ROOT: Final = 0
_LIVE: Final = 1
_TABLE_ROWS, _TABLE_COLUMNS = 10, 9

_ROLES: Final = {
    NodeRole.WINDOW: "WINDOW",
    NodeRole.BOARD: "GRID",
    NodeRole.POINT: "CELL",
    NodeRole.HEADING: "HEADING",
    NodeRole.TEXT: "LABEL",
    NodeRole.BUTTON: "BUTTON",
    NodeRole.SWITCH: "SWITCH",
    NodeRole.CHOICE: "RADIO_GROUP",
    NodeRole.VALUE: "RADIO_BUTTON",
    NodeRole.SLIDER: "SLIDER",
    NodeRole.STEPPER: "SPIN_BUTTON",
    NodeRole.FIELD: "TEXT_INPUT",
    NodeRole.LIST: "LIST_BOX",
    NodeRole.ITEM: "LIST_BOX_OPTION",
    NodeRole.MENU: "MENU",
    NodeRole.PROGRESS: "PROGRESS_INDICATOR",
    NodeRole.PICTURE: "IMAGE",
}
_TOGGLES: Final = (NodeRole.SWITCH, NodeRole.VALUE, NodeRole.BUTTON)
_ADJUSTABLE: Final = (NodeRole.SLIDER, NodeRole.STEPPER)


class _Adapter(Protocol):
    """The common parts of all three systems' adapters."""

    def update_if_active(self, make: Callable[[], object]) -> object:
        """Send the function's result, if a screen reader is running."""


def is_installed() -> bool:
    """Return whether AccessKit is installed; the window must then be made hidden, or Windows would stop it."""
    return find_spec("accesskit") is not None


def attached(language: str) -> ScreenReader | None:
    """Return the link between the program's window and screen readers; None without AccessKit.

    The window must still be hidden. A failure is reported on stderr, since the game goes on without readers.
    """
    if not is_installed():
        return None
    try:
        return ScreenReader(importlib.import_module("accesskit"), pygame.display.get_wm_info().get("window"))
    except (ImportError, AttributeError, TypeError, ValueError, RuntimeError) as error:
        print(catalogue(language).tell(Message("cli.no_readers", reason=str(error))), file=sys.stderr)
        return None


class ScreenReader:
    """The window as screen readers know it."""

    def __init__(self, kit: ModuleType, handle: object) -> None:
        """Attach to the window with a handle of the system."""
        self._kit = kit
        self._asked_s: float | None = None  # when a reader asked for the first tree; None while there is none
        self._ids: dict[str, int] = {}
        self._keys: dict[int, str] = {}
        self._trees = 0  # how many first trees have been asked for; each reader that comes may begin another
        self._sent: dict[int, Node] = {}
        self._sent_to = 0  # the tree that has what was sent
        self._said = ""
        self._focused: int | None = None
        self._has_focus = self._told_focus = False
        self._bounds: Box | None = None
        self._adapter: _Adapter = self._made(handle)

    def _made(self, handle: object) -> _Adapter:
        kit = self._kit
        made: _Adapter
        if sys.platform == "darwin":
            kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            made = kit.macos.SubclassingAdapter.for_window(handle, self._first, self._wanted)
        elif sys.platform == "win32":
            made = kit.windows.SubclassingAdapter(handle, self._first, self._wanted)
        else:
            made = kit.unix.Adapter(self._first, self._wanted, self._left)
        return made

    # ---- Called by AccessKit, perhaps in its thread ----

    def _first(self) -> object:
        """Return a window without content; all that is in it follows with the next drawing."""
        self._asked_s = time.monotonic()
        self._trees += 1
        update = self._kit.TreeUpdate(_ROOT)
        update.tree = self._kit.Tree(_ROOT)
        window = self._kit.Node(self._kit.Role.WINDOW)
        window.set_label("Xiangqi")
        update.nodes.append((_ROOT, window))
        return update

    def _left(self) -> None:
        self._asked_s = None

    def _wanted(self, request: object) -> None:
        key = self._keys.get(getattr(request, "target", -1), "")
        wanted = str(getattr(request, "action", "")).rpartition(".")[2]
        pygame.event.post(pygame.event.Event(READER_EVENT, wanted=wanted, key=key))

    # ---- Called by the window ----

    @property
    def is_read(self) -> bool:
        """Whether a screen reader is reading the window."""
        return self._asked_s is not None

    @property
    def may_call(self) -> bool:
        """Whether AccessKit may be called now."""
        asked_s = self._asked_s
        return asked_s is not None and time.monotonic() - asked_s > _CALM_S

    def publish(self, tree: Node, said: str) -> bool:
        """Send the changes since the last call, and have a text read; return whether that was possible."""
        if not self.may_call:
            return False
        nodes = {self._id(node.key): node for node in tree.walk()}
        focused = next((number for number, node in nodes.items() if node.focused), _ROOT)
        if not self._owed(nodes) and focused == self._focused and not said:
            return True
        if said:
            self._said = said + ("\u00a0" if said == self._said else "")  # the same again is news, too
        events = self._adapter.update_if_active(lambda: self._update(nodes, focused))
        if events is not None and hasattr(events, "raise_events"):
            events.raise_events()
        self._focused = focused
        self._tell_focus()
        return True

    def _owed(self, nodes: dict[int, Node]) -> dict[int, Node]:
        """Return the nodes that differ from those already sent; for the tree of a new reader, all nodes."""
        sent = self._sent if self._sent_to == self._trees else {}
        return {number: node for number, node in nodes.items() if sent.get(number) != node}

    def focus_changed(self, has_focus: bool) -> None:
        """Note that the window has got or lost the keyboard."""
        self._has_focus = has_focus
        self._tell_focus()

    def moved(self, box: Box) -> None:
        """Set the position of the window on the screen, px; only X11 needs to know it."""
        if box != self._bounds and hasattr(self._adapter, "set_root_window_bounds") and self.may_call:
            self._bounds = box
            rect = self._rect(box)
            self._adapter.set_root_window_bounds(rect, rect)

    def _tell_focus(self) -> None:
        """Tell the system whether the window has the keyboard, except on Windows, which knows it."""
        tell = getattr(self._adapter, "update_view_focus_state", None) or getattr(
            self._adapter, "update_window_focus_state", None
        )
        if tell is None or self._told_focus == self._has_focus or not self.may_call:
            return
        self._told_focus = self._has_focus
        events = tell(self._has_focus)
        if events is not None and hasattr(events, "raise_events"):
            events.raise_events()

    # ---- Nodes ----

    def _id(self, key: str) -> int:
        """Return the number of a node's key, which never changes: 0 for the window, 1 for the spoken text."""
        if key not in self._ids:
            number = len(self._ids) + _LIVE + 1 if self._ids else _ROOT
            self._ids[key], self._keys[number] = number, key
        return self._ids[key]

    def _update(self, nodes: dict[int, Node], focused: int) -> object:
        """Return the nodes that the active tree still lacks, since AccessKit panics at an unknown child."""
        owed = self._owed(nodes)
        self._sent, self._sent_to = nodes, self._trees
        update = self._kit.TreeUpdate(focused)
        update.tree = self._kit.Tree(_ROOT)
        made = [(number, self._node(node)) for number, node in owed.items()]
        update.nodes += [*made, (_LIVE, self._live())]
        return update

    def _live(self) -> object:
        live = self._kit.Node(self._kit.Role.LABEL)
        live.set_value(self._said)
        live.set_live(self._kit.Live.POLITE)
        return live

    def _rect(self, box: Box) -> object:
        left, top, width, height = box
        return self._kit.Rect(left, top, left + width, top + height)

    def _node(self, node: Node) -> object:
        kit = self._kit
        made = kit.Node(getattr(kit.Role, _ROLES[node.role]))
        if node.role is NodeRole.TEXT:
            made.set_value(node.name)
        else:
            made.set_label(node.name)
            if node.value:
                made.set_value(node.value)
        if node.note:
            made.set_description(node.note)
        made.set_bounds(self._rect(node.rect))
        self._set_state(made, node)
        children = list(dict.fromkeys(self._id(child.key) for child in node.children))  # none may be twice
        if node.role is NodeRole.WINDOW:
            children.append(_LIVE)
        made.set_children(children)
        if node.role is NodeRole.BOARD:
            made.set_row_count(_TABLE_ROWS)
            made.set_column_count(_TABLE_COLUMNS)
        return made

    def _set_state(self, made: object, node: Node) -> None:
        kit = self._kit
        if node.usable:
            for action in (kit.Action.CLICK, kit.Action.FOCUS):
                made.add_action(action)  # type: ignore[attr-defined]
        if node.role in _ADJUSTABLE:
            for action in (kit.Action.INCREMENT, kit.Action.DECREMENT):
                made.add_action(action)  # type: ignore[attr-defined]
        if not node.enabled:
            made.set_disabled()  # type: ignore[attr-defined]
        if node.selected is not None:
            if node.role in _TOGGLES:
                toggled = kit.Toggled.TRUE if node.selected else kit.Toggled.FALSE
                made.set_toggled(toggled)  # type: ignore[attr-defined]
            else:
                made.set_selected(node.selected)  # type: ignore[attr-defined]
