"""What the window derives from the state, and the positions behind it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from app_session import COMPUTER, HUMAN, Session

from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoFirst, GoLast, GoTo, NextVariation
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.session import positions, turns, view
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.board import START_FEN, Board, Move, parse_square
from xiangqi.core.constants import BLACK, RED
from xiangqi.line import Line
from xiangqi.notation import Style, format_move
from xiangqi.records.files import read_bytes
from xiangqi.records.packed import pack


def test_the_snapshot_shows_pieces_and_check(hot_seat: Session) -> None:
    hot_seat.new(HUMAN, HUMAN, "3k5/9/9/9/9/9/9/9/R8/4K4 w")
    hot_seat.play("a1a9")
    shown = view.snapshot(hot_seat.state)
    assert shown.check_square == parse_square("d9")
    assert shown.turn == BLACK
    assert len(shown.pieces) == 3
    assert view.last_move(hot_seat.state) == Move.from_iccs("a1a9")
    hot_seat.send(GoTo(0))
    assert view.snapshot(hot_seat.state).check_square is None
    assert view.last_move(hot_seat.state) is None


def test_the_move_list_counts_rounds(hot_seat: Session) -> None:
    hot_seat.play("h2e2", "h9g7", "h0g2")
    entries = view.move_entries(hot_seat.state)
    assert [(entry.ply, entry.number, entry.side, entry.text) for entry in entries] == [
        (1, 1, RED, "炮二平五"),
        (2, 1, BLACK, "马８进７"),
        (3, 2, RED, "马二进三"),
    ]
    hot_seat.send(ChangeSettings({"notation": "wxf"}))
    assert [entry.text for entry in view.move_entries(hot_seat.state)] == ["C2.5", "H8+7", "H2+3"]


def test_a_game_that_black_begins_counts_from_its_position(session: Session) -> None:
    session.new(HUMAN, HUMAN, "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 3 41")
    session.play("d9d8", "a1a8", "d8d7")
    entries = view.move_entries(session.state)
    assert [(entry.number, entry.side) for entry in entries] == [(41, BLACK), (42, RED), (42, BLACK)]


def test_comments_and_variations_are_noted_in_the_list(session: Session) -> None:
    session.send(OpenFile(Path("a.pgn")))
    games = tuple(map(pack, read_bytes("1. 炮二平五 {strong} (1. 兵七进一) 马８进７ *".encode(), "a")))
    session.send(GamesRead(session.state.next_id - 1, "a.pgn", None, games, complete=True))
    first, second = view.move_entries(session.state)
    assert (first.comment, first.variations) == ("strong", 1)
    assert (second.comment, second.variations) == ("", 0)


@pytest.mark.parametrize(
    ("text", "winner", "reason"), [("1-0", RED, "checkmate"), ("*", RED, "checkmate"), ("0-1", BLACK, "")]
)
def test_the_referee_tells_how_a_record_ended(session: Session, text: str, winner: int, reason: str) -> None:
    record = f'[Result "{text}"]\n[FEN "3k5/9/9/9/9/9/9/9/1R7/R3K4 w - - 0 1"]\n\n1. B1-D1 {text}'
    session.send(OpenFile(Path("a.pgn")))
    session.send(
        GamesRead(
            session.state.next_id - 1,
            "a.pgn",
            None,
            tuple(map(pack, read_bytes(record.encode(), "a"))),
            complete=True,
        )
    )
    session.send(GoFirst())
    start = view.result(session.state)
    assert (start is None) == (text == "*")
    session.send(GoLast())
    end = view.result(session.state)
    assert end is not None
    assert (end.winner, end.reason) == (winner, reason)


def test_what_a_record_says_is_the_result_of_its_main_line_alone(session: Session) -> None:
    session.send(OpenFile(Path("a.pgn")))
    games = tuple(map(pack, read_bytes("1. 炮二平五 (1. 兵七进一 卒７进１) 马８进７ 1-0".encode(), "a")))
    session.send(GamesRead(session.state.next_id - 1, "a.pgn", None, games, complete=True), GoLast())
    end = view.shown_result(session.state)
    assert end is not None
    assert end.winner == RED
    session.send(GoTo(1), NextVariation(), GoLast())
    assert view.line(session.state).ply == 2
    assert view.shown_result(session.state) is None


def test_a_name_for_saving(session: Session) -> None:
    assert view.suggested_name(session.state) == "xiangqi.pgn"
    session.send(OpenFile(Path("/somewhere/match.xqf")))
    games = tuple(map(pack, read_bytes("1. 炮二平五 *".encode(), "a")))
    session.send(
        GamesRead(session.state.next_id - 1, "match.xqf", Path("/somewhere/match.xqf"), games, complete=True)
    )
    assert view.suggested_name(session.state) == "match.xqf"


def test_who_is_to_move(session: Session) -> None:
    session.new(HUMAN, COMPUTER)
    assert view.status(session.state) is view.Status.RED_TO_MOVE
    assert turns.side_to_move(session.state.play) == RED
    assert not view.is_thinking(session.state)
    session.play("h2e2")
    assert view.is_thinking(session.state)


def _random_line(seed: int, plies: int) -> tuple[Move, ...]:
    chance = random.Random(seed)
    board = Board()
    for _ in range(plies):
        moves = board.legal_moves()
        if not moves:
            break
        board.push(chance.choice(moves))
    return tuple(board.move_stack)


def test_positions_in_any_order_are_those_of_a_fresh_board() -> None:
    chance = random.Random(7)
    lines = [_random_line(seed, 60) for seed in range(4)]
    for _ in range(200):
        line = chance.choice(lines)
        moves = line[: chance.randrange(len(line) + 1)]
        board = Board()
        for move in moves:
            board.push(move)
        assert positions.board_at(Line(START_FEN, moves)).fen() == board.fen()
        assert positions.snapshot(Line(START_FEN, moves)).pieces == board.pieces()


def test_texts_in_any_order_are_those_of_a_fresh_board() -> None:
    chance = random.Random(8)
    lines = [_random_line(seed, 40) for seed in range(3)]
    for _ in range(60):
        line = chance.choice(lines)
        moves = line[: chance.randrange(len(line) + 1)]
        style = chance.choice([Style.CHINESE, Style.WXF])
        board = Board()
        texts = []
        for move in moves:
            texts.append(format_move(board, move, style))
            board.push(move)
        assert positions.move_texts(Line(START_FEN, moves), style) == tuple(texts)
