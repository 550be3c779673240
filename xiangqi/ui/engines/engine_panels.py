"""Panels about external engines: the list, adding one, and an engine's options."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.engines.engine_list import (
    AddEngine,
    EngineOption,
    PlayAgainstEngine,
    RemoveEngine,
    SetEngineOption,
    ShowEngine,
    accepts,
)
from xiangqi.app.library.own_games import AskOwnGames, to_board
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.loading import TypePath
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.searches import EngineProbe
from xiangqi.app.session.state import Panel
from xiangqi.storage.saved_engines import find
from xiangqi.ui.parts.actions import ENGINE_COMMAND, AddTyped
from xiangqi.ui.parts.cards import Card, EmptyState
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.folder_list import folder_list, shortened
from xiangqi.ui.parts.game_rows import TWO_LINES, GameRow, facts_of, game_row
from xiangqi.ui.parts.game_table import GameList, lay_out_games
from xiangqi.ui.parts.page_layout import BETWEEN, page_columns, page_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.toolkit.controls import Pager, pager, stepper
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, list_box, words_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, PADDING, SMALL, Colour
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Label, Widget

OPTION_FIELD: Final = "option."
"""The prefix of the keys of the text fields for options."""

_LINE: Final = 36.0
ENGINE_PAGES: Final = "engine.page"
"""Key of the pager below the options."""

_ADD: Final = 84.0
_WIDEST: Final = 1240.0  # of the pages, points
_NAME_SHARE: Final = 0.46
_LEAST_GAMES: Final = 190.0  # of the card with games against an engine, points
_GAMES_HEAD: Final = 52.0  # of it without its rows, points
_PATH: Final = 20.0
_AFTER_PATH: Final = 4.0


class _Page(NamedTuple):
    """A page of engines with its head and cards laid out; their content is added later."""

    widgets: list[Widget]  # the head and the cards
    main: Room  # inside the card of the list or the options
    side: Room  # inside the card beside it or, in a narrow page, below it

    def fitted(self) -> list[Widget]:
        """Shrink a second card beside the first to its content, and return the head and the cards."""
        card = self.widgets[-1].rect
        if card.left != self.widgets[-2].rect.left:
            card.height = self.side.rest.top - card.top + (self.main.rest.left - self.widgets[-2].rect.left)
        return self.widgets


def _page(
    scene: PanelContext, box: pygame.Rect, title: str, notes: Sequence[str], controls: float = 0.0
) -> _Page:
    """Lay out the head and two cards: side by side or, in a narrow page, the second below.

    The lower card is then high enough for the small texts `notes` and for `controls` points of further content.
    """
    page = page_head(scene, box, title)
    places = page_columns(scene, page.rest)
    if len(places) == 1:
        room = Room(page.rest, scene.painter.unit)
        width = room.rest.width - 2 * scene.px(PADDING)
        heights = [scene.painter.paragraph_height(note, width, SMALL) + scene.px(GAP) for note in notes]
        below = room.bottom_px(sum(heights) + scene.px(controls + 2 * PADDING), BETWEEN)
        places = [room.rest, below]
    cards: list[Widget] = [Card("engines.main", places[0]), Card("engines.side", places[1].copy())]
    main, side = (Room(place, scene.painter.unit).inner(PADDING) for place in places)
    return _Page([*page.widgets, *cards], main, side)


def _note(scene: PanelContext, room: Room, key: str, text: str, colour: Colour | None = None) -> Label:
    """Lay out a small text at the top of a room, and cut its height from the room."""
    height = scene.painter.paragraph_height(text, room.rest.width, SMALL)
    return Label(key, room.top_px(height), text, size=SMALL, colour=colour or scene.painter.palette.muted)


@panel(Panel.ENGINES, widest=_WIDEST)
def engines_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the list of engines; choosing one shows its options."""
    texts, engines = scene.texts, scene.state.settings.engines
    page = _page(scene, box, texts("engines.title"), [texts("engines.note")], CONTROL)
    note = _note(scene, page.side, "engines.note", texts("engines.note"))
    add = page.side.top(CONTROL, 0)
    frame = list_box(scene.painter, page.main.rest)
    width = words_box(scene.painter, Row("", HANDLED, icon="engine", detail=" "), frame).width
    rows = [
        Row(
            engine.name,
            ShowEngine(engine.command),
            icon="engine",
            detail=_command(scene, engine.command, width),
        )
        for engine in engines
    ]
    listed = ListBox("engines", frame, scene.px(TALL_ROW), rows, empty=texts("engines.empty"), emblem="engine")
    adding = OpenPanel(Panel.ADD_ENGINE)
    return [
        *page.fitted(),
        listed,
        note,
        Button("engines.add", add, texts("engines.add"), adding, "plus", primary=True),
    ]


def _command(scene: PanelContext, command: tuple[str, ...], width: int) -> str:
    """Return the command of an engine; for a program without arguments, as much of its path as fits."""
    return shlex.join(command) if len(command) > 1 else shortened(scene, Path(command[0]), width)


def _short(command: tuple[str, ...]) -> str:
    return Path(command[0]).name


