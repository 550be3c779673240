"""The settings, in place of the column."""

from __future__ import annotations

from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.i18n.message import LANGUAGES
from xiangqi.storage.settings import LESSONS, NOTATIONS
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import Form, panel_room
from xiangqi.ui.parts.window_layout import Areas
from xiangqi.ui.toolkit.roles import GAP
from xiangqi.ui.toolkit.theme import BOARDS, PIECES
from xiangqi.ui.toolkit.widgets import Widget

_CLOSE: Final = 7.0  # between settings, points: there are many
_SCALES: Final = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
_VOLUMES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def settings_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out language, size, sound, looks and notation; every choice takes effect at once."""
    settings, texts = scene.state.settings, scene.texts
    widgets, room = panel_room(scene, box, texts("settings.title"))
    form = Form(scene, room, gap=_CLOSE)

    def options(name: str, values: tuple[object, ...]) -> tuple[Action, ...]:
        return tuple(ChangeSettings({name: value}) for value in values)

    def choice(
        key: str, name: str, values: tuple[object, ...], labels: tuple[str, ...], within: Form = form
    ) -> None:
        current = getattr(settings, name)
        chosen = values.index(current) if current in values else -1
        within.choice(f"settings.{key}", texts(f"settings.{key}"), labels, options(name, values), chosen)

    choice("language", "language", LANGUAGES, tuple(texts(f"language.{name}") for name in LANGUAGES))
    choice("notation", "notation", NOTATIONS, tuple(texts(f"notation.{name}") for name in NOTATIONS))
    percents = tuple(f"{scale:.0%}"[:-1] for scale in _SCALES)
    chosen = _nearest(_SCALES, settings.ui_scale)  # no slider: it would move away under the mouse
    aside = _room_for_scale(scene)
    form.choice(
        "settings.scale", texts("settings.scale"), percents, options("ui_scale", _SCALES), chosen, aside
    )
    volume = 0.0 if settings.muted else settings.volume
    chosen = _nearest(_VOLUMES, volume)
    sounds = tuple(ChangeSettings({"volume": value, "muted": value == 0.0}) for value in _VOLUMES)
    aside = f"{round(_VOLUMES[chosen] * 100)}%"
    form.slider("settings.volume", texts("settings.volume"), aside, sounds, chosen)
    choice("theme", "theme", tuple(BOARDS), tuple(texts(f"theme.{name}") for name in BOARDS))
    choice("pieces", "piece_set", tuple(PIECES), tuple(texts(f"pieces.{name}") for name in PIECES))
    lessons = tuple(texts(f"settings.lesson.{name or 'off'}") for name in ("", *LESSONS))
    choice("lesson", "lesson", ("", *LESSONS), lessons)
    halves = [Form(scene, Room(half, scene.painter.unit)) for half in columns(form.room.rest, 2, scene.px(GAP))]
    choice("panels", "dark", (True, False), (texts("settings.dark"), texts("settings.light")), halves[0])
    told = (texts("settings.tables_hidden"), texts("settings.tables_shown"))
    choice("tables", "game_tables", (False, True), told, halves[1])
    return [*widgets, *form.widgets, *halves[0].widgets, *halves[1].widgets]


def _room_for_scale(scene: PanelContext) -> str:
    """Say how large text can be where the window is too small for the chosen size; else ""."""
    size, wanted = scene.painter.surface.get_size(), scene.state.settings.ui_scale
    shown = Areas.of(size, wanted).unit / Areas.of(size).unit
    if shown > wanted - 0.01:
        return ""
    return scene.texts("settings.scale_room", percent=round(100 * shown))


def _nearest(values: tuple[float, ...], wanted: float) -> int:
    return min(range(len(values)), key=lambda index: abs(values[index] - wanted))
