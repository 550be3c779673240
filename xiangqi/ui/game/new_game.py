"""The new-game panel: opponent, clock, start position and rules, each on a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.engines.engine_list import player_of
from xiangqi.app.game.handicap import NONE, giver_of, handicap_of
from xiangqi.app.game.play import NewGame, friends
from xiangqi.app.session.panels import ChangeDraft, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.session.strength import HIGHEST, LOWEST, limits_for, rating_of
from xiangqi.app.session.training import SUITABLE
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.game.game_terms import board_page, clock_choice, kind_of, time_page
from xiangqi.ui.parts.actions import START_FEN_FIELD, StartTyped
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.form import Form, panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.window_layout import FORM_WIDTH
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import Button, Widget

PAGES: Final = "new.pages"
"""Key of the panel's tabs."""

_KINDS: Final = ("computer", "friend", "watch")
_PACES: Final = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
_LONGEST_NAME: Final = 40  # greatest length of a name, in characters
_PAGE_NAMES: Final = ("players", "time", "board")


@panel(Panel.NEW_GAME, forgets=(START_FEN_FIELD, PAGES), widest=FORM_WIDTH)
def new_game_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the choice of opponent, clock, start position and rules."""
    texts, draft = scene.texts, scene.state.draft
    widgets, room = panel_room(scene, box, texts("new.title"))
    labels = tuple(texts(f"new.page_{name}") for name in _PAGE_NAMES)
    page = Tabs.page(PAGES, scene.memory)
    widgets.append(Tabs(PAGES, room.top(CONTROL, 12), labels, chosen=page))
    typed = scene.memory.texts.get(START_FEN_FIELD, "").strip()
    action = StartTyped(draft) if typed else NewGame(draft)
    foot = room.bottom(CONTROL + 4)
    home, place = pygame.Rect(foot.left, foot.top, foot.height, foot.height), foot.copy()
    place.left, place.width = home.right + scene.px(GAP), foot.width - home.width - scene.px(GAP)
    start = Button("new.start", place, _beginning(scene, draft, typed), action, primary=True)
    back = Button("new.home", home, icon="home", action=OpenPanel(Panel.START), tip=texts("start.page"))
    form = Form(scene, room)
    (_players_page, time_page, board_page)[page](form, draft)
    return [*widgets, *form.widgets, back, start]


def _beginning(scene: PanelContext, draft: Setup, typed: str) -> str:
    """Return a summary of the game to be started, with everything unusual about it."""
    texts, handicap = scene.texts, handicap_of(draft.start_fen)
    words = [texts("button.start")]
    if typed or handicap is None:
        words.append(texts("new.from_typed" if typed else "new.from_here"))
    elif handicap != NONE:
        gives = "handicap.title" if giver_of(draft.start_fen) == RED else "handicap.title_black"
        words.append(f"{texts(gives)} {texts(f'handicap.{handicap}')}")
    if draft.time.is_timed:
        words.append(texts(f"time.{kind_of(draft.time)}"))
    return " · ".join(words)


# ---- The players ----


def opponent_of(setup: Setup) -> str:
    """Return what kind of game a setup describes: "computer", "friend" or "watch"."""
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


def _players_page(form: Form, draft: Setup) -> None:
    texts, settings = form.scene.texts, form.scene.state.settings
    kind, engine = opponent_of(draft), engine_of(draft, settings.level)
    side = RED if draft.human_side is None else draft.human_side
    labels = tuple(texts(f"new.{name}") for name in _KINDS)
    two = friends(settings)
    kinds = tuple(ChangeDraft(with_players(draft, name, side, engine, two)) for name in _KINDS)
    form.choice("new.opponent", texts("new.opponent"), labels, kinds, _KINDS.index(kind))
    if kind == "friend":
        _two_people(form, draft)
    elif kind == "watch":
        _engine(form, draft.red, lambda player: replace(draft, red=player), "red")
        _engine(form, draft.black, lambda player: replace(draft, black=player), "black")
        _pace(form)
        _engines_button(form)
    else:
        _human_side(form, draft, side, engine)
        _engine(form, engine, lambda player: with_players(draft, kind, side, player))
        clock_choice(form, draft)
        _engines_button(form)


def _named(draft: Setup, side: str, text: str) -> ChangeDraft:
    """Return the change of the draft that renames a player."""
    player = Player(name=text[:_LONGEST_NAME].lstrip())
    return ChangeDraft(replace(draft, red=player) if side == "red" else replace(draft, black=player))


def _pace(form: Form) -> None:
    """Lay out the choice of pace for a game between engines."""
    texts, seconds = form.scene.texts, form.scene.state.settings.watch_s
    actions = tuple(ChangeSettings({"watch_s": value}) for value in _PACES)
    nearest = min(range(len(_PACES)), key=lambda index: abs(_PACES[index] - seconds))
    aside = texts("time.seconds", count=f"{_PACES[nearest]:g}")
    form.slider("new.pace", texts("new.pace"), aside, actions, nearest)


def _two_people(form: Form, draft: Setup) -> None:
    for name, player in (("red", draft.red), ("black", draft.black)):
        form.caption(f"new.name.{name}", form.scene.texts(f"side.{name}"))
        form.widgets.append(
            TextField(
                f"new.name.{name}",
                form.room.top(CONTROL, 10),
                value=player.name,
                change=partial(_named, draft, name),
                unit=form.scene.painter.unit,
                placeholder=form.scene.texts("new.name_hint"),
            )
        )
    texts, turning = form.scene.texts, form.scene.state.settings.turn_board
    form.note("new.note", texts("new.friend_note"))
    labels = (texts("new.board_stays"), texts("new.board_turns"))
    actions = tuple(ChangeSettings({"turn_board": value}) for value in (False, True))
    form.choice("new.turning", texts("new.turning"), labels, actions, int(turning))


def _human_side(form: Form, draft: Setup, side: int, engine: Player) -> None:
    sides = (RED, BLACK)
    labels = tuple(form.scene.side_name(choice) for choice in sides)
    actions = tuple(ChangeDraft(with_players(draft, "computer", choice, engine)) for choice in sides)
    form.choice("new.side", form.scene.texts("new.side"), labels, actions, sides.index(side))


def _engine(form: Form, engine: Player, change: Callable[[Player], Setup], side: str = "") -> None:
    """Lay out the choice of engine and strength; `side` says which of two engines it is for."""
    texts, state = form.scene.texts, form.scene.state
    suffix = f".{side}" if side else ""
    commands = ((), *(saved.command for saved in state.settings.engines))
    if engine.command not in commands:
        commands = (*commands, engine.command)  # an engine given on the command line
    players = tuple(
        engine if command == engine.command else player_of(state, command, engine.level) for command in commands
    )
    names = tuple(form.scene.engine_name(player) for player in players)
    title = texts(f"side.{side}") if side else texts("new.engine")
    choices = tuple(ChangeDraft(change(player)) for player in players)
    if side or len(commands) > 1:  # otherwise there is nothing to choose
        form.steps(f"new.engine{suffix}", title, names, choices, commands.index(engine.command))
    levels = range(LOWEST, HIGHEST + 1)
    actions: tuple[Action, ...] = tuple(ChangeDraft(change(replace(engine, level=level))) for level in levels)
    external = engine.kind is PlayerKind.ENGINE
    if not external and not side and _adapts(form, engine, change):
        return
    seconds = (limits_for(engine).movetime_ms or 0) / 1000
    aside = texts("new.thinks", seconds=f"{seconds:g}") if external else str(engine.level)
    title = texts("new.thinking" if external else "new.level_title")
    form.slider(f"new.level{suffix}", title, aside, actions, engine.level - LOWEST)
    if external and not side:
        form.note("new.level_note", texts("new.engine_note"))
    elif not side:
        form.named_value("new.level_name", _level_words(form.scene, engine.level))
        form.note("new.level_note", texts("new.level_how"))


def _level_words(scene: PanelContext, level: int) -> str:
    """Return the number of a level, its name and its rating."""
    name = scene.texts(f"new.level_{level}")
    return scene.texts("new.level_named", level=level, name=name, rating=rating_of(level))


def _adapts(form: Form, engine: Player, change: Callable[[Player], Setup]) -> bool:
    """Lay out the choice between a level and adapting to the player; return whether the engine adapts."""
    texts, known = form.scene.texts, form.scene.state.practice
    suits = known.opponent if known is not None else engine.rating or SUITABLE
    labels = (texts("new.by_level"), texts("new.adaptive"))
    players = (replace(engine, rating=None), replace(engine, rating=suits))
    adaptive = engine.rating is not None
    actions = tuple(ChangeDraft(change(player)) for player in players)
    form.choice("new.strength", texts("new.strength"), labels, actions, int(adaptive))
    if adaptive:
        form.note("new.level_note", texts("new.adaptive_note", rating=suits))
    return adaptive


def _engines_button(form: Form) -> None:
    label = form.scene.texts("engines.open")
    place = form.room.top(CONTROL)
    engines = OpenPanel(Panel.ENGINES)
    form.widgets.append(Button("new.engines", place, label, engines, icon="settings"))
