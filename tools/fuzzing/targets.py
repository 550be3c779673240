"""The targets of fuzzing: every reader of records, and everything else that takes bytes from outside."""

from __future__ import annotations

import io
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from tools.fuzzing import own_files
from tools.fuzzing.target import Target
from tools.fuzzing.telling import nothing_vanishes
from tools.fuzzing.unsound import UnsoundError
from xiangqi.board import Board
from xiangqi.engine.common.types import Limits
from xiangqi.errors import NotationError, RecordError, XiangqiError
from xiangqi.match.start_positions import read_openings
from xiangqi.notation import Dialect, Style, candidates, parse_move
from xiangqi.protocol.client import EngineClient
from xiangqi.protocol.client_events import EngineFailed
from xiangqi.protocol.server import serve
from xiangqi.protocol.ucci import Ucci
from xiangqi.protocol.uci import Uci
from xiangqi.records.files import WRITERS, byte_readers, read_bytes, text_readers
from xiangqi.records.source import TextSource
from xiangqi.records.text import webpage
from xiangqi.records.tree import EMPTY_FEN, RESULTS, Game, same_tree

_MOST_GAMES: Final = 50  # from one input
_REWRITTEN_NODES: Final = 400  # larger games are not written again
_WITH_WHOLE_TREE: Final = ("json", "pgn", "xml", "dhtmlxq")
_CLIENT_SECONDS: Final = 2.0

_MOVES: Final = (
    *("炮二平五", "马８进７", "後炮進２", "一兵平四", "前马退六", "C2.5", "h8+7", "+C-2", "15=6"),
    *("h2e2", "H9-G7", "i10i9", "Che2", "Rb10+", "62.5"),
)
_SIGNS: Final = (
    b'(|)|{|}|;|$1|!|?|1. |1... |1-0|0-1|1/2-1/2|*|\xef\xbb\xbf|\xff\xfe|\\|"|<|>|&|/|=|:|,|.|~|\xa1\xa1|'
    b"\n|\r\n|\0|\t| |rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR w - - 0 1|9/9/|99999999999"
).split(b"|")
_TEXT: Final = (*(move.encode(code) for move in _MOVES for code in ("utf-8", "gb18030")), *_SIGNS)
_TAGS: Final = b'[|]|[Red "|[FEN "|"]\n|[Result "1-0"]\n\n|[Format "WXF"]|"]|[Game "Chinese Chess"]\n'.split(
    b"|"
)
_XML: Final = (
    b"<|>|/>|</|<![CDATA[|]]>|<!DOCTYPE a [|<!ENTITY|&a;|&#0;|&#55296;|<?xml version='1.0' encoding='"
).split(b"|")
_UBB: Final = (
    b"[DhtmlXQ]|[/DhtmlXQ]|[DhtmlXQ_binit]|[DhtmlXQ_movelist]|[/DhtmlXQ_movelist]|[DhtmlXQ_move_0_1_1]|||"
    b"[DhtmlXQ_comment1_1]|[DhtmlXQ_fen]|\\u4e00|%5B|%u4e00|&#91;|7747|99|[DHJHtmlXQ_31]|var DhtmlXQ_movelist='"
).split(b"|")
_HTML: Final = (
    b"<html>|<body>|<p>|<br>|</td><td>|<pre>|<script>|</script>|<!--|-->|<style>|&nbsp;|&#12288;|&#x70AE;|&lt;|&amp;"
    b"|&#999999999999;|<a title='|'>|<!doctype html>|<meta charset=gb2312>|<meta charset=big5>"
).split(b"|")
_WXF_WORDS: Final = b"FORMAT\tWXF\n|START{\n|}END\n|FEN\t|RED\t|/*|*/|;;;".split(b"|")
_PROTOCOL: Final = tuple(
    (
        b"uci\n|ucci\n|isready\n|position |startpos|fen |moves |go |infinite|depth 1|nodes 1|movetime 1|"
        b"wtime 1|ponder\n|stop\n|ponderhit\n|setoption |name |value |Hash|MultiPV|banmoves |probe |quit\n|"
        b"draw\n|usemillisec true|searchmoves |option name |type |spin |default |min |max |var |uciok\n|"
        b"ucciok\n|readyok\n|bestmove |info |score |cp |mate |pv |multipv |string |nobestmove\n|"
        b"bye\n|h2e2|h3e3|i10i9|-1|99999999999999999999"
    ).split(b"|")
)
_SETTINGS: Final = (
    b'"language"|"zh-Hans"|"level"|"engine"|"window_size"|"version"|"ui_scale"|[|]|{|}|:|,|1e999|NaN|-1|null|"\\ud800"'
    b'|"engines"|"name"|"command"|"options"|"keys"|true|\n  |'
).split(b"|")
_LIST_OF_SOLVED: Final = b'"version": 1,|"solved"|[|]|,|"|{|}|\n  "| w| b|null|1e999'.split(b"|")
_LIST_OF_MOVES: Final = b"h2e2 |h0g2| 1| -1| 99999999| w | b |#|;|\n|startpos|moves |position |fen ".split(b"|")


