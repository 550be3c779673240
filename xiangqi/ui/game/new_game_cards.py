"""The cards of New game: level, colour, clock, names, engines and their pace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.engines.engine_list import player_of
from xiangqi.app.game.at_once import ChooseColour, draws_lots
from xiangqi.app.game.play import is_usual
from xiangqi.app.library.state import LibraryState
from xiangqi.app.session.panels import ChangeDraft, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.strength import HIGHEST, LOWEST, limits_for, rating_of
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.app.session.training import SUITABLE
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED
from xiangqi.library.played import DRAWN, LOST, WON
from xiangqi.ui.game.choices import Chips, ColourButton, StepNumbers, Steps, chip_places
from xiangqi.ui.game.new_game_start import first_position
from xiangqi.ui.game.terms_words import clock_words
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import Form
from xiangqi.ui.parts.tool_card import CardFrame, titled_card
from xiangqi.ui.toolkit.controls import stepper
from xiangqi.ui.toolkit.roles import BODY, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.tiles import Link
from xiangqi.ui.toolkit.widgets import Choice, Label, Widget

KINDS: Final = ("computer", "friend", "watch")

PRESETS: Final = (
    UNTIMED,
    TimeControl(180, 2),
    TimeControl(300),
    TimeControl(600, 5),
    TimeControl(900, 10),
    TimeControl(1800),
    TimeControl(3600, 0, 30),
)
"""The clocks that are chosen by one click."""

_PACES: Final = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
_LONGEST_NAME: Final = 40  # greatest length of a name, in characters
_EDGE: Final = 14.0
_STEPS: Final = 30.0  # height of the slider, points
_FIELD: Final = (64.0, 34.0)  # size of a field for a number, points
_MOST_MINUTES: Final = 600
_MOST_SECONDS: Final = 600


def opponent_of(setup: Setup) -> str:
    """Return the kind of game that a setup describes, one of `KINDS`."""
    if setup.is_hot_seat:
        return "friend"
    return "watch" if setup.human_side is None else "computer"


def engine_of(setup: Setup, level: int) -> Player:
    """Return the engine of a setup, Red's if there are two; without any, the built-in one at a level."""
    for player in (setup.red, setup.black):
        if not player.is_human:
            return player
    return Player(PlayerKind.COMPUTER, level)


def with_players(
    setup: Setup, kind: str, human_side: int, engine: Player, two: tuple[Player, Player] = (Player(), Player())
) -> Setup:
    """Return a setup with other players but otherwise unchanged; `two` are the people at one screen."""
    human = Player()
    if kind == "friend":
        return replace(setup, red=two[0], black=two[1])
    if kind == "watch":
        return replace(setup, red=engine, black=engine)
    if human_side == RED:
        return replace(setup, red=human, black=engine)
    return replace(setup, red=engine, black=human)


# ---- The level ----


