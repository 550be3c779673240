"""The settings panel, which replaces the column: groups with headings, on several pages if necessary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.coach import coached
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.i18n.languages import TABLE
from xiangqi.storage.settings import AUTO, INTERRUPTING, NOTATIONS, PACES
from xiangqi.ui.parts.context import PanelContext, Room
from xiangqi.ui.parts.form import Form, panel_room
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.people_fields import people_fields
from xiangqi.ui.parts.window_layout import FORM_WIDTH, unit_of
from xiangqi.ui.toolkit.controls import Tabs
from xiangqi.ui.toolkit.roles import CONTROL
from xiangqi.ui.toolkit.theme import BOARDS, PIECES
from xiangqi.ui.toolkit.widgets import Widget

_TABS: Final = "settings.pages"
_CLOSE: Final = 7.0  # gap between settings, points; small, since there are many
_SCALES: Final = (0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
_VOLUMES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@panel(Panel.SETTINGS, widest=FORM_WIDTH)
def settings_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the settings for language, size, appearance, sound and in-game help.

    Every choice takes effect at once.
    """
    texts, unit = scene.texts, scene.painter.unit
    widgets, room = panel_room(scene, box, texts("settings.title"))
    whole = Form(scene, Room(room.rest, unit), _CLOSE)
    for group in (*_WINDOW, *_PLAY):
        group(whole)
    if whole.room.rest.height:
        return [*widgets, *whole.widgets]
    page = Tabs.page(_TABS, scene.memory)
    labels = (texts("settings.page_window"), texts("settings.page_play"))
    widgets.append(Tabs(_TABS, room.top(CONTROL, 4), labels, chosen=page))
    part = Form(scene, room, _CLOSE)
    for group in (_WINDOW, _PLAY)[page]:
        group(part)
    return [*widgets, *part.widgets]


def _choice(form: Form, key: str, name: str, values: tuple[object, ...], labels: tuple[str, ...]) -> None:
    """Add a choice among the values of a setting."""
    current = getattr(form.scene.state.settings, name)
    chosen = values.index(current) if current in values else -1
    form.choice(f"settings.{key}", form.scene.texts(f"settings.{key}"), labels, _setting(name, values), chosen)


def _setting(name: str, values: tuple[object, ...]) -> tuple[Action, ...]:
    return tuple(ChangeSettings({name: value}) for value in values)


# ---- The groups ----


def _language(form: Form) -> None:
    texts = form.scene.texts
    form.heading("settings.group_language", texts("settings.group_language"))
    _choice(form, "language", "language", tuple(TABLE), tuple(row.own_name for row in TABLE.values()))
    _choice(form, "notation", "notation", NOTATIONS, tuple(texts(f"notation.{name}") for name in NOTATIONS))


def _display(form: Form) -> None:
    scene, texts = form.scene, form.scene.texts
    form.heading("settings.group_display", texts("settings.group_display"))
    percents = tuple(f"{scale:.0%}"[:-1] for scale in _SCALES)
    chosen = _nearest(_SCALES, scene.state.settings.ui_scale)  # not a slider: it would move away
    sizes, aside = _setting("ui_scale", _SCALES), _room_for_scale(scene)
    form.choice("settings.scale", texts("settings.scale"), percents, sizes, chosen, aside)
    _choice(form, "panels", "dark", (True, False), (texts("settings.dark"), texts("settings.light")))
    kinds = (texts("settings.colours_usual"), texts("settings.colours_safe"))
    _choice(form, "colours", "safe_colours", (False, True), kinds)


def _board(form: Form) -> None:
    texts = form.scene.texts
    form.heading("settings.group_board", texts("settings.group_board"))
    _choice(form, "theme", "theme", tuple(BOARDS), tuple(texts(f"theme.{name}") for name in BOARDS))
    _choice(form, "pieces", "piece_set", tuple(PIECES), tuple(texts(f"pieces.{name}") for name in PIECES))


def _sound(form: Form) -> None:
    settings, texts = form.scene.state.settings, form.scene.texts
    form.heading("settings.group_play", texts("settings.group_play"))
    chosen = _nearest(_VOLUMES, 0.0 if settings.muted else settings.volume)
    sounds = tuple(ChangeSettings({"volume": value, "muted": value == 0.0}) for value in _VOLUMES)
    aside = f"{round(_VOLUMES[chosen] * 100)}%"
    form.slider("settings.volume", texts("settings.volume"), aside, sounds, chosen)
    strictness = ("", *INTERRUPTING)
    lessons = tuple(texts(f"settings.coach_interrupts.{name or 'off'}") for name in strictness)
    passes, now = coached.comments_below(form.scene.state), settings.coach_interrupts
    if now == AUTO:  # the meaning of AUTO in the current game
        now = "" if passes is None else passes.value
    choices = _setting("coach_interrupts", strictness)
    form.choice(
        "settings.coach_interrupts", texts("settings.coach_interrupts"), lessons, choices, strictness.index(now)
    )
    paces = tuple(texts(f"settings.pace.{name}") for name in PACES)
    _choice(form, "pace", "pace", PACES, paces)
    told = (texts("settings.tables_hidden"), texts("settings.tables_shown"))
    _choice(form, "tables", "game_tables", (False, True), told)


def _people(form: Form) -> None:
    """Add the names of the people at this computer, once they have been asked for."""
    if form.scene.state.settings.people:
        form.widgets += people_fields(form.scene, form.room)


_WINDOW: Final[tuple[Callable[[Form], None], ...]] = (_language, _display)
_PLAY: Final[tuple[Callable[[Form], None], ...]] = (_board, _sound, _people)


def _room_for_scale(scene: PanelContext) -> str:
    """Return a note of the possible text size if the window is too small for the chosen one, else ""."""
    size, wanted = scene.painter.surface.get_size(), scene.state.settings.ui_scale
    shown = scene.painter.unit / unit_of(size, 1.0, 1.0)
    if shown > wanted - 0.01:
        return ""
    return scene.texts("settings.scale_room", percent=round(100 * shown))


def _nearest(values: tuple[float, ...], wanted: float) -> int:
    return min(range(len(values)), key=lambda index: abs(values[index] - wanted))
