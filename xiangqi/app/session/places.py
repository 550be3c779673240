"""The eight places of the rail, the pages visited in each, and the destinations of Back.

A page is a panel or a document. Each place has a trail of pages; the last one is shown there, or was shown when
the player left. `app/records/going.py` follows what is opened and closed, and leads back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple

from xiangqi.app.intent import Intent
from xiangqi.app.session import turns
from xiangqi.app.session.document import Document
from xiangqi.app.session.mode import DocumentKind
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.time_control import ClockReading
from xiangqi.app.session.transcript import told_names
from xiangqi.app.session.transition import Step
from xiangqi.i18n.message import Message


class Place(str, Enum):
    """The places of the rail, from top to bottom; the text ``place.<value>`` is the label."""

    HOME = "home"
    PLAY = "play"
    ANALYSE = "analyse"
    LEARN = "learn"
    EXERCISES = "exercises"
    OPENINGS = "openings"
    GAMES = "games"
    PROGRESS = "progress"


_PANELS: Final = {
    Panel.START: Place.HOME,
    Panel.NEW_GAME: Place.PLAY,
    Panel.LESSONS: Place.LEARN,
    Panel.COURSES: Place.LEARN,
    Panel.RULES: Place.LEARN,
    Panel.EXERCISES: Place.EXERCISES,
    Panel.CLASSICS: Place.EXERCISES,
    Panel.LIBRARY: Place.GAMES,
    Panel.FOUND_GAMES: Place.GAMES,
    Panel.OPEN_FILE: Place.GAMES,
    Panel.GAME_LIST: Place.GAMES,
    Panel.RATING: Place.PROGRESS,
    Panel.INSIGHTS: Place.PROGRESS,
    Panel.PLAYER: Place.GAMES,
}
"""The place of each panel; all others are opened over any place, which stays marked."""

_OF_DOCUMENTS: Final = (Panel.GAME_LIST, Panel.DETAILS, Panel.SAVE_FILE, Panel.SHARE)
"""The panels that are about the document on the board."""

FIRST_PANELS: Final = {
    Place.HOME: Panel.START,
    Place.PLAY: Panel.NEW_GAME,
    Place.LEARN: Panel.LESSONS,
    Place.EXERCISES: Panel.EXERCISES,
    Place.GAMES: Panel.LIBRARY,
    Place.PROGRESS: Panel.RATING,
}
"""The first page of each place but Analyse and Openings, which have boards; Play has the game, if any."""

_TITLES: Final = {
    Panel.CLASSICS: "classics.title",
    Panel.COURSES: "courses.title",
    Panel.ENGINES: "engines.title",
    Panel.FOUND_GAMES: "games.source.found",
    Panel.GAME_LIST: "back.file",
    Panel.HELP: "help.title",
    Panel.INSIGHTS: "insights.title",
    Panel.PLAYER: "insights.title",
    Panel.NEW_GAME: "new.title",
    Panel.OPEN_FILE: "open.title",
    Panel.SETTINGS: "settings.title",
}
"""The names of pages other than the first of each place, for the way back to them."""

_OF_KINDS: Final = {
    DocumentKind.LIVE_GAME: Place.PLAY,
    DocumentKind.RECORD: Place.ANALYSE,
    DocumentKind.ANALYSIS: Place.ANALYSE,
    DocumentKind.EXERCISE: Place.EXERCISES,
    DocumentKind.LESSON: Place.LEARN,
    DocumentKind.OPENINGS: Place.OPENINGS,
}


class PlacePage(NamedTuple):
    """A page that the window shows: a panel, or the document with this id."""

    panel: Panel | None
    document: int = 0  # 0 for a panel that is about no document


@dataclass(frozen=True)
class TrailStop:
    """A page on a trail."""

    page: PlacePage
    # the place and page from which a document was opened, to which Back leads; None for the page below
    opener: tuple[Place, PlacePage] | None = None


@dataclass(frozen=True)
class Paths:
    """The trails of all places, and the place that is shown."""

    place: Place | None = None  # None before anything has been opened
    trails: Mapping[Place, tuple[TrailStop, ...]] = field(default_factory=dict)  # the last of each is on top

    def trail(self, place: Place) -> tuple[TrailStop, ...]:
        """Return the pages gone through in a place, the last one on top."""
        return self.trails.get(place, ())

    def at(self, place: Place, trail: tuple[TrailStop, ...]) -> Paths:
        """Return the paths with a place shown, and with this trail for it."""
        return replace(self, place=place, trails={**self.trails, place: trail})


@dataclass(frozen=True)
class GoToPlace(Intent, allowed_in_editor=True):
    """Go to the page last open in a place or, from within the place, to its first page."""

    place: Place


@dataclass(frozen=True)
class Back(Intent, allowed_in_editor=True):
    """Go one page back within the place, or to the document from which the one on the board was opened."""


def kind_of(document: Document) -> DocumentKind:
    """Return the kind of a document, which decides the effect of moves on its board and how it is kept.

    A move on the board is played in a live game, adds a variation to a record or an analysis, and answers the
    question of an exercise or a lesson. Live games and analyses are kept without being saved. Records of files
    are kept as they were last saved, and of exercises and lessons only the results are kept.
    """
    return document.mode.kind


def place_of_panel(panel: Panel) -> Place | None:
    """Return the place of a panel, or None if it is opened over any place."""
    return _PANELS.get(panel)


def place_of_document(state: AppState, document: Document) -> Place:
    """Return the place of an open document: Play for the game played last, even if it is over.

    A round of training one's openings belongs to Openings.
    """
    own = state.own_game
    if document.mode.is_about_openings:
        return Place.OPENINGS
    return Place.PLAY if own is not None and own.id == document.id else _OF_KINDS[kind_of(document)]


class _Inside(NamedTuple):
    is_open: Callable[[AppState], bool]
    label: str
    leave: Step
    elsewhere: bool


_INSIDE: Final[list[_Inside]] = []


def inside_page(
    label: str, when: Callable[[AppState], bool], elsewhere: bool = False
) -> Callable[[Step], Step]:
    """Return a decorator that registers the step by which a page goes back to its first view.

    Args:
        label: the text that names the first view, or the page to which it goes back.
        when: returns whether the page shows another view.
        elsewhere: whether the step leads to another page instead, from which this one was opened.
    """

    def register(leave: Step) -> Step:
        way = _Inside(when, label, leave, elsewhere)
        _INSIDE.insert(0 if elsewhere else len(_INSIDE), way)
        return leave

    return register


_Named = Callable[[AppState], "Message | None"]
_NAMES: Final[dict[Panel, _Named]] = {}


def page_called(panel: Panel) -> Callable[[_Named], _Named]:
    """Return a decorator for a function that names a page for the way back; None means the usual name."""

    def register(named: _Named) -> _Named:
        _NAMES[panel] = named
        return named

    return register


def inside(state: AppState, stays: bool = False) -> _Inside | None:
    """Return the way back from the view of the shown page to its first view; None if it shows that view.

    Args:
        state: the state.
        stays: leave out ways that go back to another page.
    """
    return next((way for way in _INSIDE if way.is_open(state) and not (stays and way.elsewhere)), None)


def shown(state: AppState) -> PlacePage:
    """Return the page that is shown."""
    if state.panel is None:
        return PlacePage(None, state.document.id)
    return PlacePage(state.panel, state.document.id if state.panel in _OF_DOCUMENTS else 0)


def place_of(state: AppState) -> Place:
    """Return the place that is marked in the rail."""
    if state.panel is None:
        return place_of_document(state, state.document)
    own = place_of_panel(state.panel)
    if own is not None:
        return own
    before = state.part(Paths).place
    return before if before is not None else place_of_document(state, state.document)


def exists(state: AppState, page: PlacePage) -> bool:
    """Return whether a page can still be shown, which is not so once its document has been closed.

    A game that nobody has begun is not a page.
    """
    document = state.find(page.document)
    return page.document == 0 or (document is not None and not document.holds_the_place)


def first_page(state: AppState, place: Place) -> PlacePage | None:
    """Return the first page of a place: for Play the game that was begun, if there is one.

    None stands for a board of Analyse or Openings, which is made when it is opened.
    """
    if place is Place.OPENINGS:
        own = next((one for one in state.documents if kind_of(one) is DocumentKind.OPENINGS), None)
        return None if own is None else PlacePage(None, own.id)
    if place is Place.PLAY and state.own_game is not None:
        return PlacePage(None, state.own_game.id)
    panel = FIRST_PANELS.get(place)
    return None if panel is None else PlacePage(panel)


def way_back(state: AppState) -> tuple[Place, PlacePage] | None:
    """Return the destination of Back as a place and a page; None if it leads nowhere.

    It leads nowhere from a live game, from the first page of a place and from the welcome. It leads to the
    shown page itself if that is not in its first view.
    """
    page = shown(state)
    if inside(state) is not None:
        return place_of(state), page
    return None if page.panel is Panel.WELCOME else way_from(state, place_of(state), page)


def way_from(state: AppState, place: Place, page: PlacePage) -> tuple[Place, PlacePage] | None:
    """Return the destination of Back from a page of a place, even a closed page; None if it leads nowhere."""
    first = first_page(state, place)
    if page == first:
        return None
    trail = state.part(Paths).trail(place)
    stop = next((stop for stop in trail if stop.page == page), None)
    if stop is not None and stop.opener is not None and exists(state, stop.opener[1]):
        return stop.opener
    below = trail[: trail.index(stop)] if stop is not None else trail
    before = next((stop.page for stop in reversed(below) if exists(state, stop.page)), first)
    return None if before is None else (place, before)


def back_label(state: AppState) -> Message | None:
    """Return the name of Back's destination, or None if it leads nowhere."""
    way, within = way_back(state), inside(state)
    if way is None:
        return None
    if within is not None:
        return Message(within.label)
    told = state.document.mode.back if state.panel is None else None
    if told is not None:
        return told
    place, page = way
    document = state.find(page.document) if page.panel is None else None
    if document is not None:
        return _called(document)
    named = _NAMES.get(page.panel) if page.panel is not None else None
    name = named(state) if named is not None else None
    if name is not None:
        return name
    title = _TITLES.get(page.panel) if page.panel is not None else None
    return Message(title or f"place.{place.value}")


