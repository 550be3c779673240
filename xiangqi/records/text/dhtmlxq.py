"""DhtmlXQ, the tags in which web pages and forums show games (东萍 dpxq, and 打虎将 DHJHtmlXQ).

Games are read in every wrapping (ubb.py), with variations, and written as plain tags in UTF-8.
Source: docs/formats/dhtmlxq.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from xiangqi.board import START_FEN
from xiangqi.core.constants import BLACK, FILES, LETTERS, RANKS, RED, file_of, make_square, rank_of, square_name
from xiangqi.errors import FenError, RecordError
from xiangqi.fen import parse_fen
from xiangqi.i18n.message import Message
from xiangqi.records.placement import fen_of, is_turned, number_pieces, place_pieces, point, with_first_mover
from xiangqi.records.source import broken_characters
from xiangqi.records.text.branches import Branch, first_square, link, play_branches
from xiangqi.records.text.playing import OTHER_SIDE
from xiangqi.records.text.ubb import Block, Field, find_blocks, has_sign, plain, unwrap
from xiangqi.records.tree import EMPTY_FEN, Game, GameNode, RecordFault, TreeBuilder, clean_comment

NAME: Final = "dhtmlxq"

_HEADERS: Final = {
    "title": "Title",
    "event": "Event",
    "date": "Date",
    "place": "Site",
    "round": "Round",
    "table": "Table",
    "red": "Red",
    "redteam": "RedTeam",
    "redname": "RedName",
    "redrating": "RedElo",
    "redtime": "RedTime",
    "black": "Black",
    "blackteam": "BlackTeam",
    "blackname": "BlackName",
    "blackrating": "BlackElo",
    "blacktime": "BlackTime",
    "timerule": "TimeControl",
    "remark": "Annotator",
    "author": "Author",
    "open": "Opening",
}  # other names are unchanged
_NO_HEADERS: Final = (
    "ver", "pver", "init", "binit", "fen", "movelist", "firstnum", "length", "generator", "result",
    "31", "32", "33", "34",
)  # fmt: skip
_RESULTS: Final = {
    "1-0": ["红胜", "红方胜", "红先胜", "先胜", "黑负", "1-0", "w", "red"],
    "0-1": ["黑胜", "黑方胜", "红负", "红先负", "先负", "0-1", "l", "black"],
    "1/2-1/2": ["和", "和局", "和棋", "红先和", "先和", "平局", "1/2-1/2", "d", "draw"],
}
_SIMPLIFIED: Final = str.maketrans("紅勝負", "红胜负")
_RESULT_NAMES: Final = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和局"}

_MAIN: Final = ("movelist", "34")
_START: Final = ("fen", "binit", "31")
_BRANCH: Final = re.compile(r"move_([0-9]{1,9})_([0-9]{1,9})_([0-9]{1,9})")
_GROUP: Final = re.compile(r"\[([0-9]{1,9})_([0-9]{1,9})_([0-9]{1,9})\]([^\[]*)")
_COMMENT: Final = re.compile(r"comment([0-9]{1,9})(?:_([0-9]{1,9}))?")
_LARGEST: Final = 6 << 20  # largest size of a page in bytes; a tree of 100,000 one-move branches is that long
_PIECE_DIGITS: Final = 64
_OTHER_LETTERS: Final = str.maketrans("HEhe", "NBnb")
_HEAD: Final = 1 << 16
_SHOWN: Final = 80  # characters of a faulty value
_ESCAPED: Final = re.compile(r"[\[\]\\&<|]")
_NAME: Final = re.compile(r"\w+", re.ASCII)
_QUOTING: Final = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*"
    rb'(?:\[[A-Z]\w*[ \t]+"|<\?xml[^<>]*>\s*<xiangqi>|\{(?=.*"(?:iccs|moves)"))',
    re.DOTALL,
)
"""The beginnings of PGN with tags, and of the XML and JSON written by the program."""


_BARE: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:[0-8][0-9]-?[0-8][0-9][\s,;|]*){2,}")
"""Digits of moves without any tags."""


def sniff(data: bytes) -> bool:
    """Return whether the data has this format's tags, not quoted in another format, or only digits of moves."""
    if _BARE.fullmatch(data):
        return True
    return has_sign(data) and _QUOTING.match(data[:_HEAD].replace(b"\0", b"")) is None


