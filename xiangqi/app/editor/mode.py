"""The mode of a document whose position is being set up."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.editor.arrangement import Editor
from xiangqi.app.session.mode import DocumentKind, Mode
from xiangqi.app.session.state import AppState


@dataclass(frozen=True)
class SetUp(Mode):
    """A position is being set up: any piece may be placed anywhere."""

    refusal = "toast.setting_up"
    arranges = True

    editor: Editor  # the position, with undo and redo

    @property
    def kind(self) -> DocumentKind:
        """The kind of document."""
        return DocumentKind.ANALYSIS

    @property
    def carried(self) -> tuple[int, int] | None:
        """The position in the window of the piece dragged from the palette, or None."""
        return self.editor.carried


def editor_of(state: AppState) -> Editor | None:
    """Return the editor of the position being set up on the board, or None."""
    mode = state.mode(SetUp)
    return mode.editor if mode is not None else None
