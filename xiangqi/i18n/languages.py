"""The languages of the program: one row for each, with everything that differs besides the texts.

Other modules do not test which language is used; they read what they need from its row. docs/translating.md
says how a language is added.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize


@dataclass(frozen=True)
class Language:
    """The properties of a language other than its texts. The defaults suit a language in Latin letters."""

    tag: str
    """The name of its catalogue, and its value in settings and options."""
    own_name: str
    """Its name in the language itself."""
    locales: tuple[str, ...]
    """Beginnings of the system's names for it, in lower case; the longest that fits decides."""
    plurals: str = "nplurals=1; plural=0;"
    """The rule of GNU gettext that chooses a plural form by a number."""
    notation: str = "iccs"
    """The usual notation, a value of ``notation.Style``."""
    typed_notation: str = "iccs"
    """The usual notation in a terminal, which shows no letters beside the board."""
    heard_notation: str = "iccs"
    """The notation of spoken moves: it has words of its own, or names the points of a move."""
    chinese_notation: str = "chinese"
    """The notation of players who have chosen pieces with characters."""
    rules: str = ""
    """The rule set usual where it is spoken, a name in ``rule_sets``; "" for the program's default."""
    script: str = "traditional"
    """The characters on printed pieces, a name in ``diagram.themes``."""
    reads_characters: bool = False
    """Whether its readers can read the characters on pieces, so that no pictures are needed."""
    space: str = " "
    """The separator of sentences."""
    names_moves: bool = True
    """Whether a sentence of the coach says "horse to g2" where the notation is coordinates."""
    comma: str = ", "
    """The separator of words in a list."""
    between_moves: str = " "
    """The separator of the moves of a line within a sentence."""
    capitals: bool = True
    """Whether a sentence begins with a capital letter."""
    number_step: int = 1_000
    """The number at which large ones are shortened, the first time and again for its square."""
    groups_digits: bool = False
    """Whether large numbers have a comma after the thousands."""
    file_numerals: tuple[str, str] = ("123456789", "123456789")
    """The notations of files in sentences, for Red and for Black."""
    number_words: str = ""
    """The numbers from 1 in words of one character, which are written without spaces; "" to write digits."""
    names_sides: bool = True
    """Whether a side is named by the texts ``side.red`` and ``side.black``, also as a part of a sentence."""
    names_kinds: bool = False
    """Whether both sides' pieces have names of their own, so that a piece's name tells its side."""
    piece_plural: str = ""
    """The ending of a piece's name if there are several."""
    ordinal: Callable[[int], str] = str
    """Returns an ordinal number too large for a word of its own."""
    collation: str = "gb18030"
    """An encoding that keeps common names in dictionary order."""
    voice: str = "en"
    """The language of a system's voice, as speech-dispatcher and espeak-ng name it."""
    piece_letters: str = "k,g a e,b h,n r c p,s"
    """The letters that stand for general, advisor, elephant, horse, chariot, cannon and soldier."""
    culture: str = "en-GB"
    """The language of a system's voice, as Windows names it."""
    letters: str = ""
    """Letters beyond ASCII that the fonts must have."""


def _english_ordinal(number: int) -> str:
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


_NUMERALS: Final = "一二三四五六七八九"
_VIETNAMESE: Final = (
    "".join(
        normalize("NFC", vowel + tone)
        for vowel in "aăâeêioôơuưy"
        for tone in ("", *"\u0300\u0309\u0303\u0301\u0323")
    )
    + "đ"
)

TABLE: Final = {
    row.tag: row
    for row in (
        Language(
            "en",
            "English",
            ("en",),
            plurals="nplurals=2; plural=(n != 1);",
            typed_notation="wxf",
            groups_digits=True,
            names_sides=False,
            piece_plural="s",
            ordinal=_english_ordinal,
            letters="éü–—“”‘’…×−",
        ),
        Language(
            "zh-Hans",
            "简体中文",
            ("zh", "chinese"),
            notation="chinese",
            typed_notation="chinese",
            heard_notation="chinese",
            rules="cxa",
            script="simplified",
            reads_characters=True,
            space="",
            names_moves=False,
            comma="、",
            between_moves="，",
            capitals=False,
            number_step=10_000,
            file_numerals=(_NUMERALS, "123456789"),
            number_words="一两三四五六七八九十",
            names_kinds=True,
            voice="zh",
            piece_letters="k a,s e,b,x h,n,m r,j c p,z",
            culture="zh-CN",
            letters="帅仕相马车炮兵将士象卒着，。：；（）“”…～",
        ),
        Language(
            "zh-Hant",
            "繁體中文",
            (
                *("zh_tw", "zh_hk", "zh_mo", "zh_hant"),
                *("chinese (traditional)", "chinese_taiwan", "chinese_hong"),
            ),
            notation="chinese-traditional",
            typed_notation="chinese-traditional",
            heard_notation="chinese-traditional",
            chinese_notation="chinese-traditional",
            reads_characters=True,
            space="",
            names_moves=False,
            comma="、",
            between_moves="，",
            capitals=False,
            number_step=10_000,
            file_numerals=(_NUMERALS, "123456789"),
            number_words="一兩三四五六七八九十",
            names_kinds=True,
            collation="big5",
            voice="zh",
            piece_letters="k a,s e,b,x h,n,m r,j c p,z",
            culture="zh-TW",
            letters="帥仕相馬車炮兵將士象砲卒著，。：；（）「」…～",
        ),
        Language(
            "vi",
            "Tiếng Việt",
            ("vi",),
            notation="vietnamese",
            typed_notation="vietnamese",
            heard_notation="vietnamese-words",
            chinese_notation="vietnamese",
            rules="asian",
            voice="vi",
            piece_letters="tg s t,v m x p c,b",
            culture="vi-VN",
            letters=_VIETNAMESE,
        ),
    )
}
"""The languages by tag, in the order in which they are offered."""

SOURCE: Final = "en"
"""The language of errors as strings, of JSON and of codes; its catalogue has every text."""


def language_named(tag: str) -> Language:
    """Return the language with a tag.

    Raises:
        KeyError: there is none.
    """
    return TABLE[tag]


def language_of_system(locale: str) -> str:
    """Return the tag of the language that fits a system's locale, such as zh_cn.utf-8; SOURCE if none does."""
    fitting = [
        (len(start), row.tag) for row in TABLE.values() for start in row.locales if locale.startswith(start)
    ]
    return max(fitting)[1] if fitting else SOURCE


def written_in(notation: str) -> str | None:
    """Return the tag of the language whose characters a notation uses; None if it uses no such characters."""
    return next((row.tag for row in TABLE.values() if row.reads_characters and row.notation == notation), None)
