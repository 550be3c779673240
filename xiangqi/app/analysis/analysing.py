"""Analysis of positions: the choice of the position to search, and the storage of the engine's reports.

The engine follows the board: every tick compares the position being searched with the one that should be. So
code that changes the position need not restart the search, and ten steps within a frame cost one search.
Reports are applied at most ten times a second and stored under the key of their position. The display looks
them up there, so it can never show those of another position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from xiangqi.app.analysis import review
from xiangqi.app.event import Tick, Tone
from xiangqi.app.game.help_given import goes_along, helped
from xiangqi.app.game.search_effects import Role, SearchDone, SearchFailed, SearchInfo, StartSearch
from xiangqi.app.game.searching import end_analysis, stop_analysing
from xiangqi.app.intent import Help, Intent
from xiangqi.app.records import preview
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.analysis import Analysis, AnalysisSearch, SearchTarget
from xiangqi.app.session.busy import busy_when
from xiangqi.app.session.dispatch import handles, hears
from xiangqi.app.session.intents import ToggleAnalysis
from xiangqi.app.session.judgement import Judgement, distinct_lines, line_keys, threat_key
from xiangqi.app.session.mode import Unrated
from xiangqi.app.session.state import AppState
from xiangqi.app.session.strength import HIGHEST
from xiangqi.app.session.transition import Result, chain, done, toast
from xiangqi.engine.common.types import Info, Limits
from xiangqi.i18n.message import Message
from xiangqi.line import Line
from xiangqi.referee import Rules
from xiangqi.storage.saved_engines import options_of

NEWS_SECONDS: Final = 0.1
"""The interval in seconds at which the engine's reports are applied."""

_THREAT_LIMITS: Final = Limits(movetime_ms=700)
_ENDLESS: Final = Limits(infinite=True)
_MOST_JUDGEMENTS: Final = 20_000  # the oldest ones are dropped; each takes about a kilobyte


# ---- Requests ----


@handles(ToggleAnalysis)
def toggle_analysis(state: AppState, _intent: ToggleAnalysis) -> Result:
    """Start analysing and close the panel, or stop; earlier judgements are kept.

    Refuse where analysis would be unfair.
    """
    if state.shown_analysis is not None:
        return end_analysis(preview.closed(state))
    if not analysed.is_fair(state):
        return done(toast(state, Message("toast.no_analysis")))
    analysis = replace(state.analysis or Analysis(), quiet=False, document_id=None)
    return done(replace(state, analysis=analysis, panel=None))


@dataclass(frozen=True)
class ToggleHidden(Intent, allowed_in_editor=False, on_board=True):
    """Hide or show the engine's output; the analysis continues meanwhile."""


@handles(ToggleHidden)
def toggle_hidden(state: AppState, _intent: ToggleHidden) -> Result:
    return _with_analysis(state, hidden=state.analysis is not None and not state.analysis.hidden)


@dataclass(frozen=True)
class ToggleThreat(Intent, allowed_in_editor=False, on_board=True):
    """Start or stop showing the opponent's best move if the side to move passed."""


@handles(ToggleThreat)
def toggle_threat(state: AppState, _intent: ToggleThreat) -> Result:
    """Start or stop looking for the opponent's threat; do nothing without an analysis."""
    return _with_analysis(state, threat=state.analysis is not None and not state.analysis.threat)


def _with_analysis(state: AppState, **values: object) -> Result:
    if state.analysis is None:
        return done(state)
    return done(replace(state, analysis=replace(state.analysis, **values)))  # type: ignore[arg-type]


@dataclass(frozen=True)
class ToggleAttacks(Intent, allowed_in_editor=False, on_board=True, helps=Help.ENGINE):
    """Show or hide each side's attack counts on the board."""


@handles(ToggleAttacks)
def toggle_attacks(state: AppState, _intent: ToggleAttacks) -> Result:
    """Show or hide the attack counts; refuse to show them where that would be unfair."""
    if not state.attacks and not analysed.is_fair(state):
        return done(toast(state, Message("toast.no_analysis")))
    return done(replace(state, attacks=not state.attacks))


# ---- The position to search ----


@hears(Tick)
def search_shown_position(state: AppState, _event: Tick) -> Result:
    """Apply due engine reports, review ended games, and search the position that should be searched now."""
    if state.attacks and not analysed.is_fair(state):  # a timed game is back on the board
        state = replace(state, attacks=False)
    return chain(state, review.look_back, _follow)


def _follow(state: AppState) -> Result:
    """Start or stop the search, depending on which position should be searched."""
    analysis = state.analysis
    if analysis is None:
        return done(state)
    state = _with_news(state)
    if not analysis.quiet:
        if not analysed.is_fair(state):
            return end_analysis(preview.closed(state))
        if not goes_along(state, analysis.document_id) or _is_new_of_masters(state, analysis):
            return end_analysis(preview.closed(state))
        if not state.document.mode.arranges:  # a position being set up only covers the game
            state, _ = _with_analysis(helped(state, Unrated.ANALYSIS), document_id=state.document.id)
    task, search = _wanted(state), analysis.search
    if search is not None and task is not None and search.task == task:
        return done(state)
    return (
        stop_analysing(state)
        if task is None
        else chain(state, stop_analysing, lambda state: _start(state, task))
    )


def _is_new_of_masters(state: AppState, analysis: Analysis) -> bool:
    """Return whether a masters' game has just been opened, which is at first shown without the engine."""
    document = state.document
    return document.is_of_masters and analysis.document_id not in (None, document.id)


