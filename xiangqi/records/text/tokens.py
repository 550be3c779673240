"""The tokens of move text, and the classification of words by their form: a move, a result, or neither.

Nothing here knows the board. A move may be in any notation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Final

from xiangqi.notation import in_words, signs
from xiangqi.notation.coordinates import SEPARATOR

_PIECE: Final = "[帅帥将將仕士相象马馬傌车車俥伡炮砲包兵卒]"
_NUMBER: Final = "[一二三四五六七八九1-9１-９]"
_WHICH: Final = "[前中后後]"
_ORDINAL: Final = "[前中后後一二三四五1-5１-５]"
_ACTION: Final = "[进進退平]"
_WORN: Final = "[—–―─ー]"  # signs that scans have instead of 一
CHINESE_MOVE: Final = (
    f"(?:{_PIECE}(?:{_NUMBER}|{_WORN})|{_ORDINAL}{_PIECE}{_NUMBER}?|{_PIECE}{_WHICH}{_NUMBER}?|{_WHICH}{_NUMBER})"
    f"{_ACTION}(?:{_NUMBER}|{_WORN}(?!{_WORN}|[ \t]*{_NUMBER}))|{_PIECE}{_NUMBER}[-+=.＋－＝．]{_NUMBER}"
)
"""Regular expression of a move in Chinese characters."""

_GAP: Final = "[ \t\r\f\v\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]{0,8}"  # between spaced letters
_BLANKS: Final = re.compile(r"[\s\u200b]+")
_WORN_ONES: Final = re.compile(_WORN)
_BROKEN_GAP: Final = rf"{_GAP}(?:\n{_GAP})?"  # place where a line may end inside a move
_SPACED_MOVE: Final = (
    rf"(?:{CHINESE_MOVE}|(?:{_PIECE}{_GAP}{_NUMBER}|(?:{_WHICH}|[一二三四五](?={_GAP}[兵卒])){_GAP}{_PIECE}(?:{_GAP}{_NUMBER})?"
    rf"|{_PIECE}{_GAP}{_WHICH}(?:{_GAP}{_NUMBER})?|{_WHICH}{_GAP}{_NUMBER})"
    rf"{_BROKEN_GAP}{_ACTION}{_BROKEN_GAP}{_NUMBER}(?![.．、…]))"
)
_CHINESE_TOKEN: Final = (
    rf"(?!中{_GAP}[车車俥伡炮砲包马馬傌]{_GAP}[进進退平]{_GAP}{_NUMBER}[兵卒]){_SPACED_MOVE}"
)
"""A move in Chinese characters, possibly with spaces, but not the name of an opening such as 中炮进三兵."""

_SQUARE: Final = "[A-Ia-i](?:10|[0-9])"
_SQUARES: Final = rf"(?<![A-Za-z0-9]){_SQUARE}[ \t]*(?:{SEPARATOR}|[‐‑‒–—―−－])[ \t]*{_SQUARE}(?![A-Za-z0-9])"
_SPACED_LETTERS: Final = (
    rf"(?<!\w)(?:[KAGBEMNHRCPS]{_GAP}[-+.=1-9]|[kagbemnhrcps][-+.=1-9]){_GAP}[-+.=]{_GAP}[1-9](?!\w)"
    rf"|(?<!\w)[A-Ia-i][ \t]+[0-9][ \t]*{SEPARATOR}?[ \t]*[A-Ia-i][ \t]+[0-9](?!\w)"
)
_PAIR: Final = re.compile(r"(?<![^\s.、…])([A-Ia-i][0-9])[ \t]+([A-Ia-i][0-9])(?=[\s,;.!?]|\Z)")
_COMMENTS: Final = ("closed", "aside", "rest", "remark")  # the last groups of tokens that are comments
_SQUARES_OF_MOVE: Final = re.compile("[A-Ia-i][0-9]-[A-Ia-i][0-9]")
_COUNT: Final = "[0-9０-９]{1,3}|[一二三四五六七八九十百]{1,5}"
_CIRCLED: Final = "[①-⑳]"
_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-") | {ord("⁄"): "/"}
_RESULT: Final = r"1-0|0-1|1/2-1/2|½-½|0\.5-0\.5"
_LAST: Final = r"[^\S\n]* (?: \Z | \n [^\S\n]* (?: \n | \Z | \[ ) )"  # a match score has more moves after it
_SAN_PIECES: Final = "[KABCEGHMNPRSknpr]"
_CHECK: Final = "(?:[+]{1,2}|[#])?"
_TO_SQUARE_MOVE: Final = rf"{_SAN_PIECES}?[A-Ia-i]?(?:10|[0-9])?[-xX×:]?{_SQUARE}{_CHECK}"
_LETTERED: Final = "[A-Za-z+-][-+.=1-9][-+.=/][1-9]"
_LIKE_SPOKEN: Final = (
    rf"[^\W\d_]{{2,9}}{_GAP}[1-9]{_GAP}(?:[^\W\d_]{{2,9}}|[-+.=/]){_GAP}(?:to{_GAP})?[1-9](?!\w)"
)
_MOVE: Final = f"(?:{_CHINESE_TOKEN}|{_SQUARE}-?{_SQUARE}|{_LETTERED}|{_LIKE_SPOKEN})"
_RESTATED: Final = (
    rf"(?:{_CHINESE_TOKEN}|{_SQUARE}[ \t]*{SEPARATOR}?[ \t]*{_SQUARE}|[A-Za-z][-+.=a-e1-9]{{2}}[1-9])"
)
_LABEL: Final = (  # a move number in another form
    rf"(?:第[ \t]*(?:{_COUNT})[ \t]*回合|[（(\[【〔](?:{_COUNT}|{_CIRCLED})[)）\]】〕]|(?:{_COUNT})[)）\]】〕]"
    rf"|[一二三四五六七八九十百]{{1,5}}、|{_CIRCLED})[:：、，,.．]?[ \t\u3000]*"
    rf"(?={_MOVE})"
)

_BESIDE: Final = rf"(?:{_GAP}(?:\{{[^{{}}\n]*\}}|\([^()\n]*\)|\$[0-9]{{1,3}}))*"  # remarks and variations
_SEPARATED: Final = (  # one or two moves, up to the next semicolon or the end of the line
    rf"(?:{_GAP}(?:(?:{_COUNT})[.．、]{_GAP})?(?:{_MOVE}|{_TO_SQUARE_MOVE})[!?,，。]{{0,3}}{_BESIDE}){{1,2}}"
    rf"{_GAP}(?:{_RESULT}|\*)?{_GAP}(?:[;；\n]|\Z)"
)
_PLAIN: Final = (
    f"[^\\s(){{}};$!?*！？（）；，。、：…{''.join(signs.SYMBOLS)}]"  # characters that can be part of a word
)
_RED: Final = "[红紅][方棋]?|[Rr]ed|[Ww]hite|(?:[Bb]ên[ ])?(?:[Đđ]ỏ|[Tt]rắng)"
_BLACK: Final = "黑[方棋]?|[Bb]lack|(?:[Bb]ên[ ])?[Đđ]en"
_HOW: Final = "(?:[ ](?:by[ ][a-z]+|on[ ]time))?"
_WINS: Final = f"[ \u3000]?(?:[获獲取先]?[胜勝]|[赢贏])|[ ](?:wins|won|(?:tiên[ ])?thắng){_HOW}"
_LOSES: Final = (
    "[ \u3000]?(?:先?[负負]|(?:投子)?[认認][负負输輸]|投子|超[时時]判?[负負])"
    f"|[ ](?:loses|lost|resigns|resigned|(?:nhận[ ])?thua){_HOW}"
)
_DRAWN: Final = (
    "(?:[双雙]方)?(?:[议議弈]和|握手言和|言和|作和)|平局|和[棋局]?|[Dd]rawn|(?:[Cc]ờ[ ])?[Hh](?:òa|oà)"
)
_AT_LAST: Final = "(?:(?:最[终終后後]|[终終][局于於]?|[结結][果局]|[本此全]局|至此|遂)[是为為]?)?"
_VERDICT: Final = f"{_AT_LAST}(?:(?:{_RED}|{_BLACK})(?:{_WINS}|{_LOSES})|{_DRAWN})"
TOKEN: Final = re.compile(
    rf"""
      (?P<escaped> ^%[^\n]* )
    | (?P<bullet> ^ {_GAP} (?: [*•·‣▪-] | \*\* )
        (?= {_GAP} (?: [0-9]{{1,3}}[.．、] | {_MOVE} ) ) )
    | (?P<number> [0-9０-９]{{1,6}} [.．。、:：…]+ (?! [0-9０-９] (?! [0-9０-９][-+=.－＋＝．][0-9０-９] ) )
        (?: {_GAP} (?: \.{{2,6}} | …{{1,6}} | [-－—–]{{1,3}} (?= \s ) ) )? )
    | (?P<label> {_LABEL} )
    | ^ {_GAP} (?P<heading> (?: [变變]? [0-9]{{1,3}} | [A-Za-z甲乙丙丁戊己] ) [)）] ) (?= {_GAP} \S )
    | (?P<chinese> {_CHINESE_TOKEN} )
    | (?P<bare> (?<![\w.-]) [0-9０-９]{{1,3}} (?= {_GAP} [ \t\u3000] {_MOVE} (?!\w) ) )
    | (?P<side> (?: [红黑紅][方棋子]? | \b(?:Red|Black|White)\b ) [:：]? {_GAP}
        (?= {_MOVE} ) )
    | (?P<squares> {_SQUARES} | {_SPACED_LETTERS} | (?<!\w)(?=[A-Za-z]){in_words.PATTERN}(?!\w) )
    | \{{ (?P<comment> [^}}]* ) (?P<closed> \}}? )
    | /\* (?P<aside> .*? ) (?: \*/ | \Z )
    | (?<=\S) (?P<parted> ; ) (?= {_SEPARATED} )
    | ; (?P<rest> [^\n]* )
    | [\[【〔<《] \s* (?P<restated> {_RESTATED} (?: \s* [,，、/] \s* {_RESTATED} ){{0,3}} ) \s* [\]】〕>》]
    | （ (?P<remark> [^（）\n]* ) ）
    | (?P<open> \( )
    | (?P<close> \) )
    | \$ (?P<nag> [0-9]{{1,3}} )
    | (?P<result> (?: {_RESULT} | [1１]：[0０] (?= {_LAST} ) | [0０]：[1１] (?= {_LAST} )
        | (?:1[ ]-[ ]0|0[ ]-[ ]1|1/2[ ]-[ ]1/2) (?= {_LAST} ) )
        (?! [\w/+=.-] ) | (?<! \*) \* (?! \S) )
    | (?P<verdict> (?<! \w ) (?: {_VERDICT} ) [.!。！]? (?= {_GAP} (?: \n | \Z ) ) )
    | (?P<mark> [!?！？]+ )
    | (?P<sign> =?[{"".join(signs.SYMBOLS)}] )
    | (?P<dots> …{{1,6}} | \.{{3,6}} (?= \s ) )
    | (?P<word> (?! [,|] | [/"'“‘「『]{_MOVE} )
        (?: (?! {_CHINESE_TOKEN} | [红黑紅][方棋子]?[:：]?{_CHINESE_TOKEN}
            | (?<=[A-Za-z0-9])[\[【〔<《]{_RESTATED} ) {_PLAIN} ){{1,200}} )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""The tokens; the name of the last group that matched is the kind of the token."""

_CHINESE: Final = re.compile(CHINESE_MOVE)
_IN_WORDS: Final = re.compile(in_words.PATTERN)
_SPELLINGS: Final = {
    "1-0": "1-0 先胜 先勝 胜 勝 1:0",
    "0-1": "0-1 先负 先負 负 負 0:1",
    "1/2-1/2": "1/2-1/2 ½-½ 0.5-0.5 红先和 紅先和 先和 draw 1/2 ½ 0.5:0.5",
    "*": "*",
}
_RESULTS: Final = {word: result for result, spellings in _SPELLINGS.items() for word in spellings.split()}

_OF_A_SIDE: Final = re.compile(f"{_AT_LAST}(?:(?P<red>{_RED})|{_BLACK})(?:(?P<wins>{_WINS})|{_LOSES})")
_OF_BOTH: Final = re.compile(f"{_AT_LAST}(?:{_DRAWN})")
_MANNER: Final = re.compile("[认認投超议議握]|resign| by | on time|nhận")

_WORD_LIKE_A_MOVE: Final = re.compile(
    r"(?=.*[0-9])(?=.*[A-Za-z])(?!.*[A-Za-z]{3})[A-Za-z0-9+\-=.:/#&>_~×]{2,10}"
    r"|[0-9]{2}[-+=.][0-9]|[-+.=][0-9][-+.=][0-9]"
)
_SURE_MOVE: Final = re.compile(
    rf"{_SQUARE}{SEPARATOR}?{_SQUARE}|[KABCEGHMNPRSTVXkabceghmnprstvx+.-][a-z1-9+=.-]?[1-9]?[-+.=/][1-9]"
    rf"|[Tt][Gg][1-9][-+.=/][1-9]|{_SAN_PIECES}[a-i]?(?:10|[0-9])?[-x×:]?[a-i](?:10|[0-9]){_CHECK}"
    rf"|{_SAN_PIECES}(?:[A-Ia-i](?:10|[0-9])?[-xX×:]?|(?:10|[0-9])[-xX×:]?|[-xX×:])[A-I](?:10|[0-9]){_CHECK}|[1-7][1-9][-+.=][1-9]"
)
_OF_SQUARES: Final = re.compile(rf"[a-iA-I][0-9]{SEPARATOR}?[a-iA-I][0-9]")
_TO_SQUARE: Final = re.compile(rf"[A-Ia-i](?:10|[0-9]){_CHECK}\Z")
_PAWN_MOVE: Final = re.compile(rf"(?:[a-i][-xX×:]?|[xX×:])?{_SQUARE}{_CHECK}")
_JUDGED: Final = re.compile(rf"(.+?)({'|'.join(map(re.escape, sorted(signs.WORDS, key=len, reverse=True)))})")
_BETWEEN_MOVES: Final = re.compile(f"[,|/](?=[A-Za-z])|(?<=[-+.=/][1-9])(?={_LETTERED})")
_PARTING: Final = re.compile(r"[\s,，、;；/|]+")
_DIGITS: Final = re.compile("[0-9]+")
_HAN_NUMBER: Final = re.compile(
    "([一二三四五六七八九]?)(百?)([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)"
)
_NUMERALS: Final = " 一二三四五六七八九"
_FROM_SQUARE: Final = re.compile(rf"[a-iA-I]([0-9]){SEPARATOR}?[a-iA-I][0-9]")
_FIRST_WORDS: Final = 200
_NAMES_OF_PIECES: Final = re.compile(
    f"(?=.*(?:{_PIECE}|{_WHICH}))(?:{_PIECE}|{_ORDINAL}|{_ACTION}|{_NUMBER}){{1,5}}"
)
_PART_OF_CHINESE: Final = re.compile(  # one of its characters is missing, or the last ones are
    f"(?:{_PIECE}{_NUMBER}|{_ORDINAL}{_PIECE}{_NUMBER}?|{_PIECE}{_WHICH}{_NUMBER}?|{_WHICH}{_NUMBER}|{_PIECE}|{_NUMBER})"
    f"{_ACTION}{_NUMBER}?|(?:{_PIECE}|{_ORDINAL}{_PIECE}){_NUMBER}{{1,2}}"
    f"|(?:{_PIECE}|{_ORDINAL}|{_ACTION}|{_NUMBER}){{1,4}}\ufffd"
)
_SPOILED_CHINESE: Final = re.compile(  # not before the piece, as remarks have 改炮平五
    f"(?:.{_NUMBER}|{_PIECE}.|{_ORDINAL}.){_ACTION}{_NUMBER}"
    f"|(?:{_PIECE}{_NUMBER}|{_ORDINAL}{_PIECE})(?:.{_NUMBER}|{_ACTION}.)"
)


def plain(word: str) -> str:
    """Return a word with its full-width characters and dashes in ASCII, and without punctuation at its end."""
    return _folded(word).rstrip(".,:\"'”’」』")


def parts_of(words: str) -> list[str]:
    """Return the plain words that spaces or signs separate in a text, such as a move in several notations."""
    return [plain(part) for part in _PARTING.split(words.strip())]


def paired(text: str) -> str:
    """Return a text with a dash between the two squares of each move, if its moves have a space there.

    Most programs use bare squares for moves of soldiers, so all squares must pair up, and all pairs must be
    moves. Comments stay as they are.
    """
    if not _PAIR.search(text):
        return text
    joined = "".join(_pieces_joined(text))
    first = [word for word, is_like in islice(words(joined), _FIRST_WORDS) if is_like]
    is_paired = all(_SQUARES_OF_MOVE.fullmatch(word) and _is_way(word.lower()) for word in first)
    return joined if is_paired else text


def _pieces_joined(text: str) -> Iterator[str]:
    """Yield comments as they are, and the text between them with a dash in each pair of squares."""
    end = 0
    for match in TOKEN.finditer(text):
        if match.lastgroup in _COMMENTS:
            yield _PAIR.sub(_joined, text[end : match.start()])
            yield match[0]
            end = match.end()
    yield _PAIR.sub(_joined, text[end:])


def _joined(pair: re.Match[str]) -> str:
    return f"{pair[1]}-{pair[2]}".ljust(len(pair[0]))


def _is_way(move: str) -> bool:
    """Return whether any kind of piece could move between the two squares of a move."""
    files, ranks = (abs(ord(move[0]) - ord(move[-2])), abs(int(move[1]) - int(move[-1])))
    return 0 in (files, ranks) or {files, ranks} in ({1}, {2}, {1, 2})


def closed_up(move: str) -> str:
    """Return a move without spaces between its characters, and with 一 for any dash produced by a scan."""
    if move.isalnum() and not _WORN_ONES.search(move):
        return move
    return _BLANKS.sub("", _folded(move) if move[0].isascii() else _WORN_ONES.sub("一", move))


def _folded(text: str) -> str:
    """Return a text with its full-width characters, and its dashes of any length, in ASCII."""
    return unicodedata.normalize("NFKC", text).translate(_DASHES)


def result_of(text: str) -> str:
    """Return the result expressed by a text such as "1-0", "红胜" or "Black resigns"; "" if it is none."""
    text = _folded(text).strip().rstrip(".。!")
    if side := _OF_A_SIDE.fullmatch(text):
        return "1-0" if bool(side["red"]) == bool(side["wins"]) else "0-1"
    return "1/2-1/2" if _OF_BOTH.fullmatch(text) else _RESULTS.get(text.lower().replace(" - ", "-"), "")


def says_how(result: str) -> bool:
    """Return whether a result in words also describes how the game ended."""
    return _MANNER.search(result) is not None


def is_like_move(word: str) -> bool:
    """Return whether a plain word has the form of a move in letters or digits; it may still not be one."""
    return bool(_WORD_LIKE_A_MOVE.fullmatch(word) or _SURE_MOVE.fullmatch(word))


def row_of_moves(word: str) -> list[str]:
    """Return the moves in a plain word that joins several, without their signs; otherwise the word."""
    parts = [judged(part)[0] for part in _BETWEEN_MOVES.split(word)]
    return parts if all(map(is_move, parts)) else [word]


def judged(word: str) -> tuple[str, int | None]:
    """Return a plain word without the sign after its move, and the glyph of that sign, or None without one."""
    match = _JUDGED.fullmatch(word)
    if match is None or _SURE_MOVE.fullmatch(word) or not is_move(match[1]):
        return word, None
    return match[1], signs.WORDS[match[2]]


def count_of(text: str) -> tuple[int, bool]:
    """Return the value of a number or label, and whether its dots show that a reply follows."""
    if text[-1] == "." and text[:-1].isdecimal():
        return int(text[:-1]), False
    folded = _folded(text)
    if digits := _DIGITS.search(folded):
        return int(digits[0]), sum(map(folded[digits.end() :].count, ".。-")) > 1
    han = next(match for match in _HAN_NUMBER.finditer(text) if match[0])
    digit = _NUMERALS.index
    hundreds, tens = digit(han[1]) if han[2] else 0, digit(han[3] or "一") if han[4] else 0
    return 100 * hundreds + 10 * tens + digit(han[5] or han[3] or han[1]), False


def notation_of(text: str) -> int:
    """Return a number for a move's notation: 0 Chinese, 1 WXF, 2 words, 3 to a square, 4 between squares."""
    if _OF_SQUARES.fullmatch(text):
        return 4
    if _IN_WORDS.fullmatch(text):
        return 2
    if not text.isascii():
        return 0
    return 3 if _TO_SQUARE.search(text) else 1


def is_in_squares(text: str) -> bool:
    """Return whether a move names its origin and destination."""
    return _OF_SQUARES.fullmatch(text) is not None


def is_named_piece(word: str) -> bool:
    """Return whether a word has only pieces, places and numbers, as opening names and broken moves do."""
    return _NAMES_OF_PIECES.fullmatch(word) is not None


def is_part_of_chinese(word: str) -> bool:
    """Return whether a word can be an incomplete move in Chinese characters."""
    return _PART_OF_CHINESE.fullmatch(word) is not None


def is_spoiled_chinese(word: str) -> bool:
    """Return whether a word could be a Chinese move with one wrong character."""
    return _SPOILED_CHINESE.fullmatch(word) is not None


def spelling(text: str) -> str:
    """Return the side whose moves are spelt like a text: "w", "b", or "" for neither or both."""
    if text[:1].isascii():
        if len(text) == 4 and text[0].isalpha() and text[2] in "+-.=":
            return "w" if text[0].isupper() else "b"
        return ""
    numerals = any(letter in "一二三四五六七八九" for letter in text)
    digits = any(letter.isdigit() for letter in text if letter not in "一二三四五六七八九")
    return "" if numerals == digits else "w" if numerals else "b"


def side_of(text: str) -> str:
    """Return the side whose move a text may be, by its spelling or the half it starts on; "" if unclear."""
    from_square = _FROM_SQUARE.match(text)
    return spelling(text) or ("" if from_square is None else "w" if from_square[1] < "5" else "b")


def is_of_two_sides(text: str, other: str) -> bool:
    """Return whether two texts are written like moves of different sides."""
    return {side_of(text), side_of(other)} == {"w", "b"}


def is_move(text: str) -> bool:
    """Return whether a text is a whole move and unlikely to mean anything else."""
    return bool(_CHINESE.fullmatch(text) or _SURE_MOVE.fullmatch(text) or _IN_WORDS.fullmatch(text))


def is_whole_move(text: str) -> bool:
    """Return whether a text is a whole move; a bare square can also be one, since a soldier may go there."""
    return is_move(text) or _PAWN_MOVE.fullmatch(text) is not None


def mostly_moves(text: str) -> bool:
    """Return whether at least half of a text's first words are moves, not counting numbers and comments."""
    first = list(islice(words(text), _FIRST_WORDS))
    moves = [word for word, is_like in first if is_like and is_move(word)]
    return 2 * len(moves) >= len(first) > 0


def is_row_of_moves(text: str) -> bool:
    """Return whether a text has a whole move, and every word has the form of a move or contains a digit."""
    found = list(words(text))
    like = (is_like or any(map(str.isdigit, word)) for word, is_like in found)
    return all(like) and any(is_whole_move(word) for word, _ in found)


def has_moves(text: str) -> bool:
    """Return whether a text looks like move text: its first words include a Chinese move or several others."""
    first = list(islice(words(paired(text)), _FIRST_WORDS))
    moves = [word for word, is_like in first if is_like and is_move(word)]
    return len(moves) >= min(2, len(first)) > 0 or not all(map(str.isascii, moves))


def says_game(text: str) -> bool:
    """Return whether a text has a whole move or a result, as the text between the tags of two games does."""
    for match in TOKEN.finditer(text):
        if match.lastgroup in ("chinese", "squares", "result"):
            return True
        if match.lastgroup == "word":
            word = plain(match[0])
            if is_move(word) or (len(word) > 1 and result_of(word)):
                return True
    return False


def words(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each word that is neither a comment nor a number, and whether it has the form of a move."""
    for match in TOKEN.finditer(text):
        if match.lastgroup in ("chinese", "squares"):
            yield closed_up(match[0]), True
        elif match.lastgroup == "word":
            for word in row_of_moves(plain(match[0])):
                yield word, is_like_move(word)
