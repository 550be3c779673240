"""A reader of the screen: run by the system's Python, which has gi; asks AT-SPI as Orca does.

Reads a command a line, answers with one line of JSON:

    all                 every node as [role, name, states]
    press NAME          does the first action of the node with this name
    focus NAME          gives it the focus
    said                the announcements since the last time
"""

from __future__ import annotations

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402 (a version must be chosen first)

SAID: list[str] = []


def enable() -> None:
    """Say on the bus that a screen reader runs."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        value = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", "--off" not in sys.argv)))
        place = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
        bus.call_sync(*place, value, None, Gio.DBusCallFlags.NONE, -1)


def nodes(node: Atspi.Accessible) -> list[Atspi.Accessible]:
    """Return a node and all below it."""
    found = [node]
    for place in range(node.get_child_count()):
        child = node.get_child_at_index(place)
        found += nodes(child) if child is not None else []
    return found


def everything() -> list[Atspi.Accessible]:
    """Return the nodes of the game."""
    desktop = Atspi.get_desktop(0)
    applications = [desktop.get_child_at_index(place) for place in range(desktop.get_child_count())]
    return [node for one in applications if one is not None for node in nodes(one)]


def described(node: Atspi.Accessible) -> tuple[str, str, list[str]]:
    """Return what is said of a node."""
    states = [state.value_nick for state in node.get_state_set().get_states()]
    return node.get_role_name(), node.get_name(), states


def named(name: str) -> Atspi.Accessible | None:
    """Return what can be pressed and has a name, or one that begins so."""
    found = [
        node for node in everything() if (node.get_name() or "").startswith(name) and node.get_action_iface()
    ]
    return next((node for node in found if node.get_name() == name), found[0] if found else None)


def pump() -> None:
    """Take the events that have arrived."""
    context = GLib.MainContext.default()
    until = time.monotonic() + 0.05
    while time.monotonic() < until:
        context.iteration(may_block=False)


def do(words: str, name: str) -> object:
    """Carry out a command."""
    if words == "all":
        return [described(node) for node in everything()]
    if words == "said":
        said = SAID[:]
        SAID.clear()
        return said
    node = named(name)
    if node is None:
        return False
    return node.do_action(0) if words == "press" else node.grab_focus()


def main() -> None:
    """Answer until the input ends."""
    Atspi.init()
    enable()
    if "--off" in sys.argv:
        return
    listener = Atspi.EventListener.new(lambda event: SAID.append(str(event.any_data)))
    listener.register("object:announcement")
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        command, _, name = line.rstrip("\n").partition(" ")
        pump()
        try:
            answer = do(command, name)
        except GLib.Error as error:  # a node that has just gone
            answer = {"error": str(error)}
        pump()
        print(json.dumps(answer), flush=True)


main()
