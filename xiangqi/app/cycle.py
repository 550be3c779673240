"""The judged cycle in words: its moves, what each of them attacks, what each side did all along.

Sentences are keys and parameters, as those of `referee.words`: the window has the words of each language.
Parameters beside those named there: ``chaser`` and ``from_square``, a kind and a square name; ``article``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Final

from xiangqi.app import view
from xiangqi.app.state import AppState
from xiangqi.app.view import MoveEntry
from xiangqi.core.constants import KIND_MASK, RED, square_name
from xiangqi.referee import Attack, CycleMove, Protector, RepetitionVerdict, Sentence
from xiangqi.referee.rules import CHASE, CHECK, IDLE, THREAT


@dataclass(frozen=True)
class CycleStep:
    """One move of the cycle.

    Attributes:
        entry: as the move list has it; GoTo(entry.ply) shows the position after it.
        move: its class and what it attacks.
    """

    entry: MoveEntry
    move: CycleMove


def steps(state: AppState) -> tuple[CycleStep, ...]:
    """The moves of the cycle being looked at; empty when none is."""
    verdict = view.judged_cycle(state)
    if state.replay is None or verdict is None:
        return ()
    entries = view.move_entries(state)[state.replay.first :]
    return tuple(CycleStep(entry, move) for entry, move in zip(entries, verdict.cycle, strict=True))


def shown_step(state: AppState) -> CycleMove | None:
    """The move of the cycle that led to the position on the board; None at its start and without a replay."""
    verdict = view.judged_cycle(state)
    if state.replay is None or verdict is None:
        return None
    index = view.line(state).ply - state.replay.first
    return verdict.cycle[index - 1] if index else None


KEYS: Final = (
    "attack.mate",
    "attack.unprotected",
    "attack.false_root",
    "attack.chariot",
    "attack.pinned",
    "attack.protected",
    "attack.exchange",
    "attack.standing",
    "guard.forbidden",
    "guard.cut_off",
    "cycle.all_check",
    "cycle.one_piece",
    "cycle.several_pieces",
    "cycle.in_turn",
    "cycle.in_turn_with_threat",
    "cycle.some_idle",
    "cycle.all_idle",
)
"""Keys of all sentences of this module."""

# ---- What a move attacks ----

_ORDER: Final = ("D9(i)", "D9(ii)", "D9(iii)", "D7", "D5", "D3", "D9")
_NO_THREAT: Final = {
    "D3": "attack.pinned",
    "D5": "attack.protected",
    "D7": "attack.exchange",
    "D9": "attack.standing",
}


def remarks(move: CycleMove) -> tuple[Sentence, ...]:
    """Why a move has its class: its attacks, new ones first, with the protection that is none."""
    attacks = sorted(move.attacks, key=lambda attack: _ORDER.index(attack.article))
    threat = (Sentence("attack.mate"),) if move.threatens_mate else ()
    return (*threat, *(sentence for attack in attacks for sentence in _of_attack(attack)))


def _of_attack(attack: Attack) -> tuple[Sentence, ...]:
    parameters: dict[str, int | str | Sentence] = {
        "chaser": attack.chaser_piece & KIND_MASK,
        "from_square": square_name(attack.chaser),
        "piece": attack.chased_piece & KIND_MASK,
        "square": square_name(attack.chased),
        "article": attack.article,
    }
    false = tuple(_of_false_guard(guard) for guard in attack.protectors if not guard.real)
    if not attack.new:
        return (Sentence(_NO_THREAT[attack.article], parameters),)
    if attack.protected:  # a chariot attacked by a horse or a cannon
        return (Sentence("attack.chariot", parameters),)
    key = "attack.false_root" if false else "attack.unprotected"
    return (Sentence(key, parameters), *false)


def _of_false_guard(guard: Protector) -> Sentence:
    parameters: dict[str, int | str | Sentence] = {
        "piece": guard.piece & KIND_MASK,
        "square": square_name(guard.square),
    }
    return Sentence(f"guard.{guard.status}", parameters)


# ---- What a side did all along ----


def summary(verdict: RepetitionVerdict, side: int) -> Sentence:
    """What all moves of a side in the cycle have in common: why it loses, or why it does not."""
    moves = [move for move in verdict.cycle if move.side == side]
    kinds = {move.kind for move in moves}
    who = "red" if side == RED else "black"
    if kinds == {CHECK}:
        return Sentence("cycle.all_check", {"who": who})
    chased = [{attack.chased_slot: attack for attack in move.new_threats} for move in moves]
    common = reduce(lambda one, other: one & other, (set(pieces) for pieces in chased))
    if common:
        attack = chased[-1][min(common)]
        return Sentence("cycle.one_piece", {"who": who, "piece": attack.chased_piece & KIND_MASK})
    if kinds == {IDLE}:
        return Sentence("cycle.all_idle", {"who": who})
    if kinds == {CHASE}:
        return Sentence("cycle.several_pieces", {"who": who})
    if IDLE in kinds:
        return Sentence("cycle.some_idle", {"who": who})
    key = "cycle.in_turn_with_threat" if THREAT in kinds else "cycle.in_turn"
    return Sentence(key, {"who": who})
