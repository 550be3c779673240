"""Files in the formats of other programs, made byte by byte."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence

from xiangqi.board import START_FEN, Board
from xiangqi.core.constants import KIND_MASK, LETTERS, RED, file_of, rank_of
from xiangqi.records.tree import Game

SERVER_MOVES = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7")
DHTMLXQ_POST = (
    "[DhtmlXQ]\n[DhtmlXQ_title]五羊杯 “决赛”[/DhtmlXQ_title]\n[DhtmlXQ_red]胡荣华[/DhtmlXQ_red]\n"
    "[DhtmlXQ_blacktime][/DhtmlXQ_time]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n"
    "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n"
    "[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\n"
    "[DhtmlXQ_comment0]开局||第二行[/DhtmlXQ_comment0]\n[DhtmlXQ_comment1_2]变着[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]\n"
)
CBF_MOVES = """\
<Move value="00-00"><![CDATA[开局]]></Move>
<Move value="77-47" />
<Move value="70-62">跳马</Move>
<Move value="79-67" end="1" />
"""
_KINDS = "RNBAKCP"
_END, _VARIATION, _COMMENT = 1, 2, 4
_TEXTS = {"Title": 180, "Event": 692, "Red": 1076, "RedTeam": 1140, "Black": 1300}


def cbf_document(moves: str = CBF_MOVES, fen: str = START_FEN, head: str = "", declaration: str = "") -> str:
    """Return the text of a CBF file."""
    return (
        f'{declaration}<ChineseChessRecord Version="1.0">\n<Head><Name>第一局</Name><Contest>五羊杯</Contest>\n'
        f"<Site /><RecordResult>2</RecordResult>{head}<FEN>{fen}</FEN></Head>\n"
        f"<MoveList>\n{moves}</MoveList></ChineseChessRecord>"
    )


def _index(square: int) -> int:
    return 9 * (9 - rank_of(square)) + file_of(square)


def cbr_record(game: Game, junk: bytes = b"\0") -> bytes:
    """Return the file of a game; ``junk`` fills what the header does not use."""
    header = bytearray((b"\0\0" + junk * 2214)[:2214])
    header[:20] = b"CCBridge Record\0\0\0\0\2"
    for name, offset in _TEXTS.items():
        text = game.headers.get(name, "").encode("utf-16-le") + b"\0\0"
        header[offset : offset + len(text)] = text
    header[2076] = {"1-0": 1, "0-1": 2, "1/2-1/2": 3}.get(game.result, 0)
    board = Board(game.start_fen)
    header[2116:2118] = struct.pack("<H", 1 if board.turn == RED else 2)
    header[2120:2210] = bytes(90)
    for square, code in board.pieces().items():
        kind = _KINDS.index(LETTERS[code & KIND_MASK]) + 1
        header[2120 + _index(square)] = kind | (0x10 if code & RED else 0x20)
    return bytes(header) + b"".join(_nodes(game))


def old_cbr_record(game: Game, junk: bytes = b"\0") -> bytes:
    """Return the file of a game in version 1: a shorter header, points as two digits."""
    newer = cbr_record(game, junk)
    header = bytearray((b"\0\0" + junk * 1958)[:1958])
    header[:20] = b"CCBridge Record\0\0\0\0\1"
    header[52:180] = newer[180:308]
    header[1860:1954] = newer[2116:2210]
    return bytes(header) + b"".join(_nodes(game, lambda square: file_of(square) << 4 | 9 - rank_of(square)))


def _nodes(game: Game, numbered: Callable[[int], int] = _index) -> Iterable[bytes]:
    for node in game.root.walk():
        comment = node.comment.replace("\n", "\r\n").encode("utf-16-le")
        varies = node.parent is not None and node is not node.parent.children[-1]
        flags = (0 if node.children else _END) | (_VARIATION if varies else 0) | (_COMMENT if comment else 0)
        origin = target = 0
        if node.move is not None:
            origin, target = numbered(node.move.from_square), numbered(node.move.to_square)
        yield bytes([flags, 0, origin, target]) + (
            struct.pack("<i", len(comment)) + comment if comment else b""
        )


def cbl_library(*records: bytes, capacity: int = 128) -> bytes:
    """Return the file of a library of CBR records."""
    head = bytearray(101952)
    head[:16] = b"CCBridgeLibrary\0"
    head[60:64] = struct.pack("<i", capacity)
    return bytes(head) + b"".join(record + bytes(-len(record) % 4096) for record in records)


def encrypted_xqf(plain: bytes, version: int, keys: Sequence[int]) -> bytes:
    """Return a plain file as the given version and the header bytes 3 to 15 would hide it."""
    header = bytearray(plain[:1024])
    header[2] = version
    header[3:16] = bytes(keys)
    mask, total, first, second, third = header[3], *header[12:16]
    square = (54 * first * first + 221) * first % 256
    origin = (54 * second * second + 221) * square % 256
    target = (54 * third * third + 221) * origin % 256
    length_key = (total * 256 + first) % 32000 + 767
    for i, number in enumerate(plain[0x10:0x30]):
        place = i if version < 12 else (i - square - 1) % 32
        header[0x10 + place] = (number + square) % 256
    body = bytearray()
    offset = 1024
    while offset < len(plain):
        from_byte, to_byte, flags, _, length = struct.unpack_from("<BBBBI", plain, offset)
        new = (0x80 if flags & 0xF0 else 0) | (0x40 if flags & 0x0F else 0) | (0x20 if length else 0)
        body += bytes([(from_byte + origin) % 256, (to_byte + target) % 256, new, 0])
        if length:
            body += struct.pack("<I", length + length_key) + plain[offset + 8 : offset + 8 + length]
        offset += 8 + length
    letters = b"[(C) Copyright Mr. Dong Shiwei.]"
    pads = [header[8 + i] | (header[12 + i] & mask) for i in range(4)]
    cipher = bytes((byte + (pads[i % 4] & letters[i % 32])) % 256 for i, byte in enumerate(body))
    return bytes(header) + cipher


def _places(move: str) -> tuple[int, int, int, int]:
    """File and rank from, file and rank to."""
    return ord(move[0]) - 97, int(move[1]), ord(move[2]) - 97, int(move[3])


def chn_file(*moves: str, turned: bool = False) -> bytes:
    """Return a game of a server; the board turned as Black saw it, if asked for."""
    data = b"\x07" * 188
    for move in moves:
        x, y, to_x, to_y = _places(move)
        numbers = (8 - x, y, 8 - to_x, to_y) if turned else (x, 9 - y, to_x, 9 - to_y)
        data += struct.pack("<HH4H20x", 9, 9, *numbers)
    return data


def later_chn_file(*moves: str, turned: bool = False) -> bytes:
    """Return a game of the same server in later years."""
    data = b"GL\xd0\x07\xd4\x07\1\0Tue Dec 27 20:57:56 2016\n".ljust(498, b"\0")
    for move in moves:
        x, y, to_x, to_y = _places(move)
        x, y, to_x, to_y = (8 - x, y, 8 - to_x, to_y) if turned else (x, 9 - y, to_x, 9 - to_y)
        data += bytes(24) + bytes([y << 4 | x, to_y << 4 | to_x]) + bytes(10)
    return data


def other_ccm_file(*moves: str, turned: bool = False) -> bytes:
    """Return a game of another server."""
    data = bytes.fromhex("010012006b96605864000000")
    for ply, move in enumerate(moves):
        x, y, to_x, to_y = _places(move)
        x, y, to_x, to_y = (8 - x, y, 8 - to_x, to_y) if turned else (x, 9 - y, to_x, 9 - to_y)
        data += bytes([15, 1 + ply % 2, 6, x, y, to_x, to_y, 0, 0])
    return data


def ccm_file(*moves: str, turned: bool = False) -> bytes:
    """Return a game of a server; the board turned as Black saw it, if asked for."""
    data = b""
    for move in moves:
        x, y, to_x, to_y = _places(move)
        x, y, to_x, to_y = (8 - x, y, 8 - to_x, to_y) if turned else (x, 9 - y, to_x, 9 - to_y)
        data += bytes([1, 0, 0, x, to_x, y, to_y])
    return data


def che_file(*moves: str, newer: bool = False) -> bytes:
    """Return a game of a server, in the older or the newer kind."""
    numbers = [1, len(moves)]
    for ply, move in enumerate(moves):
        x, y, to_x, to_y = _places(move)
        if newer:
            numbers += [25, 32, 1 - ply % 2, y, 8 - x, to_y, 8 - to_x, 0, ply + 1, 0]
        else:
            numbers += [ply, 32, 0, y, x, to_y, to_x, 0, 0, 0]
    return " ".join(map(str, numbers)).encode()


def mxq_file(*moves: str, title: str = "甲-负-乙") -> bytes:
    """Return a game of a server, with names and a result in its title."""
    texts = ["弈天", "2006.01.02", title, "2000", "1990", "", "", "", "", "", "评注", ""]
    for move in moves:
        x, y, to_x, to_y = _places(move)
        texts.append(f"{x}{'ABCDEFGHIJ'[y]}-{to_x}{'ABCDEFGHIJ'[to_y]}")
    encoded = [text.encode("gb18030") for text in [*texts, "Ends"]]
    return b"".join(bytes([len(text)]) + text for text in encoded)