def _wanted(state: AppState) -> SearchTarget | None:
    """Return the position that the engine should be searching, or None if it should be idle."""
    analysis = state.analysis
    if analysis is None or state.replay is not None or state.document.mode.arranges:
        return None
    judging = analysis.review
    if judging is not None:
        return _task(state, judging.line.upto(judging.ply), judging.rules, review.LIMITS, 1)
    if analysis.quiet:
        return None
    if analysis.threat and not analysis.hidden and analysed.judgement(state) is not None:
        task = _threat_task(state)
        if task is not None and not _is_thorough(state.judgements, task.key):
            return task
    here, lines = view.board_line(state).here, state.settings.analysis_lines
    return _task(state, here, view.rules(state), _ENDLESS, lines)


def _task(state: AppState, line: Line, rules: Rules, limits: Limits, lines: int) -> SearchTarget | None:
    engine = state.settings.analysis_engine
    told = positions.searchable(line, rules)
    if told is None:
        return None
    return SearchTarget(line_keys(line, rules, engine)[-1], told, rules, lines, limits, engine)


def _threat_task(state: AppState) -> SearchTarget | None:
    fen, engine = analysed.passed_position(state), state.settings.analysis_engine
    if fen is None:
        return None
    return SearchTarget(threat_key(fen, engine), Line(fen), view.rules(state), 1, _THREAT_LIMITS, engine)


def _is_thorough(judgements: Mapping[int, Judgement], key: int) -> bool:
    return key in judgements and judgements[key].thorough


def _start(state: AppState, task: SearchTarget) -> Result:
    if state.analysis is None:
        return done(state)
    search = AnalysisSearch(state.next_id, task, state.now)
    order = StartSearch(
        search_id=search.id,
        command=task.command,
        line=task.line,
        limits=task.limits,
        level=HIGHEST,
        rules=task.rules,
        options=options_of(state.settings.engines, task.command),
        role=Role.ANALYSIS,
        lines=task.lines,
    )
    analysis = replace(state.analysis, search=search)
    return done(replace(state, analysis=analysis, next_id=state.next_id + 1), order)


# ---- The engine's reports ----


def owns(state: AppState, event: SearchInfo | SearchDone | SearchFailed) -> bool:
    """Return whether an answer belongs to the search of the analysis."""
    search = state.analysis.search if state.analysis is not None else None
    return search is not None and search.id == event.search_id and not search.done


@hears(SearchInfo, when=owns)
def search_info(state: AppState, event: SearchInfo) -> Result:
    """Keep a report of the search until it is due; scores that are only bounds are dropped."""
    search = _search(state)
    if event.info.bound != "exact":
        return done(state)
    news = {**search.news, event.info.multipv: event.info}
    return done(_with_search(state, replace(search, news=news)))


@hears(SearchDone, when=owns)
def search_done(state: AppState, _event: SearchDone) -> Result:
    """Apply a search's last reports, count its result as thorough, and move the review on."""
    state = _take_in(state)
    search = _search(state)
    key = search.task.key
    judgements = state.judgements
    if key in judgements:
        judgements = {**judgements, key: replace(judgements[key], thorough=True)}
    state = _with_search(replace(state, judgements=judgements), replace(search, done=True))
    return review.next_position(state, search.task.key)


@hears(SearchFailed, when=owns)
def search_failed(state: AppState, event: SearchFailed) -> Result:
    """Restart a failed search; after a second failure without a report, end it and any review. Report both."""
    failures = state.analysis.failures + 1 if state.analysis is not None else 0
    search = replace(_search(state), done=True, failure=event.detail)
    if failures == 1:
        state, _ = _with_analysis(state, search=None, failures=failures)
        return done(toast(state, Message("toast.engine_restarted", detail=event.detail), Tone.QUIET))
    state, _ = _with_analysis(review.stopped(state), search=search, failures=0)
    return done(toast(state, Message("toast.analysis_failed", detail=event.detail), Tone.ERROR))


def _search(state: AppState) -> AnalysisSearch:
    assert state.analysis is not None
    assert state.analysis.search is not None
    return state.analysis.search


def _with_search(state: AppState, search: AnalysisSearch) -> AppState:
    assert state.analysis is not None
    return replace(state, analysis=replace(state.analysis, search=search))


def _with_news(state: AppState) -> AppState:
    """Return the state with a pending search report applied, if one is due."""
    search = state.analysis.search if state.analysis is not None else None
    if search is None or not search.news or state.now < search.due:
        return state
    return _take_in(state)


def _take_in(state: AppState) -> AppState:
    search = _search(state)
    lines = distinct_lines({number: _legal(info, search.task) for number, info in search.news.items()})
    if not lines:
        return state
    task = search.task
    thorough = state.now - search.started >= review.SECONDS
    fresh = Judgement(task.line.turn, lines[0], lines, thorough).after(state.judgements.get(task.key))
    judgements = {**_bounded(state.judgements), task.key: fresh}
    latest = max(search.news.values(), key=lambda info: (info.depth, info.nodes))
    search = replace(search, info=latest, due=state.now + NEWS_SECONDS)
    state, _ = _with_analysis(replace(state, judgements=judgements), search=search, failures=0)
    return state


def _legal(info: Info, task: SearchTarget) -> Info:
    return replace(info, pv=positions.legal_prefix(task.line, info.pv))


def _bounded(judgements: Mapping[int, Judgement]) -> Mapping[int, Judgement]:
    if len(judgements) < _MOST_JUDGEMENTS:
        return judgements
    kept = list(judgements)[_MOST_JUDGEMENTS // 2 :]
    return {key: judgements[key] for key in kept}


@busy_when
def is_analysing(state: AppState) -> bool:
    """Return whether a line is being reviewed or a position searched."""
    analysis = state.analysis
    return analysis is not None and (
        analysis.review is not None or (analysis.search is not None and not analysis.search.done)
    )
