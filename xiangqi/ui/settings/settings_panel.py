"""The settings: one page with sections, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from xiangqi.action import Action
from xiangqi.app.coach import coached
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import Board
from xiangqi.i18n.languages import TABLE
from xiangqi.storage.settings import AUTO, INTERRUPTING, MOTIONS, NOTATIONS, PACES, SPOKEN
from xiangqi.ui.parts.actions import ToggleFullScreen
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import Form
from xiangqi.ui.parts.page_layout import BETWEEN, page_head
from xiangqi.ui.parts.panels import panel
from xiangqi.ui.parts.people_fields import people_fields
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.parts.tool_card import titled_card
from xiangqi.ui.parts.window_layout import unit_of
from xiangqi.ui.settings.looks import draw_board, draw_panels, draw_pieces
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.picture_choice import NAME, PICTURE_EDGE, PictureChoice
from xiangqi.ui.toolkit.roles import CONTROL, GAP
from xiangqi.ui.toolkit.theme import BOARDS, PIECES
from xiangqi.ui.toolkit.widgets import Button, Widget

_CLOSE: Final = 8.0  # gap between settings, points
_FOOT: Final = 14.0  # below the last setting of a card, points
_BESIDE: Final = 480.0  # width of a section from which controls stand beside their names, points
_TWO: Final = 860.0  # width of the page from which it has two columns, points
_THREE: Final = 1500.0  # the same for three
_BOARD: Final = 92.0  # height of the pictures, points
_PIECES: Final = 54.0
_PANELS: Final = 64.0
_LARGEST: Final = 1.7  # how much larger pictures are in high windows
_USUAL_PAGE: Final = 640.0  # height of a page without its head at which they have their usual size, points
_LEAST_PREVIEW: Final = 280.0  # least height for a board that shows the chosen look, points
_UPRIGHT: Final = 1.15  # the largest height of its card for its width
_NARROW_TILE: Final = 84.0  # least width of a tile, points; narrower ones stand in two rows
_SCALES: Final = (0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
_VOLUMES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class _Section(NamedTuple):
    title: str  # the text of its heading
    lay_out: Callable[[_SectionForm], None]


@panel(Panel.SETTINGS, scrolls=True)
def settings_panel(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the sections. Every choice takes effect at once."""
    page = page_head(scene, box, scene.texts("settings.title"))
    width, widgets = box.width / scene.painter.unit, list(page.widgets)
    shared = _DIVIDED[2 if width >= _THREE else 1 if width >= _TWO else 0]
    places = columns(page.rest, len(shared), scene.px(BETWEEN))
    wanted = min(_LARGEST, max(1.0, page.rest.height / scene.px(_USUAL_PAGE)))
    for larger in (wanted, 1.0):
        laid = [_column(scene, *one, larger) for one in zip(places, shared, strict=True)]
        if all(one.fits for one in laid):
            break
    free = max((one.free for one in laid), key=lambda left: left.height)
    return [*widgets, *(widget for one in laid for widget in one.widgets), *_preview(scene, free)]


class _LaidColumn(NamedTuple):
    """A column of sections that has been laid out."""

    widgets: list[Widget]
    free: pygame.Rect  # what is left below them, px
    fits: bool  # whether they have room in the page


class _SectionForm(Form):
    """Lays out a section, with its pictures larger by a factor."""

    larger = 1.0


def _preview(scene: PanelContext, free: pygame.Rect) -> list[Widget]:
    """Lay out a board in the chosen look if there is room for it in a column."""
    if free.height < scene.px(_LEAST_PREVIEW):
        return []
    card = pygame.Rect(free.left, free.top, free.width, min(free.height, round(free.width * _UPRIGHT)))
    inside = card.inflate(-2 * scene.px(_FOOT), -2 * scene.px(_FOOT))
    board = SmallBoard("settings.preview", inside, Board().picture().pieces, scene.state.settings)
    return [Card("settings.preview.card", card), board]


