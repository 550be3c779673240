"""PGN of Xiangqi: tags in brackets, then moves in any notation, with comments and variations.

A file is cut into games by its bytes, and each game is decoded on its own, so that the memory used does not
grow with the number of games. Real files are often irregular: tags may be missing, broken over two lines or
contain unescaped quotes, and the result may be missing or be followed by other text.
Source: docs/formats/pgn.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, partial
from itertools import islice
from typing import Final

from xiangqi.errors import RecordError
from xiangqi.i18n.message import Message
from xiangqi.records.encodings import REPLACEMENT, codec_of_part, decode
from xiangqi.records.source import TextSource, broken_characters
from xiangqi.records.text import headings, movetext, tokens, treelists
from xiangqi.records.text.plain_pgn import read_plain
from xiangqi.records.text.playing import USUAL, Habits, grow, tell_of_no_moves
from xiangqi.records.text.tag_lines import line_breaks, rejoined, separated
from xiangqi.records.text.tags import (
    OTHER_NAMES,
    TAG,
    TAG_ENDS,
    UNQUOTED,
    canonical,
    enter_headers,
    tags_in,
    tags_of,
)
from xiangqi.records.tree import MAX_FAULTS, Game, RecordFault

NAME: Final = "pgn"

_ASIDE_LINE: Final = re.compile(rb"^[ \t]*[\[;%][^\n]*", re.MULTILINE)  # written between tags by some programs
_BRACKET_LINE: Final = re.compile(rb"^[ \t]*\[[^\n]*", re.MULTILINE)
_NO_BLANK: Final = re.compile(r"\S")
_FORMATS: Final = (
    *(
        "",
        "?",
        "chinese",
        "wxf",
        "iccs",
        "vietnamese",
        "ucci",
        "uci",
        "san",
        "axf",
        "coordinate",
        "中文",
        "纵线",
    ),
)
_MOST_TAGS: Final = 200
_LONGEST_GAME: Final = 8 << 20  # bytes
_MOVE_NUMBER: Final = re.compile(r"(?<![0-9])([0-9]{1,4})[.．、]")
_WESTERN: Final = re.compile(r"(?<![\w-])(?:O-O(?:-O)?|Q[a-h]?[1-8]?x?[a-h][1-8]|[a-h]8=[QRBN])(?![\w-])[+#]?")
_XIANGQI: Final = re.compile(
    rf"xiangqi|chinese chess|{tokens.CHINESE_MOVE}|[a-i][0-9]-[a-i][0-9]", re.IGNORECASE
)
_COMMENT: Final = re.compile(r"\{[^}]*\}")
_LOST_MOVE: Final = re.compile(
    r"(?:(?<![\w-])[0-9]{1,4}[-.．、][ \t]*|(?<=[\s\[]))(?:[?？]{3,}|[□■▯＿_]{2,})(?![^\s\]*])"
)
"""Question marks or boxes in place of a move, as written by programs that cannot show its characters."""

_SHOWN: Final = 24  # characters of a text that a message shows


def sniff(source: TextSource) -> bool:
    """Return whether a text has tags, or moves among its first words."""
    return TAG.search(source.head) is not None or tokens.has_moves(source.head)


def read(source: TextSource) -> Iterator[Game]:
    """Yield the games of a file, with faults where something is wrong.

    Raises:
        RecordError: the file begins with games of Western chess.
    """
    if _WESTERN.search(source.head) and not _XIANGQI.search(source.head):
        raise RecordError(Message("detail.place_line", line=1, reason=Message("detail.western_games")))
    data = separated(source.data, source.codec)
    habits = Habits()
    line = 1
    counted = 0
    before = ""  # words before the first tag
    for start, end in _cut(data, source.codec):
        line += line_breaks(data, counted, start)
        counted = start
        content = data[start : min(end, start + _LONGEST_GAME)]
        codec = codec_of_part(content, source.codec)
        encoding = source.encoding if codec == source.codec else codec
        if not before and habits.dialects == USUAL and (plain := read_plain(content, codec)):
            tags, line_game = plain
            enter_headers(line_game.headers, tags)
            line_game.format, line_game.encoding, line_game.share = NAME, encoding, end / len(data)
            yield line_game
            continue
        chunk = _Chunk(content, codec, line, habits, before)
        for game in chunk.games():
            game.encoding, game.share = encoding, end / len(data)
            yield game
        before = chunk.unused


def _cut(data: bytes, codec: str) -> Iterator[tuple[int, int]]:
    """Yield each game's beginning and end. A game ends at a tag after moves, or where its first tag recurs."""
    begin = 0
    after_tags = 0  # end of the last tag seen
    names: list[bytes] = []  # names of the tags since the last cut
    for match in tags_in(data):
        between = data[after_tags : match.start()]
        # Text before the first tag of a file is its preface, unless it is a tag without quotes.
        others = (_ASIDE_LINE if names else _BRACKET_LINE).sub(b"", between).strip() if between.strip() else b""
        is_again = match[1] in names if others else match[1] in names[:1] and between.count(b"\n") > 1
        if is_again or (others and (not names or tokens.says_game(decode(others, codec)))):
            yield begin, match.start()
            begin, names = match.start(), []
        if len(names) < _MOST_TAGS:
            names.append(match[1])
        after_tags = match.end()
    yield begin, len(data)


