"""Texts typed or pasted into the program, other than records and moves."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Iterator
from datetime import date
from typing import Final

from tools.fuzzing.unsound import UnsoundError
from xiangqi.board import Board, Move
from xiangqi.cli.judge import _read
from xiangqi.errors import FenError, XiangqiError
from xiangqi.exercises.deck import Mistake
from xiangqi.fen import START_FEN, format_fen, parse_fen, sound_position
from xiangqi.folding import folded, phrases
from xiangqi.i18n.message import LANGUAGES
from xiangqi.library import Query, read_part
from xiangqi.library.query import check, scan_of
from xiangqi.library.said_dates import said_date
from xiangqi.line import Line
from xiangqi.notation import Style
from xiangqi.openings import codes_called, codes_meant
from xiangqi.pinyin import name_in_letters, sounds, spells
from xiangqi.referee import judge
from xiangqi.spoken.questions import Situation, answer
from xiangqi.spoken.teller import Teller

_MOST_LINES: Final = 40
_MOST_TYPED: Final = 12
_TODAY: Final = date(2026, 3, 2).isoformat()


def _lines(data: bytes, most: int = _MOST_LINES) -> list[str]:
    return data.decode("utf-8", "replace").splitlines()[:most]


def games_to_judge(data: bytes) -> None:
    """Judge games as the command `judge` reads them."""
    for line in _lines(data):
        with contextlib.suppress(XiangqiError):
            judge(*_read(line))


def positions(data: bytes) -> None:
    """Read one FEN a line, as typed in any spelling."""
    for line in _lines(data):
        for read in (parse_fen, sound_position):
            try:
                fen = format_fen(read(line))
            except FenError:
                continue
            if format_fen(parse_fen(fen)) != fen:
                raise UnsoundError(f"{line!r} is read as {fen}, which is read as something else")


def questions(data: bytes) -> None:
    """Ask each line as a question about the board, in every language."""
    situation = Situation(Line(START_FEN, (Move.from_iccs("h2e2"),)))
    for line in _lines(data):
        for language in LANGUAGES:
            answer(Teller(language, Style.ICCS), situation, line)


def searches(data: bytes) -> None:
    """Search for games, openings, players and dates with each line."""
    for line in _lines(data):
        codes_meant(line), codes_called(line), phrases(line), name_in_letters(line)
        said_date(line, _TODAY), said_date(line, _TODAY, timed=True)
        spells(sounds(line), folded(line) or "a")
        for query in (Query(position=line), Query(material=line), Query(opening=line), Query(result=line)):
            with contextlib.suppress(XiangqiError):
                check(query)
                scan_of(query)
        with contextlib.suppress(XiangqiError):
            read_part(line)


def cards(data: bytes) -> None:
    """Read a card of the deck from each line."""
    for line in _lines(data):
        with contextlib.suppress(ValueError):
            mistake = Mistake.from_json(line)
            Board(mistake.fen).push(mistake.better[0])


def words(data: bytes) -> None:
    """Run the text mode in words, and type each line."""
    from xiangqi.app.runner import Runner  # the whole program, which other targets do without
    from xiangqi.app.start_options import Options
    from xiangqi.cli.parts.text_game import TextGame

    typed: Iterator[str] = iter(_lines(data, _MOST_TYPED))
    before = os.environ.get("XIANGQI_HOME")
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder, contextlib.redirect_stdout(io.StringIO()):
        os.environ["XIANGQI_HOME"] = folder
        try:
            with Runner(
                for_this_run={"language": LANGUAGES[len(data) % len(LANGUAGES)], "level": "1"}
            ) as runner:
                game = TextGame(runner, lambda: next(typed, None), words=True)
                game.begin(Options())
                game.loop()
        finally:
            os.environ.pop("XIANGQI_HOME")
            if before is not None:
                os.environ["XIANGQI_HOME"] = before
