"""The variants of wording that apply to a fact: parts of the keys of its messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xiangqi.coach.fact_scene import FactScene
from xiangqi.coach.facts import STALEMATE, Fact, FactKind
from xiangqi.coach.scene import kind_of, side_of, value_of
from xiangqi.coach.tactics import SLACK
from xiangqi.core.constants import KING
from xiangqi.line import Moves

_LEVEL: Final = (42, 60)  # percent of the winning chance in which a game is level
_OPENABLE: Final = (
    FactKind.DISCOVERED_ATTACK,
    FactKind.MOUNT_MADE,
    FactKind.MOUNT_REMOVED,
    FactKind.LEG_FREED,
    FactKind.EYE_FREED,
)
"""Kinds of facts whose third piece may be the one that made the fact possible."""
_BY_ANOTHER: Final = (FactKind.THREAT, FactKind.ATTACK, FactKind.PIN)
"""Kinds of facts whose first piece need not be the one that moves."""


def variants_of(fact: Fact, scene: FactScene) -> list[str]:
    """Return the variants of the wording that apply to a fact, the most specific first."""
    variants = [fact.name, fact.name.partition(".")[0]]
    if fact.kind is FactKind.FORK and kind_of(fact.pieces[1].code) == KING:
        variants.append("check")
    if fact.kind in _OPENABLE and side_of(fact.pieces[2].code) != fact.side:
        variants.append("own")
    variants = [*_by_proof(fact, scene), *variants]
    if fact.kind is FactKind.THREAT and fact.gain and fact.gain > value_of(fact.pieces[1].code):
        return ["more"]  # more valuable pieces than the one attacked
    if fact.kind in _BY_ANOTHER and fact.proof and fact.pieces[0].square != fact.proof[0].from_square:
        variants = [f"{variant}.other" for variant in variants if variant] + ["other", *variants]
    if fact.patterns:
        variants.insert(1 if fact.name == STALEMATE else 0, "named")
    if fact.moves == 1:
        variants = [f"{variant}.once" for variant in variants if variant] + ["once", *variants]
    if fact.kind is FactKind.WINS_MATERIAL and len(scene.told) > 1:
        variants.append("line")
    if fact.kind is FactKind.HANGS and fact.name == "free" and scene.is_plain_gain:
        variants.insert(0, "clean")
    if fact.kind in (FactKind.HANGS, FactKind.TAKES) and scene.takes_back:
        variants.insert(0, "back")
    return [variant for variant in variants if variant]


def _by_proof(fact: Fact, scene: FactScene) -> Iterator[str]:
    """Yield the variants that depend on the length of the proof, or on its cost."""
    if fact.kind is FactKind.POINT and fact.pieces[0].square == fact.proof[0].from_square:
        yield f"{fact.name}.own"
    if fact.kind is FactKind.BETTER and not fact.name and fact.counts:
        balance = (
            "ahead" if fact.counts[0] > _LEVEL[1] else "level" if fact.counts[0] >= _LEVEL[0] else "behind"
        )
        if _is_offer(fact.proof):
            yield f"{balance}.offer"
        yield from (f"{balance}.then", balance) if len(fact.proof) > 2 else (balance,)
    if fact.name == "later" and fact.proof[1].to_square == fact.proof[0].to_square:
        yield "later.taken"
    if fact.kind is FactKind.STOOD and len(fact.proof) > 1:
        yield "later"
    if fact.kind in (FactKind.BETTER, FactKind.ANSWER) and fact.name == "checks" and len(fact.proof) > 2:
        yield "checks.then"
    if fact.kind is FactKind.BETTER and fact.name == "keeps" and fact.pieces[1] == fact.pieces[0]:
        yield "keeps.own"
    if fact.kind is FactKind.TAKES and not fact.name and (scene.spoils.lost or len(scene.spoils.won) > 1):
        is_even = scene.spoils.won and scene.spoils.lost and abs(scene.spoils.balance) < SLACK
        yield "even" if is_even else "paid"
    if fact.kind is FactKind.AGAIN and fact.pieces[1].square == fact.proof[0].to_square:
        yield "captures"


def _is_offer(line: Moves) -> bool:
    """Return whether the piece that a line moves first is taken and the taker is taken in turn."""
    return len(line) > 2 and line[0].to_square == line[1].to_square == line[2].to_square
