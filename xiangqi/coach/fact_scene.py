"""The positions that a fact is about, and the part of its proof that is told."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.coach.facts import Fact, FactKind, Placed, Start
from xiangqi.coach.scene import as_if, kind_of, placed, played, retakes, takes_back, value_of
from xiangqi.coach.spoils import LEAST_TOLD, MOST_TOLD, Spoils, exchanged, spoils_of, told_part
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Moves

_LEAVES: Final = (
    FactKind.OPENED, FactKind.DEFENDER_REMOVED, FactKind.DISCOVERED_ATTACK, FactKind.MOUNT_REMOVED,
    FactKind.LEG_FREED, FactKind.EYE_FREED,
)  # fmt: skip
"""Kinds of facts that may be due to a piece that has left a point or a line."""


class FactScene:
    """The positions that a fact is about.

    Attributes:
        before: the position before the move in question or, without a move, the explained one.
        move: the move in question, None without one.
        start: where the proof starts.
    """

    def __init__(self, before: Board, move: Move | None, fact: Fact) -> None:
        self.before = before
        self.move = move
        self._fact = fact
        is_after = move is not None and fact.start is Start.AFTER
        self.start = played(before, [move]) if move is not None and is_after else before

    @cached_property
    def spoils(self) -> Spoils:
        """The spoils of the fact's side in the told part of the proof, less what the move in question captured.

        For a threat, or if too many moves are told, only the most valuable piece counts, if it covers the
        claim.
        """
        is_long = len(self.told) > MOST_TOLD and self._fact.kind is not FactKind.TAKES
        if self._fact.kind is FactKind.THREAT or is_long:
            return self._dearest
        return self.balance(self.told)

    def balance(self, line: Moves) -> Spoils:
        """Return the spoils of the fact's side in some moves, less what the move in question captured."""
        return spoils_of(*self._whole(line), self._fact.side)

    def exchanged(self, line: Moves) -> tuple[int, ...]:
        """Return the kinds of strong pieces that both sides take in the moves that `balance` counts."""
        return exchanged(*self._whole(line))

    def _whole(self, line: Moves) -> tuple[Board, Moves]:
        """Return a board and moves on it: the given moves, after the move in question if they follow it."""
        if self.start is self.before or self.move is None:
            return self.start, line
        return self.before, (self.move, *line)

    @property
    def _dearest(self) -> Spoils:
        """The most valuable piece that is won, if it covers the claim, or else all pieces that are told."""
        found = spoils_of(self.start, self.told, self._fact.side)
        enough = bool(found.won) and value_of(found.won[0]) >= self._fact.gain
        return Spoils(found.won[:1], ()) if enough else found

    @cached_property
    def told(self) -> Moves:
        """The part of the proof that is told."""
        fact = self._fact
        return told_part(self.start, fact.proof, fact.gain) if fact.gain else fact.proof

    @property
    def is_plain_gain(self) -> bool:
        """Whether the told part of the proof wins the first captured piece and nothing else."""
        return not self.spoils.lost and self.spoils.won == (kind_of(self._fact.pieces[1].code),)

    @property
    def takes_back(self) -> bool:
        """Whether the proof begins before the move in question and takes the piece that has just captured."""
        return (
            self.start is self.before and self.move is not None and takes_back(self.before, self._fact.proof[0])
        )

    @property
    def leaver(self) -> Placed | None:
        """The piece that made the move in question if the fact says that it left its square; else None."""
        leaves = self._fact.kind in _LEAVES and self._fact.name not in ("blocked", "taken")
        if self.start is self.before or self.move is None or not leaves:
            return None
        return placed(self.start, self.move.to_square)

    @cached_property
    def stood(self) -> bool:
        """Whether the proof's first capture would have won material even before the move."""
        first = self._fact.proof[0]
        target = self.before.piece_at(first.to_square)
        if self.start is self.before or self.before.is_check() or not target:
            return False
        passed = as_if(self.before, self._fact.side)
        unmoved = all(
            passed.piece_at(square) == self.start.piece_at(square)
            for square in (first.from_square, first.to_square)
        )
        if not unmoved or not passed.is_legal(first):
            return False
        price = value_of(passed.piece_at(first.from_square)) if retakes(passed, first) else 0
        return value_of(target) - price >= LEAST_TOLD

    @cached_property
    def taken(self) -> dict[int, list[int]]:
        """The kinds of pieces that each side takes in the proof."""
        walked, found = self.start.copy(), dict[int, list[int]]({RED: [], BLACK: []})
        for step in self._fact.proof:
            if walked.is_capture(step):
                found[walked.turn].append(kind_of(walked.piece_at(step.to_square)))
            walked.push_unchecked(step)
        return found

    @property
    def is_even_trade(self) -> bool:
        """Whether both sides capture pieces in the proof, and neither keeps a gain without a loss."""
        return all(self.taken.values()) and bool(self.spoils.won) == bool(self.spoils.lost)