@panel(Panel.ADD_ENGINE, focus=ENGINE_COMMAND, widest=_WIDEST)
def add_engine_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out a field for a command, and a folder with its programs; choosing a program adds it."""
    texts = scene.texts
    page = _page(scene, box, texts("engines.choose"), [texts("engines.hint")])
    line = page.main.top(CONTROL)
    add = pygame.Rect(line.right - scene.px(_ADD), line.top, scene.px(_ADD), line.height)
    typed = pygame.Rect(line.left, line.top, add.left - scene.px(GAP) - line.left, line.height)
    field = TextField(
        ENGINE_COMMAND,
        typed,
        texts("engines.command"),
        change=TypePath,
        submit=AddTyped(),
        unit=scene.painter.unit,
    )
    hint = _note(scene, page.side, "engines.hint", texts("engines.hint"))
    none = texts("engines.no_programs")
    listed = folder_list(scene, page.main, AddEngine, none, programs=True, typed=ENGINE_COMMAND)
    button = Button("engines.add_typed", add, texts("engines.add_typed"), AddTyped())
    return [*page.fitted(), field, button, *listed, hint]


# ---- One engine ----


@panel(Panel.ENGINE, forgets=(OPTION_FIELD, ENGINE_PAGES), widest=_WIDEST)
def engine_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out an engine's options, and beside them its description and the actions on it.

    Options known from earlier are shown until the engine answers. If it does not start, the reason is shown.
    """
    probe, texts = scene.state.probe, scene.texts
    if probe is None:
        return page_head(scene, box, texts("engines.title")).widgets
    facts = {} if probe.failure else _facts(scene, probe)
    controls = _PATH + _AFTER_PATH + 2 * CONTROL + GAP
    page = _page(scene, box, probe.name or _short(probe.command), list(facts.values()), controls)
    line = page.side.top(_PATH, _AFTER_PATH)
    path, muted = _command(scene, probe.command, line.width), scene.painter.palette.muted
    told: list[Widget] = [Label("engine.path", line, path, size=SMALL, colour=muted, single=True)]
    if probe.failure:
        return _failure(scene, page, probe, told)
    saved = find(scene.state.settings.engines, probe.command) is not None
    colours = {"engine.state": scene.painter.palette.good}
    told += [_note(scene, page.side, key, words, colours.get(key)) for key, words in facts.items()]
    play, remove = page.side.top(CONTROL), page.side.top(CONTROL, 0)
    told += [
        Button(
            "engine.play",
            play,
            texts("engine.play"),
            PlayAgainstEngine(probe.command),
            enabled=saved,
            primary=True,
        ),
        Button("engine.remove", remove, texts("engine.remove"), RemoveEngine(), enabled=saved),
    ]
    foot = page.side.rest.bottom
    cards = page.fitted()
    return [*cards, *_options(scene, page.main, probe), *told, *_games(scene, cards, foot, probe)]


def _facts(scene: PanelContext, probe: EngineProbe) -> dict[str, str]:
    """Return the facts that an engine has reported about itself, by the keys of their labels."""
    facts = {}
    if probe.author:
        facts["engine.author"] = scene.texts("engine.author", name=probe.author)
    if probe.options is not None:
        ready = scene.texts("engine.ready", count=len(probe.options))
        facts["engine.state"] = " · ".join(filter(None, (ready, probe.protocol.upper())))
    return facts


def _games(scene: PanelContext, cards: Sequence[Widget], foot: int, probe: EngineProbe) -> list[Widget]:
    """Lay out the player's games against the engine below the card beside its options, down to `foot` px.

    Nothing is laid out if the page has one column or is too low.
    """
    beside = cards[-1].rect
    top = beside.bottom + scene.px(BETWEEN)
    rect = pygame.Rect(beside.left, top, beside.width, foot + scene.px(PADDING) - top)
    if beside.left == cards[-2].rect.left or rect.height < scene.px(_LEAST_GAMES):
        return []
    own = scene.state.part(LibraryState).own.games
    names = {probe.name, _saved_name(scene, probe)} - {""}
    games = [one for one in own if names & {one.played.red_engine, one.played.black_engine}]
    rect.height = min(rect.height, scene.px(max(_LEAST_GAMES, _GAMES_HEAD + len(games) * TWO_LINES)))
    card = titled_card(scene, "engine.games", rect, scene.texts("engine.games"))
    if not games:
        none = scene.texts("engine.no_games")
        empty = EmptyState("engine.no_games", card.rest, text=none, icon="library", wish=AskOwnGames())
        return [*card.widgets, empty]
    box = card.rest.inflate(2 * scene.px(6), 0)

    def row(place: int, width_px: int | None) -> GameRow:
        game = games[place]
        return game_row(scene, facts_of(game), to_board(game.number, game.result), place, width_px=width_px)

    listed = GameList("engine.game_list", box, at_once=True)
    return [*card.widgets, *lay_out_games(scene, box, listed, len(games), row, may_be_table=False)]