class _Chunk:
    """The text of one game, or of several of which at most the first has tags.

    Attributes:
        unused: the words of a chunk without a game, which come before the first tag of a file.
    """

    def __init__(self, data: bytes, codec: str, first_line: int, habits: Habits, before: str) -> None:
        self.text = tokens.paired(decode(data, codec))
        self.first_line = first_line
        self.habits = habits
        self.before = before
        self.unused = ""
        self.faults: list[RecordFault] = []
        self.tag_lines: dict[str, int] = {}
        self.beside: list[str] = []  # words after a tag on its line
        if len(data) == _LONGEST_GAME:
            self.faults.append(
                RecordFault(Message("detail.longest_game", mebibytes=_LONGEST_GAME >> 20), line=first_line)
            )
        if REPLACEMENT in self.text:
            self.faults += broken_characters(rejoined(data), codec, first_line)

    def line_of(self, offset: int) -> int:
        """Return the line of the file at an offset of the text."""
        return self.first_line + line_breaks(self.text, 0, offset)

    def games(self) -> Iterator[Game]:
        """Yield the game with the tags, then those without, which begin with their move 1 after a result."""
        tags, offset = self._tags()
        self._tell_lost_moves()
        beside = self.beside
        is_pgn = bool(tags)
        moves = treelists.parse(self.text, offset) or movetext.parse(
            self.text, offset, is_pgn=is_pgn, is_alone=False
        )
        if not (tags or moves.texts):
            self.unused = self.text.strip()
            return
        moves.preface = "\n".join(filter(None, [self.before, *beside, moves.preface])).strip()
        while True:
            rest = movetext.finish(self.text, moves, partial(self._begins, bool(tags)), is_pgn=is_pgn)
            game = self._game(tags, moves)
            del moves  # as large as the game
            yield game
            if rest is None:
                return
            self.faults, tags, moves = [], {}, rest

    def _tell_lost_moves(self) -> None:
        """Report question marks and boxes that have replaced moves."""
        if not any(marks in self.text for marks in ("???", "？？？", "□□", "■■", "▯▯", "＿＿", "__")):
            return
        text = _COMMENT.sub(lambda comment: re.sub(r"\S", " ", comment[0]), self.text)
        if found := list(_LOST_MOVE.finditer(text)):
            self._fault(found[0], Message("detail.lost_moves", count=len(found)))

    def _begins(self, has_tags: bool, end: int, first_move: int) -> bool:
        """Return whether moves after a result are those of another game, judging by the number before them."""
        numbers = _MOVE_NUMBER.findall(self.text, end, first_move)
        return int(numbers[-1]) == 1 if numbers else not has_tags

    def _tags(self) -> tuple[dict[str, str], int]:
        """Return the tags before the moves, and the offset of the moves."""
        tags: dict[str, str] = {}
        end = 0
        for count, match in enumerate(tags_of(self.text)):
            if count == _MOST_TAGS:
                self._fault(match, Message("detail.most_tags", count=_MOST_TAGS))
                break
            self._between(tags, end, match.start())
            end = match.end()
            value = match[4] if match[2] is None else match[2]
            if value is None:  # more follows in the line, or the tag is broken
                value = match[3].rstrip('] \t\r"］】”')
                if close := TAG_ENDS.search(match[3]):
                    value, end = match[3][: close.start()], match.start(3) + close.end()
            self._enter(tags, match[1], value, match)
        while (place := _NO_BLANK.search(self.text, end)) and (
            bare := self._bare_tag(tags, place.start(), len(self.text))
        ):
            self._enter(tags, bare[1], bare[2], bare)
            end = bare.end()
        for other, name in OTHER_NAMES.items():
            if tags.get(name) and tags.get(other, tags[name]) not in ("", tags[name]):
                message = Message("detail.two_names", name=name, other=other)
                self.faults.append(RecordFault(message, token=tags[other][:_SHOWN], line=self.tag_lines[other]))
        return tags, end

    def _between(self, tags: dict[str, str], begin: int, end: int) -> None:
        """Read the text between two tags: tags without quotes, or words about the game."""
        offset = begin
        words = []
        for line in self.text[begin:end].split("\n"):
            if match := self._bare_tag(tags, offset, offset + len(line)):
                self._enter(tags, match[1], match[2], match)
            else:
                words.append(line)
            offset += len(line) + 1
        if said := "\n".join(words).strip():
            self.beside.append(said)

    def _bare_tag(self, tags: dict[str, str], begin: int, end: int) -> re.Match[str] | None:
        """Return a tag without quotes if its name is free, or None.

        The value of a lone tag must begin with a digit.
        """
        match = UNQUOTED.match(self.text, begin, end)
        if match is None or canonical(match[1]) in tags:
            return None
        return match if match[2][0].isdigit() or self.has_bare_tags else None

    @cached_property
    def has_bare_tags(self) -> bool:
        """Whether there are several tags without quotes."""
        return len(list(islice(UNQUOTED.finditer(self.text), 2))) == 2

    def _enter(self, tags: dict[str, str], written: str, text: str, match: re.Match[str]) -> None:
        """Store the tag in a match; of two different values the first one counts."""
        name, value = canonical(written), _value(text)
        if tags.setdefault(name, value) != value:
            self._fault(match, Message("detail.tag_twice", name=name))
        if name not in self.tag_lines:  # counting lines takes a walk over the text
            self.tag_lines[name] = self.line_of(match.start())

    def _fault(self, match: re.Match[str], message: str) -> None:
        if len(self.faults) < MAX_FAULTS:
            line = self.line_of(match.start())
            self.faults.append(RecordFault(message, token=match[0].strip()[:_SHOWN], line=line))

    def _game(self, tags: dict[str, str], moves: movetext.MoveText) -> Game:
        game = Game(format=NAME, errors=list(self.faults))
        told = tags or dict(reversed([*headings.fields(moves.preface)]))
        enter_headers(game.headers, told)
        if tags.get("FEN"):
            game.start_fen = tags["FEN"]
        form = tags.get("Format", "")
        if form.lower() not in _FORMATS:
            message = Message("detail.format_unknown")
            game.add_fault(RecordFault(message, token=form[:_SHOWN], line=self.tag_lines["Format"]))
        self._set_result(game, told.get("Result", ""), moves.result)
        fen_line = self.tag_lines.get("FEN", self.first_line)
        grow(game, moves, self.line_of, self.habits, fen_line)
        if not tags.get("FEN"):
            tell_of_no_moves(game, moves, self.first_line)
        return game

    def _set_result(self, game: Game, tag: str, ending: str) -> None:
        """Set the result from the tag, or from the text if the tag does not give one; report a conflict."""
        said = tokens.result_of(tag)
        if tag and not said:
            game.headers.setdefault("Termination", tag)
        game.result = ending or "*" if said in ("", "*") else said
        if ending not in ("", "*", game.result):
            place = self.tag_lines.get("Result")
            game.add_fault(RecordFault(Message("detail.results_differ", tag=said, ending=ending), line=place))


def _value(text: str) -> str:
    """Return a tag's value on one line, with its escapes resolved."""
    return re.sub(r'\\(["\\])', r"\1", " ".join(map(str.strip, text.split("\n"))).strip())
