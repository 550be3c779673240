"""Names of sides, pieces, points and lines that a player may type, in every language of the program.

Whatever is told can be typed back: a point by its coordinates or its Chinese name, a piece by its name, a file
by its letter or its number, a rank by its number or its Chinese name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from xiangqi.core.constants import (
    ADVISOR,
    BISHOP,
    BLACK,
    BOARD_SQUARES,
    CANNON,
    FILES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_NAMES,
    RANKS,
    RED,
    ROOK,
    make_square,
    square_name,
)
from xiangqi.folding import without_accents
from xiangqi.i18n.languages import SOURCE, TABLE, Language
from xiangqi.i18n.message import LANGUAGES, Catalogue, catalogue
from xiangqi.notation import in_words

KINDS: Final = (KING, ROOK, CANNON, KNIGHT, BISHOP, ADVISOR, PAWN)
"""The kinds in the order in which they are told."""

_SIDES: Final = (("red", RED), ("black", BLACK))
_LETTERS: Final = "abcdefghi"
_HALF: Final = RANKS // 2
_NUMERALS: Final = "〇一二三四五六七八九"
_ON: Final = ("on", "at", "在", "ở", "tại")
"""Words that may stand between a piece and its point."""

Lines = tuple[tuple[str, Sequence[int]], ...]
"""Lines of the board: the name of each, and its squares from left to right or from Red's side up."""


def folded(text: str) -> str:
    """Return a text in the form in which names are compared: NFKC, case-folded, without spaces and commas."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return "".join(one for one in text if not one.isspace() and one not in ",、")


# ---- Sides and pieces ----


@lru_cache(maxsize=len(LANGUAGES))
def named_pieces(row: Language) -> Mapping[str, tuple[int, int]]:
    """Return the side (0 for both) and kind (0 for all) that each word means, in all languages.

    A letter has the meaning that it has in the language of `row`, if it has one there. Accents may be missing
    if the word then has only one meaning.
    """
    found = {word: (0, kinds[0]) for word, kinds in in_words.KINDS.items() if len(kinds) == 1}
    found |= _lettered(TABLE[SOURCE]) | _lettered(row)
    for language in LANGUAGES:
        texts = catalogue(language)
        for kind in KINDS:
            name = PIECE_NAMES[kind]
            words = {texts.template(f"piece.{name}"): 0}
            words |= {texts.template(f"piece.{side}.{name}"): code for side, code in _SIDES}
            if texts.row.reads_characters:  # 红炮 and 炮
                words |= {word[1:]: code for word, code in words.items() if code and len(word) == 2}
            for word, code in words.items():
                found |= {word.casefold() + plural: (code, kind) for plural in {"", texts.row.piece_plural}}
        for side, code in _SIDES:
            word = texts.template(f"side.{side}").casefold()
            found |= {word: (code, 0), word.removesuffix("方"): (code, 0)}
    shared = ("士", "马", "馬", "车", "車", "炮", "象", "将", "將")  # said of both sides' pieces
    found |= {word: (0, found[word][1]) for word in shared if word in found}
    plain: dict[str, set[tuple[int, int]]] = {}
    for word, meaning in found.items():
        plain.setdefault(without_accents(word), set()).add(meaning)
    return {word: min(meanings) for word, meanings in plain.items() if len(meanings) == 1} | found


def _lettered(row: Language) -> dict[str, tuple[int, int]]:
    """Return the kind of piece, with 0 for both sides, that each letter means in a language."""
    groups = enumerate(row.piece_letters.split(), KING)
    return {letter: (0, kind) for kind, letters in groups for letter in letters.split(",")}


def named_side(text: str) -> int:
    """Return RED or BLACK if a text names a side in any language, else 0."""
    side, kind = named_pieces(TABLE[SOURCE]).get(folded(text), (0, 0))
    return 0 if kind else side


@lru_cache(maxsize=len(LANGUAGES))
def _joined_pieces(row: Language) -> frozenset[str]:
    """Return the names of pieces as `folded` leaves them."""
    return frozenset(folded(word) for word, (_, kind) in named_pieces(row).items() if kind)


# ---- Points ----


@lru_cache(maxsize=1)
def _named_points() -> Mapping[str, int]:
    """Return the squares by their coordinates and by their names in every language.

    A Chinese file of one side may be followed by the name of a rank of the other side: 七路卒林线. After the
    name of the side, its number may be in any script: 黑六路河沿.
    """
    found: dict[str, int] = {}
    for texts in map(catalogue, LANGUAGES):
        for file in range(FILES) if texts.row.reads_characters else ():
            for half, _ in _SIDES:
                name = _file_names(texts, half)[file]
                side = texts.template(f"side.{half}").removesuffix("方")
                number = 9 - file if half == "red" else file + 1
                heard = {name, *(f"{side}{one}" for one in (name, number, _NUMERALS[number]))}
                found |= {
                    folded(f"{one}路{word}"): make_square(file, rank)
                    for word, rank in _rank_names(texts, half).items()
                    for one in heard
                }
    return found | {square_name(square): square for square in BOARD_SQUARES}


def _file_names(texts: Catalogue, half: str) -> list[str]:
    """Return the names that a side gives to the files, from a to i."""
    files = range(FILES, 0, -1) if half == "red" else range(1, FILES + 1)
    return [texts.template(f"place.{half}.file.{file}") for file in files]


def _rank_names(texts: Catalogue, half: str) -> dict[str, int]:
    """Return the rank that each Chinese name means to a side: its own rank if both sides use the name."""
    other = "black" if half == "red" else "red"
    return {
        texts.template(f"place.{side}.{count}").partition("路")[2]: rank
        for side in (other, half)
        for count, rank in enumerate(range(_HALF) if side == "red" else range(RANKS - 1, _HALF - 1, -1))
    }


def rank_name(texts: Catalogue, rank: int) -> str:
    """Return the Chinese name of a rank as the nearer side calls it."""
    half, count = ("red", rank) if rank < _HALF else ("black", RANKS - 1 - rank)
    return texts.template(f"place.{half}.{count}").partition("路")[2]


def named_point(text: str) -> int | None:
    """Return the square of a point given by its coordinates or its name in any language, or None."""
    return _named_points().get(folded(text))


def place_of_piece(text: str, row: Language) -> int | None:
    """Return the square of a point, alone or with a piece's name ("red cannon, h2", 五路底线红帅), or None."""
    text, pieces = folded(text), _joined_pieces(row)
    for cut in range(len(text) + 1):
        for words, place in ((text[:cut], text[cut:]), (text[cut:], text[:cut])):
            square = named_point(place)
            if square is not None and (not words or words in pieces or _without_on(words) in pieces):
                return square
    return None