def _saved_name(scene: PanelContext, probe: EngineProbe) -> str:
    """Return the name of a saved engine, which also appears in its games; "" if the engine is not saved."""
    saved = find(scene.state.settings.engines, probe.command)
    return "" if saved is None else saved.name


def _failure(scene: PanelContext, page: _Page, probe: EngineProbe, told: list[Widget]) -> list[Widget]:
    """Lay out why a program does not start or is not an engine, and buttons for what to do next."""
    texts, painter, room = scene.texts, scene.painter, page.main
    head = texts("engine.no_start")
    height = painter.paragraph_height(head, room.rest.width, LEAD, True)
    danger = painter.palette.danger
    title = Label("engine.failure", room.top_px(height), head, size=LEAD, bold=True, colour=danger)
    why = Label("engine.why", room.rest, texts.tell(probe.failure))
    built_in, other = page.side.top(CONTROL), page.side.top(CONTROL, 0)
    known = find(scene.state.settings.engines, probe.command) is not None
    remove = Button("engine.remove", other, texts("engine.remove"), RemoveEngine())
    choose = Button("engine.choose", other, texts("engine.other"), OpenPanel(Panel.ADD_ENGINE))
    instead = PlayAgainstEngine(())
    return [
        *page.fitted(),
        *told,
        title,
        why,
        Button("engine.built_in", built_in, texts("engine.built_in"), instead, primary=True),
        remove if known else choose,
    ]


def _options(scene: PanelContext, room: Room, probe: EngineProbe) -> list[Widget]:
    """Lay out a row for each option, on several pages if necessary; a message if none is known."""
    texts, muted = scene.texts, scene.painter.palette.muted
    if not probe.options:
        words = texts("engine.asked" if probe.options is None else "engine.no_options")
        return [Label("engine.wait", room.top(30), words, colour=muted, single=True)]
    per_page, strip = _lines_in(scene, room), None
    if len(probe.options) > per_page:
        strip = room.bottom(_LINE)
        per_page = _lines_in(scene, room)
    pages = -(-len(probe.options) // per_page)
    page = Pager.page(ENGINE_PAGES, scene.memory, pages)
    widgets: list[Widget] = []
    for option in probe.options[page * per_page : (page + 1) * per_page]:
        widgets += _line(scene, room.top(_LINE), option, probe.command)
    return widgets if strip is None else [*widgets, pager(ENGINE_PAGES, strip, page, pages)]


def _lines_in(scene: PanelContext, room: Room) -> int:
    """Return the number of options that fit on a page."""
    return max(1, (room.rest.height + scene.px(GAP)) // (scene.px(_LINE) + scene.px(GAP)))


def _line(
    scene: PanelContext, rect: pygame.Rect, option: EngineOption, command: tuple[str, ...]
) -> list[Widget]:
    """Lay out an option with its name and value."""
    width = round(rect.width * _NAME_SHARE)
    words = pygame.Rect(rect.left, rect.top, width - scene.px(GAP), rect.height)
    control = pygame.Rect(rect.left + width, rect.top, rect.width - width, rect.height)
    saved = find(scene.state.settings.engines, command)
    value = dict(saved.options).get(option.name, option.default) if saved is not None else option.default
    label = Label(f"{OPTION_FIELD}{option.name}.caption", words, option.name, single=True)
    return [label, _CONTROLS.get(option.type, _text)(scene, control, option, value)]


def _set(option: EngineOption, value: str) -> Action:
    return SetEngineOption(option.name, value)


def _check(scene: PanelContext, rect: pygame.Rect, option: EngineOption, value: str) -> Widget:
    labels = (scene.texts("engine.off"), scene.texts("engine.on"))
    actions = tuple(_set(option, text) for text in ("false", "true"))
    return Choice(f"{OPTION_FIELD}{option.name}", rect, labels, actions, int(value == "true"))


def _combo(_scene: PanelContext, rect: pygame.Rect, option: EngineOption, value: str) -> Widget:
    choices = option.choices if value in option.choices else (value, *option.choices)
    actions = tuple(_set(option, choice) for choice in choices)
    return stepper(f"{OPTION_FIELD}{option.name}", rect, choices, actions, choices.index(value))


def _button(scene: PanelContext, rect: pygame.Rect, option: EngineOption, _value: str) -> Widget:
    return Button(f"{OPTION_FIELD}{option.name}", rect, scene.texts("engine.press"), _set(option, ""))


def _text(scene: PanelContext, rect: pygame.Rect, option: EngineOption, value: str) -> Widget:
    """Lay out a field for a value; an invalid one is marked and not saved."""
    key = f"{OPTION_FIELD}{option.name}"
    typed = scene.memory.texts.setdefault(key, value)
    hint = f"{option.min} – {option.max}" if option.min is not None and option.max is not None else ""
    wrong = not accepts(option, typed)
    field = TextField(
        key, rect, hint, change=lambda text: _set(option, text), unit=scene.painter.unit, wrong=wrong
    )
    field.tip = hint
    return field


_CONTROLS: Final[dict[str, Callable[[PanelContext, pygame.Rect, EngineOption, str], Widget]]] = {
    "check": _check,
    "combo": _combo,
    "button": _button,
}
