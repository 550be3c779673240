"""Tests of messages: faults of lower layers keep key and arguments, and have a text in every language."""

from __future__ import annotations

import errno
import marshal
import os
import pickle
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from xiangqi.app.records.background_work.folders import list_folder
from xiangqi.app.records.background_work.reading import SMALL_BYTES, batches_of_file
from xiangqi.board import Board
from xiangqi.errors import XiangqiError
from xiangqi.fen import oddity, parse_fen, sound_position
from xiangqi.i18n.message import Message, catalogue, cause_of, plain, restore, system_reason
from xiangqi.notation import parse_move
from xiangqi.protocol.client import EngineClient
from xiangqi.protocol.client_events import EngineFailed
from xiangqi.records.files import MAX_BYTES, read_bytes, read_games
from xiangqi.records.packed import pack
from xiangqi.resources import asset

FENS = (
    "",
    "9/9",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 more",
    "3k5/9/9/9/9/9/9/9/9/4K4 x",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - no 1",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 first",
    "3k5/9/9/9/9/9/9/9/9/4K3 w",
    "3k5/9/9/9/9/9/9/9/9/4K3z w",
    "9/9/9/9/9/9/9/9/9/4K4 w",
    "4k4/9/9/9/9/9/9/9/9/4K4 w",
    "RRRRRRRRR/RRRRRRRk1/9/9/9/9/9/9/9/5K3 w",
    "3k5/9/9/9/9/9/9/9/9/4K4[P] w",
    "3k5/9/9/9/9/9/9/9/9/4K4 w 3k5/9/9/9/9/9/9/9/9/4K4 w",
    "3k5/4A4/9/9/9/9/9/9/9/4K4 w",
    "3k5/9/9/9/3R5/9/9/9/9/4K4 w",
    "9/4A4/9/9/9/9/9/9/9/9 w",
    "3k5/" * 200,
)
MOVES = ("炮二平五八", "帅五进九", "马九进八", "c3c9")
RECORDS = (
    b"",
    b"\x00\x01\x02\x03\x04\x05\x06\x07",
    '[Red "A"]\n\n1. 炮二平五 马８进７ 2. 帅五进九 *\n'.encode(),
    b'[FEN "9/9 w"]\n\n1. h2e2 *\n',
)
PROGRAMS = (
    ("/nowhere/engine",),
    (sys.executable, "-c", "raise SystemExit(3)"),
    (sys.executable, "-c", "import sys; sys.exit('no licence')"),
)

NO_WORDS = re.compile(r"'[^']*'|\([^)]*\)|/\S*|FEN|UCI|UCCI|KABNRCP|C2\.5|h2e2|no licence|python")
"""What is quoted, and names: they are the same in every language."""


def fen_faults() -> Iterator[str]:
    for fen in FENS:
        with pytest.raises(XiangqiError) as caught:
            sound_position(fen)
        yield str(caught.value)
    yield Message("detail.cannot_arise", reason=oddity(parse_fen("3k5/9/4P4/9/9/PPPPPP3/9/9/9/P3K4 w")))


def move_faults() -> Iterator[str]:
    for move in MOVES:
        with pytest.raises(XiangqiError) as caught:
            parse_move(Board(), move)
        yield str(caught.value)


def record_faults() -> Iterator[str]:
    for data in RECORDS:
        try:
            (game,) = read_bytes(data, "x")
            yield str(game.errors[0])
        except XiangqiError as error:
            yield cause_of(error)


def engine_faults() -> Iterator[str]:
    for command in PROGRAMS:
        client = EngineClient(command)
        client.start()
        failed = None
        while failed is None:
            failed = next((event for event in client.poll() if isinstance(event, EngineFailed)), None)
            time.sleep(0.01)
        client.close()
        yield failed.reason


@pytest.mark.parametrize("source", [fen_faults, move_faults, record_faults, engine_faults])
def test_what_lower_layers_say_is_told_in_chinese(source: object) -> None:
    assert callable(source)
    for sentence in source():
        for language in ("zh-Hans", "zh-Hant"):
            told = catalogue(language).tell(sentence)
            assert told != sentence, sentence
            assert "{" not in told
            known = re.sub(
                r"'[^']*'|\([^)]*\)|/\S*|FEN|UCI|UCCI|KABNRCP|C2\.5|h2e2|no licence|python|[HE] ",
                "",
                told,
            )
            assert not re.search("[A-Za-z]{3}", known), told
        assert catalogue("en").tell(sentence) == sentence


