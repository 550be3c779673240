"""The command that opens the palette, and the palette's entries for places and commands."""

from __future__ import annotations

from collections.abc import Iterator

from xiangqi.action import Action
from xiangqi.app.palette.looking import ClosePalette, OpenPalette, Palette
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.findable import Act, Findable, FindableKind, finds
from xiangqi.ui.parts.keys import Command, Group, all_commands, always, applies, bring
from xiangqi.ui.parts.place_items import places

_ICONS = {
    Group.MOVES: "next",
    Group.GAME: "play",
    Group.ANALYSIS: "analyse",
    Group.RECORD: "edit",
    Group.FILES: "file",
    Group.PROGRAM: "settings",
    Group.PLACES: "home",
}
_MORE = {
    "take_back": (Message("palette.words_take_back"),),
    "hint": (Message("palette.words_hint"),),
}


def _palette(state: AppState) -> Action:
    return OpenPalette() if state.held(Palette) is None else ClosePalette()


bring(Command("palette", "ctrl+k", _palette, Group.PROGRAM, 10))


@finds
def rail() -> Iterator[Findable]:
    """Yield the palette's entries for the rail: the places, the settings and the help."""
    for item in places():
        more = (Message("palette.words_help"),) if item.action == OpenPanel(Panel.HELP) else ()
        yield Findable(
            FindableKind.PLACE, Message(item.words), always(item.action), item.icon, more=more, first=True
        )


@finds
def commands() -> Iterator[Findable]:
    """Yield an entry, found by its description, for every command with a key except the palette's own."""
    for command in all_commands():
        if command.name != "palette":
            name = Message(f"help.{command.name}")
            icon, more = _ICONS[command.group], _MORE.get(command.name, ())
            yield Findable(FindableKind.COMMAND, name, _act(command), icon, more=more, keys=command.name)


def _act(command: Command) -> Act:
    return lambda state: command.act(state) if applies(command, state) else None