def read(data: bytes) -> Iterator[Game]:
    """Yield the games of a page or post in order, then its diagrams, which have no list of moves.

    Tags that contain only words come last, each as a game without moves and with a fault.

    Raises:
        RecordError: the data is too large, or no tag has a position or a move.
    """
    if len(data) > _LARGEST:
        raise RecordError(
            Message(
                "detail.place_byte",
                byte=_LARGEST,
                reason=Message("detail.page_too_large", mebibytes=_LARGEST >> 20),
            )
        )
    text, encoding = unwrap(data)
    blocks = list(find_blocks(_tagged(text) if _BARE.fullmatch(data) else text))
    games = list(filter(_is_game, blocks))
    diagrams = [block for block in blocks if not _is_game(block) and _has_position(block)]
    others = list(filter(_is_neither, blocks))
    if not games and not diagrams:
        raise RecordError(Message("detail.place_line", line=1, reason=Message("detail.no_dhtmlxq")))
    broken = broken_characters(data, encoding)
    for block in [*games, *diagrams]:
        game = _read_block(block, encoding)
        game.errors[:0] = broken
        broken = []
        yield game
    for block in others:
        yield _read_words(block, encoding)


def _tagged(text: str) -> str:
    """Put bare digits into tags: as moves, each line as a game if more can then be played, or as pieces.

    Raises:
        RecordError: the first four digits are not a legal move in the starting position.
    """
    lines = text.split("\n")
    each = [_tag("movelist", line) if line.strip() else line for line in lines]
    reached = _reach(_tag("movelist", text))
    digits = re.sub("[^0-9]", "", text)
    if not reached and len(digits) == _PIECE_DIGITS:
        return _tag("binit", digits)
    if not reached:
        reason = Message("detail.bare_digits", move=digits[:4])
        raise RecordError(Message("detail.place_line", line=1, reason=reason))
    return "\n".join(each) if sum(map(_reach, filter(str.strip, each))) > reached else _tag("movelist", text)


def _reach(tag: str) -> int:
    """Return the number of moves of a tag that can be played from the starting position."""
    return len(_read_block(next(find_blocks(tag)), NAME).main_line())


def _is_neither(block: Block) -> bool:
    """Return whether a block has words, but neither moves nor a position."""
    said = any(value.text.strip() for key, value in block.items() if key not in _NO_HEADERS)
    is_other = _is_game(block) or _has_position(block)
    return not is_other and (said or bool(block.before or block.after))


def _is_game(block: Block) -> bool:
    if any(_has(block, key) for key in block if key in _MAIN or _BRANCH.fullmatch(key)):
        return True
    return any(key in block for key in _MAIN) and _has_position(block)


def _has_position(block: Block) -> bool:
    return any(_has(block, key) for key in _START)


def _has(block: Block, key: str) -> bool:
    return key in block and bool(block[key].text.strip())


def _read_block(block: Block, encoding: str) -> Game:
    game = Game(format=NAME, encoding=encoding, headers=_read_headers(block), result=_read_result(block))
    for field in block.repeated:
        message = Message("detail.repeated_value", name=field.key)
        game.add_fault(RecordFault(message, token=field.text.strip()[:_SHOWN], line=field.line))
    for field in block.strays:
        game.add_fault(RecordFault(Message("detail.closes_nothing"), token=field.key[:_SHOWN], line=field.line))
    if cut := block.unclosed:
        game.add_fault(RecordFault(Message("detail.value_open", name=cut.key), line=cut.line))
    main, others = _find_branches(block, game)
    line = next((block[key].line for key in _START if _has(block, key)), None)
    start = _read_start(block, game)
    game.start_fen = with_first_mover(start, first_square([main, *others]))
    if _has(block, "fen") and game.start_fen != start and is_turned(start, game.start_fen):
        game.add_fault(RecordFault(OTHER_SIDE, 1, line=block["fen"].line))
    builder = TreeBuilder(game, line=line)
    game.root.comment = clean_comment(f"{block.before}\n{main.comments.pop(0, '')}")

    def lose(branch: Branch, message: str) -> None:
        game.add_fault(RecordFault(message, branch.ply, branch.digits[:4], branch.line))

    for branch in link(main, others):
        lose(branch, Message("detail.branch_nowhere", number=branch.number, other=branch.parent))
    play_branches(builder, main, lose)
    game.root.end().add_comment(block.after)
    return game


