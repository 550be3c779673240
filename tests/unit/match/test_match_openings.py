"""Tests of the openings of a match, and of the colours that the engines play."""

from __future__ import annotations

from itertools import islice

import pytest

from xiangqi.board import START_FEN, Board
from xiangqi.errors import RecordError, XiangqiError
from xiangqi.match.contestants import parse_contestant
from xiangqi.match.start_positions import make_openings, read_openings

ENDGAME = "3k5/9/9/9/9/9/9/9/9/R4K3 w"


def test_lines_in_every_spelling() -> None:
    text = f"""
# a remark
startpos moves h2e2 h9g7
position startpos moves h2e2 h9g7
position fen {START_FEN} moves h2e2 h9g7
{ENDGAME} ; won for Red
{ENDGAME} moves a0a1
startpos
"""
    first, second, third, position, played, start = read_openings(text)
    assert first == second == third
    assert first.board().fen().startswith("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w")
    assert position.start_fen == played.start_fen == Board(ENDGAME).fen()
    assert [move.iccs for move in played.moves] == ["a0a1"]
    assert (start.start_fen, start.moves) == (START_FEN, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("startpos\nnonsense\n", "line 2: "),
        ("startpos moves h2e2 h2e2", "line 1: move 2: "),
        ("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b", "line 1: the game is already over at that point"),
        ("# nothing\n", "no opening"),
    ],
)
def test_bad_lines_are_named(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_openings(text)


def test_openings_are_made_again_from_their_seed() -> None:
    first, again, other = (list(islice(make_openings(seed), 6)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    boards = [opening.board() for opening in first]
    assert len({board.key for board in boards}) == 6
    assert all(4 <= len(opening.moves) <= 8 for opening in first)


def test_a_contestant_is_parsed_with_its_options() -> None:
    plain, levelled = parse_contestant("builtin"), parse_contestant("builtin:Level=3,Hash=8", ["Contempt=5"])
    assert (plain.command, plain.options) == (None, ())
    assert levelled.options == (("Level", "3"), ("Hash", "8"), ("Contempt", "5"))
    foreign = parse_contestant("'my engine' -x", ["Hash=1"])
    assert foreign.command == ("my engine", "-x")
    assert foreign.options == (("Hash", "1"),)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", (), "or the command of an engine"),
        ("'open", (), "not a command"),
        ("builtin:Level=17", (), "1 to 16"),
        ("builtin:Strength=3", (), "unknown option 'Strength'"),
        ("builtin:Level", (), "NAME=VALUE"),
        ("engine", ("=3",), "NAME=VALUE"),
    ],
)
def test_contestants_that_make_no_sense(text: str, options: tuple[str, ...], message: str) -> None:
    with pytest.raises(XiangqiError, match=message):
        parse_contestant(text, options)
