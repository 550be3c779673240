"""The classics in the window: positions of old books, played out against the engine like puzzles of a file."""

from __future__ import annotations

from dataclasses import dataclass

from xiangqi.app.exercises.asks import ListClassics
from xiangqi.app.intent import Intent, Leaves
from xiangqi.app.records.loading import loading
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.exercises.classics import ClassicGoal
from xiangqi.i18n.message import Message


@dataclass(frozen=True)
class OpenClassics(Intent, leaves_document=Leaves.RUNNING_GAME, allowed_in_editor=False):
    """List the classics with a goal, the easiest first."""

    goal: ClassicGoal


@handles(OpenClassics)
def open_classics(state: AppState, intent: OpenClassics) -> Result:
    """Read them in the background; the list shows which have been solved."""
    name = Message(f"classics.{intent.goal.value}")
    state, load_id = loading(state, name)
    return done(state, ListClassics(load_id, name, intent.goal))
