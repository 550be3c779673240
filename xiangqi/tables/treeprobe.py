"""Kernels that probe unpacked endgame tables in the search tree, as `probing.Tables.bounds` does at the root.

`treetables` unpacks planes and describes them in a directory in its own memory. All words are int64; places in
the directory are counted in words from its start:

    0, 1                  number of slots of a hash table, a power of two, minus one; where it begins
    a slot                COUNTS of a material, and where its entry begins; 0, 0 for an empty one

An entry (a material in either colour):

    RED_SIDE              the side of the material that Red plays, 0 or 1; NOBODY where nobody can win
    GROUP_COUNT           number of groups of attackers
    FORTS + 3 * side      where the list of a fort's numbers begins, and how many arrangements of advisors and
                          of bishops are in it
    PLANES_AT             for each of tablefile's PLANES and DOUBTS: its address, 0 for none; then for each
                          axis the distance in bits between neighbouring numbers
    STEPS_AT              the same for the first side's steps, with distances in bytes
    KINGS                 number of places of the first side's king that plane distinguishes, 0 for whole forts
    GROUPS + 3 * group    side, kind, places
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from xiangqi.core.compiler.dialect import word_at
from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BOARD_SQUARES,
    COUNTS,
    KIND_MASK,
    KING,
    MOVES,
    PAWN,
    PIECES,
    RED,
    SIDE,
    SQUARES,
)
from xiangqi.core.jit import kernel
from xiangqi.core.movegen import CAPTURES, generate, generate_legal, leaves_king_safe
from xiangqi.core.position import State, make_move, unmake_move
from xiangqi.core.slots import SlotAllocator
from xiangqi.tables.points import KIND_OF, flipped, mirrored, point_of, points_for

MOST_AXES: Final = 10
PLANE_SIZE: Final = 1 + MOST_AXES
GROUP_SIZE: Final = 3
_entry: Final = SlotAllocator()
RED_SIDE: Final = _entry.reserve("RED_SIDE")
GROUP_COUNT: Final = _entry.reserve("GROUP_COUNT")
FORTS: Final = _entry.reserve("FORTS", 2 * 3)
PLANES_AT: Final = _entry.reserve("PLANES_AT", 8 * PLANE_SIZE)
STEPS_AT: Final = _entry.reserve("STEPS_AT", PLANE_SIZE)
KINGS: Final = _entry.reserve("KINGS")
GROUPS: Final = _entry.end
NOBODY: Final = -1

NOT_COVERED: Final = -1
WDL_LOSS: Final = (
    0  # bounds are packed: three times the lower one and the upper one, each 0 lost, 1 drawn, 2 won
)
WDL_DRAW: Final = 4
WDL_WIN: Final = 8

# The buffer MOVES holds the length of each list of places, the lists, and the place on every axis.
_SIDE: Final = 8  # lists of a side, by kind
_LIST: Final = 6  # slots of a list
_buffer: Final = SlotAllocator(MOVES)
_LENGTHS: Final = _buffer.reserve("LENGTHS", 2 * _SIDE)
_LISTS: Final = _buffer.reserve("LISTS", 2 * _SIDE * _LIST)
_AXES: Final = _buffer.reserve("AXES", MOST_AXES)
_FLIP: Final = 2
_MIRROR: Final = 1


def _build_places() -> npt.NDArray[np.int64]:
    """Return PLACES, for the four views: straight, mirrored, flipped, or both."""
    places = np.full(4 * 8 * 256, -1, dtype=np.int64)
    for letter, kind in KIND_OF.items():
        order = {point: place for place, point in enumerate(points_for(letter, 0))}
        for square in BOARD_SQUARES:
            for view in range(4):
                point = point_of(square)
                point = flipped(point) if view & _FLIP else point
                point = mirrored(point) if view & _MIRROR else point
                places[(view << 3 | kind) << 8 | square] = order.get(point, -1)
    return places


def _build_binomials() -> npt.NDArray[np.int64]:
    return np.array([comb(n, k) for n in range(91) for k in range(8)], dtype=np.int64)


PLACES: Final = _build_places()
"""int64, flat: at ``(view << 3 | kind) << 8 | square`` the number of the place of a piece, -1 for none."""

_BINOMIALS: Final = _build_binomials()


@kernel("int64(int64)", inline=True)
def slot_of(counts: int) -> int:
    """Return the hash of a material, whose lowest bits are the first slot to probe in the hash table."""
    return counts ^ counts >> 11 ^ counts >> 29 ^ counts >> 40


@kernel("int64(int64, int64)", inline=True)
def _entry_of(directory: int, counts: int) -> int:
    """Return the place of a material's entry, 0 if there is none."""
    mask = word_at(directory, 0)
    slots = word_at(directory, 1)
    slot = slot_of(counts) & mask
    while True:
        found = word_at(directory, slots + 2 * slot)
        if found == counts or found == 0:
            return word_at(directory, slots + 2 * slot + 1)
        slot = (slot + 1) & mask