def test_files_that_cannot_be_opened_are_told_in_chinese(tmp_path: Path) -> None:
    huge = tmp_path / "huge.pgn"
    with huge.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    empty = tmp_path / "empty"
    empty.mkdir()
    for path, words in ((tmp_path / "none.pgn", "没有这个文件或文件夹"), (empty, "文件夹"), (huge, "太大")):
        with pytest.raises(XiangqiError) as caught:
            list(read_games(path))
        assert words in catalogue("zh-Hans").tell(cause_of(caught.value))
    assert catalogue("zh-Hans").tell(list_folder(tmp_path / "none")[2]) == "没有这个文件或文件夹"
    assert (
        catalogue("zh-Hant").tell(system_reason(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))) == "磁碟已滿"
    )


def test_a_place_and_a_reason_are_both_told() -> None:
    (game,) = read_bytes('[Red "A"]\n\n1. 帅五进九 *\n'.encode(), "x")
    assert catalogue("zh-Hans").tell(str(game.errors[0])) == (
        "第 3 行，第 1 步（红黑双方合计；帅五进九）：'帅五进九' 不是红方的合法着法，可以走：帅五进一 (e0e1)"
    )


def test_points_are_told_as_the_board_is_labelled() -> None:
    with pytest.raises(XiangqiError) as caught:
        sound_position("3k5/4A4/9/9/9/9/9/9/9/3K5 w")
    assert catalogue("zh-Hans").tell(str(caught.value)) == "红仕不可能走到5路次底线"


def test_several_faults_are_told_one_after_the_other() -> None:
    with pytest.raises(XiangqiError) as caught:
        sound_position("9/4A4/9/9/9/9/9/9/9/9 w")
    told = catalogue("zh-Hant").tell(str(caught.value))
    assert told.count("；") == 2
    assert "紅方沒有將（帥）" in told
    assert str(caught.value).count("; ") == 2


def test_a_message_keeps_key_and_arguments_wherever_it_goes() -> None:
    inner = Message("detail.point_wrong", piece="red advisor", place="e8")
    message = Message(
        "detail.place_line", line=3, reason=Message("detail.start_position", reasons=(inner, "x"))
    )
    for same in (str(message), str(ValueError(message)), pickle.loads(pickle.dumps(message))):
        assert isinstance(same, Message)
        assert (same, same.key, same.arguments) == (message, message.key, message.arguments)
    again = restore(marshal.loads(marshal.dumps(plain(message))))
    assert catalogue("zh-Hans").tell(again) == catalogue("zh-Hans").tell(message)
    assert message == "line 3: starting position: a red advisor cannot stand on e8; x"


def test_faults_of_a_packed_game_are_told_too() -> None:
    (game,) = read_bytes(RECORDS[2], "x")
    (fault,) = pack(game).unpack().errors
    assert fault == game.errors[0]
    assert "不是" in catalogue("zh-Hans").tell(str(fault))


def test_a_fault_found_by_another_process_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "long.pgn"
    path.write_bytes(b"nothing that is known " * (SMALL_BYTES // 16))
    with pytest.raises(XiangqiError) as caught:
        list(batches_of_file(path))
    assert catalogue("zh-Hans").tell(cause_of(caught.value)) != str(caught.value)


def test_what_is_not_known_stays_as_it_is() -> None:
    assert catalogue("zh-Hans").tell("something quite different") == "something quite different"


def test_what_another_version_has_written_is_told_as_far_as_it_can_be() -> None:
    assert restore(("detail.of_old", {"most": 64, "name": "x"})) == "detail.of_old, 64, x"
    assert restore(("detail.most_moves", {"limit": 5})) == "detail.most_moves, 5"


_NEVER_ONE = (
    *("analysis.nodes", "engine.speed"),  # counts with a unit, shortened
    *("library.longest_streak", "library.losing_streak", "library.winning_streak"),
    *("toast.more_found", "toast.repeated"),
    *("detail.library_cut", "detail.header_cut", "detail.file_ends_in_header", "detail.index_too_large"),
    *("detail.most_nodes", "detail.most_tags", "detail.piece_digits", "detail.western_rows"),
    *("detail.moves_announced", "detail.crowded", "courses.progress"),
    "first.unfinished",  # a lesson has several tasks
)


def test_one_thing_is_not_told_as_several() -> None:
    """A text that says "{count} games" has a form for one game, unless there is never one."""
    source = (asset("i18n") / "en.po").read_text(encoding="utf-8")
    several = {
        key
        for key, text in re.findall(r'^msgid "(.+)"\nmsgstr "(.*)"$', source, re.MULTILINE)
        if re.search(r"\{count\} (?:[a-z]+ )?[a-z]+s\b", text)
    }
    assert several <= set(_NEVER_ONE)
    assert catalogue("en").wording("explorer.count", {"count": 1}) == "1 game"
    assert str(Message("detail.row_points", number=1, text="'k'", count=1, most=9)).count("1 point;") == 1