def _read_words(block: Block, encoding: str) -> Game:
    """Return a game with only the words of a block."""
    game = Game(format=NAME, encoding=encoding, headers=_read_headers(block), start_fen=EMPTY_FEN)
    comments = [plain(value.text) for key, value in block.items() if _COMMENT.fullmatch(key)]
    game.root.comment = clean_comment("\n".join([block.before, *comments, block.after]))
    line = next((value.line for value in block.values()), 1)
    game.add_fault(RecordFault(Message("detail.no_move_no_position"), line=line))
    return game


def _read_headers(block: Block) -> dict[str, str]:
    headers = {}
    for key, value in block.items():
        if key in _NO_HEADERS or _BRANCH.fullmatch(key) or _COMMENT.fullmatch(key):
            continue
        if text := " ".join(plain(value.text).split("\n")).strip():
            name = _HEADERS.get(key) or (value.key.capitalize() if value.key.islower() else value.key)
            headers[name] = text
    if (words := _words_of_result(block)) and _read_result(block) == "*" and any(map(str.isalnum, words)):
        headers.setdefault("Termination", words)
    return headers


def _read_result(block: Block) -> str:
    word = _words_of_result(block).lower().translate(_SIMPLIFIED)
    return next((result for result, words in _RESULTS.items() if word in words), "*")


def _words_of_result(block: Block) -> str:
    return plain(block["result"].text).strip() if "result" in block else ""


def _find_branches(block: Block, game: Game) -> tuple[Branch, list[Branch]]:
    """Remove the lines of moves from a block; return the main one, perhaps empty, and the others, annotated."""
    main = Branch(0, 0, 1, "", 1)
    others = []
    for parent, ply, number, text, line in _lines_of_moves(block):
        branch = Branch(number, parent, ply, text, line)
        if number:
            others.append(branch)
        else:
            main = branch
    named = {branch.number: branch for branch in reversed(others)} | {0: main}
    for key in list(block):
        if match := _COMMENT.fullmatch(key):
            value = block.pop(key)
            number, ply = (0, int(match[1])) if match[2] is None else (int(match[1]), int(match[2]))
            if number in named:
                named[number].comments[ply] = plain(value.text)
            else:
                game.add_fault(
                    RecordFault(Message("detail.comment_nowhere", number=number), ply, line=value.line)
                )
    return main, others


def _lines_of_moves(block: Block) -> Iterator[tuple[int, int, int, str, int]]:
    """Yield parent, ply, number, moves and text line of each branch, removing it from the block."""
    for key in list(block):
        if match := _BRANCH.fullmatch(key):
            parent, ply, number = map(int, match.groups())
            value = block.pop(key)
            yield parent, ply, number, value.text, value.line
        elif key in _MAIN:
            value = block.pop(key)
            groups = list(_GROUP.finditer(value.text))
            for match in groups:
                parent, ply, number = map(int, match.group(1, 2, 3))
                yield parent, max(ply, 1) if number == 0 else ply, number, match[4], value.line
            if not groups:
                yield 0, 1, 0, value.text, value.line


def _read_start(block: Block, game: Game) -> str:
    """Return the FEN of the start position, which has three forms; the usual one if the block has none.

    A FEN that cannot be parsed gives way to a list of pieces, if there is one, and is reported.
    """
    if _has(block, "fen"):
        fen = plain(block["fen"].text).strip()
        try:
            parse_fen(fen)
            if _has(block, "binit"):
                _read_pieces(block["binit"], game)  # this reports what is wrong with it
            return fen
        except FenError as error:
            if not _has(block, "binit"):
                return fen
            game.add_fault(RecordFault(str(error), token=fen[:_SHOWN], line=block["fen"].line))
    if _has(block, "binit"):
        return _read_pieces(block["binit"], game)
    if _has(block, "31"):
        return _read_rows(block["31"].text.strip(), block["32"].text if "32" in block else "")
    return START_FEN


