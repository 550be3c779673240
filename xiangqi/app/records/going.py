"""Goes to places and back, and keeps the trails of pages: one stack for Esc, Back and Home."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from xiangqi.app.effect import Effect
from xiangqi.app.event import Tone
from xiangqi.app.game.resuming import AnswerResume, answer_resume
from xiangqi.app.game.timekeeping import uncovered
from xiangqi.app.records.analyses import analysis_board
from xiangqi.app.records.openings_board import openings_board
from xiangqi.app.session.closing import ClosingOrder, closes, leave_document
from xiangqi.app.session.dispatch import announce, handles, hears
from xiangqi.app.session.notices import InputHandled
from xiangqi.app.session.panels import PanelTurned
from xiangqi.app.session.places import (
    FIRST_PANELS,
    Back,
    GoToPlace,
    Paths,
    Place,
    PlacePage,
    TrailStop,
    exists,
    first_page,
    inside,
    place_of,
    place_of_panel,
    shown,
    way_back,
    way_from,
)
from xiangqi.app.session.selection import Selection
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.transition import Result, chain, done

_CHOOSING: Final = (Panel.OPEN_FILE, Panel.PICTURE)
"""Panels that have served their purpose once they have opened a document, so that nothing leads back there."""

_IN_THE_RAIL: Final = {Panel.SETTINGS, Panel.HELP}
"""Pages beside the places, of which neither leads to the other."""

_FARTHEST: Final = 50  # pages that are followed back at most


# ---- Showing a page ----


def show_page(state: AppState, page: PlacePage) -> Result:
    """Show a page that exists: a panel, a document, or a panel about a document."""
    before = state.panel
    document = state.find(page.document)
    if document is not None and document.id != state.document.id:
        state = replace(state.on_top(document), replay=None, preview=None, selection=Selection())
        state = replace(state, flipped=document.is_flipped)
    if page.panel is before:
        return done(state)
    state = replace(state, panel=page.panel, saving=state.saving.alone())
    return announce(state, PanelTurned(before, page.panel))


def _go(state: AppState, place: Place, page: PlacePage) -> Result:
    """Show a page of a place, with the trail up to it."""
    paths = state.part(Paths)
    trail = tuple(stop for stop in paths.trail(place) if exists(state, stop.page))
    at = next((index for index, stop in enumerate(trail) if stop.page == page), None)
    trail = (TrailStop(page),) if at is None else trail[: at + 1]
    return show_page(state.with_part(paths.at(place, trail)), page)


# ---- Places ----


@handles(GoToPlace)
def go_to_place(state: AppState, intent: GoToPlace) -> Result:
    """Show the page last open in a place; for Home or the place that is already shown, its first page.

    A finished game or round of exercises gives way to the first page, too, if the player comes from
    elsewhere. Play resumes an offered game if none has been begun. Nothing happens while a question is open.
    """
    place = intent.place
    if state.question is not None:
        return done(state)
    if place is Place.PLAY and state.own_game is None and state.resume is not None:
        return answer_resume(state, AnswerResume(True))
    is_chosen = place is place_of(state)
    last = None if is_chosen or place is Place.HOME else _last_page(state, place)
    page = last or first_page(state, place)
    if not is_chosen and page is not None and _is_done_with(state, page):
        last, panel = None, FIRST_PANELS.get(place)
        page = None if panel is None else PlacePage(panel)
    if page is None:
        state, page = _with_board(state, place)
    if last is None:
        state = state.with_part(state.part(Paths).at(place, ()))
    if not is_chosen:
        return _go(state, place, page)
    return chain(state, lambda state: _go(state, place, page), at_first)


def _is_done_with(state: AppState, page: PlacePage) -> bool:
    """Return whether a page is a game or an exercise in which nothing is left to do."""
    document = state.find(page.document) if page.panel is None else None
    return document is not None and document.play is not None and document.play.is_done_with


def at_first(state: AppState) -> Result:
    """Take the page that is shown back to its first view."""
    within = inside(state, stays=True)
    return done(state) if within is None else within.leave(state)


def _last_page(state: AppState, place: Place) -> PlacePage | None:
    """Return the last page of a place, ignoring panels that have no place and those for choosing a file."""
    trail = reversed(state.part(Paths).trail(place))
    pages = (stop.page for stop in trail if stop.page.panel not in _CHOOSING and exists(state, stop.page))
    return next((page for page in pages if page.panel is None or place_of_panel(page.panel) is not None), None)


def _with_board(state: AppState, place: Place) -> tuple[AppState, PlacePage]:
    """Return the state with the board of Openings, or an analysis board without moves, and its page."""
    state, document = openings_board(state) if place is Place.OPENINGS else analysis_board(state)
    return state, PlacePage(None, document.id)


# ---- Back ----


@handles(Back)
def go_back(state: AppState, _intent: Back) -> Result:
    """Go back as the header shows; an exercise, a lesson and a position being set up are left for good.

    Nothing happens where there is no way back, nor while a question is open.
    """
    way = way_back(state)
    if way is None or state.question is not None:
        return done(state)
    within = inside(state)
    if within is not None:
        return within.leave(state)
    left = state.document if state.panel is None else None
    effects: tuple[Effect, ...] = ()
    if left is not None:
        state, effects = leave_document(state)
        if state.question is not None:
            return state, effects
    state, more = _go(state, *way)
    return state, (*effects, *more)


@closes(ClosingOrder.PANEL, when=lambda state: state.panel is not None)
def leave_panel(state: AppState) -> Result:
    """Leave the panel as Back does."""
    return go_back(state, Back())


# ---- Following what is opened and closed ----


@hears(InputHandled)
def follow(state: AppState, notice: InputHandled) -> Result:
    """Note a page that has been opened; after a document has been closed, go to the page it led back to.

    Instead of a game that nobody has begun, the choices of a new one are shown.
    """
    before = notice.before
    if _is_noted(state):
        return done(state)
    effects: tuple[Effect, ...] = ()
    if _was_closed(before, state):
        way = way_from(state, place_of(before), shown(before))
        state, effects = done(state) if way is None else _go(state, *way)
        state, more = uncovered(state, notice)
        effects = (*effects, *more)
    if state.panel is None and state.document.holds_the_place:
        state, more = show_page(state, PlacePage(Panel.NEW_GAME))
        effects = (*effects, *more)
    return _pruned(noted(before, state)), effects


def without_left_messages(before: AppState, state: AppState) -> AppState:
    """Return the state without the messages of a page that has been left; errors and newer messages stay."""
    if not before.toasts or shown(before) == shown(state):
        return state
    kept = (one for one in state.toasts if one not in before.toasts or one.tone is Tone.ERROR)
    return replace(state, toasts=tuple(kept))


def _pruned(state: AppState) -> AppState:
    """Return the state without stops at documents that have been closed."""
    paths = state.part(Paths)
    trails = {
        place: tuple(stop for stop in trail if exists(state, stop.page))
        for place, trail in paths.trails.items()
    }
    return state.with_part(replace(paths, trails={place: trail for place, trail in trails.items() if trail}))


def _is_noted(state: AppState) -> bool:
    paths, page = state.part(Paths), shown(state)
    return paths.place is place_of(state) and [stop.page for stop in paths.trail(paths.place)[-1:]] == [page]


def _was_closed(before: AppState, state: AppState) -> bool:
    """Return whether the document that was shown has been closed, and nothing else has been opened instead."""
    gone = shown(before).document == before.document.id and state.find(before.document.id) is None
    beneath = before.find(state.document.id) is not None or state.document.holds_the_place
    return gone and beneath and state.panel in (None, before.panel)


def noted(before: AppState, state: AppState) -> AppState:
    """Return the state in which the page that is shown is on top of the trail of its place.

    Args:
        before: the state before the page was opened, which shows where the player came from.
        state: the state in which it is shown.
    """
    paths, place, page = state.part(Paths), place_of(state), shown(state)
    trail = paths.trail(place)
    kept = tuple(stop for stop in trail if exists(state, stop.page))
    if kept and {kept[-1].page.panel, page.panel} == _IN_THE_RAIL:
        kept = kept[:-1]
    at = next((index for index, stop in enumerate(kept) if stop.page == page), None)
    if at is not None:
        return _led_to_list(before, state.with_part(paths.at(place, kept[: at + 1])))
    if page == first_page(state, place):
        return state.with_part(paths.at(place, (TrailStop(page),)))
    if place is not paths.place:
        return state.with_part(paths.at(place, (TrailStop(page, _opener(before, state)),)))
    replaced = trail[-1] if trail and trail[-1] not in kept else None
    stop = TrailStop(page, replaced.opener if replaced is not None else None)
    return state.with_part(paths.at(place, (*kept, stop)))


def _led_to_list(before: AppState, state: AppState) -> AppState:
    """Return the state in which a game that was chosen from its file's list leads back to the list.

    The list then leads back to the page from which the file was opened.
    """
    paths, place, page, listed = state.part(Paths), place_of(state), shown(state), shown(before)
    if listed.panel is not Panel.GAME_LIST or page != PlacePage(None, listed.document):
        return state
    *others, stop = paths.trail(place)
    lists = tuple(
        TrailStop(one.page, stop.opener if one.opener == (place, page) else one.opener)
        for one in paths.trail(Place.GAMES)
    )
    led = TrailStop(page, (Place.GAMES, listed))
    return state.with_part(paths.at(Place.GAMES, lists).at(place, (*others, led)))


def _opener(before: AppState, state: AppState) -> tuple[Place, PlacePage] | None:
    """Return the place and page in another place to which Back leads from the newly opened page.

    The result is None if there is none, for example when the link would make a loop.
    """
    opener: tuple[Place, PlacePage] | None = (place_of(before), shown(before))
    if before.document.holds_the_place and before.panel in (
        None,
        Panel.NEW_GAME,
    ):  # as when a file is opened at first
        opener = Place.HOME, PlacePage(Panel.START)
    elif shown(before).panel in _CHOOSING:
        opener = way_from(before, *opener) if opener is not None else None
    if opener is None or not exists(state, opener[1]) or opener[1].panel is Panel.WELCOME:
        return None
    return None if _leads_to(before, opener, shown(state)) else opener


def _leads_to(state: AppState, way: tuple[Place, PlacePage] | None, page: PlacePage) -> bool:
    """Return whether going back repeatedly leads to a page, or does not end."""
    for _ in range(_FARTHEST):
        if way is None:
            return False
        if way[1] == page:
            return True
        way = way_from(state, *way)
    return True
