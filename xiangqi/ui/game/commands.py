"""The commands for playing."""

from __future__ import annotations

from xiangqi.app.game.take_back import Redo, TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.session.panels import Flip, OpenPanel
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.state import Panel
from xiangqi.ui.parts.keys import Command, Group, Where, always, bring

bring(
    Command("flip", "f", always(Flip()), Group.MOVES, 7, undoes_itself=True),
    Command("take_back", "ctrl+z", always(TakeBack()), Group.GAME, 2, Where.GAME),
    Command("redo", "ctrl+y", always(Redo()), Group.GAME, 3, Where.GAME, also=("ctrl+shift+z",)),
    Command("pause", "ctrl+p", always(PauseGame()), Group.GAME, 4),
    Command("start", "ctrl+h", always(GoToPlace(Place.HOME)), Group.PROGRAM, 1),
    Command("new", "ctrl+n", always(OpenPanel(Panel.NEW_GAME)), Group.PROGRAM, 3),
    Command("rules", "ctrl+r", always(OpenPanel(Panel.RULES)), Group.PROGRAM, 7),
)
