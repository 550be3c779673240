"""Tests of ``--language``: results and errors are in the player's language; JSON is the same in all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.unit.library.test_library import random_game, written
from xiangqi.app.start_options import Options
from xiangqi.cli import COMMANDS, main
from xiangqi.cli.parts import language
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.storage.settings import Settings, save_settings
from xiangqi.terminal import columns, wrapped

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("uci", "ucci")])
def test_every_command_that_speaks_knows_the_option(name: str, capsys: Captured) -> None:
    assert main([name, "--help"]) == 0
    assert f"--language {{{','.join(LANGUAGES)}}}" in capsys.readouterr().out


PARTS = [["library", name] for name in ("import", "search", "explore", "export", "delete", "salvage", "stats")]
PARTS += [["tables", name] for name in ("make", "list", "probe")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS), *PARTS])
def test_help_is_told_in_every_language(words: list[str], language: str, capsys: Captured) -> None:
    assert main([*words, "--help", "--language", language]) == 0
    told = capsys.readouterr().out
    assert not re.search(r"\b(?:option|command|cli)\.[a-z]", told)
    assert "None" not in told
    assert told.startswith(f"{catalogue(language).template('cli.usage')} xiangqi")
    if language == "en":
        assert re.sub("[…–]", "", told).isascii()
    if language.startswith("zh"):
        helps = [line for line in told.splitlines() if re.match("  [-A-Za-z].*  ", line)]
        assert helps
        assert not [line for line in helps if line.isascii()]


@pytest.mark.parametrize("words", [["--language", "en", "--help"], ["--language", "en", "-h"], ["help"]])
def test_help_without_a_command_lists_all(words: list[str], capsys: Captured) -> None:
    assert main(words) == 0
    told = capsys.readouterr().out
    assert all(f"\n  {name} " in told for name in COMMANDS)


def test_the_language_of_the_settings_and_the_system(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def told(*words: str) -> str:
        assert main(["check", "startpos", *words]) == 0
        return capsys.readouterr().out

    english = told()
    assert "red to move" in english
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "轮到红方走" in told()
    save_settings(Settings(language="zh-Hant"), home / "settings.json")
    assert "輪到紅方走" in told()
    assert told("--language", "en") == english
    assert json.loads(told("--json"))["turn"] == "red"


def test_the_json_of_a_review_is_english_where_no_language_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    record = tmp_path / "a.pgn"
    record.write_text("1. h2e2 h9g7 2. e2e6 *\n", encoding="utf-8")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    words = ["review", str(record), "--nodes", "100", "--processes", "1"]
    assert main([*words, "--json"]) == 0
    assert capsys.readouterr().out.isascii()
    assert main(words) == 0
    assert not capsys.readouterr().out.isascii()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["prft"], "xiangqi: 没有名为“prft”的命令或文件；是否想用“perft”？"),
        (["perft", "x"], "xiangqi perft: 参数 DEPTH：'x' 应为 0～127 的整数（参见 xiangqi perft --help）"),
        (["perft"], "xiangqi perft: 缺少参数：DEPTH（参见 xiangqi perft --help）"),
        (["perft", "1", "--fen"], "xiangqi perft: 参数 --fen：需要一个值（参见 xiangqi perft --help）"),
        (["perft", "1", "--no"], "xiangqi perft: 未知参数：--no（参见 xiangqi perft --help）"),
        (["check", "startpos", "--json=x"], "xiangqi check: 参数 --json：不接受任何值，却收到 'x'"),
        (["match", "a", "b", "--sprt", "x", "5"], "xiangqi match: 参数 --sprt：'x' 不是数字"),
        (["library", "explore"], "xiangqi library: 缺少参数：FEN（参见 xiangqi library explore --help）"),
        (["convert", "nowhere.pgn"], "xiangqi convert: nowhere.pgn：无法打开：没有这个文件或文件夹"),
        (["check", "4k4/9/9/9/9/9/9/9/9"], "xiangqi check: "),
        (
            ["tables", "make", "KRK", "--set", "all"],
            "xiangqi tables: tables make：请指定子力组合（如 KRKAABB），或使用 --set、--like",
        ),
        (["bench", "--without", "magic"], "xiangqi bench: --without：未知的搜索技术 'magic'；可选："),
        (
            ["library", "search", "--opening", "xyz"],
            "xiangqi library: 没有名为 'xyz' 的布局：",
        ),
        (["play", "--text", "nothing"], "xiangqi play: 'nothing' 既不是文件，也不是局面："),
        (["tables", "make", "QQ"], "xiangqi tables: 'QQ' 不是有效的子力组合：应写出双方的将"),
        (["match", "", "builtin"], "xiangqi match: 应为 'builtin' 或引擎的命令，而不是 ''"),
        (
            ["match", "builtin", "builtin", "--sprt", "5", "0"],
            "xiangqi match: 两个假设应是 -1000 到 1000 之间的等级分差，前小后大，而不是 5 和 0",
        ),
    ],
)
def test_complaints_are_in_the_chosen_language(words: list[str], complaint: str, capsys: Captured) -> None:
    assert main([*words, "--language", "zh-Hans"]) == 2
    told = capsys.readouterr().err
    assert told.splitlines()[-1].startswith(complaint)
    assert main([*words, "--language=zh-Hant"]) == 2
    assert not capsys.readouterr().err.isascii()
    assert main(words) == 2
    assert capsys.readouterr().err.isascii()


def test_a_language_that_is_none_is_refused_in_english(capsys: Captured) -> None:
    assert main(["check", "startpos", "--language", "fr"]) == 2
    assert "argument --language: invalid choice: 'fr' (choose from" in capsys.readouterr().err
    assert language.chosen() is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], None),
        (["--language"], None),
        (["play", "--language", "zh-Hant"], "zh-Hant"),
        (["--language=en", "--language", "zh-Hans"], "zh-Hans"),
    ],
)
def test_the_language_of_a_command_line(words: list[str], expected: str | None) -> None:
    language.choose(words)
    assert language.chosen() == expected
    language.choose([])


def test_a_start_in_a_language_says_nothing_about_the_game() -> None:
    assert not Options(language="en", notation="wxf").names_a_game
    assert Options(level=1).names_a_game


def test_faults_of_records(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "a.pgn"
    file.write_text('[Red "A"]\n\n1. h2e2 (h9g7 h0h5 *\n', encoding="utf-8")
    assert main(["convert", str(file), "--language", "zh-Hans"]) == 1
    told = capsys.readouterr().err
    assert f"{file}，第 1 局：第 4 行：变着没有结束：缺少“)”" in told
    assert main(["convert", str(file), "--to", "json", "--language", "zh-Hans"]) == 1
    english = json.loads(capsys.readouterr().out)["errors"]
    assert "a variation is not closed: ')' is missing" in [error["message"] for error in english]


def test_positions_are_explained_in_the_chosen_language(capsys: Captured) -> None:
    assert main(["check", "3k5/9/9/9/9/9/9/9/9/3R1K3 b", "--language", "zh-Hans"]) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == ["轮到黑方走，正被将军", "合法着法：1"]
    assert main(["check", "startpos", "--language", "zh-Hans", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"] == "red"


def test_the_library_reports_in_the_chosen_language(tmp_path: Path, capsys: Captured) -> None:
    written(tmp_path / "in", "a.pgn", random_game(1), random_game(2))
    (tmp_path / "in" / "b.pgn").write_text('[Red "A"]\n', encoding="utf-8")
    library = ["--library", str(tmp_path / "l.db"), "--language", "zh-Hans"]
    assert main(["library", "import", str(tmp_path / "in"), *library]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("新增 ")
    assert "棋谱中有 1 处错误" in err
    assert "只有对局信息，没有着法、局面或结果" in err
    assert main(["library", "stats", *library]) == 0
    assert "  执黑方：0 局，胜 0，和 0，负 0" in capsys.readouterr().out.splitlines()
    assert main(["library", "search", "--limit", "1", *library]) == 0
    out, err = capsys.readouterr()
    assert " 回合" in out
    assert "显示 1 局" in err
    assert main(["library", "explore", "startpos", *library[:2]]) == 0
    assert " for Red, " in capsys.readouterr().out


def test_counts_have_their_plurals(tmp_path: Path, capsys: Captured) -> None:
    written(tmp_path, "a.pgn", random_game(1))
    for expected in (
        "1 new game, 0 already in the library, 0 left out; 1 file in",
        "0 new games, 1 already in the library",
    ):
        assert main(["library", "import", str(tmp_path / "a.pgn")]) == 0
        assert capsys.readouterr().out.startswith(expected)


def test_judgements_are_in_the_chosen_language(tmp_path: Path, capsys: Captured) -> None:
    lines = tmp_path / "a.jsonl"
    lines.write_text('[]\n{"start_fen": "startpos", "moves": ["h2e2", "x"]}\n', encoding="utf-8")
    assert main(["judge", "--file", str(lines)]) == 1
    english = capsys.readouterr()
    assert main(["judge", "--file", str(lines), "--language", "zh-Hans"]) == 1
    chinese = capsys.readouterr()
    assert chinese.out == english.out
    assert f"{lines}：第 2 行：第 2 步：" in chinese.err
    assert f"{lines}: line 2: move 2: " in english.err


def test_a_match_is_reported_in_the_chosen_language(capsys: Captured) -> None:
    words = ["match", "builtin:Level=1", "builtin:Level=1", "--games", "2", "--nodes", "20", "--max-moves", "4"]
    assert main([*words, "--language", "zh-Hans"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "builtin Level=1 A 对 builtin Level=1 B"
    assert "结束方式：提前判定 2" in out
    assert err.startswith("第 1 局：builtin Level=1 A - builtin Level=1 B  1/2-1/2  提前判定")
    assert main([*words, "--language", "zh-Hans", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ends"] == {"adjudication": 2}


def test_tables_answer_in_the_chosen_language(capsys: Captured) -> None:
    assert main(["tables", "probe", "startpos", "--language", "zh-Hans"]) == 0
    assert capsys.readouterr().out.splitlines() == ["残局库未收录此局面"]
    for side, word in (("w", "红胜"), ("b", "红胜")):
        assert main(["tables", "probe", f"3k5/9/9/9/9/9/9/9/4R4/4K4 {side}", "--language", "zh-Hans"]) == 0
        assert capsys.readouterr().out.startswith(word)


def test_lines_are_broken_by_columns() -> None:
    assert columns("走 a（b）") == 2 + 1 + 1 + 2 + 1 + 2
    text = "局面搜索的节点数（默认：50000）；相同的数得出 the same review“好”。"
    lines = wrapped(text, 16)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(map(columns, lines)) <= 16
    assert not [line for line in lines if line[0] in "，。；：）”"]
    assert wrapped("one two  three", 7) == ["one two", "three"]
    assert wrapped("x" * 20, 7) == ["x" * 20]
    assert wrapped("", 7) == [""]