def _without_on(words: str) -> str:
    return next((words.removesuffix(one) for one in _ON if words.endswith(one)), words)


# ---- Files and ranks ----


def named_lines(text: str, turn: int, *, digits_are_files: bool = False) -> Lines:
    """Return the file or the ranks that a text names, each with its name; empty if it names none.

    Args:
        text: a letter, a digit for a rank, a Chinese numeral for one of Red's files, or a name: 五路, 5路,
            黑5路, "file e", "rank 4", "lộ 5", "hàng 4", 兵林线, 底线.
        turn: RED or BLACK, the side that counts the files in "file 4" unless the text names one.
        digits_are_files: whether a digit is one of Black's files, as in Chinese notation, rather than a rank.
    """
    side, rest = _begun_by_side(folded(text))
    for words, named in ((_FILE_WORDS, _file), (_RANK_WORDS, _rank)):
        word = next((word for word in words if rest.startswith(word) and rest != word), None)
        if word is not None and (found := named(rest.removeprefix(word), side or turn)):
            return (found,)
    if rest.endswith("路") or side or (_number(rest) > 0 and not rest.isdecimal()):
        found = _chinese_file(rest.removesuffix("路"), side)
    elif digits_are_files and (found := _chinese_file(rest, side)) is not None and rest.isdecimal():
        pass
    elif rest.isdecimal():
        found = _rank(rest, turn)
    else:
        found = _file(rest, turn)
    return (found,) if found is not None else _chinese_ranks(rest, side)


_RED_NUMERALS: Final = next(row.file_numerals[0] for row in TABLE.values() if row.reads_characters)
_FILE_WORDS: Final = ("file", "lộ", "lo", "直线", "直線", "纵线", "縱線")
_RANK_WORDS: Final = ("rank", "hàng", "hang", "横线", "橫線")
_Named = tuple[str, Sequence[int]]


def _begun_by_side(text: str) -> tuple[int, str]:
    """Return the side that a text begins with, 0 without one, and the rest of it."""
    for code, words in ((RED, ("红方", "紅方", "红", "紅")), (BLACK, ("黑方", "黑"))):
        for word in words:
            if text.startswith(word) and text != word:
                return code, text.removeprefix(word)
    return 0, text


def _squares_of_file(file: int) -> list[int]:
    return [make_square(file, rank) for rank in range(RANKS)]


def _file(name: str, side: int) -> _Named | None:
    """Return a file by its letter, or by its number as a side counts, or None."""
    if name in _LETTERS and len(name) == 1:
        return name, _squares_of_file(_LETTERS.index(name))
    number = _number(name)
    if not 1 <= number <= FILES:
        return None
    file = FILES - number if side == RED else number - 1
    return _LETTERS[file], _squares_of_file(file)


def counting_side(text: str) -> int:
    """Return the side whose files a Chinese move names: RED for Chinese numerals, BLACK for digits, else 0."""
    text = unicodedata.normalize("NFKC", text)
    sides = {RED if one in _RED_NUMERALS else BLACK for one in text if one in _RED_NUMERALS or one.isdecimal()}
    return sides.pop() if len(sides) == 1 else 0


def _number(name: str) -> int:
    """Return the number that a digit or Chinese numeral stands for, -1 for anything else."""
    if len(name) != 1:
        return -1
    return int(name) if name.isdecimal() else _RED_NUMERALS.find(name) + 1 or -1


def _rank(name: str, _side: int) -> _Named | None:
    if len(name) != 1 or not name.isdecimal():
        return None
    return name, [make_square(file, int(name)) for file in range(FILES)]


def _chinese_file(name: str, side: int) -> _Named | None:
    """Return a file by its letter or Chinese name, or None: Red counts with numerals, Black with digits."""
    if name in _LETTERS and len(name) == 1:
        return name, _squares_of_file(_LETTERS.index(name))
    number = _number(name)
    if not 1 <= number <= FILES:
        return None
    is_red = side == RED if side else not name.isdecimal()
    told = _RED_NUMERALS[number - 1] if is_red else str(number)
    return told, _squares_of_file(FILES - number if is_red else number - 1)


def _chinese_ranks(name: str, side: int) -> Lines:
    """Return the ranks that a Chinese name means to a side, or to either if it is 0; perhaps none."""
    found: set[int] = set()
    for texts in (catalogue(tag) for tag, row in TABLE.items() if row.reads_characters):
        for half, code in _SIDES:
            ranks = _rank_names(texts, half)
            rank = ranks.get(name, ranks.get(f"{name}线", ranks.get(f"{name}線")))
            if rank is not None and side in (0, code):
                found.add(rank)
    return tuple(named for rank in sorted(found) if (named := _rank(str(rank), side)) is not None)
