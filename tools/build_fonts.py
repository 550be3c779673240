"""Makes the fonts in assets/fonts: subsets of two free typefaces, renamed as their licence asks.

    python tools/build_fonts.py --kai package/files --kai-licence package/LICENSE \\
        --sans NotoSansCJK-Regular.ttc --sans-bold NotoSansCJK-Bold.ttc

board.ttf      LXGW WenKai TC, bold: the brush script on pieces, river and announcements. Its web edition
               (@fontsource/lxgw-wenkai-tc) comes in numbered slices; those with wanted characters are
               subset one by one and merged.
text.otf       Noto Sans CJK SC, everything that can be read in the window, players' names included:
text-bold.otf  ASCII, Latin-1, Vietnamese, punctuation, full-width forms, GB2312, Big5 level 1, and whatever
               else the masters' games write in names and events.

The result depends on the inputs alone: no time stamp is written.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fontTools import merge, subset
from fontTools.ttLib import TTFont

from xiangqi.library.masters_asset import load_masters

TARGET: Final = Path(__file__).resolve().parent.parent / "assets" / "fonts"
SIMPLIFIED_CHINESE: Final = 2  # place of the SC face in the collection

COPYRIGHT: Final = 0  # number of the copyright line in a font's table of names

BOARD_TEXT: Final = (
    "帥仕相俥傌炮兵將士象車馬砲卒帅将车马卫"  # pieces, traditional and simplified
    "楚河漢界汉界"
    "一二三四五六七八九十１２３４５６７８９０"
    "進退平进前中後后"
    "中國象棋中国象棋規則规则"
    "將軍将军絕殺绝杀困斃困毙勝胜負负和棋紅红黑方先手局長长捉打常作變变判"
    "開始开始悔新復复盤盘分析對对弈練习練習入門门請请輸输贏赢平局提示認认"
)
"""The characters in brush script: pieces, river, labels, titles and announcements."""

PUNCTUATION: Final = (
    "–—―‘’‚“”„†‡•…‰′″‹›※€№™←↑→↓↔↕⇄⇅∞≈≠≤≥±×÷−√∆●○◎■□▲△▼▽◆◇★☆♂♀①②③④⑤⑥⑦⑧⑨⑩✓"
    "、。〃々〆〇〈〉《》「」『』【】〔〕〖〗・"
)

VIETNAMESE: Final = (
    "".join(
        unicodedata.normalize("NFC", vowel + tone)
        for vowel in "aăâeêioôơuưyAĂÂEÊIOÔƠUƯY"
        for tone in ("", "\u0300", "\u0309", "\u0303", "\u0301", "\u0323")
    )
    + "đĐ₫"
)
"""The letters of Vietnamese with their tones, each one character."""


def code_points(encoding: str, leads: Iterable[int], trails: Iterable[int]) -> set[int]:
    """Return the code points of all two-byte characters of an encoding with these lead and trail bytes."""
    trail_bytes = tuple(trails)
    found: set[int] = set()
    for lead in leads:
        for trail in trail_bytes:
            text = bytes((lead, trail)).decode(encoding, errors="ignore")
            found.update(ord(character) for character in text if ord(character) >= 0x80)
    return found


def text_characters() -> set[int]:
    """Return all characters that are likely in players' names, comments and the window's own text."""
    wanted = set(range(0x20, 0x7F)) | set(range(0xA0, 0x100)) | set(range(0xFF01, 0xFF5F))
    wanted |= code_points("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF))
    wanted |= code_points("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    wanted |= master_characters()
    return wanted | {ord(character) for character in PUNCTUATION + BOARD_TEXT + VIETNAMESE}


def master_characters() -> set[int]:
    """Return the characters in names and events of the shipped masters' games, traditional and simplified."""
    masters = load_masters()
    written = "".join((*masters.names, *masters.events, *masters.simplified.values()))
    return {ord(character) for character in written}


def board_characters() -> set[int]:
    """Return the characters of the brush script."""
    letters = {ord(character) for character in BOARD_TEXT + VIETNAMESE}
    return letters | set(range(0x20, 0x7F)) | {0xB7, 0x3001, 0x3002, 0xFF01}


def subset_font(font: TTFont, wanted: set[int]) -> TTFont:
    """Cut a font down to some characters, in place, and return it; hints and most layout features go, too."""
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern", "mark"]
    options.notdef_outline = True
    options.name_IDs = [0, 13, 14]
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "DSIG", "STAT"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    return font


def merged_slices(folder: Path, wanted: set[int]) -> TTFont:
    """Return one font from the numbered web slices of a typeface: each slice is cut, then all are joined."""
    left = set(wanted)
    with tempfile.TemporaryDirectory() as scratch:
        parts: list[str] = []
        for path in sorted(folder.glob("lxgw-wenkai-tc-*-700-normal.woff2")):
            font = TTFont(path)
            here = left & set(font.getBestCmap())
            if not here:
                continue
            left -= here
            font.flavor = None
            parts.append(str(Path(scratch) / f"{len(parts)}.ttf"))
            subset_font(font, here).save(parts[-1], reorderTables=False)
        return merge.Merger().merge(parts)


def save(font: TTFont, family: str, style: str, path: Path) -> None:
    """Rename a font and write it without a timestamp."""
    names = font["name"]
    full = f"{family} {style}"
    for number, text in ((1, family), (2, style), (3, full), (4, full), (6, full.replace(" ", "-"))):
        names.setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        font["CFF "].cff.fontNames = [full.replace(" ", "-")]
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.save(path)
    print(f"{path.name}: {len(font.getBestCmap())} characters, {path.stat().st_size // 1024} kB")


def report_missing(name: str, font: TTFont, wanted: set[int]) -> None:
    """Print the wanted characters that the typeface lacks."""
    missing = "".join(map(chr, sorted(wanted - set(font.getBestCmap()))))
    if missing:
        print(f"{name}: not in the typeface: {missing}")


def main() -> None:
    """Read the arguments, and write the three fonts and their licences."""
    parser = argparse.ArgumentParser(description="Make the fonts in assets/fonts.")
    for option in ("kai", "kai-licence", "sans", "sans-bold"):
        parser.add_argument(f"--{option}", type=Path, required=True)
    arguments = parser.parse_args()
    TARGET.mkdir(parents=True, exist_ok=True)

    board = merged_slices(arguments.kai, board_characters())
    report_missing("board", board, board_characters())
    save(board, "Xiangqi Board", "Bold", TARGET / "board.ttf")
    shutil.copyfile(arguments.kai_licence, TARGET / "OFL-board.txt")

    for source, style, name in (
        (arguments.sans, "Regular", "text.otf"),
        (arguments.sans_bold, "Bold", "text-bold.otf"),
    ):
        font = TTFont(source, fontNumber=SIMPLIFIED_CHINESE)
        report_missing(name, font, text_characters())
        save(subset_font(font, text_characters()), "Xiangqi Text", style, TARGET / name)
    terms = arguments.kai_licence.read_text("utf-8")
    terms = terms[terms.index("This Font Software is licensed") :]
    (TARGET / "OFL-text.txt").write_text(f"{font['name'].getDebugName(COPYRIGHT)}\n\n{terms}", "utf-8")


if __name__ == "__main__":
    main()
