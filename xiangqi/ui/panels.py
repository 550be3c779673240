"""Panels that take the place of the column: new game, settings, keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pygame

from xiangqi.app import intents, view
from xiangqi.app.levels import HIGHEST, LOWEST
from xiangqi.app.state import Player, PlayerKind, Setup
from xiangqi.core.constants import BLACK, RED
from xiangqi.fen import START_FEN
from xiangqi.referee import RULE_SETS
from xiangqi.storage.settings import LANGUAGES, NOTATIONS
from xiangqi.ui.cards import Card
from xiangqi.ui.paint import BODY, SMALL
from xiangqi.ui.scene import CONTROL, GAP, PADDING, Room, Scene, columns
from xiangqi.ui.theme import BOARDS, PIECES
from xiangqi.ui.widgets import Action, Button, Choice, Label, Slider, Widget

_CLOSING: Final = intents.ClosePanel()
_CAPTION: Final = 22.0
_CHOICE: Final = 36.0
_MOST_IN_A_ROW: Final = 4
_MOST_CHARACTERS: Final = 20  # of short labels, more of them have room in one row
_SCALES: Final = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
_VOLUMES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def panel_room(
    scene: Scene, box: pygame.Rect, title: str, closing: Action = _CLOSING
) -> tuple[list[Widget], Room]:
    """The card of a panel with its title and a button that closes it, and the room below them."""
    room = Room(box, scene.painter.unit).inner(PADDING)
    head = room.top(32, 10)
    close = pygame.Rect(head.right - head.height, head.top, head.height, head.height)
    words = pygame.Rect(head.left, head.top, head.width - head.height - scene.px(GAP), head.height)
    tip = scene.texts("button.close")
    return [
        Card("panel", box),
        Label("panel.title", words, title, size=19, bold=True, single=True),
        Button("panel.close", close, icon="close", action=closing, quiet=True, tip=tip),
    ], room


class _Form:
    """Lays captions and controls under each other."""

    def __init__(self, scene: Scene, room: Room) -> None:
        self.scene = scene
        self.room = room
        self.widgets: list[Widget] = []

    def caption(self, key: str, text: str, aside: str = "") -> None:
        """A small heading, with a value at the right."""
        rect = self.room.top(_CAPTION, 2)
        muted = self.scene.painter.palette.muted
        self.widgets.append(Label(f"{key}.caption", rect, text, size=SMALL, colour=muted, single=True))
        if aside:
            width = self.scene.painter.width(aside, SMALL, True)
            place = pygame.Rect(rect.right - width, rect.top, width, rect.height)
            self.widgets.append(Label(f"{key}.value", place, aside, size=SMALL, bold=True, single=True))

    def choice(
        self,
        key: str,
        text: str,
        labels: tuple[str, ...],
        actions: tuple[Action, ...],
        chosen: int,
        aside: str = "",
    ) -> None:
        """A heading and one of several values, on two rows if there are many."""
        self.caption(key, text, aside)
        roomy = sum(map(len, labels)) <= _MOST_CHARACTERS
        per_row = len(labels) if len(labels) <= _MOST_IN_A_ROW or roomy else -(-len(labels) // 2)
        height = _CHOICE * (-(-len(labels) // per_row))
        self.widgets.append(Choice(key, self.room.top(height, 10), labels, actions, chosen, per_row))

    def pair(self, *choices: tuple[str, str, tuple[str, ...], tuple[Action, ...], int]) -> None:
        """Several headings side by side, each with one of several values below it."""
        muted = self.scene.painter.palette.muted
        captions = columns(self.room.top(_CAPTION, 2), len(choices), self.scene.px(GAP + 4))
        boxes = columns(self.room.top(_CHOICE, 10), len(choices), self.scene.px(GAP + 4))
        for (key, text, labels, actions, chosen), caption, box in zip(choices, captions, boxes, strict=True):
            self.widgets.append(Label(f"{key}.caption", caption, text, size=SMALL, colour=muted, single=True))
            self.widgets.append(Choice(key, box, labels, actions, chosen))

    def slider(self, key: str, text: str, aside: str, actions: tuple[Action, ...], chosen: int) -> None:
        """A heading and a value along a line."""
        self.caption(key, text, aside)
        self.widgets.append(Slider(key, self.room.top(26, 10), actions, chosen))

    def note(self, key: str, text: str) -> None:
        """A paragraph in small print."""
        painter = self.scene.painter
        height = painter.paragraph_height(text, self.room.rest.width, SMALL)
        rect = self.room.top_px(height, 10)
        self.widgets.append(Label(key, rect, text, size=SMALL, colour=painter.palette.muted))


# ---- New game ----


def opponent_of(setup: Setup) -> str:
    """Which kind of game a setup is: "computer", "friend" or "watch"."""
    if setup.is_hot_seat:
        return "friend"
    return "watch" if setup.human_side is None else "computer"


def engine_of(setup: Setup, level: int) -> Player:
    """The engine of a setup; the built-in one at a level when both players are human."""
    for player in (setup.red, setup.black):
        if not player.is_human:
            return player
    return Player(PlayerKind.COMPUTER, level)


def with_players(setup: Setup, kind: str, human_side: int, engine: Player) -> Setup:
    """A setup with other players, start and rules as they were."""
    human = Player()
    if kind == "friend":
        return replace(setup, red=human, black=human)
    if kind == "watch":
        return replace(setup, red=engine, black=engine)
    if human_side == RED:
        return replace(setup, red=human, black=engine)
    return replace(setup, red=engine, black=human)


def new_game_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """Whom to play, with which side, how strong, from where."""
    state, texts, draft = scene.state, scene.texts, scene.state.draft
    widgets, room = panel_room(scene, box, texts("new.title"))
    form = _Form(scene, room)
    kind, engine = opponent_of(draft), engine_of(draft, state.settings.level)
    side = RED if draft.human_side is None else draft.human_side

    def change(kind: str = kind, side: int = side, engine: Player = engine) -> Action:
        return intents.ChangeDraft(with_players(draft, kind, side, engine))

    kinds = ("computer", "friend", "watch")
    labels = tuple(texts(f"new.{name}") for name in kinds)
    form.choice(
        "new.opponent", texts("new.opponent"), labels, tuple(change(name) for name in kinds), kinds.index(kind)
    )
    if kind == "friend":
        form.note("new.note", texts("new.friend_note"))
    else:
        _strength(form, engine, change, kind, side)
    _start_position(form, draft)
    _rules(form, draft)
    label = texts("button.start")
    form.widgets.append(Button("new.start", room.top(CONTROL + 4), label, intents.NewGame(draft), primary=True))
    return [*widgets, *form.widgets]


def _strength(form: _Form, engine: Player, change: Callable[..., Action], kind: str, side: int) -> None:
    texts = form.scene.texts
    if kind == "computer":
        sides = (RED, BLACK)
        labels = tuple(form.scene.side_name(choice) for choice in sides)
        actions = tuple(change(side=choice) for choice in sides)
        form.choice("new.side", texts("new.side"), labels, actions, sides.index(side))
    else:
        form.note("new.note", texts("new.watch_note"))
    levels = range(LOWEST, HIGHEST + 1)
    actions = tuple(change(engine=replace(engine, level=level)) for level in levels)
    aside = texts("new.level", level=engine.level)
    form.slider("new.level", texts("new.level_title"), aside, actions, engine.level - LOWEST)
    form.note("new.level_note", texts(f"new.level_{engine.level}"))


def _start_position(form: _Form, draft: Setup) -> None:
    texts, here = form.scene.texts, view.snapshot(form.scene.state).fen
    if here == START_FEN and draft.start_fen == START_FEN:
        return
    chosen = 0 if draft.start_fen == START_FEN else 1
    actions = tuple(intents.ChangeDraft(replace(draft, start_fen=fen)) for fen in (START_FEN, here))
    form.choice(
        "new.from", texts("new.from"), (texts("new.from_start"), texts("new.from_here")), actions, chosen
    )


_OCCURRENCES: Final = (2, 3, 4, 5)
_LIMITS: Final = (60, 50, 40, None)


def _rules(form: _Form, draft: Setup) -> None:
    """Which repetitions are forbidden, when they are judged, and how long a game may go without a capture."""
    texts, rules = form.scene.texts, draft.rules

    def options(name: str, values: tuple[Any, ...]) -> tuple[tuple[Action, ...], int]:
        changed = (replace(draft, rules=replace(rules, **{name: value})) for value in values)
        current = getattr(rules, name)
        return tuple(map(intents.ChangeDraft, changed)), values.index(current) if current in values else -1

    labels = tuple(texts(f"rules.{name}") for name in RULE_SETS)
    aside = texts(f"rules.{rules.name}_long")
    form.choice("new.rules", texts("new.rules"), labels, *options("name", RULE_SETS), aside)
    limits = tuple(str(limit or texts("new.limit_off")) for limit in _LIMITS)
    counts = tuple(map(str, _OCCURRENCES))
    form.pair(
        ("new.occurrences", texts("new.occurrences"), counts, *options("occurrences", _OCCURRENCES)),
        ("new.limit", texts("new.limit"), limits, *options("natural_limit_rounds", _LIMITS)),
    )


# ---- Settings ----


def settings_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """Language, size, sound, looks and notation; everything takes effect at once."""
    settings, texts = scene.state.settings, scene.texts
    widgets, room = panel_room(scene, box, texts("settings.title"))
    form = _Form(scene, room)

    def options(name: str, values: tuple[Any, ...]) -> tuple[Action, ...]:
        return tuple(intents.ChangeSettings({name: value}) for value in values)

    def choice(key: str, name: str, values: tuple[Any, ...], labels: tuple[str, ...]) -> None:
        current = getattr(settings, name)
        chosen = values.index(current) if current in values else -1
        form.choice(f"settings.{key}", texts(f"settings.{key}"), labels, options(name, values), chosen)

    choice("language", "language", LANGUAGES, tuple(texts(f"language.{name}") for name in LANGUAGES))
    choice("notation", "notation", NOTATIONS, tuple(texts(f"notation.{name}") for name in NOTATIONS))
    percents = tuple(f"{scale:.0%}"[:-1] for scale in _SCALES)
    chosen = _nearest(_SCALES, settings.ui_scale)  # no slider: it would move away under the mouse
    form.choice("settings.scale", texts("settings.scale"), percents, options("ui_scale", _SCALES), chosen)
    volume = 0.0 if settings.muted else settings.volume
    chosen = _nearest(_VOLUMES, volume)
    sounds = tuple(intents.ChangeSettings({"volume": value, "muted": value == 0.0}) for value in _VOLUMES)
    aside = f"{round(_VOLUMES[chosen] * 100)} %"
    form.slider("settings.volume", texts("settings.volume"), aside, sounds, chosen)
    choice("theme", "theme", tuple(BOARDS), tuple(texts(f"theme.{name}") for name in BOARDS))
    choice("pieces", "piece_set", tuple(PIECES), tuple(texts(f"pieces.{name}") for name in PIECES))
    choice("panels", "dark", (True, False), (texts("settings.dark"), texts("settings.light")))
    return [*widgets, *form.widgets]


def _nearest(values: tuple[float, ...], wanted: float) -> int:
    return min(range(len(values)), key=lambda index: abs(values[index] - wanted))


# ---- Keys ----

_KEYS: Final = (
    ("← →", "step"),
    ("Home  End", "ends"),
    ("h2e2  Enter", "type"),
    ("Space", "hint"),
    ("F", "flip"),
    ("Ctrl Z", "take_back"),
    ("Ctrl Y", "redo"),
    ("V", "replay"),
    ("Ctrl N", "new"),
    ("Ctrl E", "edit"),
    ("Ctrl O", "open"),
    ("Ctrl S", "save"),
    ("Ctrl C", "copy"),
    ("Ctrl Shift C", "copy_position"),
    ("Ctrl V", "paste"),
    ("Tab", "tab"),
    ("M", "mute"),
    ("F11", "fullscreen"),
    ("Esc", "cancel"),
    ("?", "help"),
)


def help_panel(scene: Scene, box: pygame.Rect) -> list[Widget]:
    """Every key and what it does, and the mouse on the board."""
    texts, painter = scene.texts, scene.painter
    widgets, room = panel_room(scene, box, texts("help.title"))
    mouse = texts("help.mouse")
    foot = painter.paragraph_height(mouse, room.rest.width, SMALL)
    height = min(
        painter.line_height(BODY) + scene.px(4), (room.rest.height - foot - scene.px(GAP)) // len(_KEYS)
    )
    keys = max(painter.width(key, SMALL, True) for key, _ in _KEYS) + scene.px(14)
    for key, name in _KEYS:
        row = room.top_px(height, 0)
        cap = pygame.Rect(row.left, row.top, keys, row.height)
        words = pygame.Rect(row.left + keys, row.top, row.width - keys, row.height)
        accent = painter.palette.accent
        widgets.append(Label(f"help.{name}.key", cap, key, size=SMALL, colour=accent, bold=True, single=True))
        widgets.append(Label(f"help.{name}", words, texts(f"help.{name}"), size=SMALL, single=True))
    room.top_px(0)
    widgets.append(Label("help.mouse", room.rest, mouse, size=SMALL, colour=painter.palette.muted))
    return widgets
