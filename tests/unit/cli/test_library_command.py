"""`xiangqi library`: the contract that scripts rely on."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from tests.unit.library.test_library import random_game, written
from xiangqi.board import Board, Move
from xiangqi.cli import main
from xiangqi.core.constants import BLACK, RED
from xiangqi.library import Library, Played
from xiangqi.records.files import read_games
from xiangqi.records.tree import same_tree


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    written(folder, "a.pgn", *(random_game(seed, Date="2001.02.03") for seed in range(60)))
    return folder


@pytest.fixture
def library(tmp_path: Path, games: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = str(tmp_path / "club.db")
    assert main(["library", "import", str(games), "--library", path]) == 0
    capsys.readouterr()
    return path


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_import_tells_what_it_did(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (games / "noise.bin").write_bytes(bytes(range(256)))
    assert main(["library", "import", str(games), "--json"]) == 1  # into the user's own
    [report] = objects(capsys)
    assert report["games"] == 60
    assert report["duplicates"] == 0
    [refusal] = report["refused"]  # type: ignore[misc]
    assert Path(refusal["file"]).name == "noise.bin"  # type: ignore[index]
    assert main(["library", "import", str(games / "a.pgn"), "--json"]) == 0
    assert objects(capsys)[0]["duplicates"] == 60


def test_search_prints_an_object_a_game(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["library", "search", "--library", library, "--position", "startpos", "--json", "--limit", "5"])
        == 0
    )
    found = objects(capsys)
    assert len(found) == 5
    assert {"id", "headers", "plies", "result", "ply"} <= found[0].keys()
    assert main(["library", "search", "--library", library, "--player", "荣华", "--limit", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all("Hu Ronghua" in line for line in lines), "in English, names are in letters"
    chinese = ["library", "search", "--library", library, "--player", "huronghua", "--language", "zh-Hans"]
    assert main(chinese) == 0
    assert all("胡荣华" in line for line in capsys.readouterr().out.splitlines())


def test_limit_tells_that_there_is_more(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "search", "--library", library, "--limit", "7"]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 7
    assert "7 of 60" in told.err


@pytest.mark.parametrize(
    "words", [["search", "--player", "Nobody"], ["explore", "4k4/9/9/9/9/9/9/9/9/3K1R3 w"]]
)
def test_that_nothing_was_found_is_told(
    library: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library", *words, "--library", library, "--json"]) == 0
    assert capsys.readouterr() == ("", "no games found\n")


def test_explore_counts_moves(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "explore", "startpos", "--library", library, "--json"]) == 0
    moves = objects(capsys)
    assert sum(move["games"] for move in moves) == 60  # type: ignore[misc]
    assert {"move", "games", "red_wins", "draws", "black_wins"} <= moves[0].keys()
    assert moves == sorted(moves, key=lambda move: -move["games"])  # type: ignore[operator]


def test_explore_names_openings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "a.pgn"
    record.write_text(
        '[Result "1-0"]\n\n1. h2e2 h7e7 2. h0g2 1-0\n\n[Result "*"]\n\n1. c3c4 *\n', encoding="utf-8"
    )
    library = ["--library", str(tmp_path / "l.db")]
    assert main(["library", "import", str(record), *library]) == 0
    capsys.readouterr()
    assert main(["library", "explore", "startpos", *library]) == 0
    assert [line.split("  ")[-1] for line in sorted(capsys.readouterr().out.splitlines())] == [
        "E00 Soldier Opening",
        "B00 Central Cannon Opening",
    ]
    after = Board()
    after.push(Move.from_iccs("h2e2"))
    words = ["library", "explore", after.fen(), *library, "--notation", "chinese", "--language", "zh-Hans"]
    assert main(words) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("炮８平５ ")
    assert line.endswith("  D00 顺炮缓开车局")


def test_explore_counts_one_players_or_ones_own_games(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Library(library) as opened:
        for seed, side in ((203, RED), (205, BLACK)):
            opened.keep(random_game(seed), Played("2026-03-01T10:00:00", side, "checkmate"))

    def games(*words: str) -> int:
        assert main(["library", "explore", "startpos", "--library", library, "--json", *words]) == 0
        return sum(int(str(move["games"])) for move in objects(capsys))

    of_li = games("--player", "li laiqun")
    with_red = games("--player", "li laiqun", "--colour", "red")
    assert 0 < with_red < of_li
    assert games("--player", "li laiqun", "--colour", "black") + with_red >= of_li
    assert games("--mine") == 2
    assert games("--mine", "--colour", "red") == 1
    assert games("--from", "2001", "--to-date", "2001", "--opponent", "li") > 0


def test_export_writes_what_was_found(library: str, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert main(["library", "export", "--library", library, "--result", "1-0", "-o", str(out)]) == 0
    written_games = list(read_games(out))
    wanted = [game for seed in range(60) if (game := random_game(seed)).result == "1-0"]
    assert len(written_games) == len(wanted) > 5
    assert all(same_tree(one.root, other.root) for one, other in zip(written_games, wanted, strict=True))


def test_stats_are_of_own_games(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Library(library) as opened:
        game = random_game(99)
        game.result = "1-0"
        opened.keep(game, Played("2026-03-01T10:00:00", 8, "checkmate", black_level=4))
    assert main(["library", "stats", "--library", library, "--json"]) == 0
    [figures] = objects(capsys)
    assert figures["games"] == 61
    assert figures["by_level"] == {"4": {"games": 1, "won": 1, "drawn": 0, "lost": 0, "accuracy": None}}
    assert main(["library", "stats", "--library", library]) == 0
    assert "1 won" in capsys.readouterr().out


def test_delete_and_what_is_not_there(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "delete", "3", "4", "--library", library]) == 0
    assert main(["library", "delete", "3", "--library", library]) == 2
    assert "game 3 does not exist" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["search", "--material", "KRX"], "KRKAABB"),
        (["search", "--position", "9/9"], "row"),
        (["search", "--part", "e2=Z"], "e2=Z"),
        (["search", "--opening", "xyz"], "no opening"),
        (["search", "--result", "2-0"], "invalid choice"),
        (["search", "--from", "soon"], "soon"),
        (["search", "--position", "startpos", "--material", "KRK"], "not allowed with"),
        (["explore", "nonsense"], "position: the board has 1 row;"),
        (["frobnicate"], "invalid choice"),
        ([], "required"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library", *words]) == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert complaint in told


def test_a_library_that_is_not_there_is_not_made_by_a_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library", "search", "--library", str(tmp_path / "none.db")]) == 2
    assert "no such library" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


# ---- Damage ----

ENDINGS = """[Red "Whole"]
[FEN "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"]