# ---- Readers of records ----


def _read(games: Iterator[Game], data: bytes) -> None:
    try:
        for game in islice(games, _MOST_GAMES):
            _check(game, zlib.crc32(data))
    except RecordError:
        return


def _check(game: Game, number: int) -> None:
    """Check that a game can be played, its faults told, and its moves and comments written and read again."""
    if game.result not in RESULTS:
        raise UnsoundError(f"result {game.result!r}")
    for fault in game.errors:
        str(fault)
    for name, value in game.headers.items():
        name.encode(), value.encode()
    for node in game.root.walk():
        node.comment.encode()
    game.final_board()
    if sum(1 for _ in islice(game.root.walk(), _REWRITTEN_NODES)) == _REWRITTEN_NODES:
        return
    form = _WITH_WHOLE_TREE[number % len(_WITH_WHOLE_TREE)]
    odd = any(
        not fault.ply for fault in game.errors
    )  # in an impossible position only coordinates are unambiguous
    style = Style.ICCS if odd else tuple(Style)[number // 8 % len(Style)]
    (again,) = read_bytes(WRITERS[form].write(game, style, "utf-8"), form)
    if form == "dhtmlxq":  # it cannot store glyphs
        for node in game.root.walk():
            node.nags = ()
    if not same_tree(game.root, again.root):
        raise UnsoundError(f"another tree after writing and reading {form}, {style}")
    if game.start_fen != EMPTY_FEN and again.start_fen.split()[:2] != game.start_fen.split()[:2]:
        raise UnsoundError(f"another start after writing and reading {form}: {again.start_fen}")


def _binary(name: str) -> Target:
    reader = next(reader for reader in byte_readers() if name == reader.NAME)
    return Target(
        name,
        lambda data: _read(reader.read(data), data),
        _BINARY_TOKENS.get(name, ()),
        _FIELDS.get(name, ()),
        lambda data: _reader_of(data) == name,
    )


def _textual(name: str) -> Target:
    reader = next(reader for reader in text_readers() if name == reader.NAME)

    def run(data: bytes) -> None:
        try:
            source = TextSource(data)
        except RecordError:
            return
        _read(reader.read(source), data)

    return Target(name, run, _TEXT_TOKENS.get(name, _TEXT), (), lambda data: _reader_of(data) == name)


def _reader_of(data: bytes) -> str:
    for reader in byte_readers():
        if reader.sniff(data):
            return reader.NAME
    source = TextSource(data)
    return next((reader.NAME for reader in text_readers() if source.is_text and reader.sniff(source)), "")


_FIELDS: Final = {
    "xqf": (*range(2, 16), *range(0x10, 0x34), 0x40, 0x50, 0xD0, 0x130, *range(0x400, 0x440)),
    "cbr": (*range(0, 20), 52, 180, *range(1860, 1868), *range(1958, 2000), 2076, 2112, *range(2116, 2260)),
    "cbl": (60, 61, 62, 63, *range(4096, 4116), *range(4096 + 2214, 4096 + 2260)),
    "chn": (0, 1, *range(8, 40), *range(180, 260), *range(498, 600)),
    "ccm": (*range(0, 40),),
}
_BINARY_TOKENS: Final = {
    "cbr": (b"CCBridge Record\0",),
    "cbl": (b"CCBridge Record\0", b"CCBridgeLibrary\0"),
    "cbf": (*_XML, b"<Move value='77-47'/>", b"end='1'", b"variation='1'", b"</MoveList>", b"<FEN>", b"00-00"),
    "dhtmlxq": (*_UBB, *_TEXT),
    "che": (b" ", b"-", b"9", b"10", b"99999999999999999999", b"\0"),
    "mxq": (b"Ends", b"\x04Ends", b"\0", b"0A-1J", "胜".encode("gb18030")),
}
_TEXT_TOKENS: Final = {
    "json": (*b'{ } [ ] , : "moves" "tree" "fen" null true 1e999 -0 "\\ud800" "" 9999999999'.split(),),
    "xml": (*_XML, b"<m>", b"</m>", *_TEXT),
    "wxf": (*_WXF_WORDS, *_TEXT),
    "pgn": (*_TAGS, *_TEXT),
}

# ---- Other input from outside ----


def _file(data: bytes) -> None:
    _read(read_bytes(data, "input"), data)


def _webpage(data: bytes) -> None:
    """Read a web page with a record in a text format, whether or not it is recognised as a page."""
    try:
        source = TextSource(data)
        webpage.sniff(source)
        text = webpage.unwrapped(source)
    except RecordError:
        return
    reader = next((reader for reader in text_readers() if reader.sniff(text)), None)
    if reader is not None:
        _read(reader.read(text), data)


def _is_page(data: bytes) -> bool:
    return data.lstrip()[:1] == b"<" and webpage.sniff(TextSource(data))


def _openings(data: bytes) -> None:
    try:
        openings = read_openings(data.decode("utf-8", "replace"))
    except RecordError:
        return
    for opening in openings:
        opening.board().legal_moves()


def _move(data: bytes) -> None:
    """Read each line as a move; whatever a dialect reads as a move must be legal."""
    board = Board()
    for line in data[:4000].decode("utf-8", "replace").split("\n"):
        for dialect in Dialect:
            for move in candidates(board, line, dialect):
                if not board.is_legal(move):
                    raise UnsoundError(f"{line!r} read as {move}, which is not legal")
        try:
            move = parse_move(board, line)
        except NotationError:
            continue
        board.push(move)


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").split("\n")


def _replies(data: bytes) -> None:
    """Check that every reply and command that is understood can be written again."""
    for dialect in (Uci(), Ucci(), Ucci(milliseconds=True)):
        for line in _lines(data):
            reply = dialect.parse_reply(line)
            if reply is not None:
                dialect.format_reply(reply)
            try:
                command = dialect.parse_command(line)
            except XiangqiError:
                continue
            if command is not None:
                dialect.format_command(command)


def _serve(protocol: str) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        from xiangqi.engine import worker  # noqa: F401 (loading it takes seconds that no input is to blame for)

        serve(protocol, io.BytesIO(data), io.BytesIO())

    return run


def _client(data: bytes) -> None:
    """Let a child process print the input, and ask it for a move."""
    with tempfile.NamedTemporaryFile(prefix="fuzz-") as file:
        file.write(data)
        file.flush()
        client = EngineClient(["cat", file.name])
        try:
            client.start()
            client.start_search(1, Board().fen(), (), Limits(nodes=1))
            end = time.monotonic() + _CLIENT_SECONDS
            while time.monotonic() < end:
                if any(isinstance(event, EngineFailed) for event in client.poll()):
                    break
                time.sleep(0.001)
        finally:
            client.close()


def _is_ubb(data: bytes) -> bool:
    return _reader_of(data) == "dhtmlxq"


_ubb: Final = _binary("dhtmlxq")

RECORDS: Final = tuple(_binary(reader.NAME) for reader in byte_readers()) + tuple(
    _textual(reader.NAME) for reader in text_readers()
)
"""The readers, called directly, whatever the content looks like."""

OTHERS: Final = (
    Target("file", _file, _TEXT, (), lambda data: len(data) < 2000),
    Target(
        "telling",
        nothing_vanishes,
        _TEXT,
        (),
        lambda data: len(data) < 20_000,
        folders=(*(target.name for target in RECORDS), "webpage", "dhtmlxq-page", "telling"),
    ),
    Target(
        "webpage", _webpage, (*_HTML, *_TAGS, *_TEXT), (), lambda data: _is_page(data) and not _is_ubb(data)
    ),
    Target("dhtmlxq-page", _ubb.run, (*_HTML, *_UBB), (), lambda data: _is_page(data) and _is_ubb(data)),
    Target("move", _move, _TEXT),
    Target("replies", _replies, _PROTOCOL),
    Target("uci", _serve("uci"), _PROTOCOL, longest=4000, engine=True),
    Target("ucci", _serve("ucci"), _PROTOCOL, longest=4000, engine=True),
    Target("client", _client, _PROTOCOL, longest=100_000),
    Target("openings", _openings, (*_LIST_OF_MOVES, *_SIGNS), longest=20_000),
    Target("settings", own_files.settings, tuple(_SETTINGS)),
    Target("journal", own_files.journal, (*_TAGS, *_TEXT)),
    Target("puzzles", own_files.solved, tuple(_LIST_OF_SOLVED)),
    Target("book", own_files.book, (*_LIST_OF_MOVES, *_SIGNS), longest=20_000),
)
"""Opening by content, web pages, typed moves, both sides of both protocols, and the program's own files."""

TARGETS: Final = {target.name: target for target in (*RECORDS, *OTHERS)}
