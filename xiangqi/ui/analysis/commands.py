"""The commands for analysing."""

from __future__ import annotations

from xiangqi.action import Action
from xiangqi.app.analysis.analysing import ToggleAttacks, ToggleHidden, ToggleThreat
from xiangqi.app.analysis.review import NextMistake
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.state import AppState
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.ui.parts.keys import Command, Group, always, bring


def _arrows(state: AppState) -> Action:
    return ChangeSettings({"analysis_arrows": not state.settings.analysis_arrows})


bring(
    Command("attacks", "t", always(ToggleAttacks()), Group.GAME, 7, undoes_itself=True),
    Command("analysis", "l", always(ToggleAnalysis()), Group.ANALYSIS, 1),
    Command(
        "analysis_hide", "z", always(ToggleHidden()), Group.ANALYSIS, 2, analysing=True, undoes_itself=True
    ),
    Command("analysis_arrows", "a", _arrows, Group.ANALYSIS, 3, analysing=True, undoes_itself=True),
    Command(
        "analysis_threat", "x", always(ToggleThreat()), Group.ANALYSIS, 4, analysing=True, undoes_itself=True
    ),
    Command("next_mistake", "n", always(NextMistake()), Group.ANALYSIS, 5, analysing=True),
    Command("previous_mistake", "shift+n", always(NextMistake(-1)), Group.ANALYSIS, 6, analysing=True),
)