1. a0a9 *

[Red "Damaged"]
[FEN "5k3/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"]

1. a0a9 *

[Red "Talkative"]

1. h2e2 {a comment} h9g7 *
"""


@pytest.fixture
def damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A library of three games: the start of the second and the comments of the third are damaged."""
    (tmp_path / "in.pgn").write_text(ENDINGS)
    path = str(tmp_path / "damaged.db")
    assert main(["library", "import", str(tmp_path / "in.pgn"), "--library", path]) == 0
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE start SET fen = '5k3/9/9/\ufffd' WHERE fen LIKE '5k3%'")
        database.execute("UPDATE annotation SET content = substr(content, 2) WHERE game = 3")
    capsys.readouterr()
    return path


def exported(tmp_path: Path, library: str) -> tuple[int, dict[str, list[str]]]:
    """Return the exit code of an export, and the moves of each game by its player."""
    out = tmp_path / "out.pgn"
    code = main(["library", "export", "--library", library, "-o", str(out)])
    return code, {game.headers["Red"]: [str(move) for move in game.main_line()] for game in read_games(out)}


def test_export_leaves_out_what_is_damaged_and_tells_it(
    damaged: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exported(tmp_path, damaged) == (1, {"Whole": ["a0a9"], "Talkative": ["h2e2", "h9g7"]})
    told = capsys.readouterr().err
    assert "game 2 is damaged" in told
    assert "the comments of game 3 are damaged" in told


def test_search_lists_what_is_not_damaged(damaged: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "search", "--library", damaged, "--json"]) == 1
    printed = capsys.readouterr()
    assert [json.loads(line)["headers"]["Red"] for line in printed.out.splitlines()] == ["Whole", "Talkative"]
    assert "game 2 is damaged" in printed.err


def test_export_of_nothing_but_damage_writes_nothing(
    damaged: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pgn"
    assert main(["library", "export", "--library", damaged, "--player", "Damaged", "-o", str(out)]) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert not out.exists()


def test_salvage_tells_what_is_damaged_and_leaves_it_out(
    damaged: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = str(tmp_path / "saved.db")
    assert main(["library", "salvage", saved, "--library", damaged, "--json"]) == 1
    [answer] = objects(capsys)
    assert answer["games"] == 2
    lost = " ".join(map(str, answer["lost"]))  # type: ignore[call-overload]
    for part in ("starting position 2 is damaged", "game 2 is damaged", "the comments of game 3 are damaged"):
        assert part in lost
    assert saved not in lost
    assert exported(tmp_path, saved) == (0, {"Whole": ["a0a9"], "Talkative": ["h2e2", "h9g7"]})


@pytest.mark.parametrize("action", [["search"], ["explore", "startpos"], ["stats"], ["delete", "1"]])
def test_an_empty_file_is_made_no_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], action: list[str]
) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert main(["library", *action, "--library", str(empty)]) == 2
    assert "is an empty file, not a library" in capsys.readouterr().err
    assert empty.stat().st_size == 0


def test_a_name_that_no_system_takes_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    name = "a" * 300
    assert main(["library", "stats", "--library", name]) == 2
    assert f"{name}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"no library " * 1000, "this is not a game library"), (b"", "is an empty file, not a library")],
)
def test_salvage_of_what_is_no_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, complaint: str
) -> None:
    (tmp_path / "notes.txt").write_bytes(content)
    out = tmp_path / "saved.db"
    assert main(["library", "salvage", str(out), "--library", str(tmp_path / "notes.txt")]) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert "xiangqi library salvage saves" not in told.replace("`", "")
    assert not out.exists()
