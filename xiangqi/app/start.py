"""Turns the command line's options into the first game, for both the window and the terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from xiangqi.app.game.play import NewGame, setup_given
from xiangqi.app.intent import Intent
from xiangqi.app.recognition.reading_pictures import opening
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.start_options import Options
from xiangqi.errors import FenError
from xiangqi.fen import format_fen, sound_position
from xiangqi.i18n.message import Message
from xiangqi.storage.settings import Settings


def first_intents(options: Options, settings: Settings, *, plays: bool = True) -> list[Intent]:
    """Return the intents for the command line's options: a new game, and perhaps a file on top of it.

    Without options about the game, nothing plays by itself: an engine that moves first waits for the player.

    Args:
        options: the command line's options.
        settings: the player's choices.
        plays: whether a game begins even if the options name none.

    Raises:
        FenError: the given word is neither a file nor a position, or the position cannot be played.
    """
    chosen = {"side": options.side, "level": options.level, "engine": options.engine}
    given = {name: value for name, value in chosen.items() if value is not None}
    setup = setup_given(settings, given)
    text = options.file_or_fen
    if text is None:
        return [NewGame(setup, waits=not given)] if given or plays else []
    if _is_file(text):
        return [*([NewGame(setup, waits=True)] if plays else []), opening(Path(text))]
    try:
        position = sound_position(text)
    except FenError as error:
        raise FenError(Message("detail.no_file_no_position", text=repr(text), reason=str(error))) from error
    return [NewGame(replace(setup, start_fen=format_fen(position)))]


def first_page(state: AppState) -> OpenPanel:
    """Return the intent for a start without options: Home or, for a first-time player, the welcome."""
    kept = state.settings
    known = kept.guided or state.resume is not None
    known = known or bool(kept.recent_files or kept.people or kept.friends or kept.engines)
    return OpenPanel(Panel.START if known else Panel.WELCOME)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a text that no system takes for a name
        return False
