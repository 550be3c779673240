"""Tests of games in every mixture of notations: each move is read back, or a fault is reported."""

from __future__ import annotations

import html
import io
import zipfile
from collections.abc import Callable, Sequence

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from trees import FENS
from walks import choices, play

from xiangqi.board import Board, Move
from xiangqi.errors import IllegalMoveError, NotationError, RecordError
from xiangqi.fen import START_FEN
from xiangqi.notation import Style, format_move
from xiangqi.records.files import read_bytes

Spelling = Callable[[Board, Move], str]

_ASCII_DIGITS = str.maketrans("１２３４５６７８９", "123456789")
_WIDE = str.maketrans("CHRKAEPchrkaep123456789.=+-", "ＣＨＲＫＡＥＰｃｈｒｋａｅｐ１２３４５６７８９．＝＋－")


def _from_one(_board: Board, move: Move) -> str:
    text = move.iccs
    return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"


def _in_style(style: Style) -> Spelling:
    return lambda board, move: format_move(board, move, style)


SPELLINGS: dict[str, Spelling] = {
    "chinese": _in_style(Style.CHINESE),
    "traditional": _in_style(Style.CHINESE_TRADITIONAL),
    "ascii digits": lambda board, move: format_move(board, move, Style.CHINESE).translate(_ASCII_DIGITS),
    "wxf": _in_style(Style.WXF),
    "wide wxf": lambda board, move: format_move(board, move, Style.WXF).translate(_WIDE),
    "uci": lambda _board, move: move.iccs,
    "iccs": lambda _board, move: f"{move.iccs[:2]}-{move.iccs[2:]}".upper(),
    "capitals": lambda _board, move: move.iccs.upper(),
    "ranks from one": _from_one,
}
LAYOUTS: dict[str, Callable[[Sequence[str]], str]] = {
    "plain": " ".join,
    "lines": "\n".join,
    "commas": ", ".join,
    "rounds": lambda moves: "\n".join(
        f"{number // 2 + 1}. {' '.join(moves[number : number + 2])}" for number in range(0, len(moves), 2)
    ),
    "tight rounds": lambda moves: " ".join(
        f"{number // 2 + 1}.{' '.join(moves[number : number + 2])}" for number in range(0, len(moves), 2)
    ),
    "every number": lambda moves: " ".join(
        f"{number // 2 + 1}{'...' if number % 2 else '.'} {move}" for number, move in enumerate(moves)
    ),
    "chinese numbers": lambda moves: "\n".join(
        f"{number // 2 + 1}、{'　'.join(moves[number : number + 2])}" for number in range(0, len(moves), 2)
    ),
}
FRAMES: dict[str, Callable[[str, str, str], str]] = {
    "bare": lambda fen, moves, result: (
        f"{fen}\n{moves} {result}\n" if fen != START_FEN else f"{moves} {result}\n"
    ),
    "titled": lambda fen, moves, result: f"第一局\n{fen}\n{moves}\n{result}\n",
    "tags": lambda fen, moves, result: f'[Red "甲"]\n[Result "{result}"]\n[FEN "{fen}"]\n\n{moves} {result}\n',
    "small tags": lambda fen, moves, result: f'[red "甲"]\n[fen "{fen}"]\n\n{moves} {result}\nfooter\n',
    "on one line": lambda fen, moves, _: f"{fen} moves {' '.join(moves.split())}\n",
    "capitals": lambda fen, moves, _: f"POSITION FEN {fen} MOVES {' '.join(moves.split())}\n",
    "bars": lambda fen, moves, _: f"Title|{fen}|{' '.join(moves.split())}\n",
    "tabs": lambda fen, moves, result: f"{fen}\t{' '.join(moves.split())}\t{result}\n",
    "fields": lambda fen, moves, result: f"{' '.join(fen.split()[:2])}, {' '.join(moves.split())}, {result}\n",
    "glued": lambda fen, moves, result: f"{''.join(fen.split()[:2])}--01\n{moves}\n{result}\n",
    "wxf": lambda fen, moves, _: f"FORMAT WXF\nRED A;;;\nFEN {fen}\nSTART{{\n{moves}\n}}END\n",
    "words": lambda fen, moves, result: f"# remark\n{fen}\nSolution:\n{moves}\n{result}\nwell played\n",
}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "gb18030")
WRAPPINGS: dict[str, Callable[[str, str], bytes]] = {
    "file": lambda text, encoding: text.encode(encoding),
    "windows": lambda text, encoding: text.replace("\n", "\r\n").encode(encoding),
    "old mac": lambda text, encoding: text.replace("\n", "\r").encode(encoding),
    "page": lambda text, encoding: f"<html><body><pre>{html.escape(text)}</pre></body></html>".encode(encoding),
    "archive": lambda text, encoding: _zipped(text.encode(encoding)),
}