@kernel("void(int64[::1], int64, int64)")
def _collect(state: State, red: int, view: int) -> None:
    """List the places of all pieces in MOVES, by side and kind, in ascending order.

    Args:
        red: the side that Red plays.
        view: _MIRROR or 0.
    """
    for i in range(2 * _SIDE):
        state[_LENGTHS + i] = 0
    for slot in range(32):
        square = state[PIECES + slot]
        if square == 0:
            continue
        kind = state[SQUARES + square] & KIND_MASK
        side = red if slot < 16 else 1 - red
        seen = view
        if red != 0:
            seen ^= _FLIP
        if side != 0 and (kind < 4 or kind == PAWN):
            seen ^= _FLIP  # those of the second side are numbered as the first would see them
        place = PLACES[(seen << 3 | kind) << 8 | square]
        number = side * _SIDE + kind
        at = _LISTS + number * _LIST + state[_LENGTHS + number]
        state[_LENGTHS + number] += 1
        while at > _LISTS + number * _LIST and state[at - 1] > place:
            state[at] = state[at - 1]
            at -= 1
        state[at] = place


@kernel("int64(int64[::1], int64, int64)", inline=True)
def _rank(state: State, number: int, places: int) -> int:
    """Return the number of the listed pieces' arrangement, in the order of `itertools.combinations`."""
    count = state[_LENGTHS + number]
    start = _LISTS + number * _LIST
    rank = _BINOMIALS[places * 8 + count] - 1
    for i in range(count):
        rank -= _BINOMIALS[(places - 1 - state[start + i]) * 8 + count - i]
    return rank


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _fort(state: State, directory: int, entry: int, side: int) -> int:
    """Return the number of the arrangement of a side's fort, -1 for a mirror image that is not stored."""
    at = entry + FORTS + 3 * side
    lists = side * _SIDE
    king = state[_LISTS + (lists + KING) * _LIST]
    index = (king * word_at(directory, at + 1) + _rank(state, lists + ADVISOR, 5)) * word_at(directory, at + 2)
    return word_at(directory, word_at(directory, at) + index + _rank(state, lists + BISHOP, 7))


@kernel("void(int64[::1], int64, int64)")
def _locate(state: State, directory: int, entry: int) -> None:
    """Write the coordinates of the position to _AXES; MOVES is overwritten."""
    red = word_at(directory, entry + RED_SIDE)
    groups = word_at(directory, entry + GROUP_COUNT)
    _collect(state, red, 0)
    second = _fort(state, directory, entry, 1)
    if second < 0:
        _collect(state, red, _MIRROR)
        second = _fort(state, directory, entry, 1)
    for group in range(groups):
        at = entry + GROUPS + GROUP_SIZE * group
        number = word_at(directory, at) * _SIDE + word_at(directory, at + 1)
        state[_AXES + group] = _rank(state, number, word_at(directory, at + 2))
    state[_AXES + groups] = _fort(state, directory, entry, 0)
    state[_AXES + groups + 1] = second