def level_card(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the engine, if several are known, and its level as named steps; a note if the level adapts."""
    engine, side = engine_of(draft, scene.state.settings.level), draft.human_side or RED

    def change(player: Player) -> Setup:
        return with_players(draft, "computer", side, player)

    external = engine.kind is PlayerKind.ENGINE
    title = scene.texts("new.thinking" if external else "new.level_title")
    card = titled_card(scene, "new.level", rect, title)
    head = pygame.Rect(card.rest.left, rect.top + scene.px(5), card.rest.width, scene.px(30))
    widgets = [*card.widgets, *_head_of_level(scene, head, title, engine, change)]
    if engine.rating is not None and not external:
        words = scene.texts("new.adaptive_note", rating=engine.rating)
        return [*widgets, Label("new.level_note", card.rest, words, colour=scene.painter.palette.muted)]
    return [
        *widgets,
        *_steps(scene, card, engine, change, "new.level", 30.0),
        *_level_told(scene, card, engine),
    ]


def _head_of_level(
    scene: PanelContext, head: pygame.Rect, title: str, engine: Player, change: Callable[[Player], Setup]
) -> list[Widget]:
    """Lay out, at the right of the heading, the choice of engine and the choice of an opponent that adapts."""
    painter, texts = scene.painter, scene.texts
    free = head.width - painter.width(title, LEAD, True) - scene.px(20)
    right, widgets = head.right, list[Widget]()
    if engine.kind is not PlayerKind.ENGINE:
        labels = (texts("new.by_level"), texts("new.adaptive"))
        width = min(free, 2 * (max(painter.width(label, BODY, True) for label in labels) + scene.px(22)))
        known = scene.state.practice
        suits = known.opponent if known is not None else engine.rating or SUITABLE
        players = (replace(engine, rating=None), replace(engine, rating=suits))
        actions = tuple(ChangeDraft(change(player)) for player in players)
        place = pygame.Rect(right - width, head.top, width, head.height)
        widgets.append(Choice("new.strength", place, labels, actions, int(engine.rating is not None)))
        right, free = place.left - scene.px(12), free - width - scene.px(12)
    place = pygame.Rect(right - min(free, scene.px(240)), head.top, min(free, scene.px(240)), head.height)
    return [*_engine_choice(scene, place, engine, change, "new.engine"), *widgets]


def _engine_choice(
    scene: PanelContext, rect: pygame.Rect, engine: Player, change: Callable[[Player], Setup], key: str
) -> list[Widget]:
    """Lay out the choice among the known engines, or a link to the page where the first is added."""
    state, texts = scene.state, scene.texts
    commands: tuple[tuple[str, ...], ...] = ((), *(saved.command for saved in state.settings.engines))
    if engine.command not in commands:
        commands = (*commands, engine.command)  # an engine given on the command line
    if len(commands) == 1 and key.endswith(".black"):
        return []  # the way to others stands beside the first
    if len(commands) == 1:
        words = texts("engines.open")
        width = min(rect.width, scene.painter.width(words, SMALL) + 2)
        place = pygame.Rect(rect.right - width, rect.top, width, rect.height)
        return [Link("new.engines", place, words, OpenPanel(Panel.ENGINES))] if width > scene.px(60) else []
    players = tuple(
        engine if command == engine.command else player_of(state, command, engine.level) for command in commands
    )
    names = tuple(scene.engine_name(player) for player in players)
    choices = tuple(ChangeDraft(change(player)) for player in players)
    return [stepper(key, rect, names, choices, commands.index(engine.command))]


def _steps(
    scene: PanelContext,
    card: CardFrame,
    engine: Player,
    change: Callable[[Player], Setup],
    key: str,
    foot: float = 0.0,
) -> list[Widget]:
    """Lay out the levels as steps, with their numbers below if these fit above `foot` points."""
    levels = range(LOWEST, HIGHEST + 1)
    actions: tuple[Action, ...] = tuple(ChangeDraft(change(replace(engine, level=level))) for level in levels)
    box = card.rest
    has_numbers = box.height >= scene.px(56 + foot) and box.width >= scene.px(24 * len(levels))
    place = pygame.Rect(box.left, box.top + scene.px(4 if has_numbers else 0), box.width, scene.px(_STEPS))
    slider = Steps(key, place, actions, engine.level - LOWEST, first=LOWEST)
    if not has_numbers:
        return [slider]
    below = pygame.Rect(box.left, place.bottom, box.width, scene.painter.line_height(SMALL))
    return [slider, StepNumbers(f"{key}.numbers", below, slider=slider)]


def _level_told(scene: PanelContext, card: CardFrame, engine: Player) -> list[Widget]:
    """Lay out the level's name or an added engine's time and, if there is room, the player's results."""
    painter, texts, box = scene.painter, scene.texts, card.rest
    if engine.kind is PlayerKind.ENGINE:
        seconds = (limits_for(engine).movetime_ms or 0) / 1000
        words = texts("new.engine_takes", seconds=f"{seconds:g}")
    else:
        name = texts(f"new.level_{engine.level}")
        words = texts("new.level_named", level=engine.level, name=name, rating=rating_of(engine.level))
    height = painter.line_height(BODY)
    line = pygame.Rect(box.left, box.bottom - height - scene.px(2), box.width, height)
    used = min(line.width, painter.width(words, BODY, True) + 2)
    named = Label(
        "new.level_name", pygame.Rect(line.left, line.top, used, height), words, bold=True, single=True
    )
    told = _results(scene, engine)
    free = line.width - used - scene.px(16)
    if not told or painter.width(told, SMALL) > free:
        return [named]
    place = pygame.Rect(line.right - free, line.top, free, height)
    muted = painter.palette.muted
    return [named, Label("new.results", place, told, SMALL, muted, single=True, align="right")]


def results_at(scene: PanelContext, level: int) -> Counter[str]:
    """Return the results of the player's games against a level of the built-in engine, by outcome."""
    games = scene.state.part(LibraryState).own.games
    return Counter(game.outcome for game in games if game.played.level == level and game.outcome)


def _results(scene: PanelContext, engine: Player) -> str:
    found = results_at(scene, engine.level)
    if engine.kind is PlayerKind.ENGINE or not found:
        return ""
    return scene.texts("new.results", won=found[WON], drawn=found[DRAWN], lost=found[LOST])


# ---- The colour ----


def colour_card(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the colours to choose from, beside their heading, with a note on which of them moves first."""
    texts, painter, settings = scene.texts, scene.painter, scene.state.settings
    inner = Room(rect, painter.unit).inner(_EDGE).rest
    title = texts("new.side")
    name = painter.width(title, LEAD, True) + scene.px(28)
    name = name if inner.width - name >= scene.px(3 * 76) else 0
    first = texts("new.red_first" if first_position(scene, draft).turn == RED else "new.black_first")
    note = painter.width(first, SMALL) + scene.px(16)
    room = inner.width - name
    note = note if room - note >= scene.px(3 * 130) else 0
    strip = pygame.Rect(inner.left + name, inner.top, min(room - note, scene.px(3 * 170)), inner.height)
    theme = look(settings.theme, settings.piece_set).pieces
    sides: list[tuple[str, int | None]] = [("red", RED), ("black", BLACK)]
    if is_usual(draft, scene.state.draft_moves):
        sides.append(("lot", None))
    chosen = None if draws_lots(scene.state) else draft.human_side
    widgets: list[Widget] = [
        Card("new.side.card", rect),
        Label(
            "new.side",
            pygame.Rect(inner.left, inner.top, name, inner.height),
            title,
            LEAD,
            bold=True,
            single=True,
        ),
    ]
    for cell, (key, side) in zip(columns(strip, 3, scene.px(12)), sides, strict=False):
        label = texts("new.lot") if side is None else scene.side_name(side)
        widgets.append(
            ColourButton(
                f"new.side.{key}",
                cell,
                label,
                ChooseColour(side),
                chosen=chosen == side,
                side=side or 0,
                theme=theme,
            )
        )
    if note:
        place = pygame.Rect(inner.right - note, inner.top, note, inner.height)
        muted = painter.palette.muted
        widgets.append(Label("new.first", place, first, SMALL, muted, single=True, align="right"))
    return widgets


# ---- The clock ----


def clock_card(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the presets that fit, the clock in words and, if there is room, fields for one's own clock."""
    texts, painter = scene.texts, scene.painter
    card = titled_card(scene, "new.clock", rect, texts("time.title"), clock_sentence(scene, draft.time))
    inner = Room(card.rest, painter.unit)
    row = inner.top(min(40.0, card.rest.height / painter.unit * 0.52), 6)
    labels = [clock_words(scene, control) for control in PRESETS]
    actions = [ChangeDraft(replace(draft, time=control)) for control in PRESETS]
    chosen = PRESETS.index(draft.time) if draft.time in PRESETS else -1
    places = chip_places(painter, row, labels)
    while places[-1].right > row.right + 1 and len(places) > 2:  # the longest goes first where there is no room
        del labels[-1], actions[-1], places[-1]
    chosen = chosen if chosen < len(places) else -1
    strip = pygame.Rect(row.left, row.top, places[-1].right - row.left, row.height)
    chips = Chips("new.clock", strip, labels, actions, chosen, places=places)
    if inner.rest.height < scene.px(28):
        return [*card.widgets, chips]
    return [*card.widgets, chips, *_own_clock(scene, inner.rest, draft)]


def clock_sentence(scene: PanelContext, control: TimeControl) -> str:
    """Return a time control as a sentence."""
    texts, minutes = scene.texts, f"{control.total_s / 60:g}"
    if not control.is_timed:
        return texts("clock.say_none")
    if not control.total_s:
        return texts("clock.say_move", seconds=control.move_s)
    if control.move_s:
        return texts("clock.say_byoyomi", minutes=minutes, seconds=control.move_s)
    if control.increment_s:
        return texts("clock.say_increment", minutes=minutes, seconds=control.increment_s)
    return texts("clock.say_minutes", minutes=minutes)


def _own_clock(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the fields for minutes, added seconds and seconds a move, as far as they fit."""
    texts, painter, control = scene.texts, scene.painter, draft.time
    height = min(rect.height, scene.px(_FIELD[1]))
    left, muted = rect.left, painter.palette.muted
    widgets: list[Widget] = []

    def words(key: str, text: str) -> None:
        nonlocal left
        width = painter.width(text, SMALL) + scene.px(GAP)
        place = pygame.Rect(left, rect.top, width, height)
        widgets.append(Label(f"new.own.{key}", place, text, SMALL, muted, single=True))
        left += width

    fields = (
        ("total_s", control.total_s // 60, 60, _MOST_MINUTES, texts("clock.own_minutes")),
        ("increment_s", control.increment_s, 1, _MOST_SECONDS, texts("clock.own_seconds")),
        ("move_s", control.move_s, 1, _MOST_SECONDS, texts("clock.own_byoyomi")),
    )
    wanted = painter.width(texts("clock.own"), SMALL) + scene.px(GAP)
    wanted += sum(scene.px(_FIELD[0] + 3 * GAP) + painter.width(text, SMALL) for *_, text in fields)
    if wanted <= rect.width:
        words("own", texts("clock.own"))
    for name, value, factor, most, text in fields:
        needed = scene.px(_FIELD[0] + 2 * GAP) + painter.width(text, SMALL)
        if left + needed > rect.right:
            break
        box = pygame.Rect(left, rect.top, scene.px(_FIELD[0]), height)
        change = partial(_with_number, draft, name, factor, most)
        widgets.append(TextField(f"new.{name}", box, value=str(value or ""), change=change, unit=painter.unit))
        left = box.right + scene.px(GAP)
        words(name, text)
        left += scene.px(GAP)
    return widgets


def _with_number(draft: Setup, name: str, factor: int, most: int, text: str) -> ChangeDraft:
    """Return the change that sets a number of the clock to a text's digits, at most `most`; 0 without any."""
    digits = "".join(character for character in text if character in "0123456789")[:4]
    number = min(int(digits or 0), most) * factor
    return ChangeDraft(replace(draft, time=replace(draft.time, **{name: number})))


# ---- Two people, two engines ----


def names_card(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the names of two people, and the choice of whether the board turns to the player to move."""
    texts, painter = scene.texts, scene.painter
    card = titled_card(scene, "new.names", rect, texts("new.names"))
    room = Room(card.rest, painter.unit)
    cells = columns(room.top(64, 10), 2, scene.px(16))
    widgets = list(card.widgets)
    for cell, (name, player) in zip(cells, (("red", draft.red), ("black", draft.black)), strict=True):
        upper = pygame.Rect(cell.left, cell.top, cell.width, scene.px(24))
        field = pygame.Rect(cell.left, upper.bottom, cell.width, cell.bottom - upper.bottom)
        muted = painter.palette.muted
        label = texts(f"side.{name}")
        widgets.append(Label(f"new.name.{name}.caption", upper, label, SMALL, muted, single=True))
        widgets.append(
            TextField(
                f"new.name.{name}",
                field,
                value=player.name,
                change=partial(_named, draft, name),
                unit=painter.unit,
                placeholder=texts("new.name_hint"),
            )
        )
    form = Form(scene, room)
    labels = (texts("new.board_stays"), texts("new.board_turns"))
    actions = tuple(ChangeSettings({"turn_board": value}) for value in (False, True))
    turning = scene.state.settings.turn_board
    if room.rest.height >= scene.px(36):
        form.choice("new.turning", texts("new.turning"), labels, actions, int(turning))
    return [*widgets, *form.widgets]


def _named(draft: Setup, side: str, text: str) -> ChangeDraft:
    """Return the change of the draft that renames a player; the name is cut to _LONGEST_NAME."""
    player = Player(name=text[:_LONGEST_NAME].lstrip())
    return ChangeDraft(replace(draft, red=player) if side == "red" else replace(draft, black=player))


def engines_card(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out both engines of a game to watch, with their levels."""
    gap = scene.px(12)
    height = (rect.height - gap) // 2
    upper = pygame.Rect(rect.left, rect.top, rect.width, height)
    lower = pygame.Rect(rect.left, rect.bottom - height, rect.width, height)
    return [
        *_engine_card(scene, upper, draft.red, lambda player: replace(draft, red=player), "red"),
        *_engine_card(scene, lower, draft.black, lambda player: replace(draft, black=player), "black"),
    ]


def _engine_card(
    scene: PanelContext, rect: pygame.Rect, engine: Player, change: Callable[[Player], Setup], side: str
) -> list[Widget]:
    title = scene.texts(f"side.{side}")
    card = titled_card(scene, f"new.engine_card.{side}", rect, title)
    free = card.rest.width - scene.painter.width(title, LEAD, True) - scene.px(20)
    width = min(free, scene.px(300))
    head = pygame.Rect(card.rest.right - width, rect.top + scene.px(5), width, scene.px(30))
    return [
        *card.widgets,
        *_engine_choice(scene, head, engine, change, f"new.engine.{side}"),
        *_steps(scene, card, engine, change, f"new.level.{side}"),
    ]


def pace_card(scene: PanelContext, rect: pygame.Rect, _draft: Setup) -> list[Widget]:
    """Lay out the choice of pace for a game between engines."""
    texts, seconds = scene.texts, scene.state.settings.watch_s
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    actions = tuple(ChangeSettings({"watch_s": value}) for value in _PACES)
    nearest = min(range(len(_PACES)), key=lambda index: abs(_PACES[index] - seconds))
    form = Form(scene, room)
    aside = texts("time.seconds", count=f"{_PACES[nearest]:g}")
    form.slider("new.pace", texts("new.pace"), aside, actions, nearest)
    return [Card("new.pace.card", rect), *form.widgets]