def _column(
    scene: PanelContext, place: pygame.Rect, sections: Sequence[_Section], larger: float
) -> _LaidColumn:
    """Lay out sections one below another, each in a card as high as it needs."""
    widgets: list[Widget] = []
    top = place.top
    for section in sections:
        whole = pygame.Rect(place.left, top, place.width, _ENDLESS)
        card = titled_card(scene, section.title, whole, scene.texts(section.title))
        beside = card.rest.width >= scene.px(_BESIDE)
        form = _SectionForm(scene, Room(card.rest, scene.painter.unit), _CLOSE, beside)
        form.larger = larger
        form.room.top(GAP / 2, 0)
        section.lay_out(form)
        if not form.widgets:
            continue
        card.widgets[0].rect = pygame.Rect(whole.left, top, whole.width, 0)
        bottom = max(widget.rect.bottom for widget in form.widgets) + scene.px(_FOOT)
        card.widgets[0].rect.height = bottom - top
        widgets += [*card.widgets, *form.widgets]
        top = bottom + scene.px(BETWEEN)
    free = pygame.Rect(place.left, top, place.width, max(0, place.bottom - top))
    return _LaidColumn(widgets, free, top - scene.px(BETWEEN) <= place.bottom)


_ENDLESS: Final = 100_000  # a height that has room for every section, px


def _choice(form: Form, key: str, name: str, values: tuple[object, ...], labels: tuple[str, ...]) -> None:
    """Add a choice among the values of a setting."""
    current = getattr(form.scene.state.settings, name)
    chosen = values.index(current) if current in values else -1
    form.choice(f"settings.{key}", form.scene.texts(f"settings.{key}"), labels, _setting(name, values), chosen)


def _setting(name: str, values: tuple[object, ...]) -> tuple[Action, ...]:
    return tuple(ChangeSettings({name: value}) for value in values)


class _Pictured(NamedTuple):
    """A setting whose values are shown as pictures."""

    key: str
    name: str  # the field of the settings
    values: tuple[object, ...]
    labels: tuple[str, ...]
    height: float  # of a picture, points
    draw: Callable[[Painter, pygame.Rect, int], None]


