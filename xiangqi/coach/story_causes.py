"""The causes of the mistakes in a story, and what to practise after them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import NO_CAUSES, MoveReview
from xiangqi.coach.summary import PHASES

PROTECTION: Final = "protection"
"""The theme to practise after losing a piece for nothing."""

# What to practise: each theme with the kinds of facts that show it, after the mistake or missed before it.
_ALLOWED: Final[dict[FactKind, str]] = {
    FactKind.HANGS: PROTECTION,
    FactKind.TAKES: PROTECTION,
    FactKind.DEFENDER_REMOVED: PROTECTION,
    FactKind.PINNED_DEFENDER: PROTECTION,
    FactKind.OVERLOADED: PROTECTION,
    FactKind.WINS_MATERIAL: "reply",
    FactKind.FORK: "reply",
    FactKind.TWO_TARGETS: "reply",
    FactKind.DOUBLE_THREAT: "reply",
    FactKind.PIN: "reply",
    FactKind.DISCOVERED_ATTACK: "lines",
    FactKind.DISCOVERED_CHECK: "lines",
    FactKind.MOUNT_MADE: "lines",
    FactKind.MOUNT_REMOVED: "lines",
    FactKind.LEG_FREED: "lines",
    FactKind.EYE_FREED: "lines",
    FactKind.OPENED: "lines",
    FactKind.STOOD: "threats",
    FactKind.THREAT: "threats",
    FactKind.ATTACK: "threats",
    FactKind.SHUT_IN: "room",
    FactKind.TRAPPED: "room",
    FactKind.HOLLOW_CANNON: "centre",
    FactKind.MATE: "king",
    FactKind.FORCED_MATE: "king",
    FactKind.KING_DRIVEN: "king",
    FactKind.KING_STEP: "king",
}
MISSED_MATES: Final[dict[FactKind, str]] = {FactKind.MATE: "mates", FactKind.FORCED_MATE: "mates"}
_CHANCES: Final = "chances"  # any other win that was missed
PRACTISED_PHASES: Final = (PHASES[0], PHASES[2])  # of a game, that can be practised
_MUCH: Final = 0.10  # the loss of all mistakes of a kind that makes it a theme
_MOST: Final = 0.6  # the share of a side's losses that makes a phase what it should practise
THEMES: Final = (*sorted({*_ALLOWED.values(), *MISSED_MATES.values()}), _CHANCES, *PRACTISED_PHASES)
"""The themes that may be practised."""


def is_repeated(move: MoveReview) -> bool:
    """Return whether several moves share the fault of a move, so that it is told once for all of them."""
    cause = cause_of(move)
    return cause is not None and cause.kind is FactKind.AGAIN


def is_allowed(move: MoveReview) -> bool:
    """Return whether a move is a fault because of a win that it allowed, rather than one that it missed."""
    cause = cause_of(move)
    return cause is not None and cause.start is Start.AFTER and wins(cause)


def wins(fact: Fact | None) -> bool:
    """Return whether a fact is a chance to mate or to win material."""
    if fact is None or fact.kind in (FactKind.THREAT, FactKind.ATTACK):
        return False
    return fact.gain > 0 or fact.moves > 0 or fact.kind is FactKind.TAKES


def cause_of(move: MoveReview) -> Fact | None:
    """Return the first fact that explains why a move is a fault, or None.

    A win that several moves left to the opponent comes before what the move itself would only have threatened.
    """
    causes = [fact for fact in move.facts if fact.kind not in NO_CAUSES]
    left = [fact for fact in causes if fact.kind is FactKind.AGAIN and fact.start is Start.AFTER]
    is_less = bool(causes) and causes[0].start is Start.BEFORE and not causes[0].moves and not wins(causes[0])
    return next(iter((left if is_less else []) + causes), None)


def theme_of(fact: Fact | None) -> str:
    """Return the theme to practise after a mistake with a given cause, "" if there is none."""
    if fact is None:
        return ""
    if fact.start is Start.AFTER:
        return _ALLOWED.get(fact.cause, "")
    return MISSED_MATES.get(fact.cause, _CHANCES if fact.gain or fact.cause is FactKind.TAKES else "")


def practised(faults: Sequence[tuple[MoveReview, str]]) -> tuple[str, tuple[int, ...]]:
    """Return the theme that a side should practise (of THEMES, or ""), and the plies of mistakes that show it.

    The theme is that of the mistakes that cost most together, if they cost much, or else the phase in which the
    side lost most.

    Args:
        faults: the side's mistakes of which the story tells, each with the theme to practise after it, or "".
    """
    cost, plies = Counter[str](), defaultdict[str, list[int]](list)
    for move, theme in faults:
        if theme:
            cost[theme] += round(1000 * move.loss)
            plies[theme].append(move.ply)
    theme = max(cost, key=lambda theme: (cost[theme], theme), default="")
    if theme and cost[theme] >= 1000 * _MUCH:
        return theme, tuple(plies[theme])
    total = sum(move.loss for move, _ in faults)
    for phase in PRACTISED_PHASES:
        own = [move for move, _ in faults if move.phase == phase]
        if len(own) > 1 and sum(move.loss for move in own) >= max(_MUCH, _MOST * total):
            return phase, tuple(move.ply for move in own)
    return "", ()