def _zipped(content: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("game.txt", content)
    return data.getvalue()


def _spelt(fen: str, moves: Sequence[Move], spelling: Spelling) -> list[str]:
    board = Board(fen)
    texts = []
    for move in moves:
        texts.append(spelling(board, move))
        board.push_unchecked(move)
    return texts


def _is_game_from_zero(fen: str, texts: Sequence[str]) -> bool:
    """Whether coordinates are legal moves, one after the other, with ranks that count from zero."""
    board = Board(fen)
    try:
        for text in texts:
            board.push(Move.from_iccs(text))
    except (NotationError, IllegalMoveError):
        return False
    return True


@given(
    numbers=choices(24),
    fen=st.sampled_from(FENS),
    spelling=st.sampled_from(sorted(SPELLINGS)),
    layout=st.sampled_from(sorted(LAYOUTS)),
    frame=st.sampled_from(sorted(FRAMES)),
    wrapping=st.sampled_from(sorted(WRAPPINGS)),
    encoding=st.sampled_from(ENCODINGS),
    result=st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]),
)
@settings(max_examples=400)
def test_every_move_comes_back_or_something_is_told(
    numbers: list[int],
    fen: str,
    spelling: str,
    layout: str,
    frame: str,
    wrapping: str,
    encoding: str,
    result: str,
) -> None:
    moves = play(numbers, fen).move_stack
    texts = _spelt(fen, moves, SPELLINGS[spelling])
    assume(not moves or spelling != "ranks from one" or not _is_game_from_zero(fen, texts))
    text = FRAMES[frame](fen, LAYOUTS[layout](texts), result)
    try:
        games = list(read_bytes(WRAPPINGS[wrapping](text, encoding), "it"))
    except RecordError:
        event("refused")
        assert len(moves) < 3, text  # nothing that shows what it is
        return
    faults = [fault.message for game in games for fault in game.errors]
    event("faults" if faults else "whole")
    if moves:
        assert all("could also mean" in message for message in faults), text
    if not faults or moves:
        assert [move for game in games for move in game.main_line()] == moves, text
    if moves:
        assert games[0].start_fen.split()[:2] == fen.split()[:2], text


JUNK = (
    "zzyzx",
    "中间的话",
    "h2h2",
    "炮五进九",
    "7",
    "2024",
    "zz: yy",
    "{zzyzx}",
    "[zzyzx]",
    "//zzyzx",
    "zzyzx|zzyzx",
    "1-0",
    "\0",
)


@given(
    numbers=choices(12),
    fen=st.sampled_from(FENS),
    spelling=st.sampled_from(sorted(SPELLINGS)),
    layout=st.sampled_from(sorted(LAYOUTS)),
    frame=st.sampled_from(sorted(FRAMES)),
    junk=st.sampled_from(JUNK),
    place=st.integers(0, 10_000),
    line=st.booleans(),
)
@settings(max_examples=400)
def test_what_does_not_belong_there_is_kept_or_told(
    numbers: list[int], fen: str, spelling: str, layout: str, frame: str, junk: str, place: int, line: bool
) -> None:
    moves = play(numbers, fen).move_stack
    text = FRAMES[frame](fen, LAYOUTS[layout](_spelt(fen, moves, SPELLINGS[spelling])), "1-0")
    blanks = [number for number, letter in enumerate(text) if letter == "\n" or (letter == " " and not line)]
    cut = blanks[place % len(blanks)]
    first = text.find(fen.split()[0])
    if junk.isdigit() and first <= cut <= first + len(fen):
        return  # it may be one of the fields
    text = f"{text[:cut]}{text[cut]}{junk}{text[cut:]}"
    try:
        games = list(read_bytes(text.encode(), "it"))
    except RecordError:
        event("refused")
        return
    if any(game.errors for game in games):
        event("told")
        return
    kept = "\n".join(
        [value for game in games for value in game.headers.values()]
        + [node.comment for game in games for node in game.root.walk()]
    )
    if [move for game in games for move in game.main_line()] != moves:
        assert len(moves) < 2 or junk in ("7", "1-0"), text
    if any(map(str.isalnum, junk)) and junk not in ("7", "1-0"):
        event("kept")
        word = next(word for word in ("zzyzx", "zz", "中间的话", "2024", junk) if word in junk)
        assert word in kept, text
