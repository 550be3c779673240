"""Messages for when the clipboard cannot be used."""

from __future__ import annotations

from xiangqi.app.event import Notify, Tone
from xiangqi.i18n.message import Message


def nothing_copied() -> Notify:
    """Return the message that copying failed; it replaces the announcement that it had succeeded."""
    return Notify(Message("toast.clipboard_failed"), Tone.ERROR, instead_of="toast.copied")


def nothing_pasted(reason: str) -> Notify:
    """Return the message that the clipboard's text cannot be read, with the reason."""
    if isinstance(reason, Message) and reason.key == "detail.clipboard.silent":
        return Notify(Message("toast.clipboard_silent"), Tone.ERROR)
    return Notify(Message("toast.paste_unreadable", detail=reason), Tone.ERROR)
