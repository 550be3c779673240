"""The commands that ask the coach."""

from __future__ import annotations

from xiangqi.action import Action
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.records.cycle_replay import PauseReplay
from xiangqi.app.records.preview import ShowBest
from xiangqi.app.session.intents import Hint
from xiangqi.app.session.state import AppState
from xiangqi.ui.parts.keys import Command, Group, always, bring


def _hint_or_pause(state: AppState) -> Action:
    if state.replay is not None:
        return PauseReplay()
    return Hint() if state.shown_analysis is None else ShowBest()


bring(
    Command("hint", "space", _hint_or_pause, Group.GAME, 1),
    Command("explain", "w", always(ExplainPosition()), Group.GAME, 6, undoes_itself=True),
)
