"""The command for setting up a position."""

from __future__ import annotations

from xiangqi.app.editor.setting_up import OpenEditor
from xiangqi.ui.parts.keys import Command, Group, always, bring

bring(Command("edit", "ctrl+e", always(OpenEditor()), Group.PROGRAM, 4))
