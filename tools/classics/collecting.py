"""Collects positions, titles, claimed goals and main lines of old books from records.

Only these facts are taken; comments are often modern and are read for nothing but the claimed result.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.core.constants import RED
from xiangqi.errors import RecordError, XiangqiError
from xiangqi.openings import place_of
from xiangqi.records.files import files_below, read_games
from xiangqi.records.tree import Game

RECORDS: Final = "app/src/main/assets/XQF/古谱篇"
"""The folder of the records in github.com/zfdang/chinese-chess-fish-android."""

LINES: Final = "gamebooks/梦入神机杀局.eglib"
"""The file of github.com/walker8088/ChessQ with lines of title, position and moves."""

FOLDERS: Final = {
    "适情雅趣": ("02《适情雅趣》550局全本",),
    "橘中秘": ("03《橘中秘》朱晋桢/桔中秘残局谱",),
    "百局象棋谱": ("05《百局象棋谱》三乐居士",),
    "烂柯神机": ("07《烂柯神机》",),
    "心武残编": ("09《心武残篇》", "10《心武残编》薛丙"),
    "竹香斋": ("竹香斋", "竹香斋象戏谱 张乔栋"),
    "蕉竹斋": ("蕉竹斋",),
    "渊深海阔": ("渊深海阔",),
    "湖涯集": ("湖涯集",),
    "隐秀斋": ("隐秀斋象戏谱",),
    "陶情弈趣": ("陶情弈趣",),
}
LAST_WORK: Final = "梦入神机"

WIN: Final = "win"
DRAW: Final = "draw"
LOSS: Final = "loss"
_GOALS: Final = {"1-0": WIN, "1/2-1/2": DRAW, "0-1": LOSS}
_NUMBER: Final = re.compile(r"^.*第\s*\d+\s*局\s*|^\d+\s*|\s*\d+$")
_MODERN: Final = ("实用排局", "排局探讨")  # how titles of later hands among the old ones begin
_LOST: Final = {"轮●离奇": "轮囷离奇", "排●妥帖": "排奡妥帖"}  # titles with a character that the records lack
_REMARK: Final = re.compile(r"[(（].*?[)）]|[ ·]*(红先?胜|黑先?胜|红先和|正和|和局|红和)$")


@dataclass(frozen=True)
class Candidate:
    """A position as a record claims it, with Red to move."""

    work: str
    title: str
    fen: str
    goal: str  # WIN, DRAW or LOSS for Red; "" if the record does not say
    line: tuple[Move, ...]

    @property
    def name(self) -> str:
        """The key of the position, the same in every work that has it."""
        return place_of(Board(self.fen))


def candidates(records: Path, others: Path) -> list[Candidate]:
    """Return the positions that have a main line, each with the first work that has it.

    Args:
        records: a copy of the repository of RECORDS.
        others: a copy of the repository of LINES.
    """
    found: dict[str, Candidate] = {}
    for one in (*_of_records(records / RECORDS), *_of_lines(others / LINES)):
        found.setdefault(one.name, one)
    return list(found.values())


def _of_records(folder: Path) -> Iterator[Candidate]:
    for work, parts in FOLDERS.items():
        for part in parts:
            for path in files_below(folder / part):
                if path.suffix.lower() == ".xqf":
                    yield from _of_file(work, path)


def _of_file(work: str, path: Path) -> Iterator[Candidate]:
    try:
        games = list(read_games(path))
    except RecordError:
        return
    for game in games:
        line = tuple(game.main_line())
        if line and not game.errors and game.board().turn == RED:
            title = game.headers.get("Title") or path.stem
            if not title.startswith(_MODERN):
                yield Candidate(work, title_of(title), game.start_fen, _goal_of(game, path), line)


def title_of(text: str) -> str:
    """Return a title without its number in the book and the result."""
    title = unicodedata.normalize("NFKC", text).strip()
    while (shorter := _NUMBER.sub("", _REMARK.sub("", title)).strip(" ()")) not in (title, ""):
        title = shorter
    return _LOST.get(title, title)


def _goal_of(game: Game, path: Path) -> str:
    if game.result in _GOALS:
        return _GOALS[game.result]
    comments = "".join(node.comment for node in game.root.walk())
    for said in (path.stem, comments):
        told = [goal for word, goal in (("红胜", WIN), ("黑胜", LOSS), ("和", DRAW)) if word in said]
        if told:
            return told[0]
    return ""


def _of_lines(path: Path) -> Iterator[Candidate]:
    for text in path.read_text(encoding="utf-8-sig").splitlines():
        try:
            title, fen, moves = text.split("|")
            board, line = Board(f"{fen} - - 0 1"), []
            for move in map(Move.from_iccs, filter(None, moves.split(","))):
                board.push(move)
                line.append(move)
        except (ValueError, XiangqiError):
            continue
        if line:
            yield Candidate(LAST_WORK, title_of(title), f"{fen} - - 0 1", WIN, tuple(line))
