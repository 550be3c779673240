"""Pages of the new-game panel about the clock, the start position and the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from xiangqi import rule_sets
from xiangqi.action import Action
from xiangqi.app.game.handicap import HANDICAPS, NONE, giver_of, handicap_fen, handicap_of
from xiangqi.app.session import view
from xiangqi.app.session.panels import ChangeDraft
from xiangqi.app.session.players import Setup
from xiangqi.app.session.time_control import UNTIMED, TimeControl
from xiangqi.core.constants import BLACK, RED
from xiangqi.errors import FenError
from xiangqi.fen import START_FEN, sound_position
from xiangqi.ui.parts.actions import START_FEN_FIELD
from xiangqi.ui.parts.form import Form
from xiangqi.ui.parts.small_board import SmallBoard

_PREVIEW: Final = 140.0
"""Smallest height at which a small board is shown."""

# ---- The clock ----

_KINDS: Final[dict[str, TimeControl]] = {
    "none": UNTIMED,
    "move": TimeControl(move_s=30),
    "total": TimeControl(total_s=600),
    "increment": TimeControl(total_s=300, increment_s=5),
    "byoyomi": TimeControl(total_s=600, move_s=30),
}
"""The initial values of each kind of clock."""

_SHARES: Final = {0.25: "quarter", 0.5: "half", 1.0: "same", 2.0: "double"}
"""The shares of Red's time that Black can get, and their names."""

_MINUTES: Final = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120)
_INCREMENTS: Final = (1, 2, 3, 5, 10, 15, 20, 30, 60)
_MOVE_SECONDS: Final = (5, 10, 15, 20, 30, 45, 60, 90, 120, 180)


def kind_of(control: TimeControl) -> str:
    """Return the kind of a time control, a key of _KINDS."""
    if not control.is_timed:
        return "none"
    if not control.total_s:
        return "move"
    if control.move_s:
        return "byoyomi"
    return "increment" if control.increment_s else "total"


def time_page(form: Form, draft: Setup) -> None:
    """Lay out the page for choosing a clock."""
    texts, control = form.scene.texts, draft.time
    kind = kind_of(control)
    clock_choice(form, draft)
    if control.total_s:
        minutes = control.total_s / 60
        aside = texts("time.minutes", count=f"{minutes:g}")
        _duration(form, draft, "total_s", tuple(60 * count for count in _MINUTES), aside)
    if control.increment_s:
        _duration(form, draft, "increment_s", _INCREMENTS, texts("time.seconds", count=control.increment_s))
    if control.move_s:
        _duration(form, draft, "move_s", _MOVE_SECONDS, texts("time.seconds", count=control.move_s))
    if control.is_timed:
        _black_clock(form, draft)
    form.note("new.clock_note", texts(f"time.{kind}_note"))
    if control.is_timed and not draft.is_watched:
        form.note(
            "new.timed_note", texts("time.timed_note_friends" if draft.is_hot_seat else "time.timed_note")
        )


def clock_choice(form: Form, draft: Setup) -> None:
    """Lay out the choice among the kinds of clock."""
    labels = tuple(form.scene.texts(f"time.{name}") for name in _KINDS)
    actions = tuple(ChangeDraft(replace(draft, time=usual)) for usual in _KINDS.values())
    place = tuple(_KINDS).index(kind_of(draft.time))
    form.choice("new.clock", form.scene.texts("time.title"), labels, actions, place)


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


def _duration(form: Form, draft: Setup, name: str, values: tuple[int, ...], aside: str) -> None:
    """Lay out a slider for one number of the time control."""
    actions = tuple(ChangeDraft(replace(draft, time=replace(draft.time, **{name: value}))) for value in values)
    current = getattr(draft.time, name)
    nearest = min(range(len(values)), key=lambda index: abs(values[index] - current))
    form.slider(f"new.{name}", form.scene.texts(f"time.{name}"), aside, actions, nearest)


# ---- The first position and the rules ----

_GIVERS: Final = {RED: "handicap.title", BLACK: "handicap.title_black"}


def board_page(form: Form, draft: Setup) -> None:
    """Lay out the page for choosing the start position and the rules."""
    _start_position(form, draft)
    _rules(form, draft)
    _preview(form)


def _start_position(form: Form, draft: Setup) -> None:
    """Lay out the choice of start position: the usual one or a handicap, the shown one, or a typed FEN."""
    texts, here = form.scene.texts, view.snapshot(form.scene.state).fen
    handicap = handicap_of(draft.start_fen)
    giver = giver_of(draft.start_fen)
    fens = tuple(handicap_fen(name, giver) for name in HANDICAPS)
    labels = (texts("new.from_start"), texts("new.from_here"))
    usual = fens[0] if handicap is None else draft.start_fen
    starts = tuple(ChangeDraft(replace(draft, start_fen=fen)) for fen in (usual, here))
    typed = _typed_fen(form)
    chosen = -1 if typed else 0 if handicap is not None else 1
    form.choice("new.from", texts("new.from"), labels, starts, chosen)
    if handicap is not None and not typed:
        names = tuple(texts(f"handicap.{name}") for name in HANDICAPS)
        actions = tuple(ChangeDraft(replace(draft, start_fen=fen)) for fen in fens)
        form.steps("new.handicap", texts(_GIVERS[giver]), names, actions, HANDICAPS.index(handicap))
    if handicap not in (None, NONE) and not typed:
        sides = tuple(form.scene.side_name(side) for side in _GIVERS)
        fens = tuple(handicap_fen(handicap or NONE, side) for side in _GIVERS)
        actions = tuple(ChangeDraft(replace(draft, start_fen=fen)) for fen in fens)
        form.choice("new.giver", texts("handicap.giver"), sides, actions, tuple(_GIVERS).index(giver))
    form.field(START_FEN_FIELD, texts("new.fen"), texts("new.fen_hint"))
    if (typed or draft.start_fen != START_FEN) and draft.human_side is not None:
        form.note("new.unrated", texts("new.unrated"))


def _typed_fen(form: Form) -> str:
    return form.scene.memory.texts.get(START_FEN_FIELD, "").strip()


def _preview(form: Form) -> None:
    """Lay out the typed position on a small board, or the fault in it."""
    typed = _typed_fen(form)
    if not typed:
        return
    try:
        position = sound_position(typed)
    except FenError as error:
        form.note("new.fault", form.scene.texts.tell(str(error)))
        return
    if form.room.rest.height >= form.scene.px(_PREVIEW):
        settings = form.scene.state.settings
        form.widgets.append(SmallBoard("new.preview", form.room.rest, position.placement, settings))


_OCCURRENCES: Final = (2, 3, 4, 5)
_LIMITS: Final = (60, 50, 40, None)


def _rules(form: Form, draft: Setup) -> None:
    """Lay out the choice of rule set, of repetitions to judge, and of the limit without a capture."""
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
