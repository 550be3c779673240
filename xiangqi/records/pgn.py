"""PGN of Xiangqi: tags in brackets, then moves in any notation, with comments and variations.

A file is cut into games by its bytes, and each game is decoded on its own, so that the memory used does not
grow with the games read past. Nothing is taken for granted that real files lack: tags may be missing, broken
over two lines or hold unescaped quotes, the result may be missing or be followed by other text.
Source: docs/formats/pgn.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from xiangqi.records import movetext, treelists
from xiangqi.records.encodings import REPLACEMENT, decode
from xiangqi.records.playing import Habits, grow
from xiangqi.records.source import TextSource
from xiangqi.records.tree import Fault, Game

NAME: Final = "pgn"

# A tag ends with the quote and bracket that end a line, at most two lines on; else it ends with its own line.
_TAG_PATTERN: Final = (
    r'^[ \t]*\[[ \t]*([A-Za-z]\w*)[ \t]*"'
    r'(?:([^\n]*(?:\n(?![ \t\r]*(?:\[|$))[^\n]*){0,2}?)"[ \t]*\][ \t\r]*$|([^\n]*))'
)
_TAG: Final = re.compile(_TAG_PATTERN, re.MULTILINE)
_TAG_BYTES: Final = re.compile(_TAG_PATTERN.encode(), re.MULTILINE)
_NEXT_TAG: Final = re.compile(r'(?<!\\)"\s*\]\s*\[\s*([A-Za-z]\w*)\s*"')
_MOST_TAGS: Final = 200
_LONGEST_GAME: Final = 8 << 20  # bytes
_FIRST_MOVE: Final = re.compile(r"(?<![0-9])1[.．、]")
_OTHER_NAMES: Final = {"White": "Red", "WhiteTeam": "RedTeam", "WhiteElo": "RedElo", "WhiteTitle": "RedTitle"}
_NOT_KEPT: Final = ("FEN", "Format", "Result", "SetUp", "Setup")


def sniff(source: TextSource) -> bool:
    """Whether a text has tags, or moves among its first words."""
    return _TAG.search(source.head) is not None or movetext.has_moves(source.head)


def read(source: TextSource) -> Iterator[Game]:
    """The games of a file, one by one; each comes out, with faults where something is wrong."""
    data = source.data
    habits = Habits()
    line = 1
    counted = 0
    for start, end in _cut(data):
        line += data.count(b"\n", counted, start)
        counted = start
        chunk = data[start : min(end, start + _LONGEST_GAME)]
        for game in _read_chunk(chunk, source.codec, line, habits):
            game.encoding, game.share = source.encoding, end / len(data)
            yield game


def _cut(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each game begins and ends: at a tag after moves, or where the first tag comes again after a gap."""
    begin = 0
    after_tags = 0  # end of the last tag seen
    first_tag = b""
    for match in _TAG_BYTES.finditer(data):
        between = data[after_tags : match.start()]
        if between.strip() or (match[1] == first_tag and between.count(b"\n") > 1):
            yield begin, match.start()
            begin, first_tag = match.start(), b""
        first_tag = first_tag or match[1]
        after_tags = match.end()
    yield begin, len(data)


def _read_chunk(chunk: bytes, encoding: str, first_line: int, habits: Habits) -> Iterator[Game]:
    """The game of one chunk; without tags it may hold several, parted by their results."""
    if not chunk.strip():
        return
    text = decode(chunk, encoding)
    source = _Chunk(text, first_line, habits)
    if len(chunk) == _LONGEST_GAME:
        source.faults.append(Fault(f"a game is read up to {_LONGEST_GAME >> 20} MiB", line=first_line))
    if REPLACEMENT in text:
        bad = text.index(REPLACEMENT)
        what = "the text ends inside a character" if text.endswith(REPLACEMENT) else "this is no text"
        source.faults.append(Fault(f"{what} (read as {encoding})", line=source.line_of(bad)))
    yield from source.games()


class _Chunk:
    """The text of one game, or of several without tags."""

    def __init__(self, text: str, first_line: int, habits: Habits) -> None:
        self.text = text
        self.first_line = first_line
        self.habits = habits
        self.faults: list[Fault] = []
        self.tag_lines: dict[str, int] = {}

    def line_of(self, offset: int) -> int:
        """Line of the file at an offset of the text."""
        return self.first_line + self.text.count("\n", 0, offset)

    def games(self) -> Iterator[Game]:
        """The game with the tags; without tags, as many games as results are followed by a first move."""
        tags, offset = self._tags()
        while True:
            moves = treelists.parse(self.text, offset) or movetext.parse(self.text, offset)
            if not (tags or moves.texts):
                return
            game = self._game(tags, moves)
            again = None if tags else _FIRST_MOVE.search(self.text, moves.end)
            del moves  # as large as the game
            yield game
            if again is None:
                return
            self.faults = []
            offset = again.start()

    def _tags(self) -> tuple[dict[str, str], int]:
        """The tags before the moves, and where the moves begin."""
        tags: dict[str, str] = {}
        end = 0
        for match in islice(_TAG.finditer(self.text), _MOST_TAGS):
            end = match.end()
            value = match[3].rstrip('] \t\r"') if match[2] is None else match[2]
            row = [match[1], *_NEXT_TAG.split(value)]  # several tags may share a line
            for name, text in zip(row[::2], row[1::2], strict=True):
                tags.setdefault(name, _value(text))
                self.tag_lines.setdefault(name, self.line_of(match.start()))
        return tags, end

    def _game(self, tags: dict[str, str], moves: movetext.MoveText) -> Game:
        game = Game(format=NAME, errors=list(self.faults))
        for name, value in tags.items():
            if name not in _NOT_KEPT:
                game.headers.setdefault(_OTHER_NAMES.get(name, name), value)
        if tags.get("FEN"):
            game.start_fen = tags["FEN"]
        self._set_result(game, tags.get("Result", ""), moves.result)
        fen_line = self.tag_lines.get("FEN", self.first_line)
        grow(game, moves, self.line_of, self.habits, fen_line)
        return game

    def _set_result(self, game: Game, tag: str, ending: str) -> None:
        """The tag counts unless it says nothing; when both say something else, that is a fault."""
        said = movetext.result_of(tag)
        if tag and not said:
            game.headers.setdefault("Termination", tag)
        game.result = ending or "*" if said in ("", "*") else said
        if ending not in ("", "*", game.result):
            place = self.tag_lines.get("Result")
            game.add_fault(Fault(f"the Result tag says {said}, but the moves end with {ending}", line=place))


def _value(text: str) -> str:
    """A tag's value as meant: in one line, escapes undone."""
    return re.sub(r'\\(["\\])', r"\1", " ".join(map(str.strip, text.split("\n"))).strip())
