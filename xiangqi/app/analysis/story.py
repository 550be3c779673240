"""A review in story form: its pages, and the better moves that have been shown.

The first page is the coach's story, then come the moments of the game in order, and the last page says what
they have in common. Everything else that a review finds is in the analysis, to which the player can switch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.intent import Intent
from xiangqi.app.records.browse import GoTo, go_to
from xiangqi.app.session.dispatch import handles
from xiangqi.app.session.moments import Moment, fen_before, moments
from xiangqi.app.session.solved import is_solved
from xiangqi.app.session.state import AppState
from xiangqi.app.session.transition import Result, done
from xiangqi.line import Line

FIRST: Final = 0
"""The first page."""

LAST: Final = -1
"""The last page. All others are those of moments, named by their plies."""


@dataclass(frozen=True)
class Story:
    """The story of a review, the page that it has reached, and the better moves that have been shown."""

    document_id: int
    line: Line  # the line that is reviewed; while another is on the board, the story waits
    page: int = FIRST
    shown: frozenset[int] = frozenset()  # the plies of the moments whose better moves have been asked for
    is_open: bool = True  # whether it is told, and not left for the analysis


def waiting_story(state: AppState) -> Story | None:
    """Return the story of the line on the board, even if it has been left; None if there is none to show."""
    story = state.held(Story)
    here = story is not None and story.document_id == state.document.id and story.line == state.document.line
    analysis = state.shown_analysis
    alone = state.coaching.insight is None and state.replay is None
    return story if here and alone and analysis is not None and not analysis.hidden else None


def told_story(state: AppState) -> Story | None:
    """Return the story that is being told; None if there is none, or if it has been left for the analysis."""
    story = waiting_story(state)
    return story if story is not None and story.is_open else None


def told_moment(state: AppState) -> Moment | None:
    """Return the moment whose page is shown, or None."""
    story = told_story(state)
    return None if story is None else next((one for one in moments(state) if one.ply == story.page), None)


def is_revealed(state: AppState, moment: Moment) -> bool:
    """Return whether the better move of a moment has been found or asked for."""
    story = state.held(Story)
    return (story is not None and moment.ply in story.shown) or is_found(state, moment)


def is_found(state: AppState, moment: Moment) -> bool:
    """Return whether the player has found the better move of a moment."""
    return is_solved(fen_before(state, moment), state.solved)


def begun(state: AppState) -> AppState:
    """Return the state with the story of the line on the board, at its first page or where it was left."""
    before = state.held(Story)
    story = Story(state.document.id, state.document.line)
    if before is not None and (before.document_id, before.line) == (story.document_id, story.line):
        story = replace(before, is_open=True)
    return state.with_part(story)


@dataclass(frozen=True)
class TurnPage(Intent, allowed_in_editor=False, on_board=True):
    """Turn to a page of the story: FIRST, LAST or the ply of a moment."""

    page: int


@handles(TurnPage)
def turn_page(state: AppState, intent: TurnPage) -> Result:
    """Turn to the page, and show the position before the move of a moment."""
    story = told_story(state)
    if story is None:
        return done(state)
    state = state.with_part(replace(story, page=intent.page))
    return done(state) if intent.page in (FIRST, LAST) else go_to(state, GoTo(intent.page - 1))


@dataclass(frozen=True)
class ShowBetter(Intent, allowed_in_editor=False, on_board=True):
    """Show the better move of the moment on the page."""


@handles(ShowBetter)
def show_better(state: AppState, _intent: ShowBetter) -> Result:
    story, moment = told_story(state), told_moment(state)
    if story is None or moment is None:
        return done(state)
    state = state.with_part(replace(story, shown=story.shown | {moment.ply}))
    return go_to(state, GoTo(moment.ply - 1))


@dataclass(frozen=True)
class OpenStory(Intent, allowed_in_editor=False):
    """Tell the story, or leave it for the analysis with all moves and lines."""

    is_open: bool


@handles(OpenStory)
def open_story(state: AppState, intent: OpenStory) -> Result:
    story = waiting_story(state)
    return done(state) if story is None else done(state.with_part(replace(story, is_open=intent.is_open)))


def stepped(state: AppState, story: Story, step: int) -> Result:
    """Turn to the next (+1) or previous (-1) moment, wrapping around; do nothing if there is none."""
    pages = [moment.ply for moment in moments(state)][::step]
    if not pages:
        return done(state)
    at = pages.index(story.page) + 1 if story.page in pages else 0
    return turn_page(state, TurnPage(pages[at % len(pages)]))
