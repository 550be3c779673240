"""The card *More* of New game: handicap, start, rules, coach, rating; folded, it names the unusual choices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import pygame

from xiangqi import rule_sets
from xiangqi.action import Action
from xiangqi.app.game.handicap import HANDICAPS, NONE, giver_of, handicap_fen, handicap_of
from xiangqi.app.session import view
from xiangqi.app.session.panels import ChangeDraft, ChangeStart
from xiangqi.app.session.players import Setup
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import FenError
from xiangqi.fen import START_FEN, sound_position
from xiangqi.referee import DEFAULT_RULES
from xiangqi.ui.game.new_game_cards import opponent_of
from xiangqi.ui.game.new_game_start import typed_fen
from xiangqi.ui.parts.actions import START_FEN_FIELD
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.form import Form
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CARD_RADIUS, LEAD, SMALL
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Label, Memory, Widget

MORE: Final = "new.more"
"""Key of the heading that folds and unfolds, under which it is remembered."""

_HEAD: Final = 44.0
_EDGE: Final = 16.0
_VALUES: Final = 46.0  # height of the names and values below the heading, points
_TWO: Final = 1000.0  # width of the unfolded card from which its choices stand in two columns, points
_BETWEEN: Final = 32.0  # between these, points
_TWO_HIGH: Final = 370.0  # height of the unfolded card in two columns, and in one, points
_ONE_HIGH: Final = 500.0
_LEAST_VALUE: Final = 110.0
_SHARES: Final = {0.25: "quarter", 0.5: "half", 1.0: "same", 2.0: "double"}
"""The shares of Red's time that Black can get, and their names."""

_OCCURRENCES: Final = (2, 3, 4, 5)
_LIMITS: Final = (60, 50, 40, None)
_GIVERS: Final = {RED: "handicap.title", BLACK: "handicap.title_black"}


@dataclass
class Fold(Button):
    """A heading that folds and unfolds the part below it; only the view remembers that."""

    aside: str = ""  # a few words beside the heading

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette = painter.palette
        hovered = memory.hover == self.key
        inner = self.rect.inflate(-2 * painter.px(_EDGE), 0)
        ink = palette.accent if hovered else palette.text
        icon = pygame.Rect(inner.left, inner.top, painter.px(18), inner.height)
        painter.icon("up" if self.chosen else "next", icon, 16, palette.muted)
        left = icon.right + painter.px(8)
        words = pygame.Rect(left, inner.top, inner.right - left, inner.height)
        used = painter.write(self.label, words, size=LEAD, bold=True, colour=ink) + painter.px(12)
        if painter.width(self.aside, SMALL) <= words.width - used:
            rest = pygame.Rect(left + used, inner.top, words.width - used, inner.height)
            painter.write(self.aside, rest, size=SMALL, colour=palette.muted)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, CARD_RADIUS)

    def click(self, position: tuple[int, int], memory: Memory) -> Action | None:
        memory.rows[self.key] = 0 if self.chosen else 1
        return HANDLED

    def key_down(self, key: int, memory: Memory) -> Action | None:
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return self.click(self.rect.center, memory)
        return None

    def fitting(self, painter: Painter) -> float:
        return LEAD


def is_ratable(scene: PanelContext, draft: Setup) -> bool:
    """Return whether a game against an engine would be rated: from the usual position, without moves."""
    return draft.start_fen == START_FEN and not typed_fen(scene) and not scene.state.draft_moves


def differences(scene: PanelContext, draft: Setup) -> list[str]:
    """Return the differences from the usual terms in words: start, handicap, rules, Black's time."""
    texts, found = scene.texts, []
    handicap, rules = handicap_of(draft.start_fen), draft.rules
    if typed_fen(scene) or handicap is None or scene.state.draft_moves:
        found.append(texts("new.from_typed" if typed_fen(scene) else "new.from_shown"))
    elif handicap != NONE:
        found.append(f"{texts(_GIVERS[giver_of(draft.start_fen)])} {texts(f'handicap.{handicap}')}")
    if rules.occurrences != DEFAULT_RULES.occurrences:
        found.append(texts("new.after_occurrences", count=rules.occurrences))
    if rules.natural_limit_rounds != DEFAULT_RULES.natural_limit_rounds:
        limit = rules.natural_limit_rounds
        found.append(texts("new.no_limit") if limit is None else texts("new.limit_of", count=limit))
    if draft.time.is_timed and draft.black_time is not None:
        share = next((share for share in _SHARES if _scaled(draft.time, share) == draft.black_time), None)
        words = texts(f"time.black.{_SHARES[share]}") if share is not None else ""
        found.append(f"{texts('time.black')}: {words}" if words else texts("time.black"))
    return found


def _heading(scene: PanelContext, rect: pygame.Rect, draft: Setup, *, is_open: bool) -> Fold:
    texts = scene.texts
    unusual = differences(scene, draft)
    if opponent_of(draft) == "computer" and is_ratable(scene, draft) and not scene.state.settings.rated:
        unusual = [texts("new.friendly"), *unusual]
    aside = " · ".join(unusual) if unusual else texts("new.all_usual")
    return Fold(MORE, rect, texts("new.less" if is_open else "new.more"), HANDLED, chosen=is_open, aside=aside)


