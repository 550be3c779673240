"""The judged cycle in words: its moves, what each of them attacks, what each side did all along.

Sentences are keys and parameters, as those of `referee.sentences`: the window has the words of each language.
Parameters beside those named there: ``chaser``, a piece code, ``from_square``, a name, and ``article``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Final

from xiangqi.app import view
from xiangqi.app.state import AppState
from xiangqi.app.view import MoveEntry
from xiangqi.core.constants import KIND_MASK, KING, RED, square_name
from xiangqi.referee import Attack, CycleMove, Protector, RepetitionVerdict, Sentence
from xiangqi.referee.cycle_judging import MIXTURES
from xiangqi.referee.rules import BLOCK, CHASE, CHECK, IdlePurpose


@dataclass(frozen=True)
class CycleStep:
    """One move of the cycle."""

    entry: MoveEntry  # as the move list has it; GoTo(entry.ply) shows the position after it
    move: CycleMove  # its class and what it attacks


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
    "attack.mate_bound",
    "attack.unprotected",
    "attack.false_root",
    "attack.chariot",
    "attack.pinned",
    "attack.protected",
    "attack.exchange",
    "attack.standing",
    "attack.wins",
    "attack.wins_jointly",
    "attack.wins_nothing",
    "attack.may_chase",
    "attack.by_checks",
    "purpose.sacrifice",
    "purpose.block",
    "purpose.tail",
    "guard.forbidden",
    "guard.king",
    "guard.cut_off",
    "guard.lost",
    "cycle.all_check",
    "cycle.one_piece",
    "cycle.several_pieces",
    "cycle.some_idle",
    "cycle.all_idle",
)
"""Keys of the sentences of this module; some more are those of `referee.sentences`."""

# ---- What a move attacks ----

_NO_THREAT: Final = {
    "D7": "attack.exchange",
    "D5": "attack.protected",
    "D3": "attack.pinned",
    "D9": "attack.standing",
    "C6": "attack.exchange",
    "C8": "attack.may_chase",
    "C4": "attack.wins_nothing",
    "C5=": "attack.standing",
}
"""By article, in the order in which they are shown."""
_ORDER: Final = ("D9(i)", "D9(ii)", "D9(iii)", "C5", *_NO_THREAT)


def remarks(move: CycleMove) -> tuple[Sentence, ...]:
    """Why a move has its class: its attacks, new ones first, with the protection that is none."""
    attacks = sorted(move.attacks, key=lambda attack: _ORDER.index(attack.article))
    bound = (Sentence("attack.mate_bound"),) if move.bounded and not move.threatens_mate else ()
    return (
        *_of_proof(move),
        *_of_purpose(move.purpose),
        *(sentence for attack in attacks for sentence in _of_attack(attack)),
        *bound,
    )


def _of_proof(move: CycleMove) -> tuple[Sentence, ...]:
    """With which move the mate would begin that is threatened, or the checks that win."""
    if not move.proof:
        return ()
    first = move.proof[0]
    key = "attack.mate" if move.threatens_mate else "attack.by_checks"
    parameters: dict[str, int | str | Sentence] = {
        "from_square": square_name(first.from_square),
        "square": square_name(first.to_square),
        "article": move.article,
    }
    return (Sentence(key, parameters),)


def _of_purpose(purpose: IdlePurpose | None) -> tuple[Sentence, ...]:
    """What an idle move is for."""
    if purpose is None:
        return ()
    answer = purpose.answer
    parameters: dict[str, int | str | Sentence] = {
        "piece": purpose.piece,
        "square": square_name(answer.to_square if answer and purpose.kind == BLOCK else purpose.square),
        "from_square": square_name(answer.from_square if answer else purpose.square),
        "article": "C1",
    }
    return (Sentence(f"purpose.{purpose.kind}", parameters),)


def _of_attack(attack: Attack) -> tuple[Sentence, ...]:
    parameters: dict[str, int | str | Sentence] = {
        "chaser": attack.chaser_piece,
        "from_square": square_name(attack.chaser),
        "piece": attack.chased_piece,
        "square": square_name(attack.chased),
        "article": attack.article.rstrip("="),
    }
    false = tuple(_of_guard(guard) for guard in attack.protectors if not guard.real)
    lost = tuple(_of_guard(guard, "guard.lost") for guard in attack.lost_guards)
    if not attack.new:
        return (Sentence(_NO_THREAT[attack.article], parameters),)
    if attack.article == "C5":
        return (Sentence("attack.wins_jointly" if attack.joint else "attack.wins", parameters), *false)
    if attack.protected:  # a chariot attacked by a horse or a cannon
        return (Sentence("attack.chariot", parameters),)
    key = "attack.false_root" if false else "attack.unprotected"
    return (Sentence(key, parameters), *lost, *false)


def _of_guard(guard: Protector, key: str = "") -> Sentence:
    parameters: dict[str, int | str | Sentence] = {
        "piece": guard.piece,
        "square": square_name(guard.square),
    }
    is_king = guard.status == "forbidden" and guard.piece & KIND_MASK == KING
    return Sentence(key or ("guard.king" if is_king else f"guard.{guard.status}"), parameters)


# ---- What a side did all along ----


def summary(verdict: RepetitionVerdict, side: int) -> Sentence:
    """What all moves of a side in the cycle have in common: why it loses, or why it does not."""
    moves = [move for move in verdict.cycle if move.side == side]
    kinds = frozenset(move.kind for move in moves)
    who = "red" if side == RED else "black"
    if kinds == {CHECK}:
        return Sentence("cycle.all_check", {"who": who})
    chased = [{attack.chased_slot: attack for attack in move.new_threats} for move in moves]
    common = reduce(lambda one, other: one & other, (set(pieces) for pieces in chased))
    if common:
        attack = chased[-1][min(common)]
        return Sentence("cycle.one_piece", {"who": who, "piece": attack.chased_piece})
    if all(move.is_idle for move in moves):
        return Sentence("cycle.all_idle", {"who": who})
    if any(move.is_idle for move in moves):
        return Sentence("cycle.some_idle", {"who": who})
    if kinds == {CHASE}:
        return Sentence("cycle.several_pieces", {"who": who})
    return Sentence(f"they.{MIXTURES[kinds]}", {"who": who})