def _read_pieces(value: Field, game: Game) -> str:
    """Return the FEN of pieces in two digits each: file, and row from Black's back rank; 99 means none."""
    if value.text.count("/") >= RANKS - 1:
        return plain(value.text)
    digits = "".join(value.text.split())
    if len(digits) != _PIECE_DIGITS or not (digits.isascii() and digits.isdecimal()):
        message = Message("detail.piece_digits", count=_PIECE_DIGITS)
        game.add_fault(RecordFault(message, token=digits[:_SHOWN], line=value.line))
    pairs = re.findall("[0-9]{2}", digits)
    placement, shared = place_pieces([point(int(pair[0]), RANKS - 1 - int(pair[1])) for pair in pairs])
    for square in shared:
        game.add_fault(RecordFault(Message("detail.two_pieces", place=square_name(square)), line=value.line))
    return fen_of(placement)


def _read_rows(text: str, player: str) -> str:
    """Return the FEN given by 90 characters, row by row from Black's left, in which letters are pieces."""
    if "/" in text:
        return text
    placement = {}
    for number, letter in enumerate(text[: FILES * RANKS].translate(_OTHER_LETTERS)):
        kind = LETTERS.find(letter.upper(), 1)
        if kind > 0:
            square = make_square(number % FILES, RANKS - 1 - number // FILES)
            placement[square] = kind | (RED if letter.isupper() else BLACK)
    return fen_of(placement, BLACK if player.strip() == "1" else RED)


def write(game: Game) -> bytes:
    """Return the game as tags in UTF-8, with headers, variations and comments but without annotation glyphs."""
    lines = [*_written_headers(game), *_written_start(game), *_written_moves(game.root)]
    text = "\n".join(["[DhtmlXQ]", *lines, "[/DhtmlXQ]", ""])
    return text.encode("utf-8", "replace")


def _written_headers(game: Game) -> Iterator[str]:
    keys = {name: key for key, name in _HEADERS.items()}
    for name, text in game.headers.items():
        if name in keys or _NAME.fullmatch(name):
            yield _tag(keys.get(name, name), _escape(text))
    if game.result in _RESULT_NAMES:
        yield _tag("result", _RESULT_NAMES[game.result])


def _written_start(game: Game) -> Iterator[str]:
    try:
        squares = number_pieces(parse_fen(game.start_fen).placement)
    except RecordError:
        squares = None
    if squares is not None:
        yield _tag("binit", "".join("99" if square is None else _digits(square) for square in squares))
    if game.start_fen != START_FEN:
        yield _tag("fen", game.start_fen)


def _written_moves(root: GameNode) -> Iterator[str]:
    """Yield the tags of the main line, then those of each branch after the one it leaves, with comments."""
    if root.comment:
        yield _tag("comment0", _escape(root.comment))
    if not root.children:
        yield _tag("movelist", "")
        return
    lines = [(0, 1, root.children[0])]  # parent, first ply and first node of line 0, 1 …
    number = 0
    while number < len(lines):
        parent, first, node = lines[number]
        moves = []
        for ply, step in enumerate(chain([node], node.line()), first):
            assert step.move is not None
            assert step.parent is not None
            moves.append(_digits(step.move.from_square) + _digits(step.move.to_square))
            if step.comment:
                yield _tag(f"comment{number}_{ply}" if number else f"comment{ply}", _escape(step.comment))
            if ply > first or number == 0:
                lines.extend((number, ply, sibling) for sibling in step.parent.children[1:])
        yield _tag(f"move_{parent}_{first}_{number}" if number else "movelist", "".join(moves))
        number += 1


def _tag(key: str, value: str) -> str:
    return f"[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]"


def _digits(square: int) -> str:
    return f"{file_of(square)}{RANKS - 1 - rank_of(square)}"


def _escape(text: str) -> str:
    """Return a text in which the characters that have a meaning in tags and pages are escaped."""
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text).replace("\n", "||")