def more_card(scene: PanelContext, rect: pygame.Rect, draft: Setup) -> list[Widget]:
    """Lay out the folded card: its heading and, if there is room, the chosen values."""
    painter, texts = scene.painter, scene.texts
    values = _values(scene, draft)
    count = min(len(values), max(1, (rect.width - 2 * scene.px(_EDGE)) // scene.px(_LEAST_VALUE)))
    has_values = rect.height >= scene.px(_HEAD + _VALUES) and count == len(values)
    height = min(rect.height, scene.px(_HEAD + _VALUES + 12)) if has_values else scene.px(_HEAD)
    card = pygame.Rect(rect.left, rect.top, rect.width, height)
    head = pygame.Rect(card.left, card.top, card.width, scene.px(_HEAD))
    widgets: list[Widget] = [Card("new.more.card", card), _heading(scene, head, draft, is_open=False)]
    if not has_values:
        return widgets
    strip = pygame.Rect(card.left, head.bottom - scene.px(2), card.width, scene.px(_VALUES))
    cells = columns(strip.inflate(-2 * scene.px(_EDGE), 0), count, scene.px(8))
    for cell, (name, value) in zip(cells, values, strict=True):
        upper = pygame.Rect(cell.left, cell.top, cell.width, painter.line_height(SMALL))
        lower = pygame.Rect(cell.left, upper.bottom, cell.width, painter.line_height(BODY))
        muted = painter.palette.muted
        widgets.append(Label(f"new.more.{name}", upper, texts(f"new.more.{name}"), SMALL, muted, single=True))
        widgets.append(Label(f"new.more.{name}.value", lower, value, BODY, single=True))
    return widgets


def _values(scene: PanelContext, draft: Setup) -> list[tuple[str, str]]:
    """Return the chosen values with the names of their labels."""
    texts, handicap = scene.texts, handicap_of(draft.start_fen)
    usual = handicap is not None and not typed_fen(scene) and not scene.state.draft_moves
    start = texts("new.from_usual") if usual else texts("new.from_other")
    found = [
        ("handicap", texts(f"handicap.{handicap}") if usual and handicap is not None else "–"),
        ("start", start),
        ("rules", texts(f"rules.{draft.rules.name}")),
    ]
    if opponent_of(draft) == "computer":
        speaks = scene.state.settings.coach_interrupts not in ("", "auto")
        coach = "auto" if scene.state.settings.coach_interrupts == "auto" else "on" if speaks else "off"
        rated = scene.state.settings.rated and is_ratable(scene, draft)
        found.append(("coach", texts(f"new.coach.{coach}")))
        found.append(("rated", texts("new.yes" if rated else "new.no")))
    return found


def open_height(scene: PanelContext, width_px: int) -> float:
    """Return the height in points at which everything in the unfolded card fits."""
    return _TWO_HIGH if width_px >= scene.px(_TWO) else _ONE_HIGH


def opened_more(scene: PanelContext, rect: pygame.Rect, draft: Setup, *, folds: bool = True) -> list[Widget]:
    """Lay out the unfolded card: the choices of start, rules, coach, rating and Black's time.

    Args:
        scene: the panel context.
        rect: the card in px.
        draft: the choices so far.
        folds: whether the heading folds the card; there is no need if all cards fit.
    """
    head = pygame.Rect(rect.left, rect.top, rect.width, scene.px(_HEAD))
    room = Room(pygame.Rect(rect.left, head.bottom, rect.width, rect.bottom - head.bottom), scene.painter.unit)
    inner = room.inner(_EDGE)
    inner.rest.top, inner.rest.height = head.bottom, rect.bottom - head.bottom - scene.px(8)
    gap = 8.0 if inner.rest.height >= scene.px(400) else 4.0
    if rect.width >= scene.px(_TWO):
        rooms = [Room(cell, scene.painter.unit) for cell in columns(inner.rest, 2, scene.px(_BETWEEN))]
        forms = [Form(scene, one, 8.0) for one in rooms]
    else:
        forms = [Form(scene, inner, gap)]
    _start_position(forms[0], draft)
    _rules(forms[-1], draft)
    if draft.time.is_timed:
        _black_clock(forms[-1], draft)
    if opponent_of(draft) == "computer":
        _coach_and_rating(forms[-1], is_ratable(scene, draft))
    words = head.inflate(-2 * scene.px(_EDGE), 0)
    title = Label("new.more.title", words, scene.texts("new.more"), LEAD, bold=True, single=True)
    heading = _heading(scene, head, draft, is_open=True) if folds else title
    lowest = max(widget.rect.bottom for form in forms for widget in form.widgets) + scene.px(_EDGE)
    card = pygame.Rect(rect.left, rect.top, rect.width, min(rect.height, lowest - rect.top))
    return [
        Card("new.more.card", rect if folds else card),
        heading,
        *(widget for form in forms for widget in form.widgets),
    ]


def _start_position(form: Form, draft: Setup) -> None:
    """Lay out the choice of start position: the usual one or a handicap, the shown one, or a typed FEN."""
    texts, here = form.scene.texts, view.snapshot(form.scene.state).fen
    handicap = None if form.scene.state.draft_moves else handicap_of(draft.start_fen)
    giver = giver_of(draft.start_fen)
    fens = tuple(handicap_fen(name, giver) for name in HANDICAPS)
    labels = (texts("new.from_start"), texts("new.from_here"))
    usual = fens[0] if handicap is None else draft.start_fen
    starts = (ChangeStart(usual), ChangeStart(here))
    typed = typed_fen(form.scene)
    chosen = -1 if typed else 0 if handicap is not None else 1
    form.choice("new.from", texts("new.from"), labels, starts, chosen)
    if handicap is not None and not typed:
        names = tuple(texts(f"handicap.{name}") for name in HANDICAPS)
        actions = tuple(map(ChangeStart, fens))
        form.steps("new.handicap", texts(_GIVERS[giver]), names, actions, HANDICAPS.index(handicap))
    if handicap not in (None, NONE) and not typed:
        sides = tuple(form.scene.side_name(side) for side in _GIVERS)
        fens = tuple(handicap_fen(handicap or NONE, side) for side in _GIVERS)
        actions = tuple(map(ChangeStart, fens))
        form.choice("new.giver", texts("handicap.giver"), sides, actions, tuple(_GIVERS).index(giver))
    form.field(START_FEN_FIELD, texts("new.fen"), texts("new.fen_hint"))
    if typed:
        try:
            sound_position(typed)
        except FenError as error:
            form.note("new.fault", form.scene.texts.tell(str(error)))
    if not is_ratable(form.scene, draft) and draft.human_side is not None:
        form.note("new.unrated", texts("new.unrated"))


def _rules(form: Form, draft: Setup) -> None:
    """Lay out the choices of rule set, of repetitions before a verdict, and of the limit without a capture."""
    texts, rules = form.scene.texts, draft.rules

    def options(name: str, values: tuple[Any, ...]) -> tuple[tuple[Action, ...], int]:
        changed = (replace(draft, rules=replace(rules, **{name: value})) for value in values)
        current = getattr(rules, name)
        return tuple(map(ChangeDraft, changed)), values.index(current) if current in values else -1

    labels = tuple(texts(f"rules.{name}") for name in rule_sets.NAMES)
    aside = texts(f"rules.{rules.name}_long")
    form.choice("new.rules", texts("new.rules"), labels, *options("name", rule_sets.NAMES), aside)
    limits = tuple(str(limit or texts("new.limit_off")) for limit in _LIMITS)
    counts = tuple(map(str, _OCCURRENCES))
    form.pair(
        ("new.occurrences", texts("new.occurrences"), counts, *options("occurrences", _OCCURRENCES)),
        ("new.limit", texts("new.limit"), limits, *options("natural_limit_rounds", _LIMITS)),
    )


def _black_clock(form: Form, draft: Setup) -> None:
    """Lay out the choice of Black's time: the same as Red's, less or more."""
    given = draft.time_of(BLACK)
    shares = [_scaled(draft.time, share) for share in _SHARES]
    labels = tuple(form.scene.texts(f"time.black.{name}") for name in _SHARES.values())
    times = (None if share == 1.0 else time for share, time in zip(_SHARES, shares, strict=True))
    actions = tuple(ChangeDraft(replace(draft, black_time=time)) for time in times)
    chosen = shares.index(given) if given in shares else -1
    form.choice("new.black_clock", form.scene.texts("time.black"), labels, actions, chosen)


def _scaled(control: TimeControl, share: float) -> TimeControl:
    numbers = (control.total_s, control.increment_s, control.move_s)
    return TimeControl(*(max(1, round(number * share)) if number else 0 for number in numbers))


def _coach_and_rating(form: Form, ratable: bool) -> None:
    """Lay out the choices of whether the coach comments on moves without a clock, and whether games count.

    The second choice is left out if the start position rules it out, as a note beside that position says.
    """
    texts, settings = form.scene.texts, form.scene.state.settings
    values = ("", "auto", "mistake")
    labels = tuple(texts(f"new.coach.{name}") for name in ("off", "auto", "on"))
    actions: tuple[Action, ...] = tuple(ChangeSettings({"coach_interrupts": value}) for value in values)
    chosen = values.index(settings.coach_interrupts) if settings.coach_interrupts in values else 2
    coach = ("new.coach", texts("new.more.coach"), labels, actions, chosen)
    if not ratable:
        form.choice(*coach)
        return
    counting = tuple(ChangeSettings({"rated": rated}) for rated in (True, False))
    words = (texts("new.yes"), texts("new.no"))
    form.pair(coach, ("new.counts", texts("new.more.rated"), words, counting, 0 if settings.rated else 1))