def _called(document: Document) -> Message:
    tags = document.tree.headers
    if document.is_own_game:
        return Message("back.game")
    if document.mode.arranges:
        return Message("editor.title")
    if kind_of(document) is DocumentKind.RECORD and (tags.get("Red") or tags.get("Black")):
        own = document.player_side if document.collection is not None and document.collection.stored else None
        return Message("back.named", name=told_names(tags.get("Red", ""), tags.get("Black", ""), own))
    return Message(f"kind.{kind_of(document).value}")


class Waiting(NamedTuple):
    """The state of the game that waits while another page is shown, for Play in the rail."""

    yours: bool  # whether a person is to move
    clock: ClockReading | None  # the clock of the player to move, None in a game without one


def waiting(state: AppState) -> Waiting | None:
    """Return the turn and the clock of an unfinished game that is not shown; None without one."""
    game = state.own_game
    if game is None or game.play is None or not game.play.is_unfinished or is_at_game(state):
        return None
    side = turns.side_to_move(game.play)
    clock = game.play.clock
    return Waiting(turns.is_human_turn(game.play), None if clock is None else clock.reading(side, state.now))


def is_at_game(state: AppState) -> bool:
    """Return whether the game of Play is shown, with nothing over it but questions."""
    return state.own_game is not None and shown(state) == PlacePage(None, state.own_game.id)
