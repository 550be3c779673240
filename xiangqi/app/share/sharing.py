"""Shares a game: choosing the kind of document, previewing it, and writing it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from xiangqi.app.event import Tone
from xiangqi.app.intent import Intent
from xiangqi.app.records.saving import list_folder, shown
from xiangqi.app.session import view
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, done, toast
from xiangqi.app.session.under_way import under_way
from xiangqi.app.share.asks import DocumentShown, DocumentWritten, MakeDocument, StopDocument
from xiangqi.app.share.state import Share, ShareKind
from xiangqi.i18n.message import Message

_SETS: Final = ("simplified", "western")
"""The piece sets that documents know by the same name; all others are drawn as traditional characters."""


@dataclass(frozen=True)
class OpenShare(Intent, allowed_in_editor=False):
    """Open the share panel for the game on the board."""


@handles(OpenShare)
def open_share(state: AppState, _message: OpenShare) -> Result:
    """Open the panel and request a preview of the game or, if it has no moves, of the position."""
    kind = ShareKind.LONG if view.line(state).whole.moves else ShareKind.CARD
    return _look_at(replace(state, panel=Panel.SHARE), kind)


@dataclass(frozen=True)
class ChooseShare(Intent, allowed_in_editor=False):
    """Choose another kind of document."""

    kind: ShareKind


@handles(ChooseShare)
def choose_share(state: AppState, message: ChooseShare) -> Result:
    """Request a preview of the chosen kind of document."""
    return _look_at(state, message.kind)


def _look_at(state: AppState, kind: ShareKind) -> Result:
    share = Share(state.next_id, kind, shown(state), view.line(state).here)
    state = replace(state, next_id=state.next_id + 1).with_part(share)
    return done(state, _order(state, share, is_preview=True))


@dataclass(frozen=True)
class LookForFolder(Intent, allowed_in_editor=False):
    """Choose a folder for the document, or return to the document."""


@handles(LookForFolder)
def look_for_folder(state: AppState, _message: LookForFolder) -> Result:
    """List the last folder used, or show the document again."""
    share = state.held(Share)
    if share is None:
        return done(state)
    share = replace(share, is_choosing=not share.is_choosing)
    state = state.with_part(share)
    return done(state, list_folder(state, None)) if share.is_choosing else done(state)


@dataclass(frozen=True)
class WriteShare(Intent, allowed_in_editor=False):
    """Write the previewed document to a file."""

    folder: Path | None = None  # None for the player's folder of pictures


@handles(WriteShare)
def write_share(state: AppState, message: WriteShare) -> Result:
    """Write the document to a new file."""
    share = state.held(Share)
    if share is None or share.preview is None or share.is_writing:
        return done(state)
    share = replace(share, is_writing=True, is_choosing=False)
    order = _order(state, share, is_preview=False)
    return done(state.with_part(share), replace(order, folder=message.folder))


@under_way(WriteShare)
def is_writing(state: AppState) -> bool:
    """Return whether the previewed document is being written."""
    share = state.held(Share)
    return share is not None and share.is_writing


def _order(state: AppState, share: Share, *, is_preview: bool) -> MakeDocument:
    settings = state.settings
    pieces = settings.piece_set if settings.piece_set in _SETS else "traditional"
    words = ["--language", settings.language, "--notation", settings.notation, "--pieces", pieces]
    words += ["--flip"] * state.flipped
    return MakeDocument(share.id, share.kind, share.game, share.here, tuple(words), is_preview)


@dataclass(frozen=True)
class StopSharing(Intent, allowed_in_editor=True):
    """Close the share panel; a file that has been ordered is still written."""


@handles(StopSharing)
def stop_sharing(state: AppState, _message: StopSharing) -> Result:
    """Close the panel, and stop making the preview."""
    return done(replace(state, panel=None).without_part(Share), StopDocument())


@handles(DocumentShown)
def document_shown(state: AppState, message: DocumentShown) -> Result:
    """Show the preview, unless the panel has been closed."""
    share = state.held(Share)
    if share is None or share.id != message.share_id:
        return done(state)
    if state.panel is not Panel.SHARE:
        return done(state.without_part(Share))
    return done(state.with_part(replace(share, preview=message.preview, failure=message.failure)))


@handles(DocumentWritten)
def document_written(state: AppState, message: DocumentWritten) -> Result:
    """Report where the document is, or why it could not be written; the panel stays."""
    share = state.held(Share)
    if share is not None and share.id == message.share_id:
        state = state.with_part(replace(share, is_writing=False))
    if message.failure:
        words = Message("toast.cannot_save", name=message.path.name, detail=message.failure)
        return done(toast(state, words, Tone.ERROR))
    return done(toast(state, Message("toast.saved", name=str(message.path))))
