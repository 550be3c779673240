"""Checks that nothing is lost silently: a sound file is damaged once, and any loss must be reported.

A word is inserted somewhere into a text, or bytes of a binary file are changed or cut off. Whatever is then
read without a new fault must contain the word, and all the moves and comments that were there.
"""

from __future__ import annotations

import random
import re
import zlib
from itertools import chain
from typing import Final, NamedTuple

from tools.fuzzing.unsound import UnsoundError
from xiangqi.errors import RecordError
from xiangqi.records.encodings import decode
from xiangqi.records.files import byte_readers, read_bytes
from xiangqi.records.source import TextSource
from xiangqi.records.text import webpage

_UNCHECKED: Final = re.compile(rb"\s*\{")  # JSON names the file from which it was made, which is not kept
_DECLARATION: Final = re.compile(r"\s*<\?[^>]*\?>")  # of XML, or an instruction for another program
_TAG_NAME: Final = re.compile(r"\[D\w*\Z")
_ELEMENT_NAME: Final = re.compile(r"<\w*\Z")
_ESCAPED: Final = re.compile(r"^%.*\Z", re.MULTILINE)
_NO_ELEMENT: Final = re.compile(r"\w*\s*/>")
_WORDS: Final = ("Zqxjw", "驷騄", "士象", "炮马兵", "如改走")
_AROUND: Final = ("", " ", "\n")
_SPOILINGS: Final = 8  # for each input
_LETTERS_OF_A_BYTE: Final = 2  # that may be lost with it
_LETTERS_OF_A_LABEL: Final = 6  # of one such as 【红方】, which becomes a tag if a word follows it
_LETTERS_OF_A_MOVE: Final = 3
_ENTRIES: Final = ("chn", "ccm")  # they have no end mark: cut between two moves they are still complete
_MOST_GAMES: Final = 30
_MOST_NODES: Final = 2000
_BINARY: Final = ("xqf", "cbr", "cbl", "chn", "ccm", "mxq")


class _Content(NamedTuple):
    """The content of a file's games."""

    nodes: int  # moves
    letters: int  # of comments and values of tags
    words: str  # comments and tags
    tags: int


class _Spoiled(NamedTuple):
    """A damaged file.

    Attributes:
        data: its content.
        word: the inserted word.
        is_whole: whether nothing of the text was removed.
        what: the kind of damage.
    """

    data: bytes
    word: str
    is_whole: bool
    what: str


def nothing_vanishes(data: bytes) -> None:
    """Damage a file that is read without faults.

    Raises:
        UnsoundError: content was lost, and no fault reports it.
    """
    chance = random.Random(zlib.crc32(data))
    before = _content(data)
    if before is None or _UNCHECKED.match(data):
        return
    spoil = _spoil_bytes if _form(data) in _BINARY else _add_word
    for _ in range(_SPOILINGS):
        spoiled = spoil(data, chance)
        after = _content(spoiled.data)
        if after is None:
            continue
        if spoiled.word.lower() not in after.words.lower():
            raise UnsoundError(f"{spoiled.what}: not told, and the word is gone")
        gone = before.nodes - after.nodes
        if gone > 0 and spoiled.word:  # the rest of a move that the word has cut in two may be a comment
            gone -= (after.letters - before.letters - len(spoiled.word)) // _LETTERS_OF_A_MOVE
        allowed = _LETTERS_OF_A_LABEL if after.tags > before.tags else _LETTERS_OF_A_BYTE
        if spoiled.is_whole and (gone > 0 or (gone == 0 and after.letters < before.letters - allowed)):
            raise UnsoundError(
                f"{spoiled.what}: not told, and of {before[:2]} moves and letters {after[:2]} are left"
            )


def _form(data: bytes) -> str:
    return next((reader.NAME for reader in byte_readers() if reader.sniff(data)), "")


def _content(data: bytes) -> _Content | None:
    """Return the content of a file, or None if it is refused, has faults, or is too large."""
    nodes = letters = tags = 0
    words: list[str] = []
    try:
        for number, game in enumerate(read_bytes(data, "it")):
            if game.errors or number == _MOST_GAMES:
                return None
            comments = [node.comment for node in game.root.walk()]
            nodes += len(comments) - 1
            letters += sum(map(len, (*comments, *game.headers.values())))
            tags += len(game.headers)
            words += (*comments, *chain.from_iterable(game.headers.items()))
            if nodes > _MOST_NODES:
                return None
    except RecordError:
        return None
    return _Content(nodes, letters, "\n".join(words), tags)


def _add_word(data: bytes, chance: random.Random) -> _Spoiled:
    """Insert a word into a text, in a page where it is displayed, and at times cut the text off after it."""
    source = TextSource(data)
    text = decode(data, source.codec)
    declaration = _DECLARATION.match(text)
    first = declaration.end() if declaration else 0
    place = chance.randrange(first, len(text) + 1)
    is_page = webpage.sniff(source) or _form(data) == "dhtmlxq"
    while _names_nothing(text, place) or (is_page and _is_hidden(text, place)):
        place = chance.randrange(first, len(text) + 1)
    word = chance.choice(_WORDS)
    if decode(word.encode(source.codec, "replace"), source.codec) != word:
        word = _WORDS[0]
    around = chance.choice(_AROUND)
    is_whole = chance.random() < 0.8
    spoiled = f"{text[:place]}{around}{word}{around}{text[place:] if is_whole else ''}"
    shown = text[max(0, place - 30) : place], text[place : place + 10]
    return _Spoiled(
        spoiled.encode(source.codec, "replace"), word, is_whole, f"{word!r} between {shown}, {is_whole=}"
    )


def _names_nothing(text: str, place: int) -> bool:
    """Return whether the text at a place is ignored, as in the name of a tag or empty element or after %."""
    begin = max(0, place - 80)
    is_empty = _ELEMENT_NAME.search(text, begin, place) and _NO_ELEMENT.match(text, place)
    return bool(_TAG_NAME.search(text, begin, place) or _ESCAPED.search(text, 0, place) or is_empty)


def _is_hidden(text: str, place: int) -> bool:
    """Return whether a page does not display the text at a place."""
    if text.rfind("<", 0, place) > text.rfind(">", 0, place):
        return True
    before = text[:place].lower()
    return any(before.rfind(f"<{name}") > before.rfind(f"</{name}") for name in ("script", "style", "!--"))


def _spoil_bytes(data: bytes, chance: random.Random) -> _Spoiled:
    """Return a file with a byte changed, doubled or removed, or cut off."""
    place = chance.randrange(len(data))
    way = chance.randrange(3 if _form(data) in _ENTRIES else 4)
    inside = (bytes([chance.randrange(256)]), data[place : place + 1] * 2, b"", b"")[way]
    rest = b"" if way == 3 else data[place + 1 :]
    return _Spoiled(data[:place] + inside + rest, "", True, f"way {way} at byte {place}")