@kernel("int64(int64[::1], int64, int64, int64)", inline=True)
def _read(state: State, directory: int, entry: int, plane: int) -> int:
    """Return the bit of the located position in a plane, 0 if there is no such plane."""
    at = entry + PLANES_AT + plane * PLANE_SIZE
    address = word_at(directory, at)
    if address == 0:
        return 0
    bit = 0
    for axis in range(word_at(directory, entry + GROUP_COUNT) + 2):
        bit += state[_AXES + axis] * word_at(directory, at + 1 + axis)
    return word_at(address, bit >> 6) >> (bit & 63) & 1


@kernel("int64(int64[::1], int64)")
def steps_of(state: State, directory: int) -> int:
    """Return the steps to a capture if the first side is to move and wins; 0 if they are unknown.

    Args:
        state: restored on return, but for MOVES.
        directory: the address of the directory.
    """
    entry = _entry_of(directory, state[COUNTS])
    if entry == 0 or word_at(directory, entry + RED_SIDE) == NOBODY:
        return 0
    at = entry + STEPS_AT
    address = word_at(directory, at)
    if address == 0:
        return 0
    _locate(state, directory, entry)
    groups = word_at(directory, entry + GROUP_COUNT)
    kings = word_at(directory, entry + KINGS)
    if kings != 0:
        state[_AXES + groups] = state[_LISTS + KING * _LIST] % kings
    for axis in range(groups + 2):
        address += state[_AXES + axis] * word_at(directory, at + 1 + axis)
    return word_at(address & -8, 0) >> 8 * (address & 7) & 255


@kernel("int64(int64[::1], int64, int64)")
def table_bounds(state: State, directory: int, buffer: int) -> int:
    """Return the bounds of a legal position for the side to move, packed as WDL_LOSS, WDL_DRAW and WDL_WIN.

    NOT_COVERED if no table has the position.

    Args:
        state: restored on return, but for MOVES.
        directory: the address of the directory.
        buffer: slot from which MOVE_LIST_SIZE slots are overwritten with moves.
    """
    entry = _entry_of(directory, state[COUNTS])
    if entry == 0:
        return NOT_COVERED
    red = word_at(directory, entry + RED_SIDE)
    if red == NOBODY:
        return WDL_DRAW if generate_legal(state, buffer) > buffer else WDL_LOSS
    _locate(state, directory, entry)
    mover = red if state[SIDE] == RED else 1 - red
    moving = 2 * mover  # the planes of what this side wins, and of what the other does
    waiting = 2 * (1 - mover) + 1
    if _read(state, directory, entry, moving):
        return WDL_WIN
    lost = _read(state, directory, entry, waiting)
    doubted = _read(state, directory, entry, waiting + 4)
    hoped = _read(state, directory, entry, moving + 4)
    low = high = -1
    end = generate(state, buffer, CAPTURES)
    for i in range(buffer, end):
        move = state[i]
        if leaves_king_safe(state, move):
            captured = make_move(state, move)
            after = table_bounds(state, directory, end)
            unmake_move(state, move, captured)
            if after == WDL_LOSS:
                return WDL_WIN
            high = 1 if after == NOT_COVERED else max(high, 1 - after // 3)
            low = max(low, -1 if after == NOT_COVERED else 1 - after % 3)
    if high < 0 and lost:
        return WDL_LOSS
    low = max(low, -1 if doubted else 0)
    high = max(high, 1 if hoped else 0)
    return 3 * low + high + WDL_DRAW


@kernel("int64(int64)")
def reads_words(address: int) -> int:
    """Return the sum of the words at an address and after it, to test whether kernels can read memory."""
    return word_at(address, 0) + word_at(address, 1)
