"""FEN: round trips, what is accepted, and errors that name the place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from walks import choices, play

from xiangqi import bitboards
from xiangqi.board import Board, Move
from xiangqi.core.constants import BLACK, BOARD_SQUARES, KINDS, RED, make_square
from xiangqi.errors import FenError
from xiangqi.fen import START_FEN, Position, format_fen, oddity, parse_fen, position_faults, sound_position

START_BOARD = START_FEN.split()[0]
PIECES = [colour | kind for colour in (RED, BLACK) for kind in KINDS]

positions = st.builds(
    Position,
    placement=st.dictionaries(st.sampled_from(BOARD_SQUARES), st.sampled_from(PIECES), max_size=90),
    turn=st.sampled_from([RED, BLACK]),
    halfmove_clock=st.integers(0, 999_999),
    fullmove_number=st.integers(1, 999_999),
)


@given(positions)
def test_round_trip_of_any_placement(position: Position) -> None:
    assert parse_fen(format_fen(position)) == position


@given(choices())
def test_positions_of_games_are_sound_and_come_back(numbers: list[int]) -> None:
    position = play(numbers).position()
    assert sound_position(format_fen(position)) == position


@given(st.text(max_size=120) | st.text("rnbakcpRNBAKCP123456789/ wb-", max_size=120))
def test_any_text_gives_a_position_or_a_fen_error(text: str) -> None:
    try:
        position = parse_fen(text)
    except FenError:
        return
    assert parse_fen(format_fen(position)) == position


def test_a_position_is_written_with_six_fields() -> None:
    assert format_fen(parse_fen(START_BOARD)) == START_FEN


@pytest.mark.parametrize(
    "text",
    [
        START_BOARD,
        f"{START_BOARD} w",
        f"{START_BOARD} r",
        f"{START_BOARD} w - -",
        f"{START_BOARD} w - - 0",
        f"{START_BOARD} w - - 0 1",
        f"{START_BOARD} w - - 0 0",
        f"{START_BOARD} w - - - -",
        f"  {START_BOARD}\u3000w  -\t- 0 1\n",
        START_BOARD.replace("n", "h").replace("b", "e").replace("N", "H").replace("B", "E"),
    ],
)
def test_every_spelling_of_the_start_is_accepted(text: str) -> None:
    assert parse_fen(text) == parse_fen(START_FEN)


def test_fields_set_turn_and_counters() -> None:
    position = parse_fen("4k4/9/9/9/9/9/9/9/9/r3K3C b - - 12 34")
    assert position.turn == BLACK
    assert (position.halfmove_clock, position.fullmove_number) == (12, 34)
    assert len(position.placement) == 4
    assert position.placement[make_square(8, 0)] & RED


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (" \u3000 ", "empty"),
        ("9/9/9", "3 rows"),
        (START_BOARD + "/9", "11 rows"),
        (START_BOARD.replace("1c5c1", "1c5c"), "row 3.*8 points"),
        (START_BOARD.replace("1C5C1", "1C5C2"), "row 8.*10 points"),
        (START_BOARD.replace("P1P1", "P1X1"), "row 7: 'X'"),
        (START_BOARD.replace("p1p1", "p0p1"), "row 4: '0'"),
        (START_BOARD.replace("/9/9/", "/９/9/"), "row 5: '９'"),
        (f"{START_BOARD} x", "field 2.*'x'"),
        (f"{START_BOARD} w - - many 1", "field 5.*'many'"),
        (f"{START_BOARD} w - - 0 -1", "field 6.*'-1'"),
        (f"{START_BOARD} w - - 0 ٣", "field 6"),
        (f"{START_BOARD} w - - 0 1234567", "field 6"),
        (f"{START_FEN} moves h2e2", "field 7.*'moves'"),
        (f"{START_BOARD} w moves h2e2", "without moves"),
        ("9" * 400_000, "at most 300 characters"),
        ("rnbakabnr" * 30 + "/9/9/9/9/9/9/9/9/9", "row 1"),
    ],
)
def test_errors_name_the_place(text: str, words: str) -> None:
    with pytest.raises(FenError, match=words) as caught:
        parse_fen(text)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9/9/9/9/9/9/9/9/9/4K4", ["black has no general"]),
        ("9/9/9/9/9/9/9/9/9/9", ["red has no general", "black has no general"]),
        ("3kk4/9/9/9/9/9/9/9/9/5K3", ["there are 2 black generals; at most 1 is possible"]),
        ("RRRRRRRRR/RRRRRRRk1/9/9/9/9/9/9/9/5K3", ["red has 16 pieces besides the general"]),
        ("k8/9/9/9/9/9/9/9/9/5K3", ["a black general cannot stand on a9"]),
        ("3k5/9/9/9/9/9/9/9/3A5/5K3", ["a red advisor cannot stand on d1"]),
        ("3k5/9/9/9/9/9/9/3B5/9/5K3", ["a red elephant cannot stand on d2"]),
        ("3k5/9/2B6/9/9/9/9/9/9/5K3", ["a red elephant cannot stand on c7"]),
        ("3k5/9/9/9/9/9/9/9/9/3K5", ["the generals face each other"]),
        ("3k5/9/9/9/9/9/9/9/9/3R1K3 w", ["black is in check, but red is to move"]),
        ("3k5/9/9/9/9/9/9/9/9/3r1K3 b", ["red is in check, but black is to move"]),
    ],
)
def test_positions_that_cannot_be_played(text: str, words: list[str]) -> None:
    faults = "; ".join(position_faults(parse_fen(text)))
    for word in words:
        assert word in faults
    with pytest.raises(FenError) as caught:
        sound_position(text)
    assert str(caught.value) in faults


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3k5/9/9/9/9/RRR6/9/9/9/5K3", ["there are 3 red chariots; at most 2 are possible"]),
        ("3k5/9/9/9/9/PPPPPP3/9/9/9/5K3", ["there are 6 red soldiers", "b4", "d4", "f4"]),
        ("3k5/9/9/9/9/9/9/9/P8/5K3", ["a red soldier cannot stand on a1"]),
        ("3k5/9/9/1p7/9/9/9/9/9/5K3", ["a black soldier cannot stand on b6"]),
        ("3k1p3/9/9/9/9/9/9/4R4/9/R3K4", ["a black soldier cannot stand on f9"]),
    ],
)
def test_positions_that_cannot_arise_can_be_played(text: str, words: list[str]) -> None:
    position = parse_fen(text)
    assert sound_position(text) == position
    for word in words:
        assert word in oddity(position)
    assert oddity(parse_fen(START_FEN)) == ""
    moves = Board(text).legal_moves()
    assert sorted(map(int, moves)) == sorted(bitboards.legal_moves(position)) != []


def test_a_composed_position_is_refused_for_the_general_all_the_same() -> None:
    with pytest.raises(FenError, match=r"\Ablack is in check, but red is to move\Z"):
        sound_position("3k1p3/9/9/9/9/9/9/9/9/3RK4 w")


BOARD = "2bak4/4a4/4b4/9/9/9/9/9/9/3RK4"
LINK = "https://www.site.org/analysis/xiangqi"


@pytest.mark.parametrize(
    "text",
    [
        f"{BOARD}[] b - - 0 1",
        f"{BOARD}[-] b",
        f"{LINK}?fen={BOARD}_b_-_-_0_1",
        f"{LINK}/{BOARD}_b_-_-_0_1/",
        f"site.org/board/{BOARD}_b",
        f"{LINK}#/{BOARD}%20b%20-%20-%200%201",
        f"{LINK}/?{BOARD}_b",
        f"{LINK}?{BOARD} b - - 0 1",
        f"{LINK}?variant=xiangqi&fen={BOARD}+b+-+-+0+1&orientation=red",
        f"{LINK}?fen={BOARD.replace('/', '%2F')}%20b",
        f"{LINK}?fen={BOARD.replace('/', '%252F')}%2520b",
        f"{LINK}?fen={BOARD}%5B%5D%20b%20-%20-",
        f"{LINK}?fen={BOARD}&turn=b",
        f"{BOARD}_b_-_-_0_1",
        f"{BOARD}%20b",
        f'"{BOARD} b"',
        f"“{BOARD} b”",
        f"FEN: {BOARD} b",
        f"position fen {BOARD} b",
        f'[FEN "{BOARD} b - - 0 1"]',
        f"{BOARD} B",
        f"{BOARD} Black",
        f"{BOARD} 黑",
        f"{BOARD} 黑先",
    ],
)
def test_fens_of_sites_and_servers(text: str) -> None:
    assert parse_fen(text) == parse_fen(f"{BOARD} b - - 0 1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{BOARD}[Pp] b", "in hand.*'Pp'"),
        (f"{LINK}?fen={BOARD}[C]_b", "in hand.*'C'"),
        (f"{BOARD} x", "field 2.*'x'"),
        (f"{LINK}?fen={BOARD}_x", "field 2.*'x'"),
        (f"{BOARD} w {BOARD} b", "one FEN"),
        (f"{LINK}?fen={BOARD}_b&moves=e9d9", "without moves"),
        (f"{LINK}?fen={BOARD.replace('4a4', '4a3')}_b", "row 2.*8 points"),
    ],
)
def test_what_a_link_says_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(FenError, match=words):
        parse_fen(text)


@pytest.mark.parametrize(
    "text",
    [
        START_FEN,
        "3k5/9/9/9/9/9/9/9/9/3R1K3 b",  # the side to move may be in check
        "3ak1b2/4a4/b8/9/9/9/9/B7B/4A4/3AK4 w",
        "P3k1P1P/P8/9/9/9/9/9/9/9/3K5 w",
        "4k4/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/9/4K4 w",
    ],
)
def test_sound_positions_have_no_faults(text: str) -> None:
    assert position_faults(parse_fen(text)) == []


def test_advisors_and_elephants_have_their_points() -> None:
    """Each colour has five points for advisors and seven for elephants."""
    for colour, king in ((RED, "3K5"), (BLACK, "3k5")):
        for kind, points in ((2, 5), (3, 7)):
            allowed = 0
            for square in BOARD_SQUARES:
                position = Position({square: colour | kind}, RED)
                allowed += not any("cannot stand" in fault for fault in position_faults(position))
            assert allowed == points, king


def test_counters_that_grow_stay_readable() -> None:
    """A position of a file may begin with the highest that is read."""
    board = Board("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 999999 999999")
    for move in ("a0a1", "d9d8"):
        board.push(Move.from_iccs(move))
    assert board.halfmove_clock == 1_000_001
    assert parse_fen(board.fen()).halfmove_clock == 999_999
    assert Board(board.fen()).fen() == board.fen()


@pytest.mark.parametrize("text", ["4294967295", "9" * 150, "00000000000000000000000000000007", "007"])
def test_plies_without_capture_may_be_any_number(text: str) -> None:
    position = parse_fen(f"{START_FEN.split()[0]} w - - {text} 1")
    assert position.halfmove_clock == (999_999 if "9" in text else 7)
    assert position == parse_fen(format_fen(position)), "it can be written and read again"


def test_a_move_number_that_is_too_large_is_told() -> None:
    with pytest.raises(FenError, match="field 6: the move number should be at most 999999, not '4294967295'"):
        parse_fen(f"{START_FEN.split()[0]} w - - 0 4294967295")
