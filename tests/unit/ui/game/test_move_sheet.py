"""How a line with comments and variations is laid out in rows."""

from __future__ import annotations

from xiangqi.app.session.view import MoveEntry
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.parts.move_sheet import Break, More, Other, Remark, Round, sheet


def entry(ply: int, **values: object) -> MoveEntry:
    side = RED if ply % 2 else BLACK
    return MoveEntry(ply, (ply + 1) // 2, side, f"m{ply}", **values)  # type: ignore[arg-type]


def test_a_plain_line_has_a_row_a_round() -> None:
    moves = [entry(ply) for ply in range(1, 4)]
    found = sheet(moves)
    assert found.rows == (Round(1, moves[0], moves[1]), Round(2, moves[2]))
    assert found.places == (0, 0, 0, 1)


def test_black_may_begin() -> None:
    moves = [entry(2), entry(3)]
    assert sheet(moves).rows == (Round(1, None, moves[0]), Round(2, moves[1]))


def test_remarks_and_variations_stand_below_their_move() -> None:
    moves = [entry(1, comment=" two\nlines "), entry(2, variations=2, place=1), entry(3)]
    found = sheet(moves, opening=" be\nfore ")
    assert found.rows == (
        Remark(0, "be fore"),
        Round(1, moves[0]),
        Remark(1, "two lines"),
        Round(1, None, moves[1], depth=1),
        Other(2, 0),
        Other(2, 2),
        Round(2, moves[2], depth=1),
    )
    assert found.places == (0, 1, 3, 6)


def test_clock_times_stand_beside_the_players_and_not_below_the_moves() -> None:
    moves = [entry(1, comment="[%clk 0:04:59]"), entry(2, comment="slow [%clk 0:03:00.5] but sure")]
    assert sheet(moves, opening="[%clk 0:05:00]").rows == (Round(1, *moves), Remark(2, "slow but sure"))


def test_very_many_variations_are_counted() -> None:
    rows = sheet([entry(1, variations=100_000, place=50)]).rows
    assert rows[1:-1] == tuple(Other(1, place) for place in range(6))
    assert rows[-1] == More(1, 100_000 - 6)
    assert sheet([entry(1, variations=6)]).rows[-1] == Other(1, 6)


def test_the_fault_ends_the_main_line_only() -> None:
    assert sheet([entry(1)], fault="bad").rows[-1] == Break(1, "bad")
    assert sheet([entry(1, variations=1, place=1)], fault="bad").rows[-1] == Other(1, 0)