def _pictures(form: _SectionForm, setting: _Pictured) -> None:
    """Add the caption of a setting, and below it a tile for each value."""
    scene, count = form.scene, len(setting.values)
    form.caption(f"settings.{setting.key}", scene.texts(f"settings.{setting.key}"))
    current = getattr(scene.state.settings, setting.name)
    rows = 1 if form.room.rest.width >= count * scene.px(_NARROW_TILE) else 2
    height = rows * (setting.height * form.larger + PICTURE_EDGE + NAME) + (rows - 1) * GAP
    tiles = PictureChoice(
        f"settings.{setting.key}",
        form.room.top(height, _CLOSE),
        setting.labels,
        _setting(setting.name, setting.values),
        setting.values.index(current) if current in setting.values else -1,
        -(-count // rows),
        picture=setting.draw,
        gap_px=scene.px(GAP),
    )
    form.widgets.append(tiles)


# ---- The sections ----


def _language(form: Form) -> None:
    texts = form.scene.texts
    _choice(form, "language", "language", tuple(TABLE), tuple(row.own_name for row in TABLE.values()))
    form.beside = False  # its values are many
    _choice(form, "notation", "notation", NOTATIONS, tuple(texts(f"notation.{name}") for name in NOTATIONS))


def _display(form: _SectionForm) -> None:
    scene, texts = form.scene, form.scene.texts
    dark, kinds = (True, False), (texts("settings.dark"), texts("settings.light"))
    _pictures(
        form,
        _Pictured(
            "panels", "dark", dark, kinds, _PANELS, lambda painter, box, at: draw_panels(painter, box, dark[at])
        ),
    )
    kinds = (texts("settings.colours_usual"), texts("settings.colours_safe"))
    _choice(form, "colours", "safe_colours", (False, True), kinds)
    percents = tuple(f"{scale:.0%}"[:-1] for scale in _SCALES)
    chosen = _nearest(_SCALES, scene.state.settings.ui_scale)  # not a slider: it would move away
    sizes, aside = _setting("ui_scale", _SCALES), _room_for_scale(scene)
    form.choice("settings.scale", texts("settings.scale"), percents, sizes, chosen, aside)


def _board(form: _SectionForm) -> None:
    texts, pieces = form.scene.texts, form.scene.state.settings.piece_set
    boards, sets = tuple(BOARDS), tuple(PIECES)
    for setting in (
        _Pictured(
            "theme",
            "theme",
            boards,
            tuple(texts(f"theme.{name}") for name in boards),
            _BOARD,
            lambda painter, box, at: draw_board(painter, box, boards[at], pieces),
        ),
        _Pictured(
            "pieces",
            "piece_set",
            sets,
            tuple(texts(f"pieces.{name}") for name in sets),
            _PIECES,
            lambda painter, box, at: draw_pieces(painter, box, sets[at]),
        ),
    ):
        _pictures(form, setting)


def _play(form: Form) -> None:
    settings, texts = form.scene.state.settings, form.scene.texts
    chosen = _nearest(_VOLUMES, 0.0 if settings.muted else settings.volume)
    sounds = tuple(ChangeSettings({"volume": value, "muted": value == 0.0}) for value in _VOLUMES)
    aside = f"{round(_VOLUMES[chosen] * 100)}%"
    form.slider("settings.volume", texts("settings.volume"), aside, sounds, chosen)
    _voice(form)
    paces = tuple(texts(f"settings.pace.{name}") for name in PACES)
    _choice(form, "pace", "pace", PACES, paces)
    _choice(form, "motion", "motion", MOTIONS, tuple(texts(f"settings.motion.{name}") for name in MOTIONS))
    told = (texts("settings.tables_hidden"), texts("settings.tables_shown"))
    _choice(form, "tables", "game_tables", (False, True), told)
    strictness = ("", *INTERRUPTING)
    lessons = tuple(texts(f"settings.coach_interrupts.{name or 'off'}") for name in strictness)
    passes, now = coached.comments_below(form.scene.state), settings.coach_interrupts
    if now == AUTO:  # the meaning of AUTO in the current game
        now = "" if passes is None else passes.value
    choices, form.beside = _setting("coach_interrupts", strictness), False  # its four values are long
    form.choice(
        "settings.coach_interrupts", texts("settings.coach_interrupts"), lessons, choices, strictness.index(now)
    )


def _voice(form: Form) -> None:
    """Add whose moves are spoken and, if any are, how loudly."""
    settings, texts = form.scene.state.settings, form.scene.texts
    speakers = tuple(texts(f"settings.speak.{name}") for name in SPOKEN)
    _choice(form, "speak_moves", "speak_moves", SPOKEN, speakers)
    if settings.speak_moves == SPOKEN[0]:
        return
    loudness = _nearest(_VOLUMES, settings.speech_volume)
    volumes, aside = _setting("speech_volume", _VOLUMES), f"{round(_VOLUMES[loudness] * 100)}%"
    form.slider("settings.speech_volume", texts("settings.speech_volume"), aside, volumes, loudness)


def _people(form: Form) -> None:
    """Add the names of the people at this computer, once they have been asked for."""
    if form.scene.state.settings.people:
        form.widgets += people_fields(form.scene, form.room, headed=False)


def _more(form: Form) -> None:
    """Add the buttons for engines, shortcuts and full screen."""
    scene = form.scene
    ways: tuple[tuple[str, str, Action], ...] = (
        ("engines.title", "engine", OpenPanel(Panel.ENGINES)),
        ("help.help", "help", OpenPanel(Panel.HELP)),
        ("help.fullscreen", "fullscreen", ToggleFullScreen()),
    )
    if form.beside:
        rows = columns(form.room.top(CONTROL, GAP), len(ways), scene.px(GAP))
    else:
        rows = [form.room.top(CONTROL, GAP) for _ in ways]
    for row, (words, icon, action) in zip(rows, ways, strict=True):
        form.widgets.append(Button(f"settings.{icon}", row, scene.texts(words), action, icon))


_SECTIONS: Final = (
    _Section("settings.group_board", _board),
    _Section("settings.group_display", _display),
    _Section("settings.group_language", _language),
    _Section("settings.group_play", _play),
    _Section("insights.people", _people),
    _Section("settings.group_more", _more),
)
_DIVIDED: Final = (
    (_SECTIONS,),
    (_SECTIONS[:2], _SECTIONS[2:]),
    (_SECTIONS[0:3:2], _SECTIONS[1:4:2], _SECTIONS[4:]),
)
"""The sections of each column where there is one, two, three of them."""


def _room_for_scale(scene: PanelContext) -> str:
    """Return a note on the possible text size if the window is too small for the chosen one, else ""."""
    size, wanted = scene.painter.surface.get_size(), scene.state.settings.ui_scale
    shown = scene.painter.unit / unit_of(size, 1.0, 1.0)
    if shown > wanted - 0.01:
        return ""
    return scene.texts("settings.scale_room", percent=round(100 * shown))


def _nearest(values: tuple[float, ...], wanted: float) -> int:
    return min(range(len(values)), key=lambda index: abs(values[index] - wanted))
