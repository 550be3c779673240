"""Describes the judged cycle: its moves, their attacks, and each side's conduct."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Final

from xiangqi.app.session import view
from xiangqi.app.session.state import AppState
from xiangqi.app.session.view import MoveEntry
from xiangqi.core.constants import KIND_MASK, KING, square_name
from xiangqi.fen import piece_name, side_name
from xiangqi.i18n.message import Message
from xiangqi.referee import Attack, CycleMove, Protector, RepetitionVerdict
from xiangqi.referee.cycle_judging import MIXTURES
from xiangqi.referee.rules import BLOCK, CHASE, CHECK, IdlePurpose


@dataclass(frozen=True)
class CycleStep:
    """One move of the cycle."""

    entry: MoveEntry  # its entry in the move list; GoTo(entry.ply) shows the position after it
    move: CycleMove  # its class and attacks


def steps(state: AppState) -> tuple[CycleStep, ...]:
    """Return the moves of the cycle that is being replayed; empty if none is."""
    verdict = view.judged_cycle(state)
    if state.replay is None or verdict is None:
        return ()
    entries = view.move_entries(state)[state.replay.first :]
    return tuple(CycleStep(entry, move) for entry, move in zip(entries, verdict.cycle, strict=True))


def shown_step(state: AppState) -> CycleMove | None:
    """Return the move of the cycle that led to the position on the board.

    The result is None at the start of the cycle and without a replay.
    """
    verdict = view.judged_cycle(state)
    if state.replay is None or verdict is None:
        return None
    index = view.line(state).ply - state.replay.first
    return verdict.cycle[index - 1] if index else None


# ---- Attacks ----

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
"""The message for each article of the rules by which an attack is not a threat, in the order of display."""
_ORDER: Final = ("D9(i)", "D9(ii)", "D9(iii)", "C5", *_NO_THREAT)


def remarks(move: CycleMove) -> tuple[Message, ...]:
    """Return messages explaining a move's class: its mate threat or purpose, attacks and failed protections."""
    attacks = sorted(move.attacks, key=lambda attack: _ORDER.index(attack.article))
    bound = (Message("attack.mate_bound"),) if move.bounded and not move.threatens_mate else ()
    return (
        *_of_proof(move),
        *_of_purpose(move.purpose),
        *(sentence for attack in attacks for sentence in _of_attack(attack)),
        *bound,
    )


def _of_proof(move: CycleMove) -> tuple[Message, ...]:
    """Return a message naming the first move of a threatened mate, or of winning checks."""
    if not move.proof:
        return ()
    key = "attack.mate" if move.threatens_mate else "attack.by_checks"
    first, last = (square_name(square) for square in (move.proof[0].from_square, move.proof[0].to_square))
    return (Message(key, from_place=first, place=last, article=move.article),)


def _of_purpose(purpose: IdlePurpose | None) -> tuple[Message, ...]:
    """Return a message naming the purpose of an idle move."""
    if purpose is None:
        return ()
    answer = purpose.answer
    return (
        Message(
            f"purpose.{purpose.kind}",
            target=piece_name(purpose.piece),
            place=square_name(answer.to_square if answer and purpose.kind == BLOCK else purpose.square),
            from_place=square_name(answer.from_square if answer else purpose.square),
            article="C1",
        ),
    )


def _of_attack(attack: Attack) -> tuple[Message, ...]:
    false = tuple(_of_guard(guard) for guard in attack.protectors if not guard.real)
    lost = tuple(_of_guard(guard, "guard.lost") for guard in attack.lost_guards)
    others: tuple[Message, ...] = ()
    if not attack.new:
        key = _NO_THREAT[attack.article]
    elif attack.article == "C5":
        key, others = "attack.wins_jointly" if attack.joint else "attack.wins", false
    elif attack.protected:  # a chariot attacked by a horse or a cannon
        key = "attack.chariot"
    else:
        key, others = "attack.false_root" if false else "attack.unprotected", (*lost, *false)
    sentence = Message(
        key,
        chaser=piece_name(attack.chaser_piece),
        from_place=square_name(attack.chaser),
        target=piece_name(attack.chased_piece),
        place=square_name(attack.chased),
        article=attack.article.rstrip("="),
    )
    return (sentence, *others)


def _of_guard(guard: Protector, key: str = "") -> Message:
    is_king = guard.status == "forbidden" and guard.piece & KIND_MASK == KING
    key = key or ("guard.king" if is_king else f"guard.{guard.status}")
    return Message(key, guard=piece_name(guard.piece), place=square_name(guard.square))


# ---- Sides ----


def summary(verdict: RepetitionVerdict, side: int) -> Message:
    """Return a message on what a side's moves in the cycle have in common, which decides whether it loses."""
    moves = [move for move in verdict.cycle if move.side == side]
    kinds = frozenset(move.kind for move in moves)
    who = side_name(side)
    if kinds == {CHECK}:
        return Message("cycle.all_check", who=who)
    chased = [{attack.chased_slot: attack for attack in move.new_threats} for move in moves]
    common = reduce(lambda one, other: one & other, (set(pieces) for pieces in chased))
    if common:
        attack = chased[-1][min(common)]
        return Message("cycle.one_piece", who=who, target=piece_name(attack.chased_piece))
    if all(move.is_idle for move in moves):
        return Message("cycle.all_idle", who=who)
    if any(move.is_idle for move in moves):
        return Message("cycle.some_idle", who=who)
    if kinds == {CHASE}:
        return Message("cycle.several_pieces", who=who)
    return Message(f"they.{MIXTURES[kinds]}", who=who)
